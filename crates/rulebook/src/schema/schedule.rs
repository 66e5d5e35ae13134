//! Schedule: the meetings of judges and witnesses, their times and blind labels.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ConfederateId, time::friendly};

/// The plan of meetings and its times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRules {
    /// The construction of the plan.
    pub design: Design,
    /// The blind labels of the witnesses.
    pub seats: Seats,
    /// Parts of a large contest that follow each other, each with its own judges. Absent: everybody is there
    /// throughout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Sessions>,
}

/// Parts of a large contest that follow each other, each with its own judges, who meet all entries by the design, in
/// interviews that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sessions {
    /// The most judges of a session. Every judge is in one session; judges are spread evenly over as few sessions as
    /// possible.
    #[schemars(range(min = 1, max = 64))]
    pub judges: u16,
    /// The confederates of a session, or all of them if there are fewer. With too few for every session to have its
    /// own, each confederate is in several sessions, all equally often.
    #[schemars(range(min = 1, max = 64))]
    pub confederates: u16,
    /// Time between two sessions, beside the time of their rounds.
    #[serde(with = "friendly", default, skip_serializing_if = "Duration::is_zero")]
    #[schemars(schema_with = "super::bounds::pause", extend("default" = "0s"))]
    pub pause: Duration,
}

impl Sessions {
    /// The number of confederates in a session, out of this many in all.
    #[must_use]
    pub fn confederates_of(self, all: u16) -> u16 {
        self.confederates.min(all)
    }
}

/// The construction of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Design {
    /// For pairs, n judges, n entries and n confederates in n rounds: every judge meets every entry and every
    /// confederate once; every entry meets every confederate once. Exists for every n but 2 and 6.
    GraecoLatin,
    /// For pairs: every judge meets every entry once, with confederates spread as evenly as the numbers allow, in the
    /// fewest rounds.
    FewestRounds,
    /// For pairs: a given table of confederates, a row per judge, a column per entry, in the fewest rounds. A contest
    /// with fewer judges or entries uses the first rows and columns.
    Matrix(
        /// The rows.
        #[schemars(length(min = 1, max = 64))]
        Vec<Vec<ConfederateId>>,
    ),
    /// For one witness at a time: every judge meets every witness once, moving from terminal to terminal. The number of
    /// rounds is the number of witnesses or of judges, whichever is larger.
    Rotation,
    /// For people with both roles: everyone takes turns at asking and answering, through this many rounds. A person is
    /// a judge in as many as the numbers allow, and never meets themselves.
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
    /// Left or right, drawn for each interview; a single witness has no lasting label.
    Drawn,
    /// A numbered terminal for every witness, drawn once, the same for every judge. A plan of your own may send a judge
    /// to a terminal again; the judge ranks it once.
    Terminals,
}
