//! The data that defines a Turing test, and the vocabulary of all other parts.
//!
//! A *rulebook* is a TOML file; a *contest file* names one running of it. This crate holds the vocabulary (ids, seats,
//! keys, times, draws), the typed form of both files, the shipped rulebooks, and the checker that reports every fault
//! of a file at once, each with its place. It runs nothing, reads no clock and never names a contest in code: the
//! peculiarities of a contest are values in its rulebook.
//!
//! Start with [`Rulebook`], then [`ContestFile`], and [`reader`], which reads both from TOML. The vocabulary is in
//! [`ids`], [`key`], [`time`] and [`draws`].

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// The macros for messages to people.
#[macro_use]
extern crate language;

mod authority;
pub mod calendar;
pub mod contest_file;
mod counted;
pub mod decimal;
pub mod draws;
mod examples;
pub mod ids;
pub mod instructions;
pub mod json;
pub mod key;
pub mod key_names;
pub mod look;
pub mod names;
mod page;
pub mod reader;
mod reference;
pub mod schema;
mod shape;
pub mod shipped;
pub mod time;
mod untranslated;
mod visible;

pub use authority::{Authority, NoAuthority, RULE_MAX, is_rule_name};
pub use contest_file::ContestFile;
pub use counted::counted;
pub use decimal::Decimal;
pub use draws::{Commitment, DrawnSecret, Draws, Seed};
pub use ids::{
    ConfederateId, ConversationId, EntryId, InterviewId, JudgeId, Participant, RefereeId, RoundNumber, Seat, Side,
    Witness,
};
pub use key::Key;
pub use page::page;
pub use reader::{Faults, contest_template, read_contest_file, read_rulebook};
pub use reference::reference;
pub use schema::Rulebook;
schemars::where_published! {
    pub use reader::schema_of_contest_file;
    pub use schema::schema_of_rulebook;
}
pub use time::{NoMoment, NoZone, Timestamp, Zone};
pub use visible::{Visible, is_disruptive, visible, visible_lines};
