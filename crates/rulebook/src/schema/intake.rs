//! Intake: who may enter, with what, until when.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may enter, with what, until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntakeRules {}
