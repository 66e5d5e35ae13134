//! Participants' consent to publication of their parts, with the licence.
//!
//! No consent is needed where the accepted rules settle publication. A participant may consent to `Scope::Result`
//! alone: then a ruling must first take their words out ([`deletions`](crate::deletions)), before any export or
//! release.

use std::{collections::BTreeSet, str::FromStr};

use language::{Message, Say};
use rulebook::{Participant, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Refusal, contest::Contest, deletions::PartPlace, review::FreeText};

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

pub(crate) fn sentence(who: Participant, scope: Scope, licence: Option<&str>) -> Message {
    let who = who.to_string();
    match (scope, licence) {
        (Scope::Result, _) => say!("review-agreed-result", who = who),
        (Scope::Words, None) => say!("review-agreed-words", who = who),
        (Scope::Words, Some(licence)) => say!("review-agreed-licence", who = who, licence = licence),
    }
}

/// Texts in a record whose writer consented to `Scope::Result` alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// The writer.
    pub who: Participant,
    /// The number of texts.
    pub texts: usize,
    /// The parts of the record that hold them.
    pub parts: BTreeSet<PartPlace>,
}

impl Say for Beyond {
    fn message(&self) -> Message {
        let agreed = sentence(self.who, Scope::Result, None);
        say!("review-beyond", agreed = agreed, texts = self.texts)
    }
}

display_in_english!(Beyond);

/// The texts that must not be published for want of consent, by writer.
#[must_use]
pub fn beyond(texts: &[FreeText], contest: &Contest) -> Vec<Beyond> {
    let silent = contest.consents.iter().filter(|(_, consent)| consent.scope == Scope::Result);
    let theirs = silent.map(|(&who, _)| {
        let of_them = texts.iter().filter(|text| text.writer(contest) == Some(who) && !text.parts().is_empty());
        let (mut texts, mut parts) = (0, BTreeSet::new());
        for text in of_them {
            texts += 1;
            parts.extend(text.parts());
        }
        Beyond { who, texts, parts }
    });
    theirs.filter(|beyond| beyond.texts > 0).collect()
}

impl Contest {
    /// Checks that this consent can be recorded.
    pub(crate) fn permit_consent(
        &self,
        who: Participant,
        scope: Scope,
        licence: Option<&String>,
    ) -> Result<(), Refusal> {
        if !self.is_called(who) {
            return Err(Refusal::Nobody);
        }
        match licence {
            Some(_) if scope == Scope::Result => Err(Refusal::LicenceOfNothing),
            Some(licence) if !is_licence(licence) => Err(Refusal::BadLicence(LICENCE_MAX)),
            _ => Ok(()),
        }
    }

    /// The licences for the participants' words, each with the participants who named it.
    #[must_use]
    pub fn licences(&self) -> Vec<(&str, Vec<Participant>)> {
        let mut licences: Vec<(&str, Vec<Participant>)> = Vec::new();
        for (&who, consent) in &self.consents {
            let Some(licence) = consent.licence.as_deref() else { continue };
            match licences.iter_mut().find(|(known, _)| *known == licence) {
                Some((_, people)) => people.push(who),
                None => licences.push((licence, vec![who])),
            }
        }
        licences
    }
}

/// True for one line of 1 to `LICENCE_MAX` characters without spaces around it.
fn is_licence(text: &str) -> bool {
    let is_line = !text.chars().any(char::is_control) && text.trim() == text;
    !text.is_empty() && is_line && text.chars().count() <= LICENCE_MAX
}
