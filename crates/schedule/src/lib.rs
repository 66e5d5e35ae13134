//! Plans of who meets whom: made by construction, drawn with a seed, and proved by a prover that trusts nobody.
//!
//! A [`Plan`] says which judge meets which entry and confederate in which round. An [`Assignment`] is a plan with seats:
//! the whole secret of a contest, committed before the first word. Running an assignment leaves nothing to decide. This
//! crate runs nothing.

#[allow(unused_imports)]
use rulebook::{
    ConfederateId, ConversationId, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Seat, Seed, Witness,
    schema::Roles,
};
use serde::{Deserialize, Serialize};

/// One interview of a plan: a judge with an entry and a confederate, in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The round.
    pub round: RoundNumber,
    /// Who asks.
    pub judge: JudgeId,
    /// The program.
    pub entry: EntryId,
    /// The person beside it.
    pub confederate: ConfederateId,
}

/// Who meets whom, ordered by round, then judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The interviews, ordered by round, then judge.
    pub pairings: Vec<Pairing>,
}

/// An interview with its seats: the part of the secret that belongs to one judge in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// The interview.
    pub interview: InterviewId,
    /// The program in it.
    pub entry: EntryId,
    /// The person in it.
    pub confederate: ConfederateId,
    /// Where the program sits.
    pub entry_seat: Seat,
}

impl Seating {
    /// Who sits in this seat.
    #[must_use]
    pub fn witness(&self, seat: Seat) -> Witness {
        if seat == self.entry_seat { Witness::Entry(self.entry) } else { Witness::Confederate(self.confederate) }
    }
}

/// A plan with its seats, ordered by round, then judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment(pub Vec<Seating>);
