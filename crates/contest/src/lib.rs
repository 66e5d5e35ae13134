//! The rules of a contest as event-sourced state, and the view that each role gets of it.
//!
//! A contest is a list of recorded events ([`Recorded`]); everything else is computed from it. [`Room`] folds the
//! events into two aggregates, the [`Contest`](contest::Contest) and its [`Conversation`](conversation::Conversation)s,
//! and decides the effect of a [`Command`]; [`Views`] keeps the numbered updates of every participant. All of it is
//! pure: the time is an argument, chance arrives as a recorded draw, and the caller stores and sends.
//!
//! The same rule is asked twice: by [`Room::decide`] before an event is recorded, and by [`audit`](audit::audit) about
//! a finished record. The types that a judge is sent cannot hold an identity ([`view::judge`]).

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// `say!` and the other macros for messages to people.
#[macro_use]
extern crate language;

pub mod announcement;
pub mod attached;
pub mod attachment;
pub mod audit;
pub mod beyond;
pub mod bounds;
pub mod caveat;
pub mod checks;
pub mod command;
pub mod composer;
pub mod consent;
pub mod contest;
pub mod conversation;
pub mod deletions;
pub mod deposit;
pub mod dialogue;
pub mod drafts;
pub mod event;
pub mod fields;
pub mod form;
pub mod imported;
pub mod json;
pub mod keyed;
pub mod labels;
pub mod late;
pub mod ledger;
pub mod lint;
pub mod opening;
pub mod pacing;
pub mod private;
pub mod prompter;
pub mod publication;
pub mod referee;
pub mod refusal;
pub mod release;
pub mod result;
pub mod reveal;
pub mod review;
pub mod rhythm;
pub mod room;
pub mod scan;
pub mod search;
pub mod seed;
pub mod sequencer;
pub mod shown;
pub mod sources;
pub mod standing;
pub mod tables;
pub mod terms;
pub mod timer;
pub mod totals;
pub mod transcript;
pub mod troubles;
pub mod turn;
pub mod turns;
pub mod until;
pub mod view;
pub mod wire;

pub use command::Command;
pub use drafts::FormDrafts;
pub use event::{Actor, ControlEvent, Draft, Event, Recorded, Stream};
pub use form::FormId;
pub use private::Private;
pub use refusal::Refusal;
pub use result::ContestResult;
pub use room::Room;
pub use view::Views;
