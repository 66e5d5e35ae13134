//! How an entry that is a model behind an HTTP address is asked.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use attachment::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Decimal;

/// A model behind an OpenAI-compatible address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// The address in front of `/chat/completions`, without a slash at its end: `https://host/v1`.
    pub url: String,
    /// The model, as the server names it.
    pub model: String,
    /// What the model is told before the judge's first word. Absent: nothing.
    pub instructions: Option<Instructions>,
    /// The message that holds them.
    pub instructions_role: InstructionsRole,
    /// What the model is told so that it opens, where the rulebook lets witnesses open. Absent: it only answers.
    pub start: Option<String>,
    /// Where the server's key is found. Absent: it asks for none.
    pub key: Option<KeySource>,
    /// Whether the answer is asked for word by word. It is shown when it is complete in either case.
    pub stream: bool,
    /// How much chance there is in the choice of words, 0 to 2. Absent: as the server has it.
    pub temperature: Option<Decimal>,
    /// The most tokens of an answer. Absent: as the server has it.
    pub max_tokens: Option<u32>,
    /// Texts before which the model stops; at most 4.
    pub stop: Vec<String>,
    /// Further members of the request, a JSON object as text. Absent: none.
    pub extra: Option<String>,
    /// How many messages of the conversation, of both sides, are sent again beside the judge's last.
    pub history: usize,
    /// How long one answer may take, in real time.
    pub patience: Duration,
    /// How often the server is asked again for one answer.
    pub retries: u32,
    /// What it takes of that which a judge may show. Of every other kind it is told in words.
    pub takes: BTreeSet<Kind>,
    /// What a million tokens cost. Absent: it is not known.
    pub price: Option<Price>,
}

/// Where instructions stand. They are a template: see [`Template`](super::Template).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instructions {
    /// In the contest file.
    Text(String),
    /// In a file of their own, told from the contest file's folder.
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
    /// The judge's first of a request, in front of its words: for servers that refuse the others.
    User,
}

/// Where a server's key is found; the key itself is in no contest file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// In a file, told from the contest file's folder. A line end behind it does not belong to it.
    File(PathBuf),
    /// In an environment variable of this name.
    Variable(String),
}

/// What a server asks for its work, per million tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// For a million tokens of what it is sent.
    pub input: Decimal,
    /// For a million tokens of what it answers.
    pub output: Decimal,
    /// Three capital letters, such as `USD`.
    pub currency: String,
}
