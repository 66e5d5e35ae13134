//! From ballots to scores, standings and awards: a pure function of ballots and rulebook.
//!
//! The input is unblinded (who sat where is known by now); the output is an order with the figures that made it, and
//! awards each with the sentence that justifies it. Comparisons are exact: whole numbers and fractions, never floats.
//! Start with [`standings`], then [`awards`] and [`withheld`].

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod award;
mod ballots;
mod figures;
#[cfg(test)]
mod fixture;
mod jury;
mod purse;
mod reason;
mod standing;
mod words;

pub use award::{Award, Withheld, awards, withheld};
pub use ballots::{Ballots, Choice, EndRanking, InterviewOutcome};
pub use standing::{Standing, standings};
