//! Blind by construction: whoever sits left and whoever sits right, a judge is sent the same bytes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use contest::{ControlEvent, Event, Private, Recorded, Views, event::Roster};
use proptest::prelude::*;
use rulebook::{ConfederateId, EntryId, InterviewId, JudgeId, Participant, RoundNumber};
use schedule::Assignment;
use simulate::world::{Options, World};

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapping_the_identities_behind_left_and_right_changes_no_byte(seed in 1_u64..100_000, swapped in any::<u16>()) {
        let record = World::run(seed, &Options::rough()).record;
        let other = with_assignment(&record, |assignment| {
            for (place, seating) in assignment.0.iter_mut().enumerate() {
                if swapped >> (place % 16) & 1 == 1 {
                    seating.entry_seat = seating.entry_seat.other();
                }
            }
        });
        for (judge, bytes, other_bytes) in feeds(&record, &other) {
            prop_assert_eq!(bytes, other_bytes, "{} of contest {}", judge, seed);
        }
    }

    #[test]
    fn dealing_the_witnesses_anew_changes_no_byte(seed in 1_u64..100_000, turns in 1_u16..4) {
        let record = World::run(seed, &Options::rough()).record;
        let other = with_assignment(&record, |assignment| {
            for seating in &mut assignment.0 {
                seating.entry = EntryId::new((seating.entry.number() - 1 + turns) % 4 + 1);
                seating.confederate = ConfederateId::new((seating.confederate.number() + turns) % 4 + 1);
            }
        });
        for (judge, bytes, other_bytes) in feeds(&record, &other) {
            prop_assert_eq!(bytes, other_bytes, "{} of contest {}", judge, seed);
        }
    }

    #[test]
    fn no_byte_a_judge_is_sent_names_a_witness(seed in 1_u64..100_000) {
        let record = World::run(seed, &Options::rough()).record;
        let names = names(&record);
        prop_assert_eq!(names.len(), 20);
        for (judge, bytes, _) in feeds(&record, &record) {
            for name in &names {
                prop_assert!(!bytes.contains(name), "{} of contest {} is told of {}", judge, seed, name);
            }
        }
    }
}

#[test]
fn a_witness_does_notice_a_swap() {
    // The swap above is a real one: it moves keys from one witness's feed to another's.
    let record = World::run(1, &Options::rough()).record;
    let other = with_assignment(&record, |assignment| assignment.0[0].entry_seat = assignment.0[0].entry_seat.other());
    let assignment = assignment_of(&record);
    let seating = assignment.seating(InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) });
    let who = Participant::Entry(seating.unwrap().entry);
    assert_ne!(views(&record).witness(who), views(&other).witness(who));
}

/// Every judge's updates as they are sent, under this record and under another.
fn feeds(record: &[Recorded], other: &[Recorded]) -> Vec<(JudgeId, String, String)> {
    let (views, other) = (views(record), views(other));
    let sent = |views: &Views, judge| {
        let updates = views.judge(judge).unwrap().after(0);
        assert!(updates.len() > 100, "a judge who sees nothing proves nothing");
        updates.iter().map(|update| serde_json::to_string(update).unwrap() + "\n").collect()
    };
    JudgeId::first(4).map(|judge| (judge, sent(&views, judge), sent(&other, judge))).collect()
}

fn views(record: &[Recorded]) -> Views {
    let mut views = Views::default();
    record.iter().for_each(|fact| views.apply(fact));
    views
}

/// The same record, key for key, with somebody else behind the seats.
fn with_assignment(record: &[Recorded], change: impl Fn(&mut Assignment)) -> Vec<Recorded> {
    let mut record = record.to_vec();
    for fact in &mut record {
        match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private: Private::Held(secret) }) => {
                change(&mut secret.assignment);
            }
            Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) => change(assignment),
            _ => {}
        }
    }
    record
}

fn assignment_of(record: &[Recorded]) -> Assignment {
    let assignment = record.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) => Some(assignment.clone()),
        _ => None,
    });
    assignment.unwrap()
}

/// Ids and names of all witnesses, programs and contestants.
fn names(record: &[Recorded]) -> Vec<String> {
    let roster = record.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::Opened { private: Private::Held(roster), .. }) => Some(roster.clone()),
        _ => None,
    });
    let Roster { confederates, entries, .. } = roster.unwrap();
    let ids = EntryId::first(4).map(|id| id.to_string()).chain(ConfederateId::first(4).map(|id| id.to_string()));
    let cards = entries.into_iter().flat_map(|card| [card.name, card.contestant]);
    ids.chain(cards).chain(confederates).collect()
}
