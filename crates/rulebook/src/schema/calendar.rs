//! The calendar: days that the rules name, beside those of intake.
//!
//! A calendar announces due days and refuses nothing. Rules that refuse something early or late are under `intake`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Date, PersonRole};

/// Days that the rules name, each by a short name of lower-case letters, digits and hyphens.
pub type Calendar = BTreeMap<String, CalendarDay>;

/// A day that the rules name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarDay {
    /// The title, as people read it.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// The day.
    pub day: Date,
    /// Whether it is due on the day itself, or by it at the latest.
    #[serde(default, skip_serializing_if = "Due::is_on")]
    #[schemars(extend("default" = "on"))]
    pub due: Due,
    /// The recorded step that belongs to the day, so that an early or late one can be noted. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Milestone>,
    /// The people it concerns. Absent: everyone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 11))]
    pub concerns: Vec<PersonRole>,
    /// The days between which it may be moved. Absent: the rules do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movable: Option<Movable>,
    /// The rule it comes from.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Whether something is due on a day itself, or by it at the latest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// On this day.
    #[default]
    On,
    /// By this day at the latest.
    By,
}

impl Due {
    fn is_on(&self) -> bool {
        *self == Self::On
    }
}

/// A recorded step of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Milestone {
    /// The announcement of the finalists.
    Announcement,
    /// The scores of this stage of selection, by its id.
    Stage(#[schemars(length(min = 1, max = 40))] String),
    /// The contest.
    Contest,
}

/// The days between which something may be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Movable {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
    /// The last day on which a move may be decided.
    pub until: Date,
}
