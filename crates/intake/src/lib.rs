//! From the call for entries to the finalists: who applied, whether an entry complies, and how the final was filled.
//!
//! An [`Intake`] is a list of recorded facts ([`Event`]) like a contest: [`decide()`] turns a [`Command`] into events or a
//! [`Refusal`], [`Intake::apply`] folds an event into the state. Time and chance come in as arguments. What the rules ask
//! is in the rulebook (`rulebook::schema::intake`), and every [`Breach`] carries the label of the rule it is of.
//!
//! [`selection`] computes from the same state which stages are held, who stays, and why everyone else is left out. [`log`]
//! is the form in which events are kept: lines of canonical JSON, each with the hash of those before it. Names, contacts
//! and protocols are in private parts that can be taken out of the log without breaking it.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// What people read is made of messages.
#[macro_use]
extern crate language;

pub mod announcement;
pub mod application;
pub mod breach;
mod command;
mod compliance;
mod contest_file;
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
pub mod selection;
mod state;
pub mod words;

pub use announcement::Announcement;
pub use application::{Application, EnteredBy, Testing};
pub use breach::{Breach, Fault};
pub use command::{Command, Receipt};
pub use compliance::{breaches, is_asked};
pub use contest_file::contest_file;
pub use decide::decide;
pub use event::{Event, Recorded};
pub use moment::{BadMoment, Moment};
pub use refusal::Refusal;
pub use registration::{PersonStanding, Registered, Registration};
pub use state::{Entered, Intake, Program, Status};
