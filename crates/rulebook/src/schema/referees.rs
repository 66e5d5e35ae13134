//! Referees: people who watch over the conversations, and what of them they may read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What referees may do. They read along while judges talk; they may warn, limit and mute confederates, flag a moment for the
/// organiser and, where `interview.delivery` holds back what every witness says, hold or strike it before the judge is shown it.
/// Nobody sees ballots as a referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefereeRules {
    /// Whose conversations they read. They may step in with confederates only, whatever they read.
    pub read: Readable,
}

/// Whose conversations referees read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Readable {
    /// Those of confederates.
    Confederates,
    /// Those of every witness, programs too.
    Witnesses,
}
