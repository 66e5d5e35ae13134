//! Every page, from data to HTML. Pure: a page is a template with the values it shows; nothing is looked up here.
//!
//! A judge's page is made from a [`JudgeScreen`](contest::view::judge::JudgeScreen), which cannot hold an identity; every
//! pane comes out of the same partial, and every ballot out of the same form.

mod ballot;
mod committee;
mod confederate;
mod desk;
mod form_state;
mod judge;
mod organiser;
mod results;
mod seats;
mod transcript;
mod visitor;

use askama::Template;

pub use committee::CommitteeCard;
pub use confederate::ConfederatePage;
pub(crate) use desk::told;
pub use desk::{Attempt, Desk, KEYED_LINE_MAX};
pub use form_state::FormState;
pub use judge::{JudgePage, VOTE};
pub use organiser::{EntryRow, JoinLink, LinksPage, OrganiserPage, PersonRow};
pub use results::ResultsPage;
pub use transcript::TranscriptPage;
pub use visitor::{HomePage, JoinPage, MessagePage};

/// The HTML of a page.
///
/// # Panics
/// When a template writes what it cannot format, which none of ours does.
#[must_use]
pub fn html(page: &impl Template) -> String {
    page.render().expect("our templates only format values that can be formatted")
}
