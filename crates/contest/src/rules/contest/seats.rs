//! Seats and parts: questions to the assignment and the rules.
//!
//! If every person is both judge and confederate (`roles.people` is `both`), J1 and C1 are one person with one page:
//! that person acts as [`Participant::Judge`], and [`Contest::part`] returns their side in a round.

use std::collections::BTreeSet;

use rulebook::{
    ConfederateId, ConversationId, EntryId, InterviewId, JudgeId, Participant, RoundNumber, Seat, Side, Witness,
    schema::{People, Seats},
};
use schedule::Seating;

use super::Contest;

/// The part of a participant in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundPart {
    /// The interview.
    pub interview: InterviewId,
    /// The side.
    pub side: Side,
}

impl Contest {
    /// The seats of this interview.
    #[must_use]
    pub fn seating(&self, interview: InterviewId) -> Option<&Seating> {
        self.assignment()?.seating(interview)
    }

    /// The interviews of this round.
    pub fn interviews_in(&self, round: RoundNumber) -> impl Iterator<Item = &Seating> {
        self.assignment().into_iter().flat_map(move |assignment| assignment.in_round(round))
    }

    /// The conversations of this confederate or entry in this round; of a person who is also a judge, those as a
    /// confederate.
    pub fn conversations_of(&self, who: Participant, round: RoundNumber) -> impl Iterator<Item = ConversationId> + '_ {
        let witness = self.witness_of(who);
        let assignment = witness.and_then(|witness| Some((self.assignment()?, witness)));
        assignment.into_iter().flat_map(move |(assignment, witness)| assignment.conversations_of(witness, round))
    }

    /// The part of this participant in this round; the first one of an entry that has several.
    #[must_use]
    pub fn part(&self, who: Participant, round: RoundNumber) -> Option<RoundPart> {
        if let Participant::Judge(judge) = who {
            let interview = InterviewId { round, judge };
            if self.seating(interview).is_some() {
                return Some(RoundPart { interview, side: Side::Judge });
            }
        }
        let answers = self.conversations_of(who, round).next()?;
        Some(RoundPart { interview: answers.interview, side: Side::Witness })
    }

    /// True if this participant has a part in this round.
    #[must_use]
    pub fn takes_part(&self, who: Participant, round: RoundNumber) -> bool {
        who == Participant::Organiser || self.part(who, round).is_some()
    }

    /// All participants who are needed in this round, in the order of their ids.
    #[must_use]
    pub fn needed_in(&self, round: RoundNumber) -> BTreeSet<Participant> {
        let sitting = |seating: &Seating| {
            let witnesses: Vec<_> = seating.seats.values().map(|witness| self.acting(*witness)).collect();
            let present = if self.is_read() { Vec::new() } else { witnesses };
            present.into_iter().chain([Participant::Judge(seating.interview.judge)])
        };
        self.interviews_in(round).flat_map(sitting).collect()
    }

    /// All participants with a page or a driver of their own; where judges read transcripts, the judges alone.
    #[must_use]
    pub fn cast(&self) -> Vec<Participant> {
        let roles = self.rulebook.roles;
        let judges = JudgeId::first(roles.judges.into()).map(Participant::Judge);
        if self.is_read() {
            return judges.collect();
        }
        let apart = if roles.people == People::Both { 0 } else { roles.confederates };
        let confederates = ConfederateId::first(apart.into()).map(Participant::Confederate);
        let entries = EntryId::first(roles.entries.into()).map(Participant::Entry);
        judges.chain(confederates).chain(entries).collect()
    }

    /// The participant whose page or driver speaks for this witness.
    #[must_use]
    pub fn acting(&self, witness: Witness) -> Participant {
        match witness {
            Witness::Confederate(id) if self.rulebook.roles.people == People::Both => {
                Participant::Judge(JudgeId::new(id.number()))
            }
            witness @ (Witness::Confederate(_) | Witness::Entry(_)) => witness.into(),
        }
    }

    /// The participant on the witness's side of this conversation.
    #[must_use]
    pub fn listener(&self, conversation: ConversationId) -> Option<Participant> {
        Some(self.acting(self.seating(conversation.interview)?.witness(conversation.seat)?))
    }

    /// Every witness this judge has met or will meet in this trial, each by a conversation that counts, in the order of
    /// rounds, left before right. A terminal that is visited again counts once, by the last visit.
    #[must_use]
    pub fn met_by(&self, judge: JudgeId, trial: u16) -> Vec<ConversationId> {
        let interviews = self.assignment().into_iter().flat_map(|assignment| assignment.interviews_of(judge));
        let mut met: Vec<ConversationId> = Vec::new();
        let of_trial = interviews.filter(|seating| {
            let round = seating.interview.round;
            self.trial_of(round) == trial && !self.void.contains(&round)
        });
        for conversation in of_trial.flat_map(Seating::conversations) {
            if self.rulebook.schedule.seats == Seats::Terminals {
                met.retain(|earlier| earlier.seat != conversation.seat);
            }
            met.push(conversation);
        }
        met
    }

    /// The seats that one side of an interview has before it.
    #[must_use]
    pub fn seats_seen(&self, part: RoundPart) -> Vec<Seat> {
        match part.side {
            Side::Judge => self.seating(part.interview).into_iter().flat_map(|s| s.seats.keys().copied()).collect(),
            Side::Witness => vec![Seat::Only],
        }
    }

    /// True if the rulebook has a part for this participant.
    pub(crate) fn is_cast(&self, who: Participant) -> bool {
        let roles = self.rulebook.roles;
        match who {
            Participant::Organiser | Participant::Referee(_) => false,
            Participant::Judge(id) => id.number() <= roles.judges,
            Participant::Confederate(id) => id.number() <= roles.confederates && roles.people == People::Apart,
            Participant::Entry(id) => id.number() <= roles.entries,
        }
    }

    fn witness_of(&self, who: Participant) -> Option<Witness> {
        match who {
            Participant::Confederate(id) => Some(Witness::Confederate(id)),
            Participant::Entry(id) => Some(Witness::Entry(id)),
            Participant::Judge(id) if self.rulebook.roles.people == People::Both => {
                Some(Witness::Confederate(ConfederateId::new(id.number())))
            }
            Participant::Organiser | Participant::Judge(_) | Participant::Referee(_) => None,
        }
    }
}
