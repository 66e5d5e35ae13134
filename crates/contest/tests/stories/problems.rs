//! What the organiser has to see to, and when it is told: at the boundary, and not before.

use std::time::Duration;

use contest::{
    Command,
    drafts::FormDrafts,
    view::problems::{DUE_SOON, Problem, QUIET, UNANSWERED, Whereabouts},
};
use rulebook::{EntryId, JudgeId, Participant, Seat, Side};

use crate::story::{ORGANISER, Story, confederate, entry, judge};

const MILLISECOND: Duration = Duration::from_millis(1);

fn problems(story: &Story, at: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
    story.views.board(&FormDrafts::default(), story.now).unwrap().problems(story.now, at)
}

fn with_everybody_here(story: &Story) -> Vec<Problem> {
    problems(story, |_| Whereabouts::Here)
}

#[test]
fn before_a_round_it_is_told_who_keeps_it_from_opening_and_why() {
    let mut story = Story::begin();
    let at = |who| match who {
        Participant::Judge(_) => Whereabouts::NotJoined,
        Participant::Confederate(id) if id.number() <= 2 => Whereabouts::Away,
        _ => Whereabouts::Here,
    };
    let judges = (1..=4).map(judge).collect();
    let programs: Vec<EntryId> = (1..=4).map(EntryId::new).collect();
    let expected = [
        Problem::NotJoined(judges),
        Problem::Away(vec![confederate(1), confederate(2)]),
        Problem::NotInPlace(vec![confederate(3), confederate(4)]),
        Problem::ProgramsNotReady(programs),
    ];
    assert_eq!(problems(&story, at), expected);
    for n in 1..=4 {
        for who in [judge(n), confederate(n), entry(n)] {
            story.does(who, Command::Ready(true)).unwrap();
        }
    }
    assert_eq!(problems(&story, at), [], "whoever is in place is no problem");
}

#[test]
fn whoever_sits_in_a_talk_and_has_no_page_open_is_told_of_first() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let at = |who| if who == judge(2) { Whereabouts::Away } else { Whereabouts::Here };
    assert_eq!(problems(&story, at), [Problem::AwayInTalk(vec![judge(2)])]);
    story.wait_for(QUIET);
    assert_eq!(problems(&story, at)[0], Problem::AwayInTalk(vec![judge(2)]));
}

#[test]
fn a_judge_who_waits_a_minute_for_an_answer_is_told_of_with_whoever_owes_it() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    story.wait_for(UNANSWERED - MILLISECOND);
    assert_eq!(with_everybody_here(&story), []);
    story.wait_for(MILLISECOND);
    let witness = story.witness(1, Seat::Left);
    let unanswered = Problem::Unanswered { witness, judges: vec![JudgeId::new(1)], lasting: UNANSWERED };
    assert_eq!(with_everybody_here(&story), [unanswered]);
    let conversation = story.contest().interviews_in(rulebook::RoundNumber::new(1)).next().unwrap().conversations();
    let left = conversation.into_iter().find(|id| id.seat == Seat::Left).unwrap();
    story.answers(left, "Hi\n").unwrap();
    assert_eq!(with_everybody_here(&story), []);
    assert!(story.room().conversation(left).unwrap().last_sign(Side::Witness).is_some());
}

#[test]
fn judges_who_say_nothing_for_three_minutes_are_told_of_together() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_for(QUIET - MILLISECOND);
    assert_eq!(with_everybody_here(&story), []);
    story.wait_for(MILLISECOND);
    let judges = (1..=4).map(JudgeId::new).collect();
    assert_eq!(with_everybody_here(&story), [Problem::QuietJudges(judges)]);
    story.does(ORGANISER, Command::Pause { reason: "tea".to_owned(), told: None }).unwrap();
    assert_eq!(with_everybody_here(&story), [], "nobody is behind while clocks stand still");
}

#[test]
fn ballots_that_are_missing_are_told_of_in_the_last_minute() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_out();
    let ends = story.contest().phase.ends().unwrap();
    story.wait_for(ends.since(story.now) - DUE_SOON - MILLISECOND);
    assert_eq!(with_everybody_here(&story), []);
    story.wait_for(MILLISECOND);
    assert_eq!(with_everybody_here(&story), [Problem::BallotsDue((1..=4).map(judge).collect())]);
    story.votes(1, Seat::Left).unwrap();
    assert_eq!(with_everybody_here(&story), [Problem::BallotsDue((2..=4).map(judge).collect())]);
}
