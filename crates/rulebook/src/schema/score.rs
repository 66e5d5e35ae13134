//! Score: how ballots become an order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds;

/// How ballots become an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRules {
    /// What a witness is scored by.
    pub by: Measure,
    /// Who stands in the order.
    #[serde(default, skip_serializing_if = "Among::is_entries")]
    #[schemars(extend("default" = "entries"))]
    pub among: Among,
    /// What decides between equal scores, in this order. Those equal in all of them share a place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    #[schemars(extend("default" = []))]
    pub tie_breaks: Vec<TieBreak>,
}

/// What a witness is scored by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Measure {
    /// The number of interviews in which it was taken for the human: chosen, given the verdict "human", or given the
    /// winner's points of a split. More is better.
    TimesTakenForHuman,
    /// The share of its interviews with a ballot in which it was taken for the human. More is better.
    ShareTakenForHuman,
    /// The median of its ranks in the judges' rankings; which end is better follows from the ranking.
    MedianRank,
    /// The arithmetic mean of its ranks in the judges' rankings; which end is better follows from the ranking.
    MeanRank,
    /// The total of its ranks when each judge's points of all splits are put in order, most points rank 1. Less is better.
    RankTotal,
    /// The arithmetic mean of its ratings under this name. More is better.
    MeanRating(#[schemars(schema_with = "bounds::slug")] String),
    /// The median of its ratings under this name. More is better.
    MedianRating(#[schemars(schema_with = "bounds::slug")] String),
}

/// Who stands in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// Entries; confederates have an order of their own.
    #[default]
    Entries,
    /// Entries and confederates together.
    Witnesses,
}

impl Among {
    fn is_entries(&self) -> bool {
        *self == Self::Entries
    }
}

/// What decides between equal scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TieBreak {
    /// Another measure.
    By(Measure),
    /// The order in which selection placed the entries.
    Selection,
    /// What more than half of the judges decide when they confer.
    Majority,
    /// A recorded draw that anyone can check.
    Coin,
}
