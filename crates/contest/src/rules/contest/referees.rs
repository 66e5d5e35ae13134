//! Referees: the conversations open to them, their permitted acts, and the effects.

use rulebook::{ConfederateId, ConversationId, Participant, RefereeId, Timestamp, Witness, schema::Readable};

use super::{Contest, Phase};
use crate::{
    Private, Refusal,
    event::Reason,
    referee::{Deed, Refereed, SpeechLimit, can_hold},
};

impl Contest {
    /// The referees, in the order of their ids.
    #[must_use]
    pub fn referees(&self) -> Vec<Participant> {
        RefereeId::first(self.terms.referees.into()).map(Participant::Referee).collect()
    }

    /// True if the contest has this referee.
    #[must_use]
    pub fn is_referee(&self, who: Participant) -> bool {
        matches!(who, Participant::Referee(id) if id.number() <= self.terms.referees)
    }

    /// The witness of a conversation, where referees may read it.
    #[must_use]
    pub fn watched(&self, conversation: ConversationId) -> Option<Witness> {
        let read = self.rulebook.referees?.read;
        let witness = self.seating(conversation.interview)?.witness(conversation.seat)?;
        let is_read = read == Readable::Witnesses || matches!(witness, Witness::Confederate(_));
        is_read.then_some(witness)
    }

    /// The confederate of a conversation, where it has one.
    #[must_use]
    pub fn confederate_in(&self, conversation: ConversationId) -> Option<ConfederateId> {
        match self.seating(conversation.interview)?.witness(conversation.seat)? {
            Witness::Confederate(id) => Some(id),
            Witness::Entry(_) => None,
        }
    }

    /// The limit that a referee set on this participant, if any.
    #[must_use]
    pub fn limit_of(&self, who: Participant) -> Option<SpeechLimit> {
        let Participant::Confederate(id) = who else { return None };
        self.limits.get(&id).copied()
    }

    /// Checks a referee's act, except against the utterances that wait to be shown.
    pub(super) fn permit_deed(
        &self,
        by: Participant,
        deed: Option<&Deed>,
        words: Option<&Private<Reason>>,
    ) -> Result<(), Refusal> {
        if self.rulebook.referees.is_none() {
            return Err(Refusal::NoReferees);
        }
        if by != Participant::Organiser && !self.is_referee(by) {
            return Err(Refusal::NotYours);
        }
        words.map_or(Ok(()), super::permit::reason)?;
        let Some(deed) = deed else { return Ok(()) };
        if deed.needs_words() && words.is_none() {
            return Err(Refusal::BadReason(Reason::MAX_CHARS));
        }
        match *deed {
            Deed::Note {} => Ok(()),
            Deed::Warn { confederate } => self.is_there(confederate),
            Deed::Limit { confederate, limit } => {
                self.is_there(confederate)?;
                if limit.is_one() { Ok(()) } else { Err(Refusal::BadLimit) }
            }
            Deed::Lift { confederate } => {
                if self.limits.contains_key(&confederate) {
                    Ok(())
                } else {
                    Err(Refusal::NotLimited)
                }
            }
            Deed::Flag { conversation, .. } => {
                let has_begun = self.interviews.contains_key(&conversation.interview);
                let is_read = has_begun && self.watched(conversation).is_some();
                if is_read { Ok(()) } else { Err(Refusal::NotWatched) }
            }
            Deed::Mute { conversation } => {
                self.talks(conversation)?;
                if self.muted.contains(&conversation) { Err(Refusal::MutedAlready) } else { Ok(()) }
            }
            Deed::Unmute { conversation } => {
                self.talks(conversation)?;
                if self.muted.contains(&conversation) { Ok(()) } else { Err(Refusal::NotMuted) }
            }
            Deed::Hold { conversation } | Deed::Release { conversation } | Deed::Strike { conversation, .. } => {
                self.talks(conversation)?;
                if can_hold(self.rulebook.interview.delivery) { Ok(()) } else { Err(Refusal::ShownAtOnce) }
            }
        }
    }

    fn is_there(&self, confederate: ConfederateId) -> Result<(), Refusal> {
        let who = Participant::Confederate(confederate);
        if self.is_cast(who) && !self.left.contains(&who) { Ok(()) } else { Err(Refusal::NotWatched) }
    }

    /// Checks that this is a confederate's conversation in the running talk.
    fn talks(&self, conversation: ConversationId) -> Result<(), Refusal> {
        if self.confederate_in(conversation).is_none() {
            return Err(Refusal::NotWatched);
        }
        match self.phase {
            Phase::Talk(round, _) if round == conversation.interview.round => self.not_aborted(conversation.interview),
            Phase::Lobby(_)
            | Phase::Talk(..)
            | Phase::Scoring(..)
            | Phase::EndBallots(..)
            | Phase::Vote(..)
            | Phase::Closed => Err(Refusal::RoundOver(conversation.interview.round)),
        }
    }

    /// Folds a referee's act; without the deed if that was taken out.
    pub(super) fn referee(
        &mut self,
        by: Participant,
        deed: Option<&Deed>,
        words: Option<&Private<Reason>>,
        at: Timestamp,
    ) {
        let Some(&deed) = deed else { return };
        match deed {
            Deed::Limit { confederate, limit } => drop(self.limits.insert(confederate, limit)),
            Deed::Lift { confederate } => drop(self.limits.remove(&confederate)),
            Deed::Mute { conversation } => drop(self.muted.insert(conversation)),
            Deed::Unmute { conversation } => drop(self.muted.remove(&conversation)),
            Deed::Warn { .. }
            | Deed::Hold { .. }
            | Deed::Release { .. }
            | Deed::Strike { .. }
            | Deed::Flag { .. }
            | Deed::Note { .. } => {}
        }
        let words = words.and_then(Private::held).map(|words| words.reason.clone());
        self.refereed.push(Refereed { at, by, deed, words });
    }
}
