//! Votes of the judges before the close: between level entries, where the rules let judges decide, and in matters of
//! dispute (`matters`).
//!
//! Identities are hidden until the contest is closed, so a judge is asked by their own conversations: "which of these
//! two did you prefer, the one on the left in round 2 or the one on the left in round 3?". A judge who has met none of
//! the entries is not asked. The vote is closed when all have voted, or after [`VOTE_WAIT`]; the tally counts it, and
//! may ask for a further vote between fewer entries, or for a coin.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rulebook::{ConversationId, EntryId, JudgeId, Participant, Timestamp, Witness};

use super::{Contest, Phase};
use crate::{ControlEvent, Private, Refusal, event::Preference};

/// The longest wait for missing votes, in contest time; the organiser may end it earlier, or extend it.
pub const VOTE_WAIT: Duration = Duration::from_secs(10 * 60);

/// A vote of the judges: the most human of these entries, or a matter of dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// The level entries; none in a matter of dispute.
    pub between: BTreeSet<EntryId>,
    /// The matter of dispute, if it is about one.
    pub matter: Option<u16>,
    /// The preference of each judge who has voted.
    pub given: BTreeMap<JudgeId, Private<Preference>>,
}

impl Contest {
    /// The vote that is open now, with its number.
    #[must_use]
    pub fn open_vote(&self) -> Option<(u16, &Vote)> {
        let Phase::Vote(number, _) = self.phase else { return None };
        self.votes.get(usize::from(number).checked_sub(1)?).map(|vote| (number, vote))
    }

    /// The judge's own conversations with each entry of the open vote, in the order in which the judge met them; empty
    /// for participants who are not asked.
    #[must_use]
    pub fn candidates(&self, who: Participant) -> Vec<Vec<ConversationId>> {
        let (Participant::Judge(judge), Some((_, vote))) = (who, self.open_vote()) else { return Vec::new() };
        if self.left.contains(&who) {
            return Vec::new();
        }
        let met = vote.between.iter().map(|entry| self.conversations_with(judge, *entry));
        let mut candidates: Vec<_> = met.filter(|conversations| !conversations.is_empty()).collect();
        candidates.sort();
        candidates
    }

    /// True if a judge is asked to vote now: between entries, any judge who has met one; in a matter of dispute, every
    /// judge.
    #[must_use]
    pub fn is_asked_to_vote(&self, who: Participant) -> bool {
        match self.open_vote() {
            Some((_, Vote { matter: Some(_), .. })) => {
                matches!(who, Participant::Judge(_)) && self.is_cast(who) && !self.left.contains(&who)
            }
            Some((_, Vote { matter: None, .. })) => !self.candidates(who).is_empty(),
            None => false,
        }
    }

    /// The judges who are asked now and have not voted.
    #[must_use]
    pub fn votes_missing(&self) -> Vec<Participant> {
        let Some((_, vote)) = self.open_vote() else { return Vec::new() };
        let has_voted = |who: &Participant| matches!(who, Participant::Judge(judge) if vote.given.contains_key(judge));
        self.cast().into_iter().filter(|who| !has_voted(who) && self.is_asked_to_vote(*who)).collect()
    }

    /// The judges' votes as the tally counts them, without those of judges who could not choose.
    pub(crate) fn votes_given(&self) -> Vec<tally::Vote> {
        let given = self.votes.iter().flat_map(|vote| {
            vote.given.iter().filter_map(|(&judge, preference)| {
                let preferred = preference.held()?.preferred?;
                match self.seating(preferred.interview)?.witness(preferred.seat)? {
                    Witness::Entry(entry) => Some(tally::Vote { judge, entry, between: Some(vote.between.clone()) }),
                    Witness::Confederate(_) => None,
                }
            })
        });
        given.collect()
    }

    /// Checks that a vote may be called now. After a redaction, only the checks that need no redacted data are made.
    pub(super) fn permit_vote_called(&self, event: &ControlEvent, vote: u16, now: Timestamp) -> Result<(), Refusal> {
        let is_due = if self.knows_everything() {
            self.due(now).as_ref() == Some(event)
        } else {
            self.is_played_out() && usize::from(vote) == self.votes.len() + 1
        };
        if is_due { Ok(()) } else { Err(Refusal::NotDue) }
    }

    /// Checks this judge's vote.
    pub(super) fn permit_vote(
        &self,
        vote: u16,
        judge: JudgeId,
        preference: Option<&Preference>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        self.running()?;
        let Phase::Vote(open, ends) = self.phase else { return Err(Refusal::NoVote) };
        if open != vote || now >= ends {
            return Err(Refusal::VoteOver);
        }
        let is_matter = self.open_vote().is_some_and(|(_, vote)| vote.matter.is_some());
        let fits = |said: &Preference| if is_matter { said.preferred.is_none() } else { said.agrees.is_none() };
        if !preference.is_none_or(fits) {
            return Err(Refusal::NotACandidate);
        }
        if is_matter {
            let is_asked = self.is_asked_to_vote(Participant::Judge(judge));
            return if is_asked { Ok(()) } else { Err(Refusal::NotYours) };
        }
        if self.assignment().is_none() {
            return Ok(());
        }
        let candidates = self.candidates(Participant::Judge(judge));
        let Some(preferred) = preference.and_then(|preference| preference.preferred) else {
            return if candidates.is_empty() { Err(Refusal::NotYours) } else { Ok(()) };
        };
        if candidates.iter().flatten().any(|conversation| *conversation == preferred) {
            Ok(())
        } else {
            Err(Refusal::NotACandidate)
        }
    }

    /// This judge's conversations with this entry, in the order of their rounds.
    fn conversations_with(&self, judge: JudgeId, entry: EntryId) -> Vec<ConversationId> {
        let seatings = self.assignment().into_iter().flat_map(|assignment| &assignment.0);
        let own = seatings.filter(|seating| seating.interview.judge == judge && self.has_begun(seating.interview));
        let with = own.flat_map(|seating| {
            let seats = seating.seats.iter().filter(|(_, witness)| **witness == Witness::Entry(entry));
            seats.map(|(&seat, _)| ConversationId { interview: seating.interview, seat })
        });
        let mut with: Vec<_> = with.collect();
        with.sort();
        with
    }
}
