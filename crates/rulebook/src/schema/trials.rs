//! Trials: a contest whose whole schedule is played several times.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;

/// The number of times that the whole schedule is played, and the rule that combines the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trials {
    /// The number of trials.
    #[schemars(range(min = 1, max = 20))]
    pub count: u16,
    /// The number of trials in which the conditions of an award must hold. Has no default: a rulebook may leave the
    /// choice to the contest, which cannot start without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combine: Option<Combine>,
    /// The fewest that a contest may have.
    #[serde(default = "usual::one", skip_serializing_if = "usual::is_one")]
    #[schemars(range(min = 1, max = 20))]
    #[schemars(extend("default" = 1))]
    pub least: u16,
    /// The start of a trial after the one before.
    #[serde(default, skip_serializing_if = "NextTrial::is_at_once")]
    #[schemars(extend("default" = "at-once"))]
    pub next: NextTrial,
}

impl Trials {
    /// This many trials, one after the other.
    #[must_use]
    pub fn of(count: u16, combine: Option<Combine>) -> Self {
        Self { count, combine, least: 1, next: NextTrial::AtOnce }
    }
}

/// The start of a trial after the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextTrial {
    /// As soon as that one is over.
    #[default]
    AtOnce,
    /// On the next day, at the time when the first began, so that each trial has a day of its own.
    NextDay,
}

impl NextTrial {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    fn is_at_once(&self) -> bool {
        *self == Self::AtOnce
    }
}

/// The number of trials in which a condition must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// At least one.
    Any,
    /// More than half.
    Majority,
    /// Every one.
    All,
}
