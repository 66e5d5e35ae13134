//! Roles: the numbers of participants, and the information that judges get about them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;

/// The numbers of judges, entries and confederates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roles {
    /// Judges.
    #[schemars(range(min = 1, max = 512))]
    pub judges: u16,
    /// Entries in the final.
    #[schemars(range(min = 1, max = 64))]
    pub entries: u16,
    /// Confederates.
    #[schemars(range(min = 1, max = 512))]
    pub confederates: u16,
    /// The number of baselines among the entries: weak programs of the organiser that show whether judges can tell programs from
    /// people. They receive no award. The contest file names them, or, for ballots made elsewhere, the person who counts them; none
    /// is guessed, and until they are named no entry receives an award.
    #[serde(default, skip_serializing_if = "usual::is_zero")]
    #[schemars(range(max = 63))]
    #[schemars(extend("default" = 0))]
    pub baselines: u16,
    /// The number of conversations that an entry holds at the same time, at least 1.
    #[serde(default = "usual::one", skip_serializing_if = "usual::is_one")]
    #[schemars(range(min = 1, max = 64))]
    #[schemars(extend("default" = 1))]
    pub parallel: u16,
    /// The rule on the roles of a person.
    #[serde(default, skip_serializing_if = "People::are_apart")]
    #[schemars(extend("default" = "apart"))]
    pub people: People,
    /// The ranges that a contest may choose from. Absent: the numbers above are the only ones.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// The information that judges get about the witnesses. A contest that would make it untrue does not start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<WitnessNotice>,
}

impl Roles {
    /// Exactly these numbers: no baselines, one conversation at a time, each person in one role.
    #[must_use]
    pub fn of(judges: u16, entries: u16, confederates: u16) -> Self {
        Self {
            judges,
            entries,
            confederates,
            baselines: 0,
            parallel: 1,
            people: People::Apart,
            limits: Limits::default(),
            told: None,
        }
    }
}

/// The rule on the roles of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum People {
    /// Judges and confederates are different people.
    #[default]
    Apart,
    /// Every person is a judge in some rounds and a confederate in others: J1 and C1 are the same person, and so on.
    Both,
}

impl People {
    fn are_apart(&self) -> bool {
        *self == Self::Apart
    }
}

/// The ranges that a contest may choose from, role by role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// For judges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judges: Option<Limit>,
    /// For entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Limit>,
    /// For confederates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confederates: Option<Limit>,
}

impl Limits {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The fewest and the most of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The fewest.
    #[serde(default = "usual::one")]
    #[schemars(range(min = 1, max = 512))]
    pub least: u16,
    /// The most.
    #[serde(default = "most")]
    #[schemars(range(min = 1, max = 512))]
    pub most: u16,
}

/// The information that judges get about the witnesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Told")]
pub struct WitnessNotice {
    /// At least this many witnesses are human.
    #[schemars(range(max = 512))]
    pub confederates: u16,
    /// At least this many witnesses are programs.
    #[schemars(range(max = 64))]
    pub entries: u16,
}

fn most() -> u16 {
    64
}
