//! From ballots to scores, standings and awards: a pure function of ballots and rulebook.
//!
//! The input is unblinded (who sat where is known by now); the output is an order with the figures that made it, and
//! awards each with the sentence that justifies it. Comparisons are exact: whole numbers and fractions, never floats.
//! Ballots made elsewhere come in through [`mod@file`]; [`mod@derive`] puts them under another rulebook.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod answers;
mod ballots;
pub mod derive;
pub mod file;
pub mod form;
mod tally;
mod words;

pub use answers::{Answers, Verdict};
pub use ballots::{Ballots, Circumstances, EndRanking, Outcome};
pub use form::FormFault;
pub use tally::{Standing, Tally, tally};
