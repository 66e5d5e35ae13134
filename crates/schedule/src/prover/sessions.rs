//! The rules of sessions: their sizes, no judge who waits between two interviews, and the rules of the design in each.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    JudgeId, Participant, RoundNumber, Rulebook,
    schema::{Design, Sessions},
};

use super::meetings::{self, Cast};
use crate::{Plan, Session, SessionRole, Violation};

/// The violations of this plan, session by session, and then of the confederates' shares in sessions.
pub(super) fn violations(rulebook: &Rulebook, rules: Sessions, plan: &Plan) -> Vec<Violation> {
    let all = Cast::of(rulebook.roles);
    let mut found = vec![];
    let mut in_sessions: BTreeMap<Participant, usize> =
        all.judges.iter().chain(&all.confederates).map(|&who| (who, 0)).collect();
    for session in crate::sessions(rulebook, plan) {
        let part = Plan { meetings: plan.meetings.iter().filter(|m| session.has(m.round)).copied().collect() };
        let here: BTreeSet<Participant> = part.meetings.iter().flat_map(|meeting| meeting.participants()).collect();
        for who in &here {
            if let Some(times) = in_sessions.get_mut(who) {
                *times += 1;
            }
        }
        let of = |those: &[Participant]| those.iter().copied().filter(|who| here.contains(who)).collect();
        let cast = Cast { judges: of(&all.judges), entries: all.entries.clone(), confederates: of(&all.confederates) };
        let of_session =
            sizes(&cast, rules, all.confederates.len()).chain(waits(&part)).chain(of_design(rulebook, &part, &cast));
        let Session { number, .. } = session;
        found.extend(of_session.map(|what| Violation::InSession { session: number, what: Box::new(what) }));
    }
    found.extend(shares(&all, &in_sessions));
    found
}

/// Checks that a session has one judge at least, no more than allowed, and its number of confederates.
fn sizes(cast: &Cast, rules: Sessions, people: usize) -> impl Iterator<Item = Violation> + use<> {
    let size = |role, found: usize, least: u16, most: u16| {
        let wrong = !(usize::from(least)..=usize::from(most)).contains(&found);
        wrong.then_some(Violation::SessionSize { role, found, most })
    };
    let judges = size(SessionRole::Judges, cast.judges.len(), 1, rules.judges);
    let of_one = rules.confederates_of(crate::number::count(people));
    let people = size(SessionRole::Confederates, cast.confederates.len(), of_one, of_one);
    judges.into_iter().chain(people)
}

/// Checks that the interviews of a judge follow one another.
fn waits(part: &Plan) -> impl Iterator<Item = Violation> + use<> {
    let mut rounds: BTreeMap<JudgeId, BTreeSet<RoundNumber>> = BTreeMap::new();
    for meeting in &part.meetings {
        rounds.entry(meeting.judge).or_default().insert(meeting.round);
    }
    rounds.into_iter().flat_map(|(judge, rounds)| {
        let rounds: Vec<RoundNumber> = rounds.into_iter().collect();
        let gaps = rounds.windows(2).filter(|two| two[0].number() + 1 < two[1].number());
        gaps.map(|two| Violation::Waits { judge, after: two[0], until: two[1] }).collect::<Vec<_>>()
    })
}

fn of_design(rulebook: &Rulebook, part: &Plan, cast: &Cast) -> Vec<Violation> {
    match rulebook.schedule.design {
        Design::GraecoLatin => meetings::held_against(part, meetings::all_once(cast)),
        Design::Rotation => meetings::held_against(part, meetings::witnesses(cast, rulebook.schedule.seats)),
        _ => meetings::held_against(part, meetings::even(cast)),
    }
}

/// Checks that every judge is in a session, and every confederate in an even share of sessions.
fn shares(all: &Cast, in_sessions: &BTreeMap<Participant, usize>) -> Vec<Violation> {
    let times = |who: &Participant| in_sessions.get(who).copied().unwrap_or(0);
    let missing = all.judges.iter().filter(|judge| times(judge) == 0);
    let mut found: Vec<Violation> = missing.map(|&who| Violation::NoSession { who }).collect();
    let total: usize = all.confederates.iter().map(times).sum();
    let people = all.confederates.len().max(1);
    let (least, most) = (total / people, total.div_ceil(people));
    for &who in &all.confederates {
        let times = times(&who);
        if times == 0 {
            found.push(Violation::NoSession { who });
        } else if !(least..=most).contains(&times) {
            found.push(Violation::SessionShare { who, times, least, most });
        }
    }
    found
}
