//! Clocks stop with the server, whatever the wall clock says meanwhile.

use std::time::Duration;

use contest::{
    Actor, Command, ControlEvent, Event, Recorded, Refusal,
    contest::Phase,
    stopped_clocks::{GRACE, NOTICE, STALL_MAX},
    timer::{self, Heartbeat, Holder},
    view::stage::{Away, Stage},
};
use rulebook::{Participant, Seat, Timestamp};

use crate::story::{ORGANISER, Story, judge};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Plays to the first talk, 50 seconds before its end; returns the heartbeat of that moment.
fn fifty_seconds_before_the_end(story: &mut Story) -> Heartbeat {
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "hello").unwrap();
    let ends = story.contest().phase.ends().unwrap();
    story.wait_for(ends.since(story.now) - Duration::from_secs(50));
    Heartbeat { reached: story.now, wall: story.now }
}

fn left(story: &Story) -> Duration {
    let until = story.contest().paused_since.unwrap_or(story.now);
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "{:?}", story.contest().phase);
    story.contest().phase.ends().unwrap().since(until)
}

fn earlier(moment: Timestamp, by: Duration) -> Timestamp {
    Timestamp::from_millis(moment.as_millis() - i64::try_from(by.as_millis()).unwrap())
}

#[test]
fn seventy_five_seconds_without_a_server_take_nothing_from_fifty_that_were_left() {
    let mut story = Story::begin();
    let last = fifty_seconds_before_the_end(&mut story);
    story.is_taken_up(Some(last), last.wall + Duration::from_secs(75));
    assert_eq!(left(&story), Duration::from_secs(50));
    assert_eq!(story.contest().paused_since, Some(last.reached));
    assert_eq!(story.judge_says(Seat::Left, "?"), Err(Refusal::Paused));

    // The organiser waits for an hour.
    story.wait(60 * 60);
    assert_eq!(left(&story), Duration::from_secs(50));
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(left(&story), Duration::from_secs(50));
    story.judge_says(Seat::Left, "!").unwrap();
    story.wait(49);
    assert!(matches!(story.contest().phase, Phase::Talk(..)));
    story.wait(1);
    assert!(matches!(story.contest().phase, Phase::Scoring(..)));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_clock_on_the_wall_that_is_a_day_ahead_or_a_day_back_changes_nothing() {
    for (name, wall) in [
        ("ahead", &(|last: Timestamp| last + DAY) as &dyn Fn(Timestamp) -> Timestamp),
        ("back", &|last| earlier(last, DAY)),
        ("six seconds back", &|last| earlier(last, Duration::from_secs(6))),
        ("at the beginning of all clocks", &|_| Timestamp::from_millis(0)),
    ] {
        let mut story = Story::begin();
        let last = fifty_seconds_before_the_end(&mut story);
        story.is_taken_up(Some(last), wall(last.wall));
        assert_eq!(left(&story), Duration::from_secs(50), "{name}");
        assert!(story.contest().standing.is_some() && story.contest().goes_on().is_none(), "{name}");
        // The wall clock is corrected during another gap.
        story.is_taken_up(Some(Heartbeat { reached: story.now, wall: wall(last.wall) }), last.wall);
        story.wait(20);
        story.does(ORGANISER, Command::Resume).unwrap();
        assert_eq!(left(&story), Duration::from_secs(50), "{name}");
        assert_eq!(story.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_server_that_is_back_within_five_seconds_goes_on_by_itself_and_nobody_has_lost_a_second() {
    for (away, back) in [(0, 0), (1, 0), (5, 0), (0, 5)] {
        let mut story = Story::begin();
        let last = fifty_seconds_before_the_end(&mut story);
        story.is_taken_up(Some(last), earlier(last.wall + Duration::from_secs(away), Duration::from_secs(back)));
        assert_eq!((left(&story), story.contest().paused_since), (Duration::from_secs(50), None), "{away} {back}");
        story.judge_says(Seat::Left, "go on").unwrap();
        assert_eq!(story.faults(), Vec::<String>::new());
    }
    let mut story = Story::begin();
    let last = fifty_seconds_before_the_end(&mut story);
    story.is_taken_up(Some(last), last.wall + Duration::from_millis(5001));
    assert!(story.contest().standing.is_some());
}

#[test]
fn a_disk_that_stalls_for_a_minute_under_a_living_server_costs_nobody_a_second_and_needs_nobody() {
    let millisecond = Duration::from_millis(1);
    for (stalled, countdown, goes_on) in [
        (GRACE, None, Some(Duration::ZERO)),
        (GRACE + millisecond, None, Some(NOTICE)),
        (STALL_MAX, None, Some(NOTICE)),
        (STALL_MAX, Some(Duration::from_secs(30)), Some(NOTICE)),
        (STALL_MAX, Some(Duration::from_secs(1)), Some(Duration::from_secs(1))),
        (STALL_MAX + millisecond, None, None),
        (STALL_MAX + millisecond, Some(Duration::from_secs(30)), Some(Duration::from_secs(30))),
    ] {
        let mut story = countdown.map_or_else(Story::begin, Story::with_countdown);
        let last = fifty_seconds_before_the_end(&mut story);
        story.is_taken_up_by(Holder::Same, Some(last), last.wall + stalled);
        let told = story.views.judge(rulebook::JudgeId::new(1)).unwrap().screen.stage.clone();
        if let Some(wait) = goes_on.filter(|wait| !wait.is_zero()) {
            assert_eq!(told.away, Some(Away { goes_on: Some(story.now + wait) }), "people are told");
            story.wait_for(wait - millisecond);
            assert!(story.contest().paused_since.is_some());
            story.wait_for(millisecond);
        }
        assert_eq!(story.contest().paused_since.is_none(), goes_on.is_some(), "{stalled:?} {countdown:?}");
        assert_eq!(left(&story), Duration::from_secs(50));
        assert_eq!(story.faults(), Vec::<String>::new());
    }
    // A server that restarts after all has lived through nothing.
    let mut story = Story::begin();
    let last = fifty_seconds_before_the_end(&mut story);
    story.is_taken_up_by(Holder::Same, Some(last), last.wall + STALL_MAX);
    let again = Heartbeat { reached: story.now, wall: story.now };
    story.is_taken_up(Some(again), again.wall + Duration::from_secs(6));
    assert_eq!((story.contest().standing.is_some(), story.contest().goes_on()), (true, None));
}

#[test]
fn a_fact_is_as_good_as_a_heartbeat() {
    let mut story = Story::begin();
    fifty_seconds_before_the_end(&mut story);
    let early = Heartbeat { reached: story.now, wall: story.now };
    story.wait(20);
    story.judge_says(Seat::Left, "later than the last heartbeat").unwrap();
    let (told, wall) = (story.now, story.now + Duration::from_secs(600));
    story.is_taken_up(Some(early), wall);
    assert_eq!((story.contest().paused_since, left(&story)), (Some(told), Duration::from_secs(30)));
    assert_eq!(story.now, wall, "the contest's time comes back to the wall's");

    let mut story = Story::begin();
    fifty_seconds_before_the_end(&mut story);
    let told = story.record.last().unwrap().time;
    story.is_taken_up(None, told + Duration::from_secs(5));
    assert_eq!(story.contest().paused_since, None, "no heartbeat at all, but a fact of five seconds ago");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_declared_countdown_lets_clocks_go_on_and_begins_again_when_the_server_goes_once_more() {
    let mut story = Story::with_countdown(Duration::from_secs(30));
    let last = fifty_seconds_before_the_end(&mut story);
    story.is_taken_up(Some(last), last.wall + Duration::from_secs(600));
    let taken_up = story.now;
    let told = |story: &Story| story.views.judge(rulebook::JudgeId::new(1)).unwrap().screen.stage.clone();
    assert_eq!(told(&story).away, Some(Away { goes_on: Some(taken_up + Duration::from_secs(30)) }));
    assert_eq!(story.room().next_deadline(), Some(taken_up + Duration::from_secs(30)));
    story.wait(20);
    story.is_taken_up(Some(Heartbeat { reached: story.now, wall: story.now }), story.now + Duration::from_secs(7));
    let again = story.now;
    assert_eq!(told(&story).away, Some(Away { goes_on: Some(again + Duration::from_secs(30)) }));
    story.wait(29);
    assert!(story.contest().paused_since.is_some());
    story.wait(1);
    assert_eq!((story.contest().paused_since, left(&story)), (None, Duration::from_secs(50)));
    assert_eq!(told(&story).away, None);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_organiser_can_stop_the_countdown() {
    let mut story = Story::with_countdown(Duration::from_secs(30));
    let last = fifty_seconds_before_the_end(&mut story);
    story.is_taken_up(Some(last), last.wall + Duration::from_secs(600));
    let pause = || Command::Pause { reason: "judges are still at lunch".into(), told: None };
    story.does(ORGANISER, pause()).unwrap();
    assert_eq!(story.does(ORGANISER, pause()), Err(Refusal::Paused));
    story.wait(600);
    assert_eq!(Stage::of(story.contest(), judge(1)).away, None, "it is a pause like any other");
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(left(&story), Duration::from_secs(50));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn in_a_lobby_and_in_a_pause_nothing_more_need_stand() {
    let mut story = Story::begin();
    let wall = story.now + DAY;
    story.is_taken_up(None, wall);
    assert_eq!((story.contest().paused_since, story.now), (None, wall));
    story.open_round().unwrap();
    story.does(ORGANISER, Command::Pause { reason: "fire".into(), told: None }).unwrap();
    let (paused, ends) = (story.now, story.contest().phase.ends().unwrap());
    story.is_taken_up(None, story.now + Duration::from_secs(100));
    assert_eq!((story.contest().paused_since, story.contest().standing), (Some(paused), None));
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(story.contest().phase.ends().unwrap(), ends + Duration::from_secs(100));
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_pace_of_the_clock_is_in_the_record() {
    let mut story = Story::begin();
    assert!(story.contest().paces().is_empty());
    for pace in [timer::REAL_TIME, 600_000] {
        let fact = timer::take_up(story.room(), None, story.now, pace, Holder::New).fact.unwrap();
        let Event::Control(ControlEvent::TakenUp { pace_per_mille, stood_since: None, held: false }) = fact.event
        else {
            panic!()
        };
        assert_eq!(pace_per_mille, pace);
        story.views.apply(&Recorded { number: 0, time: story.now, actor: fact.actor, event: fact.event });
    }
    assert_eq!(story.contest().paces().iter().copied().collect::<Vec<_>>(), [timer::REAL_TIME, 600_000]);
}

#[test]
fn nobody_invents_time_that_stood_still_or_hides_it() {
    let mut story = Story::begin();
    let permit = |story: &Story, actor, event: ControlEvent| {
        let draft = contest::Draft { actor, event: Event::Control(event) };
        story.room().permit(draft.actor, &draft.event, story.now)
    };
    let taken_up = |stood_since| ControlEvent::TakenUp { pace_per_mille: 1000, stood_since, held: false };
    assert_eq!(permit(&story, Actor::Server, taken_up(None)), Ok(()));
    assert_eq!(permit(&story, Actor::Participant(ORGANISER), taken_up(None)), Err(Refusal::NotYours));
    assert_eq!(permit(&story, Actor::Server, taken_up(Some(story.now))), Err(Refusal::StoodOtherwise), "in a lobby");
    let last = fifty_seconds_before_the_end(&mut story);
    let told = story.record.last().unwrap().time;
    assert_eq!(permit(&story, Actor::Server, taken_up(None)), Err(Refusal::StoodOtherwise), "a clock runs");
    let before_it = earlier(told, Duration::from_millis(1));
    assert_eq!(
        permit(&story, Actor::Server, taken_up(Some(before_it))),
        Err(Refusal::StoodOtherwise),
        "it was running"
    );
    let to_come = story.now + Duration::from_millis(1);
    assert_eq!(permit(&story, Actor::Server, taken_up(Some(to_come))), Err(Refusal::StoodOtherwise), "not yet");
    assert_eq!(permit(&story, Actor::Server, taken_up(Some(told))), Ok(()));
    let nothing_stood = ControlEvent::TakenUp { pace_per_mille: 1000, stood_since: None, held: true };
    assert_eq!(permit(&Story::begin(), Actor::Server, nothing_stood), Err(Refusal::StoodOtherwise));
    story.is_taken_up(Some(last), last.wall + Duration::from_secs(600));
    assert_eq!(permit(&story, Actor::Server, ControlEvent::Resumed {}), Err(Refusal::NotDue), "the organiser's to say");
    assert_eq!(permit(&story, Actor::Participant(Participant::Organiser), ControlEvent::Resumed {}), Ok(()));
}
