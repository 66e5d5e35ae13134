//! A stand-in for the tally, which is written beside this: what the benchmark needs to compile.

use rulebook::{Rulebook, Witness};

use crate::{Ballots, Circumstances};

/// The result of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Best first.
    pub standings: Vec<Standing>,
}

/// Where a witness stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The witness.
    pub witness: Witness,
}

/// Counts nothing.
#[must_use]
pub fn tally(_: &Rulebook, _: &Ballots, _: &Circumstances) -> Tally {
    Tally::default()
}
