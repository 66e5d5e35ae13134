//! The forms that participants fill in, and the outcome of a closed form.

use std::{fmt, str::FromStr};

use language::{Message, Say};
use rulebook::RoundNumber;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::Counted;

/// A form of one participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^((ballot|notes)-R|ranking-)[1-9][0-9]*$"))]
pub enum FormId {
    /// The ballot about the interview of this round. Written `ballot-R1`.
    Ballot(RoundNumber),
    /// The ranking of everyone met in this trial, from 1. Written `ranking-1`.
    Ranking(u16),
    /// A judge's own notes about the interview of this round: never sealed, and shown only to the judge. Written
    /// `notes-R1`.
    Notes(RoundNumber),
}

impl fmt::Display for FormId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ballot(round) => write!(f, "ballot-{round}"),
            Self::Ranking(trial) => write!(f, "ranking-{trial}"),
            Self::Notes(round) => write!(f, "notes-{round}"),
        }
    }
}

impl Say for FormId {
    fn message(&self) -> Message {
        match self {
            Self::Ballot(round) => say!("form-ballot-of-round", round = round.number()),
            Self::Ranking(trial) => say!("form-ranking-of-trial", trial = trial),
            Self::Notes(round) => say!("form-notes-of-round", round = round.number()),
        }
    }
}

/// The error for a text that names no form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFormId(String);

impl Say for BadFormId {
    fn message(&self) -> Message {
        say!("form-unknown", found = &self.0)
    }
}

display_in_english!(BadFormId);

impl std::error::Error for BadFormId {}

impl FromStr for FormId {
    type Err = BadFormId;

    fn from_str(text: &str) -> Result<Self, BadFormId> {
        let ballot = || text.strip_prefix("ballot-")?.parse().ok().map(Self::Ballot);
        let ranking = || text.strip_prefix("ranking-")?.parse().ok().map(Self::Ranking);
        let notes = || text.strip_prefix("notes-")?.parse().ok().map(Self::Notes);
        let written = |form: &Self| form.to_string() == text;
        ballot()
            .or_else(ranking)
            .or_else(notes)
            .filter(written)
            .ok_or_else(|| BadFormId(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for FormId {
    type Error = BadFormId;

    fn try_from(text: String) -> Result<Self, BadFormId> {
        text.parse()
    }
}

impl From<FormId> for String {
    fn from(form: FormId) -> Self {
        form.to_string()
    }
}

/// The outcome of a participant's closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedForm {
    /// The form.
    pub form: FormId,
    /// The way in which the given answers came to count: sealed or as a draft; absent when none were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_named_in_text_and_back() {
        let twelve = RoundNumber::new(12);
        for (form, text) in [
            (FormId::Ballot(twelve), "ballot-R12"),
            (FormId::Ranking(3), "ranking-3"),
            (FormId::Notes(twelve), "notes-R12"),
        ] {
            assert_eq!(form.to_string(), text);
            assert_eq!(text.parse(), Ok(form));
        }
        for text in ["", "ballot", "ballot-", "ballot-1", "ranking-R1", "ranking--1", "notes-1", "human"] {
            assert!(text.parse::<FormId>().is_err(), "{text}");
        }
    }
}
