//! Answers of a judge on the form about one interview.
//!
//! `L` is the type of label for witnesses: the blind seat while the contest runs, the witness when ballots are counted.
//! [`form`](crate::form) checks the rules of a rulebook.

use std::collections::BTreeMap;

use rulebook::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answers on the form about one interview; answers to questions not asked are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(serialize = "L: Serialize + Ord", deserialize = "L: Deserialize<'de> + Ord"))]
#[schemars(rename = "Answers")]
pub struct Answers<L> {
    /// The one of the two the judge takes for the human.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<L>,
    /// The verdict about each witness.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<L, Verdict>,
    /// The ratings by their names, each with a decimal number for every witness, as text: `"3.25"`, at most three
    /// decimal places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<String, BTreeMap<L, Decimal>>,
    /// The points given to each witness.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub split: BTreeMap<L, u16>,
    /// The judge's confidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "per cent"))]
    pub confidence: Option<u8>,
    /// The reason in words. A record keeps it apart from the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A judge's verdict about a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A person.
    Human,
    /// A program.
    Machine,
    /// The judge cannot tell.
    Unsure,
}

impl<L> Default for Answers<L> {
    fn default() -> Self {
        Self {
            choice: None,
            verdicts: BTreeMap::new(),
            ratings: BTreeMap::new(),
            split: BTreeMap::new(),
            confidence: None,
            reason: None,
        }
    }
}

impl<L: Ord> Answers<L> {
    /// The same answers under other labels; `None` when one of the labels has no counterpart.
    #[must_use]
    pub fn relabel<M: Ord>(self, mut to: impl FnMut(L) -> Option<M>) -> Option<Answers<M>> {
        let ratings = self.ratings.into_iter().map(|(name, numbers)| Some((name, relabel(numbers, &mut to)?)));
        Some(Answers {
            ratings: ratings.collect::<Option<_>>()?,
            choice: match self.choice {
                Some(label) => Some(to(label)?),
                None => None,
            },
            verdicts: relabel(self.verdicts, &mut to)?,
            split: relabel(self.split, &mut to)?,
            confidence: self.confidence,
            reason: self.reason,
        })
    }
}

fn relabel<L, M: Ord, T>(map: BTreeMap<L, T>, to: &mut impl FnMut(L) -> Option<M>) -> Option<BTreeMap<M, T>> {
    map.into_iter().map(|(label, value)| Some((to(label)?, value))).collect()
}
