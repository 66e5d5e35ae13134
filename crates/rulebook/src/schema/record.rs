//! The confirmation of a contest's record by outsiders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The confirmation of the record by outsiders. The contest names its cosigners; they watch the record grow and sign it
/// as long as nothing in it was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRules {
    /// The number of cosigners that must have signed the last head of the record. Until they have, no verifier confirms
    /// the result; the contest itself never waits for them. 0: none needed.
    #[schemars(range(min = 0, max = 16))]
    pub cosigners: u16,
}
