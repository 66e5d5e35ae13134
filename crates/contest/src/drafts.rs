//! Drafts: what people have filled in and not sealed.
//!
//! A draft is no fact. It is kept beside the record by whoever runs the contest, durable before its owner is told so; only
//! its owner is shown it, and it is forgotten when its form is sealed or closed. Where the rulebook lets drafts count and
//! nothing was sealed, a complete and valid one becomes a fact when its form is closed:
//! [`Room::counted`](crate::Room::counted).

use std::{collections::BTreeMap, fmt, str::FromStr};

use rulebook::{Participant, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::{ControlEvent, contest::Contest, event::Counted, fields::Fields};

/// The most bytes that the names and texts of one draft may have.
pub const BYTES_MAX: usize = 24 * 1024;

/// A form of one participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FormId {
    /// About the interview of this round. Written `ballot-R1`.
    Ballot(RoundNumber),
    /// The ranking of everyone met in this trial, from 1. Written `ranking-1`.
    Ranking(u16),
}

impl fmt::Display for FormId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ballot(round) => write!(f, "ballot-{round}"),
            Self::Ranking(trial) => write!(f, "ranking-{trial}"),
        }
    }
}

/// A text that names no form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no form: write ballot-R1 or ranking-1")]
pub struct BadFormId(String);

impl FromStr for FormId {
    type Err = BadFormId;

    fn from_str(text: &str) -> Result<Self, BadFormId> {
        let ballot = || text.strip_prefix("ballot-")?.parse().ok().map(Self::Ballot);
        let ranking = || text.strip_prefix("ranking-")?.parse().ok().map(Self::Ranking);
        let written = |form: &Self| form.to_string() == text;
        ballot().or_else(ranking).filter(written).ok_or_else(|| BadFormId(text.chars().take(40).collect()))
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

/// What became of a form of one participant that is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedForm {
    /// The form.
    pub form: FormId,
    /// How what was given came to count; absent when nothing was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// Every draft of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormDrafts {
    kept: BTreeMap<(Participant, FormId), Fields>,
}

impl FormDrafts {
    /// What this participant has filled in and not sealed.
    #[must_use]
    pub fn of(&self, who: Participant, form: FormId) -> Option<&Fields> {
        self.kept.get(&(who, form))
    }

    /// Everything that this participant has filled in and not sealed.
    #[must_use]
    pub fn owned_by(&self, who: Participant) -> BTreeMap<FormId, Fields> {
        let own = self.kept.iter().filter(|((owner, _), _)| *owner == who);
        own.map(|((_, form), fields)| (*form, fields.clone())).collect()
    }

    /// Keeps what stands in a form, all of it; nothing forgets it.
    pub fn keep(&mut self, who: Participant, form: FormId, fields: Fields) {
        if is_blank(&fields) {
            self.kept.remove(&(who, form));
        } else {
            self.kept.insert((who, form), fields);
        }
    }

    /// Forgets a draft.
    pub fn forget(&mut self, who: Participant, form: FormId) {
        self.kept.remove(&(who, form));
    }

    /// The drafts that this fact, folded into the contest already, has made useless: their form was sealed, or is closed.
    #[must_use]
    pub fn done_with(&self, contest: &Contest, fact: &ControlEvent) -> Vec<(Participant, FormId)> {
        match fact {
            ControlEvent::BallotCast { .. } | ControlEvent::RankingCast { .. } => {
                contest.cast_by(fact).into_iter().filter(|key| self.kept.contains_key(key)).collect()
            }
            ControlEvent::RoundClosed { .. }
            | ControlEvent::EndBallotsClosed { .. }
            | ControlEvent::InterviewAborted { .. }
            | ControlEvent::Closed {} => self.closed(contest),
            _ => Vec::new(),
        }
    }

    /// The drafts of forms that are not open.
    #[must_use]
    pub fn closed(&self, contest: &Contest) -> Vec<(Participant, FormId)> {
        self.kept.keys().copied().filter(|(who, form)| !contest.open_forms(*who).contains(form)).collect()
    }
}

/// Whether nothing is written in any field.
#[must_use]
pub fn is_blank(fields: &Fields) -> bool {
    fields.iter().all(|(name, text)| matches!(name.as_str(), "round" | "trial") || text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_named_in_text_and_back() {
        for (form, text) in [(FormId::Ballot(RoundNumber::new(12)), "ballot-R12"), (FormId::Ranking(3), "ranking-3")] {
            assert_eq!(form.to_string(), text);
            assert_eq!(text.parse(), Ok(form));
        }
        for text in ["", "ballot", "ballot-", "ballot-1", "ranking-R1", "ranking--1", "human"] {
            assert!(text.parse::<FormId>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_empty_draft_is_none() {
        let (who, form) = (Participant::Judge(rulebook::JudgeId::new(1)), FormId::Ranking(1));
        let field = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let mut drafts = FormDrafts::default();
        drafts.keep(who, form, vec![field("trial", "1"), field("rank-R1-J1-left", "2")]);
        assert!(drafts.of(who, form).is_some());
        drafts.keep(who, form, vec![field("trial", "1"), field("rank-R1-J1-left", " ")]);
        assert_eq!(drafts, FormDrafts::default());
    }
}
