//! Phases, clocks, readiness, and the commands allowed to each role.

use std::time::Duration;

use contest::{
    Command, ControlEvent, Event, Refusal,
    command::Ending,
    contest::Phase,
    deposit::{DepositedFile, Spent},
    event::Reason,
    program_troubles::Troubles,
    view::stage::{Extended, StagePhase},
};
use rulebook::{EntryId, JudgeId, Participant, RoundNumber, Seat, Witness};
use schedule::Seating;

use crate::story::{ORGANISER, Story, confederate, entry, interview, judge, rules};

#[test]
fn a_late_key_does_not_land_in_the_next_round() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait(30 * 60);
    story.wait(30 * 60);
    story.open_round().unwrap();
    let late = story.says(judge(1), 1, Some(Seat::Left), "still there?");
    assert_eq!(late, Err(Refusal::RoundOver(RoundNumber::new(1))));
}

#[test]
fn a_key_that_comes_at_the_deadline_is_too_late_and_one_before_it_is_not() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.now = story.now + Duration::from_millis(25 * 60 * 1000 - 1);
    story.judge_says(Seat::Left, "a").unwrap();
    story.now = story.now + Duration::from_millis(1);
    assert_eq!(story.judge_says(Seat::Left, "b"), Err(Refusal::TalkOver));
    story.pass();
    assert_eq!(story.judge_says(Seat::Left, "c"), Err(Refusal::TalkOver));
}

#[test]
fn a_pause_stops_the_clock_and_the_keys_and_moves_the_deadline_by_its_length() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let before = story.contest().phase.ends().unwrap();
    story.does(ORGANISER, Command::Pause { reason: "the light went out".into(), told: None }).unwrap();
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::Paused));
    story.wait(60 * 60);
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "time does not pass in a pause");
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(story.contest().phase.ends().unwrap(), before + Duration::from_secs(60 * 60));
    story.judge_says(Seat::Left, "a").unwrap();
    assert_eq!(story.does(ORGANISER, Command::Resume), Err(Refusal::NotPaused));
}

#[test]
fn people_are_told_of_a_pause_and_of_more_time_in_the_words_for_them_and_never_the_reason() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let stages = |story: &Story| {
        let views = &story.views;
        let witness = |who: Participant| views.witness(who).unwrap().screen.stage.clone();
        let screens = [views.judge(JudgeId::new(1)).unwrap().screen.stage.clone(), witness(confederate(1))];
        assert_eq!((&screens[0].told, &screens[0].extended), (&screens[1].told, &screens[1].extended));
        let frame = serde_json::to_string(&screens).unwrap();
        assert!(!frame.contains("crashed"), "{frame}");
        screens[0].clone()
    };
    let pause =
        |told: Option<&str>| Command::Pause { reason: "E2 crashed".to_owned(), told: told.map(ToOwned::to_owned) };
    for bad in [" ", "bell\u{7}", &"x".repeat(201)] {
        assert_eq!(story.does(ORGANISER, pause(Some(bad))), Err(Refusal::BadWords(200)), "{bad:?}");
    }
    story.does(ORGANISER, pause(Some("We begin again at eleven."))).unwrap();
    assert_eq!(stages(&story).told.as_deref(), Some("We begin again at eleven."));
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(stages(&story).told, None);
    story.does(ORGANISER, pause(None)).unwrap();
    assert_eq!(stages(&story).told, None);
    story.does(ORGANISER, Command::Resume).unwrap();

    let extend = |minutes: u64, told: Option<&str>| Command::Extend {
        by: Duration::from_secs(minutes * 60),
        reason: "E2 crashed".to_owned(),
        told: told.map(ToOwned::to_owned),
    };
    assert_eq!(stages(&story).extended, None);
    story.does(ORGANISER, extend(5, Some("For the late start."))).unwrap();
    let told = Some("For the late start.".to_owned());
    assert_eq!(stages(&story).extended, Some(Extended { by_s: 300, told }));
    story.does(ORGANISER, extend(2, None)).unwrap();
    assert_eq!(stages(&story).extended, Some(Extended { by_s: 420, told: None }));
    story.wait_out();
    assert_eq!(stages(&story).phase, StagePhase::Scoring);
    assert_eq!(stages(&story).extended, None, "the ballots end when they would have");
}

#[test]
fn an_extension_needs_a_reason_and_has_a_bound() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let extend = |minutes: u64, reason: &str| Command::Extend {
        by: Duration::from_secs(minutes * 60),
        reason: reason.to_owned(),
        told: None,
    };
    assert_eq!(story.does(ORGANISER, extend(5, " ")), Err(Refusal::BadReason(500)));
    assert_eq!(story.does(ORGANISER, extend(5, "bell\u{7}")), Err(Refusal::BadReason(500)));
    assert!(matches!(story.does(ORGANISER, extend(0, "x")), Err(Refusal::BadExtension(_))));
    assert!(matches!(story.does(ORGANISER, extend(61, "x")), Err(Refusal::BadExtension(_))));
    story.does(ORGANISER, extend(5, "late start")).unwrap();
    story.wait(29 * 60);
    assert!(matches!(story.contest().phase, Phase::Talk(..)));
    story.wait(60);
    assert!(matches!(story.contest().phase, Phase::Scoring(..)));
}

#[test]
fn an_aborted_interview_ends_for_its_judge_and_witnesses_and_for_nobody_else() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let interview = interview(1, 1);
    let others = |story: &Story| story.views.judge(JudgeId::new(2)).unwrap().latest();
    let before = others(&story);
    story.does(ORGANISER, Command::Abort { interview, reason: "the judge is unwell".into() }).unwrap();
    assert_eq!(others(&story), before, "other judges are told nothing");
    assert!(story.views.judge(JudgeId::new(1)).unwrap().screen.stage.ended);
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::InterviewEnded));
    story.wait(25 * 60);
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::InterviewEnded));
    assert!(!story.contest().ballots_missing().contains(&judge(1)));
}

#[test]
fn a_round_waits_for_everyone_unless_the_organiser_says_otherwise() {
    let mut story = Story::begin();
    story.does(judge(1), Command::Ready(true)).unwrap();
    let refused = story.does(ORGANISER, Command::OpenRound { anyway: false });
    let Err(Refusal::NotAllReady(missing)) = refused else { panic!("{refused:?}") };
    assert_eq!(missing.len(), 11);
    let needed = story.contest().needed_in(RoundNumber::new(1));
    for who in needed {
        story.does(who, Command::Ready(true)).unwrap();
    }
    story.does(ORGANISER, Command::OpenRound { anyway: false }).unwrap();
    assert_eq!(story.open_round(), Err(Refusal::RoundRunning));
}

#[test]
fn nobody_does_what_is_not_theirs() {
    let mut story = Story::begin();
    let confederate = confederate(1);
    for who in [judge(1), confederate] {
        for command in
            [Command::OpenRound { anyway: true }, Command::Pause { reason: "x".into(), told: None }, Command::Resume]
        {
            assert_eq!(story.does(who, command), Err(Refusal::NotYours));
        }
    }
    assert_eq!(story.does(ORGANISER, Command::Ready(true)), Err(Refusal::NotYours));
    assert_eq!(story.does(judge(5), Command::Ready(true)), Err(Refusal::NotYours), "there are four judges");
    story.open_round().unwrap();
    assert_eq!(story.says(judge(1), 1, None, "a"), Err(Refusal::NotYours), "a judge names a seat");
    assert_eq!(story.says(confederate, 1, Some(Seat::Left), "a"), Err(Refusal::NotYours), "a witness does not");
    assert_eq!(
        story.does(judge(1), Command::EndPhase(Ending::Talk { round: RoundNumber::new(1) })),
        Err(Refusal::NotYours)
    );
    assert_eq!(story.says(judge(9), 1, Some(Seat::Left), "a"), Err(Refusal::Resting));
}

#[test]
fn a_pause_can_be_called_at_once_and_explained_afterwards() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let pause =
        |reason: &str, told: Option<&str>| Command::Pause { reason: reason.to_owned(), told: told.map(str::to_owned) };
    let bad = Err(Refusal::BadReason(Reason::MAX_CHARS));
    story.does(ORGANISER, pause(" ", None)).unwrap();
    assert!(story.contest().paused_since.is_some() && story.contest().owes_reason());
    let since = story.contest().paused_since;
    story.wait(7);
    assert_eq!(story.does(ORGANISER, pause("", None)), bad, "a second click adds nothing");
    assert_eq!(story.does(judge(1), pause("I say so", None)), Err(Refusal::NotYours));
    story.does(ORGANISER, pause("the fire alarm", Some("A bell rang."))).unwrap();
    assert_eq!(story.contest().told.as_deref(), Some("A bell rang."));
    assert_eq!((story.contest().paused_since, story.contest().owes_reason()), (since, false));
    assert_eq!(story.does(ORGANISER, pause("it was tea", None)), Err(Refusal::Paused), "one reason is enough");
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(story.contest().stood, Duration::from_secs(7));

    // A pause needs no reason.
    story.does(ORGANISER, pause("", None)).unwrap();
    story.does(ORGANISER, Command::Resume).unwrap();
    assert!(!story.contest().owes_reason());
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn a_second_click_does_not_end_the_next_phase() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let end_talk = Command::EndPhase(Ending::Talk { round: RoundNumber::new(1) });
    story.does(ORGANISER, end_talk.clone()).unwrap();
    assert_eq!(story.does(ORGANISER, end_talk), Err(Refusal::MovedOn));
    assert!(matches!(story.contest().phase, Phase::Scoring(..)));
}

#[test]
fn an_incident_is_seen_by_the_organiser_and_by_nobody_else() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let interview = interview(1, 1);
    let entry = story.contest().seating(interview).unwrap().entry().unwrap();
    let told = |story: &Story| (1..=4).map(|n| story.views.judge(JudgeId::new(n)).unwrap().latest()).sum::<u64>();
    let before = told(&story);
    let report = Command::Report { interview, kind: "exited".into(), detail: "it fell over".into() };
    story.does(Participant::Entry(entry), report.clone()).unwrap();
    assert_eq!(told(&story), before);
    assert_eq!(story.contest().incidents.len(), 1);
    assert_eq!(story.does(judge(1), report), Err(Refusal::NotYours));
}

#[test]
fn a_rehearsal_tells_of_each_program_what_went_wrong() {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.opening_words = vec!["Hello".to_owned()];
    }));
    story.open_round().unwrap();
    let troubles = |story: &Story| Troubles::of(story.room());
    assert!(troubles(&story).iter().all(|of| of.conversations == 0 && of.troubles.is_empty()), "nobody spoke yet");

    let met = |entry: u16| {
        let witness = Some(Witness::Entry(EntryId::new(entry)));
        let mut seatings = story.contest().assignment().unwrap().0.iter();
        let conversations = |seating: &Seating| {
            seating.conversations().filter(|id| seating.witness(id.seat) == witness).collect::<Vec<_>>()
        };
        let conversation = seatings.find_map(|seating| conversations(seating).first().copied()).unwrap();
        (Participant::Judge(conversation.interview.judge), conversation)
    };
    let [first, second, third] = [met(1), met(2), met(3)];
    for (judge, conversation) in [first, second, third] {
        story.says(judge, 1, Some(conversation.seat), "Hello\n").unwrap();
    }
    story.answers(first.1, "Hello\n").unwrap();
    for (kind, detail) in [("silent", "no answer"), ("exited", "it fell over"), ("exited", "it fell again")] {
        let report = Command::Report { interview: third.1.interview, kind: kind.into(), detail: detail.into() };
        story.does(entry(3), report).unwrap();
    }
    let told: Vec<(usize, Vec<String>)> = troubles(&story)
        .iter()
        .map(|of| (of.conversations, of.troubles.iter().map(ToString::to_string).collect()))
        .collect();
    let silent = "it said nothing to 1 judge who spoke to it".to_owned();
    let expected = [
        (1, vec![]),
        (1, vec![silent.clone()]),
        (1, vec![silent, "2 times: it fell over".to_owned(), "no answer".to_owned()]),
        (0, vec![]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_an_entry_is_made_of_and_what_it_costs_is_told_to_nobody_but_the_record() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let interview = interview(1, 1);
    let entry = story.contest().seating(interview).unwrap().entry().unwrap();
    let told = |story: &Story| (1..=4).map(|n| story.views.judge(JudgeId::new(n)).unwrap().latest()).sum::<u64>();
    let before = told(&story);
    let file = DepositedFile { name: "parrot.pl".into(), sha256: "0".repeat(64), bytes: 12 };
    let settings = [("model".to_owned(), "parrot-1".to_owned())].into();
    let deposit = Command::Deposit { files: vec![file.clone()], settings };
    let spent = Spent { requests: 1, prompt_tokens: 100, completion_tokens: 20, cost_micro: 70 };
    let spend = Command::Spend { interview, spent };
    story.does(Participant::Entry(entry), deposit.clone()).unwrap();
    story.does(Participant::Entry(entry), spend.clone()).unwrap();
    story.does(Participant::Entry(entry), spend.clone()).unwrap();
    assert_eq!(told(&story), before);
    let contest = story.contest();
    assert_eq!(contest.deposits[&entry][0].1.files, [file]);
    assert_eq!(contest.spent[&entry], spent.and(spent));
    for command in [deposit, spend] {
        assert_eq!(story.does(judge(1), command.clone()), Err(Refusal::NotYours));
        assert_eq!(story.does(ORGANISER, command), Err(Refusal::NotYours));
    }
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn the_last_round_leads_to_the_ranking_and_the_ranking_to_an_open_assignment() {
    let mut story = Story::begin();
    story.play_on();
    story.wait(15 * 60);
    assert_eq!(story.contest().phase, Phase::Closed);
    let opened = story.record.iter().any(|f| matches!(&f.event, Event::Control(ControlEvent::AssignmentOpened { .. })));
    assert!(opened);
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::Closed));
    assert_eq!(story.open_round(), Err(Refusal::Closed));
    assert_eq!(story.views.judge(JudgeId::new(4)).unwrap().screen.stage.phase, StagePhase::Closed);
}

#[test]
fn an_organiser_may_end_the_ranking_early_and_the_contest_closes_at_once() {
    let mut story = Story::begin();
    story.play_on();
    story.does(ORGANISER, Command::EndPhase(Ending::EndBallots { trial: 1 })).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert_eq!(story.faults(), Vec::<String>::new());
}
