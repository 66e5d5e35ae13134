//! Trials: a contest whose whole schedule is played several times.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;

/// How often the whole is played, and how the results are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trials {
    /// How often.
    #[schemars(range(min = 1, max = 20))]
    pub count: u16,
    /// In how many trials the conditions of an award must hold. Has no default: a rulebook may leave it to the contest,
    /// which cannot start before it is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combine: Option<Combine>,
    /// The fewest that a contest may have.
    #[serde(default = "usual::one", skip_serializing_if = "usual::is_one")]
    #[schemars(range(min = 1, max = 20))]
    #[schemars(extend("default" = 1))]
    pub least: u16,
    /// When a trial begins after the one before.
    #[serde(default, skip_serializing_if = "NextTrial::is_at_once")]
    #[schemars(extend("default" = "at-once"))]
    pub next: NextTrial,
}

impl Trials {
    /// So many, one after the other.
    #[must_use]
    pub fn of(count: u16, combine: Option<Combine>) -> Self {
        Self { count, combine, least: 1, next: NextTrial::AtOnce }
    }
}

/// When a trial begins after the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextTrial {
    /// When that one is over.
    #[default]
    AtOnce,
    /// On the next day, at the time when the first began: a trial is a day's work.
    NextDay,
}

impl NextTrial {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    fn is_at_once(&self) -> bool {
        *self == Self::AtOnce
    }
}

/// In how many trials a condition must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// In one at least.
    Any,
    /// In more than half.
    Majority,
    /// In every one.
    All,
}
