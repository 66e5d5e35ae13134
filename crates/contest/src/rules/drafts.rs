//! Drafts: forms that people have filled in and not sealed.
//!
//! A draft is no event. The server that runs the contest keeps it beside the record, on disk before its owner sees it
//! saved. Only its owner is shown it, and it is discarded when its form is sealed or closed. Where the rulebook counts
//! drafts and nothing was sealed, a complete and valid draft becomes an event when its form is closed:
//! [`Room::counted`](crate::Room::counted). A judge's own notes are kept the same way, until the contest is closed;
//! they never become an event.

use std::collections::BTreeMap;

use rulebook::Participant;

use crate::{ControlEvent, contest::Contest, fields::Fields, form::FormId};

/// The most bytes of the names and texts of one draft.
pub const BYTES_MAX: usize = 24 * 1024;

/// Every draft of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormDrafts {
    kept: BTreeMap<(Participant, FormId), Fields>,
}

impl FormDrafts {
    /// A participant's draft of this form.
    #[must_use]
    pub fn of(&self, who: Participant, form: FormId) -> Option<&Fields> {
        self.kept.get(&(who, form))
    }

    /// Every draft of a participant.
    #[must_use]
    pub fn owned_by(&self, who: Participant) -> BTreeMap<FormId, Fields> {
        let own = self.kept.iter().filter(|((owner, _), _)| *owner == who);
        own.map(|((_, form), fields)| (*form, fields.clone())).collect()
    }

    /// Keeps the whole content of a form; blank fields discard the draft.
    pub fn keep(&mut self, who: Participant, form: FormId, fields: Fields) {
        if is_blank(&fields) {
            self.kept.remove(&(who, form));
        } else {
            self.kept.insert((who, form), fields);
        }
    }

    /// Discards a draft.
    pub fn forget(&mut self, who: Participant, form: FormId) {
        self.kept.remove(&(who, form));
    }

    /// The drafts that this event, already folded into the contest, has made useless: their form was sealed or closed.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact ends a draft")]
    pub fn done_with(&self, contest: &Contest, fact: &ControlEvent) -> Vec<(Participant, FormId)> {
        match fact {
            ControlEvent::BallotCast { .. } | ControlEvent::RankingCast { .. } => {
                contest.cast_by(fact).into_iter().filter(|key| self.kept.contains_key(key)).collect()
            }
            // The seat has a new bearer.
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

/// True if every field is blank.
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
