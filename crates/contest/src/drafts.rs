//! Drafts: what people have filled in and not sealed.
//!
//! A draft is no fact. It is kept beside the record by whoever runs the contest, durable before its owner is told so; only
//! its owner is shown it, and it is forgotten when its form is sealed or closed. Where the rulebook lets drafts count and
//! nothing was sealed, a complete and valid one becomes a fact when its form is closed:
//! [`Room::counted`](crate::Room::counted). A judge's own notes are kept the same way, until the contest is closed; they never
//! become one.

use std::collections::BTreeMap;

use rulebook::Participant;

use crate::{ControlEvent, contest::Contest, fields::Fields, form::FormId};

/// The most bytes that the names and texts of one draft may have.
pub const BYTES_MAX: usize = 24 * 1024;

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
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact ends a draft")]
    pub fn done_with(&self, contest: &Contest, fact: &ControlEvent) -> Vec<(Participant, FormId)> {
        match fact {
            ControlEvent::BallotCast { .. } | ControlEvent::RankingCast { .. } => {
                contest.cast_by(fact).into_iter().filter(|key| self.kept.contains_key(key)).collect()
            }
            // The seat is somebody else's now.
            ControlEvent::Replaced { who: gone, .. } => {
                self.kept.keys().copied().filter(|(who, _)| who == gone).collect()
            }
            ControlEvent::RoundClosed { .. }
            | ControlEvent::EndBallotsClosed { .. }
            | ControlEvent::InterviewAborted { .. }
            | ControlEvent::Replanned { again: Some(_), .. }
            | ControlEvent::Closed {} => self.closed(contest),
            _ => Vec::new(),
        }
    }

    /// The drafts of forms that are not open.
    #[must_use]
    pub fn closed(&self, contest: &Contest) -> Vec<(Participant, FormId)> {
        self.kept.keys().copied().filter(|(who, form)| !contest.takes_draft(*who, *form)).collect()
    }
}

/// Whether nothing is written in any field.
#[must_use]
pub fn is_blank(fields: &Fields) -> bool {
    fields.iter().all(|(name, text)| matches!(name.as_str(), "round" | "trial" | "noted") || text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

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
