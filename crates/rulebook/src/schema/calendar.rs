//! The calendar: days that the rules name, beside those of intake.
//!
//! A calendar tells people when something is due. What the rules refuse when it comes too early or too late stands under
//! `intake`; a day of the calendar refuses nothing.

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
    /// What is due, as people read it.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// The day.
    pub day: Date,
    /// Whether it is the day itself, or the last one.
    #[serde(default, skip_serializing_if = "Due::is_on")]
    #[schemars(extend("default" = "on"))]
    pub due: Due,
    /// What is recorded then, so that it can be noted when that is early or late. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Milestone>,
    /// Whom it concerns. Absent: everyone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 11))]
    pub concerns: Vec<PersonRole>,
    /// Between which days it may be moved. Absent: the rules do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movable: Option<Movable>,
    /// The rule it comes from.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// Whether a day is the day itself, or the last one.
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

/// What is recorded on a day of the calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Milestone {
    /// Finalists are announced.
    Announcement,
    /// The scores of this stage of selection, by its id.
    Stage(#[schemars(length(min = 1, max = 40))] String),
    /// The contest.
    Contest,
}

/// Between which days something may be moved.
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
