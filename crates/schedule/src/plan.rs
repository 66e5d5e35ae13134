//! Plans: the part of an assignment that may be shown when seats do not matter, and the input of the provers.

use std::collections::BTreeMap;

use rulebook::{ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Assignment;

/// The meetings of a contest, ordered by round, then judge.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plan {
    /// The interviews, ordered by round, then judge.
    pub meetings: Vec<Meeting>,
}

/// One interview of a plan: a judge with an entry, a confederate, or both, in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// The round.
    pub round: RoundNumber,
    /// The judge.
    pub judge: JudgeId,
    /// The program, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryId>,
    /// The person, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confederate: Option<ConfederateId>,
}

/// An interview with two witnesses: a judge with an entry and a confederate, in a round. The element of a
/// [`Problem`](crate::Problem).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The round.
    pub round: RoundNumber,
    /// The judge.
    pub judge: JudgeId,
    /// The program.
    pub entry: EntryId,
    /// The person beside it.
    pub confederate: ConfederateId,
}

impl Plan {
    /// The plan of these interviews, put into order.
    #[must_use]
    pub fn new(mut meetings: Vec<Meeting>) -> Self {
        meetings.sort_unstable();
        Self { meetings }
    }

    /// The plan in an assignment: its meetings without its seats.
    #[must_use]
    pub fn of(assignment: &Assignment) -> Self {
        let meetings = assignment.0.iter().map(|seating| Meeting {
            round: seating.interview.round,
            judge: seating.interview.judge,
            entry: seating.entry(),
            confederate: seating.confederate(),
        });
        Self { meetings: meetings.collect() }
    }

    /// The number of rounds: the number of the last one; 0 when there are no interviews.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.meetings.iter().map(|meeting| meeting.round.number()).max().unwrap_or(0)
    }

    /// The interviews by round; rounds without interviews are absent.
    #[must_use]
    pub fn by_round(&self) -> BTreeMap<RoundNumber, Vec<Meeting>> {
        let mut rounds: BTreeMap<RoundNumber, Vec<Meeting>> = BTreeMap::new();
        for &meeting in &self.meetings {
            rounds.entry(meeting.round).or_default().push(meeting);
        }
        rounds
    }
}

impl Meeting {
    /// A judge's meeting with one witness.
    #[must_use]
    pub fn with(round: RoundNumber, judge: JudgeId, witness: Witness) -> Self {
        let (entry, confederate) = match witness {
            Witness::Entry(id) => (Some(id), None),
            Witness::Confederate(id) => (None, Some(id)),
        };
        Self { round, judge, entry, confederate }
    }

    /// The witnesses in the meeting, the entry first.
    pub fn witnesses(self) -> impl Iterator<Item = Witness> + Clone {
        let entry = self.entry.map(Witness::Entry);
        entry.into_iter().chain(self.confederate.map(Witness::Confederate))
    }

    /// The participants of the meeting: the judge, the entry, the confederate.
    pub fn participants(self) -> impl Iterator<Item = Participant> + Clone {
        std::iter::once(Participant::Judge(self.judge)).chain(self.witnesses().map(Participant::from))
    }
}

impl From<Pairing> for Meeting {
    fn from(Pairing { round, judge, entry, confederate }: Pairing) -> Self {
        Self { round, judge, entry: Some(entry), confederate: Some(confederate) }
    }
}
