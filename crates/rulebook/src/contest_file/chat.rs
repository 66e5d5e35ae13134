//! The settings for an entry that is a model behind an HTTP address.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use attachment::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Decimal;

/// A model behind an OpenAI-compatible address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// The address before `/chat/completions`, without a slash at its end: `https://host/v1`.
    pub url: String,
    /// The server's name for the model.
    pub model: String,
    /// The instructions that the model gets before the judge's first word. Absent: none.
    pub instructions: Option<Instructions>,
    /// The message that holds the instructions.
    pub instructions_role: InstructionsRole,
    /// The text that makes the model open, if the rulebook lets witnesses open. Absent: it only answers.
    pub start: Option<String>,
    /// The source of the server's key. Absent: the server needs none.
    pub key: Option<KeySource>,
    /// Whether the answer is requested as a stream. It is shown when it is complete in either case.
    pub stream: bool,
    /// The randomness in the choice of words, 0 to 2. Absent: the server's own.
    pub temperature: Option<Decimal>,
    /// The most tokens of an answer. Absent: the server's own limit.
    pub max_tokens: Option<u32>,
    /// Texts before which the model stops; at most 4.
    pub stop: Vec<String>,
    /// Further members of the request, a JSON object as text. Absent: none.
    pub extra: Option<String>,
    /// The number of earlier messages, of both sides, that are sent again beside the judge's last.
    pub history: usize,
    /// The time allowed for one answer, in real time.
    pub patience: Duration,
    /// The number of retries for one answer.
    pub retries: u32,
    /// The kinds of a judge's files that it receives. Every other kind is described to it in words.
    pub takes: BTreeSet<FileKind>,
    /// The price per million tokens. Absent: it is not known.
    pub price: Option<Price>,
}

/// The source of the instructions. They are a template: see [`Template`](super::Template).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instructions {
    /// In the contest file.
    Text(String),
    /// In a file of their own, relative to the contest file's folder.
    File(PathBuf),
}

/// The message that holds a model's instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InstructionsRole {
    /// One of the role `system`, in front of the conversation.
    #[default]
    System,
    /// One of the role `developer`, in front of the conversation.
    Developer,
    /// The judge's first message of a request, before its words: for servers that refuse the other roles.
    User,
}

/// The source of a server's key; the key itself is in no contest file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// A file, relative to the contest file's folder. A line end after the key is ignored.
    File(PathBuf),
    /// An environment variable of this name.
    Variable(String),
}

/// A server's price, per million tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The price of a million tokens sent to it.
    pub input: Decimal,
    /// The price of a million tokens of its answers.
    pub output: Decimal,
    /// Three capital letters, such as `USD`.
    pub currency: String,
}
