//! Who meets whom: what may be shown of an assignment when seats do not matter, and what the prover reads.

use rulebook::{ConfederateId, EntryId, JudgeId, Participant, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::Assignment;

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

impl Pairing {
    /// Who is in it: the judge, the entry, the confederate.
    pub(crate) fn participants(&self) -> [Participant; 3] {
        [Participant::Judge(self.judge), Participant::Entry(self.entry), Participant::Confederate(self.confederate)]
    }
}

/// Who meets whom, ordered by round, then judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The interviews, ordered by round, then judge.
    pub pairings: Vec<Pairing>,
}

impl Plan {
    /// The plan in an assignment: its meetings without its seats.
    #[must_use]
    pub fn of(assignment: &Assignment) -> Self {
        let pairings = assignment.0.iter().map(|seating| Pairing {
            round: seating.interview.round,
            judge: seating.interview.judge,
            entry: seating.entry,
            confederate: seating.confederate,
        });
        Self { pairings: pairings.collect() }
    }
}
