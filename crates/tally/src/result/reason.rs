//! Reasons why an award is given, not given, or carried over.

use rulebook::{
    Witness,
    schema::{Measure, TieBreak},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Judged, Scored};
use crate::{Amount, Missing, Score};

/// The grounds of an award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// The reason for the winners' place.
    pub reason: Reason,
    /// The findings about the award's conditions, for each candidate; empty when it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<Judged>,
}

/// The reason for the winners' place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// The only entry receives the award without a contest.
    OnlyEntry {
        /// The entry.
        entry: Witness,
    },
    /// The award goes to every entry in the final that meets its conditions.
    EveryEntry {
        /// The number of entries in the final.
        entries: u64,
    },
    /// One witness has the place to itself.
    Alone {
        /// The witness, with its score.
        holder: Scored,
        /// The measure of the score.
        by: Measure,
        /// The number of witnesses in the order.
        among: u64,
        /// The witnesses with a better score, best first.
        behind: Vec<Witness>,
        /// The witnesses with the same score.
        level_with: Vec<Witness>,
        /// The tie-breaks that made the difference between witnesses with the same score, in order.
        decided: Vec<Decided>,
    },
    /// Several witnesses share places, because they are level in everything.
    Shared {
        /// The witnesses who share them, each with its score.
        holders: Vec<Scored>,
        /// The measure of the score.
        by: Measure,
        /// The first place they share, from 1.
        first: u64,
        /// The last place they share.
        last: u64,
        /// Their figures in the measures among the tie-breaks, in the rulebook's order.
        same: Vec<Same>,
        /// The share of the purses of these places; null when the award has no purse.
        purse: Option<PurseShare>,
    },
}

/// A tie-break that made a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The tie-break.
    pub by: TieBreak,
    /// The witnesses it decided between, with their figures. A mean where the rulebook has `rank-total` means that
    /// totals would have been unfair.
    pub between: Vec<Scored>,
    /// The best witness.
    pub best: Witness,
}

/// A measure in which several are level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Same {
    /// The measure.
    pub by: Measure,
    /// The figure of each; null when they have none.
    pub score: Option<Score>,
}

/// The part of one award for each witness who shares places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PurseShare {
    /// The amount of this award for each: the shares of one pool add up to `pooled`, rounded down only once.
    pub each: Amount,
    /// The purses of all their places in this currency.
    pub pool: Amount,
    /// The part of the pool for each.
    pub pooled: Amount,
    /// The indivisible remainder, which stays in the pool; null when there is none.
    pub undivided: Option<Amount>,
}

/// The reason why an award has no receiver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhyWithheld {
    /// There is no entry, or none is left.
    NoEntry {
        /// The entries that were disqualified.
        disqualified: Vec<Witness>,
    },
    /// The conditions cannot be decided, because the rulebook does not say in how many of the trials they must hold.
    TrialsUndecided {
        /// The number of trials.
        trials: u16,
    },
    /// Answers are missing from a file, and the receivers of the award could depend on them.
    BallotsMissing {
        /// The missing answers, by trial and judge.
        missing: Vec<Missing>,
    },
    /// The baselines, which receive no award, are unknown.
    BaselineUnknown {
        /// The number of baselines in the rulebook.
        baselines: u16,
        /// The known baselines.
        named: Vec<Witness>,
    },
    /// The place that the award is for is empty.
    NobodyInPlace {
        /// The place, from 1.
        place: u64,
        /// The number of entries in the order.
        entries: u64,
        /// The number of disqualified entries.
        disqualified: u64,
    },
    /// No ballot gives a score to the witnesses in the place that the award is for.
    NoScore {
        /// The place, from 1.
        place: u64,
        /// The witnesses in it.
        witnesses: Vec<Witness>,
    },
    /// Several witnesses are level in the place that the award is for, and the judges or a coin have not decided
    /// between them.
    Undecided {
        /// The place, from 1.
        place: u64,
        /// The level witnesses.
        between: Vec<Witness>,
    },
    /// No candidate meets the conditions.
    NotMet {
        /// The findings for each candidate.
        judged: Vec<Judged>,
    },
    /// No ballot gives a confederate a score.
    NoConfederateScored {},
    /// The award is for the entries of a final, and none is held: the only entry wins without a contest.
    NoContest {
        /// The only entry.
        entry: Witness,
    },
    /// The winners are open-source programs that the organisers entered.
    OpenSource {
        /// The programs.
        programs: Vec<Witness>,
        /// The grounds of their winning.
        grounds: Box<Grounds>,
    },
}

/// The reason why money goes to the next contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhyCarried {
    /// There is no entry, or none is left.
    NoEntry {
        /// The entries that were disqualified.
        disqualified: Vec<Witness>,
    },
    /// The award does not go to open-source programs that the organisers entered.
    OpenSource {
        /// The programs that would have received it.
        programs: Vec<Witness>,
    },
}
