//! The rest of a plan in which everyone takes turns.

use std::collections::BTreeMap;

use rulebook::{ConfederateId, Draws, EntryId, JudgeId, RoundNumber, Rulebook};

use super::Present;
use crate::{
    Meeting,
    turns::{self, NumberedInterview, Past, Turns},
};

/// Orders that are tried for the one in which the fewest meet again.
const TRIES: usize = 200;

/// Fills the remaining rounds with the people who are there: those who asked less ask more, and as few as possible meet
/// again.
pub(super) fn rest(
    rulebook: &Rulebook,
    present: &Present,
    past: &[Meeting],
    rounds: usize,
    draws: &mut Draws,
) -> Vec<Meeting> {
    let people = &present.judges;
    let turns = Turns {
        people: people.len(),
        entries: present.entries.len(),
        ..Turns::new(rulebook.roles, rulebook.interview.layout, u16::try_from(rounds).unwrap_or(u16::MAX))
    };
    let past = history(present, past);
    let mut order: Vec<usize> = (0..people.len()).collect();
    let mut best = (usize::MAX, vec![]);
    for _ in 0..TRIES {
        draws.shuffle(&mut order);
        let again = turns::again(&turns, &order, &past);
        if again < best.0 {
            best = (again, order.clone());
        }
        if again == 0 {
            break;
        }
    }
    let confederate = |person: usize| ConfederateId::new(people[person].number());
    let meeting = |sitting: NumberedInterview| Meeting {
        round: RoundNumber::at(sitting.round),
        judge: people[sitting.judge],
        entry: sitting.entry.map(|entry| present.entries[entry]),
        confederate: sitting.confederate.map(confederate),
    };
    turns::sittings(&turns, &best.1, &past, Some(draws)).into_iter().map(meeting).collect()
}

/// The past of the people who are there.
fn history(present: &Present, past: &[Meeting]) -> Past {
    let people = &present.judges;
    let place = |number: u16| people.iter().position(|person| person.number() == number);
    let count = |is_one: &dyn Fn(&Meeting, JudgeId) -> bool| {
        let of = |&person: &JudgeId| past.iter().map(|meeting| i32::from(is_one(meeting, person))).sum();
        people.iter().map(of).collect::<Vec<i32>>()
    };
    let mut together = BTreeMap::new();
    for meeting in past {
        let other = meeting.confederate.and_then(|person| place(person.number()));
        if let (Some(one), Some(other)) = (place(meeting.judge.number()), other) {
            *together.entry((one.min(other), one.max(other))).or_default() += 1;
        }
    }
    let answers = |meeting: &Meeting, person: JudgeId| {
        meeting.confederate.is_some_and(|confederate| confederate.number() == person.number())
    };
    let with =
        |&entry: &EntryId| count(&|meeting: &Meeting, person| meeting.judge == person && meeting.entry == Some(entry));
    let by_entry: Vec<Vec<i32>> = present.entries.iter().map(with).collect();
    let entries = (0..people.len()).map(|person| by_entry.iter().map(|times| times[person]).collect()).collect();
    Past {
        asked: count(&|meeting, person| meeting.judge == person),
        answered: count(&answers),
        met_entries: count(&|meeting, person| meeting.judge == person && meeting.entry.is_some()),
        entries,
        together,
    }
}
