//! The versions of a record's events and result. A bundle has them as a file, so that a reader knows whether it can read the rest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{event, result::ResultVersion};

/// The versions of those parts of a record that the format of its bundle does not define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// The version of the events, [`event::VERSION`].
    pub events: u32,
    /// The version of the result, [`ResultVersion::NUMBER`].
    pub result: u32,
}

impl Versions {
    /// The versions that this program writes and reads.
    pub const NOW: Self = Self { events: event::VERSION, result: ResultVersion::NUMBER };
}
