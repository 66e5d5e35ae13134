//! What a plan breaks of a problem: the prover for plans that are asked for with more than a rulebook.
//!
//! It counts, like the prover of rulebooks, and knows nothing of how the solver searches. For a plain problem of as many
//! entries and confederates as judges the two find the same, in the same order and words.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive};

use rulebook::{Participant, RoundNumber, Witness};

use crate::{Pairing, Plan, Problem, Violation, prover};

/// One thing a plan breaks of a problem. Prints as a short clause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// What breaks the rules of every plan.
    Rule(Violation),
    /// Two meet more or less often than an even share.
    Uneven {
        /// The judge, or the entry beside the confederate.
        who: Participant,
        /// The other.
        whom: Participant,
        /// How often.
        times: usize,
        /// The fewest times that are even.
        least: usize,
        /// The most times that are even.
        most: usize,
    },
    /// A judge meets a witness it must not meet.
    Forbidden {
        /// The meeting.
        pairing: Pairing,
        /// Whom the judge must not meet.
        witness: Witness,
    },
    /// Somebody is planned for a round they are away in.
    Absent {
        /// Who is away.
        who: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// The matrix names another confederate, or nobody, for a judge and an entry.
    Matrix {
        /// The pairing as planned.
        pairing: Pairing,
    },
    /// A fixed interview is not in the plan.
    Unkept {
        /// The interview.
        pairing: Pairing,
    },
    /// More interviews at a time than there are places.
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

/// Everything this plan breaks of this problem, however the plan was made; empty when it is sound.
///
/// The number of rounds is judged only against [`Problem::rounds`]: a plan may take more than the fewest.
#[must_use]
pub fn breaches(problem: &Problem, plan: &Plan) -> Vec<Breach> {
    let mut found: Vec<Breach> = prover::strangers(problem.roles, plan).into_iter().map(Breach::Rule).collect();
    if problem.absences.is_empty() {
        found.extend(prover::empty_rounds(plan).map(Breach::Rule));
    }
    found.extend(prover::crowds(plan).map(Breach::Rule));
    found.extend(meetings(problem, plan));
    found.extend(plan.pairings.iter().flat_map(|&pairing| encounters(problem, pairing)));
    let unkept = problem.fixed.iter().filter(|pairing| !plan.pairings.contains(pairing));
    found.extend(unkept.map(|&pairing| Breach::Unkept { pairing }));
    found.extend(limits(problem, plan));
    found
}

/// Who meets too often, too rarely or never. A plan without rounds can be judged too: rounds do not matter here.
pub(crate) fn meetings(problem: &Problem, plan: &Plan) -> Vec<Breach> {
    let mut times: BTreeMap<(Participant, Participant), usize> = BTreeMap::new();
    for pairing in &plan.pairings {
        let [judge, entry, person] = pairing.participants();
        for meeting in [(judge, entry), (judge, person), (entry, person)] {
            *times.entry(meeting).or_default() += 1;
        }
    }
    let mut found = vec![];
    let mut hold_against = |who: Participant, whom: Participant, share: RangeInclusive<usize>| {
        let times = times.get(&(who, whom)).copied().unwrap_or(0);
        found.extend(uneven(who, whom, times, share));
    };
    for judge in problem.judges() {
        for entry in problem.entries_of(judge) {
            hold_against(Participant::Judge(judge), Participant::Entry(entry), 1..=1);
        }
    }
    for judge in problem.judges() {
        let share = problem.share_of_judge(judge);
        for person in problem.confederates().filter(|&person| problem.may_meet(judge, Witness::Confederate(person))) {
            hold_against(Participant::Judge(judge), Participant::Confederate(person), share.clone());
        }
    }
    for entry in problem.entries() {
        let share = problem.share_of_entry(entry);
        for person in problem.confederates() {
            hold_against(Participant::Entry(entry), Participant::Confederate(person), share.clone());
        }
    }
    found
}

fn uneven(who: Participant, whom: Participant, times: usize, share: RangeInclusive<usize>) -> Option<Breach> {
    let (least, most) = share.into_inner();
    match times {
        _ if (least..=most).contains(&times) => None,
        0 => Some(Breach::Rule(Violation::Missed { who, whom })),
        _ if most == 1 => Some(Breach::Rule(Violation::Repeated { who, whom, times })),
        _ => Some(Breach::Uneven { who, whom, times, least, most }),
    }
}

fn encounters(problem: &Problem, pairing: Pairing) -> impl Iterator<Item = Breach> {
    let witnesses = [Witness::Entry(pairing.entry), Witness::Confederate(pairing.confederate)];
    let forbidden = witnesses
        .into_iter()
        .filter(move |&witness| !problem.may_meet(pairing.judge, witness))
        .map(move |witness| Breach::Forbidden { pairing, witness });
    let round = pairing.round;
    let absent = pairing
        .participants()
        .into_iter()
        .filter(move |&who| problem.absences.contains(&(who, round)))
        .map(move |who| Breach::Absent { who, round });
    let matrix = problem.matrix.as_ref().and_then(|matrix| {
        let named = matrix.confederate(pairing.judge, pairing.entry);
        (named != Some(pairing.confederate)).then_some(Breach::Matrix { pairing })
    });
    forbidden.chain(absent).chain(matrix)
}

fn limits(problem: &Problem, plan: &Plan) -> Vec<Breach> {
    let mut rounds: BTreeMap<RoundNumber, usize> = BTreeMap::new();
    for pairing in &plan.pairings {
        *rounds.entry(pairing.round).or_default() += 1;
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

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(violation) => violation.fmt(f),
            Self::Uneven { who, whom, times, least, most } => {
                write!(f, "{who} meets {whom} {}, though {} would be even", counted(*times), Share(*least, *most))
            }
            Self::Forbidden { pairing, witness } => {
                write!(f, "{} meets {witness} in {}, though they must not meet", pairing.judge, pairing.round)
            }
            Self::Absent { who, round } => write!(f, "{who} is planned for {round}, but is away"),
            Self::Matrix { pairing: Pairing { round, judge, entry, confederate } } => {
                write!(f, "{judge} meets {entry} beside {confederate} in {round}, and the matrix says otherwise")
            }
            Self::Unkept { pairing: Pairing { round, judge, entry, confederate } } => {
                write!(f, "{judge} does not meet {entry} and {confederate} in {round}, though that is fixed")
            }
            Self::Parallel { round, interviews, most } => {
                write!(f, "{round} has {interviews} interviews, and there are places for {most}")
            }
            Self::Rounds { rounds, most } => write!(f, "the plan takes {rounds} rounds, and there is time for {most}"),
        }
    }
}

/// A range of numbers in words.
struct Share(usize, usize);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{} or {}", self.0, self.1) }
    }
}

fn counted(times: usize) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{times} times"),
    }
}
