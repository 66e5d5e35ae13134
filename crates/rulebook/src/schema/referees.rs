//! Referees: people who watch over the conversations, and their rights to read them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The powers of referees. They read along while judges talk; they may warn, limit and mute confederates, and flag a
/// moment for the organiser. If `interview.delivery` delays the words of every witness, they may also hold or strike
/// them before the judge sees them. Referees never see ballots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefereeRules {
    /// The conversations that they read. They may step in with confederates only, in either case.
    pub read: Readable,
}

/// The conversations that referees read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Readable {
    /// Those of confederates.
    Confederates,
    /// Those of every witness, programs too.
    Witnesses,
}
