//! Witnesses with their figures in some measure.

use rulebook::{JudgeId, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Score;

/// A witness with its figure in some measure or tie-break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// The witness.
    pub witness: Witness,
    /// Its figure; null when it has none.
    pub score: Option<Score>,
    /// The judges who took it for the human, where the score counts that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judges: Vec<JudgeId>,
}
