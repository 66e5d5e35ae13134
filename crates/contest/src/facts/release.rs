//! Releases: the parts of a closed contest that everybody may read.
//!
//! Between its close and its release a record belongs to the organiser, who looks for parts that must not be published
//! (rule 17 of 2003). A release is a ruling, with its authority, its rule and its reason; it may come in parts, and is
//! never revoked.

use std::{collections::BTreeSet, str::FromStr};

use language::{Message, Say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a contest that can be released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Released")] // A part of an event is called so too.
pub enum ReleasablePart {
    /// The result: standings, awards, every ballot without its reason in words.
    Result,
    /// The conversations, with seats and times.
    Transcripts,
    /// The whole record, which includes all the above.
    Record,
}

impl ReleasablePart {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Result, Self::Transcripts, Self::Record];

    /// The part's name in commands and forms.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Transcripts => "transcripts",
            Self::Record => "record",
        }
    }
}

/// As a phrase: `the result`.
impl Say for ReleasablePart {
    fn message(&self) -> Message {
        match self {
            Self::Result => say!("organiser-part-result"),
            Self::Transcripts => say!("organiser-part-transcripts"),
            Self::Record => say!("organiser-part-record"),
        }
    }
}

display_in_english!(ReleasablePart);

/// The text names no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what is released is `result`, `transcripts` or `record`")]
pub struct NoPart;

impl FromStr for ReleasablePart {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        Self::ALL.into_iter().find(|part| part.id() == text).ok_or(NoPart)
    }
}

/// The parts as a phrase: `the result, the transcripts`.
pub(crate) fn listed(parts: &BTreeSet<ReleasablePart>) -> Message {
    let parts = parts.iter().map(Say::message);
    parts.reduce(|first, then| say!("list-part", first = first, then = then)).unwrap_or_else(|| Message::verbatim(""))
}
