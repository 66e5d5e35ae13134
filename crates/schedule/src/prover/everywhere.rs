//! The rules of every plan: no strangers, no participant in two places at once, no empty rounds, no missing partners.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    Participant, RoundNumber,
    schema::{Layout, People, Roles},
};

use crate::{Plan, Violation};

pub(crate) fn strangers(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let planned: BTreeSet<Participant> = plan.meetings.iter().flat_map(|meeting| meeting.participants()).collect();
    let stranger = |who| match number_and_count(roles, who) {
        Some((number, of)) if number > of => Some(Violation::Unknown { who, of }),
        _ => None,
    };
    planned.into_iter().filter_map(stranger).collect()
}

/// The number of this participant, and the number of participants in that role.
pub(crate) fn number_and_count(roles: Roles, who: Participant) -> Option<(u16, u16)> {
    match who {
        Participant::Judge(id) => Some((id.number(), roles.judges)),
        Participant::Confederate(id) => Some((id.number(), roles.confederates)),
        Participant::Entry(id) => Some((id.number(), roles.entries)),
        Participant::Organiser | Participant::Referee(_) => None,
    }
}

pub(crate) fn empty_rounds(plan: &Plan) -> impl Iterator<Item = Violation> {
    let held: BTreeSet<RoundNumber> = plan.meetings.iter().map(|meeting| meeting.round).collect();
    let last = held.last().map_or(0, |round| usize::from(round.number()));
    RoundNumber::first(last).filter(move |round| !held.contains(round)).map(|round| Violation::EmptyRound { round })
}

pub(crate) fn crowds(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let mut times = BTreeMap::new();
    for meeting in &plan.meetings {
        for who in meeting.participants() {
            *times.entry((meeting.round, who)).or_insert(0) += 1;
        }
    }
    let mut found = vec![];
    for (&(round, who), &times) in &times {
        let most = if matches!(who, Participant::Entry(_)) { usize::from(roles.parallel.max(1)) } else { 1 };
        found.extend((times > most).then_some(Violation::Crowded { who, round, times, most }));
    }
    if roles.people == People::Both {
        let twice = |&(round, who): &(RoundNumber, Participant)| match who {
            Participant::Judge(judge) => {
                let answers = Participant::Confederate(rulebook::ConfederateId::new(judge.number()));
                times.contains_key(&(round, answers)).then_some(Violation::BothRoles { who: judge, round })
            }
            _ => None,
        };
        found.extend(times.keys().filter_map(twice));
    }
    found
}

pub(crate) fn layouts(layout: Layout, plan: &Plan) -> impl Iterator<Item = Violation> {
    let pair = layout == Layout::Pair;
    let asked = if pair { 2 } else { 1 };
    let wrong = plan.meetings.iter().filter(move |meeting| meeting.witnesses().count() != asked);
    wrong.map(move |&meeting| Violation::Layout { meeting, pair })
}
