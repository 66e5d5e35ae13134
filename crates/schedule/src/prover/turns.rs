//! The rules of taking turns: people both ask and answer, turns are shared out evenly, and partners change.

use std::{collections::BTreeMap, ops::RangeInclusive};

use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, Rulebook,
    schema::{Layout, Roles},
};

use super::meetings::Times;
use crate::{Plan, TurnKind, Violation};

/// The violations of taking turns through this many rounds.
pub(crate) fn violations(rulebook: &Rulebook, asked: u16, plan: &Plan) -> Vec<Violation> {
    let (roles, layout) = (rulebook.roles, rulebook.interview.layout);
    let by_round = plan.by_round();
    let rounds = u16::try_from(by_round.len()).unwrap_or(u16::MAX);
    let mut found = vec![];
    found.extend((rounds != asked).then_some(Violation::Rounds { rounds, asked }));
    if layout == Layout::Pair {
        let places = usize::from(roles.entries) * usize::from(roles.parallel.max(1));
        let most = places.min(usize::from(roles.judges) / 2);
        let thin = by_round.iter().filter(|(_, meetings)| meetings.len() < most);
        found.extend(thin.map(|(&round, meetings)| Violation::Thin { round, interviews: meetings.len(), most }));
    }
    found.extend(turns(roles, layout, plan));
    found.extend(entries(roles, plan));
    found.extend(partners(roles, plan));
    found
}

fn turns(roles: Roles, layout: Layout, plan: &Plan) -> Vec<Violation> {
    let people = usize::from(roles.judges);
    let mut found = vec![];
    let mut share_out = |at, whose: &dyn Fn(usize) -> Participant, counts: &dyn Fn(Participant) -> usize| {
        let times: Vec<_> = (0..people).map(|person| counts(whose(person))).collect();
        let (least, most) = share(times.iter().sum(), people).into_inner();
        for (person, times) in times.into_iter().enumerate().filter(|(_, times)| !(least..=most).contains(times)) {
            found.push(Violation::Turns { who: whose(person), at, times, least, most });
        }
    };
    let judge = |person| Participant::Judge(JudgeId::at(person));
    let confederate = |person| Participant::Confederate(ConfederateId::at(person));
    let in_plan = |who| plan.meetings.iter().filter(|meeting| meeting.participants().any(|each| each == who)).count();
    let with_entries = |who| {
        let those = plan.meetings.iter().filter(|meeting| meeting.entry.is_some());
        those.filter(|meeting| Participant::Judge(meeting.judge) == who).count()
    };
    share_out(TurnKind::Asking, &judge, &in_plan);
    match layout {
        Layout::Pair => share_out(TurnKind::Answering, &confederate, &in_plan),
        Layout::One => share_out(TurnKind::MeetingEntries, &judge, &with_entries),
    }
    found
}

/// Checks that every judge meets the entries equally often, as far as the number of their meetings allows.
fn entries(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let times = Times::of(plan);
    let entries = || EntryId::first(usize::from(roles.entries)).map(Participant::Entry);
    let mut found = vec![];
    for who in JudgeId::first(usize::from(roles.judges)).map(Participant::Judge) {
        let meetings = entries().map(|entry| times.get(who, entry)).sum();
        let (least, most) = share(meetings, entries().len()).into_inner();
        for whom in entries() {
            let times = times.get(who, whom);
            let even = (least..=most).contains(&times);
            found.extend((!even).then_some(Violation::Uneven { who, whom, times, least, most }));
        }
    }
    found
}

/// Checks that the same two people meet as rarely as possible, in either role.
fn partners(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let mut times: BTreeMap<(u16, u16), usize> = BTreeMap::new();
    for meeting in &plan.meetings {
        if let Some(confederate) = meeting.confederate {
            let (one, other) = (meeting.judge.number(), confederate.number());
            *times.entry((one.min(other), one.max(other))).or_default() += 1;
        }
    }
    let people = usize::from(roles.judges);
    let most = times.values().sum::<usize>().div_ceil((people * people.saturating_sub(1) / 2).max(1));
    let often = times.into_iter().filter(|&((one, other), times)| one != other && times > most);
    often
        .map(|((one, other), times)| Violation::Often {
            who: Participant::Judge(JudgeId::new(one)),
            whom: Participant::Confederate(ConfederateId::new(other)),
            times,
            most,
        })
        .collect()
}

fn share(things: usize, people: usize) -> RangeInclusive<usize> {
    things.checked_div(people).unwrap_or(0)..=things.div_ceil(people.max(1))
}
