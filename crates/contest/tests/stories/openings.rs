//! Enforced opening words.

use contest::{
    Event, Private, Recorded, Refusal,
    event::{ConversationEvent, Pressed},
};
use rulebook::{ConversationId, Key, schema::Medium};

use crate::story::{Story, faults, interview, rules};

const JOHN: &str = "Hello, my name is John and I am a man.";

/// The two conversations of the first judge in the first round of a contest under the rules of 2006.
fn begun() -> (Story, Vec<ConversationId>) {
    let mut story = Story::under(rules("loebner-2006", |_| {}));
    story.open_round().unwrap();
    let ids = story.contest().seating(interview(1, 1)).unwrap().conversations().collect();
    (story, ids)
}

#[test]
fn under_the_rules_of_2006_neither_person_nor_program_goes_on_before_the_words_are_said() {
    let (mut story, ids) = begun();
    for id in ids {
        let before = story.record.len();
        let refused = story.answers(id, "Good evening.\n").unwrap_err().to_string();
        assert!(refused.contains("“Hello, my name is John and I am a man.” or “Hello, my name is Joan"), "{refused}");
        for other in ["Hello, my name is John.\n", "\n", "\t", "hello"] {
            assert!(matches!(story.answers(id, other), Err(Refusal::OpeningFirst(_))), "{other:?}");
        }
        assert_eq!(story.record.len(), before, "none of it is recorded, so that no judge sees who began otherwise");
        story.judge_says(id.seat, "Who are you?\n").unwrap();
        story.answers(id, "Hello, my name is Joh").unwrap();
        story.wait(2);
        assert!(story.answers(id, "\n").is_err(), "half of the words is not the words");
        assert!(story.room().demands_opening(id));
        story.answers(id, "\u{8}an, and I am a woman.\n").unwrap();
        assert!(!story.room().demands_opening(id));
        story.wait(2);
        story.answers(id, "Ask me anything!\n").unwrap();
        let kept = story.room().conversation(id).unwrap().opened_well(&story.contest().rulebook.interview);
        assert_eq!(kept, Some(true));
    }
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn words_and_what_follows_them_may_come_together() {
    let (mut story, ids) = begun();
    story.answers(ids[0], &format!("{JOHN}\nAnd you?")).unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_audit_finds_other_words_and_holds_nothing_against_those_that_were_redacted() {
    let (mut story, ids) = begun();
    story.answers(ids[0], &format!("{JOHN}\n")).unwrap();
    story.wait(2);
    story.answers(ids[0], "So.\n").unwrap();
    let is_key = |fact: &Recorded| matches!(fact.event, Event::Conversation(_, ConversationEvent::Key { .. }));
    let first = story.record.iter().position(is_key).unwrap();
    let with_first = |pressed: Private<Pressed>| {
        let mut record = story.record.clone();
        if let Event::Conversation(_, ConversationEvent::Key { private, .. }) = &mut record[first].event {
            *private = pressed;
        }
        faults(&record)
    };
    let other = with_first(Private::Held(Pressed { key: Key::printable('J').unwrap() }));
    assert!(other.first().is_some_and(|fault| fault.contains("begin with the words")), "{other:?}");
    assert_eq!(with_first(Private::Redacted), Vec::<String>::new());
}

#[test]
fn messages_begin_with_the_words_too() {
    let mut story = Story::under(rules("loebner-2006", |rules| {
        rules.interview.medium = Medium::Messages { characters: 100, messages: 9 };
    }));
    story.open_round().unwrap();
    let id = story.contest().seating(interview(1, 1)).unwrap().conversations().next().unwrap();
    assert!(matches!(story.answers(id, &format!("{JOHN} Ask!")), Err(Refusal::OpeningFirst(_))));
    story.answers(id, &format!(" {JOHN} ")).unwrap();
    story.answers(id, "Ask!").unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_words_are_said_once_for_each_judge() {
    // A judge who comes back in a later trial has heard them.
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.opening_words = vec!["Good day.".to_owned()];
        rules.interview.opening_enforced = true;
        rules.trials = Some(rulebook::schema::Trials::of(2, Some(rulebook::schema::Combine::All)));
        rules.ballots.ranking = None;
        rules.score.tie_breaks.clear();
    }));
    story.open_round().unwrap();
    let first = story.contest().seating(interview(1, 1)).unwrap().conversations().next().unwrap();
    let witness = story.contest().listener(first).unwrap();
    story.judge_says(first.seat, "Hello\n").unwrap();
    assert!(story.answers(first, "Hi.\n").is_err());
    story.answers(first, "Good day.\n").unwrap();
    loop {
        story.wait_out();
        story.wait_out();
        story.open_round().unwrap();
        let round = story.contest().phase.running_round().unwrap().number();
        let mut again = story.contest().seating(interview(round, 1)).unwrap().conversations();
        if let Some(id) = again.find(|id| story.contest().listener(*id) == Some(witness)) {
            drop(again);
            story.judge_says(id.seat, "Hello again\n").unwrap();
            story.answers(id, "Hi.\n").unwrap();
            break;
        }
    }
    assert_eq!(story.faults(), Vec::<String>::new());
}
