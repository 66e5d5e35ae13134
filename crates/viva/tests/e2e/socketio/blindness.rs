//! The witness behind a seat changes no byte sent to a judge's client.

use std::{collections::BTreeMap, time::Duration};

use contest::{ControlEvent, Event, Private, Recorded, Views};
use rulebook::{JudgeId, Participant, Witness, shipped};
use simulate::world::{Options, World, hurried};

/// The same record with the two witnesses of every interview exchanged.
fn swapped(record: &[Recorded]) -> Vec<Recorded> {
    let swap = |seats: &mut BTreeMap<rulebook::Seat, Witness>| {
        if let [one, other] = &mut seats.values_mut().collect::<Vec<_>>()[..] {
            std::mem::swap(*one, *other);
        }
    };
    let mut record = record.to_vec();
    for fact in &mut record {
        let assignment = match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private: Private::Held(secret) }) => {
                &mut secret.assignment
            }
            Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) => assignment,
            Event::Control(ControlEvent::Replanned { private: Private::Held(replan), .. }) => &mut replan.assignment,
            _ => continue,
        };
        assignment.0.iter_mut().for_each(|seating| swap(&mut seating.seats));
    }
    record
}

fn frames(record: &[Recorded], who: Participant) -> Vec<String> {
    let mut views = Views::default();
    record.iter().for_each(|fact| views.apply(fact));
    let told = server::socketio::replay(&views, who, "judge0");
    told.into_iter().map(|out| format!("42[{:?},{:?}]", out.event, out.json)).collect()
}

#[test]
fn swapping_person_and_program_in_every_interview_changes_no_frame() {
    // Keys, messages, and answers held back for some seconds.
    for id in ["loebner-2010", "loebner-2006", "five-minute-2014"] {
        let rules = hurried(shipped::rulebook(id).unwrap(), Duration::from_secs(60), Duration::from_secs(30));
        let judges = rules.roles.judges;
        for seed in 1..4 {
            let record = World::run(seed, &Options::rough_under(rules.clone())).record;
            let other = swapped(&record);
            assert_ne!(record, other);
            for judge in JudgeId::first(judges.into()).map(Participant::Judge) {
                let told = frames(&record, judge);
                assert!(told.iter().filter(|frame| frame.starts_with("42[\"message\"")).count() > 3, "{told:#?}");
                assert_eq!(told, frames(&other, judge), "{judge} of contest {seed} under {id}");
            }
        }
    }
}
