//! The committee: the matters that a rulebook leaves open until the contest, and the attestations of participants.
//!
//! A contest starts only when every matter is settled. The settled texts go into the record before the first word, so
//! that nobody can find better rules afterwards.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The committee that settles open matters before the contest, and the attestations of participants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommitteeRules {
    /// The number of members.
    #[schemars(range(min = 1, max = 20))]
    pub members: u16,
    /// The matters it settles, each in a text that everybody may read.
    #[schemars(length(min = 1, max = 20))]
    pub settles: Vec<Matter>,
    /// The attestations of participants. Absent: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20))]
    pub attestations: Vec<Attestation>,
}

/// A matter for the committee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Matter {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// The matter, as people read it.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
}

/// A sentence that every participant of a role attests about themselves, or about their program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attestation {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// The group; each of its members makes it.
    pub of: Attesting,
    /// The sentence, in our own words.
    #[schemars(length(min = 1, max = 400))]
    pub sentence: String,
}

/// A group that attests something. Prints as in a rulebook: `judges`.
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
