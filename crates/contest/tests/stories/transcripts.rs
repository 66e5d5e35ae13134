//! Transcripts from a record: a dialogue for each witness and each conversation, and the keys of each interview.

use std::time::Duration;

use archive::dialogue::{Fate, Heading, Seen};
use contest::{
    Command,
    command::{Ending, Say, To},
    referee::Deed,
};
use record::transcript::{
    OffsetClock, Role,
    keylog::{self, Keylog},
    lp95, plain, surrey,
};
use rulebook::{Participant, Seat, Side, Witness};

use crate::story::{ORGANISER, Story, interview, judge, rules};

fn heading() -> Heading {
    Heading { notice: "A story, Nobody".into(), clock: OffsetClock::east(-420).unwrap(), unseen: false }
}

/// The first judge asks both witnesses of the first round; one answers, and slips once.
fn a_short_talk(mut story: Story, end: &str) -> Story {
    story.open_round().unwrap();
    story.wait(5);
    story.judge_says(Seat::Left, &format!("Who are you?{end}")).unwrap();
    let left = story.witness(1, Seat::Left);
    story.wait(2);
    story.says(left, 1, None, &format!("A friend.{end}")).unwrap();
    story.judge_says(Seat::Right, &format!("And you?{end}")).unwrap();
    story
}

fn to_its_end(mut story: Story) -> Story {
    story.wait_out();
    story.wait_out();
    story.play_on();
    if story.contest().phase.ends().is_some() {
        story.wait_out();
    }
    assert!(story.contest().opened_assignment);
    story
}

#[test]
fn nothing_goes_out_while_nobody_may_know_who_met_whom() {
    let story = a_short_talk(Story::begin(), "\n");
    assert_eq!(Seen::of(&story.record).by_witness(story.contest(), &heading()), []);
    assert_eq!(Seen::of(&story.record).by_conversation(story.contest(), &heading()), []);
    assert_eq!(Seen::of(&story.record).key_sessions(story.contest()), Some(Vec::new()));
}

#[test]
fn every_witness_has_its_judges_one_after_the_other() {
    let story = to_its_end(a_short_talk(Story::begin(), "\n"));
    let all = Seen::of(&story.record).by_witness(story.contest(), &heading());
    assert_eq!(all.len(), 8);
    assert_eq!((all[0].0.to_string(), all[7].0.to_string()), ("E1".into(), "C4".into()), "entries first");
    assert!(all.iter().all(|(_, dialogue)| dialogue.visits.len() == 4), "each meets each judge once");
    let seating = story.contest().assignment().unwrap().0[0].clone();
    let left = seating.witness(Seat::Left).unwrap();
    let (_, dialogue) = all.iter().find(|(witness, _)| *witness == left).unwrap();
    let lines: Vec<_> = dialogue.visits[0].lines.iter().map(|line| (line.by, line.text.as_str())).collect();
    assert_eq!(lines, [(Side::Judge, "Who are you?"), (Side::Witness, "A friend.")]);
    assert_eq!(dialogue.visits[0].judge, 1);
    let (name, role, maker) = match left {
        Witness::Entry(id) => (format!("Program {}", id.number()), Role::Entry, "somebody"),
        Witness::Confederate(id) => (format!("Confederate {}", id.number()), Role::Confederate, ""),
    };
    assert_eq!((&*dialogue.witness, dialogue.role, &*dialogue.contestant), (&*name, role, maker));

    let file = lp95::write(dialogue);
    assert!(file.starts_with("A story, Nobody\r\n") && file.contains("Start at: <2010/10/23 02:30:00 >"), "{file}");
    assert!(file.contains("*** JUDGE01 ***\r\nJUDGE01[02:30:05]Who are you?\r\nPROGRAM[02:30:07]A friend."), "{file}");
    let plain = plain::write(dialogue);
    assert!(plain.contains("times UTC-07:00") && plain.contains("A friend."), "{plain}");

    let conversations = Seen::of(&story.record).by_conversation(story.contest(), &heading());
    assert_eq!(conversations.len(), 32);
    let (id, first) = &conversations[0];
    assert_eq!((id.seat, first.visits.len()), (Seat::Left, 1));
    assert_eq!(first.visits[0].lines, dialogue.visits[0].lines);
    assert!(surrey::file_name(first, &first.visits[0]).starts_with("2010-10-23-02-30-05-"));
    assert!(surrey::write(first, &first.visits[0]).contains(" JUDGE: Who are you?\r\n"));
}

#[test]
fn the_keys_of_an_interview_give_its_screen_back() {
    let mut story = a_short_talk(Story::begin(), "\n");
    story.says(judge(1), 1, Some(Seat::Right), "Wel\u{8}ll?\n").unwrap();
    let story = to_its_end(story);
    let sessions = Seen::of(&story.record).key_sessions(story.contest()).unwrap();
    assert_eq!(sessions.len(), 16);
    let (id, session) = &sessions[0];
    assert_eq!((id.to_string().as_str(), session.judge, session.round), ("R1-J1", Some(1), Some(1)));
    let seating = story.contest().seating(*id).unwrap();
    assert_eq!(session.left == Role::Entry, matches!(seating.witness(Seat::Left), Some(Witness::Entry(_))));
    let texts = |pane| {
        let lines = session.dialogue(pane, OffsetClock::UTC).visits.remove(0).lines;
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(keylog::ScreenSide::Left), ["Who are you?", "A friend."]);
    assert_eq!(texts(keylog::ScreenSide::Right), ["And you?", "Well?"]);
    let log = Keylog { sessions: vec![session.clone()], cut: None };
    assert_eq!(keylog::read(keylog::write(&log).as_bytes()).found.sessions[0].keys, session.keys);
    let began = session.keys[0].at();
    let program = session.program.replace(' ', "_");
    assert_eq!(
        keylog::file_name(session, began, OffsetClock::UTC),
        format!("logfile.{program}.2010-10-23--09-30-05.log")
    );
}

#[test]
fn messages_keep_their_lines_and_leave_no_log_of_keys() {
    // With these numbers the first person asks in the first round.
    let mut story = Story::under(rules("three-party-2025", |rules| {
        (rules.roles.entries, rules.roles.baselines) = (2, 1);
    }));
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "Two\nlines").unwrap();
    let story = to_its_end(story);
    assert_eq!(Seen::of(&story.record).key_sessions(story.contest()), None);
    let conversations = Seen::of(&story.record).by_conversation(story.contest(), &heading());
    let said: Vec<_> = conversations.iter().flat_map(|(_, d)| &d.visits[0].lines).map(|line| &*line.text).collect();
    assert_eq!(said, ["Two\nlines"]);
}

#[test]
fn what_was_never_finished_stands_where_its_typing_stopped() {
    let mut story = a_short_talk(Story::begin(), "\n");
    story.judge_says(Seat::Left, "I wonder").unwrap();
    let stopped = story.now;
    let story = to_its_end(story);
    let conversations = Seen::of(&story.record).by_conversation(story.contest(), &heading());
    let last = conversations[0].1.visits[0].lines.last().unwrap();
    assert_eq!((last.text.as_str(), last.at), ("I wonder …", stopped));
}

#[test]
fn what_came_too_late_in_2003_is_marked_as_never_shown_and_the_rest_stands_where_it_was_shown() {
    let mut story = Story::under(rules("surrey-2003", |_| {}));
    story.open_round().unwrap();
    let id = story.contest().seating(interview(1, 1)).unwrap().conversations().next().unwrap();
    story.wait(1);
    story.says(judge(1), 1, Some(id.seat), "Who are you?").unwrap();
    let asked = story.now;
    story.wait(1);
    story.answers(id, "A friend.").unwrap();
    story.wait(4);
    let ends = story.contest().phase.ends().unwrap();
    story.wait_for(ends.since(story.now) - Duration::from_secs(3));
    story.says(judge(1), 1, Some(id.seat), "Really?").unwrap();
    story.answers(id, "Really.").unwrap();
    let given = story.now;
    let story = to_its_end(story);
    let all = &Seen::of(&story.record).dialogues()[&id];
    let told: Vec<_> = all.iter().map(|line| (line.text.as_str(), line.fate)).collect();
    let (seen, never) = (Fate::Seen, Fate::NeverShown);
    assert_eq!(told, [("Who are you?", seen), ("A friend.", seen), ("Really?", seen), ("Really.", never)]);
    assert_eq!(all[1].at.since(asked), Duration::from_secs(5), "not when it was given");
    assert_eq!(all[3].at, given);
    let texts = |unseen| {
        let heading = Heading { unseen, ..heading() };
        let (_, dialogue) = Seen::of(&story.record).by_conversation(story.contest(), &heading).remove(0);
        dialogue.visits[0].lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(false), ["Who are you?", "A friend.", "Really?"], "nothing is published that no judge saw");
    assert_eq!(texts(true).last().map(String::as_str), Some("[never shown] Really."));
}

#[test]
fn what_a_referee_struck_says_by_whom_and_when_where_it_is_kept_and_is_in_nothing_that_a_judge_saw() {
    let mut opening = Story::opening(rules("surrey-2003", |rules| rules.roles.entries = 3), None);
    opening.terms.referees = 1;
    opening.roster.referees = vec!["Referee".to_owned()];
    let mut story = Story::opened_as(opening, "2003-10-18T09:30:00Z".parse().unwrap()).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.open_round().unwrap();
    let round = story.contest().phase.running_round().unwrap();
    let id = {
        let mut all = story.contest().interviews_in(round).flat_map(schedule::Seating::conversations);
        all.find(|id| story.contest().confederate_in(*id).is_some()).unwrap()
    };
    story.wait(1);
    story.says(Participant::Judge(id.interview.judge), round.number(), Some(id.seat), "Who are you?").unwrap();
    story.answers(id, "My name is Bob.").unwrap();
    let given = story.now;
    story.wait(2);
    let deed = Deed::Strike { conversation: id, of: 2 };
    story.does("F1".parse().unwrap(), Command::Referee { deed, words: Some("no names".to_owned()) }).unwrap();
    let struck = story.now;
    story.answers(id, "A friend.").unwrap();
    let story = to_its_end(story);
    let lines = &Seen::of(&story.record).dialogues()[&id];
    let bob = lines.iter().find(|line| line.text.contains("Bob")).unwrap();
    assert_eq!((bob.at, bob.fate), (given, Fate::Struck("F1".parse().unwrap(), struck)));
    let exported = |unseen| {
        let heading = Heading { unseen, clock: OffsetClock::UTC, ..heading() };
        let all = Seen::of(&story.record).by_conversation(story.contest(), &heading);
        let (_, dialogue) = all.into_iter().find(|(of, _)| *of == id).unwrap();
        let plain = plain::write(&dialogue);
        (plain.contains("[struck by F1 at 09:30:03, never shown] My name is Bob."), plain.contains("Bob"))
    };
    assert_eq!((exported(true), exported(false)), ((true, true), (false, false)));
    let judge = story.views.judge(id.interview.judge).unwrap();
    let sent = serde_json::to_string(judge.after(0)).unwrap();
    assert!(!sent.contains("Bob") && sent.contains("A friend."));
}

#[test]
fn a_line_of_which_a_judge_saw_the_beginning_is_told_as_far_as_it_was_seen() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let seating = story.contest().seating(interview(1, 1)).unwrap().clone();
    let id = seating.conversations().find(|id| matches!(seating.witness(id.seat), Some(Witness::Entry(_)))).unwrap();
    story.says(judge(1), 1, Some(id.seat), "Well?\n").unwrap();
    let who = story.contest().listener(id).unwrap();
    let to = To { round: id.interview.round, seat: None, interview: Some(id.interview) };
    let line = "I would have said a great deal more than this.";
    let say = Say { id: "l-1".to_owned().try_into().unwrap(), to, text: line.to_owned(), sent: None };
    story.does(who, Command::Say(say)).unwrap();
    while story.room().conversation(id).unwrap().seen.witness_types.len() < 9 {
        let due = story.room().next_deadline().unwrap();
        story.wait_for(due.since(story.now));
    }
    story.does(ORGANISER, Command::EndPhase(Ending::Talk { round: id.interview.round })).unwrap();
    let all = &Seen::of(&story.record).dialogues()[&id];
    assert_eq!((all[0].text.as_str(), all[1].text.as_str(), all[1].fate), ("Well?", line, Fate::NeverShown));
    assert!(all[2].fate == Fate::Seen && all[2].text.ends_with(" …") && all[2].text.starts_with("I "), "{:?}", all[2]);
    assert_eq!(story.faults(), Vec::<String>::new());
}
