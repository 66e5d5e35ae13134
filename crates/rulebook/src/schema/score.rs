//! Score: the rule that turns ballots into an order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rule that turns ballots into an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRules {
    /// The measure that a witness is scored by.
    pub by: Measure,
    /// The witnesses in the order.
    #[serde(default, skip_serializing_if = "Among::is_entries")]
    #[schemars(extend("default" = "entries"))]
    pub among: Among,
    /// The tie-breaks between equal scores, in this order. Witnesses equal in all of them share a place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    #[schemars(extend("default" = []))]
    pub tie_breaks: Vec<TieBreak>,
}

/// A measure that a witness is scored by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Measure {
    /// The number of interviews in which it was taken for the human: chosen, given the verdict "human", or given the
    /// winner's points of a split. More is better.
    TimesTakenForHuman,
    /// The share of its interviews with a ballot in which it was taken for the human. More is better.
    ShareTakenForHuman,
    /// The median of its ranks in the judges' rankings; the ranking decides which end is better.
    MedianRank,
    /// The arithmetic mean of its ranks in the judges' rankings; the ranking decides which end is better.
    MeanRank,
    /// The total of its ranks: each judge's points from all splits are ordered, most points rank 1. Less is better.
    RankTotal,
    /// The arithmetic mean of its ratings under this name. More is better.
    MeanRating(#[schemars(schema_with = "super::bounds::slug")] String),
    /// The median of its ratings under this name. More is better.
    MedianRating(#[schemars(schema_with = "super::bounds::slug")] String),
}

/// The witnesses in an order.
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

/// A rule between equal scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TieBreak {
    /// Another measure.
    By(Measure),
    /// The order in which selection placed the entries.
    Selection,
    /// The decision of more than half of the judges when they confer.
    Majority,
    /// A recorded draw that anyone can check.
    Coin,
}
