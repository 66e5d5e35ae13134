//! The result of a contest as data: counts, exact fractions, ids, and reasons as codes with their figures.
//!
//! No type here can hold a sentence, because a verifier compares this data; [`sentences`](crate::sentences) puts it
//! into words. Titles of awards, conditions in words and consequences of an award are in the rulebook, under the
//! award's id.

mod evidence;
mod note;
mod reason;
mod scored;

use rulebook::Witness;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    evidence::{ConditionFinding, Evidence, Finding, Judged, TrialJudged, TrialResult},
    note::{Mention, Note, Rank, Unasked, Voted, Votes},
    reason::{Decided, Grounds, PurseShare, Reason, Same, WhyCarried, WhyWithheld},
    scored::Scored,
};
use crate::{Amount, Score};

/// The result of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The entries, or the entries and confederates together where the rulebook orders them so; best first.
    /// Disqualified entries are left out.
    pub standings: Vec<Standing>,
    /// The confederates among themselves; empty where the ballots give no confederate a score.
    pub confederates: Vec<Standing>,
    /// The awards that are given, in the rulebook's order.
    pub awards: Vec<Award>,
    /// The awards that are not given, in the rulebook's order: every award is either here or in `awards`.
    pub withheld: Vec<Withheld>,
    /// The money that is added to the purses of the next contest.
    pub carried_over: Vec<CarriedOver>,
    /// If the rulebook has trials, each of them by itself, in order.
    pub trials: Vec<TrialResult>,
    /// Notes for the reader: tosses of a coin and how to check them, decisions of the judges, baselines,
    /// disqualifications, missing ballots.
    pub notes: Vec<Note>,
}

/// The position of a witness in the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The witness.
    pub witness: Witness,
    /// Its place, from 1; equal witnesses share the first place they occupy, and the places after it are skipped.
    pub place: u16,
    /// The figure the rulebook scores by; null when no ballot has an answer about the witness, which then comes last.
    pub score: Option<Score>,
    /// Its figure in each tie-break of the rulebook, in order: a measure, the place in the selection, the number of
    /// judges who voted for it, or the place a coin drew it. Null where there is none, or none was needed.
    pub tie_breaks: Vec<Option<Score>>,
}

/// An award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Award {
    /// The rulebook's id of the award.
    pub award: String,
    /// The receivers; several when it is shared or given to many.
    pub to: Vec<Witness>,
    /// The receivers (a part of `to`) for which the award goes to the developers of the program, or is held in trust.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_trust: Vec<Witness>,
    /// Open-source programs that the organisers entered and that would otherwise receive the award; `carried_over` has
    /// their money if it goes to the next contest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<Witness>,
    /// The amount for each receiver; null when the award has no purse.
    pub each: Option<Amount>,
    /// The reason.
    pub grounds: Grounds,
}

/// An award that is not given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withheld {
    /// The rulebook's id of the award.
    pub award: String,
    /// The reason why it has no receiver.
    pub reason: WhyWithheld,
}

/// Money that is added to the purse of the next contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarriedOver {
    /// The rulebook's id of the award.
    pub award: String,
    /// The added money, in whole units.
    pub money: Amount,
    /// The next purse with that money.
    pub next_purse: Amount,
    /// The reason.
    pub reason: WhyCarried,
}
