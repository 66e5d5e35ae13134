//! Findings about the conditions of awards, with the figures that decided them.

use rulebook::{
    ConfederateId, JudgeId, Witness,
    schema::{Condition, Measure},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scored;
use crate::{Score, Share};

/// One trial by itself: the conditions of awards, tested on every entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialResult {
    /// The trial, from 1.
    pub trial: u16,
    /// One finding for each award with conditions and each entry, in the order of awards, then of entries.
    pub findings: Vec<Finding>,
}

/// The finding whether the conditions of an award held for a witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The rulebook's id of the award.
    pub award: String,
    /// The entry; for an award to a confederate, the confederate.
    pub witness: Witness,
    /// `true` if all of them held.
    pub held: bool,
    /// The finding about each condition, in the rulebook's order.
    pub found: Vec<ConditionFinding>,
}

/// The finding whether a witness meets all conditions of an award, with trials combined by the rulebook's rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The witness.
    pub witness: Witness,
    /// `true` if it meets them.
    pub held: bool,
    /// Each trial; one where the rulebook has no trials.
    pub trials: Vec<TrialJudged>,
}

/// The finding whether a witness meets all conditions of an award in one trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrialJudged {
    /// The trial, from 1.
    pub trial: u16,
    /// `true` if it meets all of them.
    pub held: bool,
    /// Each condition, in the rulebook's order.
    pub found: Vec<ConditionFinding>,
}

/// The finding about one condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Found")]
pub struct ConditionFinding {
    /// The condition.
    pub condition: Condition,
    /// `true` if it held. Without figures no condition holds.
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
    /// The judges who took the witness for the human, for `fooled`.
    TakenBy {
        /// The number of interviews.
        times: u64,
        /// The judges.
        judges: Vec<JudgeId>,
        /// The confederates beside the witness then.
        confederates: Vec<ConfederateId>,
    },
    /// The witness has no score to compare with the confederates', for `no-confederate-above` and `confederate-above`.
    NoScore {},
    /// No confederate has a score to compare with, for the same two.
    NoConfederateScored {
        /// The measure of the score.
        by: Measure,
        /// The score of the witness.
        own: Score,
    },
    /// The comparison with the best confederate by everything that is measured, for the same two.
    BestConfederate {
        /// The best confederate.
        best: Witness,
        /// `true` if the best confederate is above the witness.
        above: bool,
        /// The first measure in which the two differ; the score's when they differ in none.
        by: Measure,
        /// `true` if they differ.
        differ: bool,
        /// The figure of the witness in that measure; null when it has none.
        own: Option<Score>,
        /// The figure of the best confederate in it.
        theirs: Option<Score>,
    },
    /// Median ranks, for `median-at-least-confederates` and `median-below-confederates`.
    MedianRanks {
        /// The median rank of the witness; null without ranks.
        own: Option<Score>,
        /// The median rank of all confederates together.
        confederates: Option<Score>,
    },
    /// Median ranks of each confederate, for `rank-order`.
    RankOrder {
        /// The median rank of the witness; null without ranks.
        own: Option<Score>,
        /// The confederates with a median rank that is not better than that, with theirs.
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
        /// The share of its interviews with an answer.
        share: Share,
    },
    /// Interviews in which judges were right about the witness, for `identified-at-most`.
    Identified {
        /// The share of its interviews with an answer.
        share: Share,
    },
}
