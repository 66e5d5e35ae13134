//! Trials: a contest whose whole schedule is played several times.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
