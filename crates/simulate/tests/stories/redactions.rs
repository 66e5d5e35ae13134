//! Redacted records: the pieces shown to judges are still audited, as far as possible.
//!
//! A contest is played under every policy. Then some of its keys and words are redacted, at random: the audit must find
//! no fault. Then the rest is changed: the audit must find a fault. A failure prints the numbers that replay it.

use std::time::Duration;

use archive::audit::{Fault, audit};
use contest::{Actor, Event, Private, Recorded, event::ConversationEvent};
use rulebook::{Draws, Seed, Side, Timestamp, schema::Delivery};
use simulate::world::{Options, World};

use crate::policies::policies;

/// The number of contests played under each policy, and the number of redactions of each.
const BASES: u64 = 4;
const REDACTED: u64 = 24;

/// Redacts the key or the words of this fact; false if it has none.
fn redact(fact: &mut Recorded) -> bool {
    let Event::Conversation(_, event) = &mut fact.event else { return false };
    match event {
        ConversationEvent::Key { private, .. } => *private = Private::Redacted,
        ConversationEvent::Said { private, .. } | ConversationEvent::Line { private, .. } => {
            *private = Private::Redacted;
        }
        ConversationEvent::Attached { private, .. } => *private = Private::Redacted,
        ConversationEvent::Shown { .. } => return false,
    }
    true
}

fn faults(record: &[Recorded]) -> Vec<Fault> {
    audit(record).faults
}

#[test]
fn nothing_is_held_against_what_is_left_whatever_words_are_taken_out() {
    let (mut redacted, mut all) = (0, 0);
    for rules in policies() {
        for seed in 1..=BASES {
            let base = World::run(seed, &Options::calm(rules.clone())).record;
            for number in 0..REDACTED {
                let name = format!("{} {seed} {number}", rules.id);
                let mut draws = Draws::new(Seed::from_contributions([&*name]), "redactions");
                let one_in = [1, 3, 20, 200][draws.index(4)];
                let mut record = base.clone();
                for fact in &mut record {
                    redacted += u32::from(draws.below(one_in) == 0 && redact(fact));
                }
                assert_eq!(faults(&record), [], "{name}, one in {one_in}");
                all += 1;
            }
        }
    }
    assert!(all >= 500 && redacted > 10_000, "{redacted} keys and words of {all} records");
}

#[test]
fn after_a_redaction_nothing_is_shown_twice_or_early_or_out_of_order() {
    let held = |delivery: Delivery| matches!(delivery, Delivery::CommonRhythm { .. });
    let mut changed = 0;
    for rules in policies().into_iter().filter(|rules| held(rules.interview.delivery)) {
        for seed in 1..=BASES {
            let mut base = World::run(seed, &Options::calm(rules.clone())).record;
            // The first words of each witness are redacted: from there on no moment can be computed.
            let is_given = |fact: &Recorded| {
                fact.actor == Actor::Side(Side::Witness) && matches!(fact.event, Event::Conversation(..))
            };
            let Some(first) = base.iter().position(is_given) else { continue };
            let Event::Conversation(redacted, _) = base[first].event else { continue };
            redact(&mut base[first]);
            assert_eq!(faults(&base), []);
            // The pieces of the last utterance shown there, all of them known.
            let of = |fact: &Recorded| match &fact.event {
                Event::Conversation(id, ConversationEvent::Shown { of, released, .. }) if *id == redacted => {
                    Some((*of, *released))
                }
                _ => None,
            };
            let places: Vec<usize> = (0..base.len()).filter(|place| of(&base[*place]).is_some()).collect();
            let (Some(&last), Some((number, released))) = (places.last(), places.last().and_then(|at| of(&base[*at])))
            else {
                continue;
            };
            if places.len() < 3 || of(&base[places[0]]).unwrap().0 == number {
                continue;
            }
            let with = |place: usize, number: u64, released: Timestamp| {
                let mut record = base.clone();
                let Event::Conversation(_, ConversationEvent::Shown { of, released: at, .. }) =
                    &mut record[place].event
                else {
                    panic!("it is shown")
                };
                (*of, *at) = (number, released);
                faults(&record)
            };
            let earlier =
                |by: Duration| Timestamp::from_millis(released.as_millis() - i64::try_from(by.as_millis()).unwrap());
            assert_eq!(with(last, number, released), [], "nothing was changed");
            assert_ne!(with(last, number + 1_000_000, released), [], "a fact that does not exist");
            assert_ne!(with(last, of(&base[places[0]]).unwrap().0, released), [], "what was shown long before");
            assert_ne!(with(last, number, earlier(Duration::from_secs(600))), [], "before it was given");
            assert_ne!(with(places[0], number, released), [], "before what was given earlier, and before its time");
            changed += 1;
        }
    }
    assert!(changed >= 6, "{changed}");
}
