//! The audience's view: the judge's screen, delayed, and nothing if a participant did not consent.

use std::time::Duration;

use contest::{
    Command,
    consent::Scope,
    view::audience::{AudienceInterview, AudienceLine, LINE_MAX},
};
use rulebook::{
    Participant, Rulebook, Seat, Side, Timestamp,
    schema::{Delivery, HallRules, Medium},
};

use crate::story::{ORGANISER, Story, judge, rules};

const DELAY: Duration = Duration::from_secs(90);

fn talking(change: impl FnOnce(&mut Rulebook)) -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.delivery = Delivery::AsTyped;
        rules.interview.hall = Some(HallRules { delay: DELAY });
        change(rules);
    }));
    story.open_round().unwrap();
    story
}

fn now(story: &Story) -> Timestamp {
    story.now
}

/// The view of the first judge's interview after this delay, in the minute in which it is shown.
fn of_first_judge(story: &Story, later: Duration) -> AudienceInterview {
    let minutes = (0..8).map(|minute| story.views.hall(now(story) + later + Duration::from_secs(60 * minute)).unwrap());
    minutes.into_iter().find(|read| Participant::Judge(read.judge) == judge(1)).unwrap()
}

fn lines(read: &AudienceInterview, seat: Seat) -> Vec<(Side, &str)> {
    let of = read.conversations.iter().find(|conversation| conversation.seat == seat).unwrap();
    of.lines.iter().map(|AudienceLine { side, text }| (*side, text.as_str())).collect()
}

#[test]
fn a_finished_line_is_read_when_its_delay_is_over_and_not_a_moment_earlier() {
    let mut story = talking(|_| {});
    // Wait until the first judge's interview is the one shown when the delay is over, and shortly before.
    let is_first = |story: &Story| {
        let moments =
            [DELAY, DELAY - Duration::from_secs(2)].map(|later| story.views.hall(now(story) + later).unwrap().judge);
        moments.iter().all(|read| Participant::Judge(*read) == judge(1))
    };
    while !is_first(&story) {
        story.wait(10);
    }
    story.judge_says(Seat::Left, "Who are you?\nAnd wh").unwrap();
    let saw = time_of_the_last_update(&story);
    let at = |later: Duration| {
        let read = story.views.hall(saw + later).unwrap();
        assert_eq!(Participant::Judge(read.judge), judge(1));
        lines(&read, Seat::Left).len()
    };
    assert_eq!(at(DELAY - Duration::from_millis(1)), 0);
    assert_eq!(at(DELAY), 1);
    let read = of_first_judge(&story, DELAY);
    assert_eq!(lines(&read, Seat::Left), [(Side::Judge, "Who are you?")], "what is not finished is not read");
    assert_eq!(lines(&read, Seat::Right), []);
}

/// The time of the last update of the first judge's page.
fn time_of_the_last_update(story: &Story) -> Timestamp {
    let Participant::Judge(id) = judge(1) else { unreachable!("a judge") };
    story.views.judge(id).unwrap().after(0).last().unwrap().at
}

#[test]
fn the_interviews_of_a_round_are_read_in_turns_by_the_clock() {
    let story = talking(|_| {});
    let read = |minute: u64| story.views.hall(now(&story) + Duration::from_secs(60 * minute)).unwrap().judge.number();
    let turns: Vec<_> = (0..8).map(read).collect();
    let mut judges = turns[..4].to_vec();
    judges.sort_unstable();
    assert_eq!(judges, [1, 2, 3, 4]);
    assert_eq!(turns[..4], turns[4..]);
}

#[test]
fn nothing_is_read_where_the_rules_say_nothing_or_somebody_agreed_to_the_result_alone() {
    let story = talking(|rules| rules.interview.hall = None);
    assert_eq!(story.views.hall(now(&story)), None);

    let mut story = talking(|_| {});
    assert!(story.views.hall(now(&story)).is_some());
    let agrees = |scope| Command::Consent { who: judge(3), scope, licence: None };
    story.does(ORGANISER, agrees(Scope::Result)).unwrap();
    assert_eq!(story.views.hall(now(&story)), None, "of nobody: leaving one out would tell something");
    story.does(ORGANISER, agrees(Scope::Words)).unwrap();
    assert!(story.views.hall(now(&story)).is_some());
}

#[test]
fn the_last_lines_are_read_and_a_long_one_is_cut() {
    let mut story = talking(|rules| rules.interview.medium = Medium::Messages { characters: 400, messages: 40 });
    let long = "ä".repeat(LINE_MAX + 1);
    for n in 0..12 {
        story.judge_says(Seat::Right, &format!("message {n}")).unwrap();
    }
    story.judge_says(Seat::Right, &long).unwrap();
    let read = of_first_judge(&story, DELAY);
    let texts: Vec<_> = lines(&read, Seat::Right).into_iter().map(|(_, text)| text.to_owned()).collect();
    assert_eq!(texts.len(), 8);
    assert_eq!(texts[0], "message 5");
    assert_eq!(texts[7], format!("{} …", "ä".repeat(LINE_MAX)));
}

#[test]
fn what_is_said_is_read_while_the_talk_lasts_and_no_longer() {
    let mut story = talking(|_| {});
    story.judge_says(Seat::Left, "Goodbye\n").unwrap();
    assert_eq!(lines(&of_first_judge(&story, DELAY), Seat::Left), [(Side::Judge, "Goodbye")]);
    story.wait_out();
    assert_eq!(story.views.hall(now(&story) + DELAY), None);
}
