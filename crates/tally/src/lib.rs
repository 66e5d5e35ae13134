//! From ballots to scores, standings and awards: a pure function of rulebook, ballots and circumstances.
//!
//! The input is unblinded (the witness in each seat is known by now). The output is an order with the figures that made
//! it, and awards with their reasons, as data. Comparisons are exact: whole numbers and fractions, never floats.
//!
//! Start with [`tally()`]; [`form`] has the rules for a judge's answers. [`sentences`] puts a result into words, at the
//! edge, so that no wording is part of a result. [`mod@file`] reads ballots made elsewhere; [`mod@derive`] converts
//! ballots to another rulebook.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// All text for people is made of messages.
#[macro_use]
extern crate language;

mod amount;
mod answers;
mod ballots;
mod bits;
mod cast;
mod condition;
mod confidence;
mod count;
pub mod derive;
mod figures;
pub mod file;
#[cfg(test)]
mod fixture;
pub mod form;
mod fraction;
mod gaps;
pub mod intervals;
mod judgements;
mod jury;
mod missing;
mod order;
mod outcome;
mod outcomes;
mod pair;
mod points;
mod purse;
mod reason;
pub mod result;
mod sample;
mod score;
mod sentence_parts;
pub mod sentences;
mod tally;
#[cfg(test)]
mod tests;
mod trial;
mod yardstick;

pub use amount::Amount;
pub use answers::{Answers, Verdict};
pub use ballots::{Ballots, Circumstances, EndRanking, Vote};
pub use confidence::{Confidence, confidence};
pub use form::FormFault;
pub use fraction::Fraction;
pub use judgements::{Judgement, JudgementOutcome, Judgements, LEVEL};
pub use missing::{Missing, undecided_by_missing};
pub use outcome::Outcome;
pub use outcomes::{Iter, Outcomes};
pub use result::{Award, CarriedOver, Finding, Grounds, Note, Reason, Standing, Tally, TrialResult, Withheld};
pub use score::{Score, Share};
pub use sentences::Sentences;
pub use tally::{numbers, tally};
