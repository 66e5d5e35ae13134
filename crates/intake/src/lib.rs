//! Intake of entries, from the call to the finalists: applications, compliance with the rules, and selection for the final.
//!
//! An [`Intake`] is a list of recorded facts ([`Event`]) like a contest: [`decide()`] turns a [`Command`] into events or a
//! [`Refusal`], [`Intake::apply`] folds an event into the state. Time and chance come in as arguments. The rulebook has the
//! rules (`rulebook::schema::intake`), and every [`Breach`] names the label of its rule.
//!
//! [`selection`] computes from the same state the stages to hold, the entries that stay, and the reason why each other entry
//! is left out. [`log`] is the stored form of events: lines of canonical JSON, each with a hash over all earlier lines. Names,
//! contacts and protocols are in private parts that can be removed from the log without breaking it.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// All texts for readers are messages.
#[macro_use]
extern crate language;

pub mod announcement;
pub mod application;
pub mod breach;
mod command;
mod compliance;
mod contest_file;
pub mod counted_words;
pub mod csv;
mod decide;
pub mod event;
pub mod judging;
pub mod letter;
pub mod log;
mod moment;
pub mod people;
pub mod program;
mod refusal;
pub mod registration;
pub mod screening;
pub mod selection;
mod state;

pub use announcement::Announcement;
pub use application::{Application, EnteredBy, Testing};
pub use breach::{Breach, EntryFault};
pub use command::{Command, ItemAnswers, Receipt};
pub use compliance::{breaches, is_asked};
pub use contest_file::contest_file;
pub use decide::decide;
pub use event::{Event, Recorded};
pub use moment::{BadMoment, Moment};
pub use refusal::Refusal;
pub use registration::{PersonStanding, Registered, Registration};
pub use state::{Entered, Intake, Program, Status};
