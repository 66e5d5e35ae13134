//! Participants' consent to publication of their parts, with the licence.
//!
//! No consent is needed where the accepted rules settle publication. A participant may consent to `Scope::Result`
//! alone: then a ruling must first take their words out ([`deletions`](crate::deletions)), before any export or
//! release.

use std::str::FromStr;

use language::Message;
use rulebook::{Participant, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest name of a licence, in characters.
pub const LICENCE_MAX: usize = 60;

/// The published extent of a person's part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Their part in the result: meetings, ballots and score, but none of their words.
    Result,
    /// Their words as well, key by key where keys travel.
    Words,
}

impl Scope {
    /// Both scopes, the narrower first.
    pub const ALL: [Self; 2] = [Self::Result, Self::Words];

    /// The spelling in commands and forms.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Words => "words",
        }
    }
}

/// The error for a text that names no scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("somebody agrees to `result`, their part in it, or to `words`, what they wrote as well")]
pub struct NoScope;

impl FromStr for Scope {
    type Err = NoScope;

    fn from_str(text: &str) -> Result<Self, NoScope> {
        Self::ALL.into_iter().find(|scope| scope.id() == text).ok_or(NoScope)
    }
}

/// A participant's consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The time at which it was recorded.
    pub at: Timestamp,
    /// The extent.
    pub scope: Scope,
    /// The licence for others' use of their words, as they named it.
    pub licence: Option<String>,
}

impl Consent {
    /// A sentence about the consent, without its full stop.
    #[must_use]
    pub fn told(&self, who: Participant) -> Message {
        sentence(who, self.scope, self.licence.as_deref())
    }
}

/// A sentence about a participant's consent to this extent, with the licence that they named, without its full stop.
#[must_use]
pub fn sentence(who: Participant, scope: Scope, licence: Option<&str>) -> Message {
    let who = who.to_string();
    match (scope, licence) {
        (Scope::Result, _) => say!("review-agreed-result", who = who),
        (Scope::Words, None) => say!("review-agreed-words", who = who),
        (Scope::Words, Some(licence)) => say!("review-agreed-licence", who = who, licence = licence),
    }
}
