//! The files, settings and costs of an entry: facts that stay sealed until the contest is over.
//!
//! A model's name or a file's digest would tell a judge which witness is a program. The record commits to them when a
//! program is started, and opens them with everything else at the end.

use std::collections::BTreeMap;

use rulebook::{EntryId, InterviewId};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// The files and settings of a program, as found when it is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// The entry.
    pub entry: EntryId,
    /// The files of its command.
    pub files: Vec<DepositedFile>,
    /// Its other settings by name: the protocol, its address, its model, its instructions. No secrets.
    pub settings: BTreeMap<String, String>,
}

/// One file of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DepositedFile {
    /// Its name in the contest file.
    pub name: String,
    /// SHA-256 of its bytes, as 64 lower-case hexadecimal digits.
    #[serde(deserialize_with = "digest")]
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
    pub sha256: String,
    /// Its size.
    #[schemars(extend("x-unit" = "bytes"))]
    pub bytes: u64,
}

/// Reads a digest; any other text is an error.
fn digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() == 64 && text.bytes().all(is_hex) {
        return Ok(text);
    }
    Err(D::Error::custom("a digest is 64 lower-case hexadecimal digits"))
}

/// The cost of one or several answers of an entry that is a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// The entry.
    pub entry: EntryId,
    /// The interview of the answers.
    pub interview: InterviewId,
    /// The cost.
    pub spent: Spent,
}

/// Requests, tokens and money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// The number of requests to the model, retries included.
    #[schemars(extend("x-unit" = "requests"))]
    pub requests: u64,
    /// Tokens of the prompts, as the model's server counts them.
    #[schemars(extend("x-unit" = "tokens"))]
    pub prompt_tokens: u64,
    /// Tokens of the completions, as the model's server counts them.
    #[schemars(extend("x-unit" = "tokens"))]
    pub completion_tokens: u64,
    /// The price; 0 where it is not known.
    #[schemars(extend("x-unit" = "millionths of the currency of its settings"))]
    pub cost_micro: u64,
}

impl Spent {
    /// The sum of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            requests: self.requests.saturating_add(other.requests),
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
            cost_micro: self.cost_micro.saturating_add(other.cost_micro),
        }
    }
}
