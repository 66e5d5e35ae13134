//! What outsiders have to vouch for of a contest's record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What outsiders have to vouch for of the record. Cosigners are named by the contest; they watch the record grow, and sign it
/// only as long as nothing in it was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRules {
    /// How many of the contest's cosigners must have signed the last head of its record. Until they have, no verifier confirms
    /// the result; the contest itself never waits for them. 0: nobody has to.
    #[schemars(range(min = 0, max = 16))]
    pub cosigners: u16,
}
