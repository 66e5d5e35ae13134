//! Departures of participants, and disqualifications of entries.

use contest::{
    Command, ContestResult, ControlEvent, Event, Private, Refusal, command::Change, contest::Phase, result::Report,
};
use rulebook::{Participant, RoundNumber, Seat, Witness};

use crate::story::{ORGANISER, Story, confederate, entry, faults, judge, rules};

fn leaves(who: Participant) -> Command {
    Command::Replan { change: Change::Leaves(who), reason: "called away".to_owned() }
}

/// The rules of 1995, after two rounds.
fn after_two_rounds() -> Story {
    let mut story = Story::under(rules("loebner-1995", |_| {}));
    for _ in 0..2 {
        story.open_round().unwrap();
        story.wait_out();
        story.wait_out();
    }
    story
}

#[test]
fn somebody_leaves_what_was_played_is_kept_and_the_rest_is_planned_without_them() {
    for who in [judge(2), confederate(1), entry(3)] {
        let mut story = after_two_rounds();
        let before = story.contest().assignment().unwrap().clone();
        story.does(ORGANISER, leaves(who)).unwrap();
        let after = story.contest().assignment().unwrap().clone();
        let played = |assignment: &schedule::Assignment| {
            (1..=2)
                .flat_map(|round| assignment.in_round(RoundNumber::new(round)).cloned().collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        assert_eq!(played(&before), played(&after));
        for round in 3..=after.rounds() {
            assert!(!story.contest().needed_in(RoundNumber::new(round)).contains(&who), "{who} in round {round}");
        }
        assert_eq!(story.does(who, Command::Ready(true)), Err(Refusal::NotYours), "who has left is gone");
        story.play_on();
        story.wait_out();
        assert_eq!(story.contest().phase, Phase::Closed);
        assert!(ContestResult::of(story.contest()).is_some());
        assert_eq!(story.faults(), Vec::<String>::new(), "the new plan is the one that the seed gives");
    }
}

#[test]
fn an_audit_finds_a_plan_that_the_seed_does_not_give() {
    let mut story = after_two_rounds();
    story.does(ORGANISER, leaves(judge(2))).unwrap();
    story.play_on();
    story.wait_out();
    assert_eq!(story.faults(), Vec::<String>::new());
    let mut record = story.record.clone();
    let swapped = |assignment: &mut schedule::Assignment| {
        let last = assignment.0.len() - 1;
        let (head, tail) = assignment.0.split_at_mut(last);
        let other = head.iter_mut().rev().find(|seating| seating.interview.round == tail[0].interview.round).unwrap();
        std::mem::swap(&mut other.seats, &mut tail[0].seats);
    };
    for fact in &mut record {
        match &mut fact.event {
            Event::Control(ControlEvent::Replanned { private: Private::Held(replan), .. }) => {
                swapped(&mut replan.assignment);
            }
            Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) => swapped(assignment),
            _ => {}
        }
    }
    let found = faults(&record);
    assert!(found.iter().any(|fault| fault.contains("the seed does not draw")), "{found:?}");
}

#[test]
fn nobody_leaves_in_mid_round_twice_or_without_having_been_there() {
    let mut story = Story::under(rules("loebner-1995", |_| {}));
    story.open_round().unwrap();
    assert_eq!(story.does(ORGANISER, leaves(judge(1))), Err(Refusal::RoundRunning));
    story.wait_out();
    story.wait_out();
    assert_eq!(story.does(judge(1), leaves(judge(2))), Err(Refusal::NotYours));
    assert!(matches!(story.does(ORGANISER, leaves(judge(40))), Err(Refusal::CannotReplan(_))));
    assert!(matches!(story.does(ORGANISER, leaves(ORGANISER)), Err(Refusal::CannotReplan(_))));
    let no_reason = Command::Replan { change: Change::Leaves(judge(1)), reason: " ".to_owned() };
    assert_eq!(story.does(ORGANISER, no_reason), Err(Refusal::BadReason(500)));
    story.does(ORGANISER, leaves(judge(1))).unwrap();
    assert!(matches!(story.does(ORGANISER, leaves(judge(1))), Err(Refusal::CannotReplan(_))));
    story.does(ORGANISER, leaves(judge(2))).unwrap();
    assert_eq!(story.contest().left, [judge(1), judge(2)].into());
}

#[test]
fn a_disqualified_entry_keeps_its_conversations_and_loses_its_place() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    story.wait_out();
    // The first judge takes the program for the human, which will not help it.
    let seat = if matches!(story.witness(1, Seat::Left), Participant::Entry(_)) { Seat::Left } else { Seat::Right };
    let Participant::Entry(fooled) = story.witness(1, seat) else { panic!("one of the two is a program") };
    story.votes(1, seat).unwrap();
    let out = fooled.number();
    assert_eq!(story.disqualifies(judge(1), out, "I say so"), Err(Refusal::NotYours));
    assert_eq!(story.disqualifies(ORGANISER, out, ""), Err(Refusal::BadReason(500)));
    assert_eq!(story.disqualifies(ORGANISER, 9, "who?"), Err(Refusal::NotYours));
    let told = story.views.judge(rulebook::JudgeId::new(1)).unwrap().latest();
    story.disqualifies(ORGANISER, out, "a person was behind it").unwrap();
    assert_eq!(story.views.judge(rulebook::JudgeId::new(1)).unwrap().latest(), told, "judges are told nothing");
    assert_eq!(story.disqualifies(ORGANISER, out, "again"), Err(Refusal::OutAlready));
    story.wait_out();
    story.play_on();
    story.wait_out();
    let Report { result, sentences, .. } = Report::of(story.contest()).unwrap();
    assert_eq!(result.tally.standings.len(), 3);
    assert!(result.tally.standings.iter().all(|standing| standing.witness != Witness::Entry(fooled)));
    assert!(result.tally.notes.contains(&tally::Note::Disqualified { entry: fooled }), "{:?}", result.tally.notes);
    // The organiser's words are private: people read them, and no verifier depends on them.
    assert!(sentences.notes.iter().any(|note| note.contains("a person was behind it")), "{:?}", sentences.notes);
    assert!(!serde_json::to_string(&result).unwrap().contains("a person was behind it"));
    assert_eq!(result.interviews.len(), 16, "what was played stays");
    assert_eq!(story.faults(), Vec::<String>::new());
}
