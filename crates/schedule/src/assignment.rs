//! A plan with its seats: the secret that is committed before the first word and opened at the end.

use std::collections::BTreeMap;

use rulebook::{ConfederateId, ConversationId, EntryId, InterviewId, JudgeId, RoundNumber, Seat, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An interview with its seats: one judge's part of the secret in one round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// The interview.
    pub interview: InterviewId,
    /// The witness in each seat: two witnesses on the left and on the right, or one.
    pub seats: BTreeMap<Seat, Witness>,
}

impl Seating {
    /// The witness in this seat; `None` when the interview has no such seat.
    #[must_use]
    pub fn witness(&self, seat: Seat) -> Option<Witness> {
        self.seats.get(&seat).copied()
    }

    /// The seat of this witness; `None` when it is not in this interview.
    #[must_use]
    pub fn seat_of(&self, witness: Witness) -> Option<Seat> {
        self.seats.iter().find_map(|(&seat, &sits)| (sits == witness).then_some(seat))
    }

    /// The program in the interview, if there is one.
    #[must_use]
    pub fn entry(&self) -> Option<EntryId> {
        self.seats.values().find_map(|witness| match witness {
            Witness::Entry(id) => Some(*id),
            Witness::Confederate(_) => None,
        })
    }

    /// The person in the interview, if there is one.
    #[must_use]
    pub fn confederate(&self) -> Option<ConfederateId> {
        self.seats.values().find_map(|witness| match witness {
            Witness::Confederate(id) => Some(*id),
            Witness::Entry(_) => None,
        })
    }

    /// The conversations of this interview, left before right.
    pub fn conversations(&self) -> impl Iterator<Item = ConversationId> + '_ {
        self.seats.keys().map(|&seat| ConversationId { interview: self.interview, seat })
    }
}

/// A plan with its seats, ordered by round, then judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assignment(pub Vec<Seating>);

impl Assignment {
    /// The number of rounds: the number of the last one; 0 when there are no interviews.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.0.iter().map(|seating| seating.interview.round.number()).max().unwrap_or(0)
    }

    /// This interview with its seats; `None` when it is not planned.
    #[must_use]
    pub fn seating(&self, interview: InterviewId) -> Option<&Seating> {
        self.0.iter().find(|seating| seating.interview == interview)
    }

    /// The conversations of this witness in this round: none when it rests, one for a person, several for a program
    /// that may hold several at the same time.
    pub fn conversations_of(&self, witness: Witness, round: RoundNumber) -> impl Iterator<Item = ConversationId> + '_ {
        self.in_round(round).filter_map(move |seating| {
            Some(ConversationId { interview: seating.interview, seat: seating.seat_of(witness)? })
        })
    }

    /// The interviews of this round, in the order of judges.
    pub fn in_round(&self, round: RoundNumber) -> impl Iterator<Item = &Seating> {
        self.0.iter().filter(move |seating| seating.interview.round == round)
    }

    /// The interviews of this judge, in the order of rounds.
    pub fn interviews_of(&self, judge: JudgeId) -> impl Iterator<Item = &Seating> {
        self.0.iter().filter(move |seating| seating.interview.judge == judge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_finds_the_way_to_their_seat() {
        let seating = |interview: &str, left: &str, right: &str| Seating {
            interview: interview.parse().unwrap(),
            seats: [(Seat::Left, left.parse().unwrap()), (Seat::Right, right.parse().unwrap())].into(),
        };
        let assignment =
            Assignment(vec![seating("R1-J1", "E1", "C2"), seating("R2-J1", "C1", "E2"), seating("R2-J2", "C3", "E1")]);
        let seat = |witness: &str, round| {
            let mut found = assignment.conversations_of(witness.parse().unwrap(), RoundNumber::new(round));
            found.next().map(|id| id.to_string())
        };

        assert_eq!(seat("E1", 1).as_deref(), Some("R1-J1-left"));
        assert_eq!(seat("C2", 1).as_deref(), Some("R1-J1-right"));
        assert_eq!(seat("C3", 2).as_deref(), Some("R2-J2-left"));
        assert_eq!(seat("C3", 1), None);
        assert_eq!(assignment.rounds(), 2);
        assert_eq!(assignment.interviews_of(JudgeId::new(1)).count(), 2);
        assert_eq!(assignment.seating("R2-J2".parse().unwrap()), assignment.0.last());
        assert_eq!(assignment.seating("R1-J2".parse().unwrap()), None);
        let conversations: Vec<String> = assignment.0[1].conversations().map(|id| id.to_string()).collect();
        assert_eq!(conversations, ["R2-J1-left", "R2-J1-right"]);
    }
}
