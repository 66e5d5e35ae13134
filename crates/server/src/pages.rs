//! Every page, from data to HTML. Pure: a page is a template with the values it shows; nothing is looked up here.
//!
//! A judge's page is made from a [`JudgeScreen`](contest::view::judge::JudgeScreen), which cannot hold an identity; both
//! panes come out of the same partial.

mod confederate;
mod desk;
mod judge;
mod organiser;
mod public;

use askama::Template;

pub use confederate::ConfederatePage;
pub use desk::Desk;
pub use judge::JudgePage;
pub use organiser::{EntryRow, JoinLink, LinksPage, OrganiserPage, PersonRow};
pub use public::{HomePage, JoinPage, MessagePage, ResultsPage, TranscriptPage};

/// The HTML of a page.
///
/// # Panics
/// When a template writes what it cannot format, which none of ours does.
#[must_use]
pub fn html(page: &impl Template) -> String {
    page.render().expect("our templates only format values that can be formatted")
}
