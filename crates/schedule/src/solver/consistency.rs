//! Clashes that are visible without a search, by name.

use rulebook::{Participant, RoundNumber, Witness};

use crate::{Breach, Clash, Infeasible, Meeting, Pairing, Plan, Problem, Violation, prover::everywhere};

/// The most interviews the search accepts: the number of the largest design.
const MOST_INTERVIEWS: usize = 64 * 64;

/// The most participants of a role.
const MOST_OF_A_ROLE: u16 = 512;

/// Checks a problem for all clashes that are visible without a search.
pub(crate) fn check(problem: &Problem) -> Result<(), Infeasible> {
    let roles = problem.roles;
    if roles.judges == 0 || roles.entries == 0 || roles.confederates == 0 {
        return Err(Infeasible(vec![Clash::Nobody]));
    }
    let interviews = usize::from(roles.judges) * usize::from(roles.entries);
    if interviews > MOST_INTERVIEWS || roles.judges.max(roles.entries).max(roles.confederates) > MOST_OF_A_ROLE {
        let rounds = interviews.div_ceil(usize::from(roles.judges.min(roles.entries).min(roles.confederates)));
        return Err(Infeasible(vec![Clash::TooLarge { interviews, rounds }]));
    }
    let mut clashes = strangers(problem);
    clashes.extend((problem.parallel == Some(0)).then_some(Clash::NoPlaces));
    if clashes.is_empty() {
        clashes.extend(matrix(problem));
        clashes.extend(no_confederate(problem));
        clashes.extend(fixed(problem));
    }
    if clashes.is_empty() { Ok(()) } else { Err(Infeasible(clashes)) }
}

fn strangers(problem: &Problem) -> Vec<Clash> {
    let forbidden = problem.forbidden.iter().flat_map(|&(judge, witness)| [Participant::Judge(judge), witness.into()]);
    let away = problem.absences.iter().map(|&(who, _)| who);
    let fixed = problem.fixed.iter().flat_map(|&pairing| Meeting::from(pairing).participants());
    let people = problem.matrix.iter().flat_map(|matrix| matrix.rows.iter().flatten().flatten());
    let people = people.map(|&person| Participant::Confederate(person));
    let mut named: Vec<_> = forbidden.chain(away).chain(fixed).chain(people).collect();
    named.sort_unstable();
    named.dedup();
    let stranger = |who| match everywhere::number_and_count(problem.roles, who) {
        Some((number, of)) if number > of => Some(Clash::Stranger { who, of }),
        _ => None,
    };
    named.into_iter().filter_map(stranger).collect()
}

fn matrix(problem: &Problem) -> Vec<Clash> {
    let Some(matrix) = &problem.matrix else { return vec![] };
    let (judges, entries) = (problem.roles.judges, problem.roles.entries);
    let columns = matrix.rows.iter().map(Vec::len).find(|&columns| columns != usize::from(entries));
    if matrix.rows.len() != usize::from(judges) || columns.is_some() {
        let size = (matrix.rows.len(), columns.unwrap_or(usize::from(entries)));
        return vec![Clash::MatrixSize { size, roles: (judges, entries) }];
    }
    let pairings = problem.judges().flat_map(|judge| {
        problem.entries().filter_map(move |entry| {
            let confederate = matrix.confederate(judge, entry)?;
            Some(Pairing { round: RoundNumber::new(1), judge, entry, confederate })
        })
    });
    let forbidden = pairings.flat_map(|pairing| {
        [Witness::Entry(pairing.entry), Witness::Confederate(pairing.confederate)]
            .into_iter()
            .filter(move |&witness| !problem.may_meet(pairing.judge, witness))
            .map(move |witness| Clash::MatrixForbidden { pairing, witness })
    });
    forbidden.collect()
}

fn no_confederate(problem: &Problem) -> Vec<Clash> {
    let nobody_left = problem.judges().filter(|&judge| {
        problem.entries_of(judge).next().is_some()
            && !problem.confederates().any(|person| problem.may_meet(judge, Witness::Confederate(person)))
    });
    nobody_left.map(|judge| Clash::NoConfederate { who: Participant::Judge(judge) }).collect()
}

/// The clashes of fixed interviews, which no other interviews can mend.
fn fixed(problem: &Problem) -> Vec<Clash> {
    let plan = Plan::new(problem.fixed.iter().map(|&pairing| pairing.into()).collect());
    let hopeless = |breach: &Breach| match breach {
        Breach::Rule(Violation::Uneven { times, most, .. }) => times > most,
        Breach::Rule(violation) => {
            matches!(violation, Violation::Crowded { .. } | Violation::Repeated { .. } | Violation::Matrix { .. })
        }
        _ => true,
    };
    crate::breaches(problem, &plan).into_iter().filter(hopeless).map(Clash::Fixed).collect()
}
