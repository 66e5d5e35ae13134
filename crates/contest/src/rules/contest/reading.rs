//! Conversations held elsewhere, which judges read turn by turn.
//!
//! Where a rulebook's medium is `transcript`, the witnesses are conversations of the contest's sources. A conversation
//! in which a person answered bears the label of a confederate, one with a program that of an entry, so that plans,
//! ballots, scores and awards are those of any contest. The seats of the labels are sealed with the draw. A judge is
//! shown the first turn when the round is opened, and each further turn after giving a belief about the one before it.

use rulebook::{
    ConfederateId, ConversationId, EntryId, JudgeId, Participant, RoundNumber, Timestamp, Witness, schema::Medium,
};

use super::{Contest, witness};
use crate::{
    Private, Refusal,
    event::{Belief, ShownConversation, ShownLine},
    turns,
};

/// The longest line of a turn, in characters.
pub const LINE_MAX: usize = 4000;

/// The part of one conversation that judges are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownExcerpt {
    /// The position of its source in the terms, from 1.
    pub source: u16,
    /// Its position in the source, and its number of shown turns.
    pub conversation: Private<ShownConversation>,
    /// The turns.
    pub turns: Private<Vec<Vec<ShownLine>>>,
}

impl Contest {
    /// True if judges read conversations held elsewhere.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.rulebook.interview.is_read()
    }

    /// True if the rulebook has a witness with this label.
    #[must_use]
    pub fn has_witness(&self, witness: Witness) -> bool {
        match witness {
            Witness::Confederate(id) => id.number() <= self.rulebook.roles.confederates,
            Witness::Entry(id) => id.number() <= self.rulebook.roles.entries,
        }
    }

    /// The witnesses whose conversation is not loaded yet; empty where judges talk.
    #[must_use]
    pub fn not_loaded(&self) -> Vec<Witness> {
        if !self.is_read() {
            return Vec::new();
        }
        let roles = self.rulebook.roles;
        let people = ConfederateId::first(roles.confederates.into()).map(Witness::Confederate);
        let entries = EntryId::first(roles.entries.into()).map(Witness::Entry);
        people.chain(entries).filter(|witness| !self.shown.contains_key(witness)).collect()
    }

    /// The conversation that a judge reads here; `None` where they talk, and before the draw.
    #[must_use]
    pub fn shown_in(&self, id: ConversationId) -> Option<&ShownExcerpt> {
        self.shown.get(&self.seating(id.interview)?.witness(id.seat)?)
    }

    /// The number of turns of this conversation, if known.
    #[must_use]
    pub fn turn_count(&self, id: ConversationId) -> Option<u16> {
        self.shown_in(id)?.conversation.held().map(|shown| shown.turns)
    }

    /// The number of beliefs that its judge has given.
    #[must_use]
    pub fn believed(&self, id: ConversationId) -> u16 {
        self.beliefs.get(&id).map_or(0, |beliefs| u16::try_from(beliefs.len()).unwrap_or(u16::MAX))
    }

    /// The number of turns that its judge has been shown: one more than the beliefs, up to the last.
    #[must_use]
    pub fn turns_shown(&self, id: ConversationId) -> u16 {
        if !self.interviews.contains_key(&id.interview) {
            return 0;
        }
        self.turn_count(id).map_or(0, |count| count.min(self.believed(id).saturating_add(1)))
    }

    /// True if every judge has read every turn of this round and given a belief: there is nothing to wait for.
    #[must_use]
    pub fn is_read_to_the_end(&self, round: RoundNumber) -> bool {
        if !self.is_read() {
            return false;
        }
        let is_read = |id: ConversationId| self.turn_count(id).is_some_and(|count| self.believed(id) >= count);
        let goes_on =
            |id: &ConversationId| self.interviews.get(&id.interview).is_none_or(|interview| !interview.aborted);
        self.interviews_in(round).flat_map(schedule::Seating::conversations).filter(goes_on).all(is_read)
    }

    /// Checks that this conversation may become a witness: once each, before the draw, cut into turns as it should be.
    pub(super) fn permit_source(
        &self,
        source: u16,
        who: Participant,
        conversation: &Private<ShownConversation>,
        turns: &Private<Vec<Vec<ShownLine>>>,
    ) -> Result<(), Refusal> {
        let Medium::Transcript { turns: most } = self.rulebook.interview.medium else {
            return Err(Refusal::NobodyReadsTranscripts);
        };
        let label = witness(who).filter(|witness| self.has_witness(*witness)).ok_or(Refusal::NotYours)?;
        if self.committed || self.shown.contains_key(&label) {
            return Err(Refusal::LoadedAlready);
        }
        if !(1..=self.terms.sources.len()).contains(&usize::from(source)) {
            return Err(Refusal::NoSuchSource);
        }
        let count = conversation.held().map(|shown| usize::from(shown.turns));
        if count.is_some_and(|count| !(1..=usize::from(most)).contains(&count)) {
            return Err(Refusal::NotTurns);
        }
        if let Some(turns) = turns.held() {
            let fits = |line: &ShownLine| !line.text.is_empty() && line.text.chars().count() <= LINE_MAX;
            let lines: Vec<&ShownLine> = turns.iter().flatten().collect();
            let is_cut = turns::cut(&lines, |line| line.by).into_iter().map(<[_]>::len).eq(turns.iter().map(Vec::len));
            if !is_cut || !lines.into_iter().all(fits) || count.is_some_and(|count| count != turns.len()) {
                return Err(Refusal::NotTurns);
            }
        }
        Ok(())
    }

    /// Checks that this judge may give a belief after this turn now.
    pub(super) fn permit_belief(
        &self,
        id: ConversationId,
        turn: u16,
        belief: Option<Belief>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if !self.is_read() {
            return Err(Refusal::NoSuchBallot);
        }
        self.seating(id.interview).and_then(|seating| seating.witness(id.seat)).ok_or(Refusal::NotInterviewed)?;
        self.floor(id.interview, now)?;
        let given = self.believed(id);
        if turn <= given {
            return Err(Refusal::BelievedAlready);
        }
        if turn > given + 1 || self.turn_count(id).is_some_and(|count| turn > count) {
            return Err(Refusal::NotShownYet);
        }
        if belief.is_some_and(|belief| belief.human > 100) { Err(Refusal::BadBelief) } else { Ok(()) }
    }

    /// True if exactly this belief was given before: it was sent again after a connection was lost.
    #[must_use]
    pub(crate) fn has_believed(&self, judge: JudgeId, id: ConversationId, turn: u16, human: u8) -> bool {
        let given = self.beliefs.get(&id).and_then(|beliefs| beliefs.get(usize::from(turn).checked_sub(1)?));
        id.interview.judge == judge && given.and_then(Private::held) == Some(&Belief { human })
    }
}
