//! Schedule: who meets whom, when, and under which blind label.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds;
use crate::{ConfederateId, time::friendly};

/// Who meets whom, when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRules {
    /// The construction of the plan.
    pub design: Design,
    /// The blind labels of the witnesses.
    pub seats: Seats,
    /// Parts of a large contest that follow each other, each with judges of its own. Absent: everybody is there throughout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Sessions>,
}

/// Parts of a large contest that follow each other, each with judges of its own: they meet all entries, as the design says,
/// in interviews that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sessions {
    /// The most judges of a session. Every judge is in one; they are shared out evenly among as few sessions as can be.
    #[schemars(range(min = 1, max = 64))]
    pub judges: u16,
    /// The confederates of a session, or all of them where there are fewer. Where there are too few for every session to have
    /// its own, they are in several, all as often.
    #[schemars(range(min = 1, max = 64))]
    pub confederates: u16,
    /// Time between two sessions, beside what belongs to their rounds.
    #[serde(with = "friendly", default, skip_serializing_if = "Duration::is_zero")]
    #[schemars(schema_with = "bounds::pause", extend("default" = "0s"))]
    pub pause: Duration,
}

impl Sessions {
    /// How many confederates a session has where there are so many in all.
    #[must_use]
    pub fn confederates_of(self, all: u16) -> u16 {
        self.confederates.min(all)
    }
}

/// The construction of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Design {
    /// For pairs: n judges, n entries, n confederates, n rounds: every judge meets every entry and every confederate once,
    /// every entry every confederate once. Exists for every n but 2 and 6.
    GraecoLatin,
    /// For pairs: every judge meets every entry once, beside the confederates as evenly shared out as the numbers allow, in
    /// the fewest rounds.
    FewestRounds,
    /// For pairs: the confederate beside each entry before each judge is given, a row per judge, a column per entry; the
    /// rounds are the fewest. A contest with fewer judges or entries uses the first rows and columns.
    Matrix(
        /// The rows.
        #[schemars(length(min = 1, max = 64))]
        Vec<Vec<ConfederateId>>,
    ),
    /// For one witness at a time: every judge meets every witness once, moving from terminal to terminal, so that as many
    /// rounds are needed as there are witnesses or judges, whichever are more.
    Rotation,
    /// Everyone takes turns at asking and answering, through this many rounds: a person is a judge in as many as the numbers
    /// allow, and never meets themselves. For people who have both roles.
    TakeTurns {
        /// The number of rounds.
        #[schemars(range(min = 1, max = 64))]
        rounds: u16,
    },
}

/// The blind labels under which judges see witnesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// Left or right by a draw for each interview; a single witness has no label that lasts.
    Drawn,
    /// Every witness has a terminal with a number, drawn once, the same for every judge. A plan of one's own may send a judge
    /// to a terminal again, which is ranked once.
    Terminals,
}
