//! Selection: how the entries of the final are chosen from those that came in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the entries of the final are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelectionRules {}
