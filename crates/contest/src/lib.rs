//! The rules of a contest as event-sourced state, and the view that each role gets of it.
//!
//! A contest is a list of recorded events ([`Recorded`]); everything else is computed from it. [`Room`] folds the
//! events into two aggregates, the [`Contest`](contest::Contest) and its [`Conversation`](conversation::Conversation)s,
//! and decides the effect of a [`Command`]; [`Views`] keeps the numbered updates of every participant. All of it is
//! pure: the time is an argument, chance arrives as a recorded draw, and the caller stores and sends.
//!
//! The same rule is asked twice: by [`Room::decide`] before an event is recorded, and by the crate `archive` about
//! a finished record. The types that a judge is sent cannot hold an identity ([`view::judge`]).

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// `say!` and the other macros for messages to people.
#[macro_use]
extern crate language;

mod facts;
mod rules;
mod running;
mod views;

pub use command::Command;
pub use drafts::FormDrafts;
pub use event::{Actor, ControlEvent, Draft, Event, Recorded, Stream};
pub use facts::{
    announcement, attachment, consent, contest_terms, deletions, deposit, event, form, json, ledger, private, referee,
    release, result_caveats, seed, shown, stopped_clocks,
};
pub use form::FormId;
pub use private::Private;
pub use refusal::Refusal;
pub use result::ContestResult;
pub use room::Room;
pub use rules::{
    command, contest, conversation, drafts, fields, labels, late, opening, pacing, refusal, result, rhythm, room, turn,
    turns, versions,
};
pub use running::{composer, program_troubles, prompter, sequencer, timer};
pub use view::Views;
pub use views::{bounds, transcript, view, wire};
