//! What everybody may read of a contest that is over.
//!
//! Between the close and its release a record is the organiser's, who looks for what must not be published (rule 17 of 2003). A
//! release is a ruling: who decided, under which rule, and why; it may come in parts, and is never taken back.

use std::{collections::BTreeSet, str::FromStr};

use language::{Message, Say};
use rulebook::{Authority, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Private, contest::Contest, event::Reason};

/// A part of a contest that can be released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Released")] // A part of an event is called so too.
pub enum Part {
    /// The result: standings, awards, every ballot without its reason in words.
    Result,
    /// What was said, who sat where, and when.
    Transcripts,
    /// The whole record, with everything above in it.
    Record,
}

/// A ruling that parts of a contest are released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// When.
    pub at: Timestamp,
    /// What.
    pub parts: BTreeSet<Part>,
    /// Who decided.
    pub by: Authority,
    /// The rule that lets them.
    pub rule: String,
    /// Why now, in the organiser's words.
    pub reason: Private<Reason>,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Result, Self::Transcripts, Self::Record];

    /// As it is written in commands and forms.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Transcripts => "transcripts",
            Self::Record => "record",
        }
    }
}

/// Within a sentence: `the result`.
impl Say for Part {
    fn message(&self) -> Message {
        match self {
            Self::Result => say!("organiser-part-result"),
            Self::Transcripts => say!("organiser-part-transcripts"),
            Self::Record => say!("organiser-part-record"),
        }
    }
}

display_in_english!(Part);

/// A text that names no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what is released is `result`, `transcripts` or `record`")]
pub struct NoPart;

impl FromStr for Part {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        Self::ALL.into_iter().find(|part| part.id() == text).ok_or(NoPart)
    }
}

impl Contest {
    /// Whether everybody may read this of the contest. The record has everything else in it.
    #[must_use]
    pub fn is_released(&self, part: Part) -> bool {
        self.releases.iter().any(|release| release.parts.contains(&part) || release.parts.contains(&Part::Record))
    }
}

/// Parts in a sentence: `the result, the transcripts`.
pub(crate) fn listed(parts: &BTreeSet<Part>) -> Message {
    let parts = parts.iter().map(Say::message);
    parts.reduce(|first, then| say!("list-part", first = first, then = then)).unwrap_or_else(|| Message::verbatim(""))
}
