//! Every page, from data to HTML. Pure: a page is a template with the values it shows; it looks up nothing except the
//! reader's language.
//!
//! A judge's page is made from a [`JudgeScreen`](contest::view::judge::JudgeScreen), which cannot hold an identity;
//! every pane comes out of the same partial, and every ballot out of the same form.

mod access;
mod apply;
mod ballot;
mod board_rows;
mod confederate;
mod confirm;
mod desk;
mod form_state;
mod judge;
mod organiser;
mod participant_rows;
mod programme;
mod receipts;
mod referee;
mod results;
mod review;
mod screen;
mod seats;
mod selection;
mod tab;
mod visitor;

use askama::Template;

use crate::reader;

pub use access::{AccessPage, DeedLine, LoginPage, OrganiserLine, PasskeyLine, SessionLine, TokenLine};
pub use apply::{ApplicantPage, ApplicationPage, CallPage, IntakeDeskPage, PersonPage, RegistrationPage, Sent};
pub use confederate::ConfederatePage;
pub use confirm::ConfirmPage;
pub use desk::{Attempt, Desk, KEYED_LINE_MAX};
pub(crate) use desk::{title, told};
pub use form_state::FormState;
pub use judge::{JudgePage, VOTE};
pub use organiser::{JoinLink, LinksPage, OrganiserPage, question};
pub use participant_rows::{EntryRow, PersonRow};
pub use programme::ProgrammePage;
pub use receipts::ReceiptsPage;
pub use referee::RefereePage;
pub use results::ResultsPage;
pub use review::{Choice, FoundLine, Piece, ReviewPage, TextLine};
pub use screen::ScreenPage;
pub use selection::SelectionPage;
pub use site::CommitteeCard;
pub use tab::Tab;
pub use visitor::{CodePage, HomePage, JoinPage, MessagePage, OwnSeat, WithheldPage};

/// The HTML of a page, in the reader's language.
///
/// # Panics
/// When a template writes a value that it cannot format; none of ours does.
#[must_use]
pub fn html(page: &impl Template) -> String {
    page.render_with_values(&reader::current()).expect("our templates only format values that can be formatted")
}
