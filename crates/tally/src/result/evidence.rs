//! Whether the conditions of awards held, with the figures that decided it.

use rulebook::{
    ConfederateId, JudgeId, Witness,
    schema::{Condition, Measure},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scored;
use crate::{Score, Share};

/// One trial by itself: the conditions of awards, tried on every entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialResult {
    /// Which trial, from 1.
    pub trial: u16,
    /// One finding for each award with conditions and each entry, in the order of awards, then of entries.
    pub findings: Vec<Finding>,
}

/// Whether the conditions of an award held of a witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The rulebook's id of the award.
    pub award: String,
    /// The entry; for an award to a confederate, the confederate.
    pub witness: Witness,
    /// Whether all of them held.
    pub held: bool,
    /// What was found of each condition, in the rulebook's order.
    pub found: Vec<Found>,
}

/// Whether a witness meets all conditions of an award, trials combined as the rulebook says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The witness.
    pub witness: Witness,
    /// Whether it meets them.
    pub held: bool,
    /// Each trial; one where the rulebook has no trials.
    pub trials: Vec<TrialJudged>,
}

/// Whether a witness meets all conditions of an award in one trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialJudged {
    /// Which trial, from 1.
    pub trial: u16,
    /// Whether it meets all of them.
    pub held: bool,
    /// Each condition, in the rulebook's order.
    pub found: Vec<Found>,
}

/// Whether one condition held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The condition.
    pub condition: Condition,
    /// Whether it held. Without figures none does.
    pub held: bool,
    /// The figures.
    pub evidence: Evidence,
}

/// The figures that decide a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Evidence {
    /// The score, for `score-at-least`.
    Score {
        /// The score of the witness; null when no ballot gives it one.
        score: Option<Score>,
    },
    /// Who took the witness for the human, for `fooled`.
    TakenBy {
        /// In how many interviews.
        times: u64,
        /// The judges.
        judges: Vec<JudgeId>,
        /// The confederates who sat beside it then.
        confederates: Vec<ConfederateId>,
    },
    /// The witness has no score to compare with the confederates', for `no-confederate-above` and `confederate-above`.
    NoScore {},
    /// No confederate has a score to compare with, for the same two.
    NoConfederateScored {
        /// What the score measures.
        by: Measure,
        /// The score of the witness.
        own: Score,
    },
    /// The comparison with the best confederate by everything that is measured, for the same two.
    BestConfederate {
        /// The best confederate.
        best: Witness,
        /// Whether that one stands above the witness.
        above: bool,
        /// The first measure in which the two differ; the score's when they differ in none.
        by: Measure,
        /// Whether they differ.
        differ: bool,
        /// What the witness has in that measure; null when it has no figure.
        own: Option<Score>,
        /// What the best confederate has in it.
        theirs: Option<Score>,
    },
    /// Median ranks, for `median-at-least-confederates` and `median-below-confederates`.
    MedianRanks {
        /// Of the witness; null without ranks.
        own: Option<Score>,
        /// Of all confederates together.
        confederates: Option<Score>,
    },
    /// Median ranks of each confederate, for `rank-order`.
    RankOrder {
        /// Of the witness; null without ranks.
        own: Option<Score>,
        /// The confederates whose median rank is not better than that, with theirs.
        met: Vec<Scored>,
        /// The other confederates, with theirs.
        missed: Vec<Scored>,
    },
    /// The judges who gave the verdict "human", for `human-verdicts`.
    HumanVerdicts {
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Interviews in which the witness was taken for the human, for `taken-for-human-share`.
    Taken {
        /// Of its interviews with an answer.
        share: Share,
    },
    /// Interviews in which judges were right about the witness, for `identified-at-most`.
    Identified {
        /// Of its interviews with an answer.
        share: Share,
    },
}
