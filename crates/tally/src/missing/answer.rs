//! Answers that a file lacks, and their names in words.

use language::{Message, Say};
use rulebook::{ConfederateId, EntryId, JudgeId, RoundNumber};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A missing answer: a ballot that the design planned or a row leaves blank, a question that a ballot leaves open, or a
/// ranking.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Missing {
    /// About an interview.
    Ballot {
        /// The trial, from 1.
        trial: u16,
        /// The judge.
        judge: JudgeId,
        /// The entry it is about; null where it is about a confederate alone.
        entry: Option<EntryId>,
        /// The confederate it is about; null where it is about an entry alone, or where the entry's partner is unknown.
        confederate: Option<ConfederateId>,
    },
    /// One open question of a ballot that answers others.
    Answer {
        /// The trial, from 1.
        trial: u16,
        /// The judge.
        judge: JudgeId,
        /// The round of the interview.
        round: RoundNumber,
        /// The entry with the open question; null where only the confederate's is open.
        entry: Option<EntryId>,
        /// The confederate with the open question; null where only the entry's is open.
        confederate: Option<ConfederateId>,
        /// The question: `choice`, `verdict`, `points`, or the name of a rating.
        question: String,
    },
    /// A ranking of everyone met that is missing, or lacks a witness.
    Ranking {
        /// The trial, from 1.
        trial: u16,
        /// The judge.
        judge: JudgeId,
    },
}

impl Missing {
    /// The trial, from 1.
    #[must_use]
    pub fn trial(&self) -> u16 {
        match *self {
            Self::Ballot { trial, .. } | Self::Answer { trial, .. } | Self::Ranking { trial, .. } => trial,
        }
    }

    /// The judge.
    #[must_use]
    pub fn judge(&self) -> JudgeId {
        match *self {
            Self::Ballot { judge, .. } | Self::Answer { judge, .. } | Self::Ranking { judge, .. } => judge,
        }
    }
}

/// The subject of the answer: `E1 with C2`, `E1`, `E1 (verdict)`, `the ranking`.
impl Say for Missing {
    fn message(&self) -> Message {
        match self {
            Self::Ballot { entry, confederate, .. } => about(*entry, *confederate),
            Self::Answer { entry, confederate, question, .. } => {
                say!("result-missing-answer", about = about(*entry, *confederate), question = question)
            }
            Self::Ranking { .. } => say!("result-missing-ranking"),
        }
    }
}

fn about(entry: Option<EntryId>, confederate: Option<ConfederateId>) -> Message {
    match (entry, confederate) {
        (Some(entry), Some(confederate)) => {
            say!("result-missing-pair", entry = entry.to_string(), confederate = confederate.to_string())
        }
        (Some(entry), None) => entry.to_string().into(),
        (None, Some(confederate)) => confederate.to_string().into(),
        (None, None) => say!("result-missing-somebody"),
    }
}

display_in_english!(Missing);
