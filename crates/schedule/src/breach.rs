//! Breaches of a problem by a plan: the prover for problems that ask for more than a rulebook does.
//!
//! It counts, like the prover of rulebooks, and shares no code with the solver's search. For a plain problem with as
//! many entries and confederates as judges both provers find the same, in the same order and words.

use std::collections::BTreeMap;

use language::{Message, Say};
use rulebook::{Participant, RoundNumber, Witness, schema::Layout};

use crate::{
    Meeting, Pairing, Plan, Problem, Violation,
    prover::{everywhere, meetings as due},
};

/// One breach of a problem. Prints as a short clause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// A violation of the rules of every plan.
    Rule(Violation),
    /// A judge meets a witness it must not meet.
    Forbidden {
        /// The interview.
        meeting: Meeting,
        /// The witness the judge must not meet.
        witness: Witness,
    },
    /// A participant is planned for a round they are away in.
    Absent {
        /// The participant who is away.
        who: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A fixed interview is not in the plan.
    Unkept {
        /// The interview.
        pairing: Pairing,
    },
    /// A round has more interviews than may take place at the same time.
    Parallel {
        /// The round.
        round: RoundNumber,
        /// The interviews in it.
        interviews: usize,
        /// The most there may be.
        most: u16,
    },
    /// More rounds than there is time for.
    Rounds {
        /// The rounds of the plan.
        rounds: u16,
        /// The most there may be.
        most: u16,
    },
}

/// All breaches of this problem by this plan, however the plan was made; empty when it is sound.
///
/// The number of rounds is judged only against [`Problem::rounds`]: a plan may take more than the fewest.
#[must_use]
pub fn breaches(problem: &Problem, plan: &Plan) -> Vec<Breach> {
    let mut rules = everywhere::strangers(problem.roles, plan);
    if problem.absences.is_empty() {
        rules.extend(everywhere::empty_rounds(plan));
    }
    rules.extend(everywhere::crowds(problem.roles, plan));
    rules.extend(everywhere::layouts(Layout::Pair, plan));
    rules.extend(meetings(problem, plan));
    let mut found: Vec<Breach> = rules.into_iter().map(Breach::Rule).collect();
    found.extend(plan.meetings.iter().flat_map(|&meeting| encounters(problem, meeting)));
    let unkept = problem.fixed.iter().filter(|&&pairing| !plan.meetings.contains(&pairing.into()));
    found.extend(unkept.map(|&pairing| Breach::Unkept { pairing }));
    found.extend(limits(problem, plan));
    found
}

/// Pairs that meet too often, too rarely or never, and differences from the matrix. Rounds do not matter here, so a
/// plan without rounds can be judged too.
pub(crate) fn meetings(problem: &Problem, plan: &Plan) -> Vec<Violation> {
    let entries = problem.judges().flat_map(|judge| {
        problem.entries_of(judge).map(move |entry| (Participant::Judge(judge), Participant::Entry(entry), 1..=1))
    });
    let Some(matrix) = &problem.matrix else {
        return due::held_against(plan, entries.chain(shares(problem)));
    };
    let mut found = due::held_against(plan, entries);
    let otherwise = plan.meetings.iter().filter(|meeting| {
        meeting.entry.and_then(|entry| matrix.confederate(meeting.judge, entry)) != meeting.confederate
    });
    found.extend(otherwise.map(|&meeting| Violation::Matrix { meeting }));
    found
}

/// The shares of each judge and entry in the confederates.
fn shares(problem: &Problem) -> impl Iterator<Item = due::Due> {
    let judges = problem.judges().flat_map(move |judge| {
        let share = problem.share_of_judge(judge);
        let people =
            problem.confederates().filter(move |&person| problem.may_meet(judge, Witness::Confederate(person)));
        people.map(move |person| (Participant::Judge(judge), Participant::Confederate(person), share.clone()))
    });
    let entries = problem.entries().flat_map(move |entry| {
        let share = problem.share_of_entry(entry);
        let people = problem.confederates();
        people.map(move |person| (Participant::Entry(entry), Participant::Confederate(person), share.clone()))
    });
    judges.chain(entries)
}

fn encounters(problem: &Problem, meeting: Meeting) -> impl Iterator<Item = Breach> {
    let forbidden = meeting
        .witnesses()
        .filter(move |&witness| !problem.may_meet(meeting.judge, witness))
        .map(move |witness| Breach::Forbidden { meeting, witness });
    let round = meeting.round;
    let absent = meeting
        .participants()
        .filter(move |&who| problem.absences.contains(&(who, round)))
        .map(move |who| Breach::Absent { who, round });
    forbidden.chain(absent)
}

fn limits(problem: &Problem, plan: &Plan) -> Vec<Breach> {
    let mut rounds: BTreeMap<RoundNumber, usize> = BTreeMap::new();
    for meeting in &plan.meetings {
        *rounds.entry(meeting.round).or_default() += 1;
    }
    let mut found = vec![];
    if let Some(most) = problem.parallel {
        let full = rounds.iter().filter(|&(_, &interviews)| interviews > usize::from(most));
        found.extend(full.map(|(&round, &interviews)| Breach::Parallel { round, interviews, most }));
    }
    if let (Some(most), Some((last, _))) = (problem.rounds, rounds.last_key_value()) {
        let rounds = last.number();
        found.extend((rounds > most).then_some(Breach::Rounds { rounds, most }));
    }
    found
}

impl Say for Breach {
    fn message(&self) -> Message {
        match self {
            Self::Rule(violation) => violation.message(),
            Self::Forbidden { meeting, witness } => say!(
                "refused-breach-forbidden",
                judge = meeting.judge.to_string(),
                witness = witness.to_string(),
                round = meeting.round.to_string()
            ),
            Self::Absent { who, round } => {
                say!("refused-breach-absent", who = who.to_string(), round = round.to_string())
            }
            Self::Unkept { pairing: Pairing { round, judge, entry, confederate } } => say!(
                "refused-breach-unkept",
                judge = judge.to_string(),
                entry = entry.to_string(),
                confederate = confederate.to_string(),
                round = round.to_string()
            ),
            Self::Parallel { round, interviews, most } => {
                say!("refused-breach-parallel", round = round.to_string(), interviews = interviews, most = most)
            }
            Self::Rounds { rounds, most } => say!("refused-breach-rounds", rounds = rounds, most = most),
        }
    }
}

display_in_english!(Breach);
