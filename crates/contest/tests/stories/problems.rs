//! The organiser's problems, each listed from its boundary on, and not before.

use std::time::Duration;

use contest::{
    Command,
    drafts::FormDrafts,
    referee::Deed,
    release::ReleasablePart,
    seed::Matter,
    view::problems::{DUE_SOON, Problem, QUIET, REFEREED, UNANSWERED, Whereabouts},
};
use rulebook::{Authority, EntryId, JudgeId, Participant, RefereeId, RoundNumber, Seat, Side};

use crate::story::{ORGANISER, Story, confederate, entry, judge};

const MILLISECOND: Duration = Duration::from_millis(1);

fn problems(story: &Story, at: impl Fn(Participant) -> Whereabouts) -> Vec<Problem> {
    story.views.board(&FormDrafts::default(), story.now).unwrap().problems(story.now, at)
}

pub(crate) fn with_everybody_here(story: &Story) -> Vec<Problem> {
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
    assert_eq!(problems(&story, at), [Problem::ToOpen(RoundNumber::new(1))], "whoever is in place is no problem");
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
    assert_eq!(with_everybody_here(&story), [Problem::Paused], "nobody is behind while clocks stand still");
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

#[test]
fn a_newcomer_needs_a_card_in_every_phase() {
    let mut story = Story::begin();
    let replace = |who| Command::Replace { who, name: "Ida".to_owned(), reason: "ill".to_owned() };
    story.does(ORGANISER, replace(confederate(4))).unwrap();
    let at = |who| if who == confederate(4) { Whereabouts::NotJoined } else { Whereabouts::Here };
    let newcomer = Problem::Newcomers(vec![confederate(4)]);
    assert_eq!(problems(&story, at)[0], newcomer);
    story.open_round().unwrap();
    assert_eq!(problems(&story, at), std::slice::from_ref(&newcomer));
    story.wait_out();
    assert_eq!(problems(&story, at), [newcomer]);
    assert_eq!(with_everybody_here(&story), []);
}

#[test]
fn a_stopped_program_stays_on_the_list_until_it_is_started() {
    let mut story = Story::begin();
    let at = |who| if who == entry(2) { Whereabouts::Stopped } else { Whereabouts::Here };
    let stopped = Problem::ProgramsStopped(vec![EntryId::new(2)]);
    let others = [1, 3, 4].map(EntryId::new).to_vec();
    let here = (1..=4).map(judge).chain((1..=4).map(confederate)).collect();
    assert_eq!(problems(&story, at), [stopped.clone(), Problem::NotInPlace(here), Problem::ProgramsNotReady(others)]);
    story.open_round().unwrap();
    assert_eq!(problems(&story, at), [stopped]);
}

#[test]
fn the_next_step_is_on_the_list_from_the_draw_to_the_release() {
    let rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    let mut story = Story::opened_as(Story::opening(rulebook, None), "2030-05-10T09:30:00Z".parse().unwrap()).unwrap();
    assert!(matches!(with_everybody_here(&story)[..], [Problem::NotJoined(_)]));
    for who in story.contest().not_joined() {
        let joins = Command::Contribute { matter: Matter::Draw, value: who.to_string() };
        story.does(who, joins).unwrap();
    }
    assert_eq!(with_everybody_here(&story), [Problem::ToDraw]);
    let mut story = Story::begin();
    for n in 1..=4 {
        for who in [judge(n), confederate(n), entry(n)] {
            story.does(who, Command::Ready(true)).unwrap();
        }
    }
    story.does(ORGANISER, Command::Pause { reason: "tea".to_owned(), told: None }).unwrap();
    assert_eq!(with_everybody_here(&story), [Problem::Paused]);
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(with_everybody_here(&story), [Problem::ToOpen(RoundNumber::new(1))]);
    story.play_on();
    story.goes_on(Duration::from_secs(3600));
    assert_eq!(with_everybody_here(&story), [Problem::ToRelease]);
    let (rule, reason) = ("rule 17".to_owned(), "everything was read".to_owned());
    let parts = [ReleasablePart::Result].into();
    story.does(ORGANISER, Command::Release { parts, by: Authority::Organisers, rule, reason }).unwrap();
    assert_eq!(with_everybody_here(&story), []);
}

#[test]
fn a_referee_s_note_is_on_the_list_for_ten_minutes() {
    let mut story = crate::referees::surrey();
    let referee = Participant::Referee(RefereeId::new(1));
    let note = || Command::Referee { deed: Deed::Note {}, words: Some("Judge 2 looked over a shoulder.".to_owned()) };
    story.does(ORGANISER, note()).unwrap();
    assert_eq!(with_everybody_here(&story), [], "the organiser's own is known to them");
    story.does(referee, note()).unwrap();
    story.does(ORGANISER, Command::Pause { reason: "tea".to_owned(), told: None }).unwrap();
    story.wait_for(REFEREED - MILLISECOND);
    assert_eq!(with_everybody_here(&story), [Problem::Refereed(1), Problem::Paused]);
    story.wait_for(MILLISECOND);
    assert_eq!(with_everybody_here(&story), [Problem::Paused]);
}
