//! Why an award is given, not given, or carried over.

use rulebook::{
    JudgeId, Witness,
    schema::{Measure, TieBreak},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Judged;
use crate::{Amount, Missing, Score};

/// Why an award is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// What places the winners where the award is given.
    pub reason: Reason,
    /// How the conditions of the award were judged, for each of those who could receive it; empty when it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<Judged>,
}

/// What places the winners of an award.
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
        /// How many entries were in the final.
        entries: u64,
    },
    /// One witness has the place to itself.
    Alone {
        /// The witness, with its score.
        holder: Scored,
        /// What the score measures.
        by: Measure,
        /// How many stand in the order.
        among: u64,
        /// Those with a better score, best first.
        behind: Vec<Witness>,
        /// Those with the same score.
        level_with: Vec<Witness>,
        /// The tie-breaks that made the difference between those with the same score, in order.
        decided: Vec<Decided>,
    },
    /// Several witnesses share places, because they are level in everything.
    Shared {
        /// Who shares them, each with its score.
        holders: Vec<Scored>,
        /// What the score measures.
        by: Measure,
        /// The first place they share, from 1.
        first: u64,
        /// The last place they share.
        last: u64,
        /// What they have in the measures among the tie-breaks, in the rulebook's order.
        same: Vec<Same>,
        /// What becomes of the purses of these places; null when the award has no purse.
        purse: Option<PurseShare>,
    },
}

/// A witness with its figure in some measure or tie-break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// The witness.
    pub witness: Witness,
    /// Its figure; null when it has none.
    pub score: Option<Score>,
    /// The judges who took it for the human, where the score counts how often that happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judges: Vec<JudgeId>,
}

/// A tie-break that made a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The tie-break.
    pub by: TieBreak,
    /// Those it decided between, with their figures. A mean where the rulebook has `rank-total` says that totals would have
    /// been unfair.
    pub between: Vec<Scored>,
    /// Who came out best.
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

/// What those who share places receive of one award.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PurseShare {
    /// Of this award, each: the shares of one pool add up to `pooled`, rounded down only once.
    pub each: Amount,
    /// The purses of all their places in this currency.
    pub pool: Amount,
    /// Of the pool, each.
    pub pooled: Amount,
    /// What cannot be divided and stays where it is; null when nothing does.
    pub undivided: Option<Amount>,
}

/// Why nobody receives an award.
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
        /// How many trials there are.
        trials: u16,
    },
    /// Answers that were asked for are missing from a file, and who would receive the award could depend on them.
    BallotsMissing {
        /// What is missing, by trial and judge.
        missing: Vec<Missing>,
    },
    /// Nobody has said which of the entries are the baselines, which receive no award.
    BaselineUnknown {
        /// How many the rulebook has.
        baselines: u16,
        /// Those who are known.
        named: Vec<Witness>,
    },
    /// Nobody is in the place that the award is for.
    NobodyInPlace {
        /// The place, from 1.
        place: u64,
        /// How many entries are in the order.
        entries: u64,
        /// How many were disqualified.
        disqualified: u64,
    },
    /// No ballot gives a score to those in the place that the award is for.
    NoScore {
        /// The place, from 1.
        place: u64,
        /// Who is in it.
        witnesses: Vec<Witness>,
    },
    /// Several are level in the place that the award is for, and the judges or a coin have not decided between them.
    Undecided {
        /// The place, from 1.
        place: u64,
        /// Who is level.
        between: Vec<Witness>,
    },
    /// Nobody meets the conditions.
    NotMet {
        /// How they were judged, for each of those who could have received it.
        judged: Vec<Judged>,
    },
    /// No ballot gives a confederate a score.
    NoConfederateScored {},
    /// The award is for the entries of a final, and none is held: the only entry wins without a contest.
    NoContest {
        /// The only entry.
        entry: Witness,
    },
    /// Those who would have received it are open-source programs that the organisers entered.
    OpenSource {
        /// The programs.
        programs: Vec<Witness>,
        /// Why they would have received it.
        grounds: Box<Grounds>,
    },
}

/// Why money goes to the next contest.
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
