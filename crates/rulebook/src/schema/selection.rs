//! Selection: the choice of the entries of the final from those that came in.
//!
//! Stages follow each other. A stage is held only if the number of remaining entries lies in its span, so the branches
//! of a rulebook ("with five to eight entries …") are rows of one list. With no entry, or one, the awards decide
//! (`rolls_over`, `only_entry`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;

/// The choice of the entries of the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelectionRules {
    /// The most entries in the final.
    #[schemars(range(min = 1, max = 64))]
    pub finalists: u16,
    /// The number of entries held in reserve, next in the order.
    #[serde(default, skip_serializing_if = "usual::is_zero")]
    #[schemars(extend("default" = 0))]
    #[schemars(range(max = 64))]
    pub reserves: u16,
    /// The stages, one after the other. With none, everyone is in the final.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 10))]
    pub stages: Vec<Stage>,
    /// A rule that judges of a stage do not judge the final. Absent: they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judges_apart: Option<JudgesApart>,
    /// The rule for entries that answer alike. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<LikenessRules>,
}

/// One stage: its entries, the comparison, the number that stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1, max = 80))]
    pub title: String,
    /// The numbers of remaining entries with which it is held; with any other it is skipped.
    pub entries: Span,
    /// The comparison of entries.
    pub compare: Compare,
    /// Guidelines for its judges, printed with the plan of who judges which entries. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 4000), extend("x-lines" = true))]
    pub guidelines: Option<String>,
    /// The most entries that stay.
    #[schemars(range(min = 1, max = 1000))]
    pub keeps: u16,
    /// Whether the organisers may keep further entries for their merit.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub invitations: bool,
    /// The rule when entries on both sides of the cut are level.
    pub ties: Tie,
    /// The rule it comes from, as reasons name it.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// A range of the number of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The fewest.
    #[schemars(range(min = 1, max = 1000))]
    pub least: u16,
    /// The most. Absent: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub most: Option<u16>,
}

impl Span {
    /// Returns whether the number lies in the range.
    #[must_use]
    pub fn holds(self, number: usize) -> bool {
        number >= usize::from(self.least) && self.most.is_none_or(|most| number <= usize::from(most))
    }
}

/// A comparison of entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Compare {
    /// By the stamp that counts: the earliest stay.
    Earliest,
    /// By the committee, which chooses entries and puts them into an order.
    Committee,
    /// By judges who each rank the entries allotted to them; 1 is the best. The arithmetic mean of an entry's ranks
    /// counts, less is better.
    Ranks(PanelRules),
    /// By judges who each give the entries allotted to them points from 0. The arithmetic mean of an entry's points
    /// counts, more is better.
    Points {
        /// The shares of the judges.
        panel: PanelRules,
        /// The most points of one judge for one entry.
        #[schemars(range(min = 1, max = 1000))]
        most: u16,
    },
    /// By marks for the answers to questions. The sum of an entry's marks counts, more is better.
    Questions(QuestionRules),
}

/// The sharing out of entries among judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PanelRules {
    /// The fewest judges for one entry.
    #[schemars(range(min = 1, max = 64))]
    pub judges_per_entry: u16,
    /// The most entries for one judge.
    #[schemars(range(min = 1, max = 1000))]
    pub entries_per_judge: u16,
}

/// The questions put to all entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionRules {
    /// The highest mark of one answer; the lowest is 0.
    #[schemars(range(min = 1, max = 100))]
    pub marks: u16,
    /// Whether half marks may be given.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub halves: bool,
    /// The kinds of questions, such as `time`; each must occur. Empty: any kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 40)))]
    pub kinds: Vec<String>,
    /// Facts taken as true when answers are marked, even if they change later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("default" = []))]
    #[schemars(length(max = 20), inner(length(min = 1, max = 200)))]
    pub facts: Vec<String>,
    /// The comparison when no entry earns a mark.
    #[serde(default, skip_serializing_if = "Otherwise::is_nothing")]
    #[schemars(extend("default" = "nothing"))]
    pub otherwise: Otherwise,
}

/// The comparison when no entry can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// Nothing: they are level.
    #[default]
    Nothing,
    /// The general quality of their answers: the organisers put them into an order.
    GeneralQuality,
}

impl Otherwise {
    fn is_nothing(&self) -> bool {
        *self == Self::Nothing
    }
}

/// The rule when entries on both sides of a cut are level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Tie {
    /// A panel of this many judges puts them into an order.
    Panel(#[schemars(range(min = 1, max = 64))] u16),
    /// The earlier stamp stays.
    Earlier,
    /// All of them stay.
    AllStay,
}

/// The rule that judges of a stage do not judge the final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgesApart {
    /// The rule it comes from.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}

/// The rule for entries that answer the same open questions alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LikenessRules {
    /// The number of judges on the panel that decides. The closest pairs are put before it, however alike they are; no
    /// number decides.
    #[schemars(range(min = 1, max = 64))]
    pub panel: u16,
    /// The rule it comes from.
    #[schemars(length(min = 1, max = 80))]
    pub rule: String,
}
