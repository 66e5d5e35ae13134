//! The result of a contest, as others read it and write it down.

use std::fmt;

use rulebook::{
    Witness,
    schema::{Condition, Money},
};
use serde::{Serialize, Serializer};

use crate::Fraction;

/// The result of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The entries, or the entries and confederates together where the rulebook orders them so; best first. Disqualified
    /// entries are left out.
    pub standings: Vec<Standing>,
    /// The confederates among themselves; empty where the ballots give no confederate a score.
    pub confederates: Vec<Standing>,
    /// The awards that are given, in the rulebook's order.
    pub awards: Vec<Award>,
    /// The awards that are not given, in the rulebook's order: every award is either here or in `awards`.
    pub withheld: Vec<Withheld>,
    /// What is added to the purses of the next contest.
    pub carried_over: Vec<CarriedOver>,
    /// Where the rulebook has trials: each of them by itself, in order.
    pub trials: Vec<TrialResult>,
    /// What else a reader should know, in sentences: tosses of a coin and how to check them, decisions of the judges,
    /// baselines, disqualifications, missing ballots.
    pub notes: Vec<String>,
}

/// Where a witness stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The witness.
    pub witness: Witness,
    /// Its place, from 1; equal witnesses share the first place they occupy, and the places after it are skipped.
    pub place: u16,
    /// What the rulebook scores it by; absent when no ballot says anything about it, and then it stands last.
    pub score: Option<Score>,
    /// Its figure in each tie-break of the rulebook, in order: a measure, the place in the selection, the number of judges
    /// who voted for it, or the place a coin drew it. Absent where there is none, or none was needed.
    pub tie_breaks: Vec<Option<Score>>,
}

/// An exact figure. Prints and serialises as `3` or `3.25 (13/4)`; which end is better depends on what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub Fraction);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Award {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// Who receives it; several when it is shared or given to many.
    pub to: Vec<Witness>,
    /// Those of them for whom it goes to the developers of the program, or is held in trust.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_trust: Vec<Witness>,
    /// What each of them receives, such as `3000 USD` or `1500.50 USD`; absent when the award has no purse.
    pub each: Option<String>,
    /// The sentence that justifies it, from figures.
    pub reason: String,
    /// What follows from giving it, as the rulebook says; absent when nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}

/// An award that is not given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withheld {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// The sentence that says why nobody receives it, from figures.
    pub reason: String,
}

/// Money that is added to the purse of the next contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CarriedOver {
    /// The rulebook's id of the award.
    pub award: String,
    /// What is added.
    pub money: Money,
    /// The sentence that says why, and what it makes the next purse.
    pub reason: String,
}

/// One trial by itself: the conditions of awards, tried on every entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrialResult {
    /// Which trial, from 1.
    pub trial: u16,
    /// One finding for each award with conditions, entry and condition, in the order of awards, entries, conditions.
    pub findings: Vec<Finding>,
}

/// Whether a condition of an award held of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rulebook's id of the award.
    pub award: String,
    /// The entry; for an award to a confederate, the confederate.
    pub witness: Witness,
    /// The condition.
    pub condition: Condition,
    /// Whether it held.
    pub held: bool,
    /// The figures, in words.
    pub figures: String,
}
