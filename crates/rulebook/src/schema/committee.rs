//! The committee: what a rulebook leaves to people to settle before a contest, and what participants must attest.
//!
//! A contest that has not settled everything does not start. What was settled goes into the record before the first
//! word, so that nobody can find better rules afterwards.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds;

/// Who settles what the rules leave open, and what participants attest, before the contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommitteeRules {
    /// How many members it has.
    #[schemars(range(min = 1, max = 20))]
    pub members: u16,
    /// What it settles, each in a text that everybody may read.
    #[schemars(length(min = 1, max = 20))]
    pub settles: Vec<Matter>,
    /// What participants attest. Absent: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub attestations: Vec<Attestation>,
}

/// Something that the committee settles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Matter {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// What is to be settled, as people read it.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
}

/// Something that every participant of a role says of themselves, or of their program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attestation {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "bounds::slug")]
    pub id: String,
    /// Whose it is: each of them makes it.
    pub of: Attesting,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
}

/// Who attests something. Prints as in a rulebook: `judges`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attesting {
    /// The members of the committee.
    Committee,
    /// The judges.
    Judges,
    /// The confederates.
    Confederates,
    /// The contestants, of their programs.
    Contestants,
}

impl fmt::Display for Attesting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Committee => "committee",
            Self::Judges => "judges",
            Self::Confederates => "confederates",
            Self::Contestants => "contestants",
        })
    }
}
