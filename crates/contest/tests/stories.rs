//! The course of a contest, told as small stories. One helper, [`Story`], knows the API.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeMap, time::Duration};

use contest::{
    Actor, Command, ControlEvent, Draft, Event, Recorded, Refusal, Room, Views,
    audit::audit,
    command::{Ending, Opening, Press},
    contest::{Contest, Phase},
    event::{EntryCard, Roster},
    publication,
    view::stage::StagePhase,
};
use record::{Bundle, SigningKey};
use rulebook::{
    ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Seat, Seed, Timestamp, Witness, key::keys_of,
    shipped,
};

const ORGANISER: Participant = Participant::Organiser;

/// A contest under the rules of 2010, its record, and a clock that is moved by hand.
struct Story {
    views: Views,
    record: Vec<Recorded>,
    now: Timestamp,
    presses: u32,
}

impl Story {
    fn begin() -> Self {
        let rulebook = shipped::rulebook("loebner-2010").unwrap();
        let names = |kind: &str| (1..=4).map(|n| format!("{kind} {n}")).collect::<Vec<_>>();
        let card = |name: String| EntryCard { name, contestant: "somebody".into(), protocol: "stdio".into() };
        let roster = Roster {
            judges: names("Judge"),
            confederates: names("Confederate"),
            entries: names("Program").into_iter().map(card).collect(),
        };
        let opening = Opening {
            name: "A story".into(),
            organiser: "Nobody".into(),
            rulebook,
            roster,
            scripted: Vec::new(),
            seed: Seed::from_contributions(["story"]),
        };
        let now = "2010-10-23T09:30:00Z".parse().unwrap();
        let mut story = Self { views: Views::default(), record: Vec::new(), now, presses: 0 };
        story.does(ORGANISER, Command::Open(Box::new(opening))).unwrap();
        story
    }

    fn contest(&self) -> &Contest {
        self.views.room().contest().unwrap()
    }

    fn does(&mut self, who: Participant, command: Command) -> Result<(), Refusal> {
        let drafts = self.views.room().decide(who, &command, self.now)?;
        drafts.into_iter().for_each(|draft| self.take(draft));
        self.pass();
        Ok(())
    }

    fn take(&mut self, Draft { actor, event }: Draft) {
        let number = self.views.room().count(event.stream()) + 1;
        let fact = Recorded { number, time: self.now, actor, event };
        self.views.apply(&fact);
        self.record.push(fact);
    }

    fn pass(&mut self) {
        while let Some(draft) = self.views.room().due(self.now) {
            self.take(draft);
        }
    }

    fn wait(&mut self, seconds: u64) {
        self.now = self.now + Duration::from_secs(seconds);
        self.pass();
    }

    fn open_round(&mut self) -> Result<(), Refusal> {
        self.does(ORGANISER, Command::OpenRound { anyway: true })
    }

    fn says(&mut self, who: Participant, round: u16, seat: Option<Seat>, text: &str) -> Result<(), Refusal> {
        self.presses += 1;
        let id = format!("p{}", self.presses).try_into().unwrap();
        let press = Press { id, round: RoundNumber::new(round), seat, keys: keys_of(text).collect(), sent: None };
        self.does(who, Command::Press(press))
    }

    fn judge_says(&mut self, seat: Seat, text: &str) -> Result<(), Refusal> {
        let round = self.contest().phase.running_round().map_or(1, RoundNumber::number);
        self.says(judge(1), round, Some(seat), text)
    }

    /// Who sits there with the first judge in this round.
    fn witness(&self, round: u16, seat: Seat) -> Participant {
        let interview = InterviewId { round: RoundNumber::new(round), judge: JudgeId::new(1) };
        self.contest().seating(interview).unwrap().witness(seat).into()
    }

    fn votes(&mut self, round: u16, human: Seat) -> Result<(), Refusal> {
        self.does(judge(1), Command::CastBallot { round: RoundNumber::new(round), human })
    }

    fn play_to_the_ranking(&mut self) {
        for _ in 0..4 {
            self.open_round().unwrap();
            self.wait(25 * 60);
            self.wait(5 * 60);
        }
    }
}

fn judge(number: u16) -> Participant {
    Participant::Judge(JudgeId::new(number))
}

#[test]
fn both_witnesses_wait_until_the_judge_opens() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    for seat in Seat::BOTH {
        let witness = story.witness(1, seat);
        assert_eq!(story.says(witness, 1, None, "Hi"), Err(Refusal::JudgeBegins));
    }
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    let (left, right) = (story.witness(1, Seat::Left), story.witness(1, Seat::Right));
    assert_eq!(story.says(left, 1, None, "Hi\n"), Ok(()));
    assert_eq!(story.says(right, 1, None, "Hi\n"), Err(Refusal::JudgeBegins), "each conversation opens by itself");
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
fn a_pause_stops_the_clock_and_the_keys_and_moves_the_deadline_by_its_length() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let before = story.contest().phase.ends().unwrap();
    story.does(ORGANISER, Command::Pause { reason: "the light went out".into() }).unwrap();
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::Paused));
    story.wait(60 * 60);
    assert!(matches!(story.contest().phase, Phase::Talk(..)), "time does not pass in a pause");
    story.does(ORGANISER, Command::Resume).unwrap();
    assert_eq!(story.contest().phase.ends().unwrap(), before + Duration::from_secs(60 * 60));
    story.judge_says(Seat::Left, "a").unwrap();
    assert_eq!(story.does(ORGANISER, Command::Resume), Err(Refusal::NotPaused));
}

#[test]
fn an_extension_needs_a_reason_and_has_a_bound() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let extend = |minutes: u64, reason: &str| Command::Extend {
        by: Duration::from_secs(minutes * 60),
        reason: reason.to_owned(),
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
    let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
    let others = |story: &Story| story.views.judge(JudgeId::new(2)).unwrap().latest();
    let before = others(&story);
    story.does(ORGANISER, Command::Abort { interview, reason: "the judge is unwell".into() }).unwrap();
    assert_eq!(others(&story), before, "other judges are told nothing");
    assert!(story.views.judge(JudgeId::new(1)).unwrap().screen.stage.ended);
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::InterviewEnded));
    story.wait(25 * 60);
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::InterviewEnded));
    assert!(!story.contest().ballots_missing().contains(&JudgeId::new(1)));
}

#[test]
fn a_ballot_waits_for_the_end_of_talk_can_be_changed_and_is_final_when_the_round_closes() {
    let mut story = Story::begin();
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::NotInterviewed));
    story.open_round().unwrap();
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::BallotNotOpen));
    story.wait(25 * 60);
    assert_eq!(story.contest().ballots_missing().len(), 4);
    story.votes(1, Seat::Left).unwrap();
    story.votes(1, Seat::Right).unwrap();
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().screen.ballots[&RoundNumber::new(1)], Seat::Right);
    assert_eq!(story.votes(2, Seat::Left), Err(Refusal::NotInterviewed));
    assert_eq!(story.votes(9, Seat::Left), Err(Refusal::NotInterviewed));
    story.wait(5 * 60);
    assert_eq!(story.votes(1, Seat::Left), Err(Refusal::RoundOver(RoundNumber::new(1))));
}

#[test]
fn a_ranking_names_everyone_the_judge_met_once() {
    let mut story = Story::begin();
    let early = Command::CastRanking { order: Vec::new() };
    assert_eq!(story.does(judge(1), early), Err(Refusal::RankingNotOpen));
    story.play_to_the_ranking();
    assert!(matches!(story.contest().phase, Phase::Ranking(_)));
    let all = story.contest().conversations_of(JudgeId::new(1));
    assert_eq!(all.len(), 8);
    let rank = |order: Vec<ConversationId>| Command::CastRanking { order };
    let refused = |missing, repeated| Err(Refusal::BadRanking { expected: 8, missing, repeated });
    assert_eq!(story.does(judge(1), rank(all[..7].to_vec())), refused(1, 0));
    assert_eq!(story.does(judge(1), rank([&all[..7], &all[..1]].concat())), refused(1, 1));
    let foreign = story.contest().conversations_of(JudgeId::new(2));
    assert_eq!(story.does(judge(1), rank(foreign)), Err(Refusal::NotInterviewed));
    assert_eq!(
        story.does(Participant::Confederate(rulebook::ConfederateId::new(1)), rank(all.clone())),
        Err(Refusal::NotYours)
    );
    story.does(judge(1), rank(all)).unwrap();
    assert_eq!(story.contest().ballots_missing().len(), 3);
}

#[test]
fn nobody_does_what_is_not_theirs() {
    let mut story = Story::begin();
    let confederate = Participant::Confederate(rulebook::ConfederateId::new(1));
    for who in [judge(1), confederate] {
        for command in [Command::OpenRound { anyway: true }, Command::Pause { reason: "x".into() }, Command::Resume] {
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
fn a_resend_of_a_key_is_recognised_and_not_doubled() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let press = Press {
        id: "same".to_owned().try_into().unwrap(),
        round: RoundNumber::new(1),
        seat: Some(Seat::Left),
        keys: keys_of("a").collect(),
        sent: None,
    };
    story.does(judge(1), Command::Press(press.clone())).unwrap();
    story.does(judge(1), Command::Press(press)).unwrap();
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert_eq!(screen.conversations[&(RoundNumber::new(1), Seat::Left)].judge_types, "a");
}

#[test]
fn a_key_sent_again_after_a_lost_refusal_does_not_land_behind_later_ones() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let press = |story: &mut Story, id: &str, text: &str| {
        let id = id.to_owned().try_into().unwrap();
        let round = RoundNumber::new(1);
        let press = Press { id, round, seat: Some(Seat::Left), keys: keys_of(text).collect(), sent: None };
        story.does(judge(1), Command::Press(press))
    };
    press(&mut story, "page-1", "a").unwrap();
    press(&mut story, "page-3", "c").unwrap();
    assert_eq!(press(&mut story, "page-2", "b"), Err(Refusal::Overtaken));
    assert_eq!(press(&mut story, "page-10", "d"), Ok(()), "numbers are numbers");
    assert_eq!(press(&mut story, "other-1", "e"), Ok(()), "another page counts for itself");
    assert_eq!(press(&mut story, "page-3", "c"), Ok(()), "a resend of a recorded key is no new key");
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert_eq!(screen.conversations[&(RoundNumber::new(1), Seat::Left)].judge_types, "acde");
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
fn a_flood_is_refused_as_a_whole_and_a_conversation_has_an_end() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let flood = "a".repeat(51);
    assert_eq!(story.judge_says(Seat::Left, &flood), Err(Refusal::TooFast(50)));
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert!(screen.conversations.is_empty(), "all or nothing");
    for _ in 0..400 {
        story.judge_says(Seat::Left, &"a".repeat(50)).unwrap();
        story.wait(1);
    }
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::TooLong(20_000)));
    story.judge_says(Seat::Right, "the other conversation goes on").unwrap();
}

#[test]
fn an_incident_is_seen_by_the_organiser_and_by_nobody_else() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
    let entry = story.contest().seating(interview).unwrap().entry;
    let told = |story: &Story| (1..=4).map(|n| story.views.judge(JudgeId::new(n)).unwrap().latest()).sum::<u64>();
    let before = told(&story);
    let report = Command::Report { interview, kind: "exited".into(), detail: "it fell over".into() };
    story.does(Participant::Entry(entry), report.clone()).unwrap();
    assert_eq!(told(&story), before);
    assert_eq!(story.contest().incidents.len(), 1);
    assert_eq!(story.does(judge(1), report), Err(Refusal::NotYours));
}

#[test]
fn the_last_round_leads_to_the_ranking_and_the_ranking_to_an_open_assignment() {
    let mut story = Story::begin();
    story.play_to_the_ranking();
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
    story.play_to_the_ranking();
    story.does(ORGANISER, Command::EndPhase(Ending::Ranking)).unwrap();
    assert_eq!(story.contest().phase, Phase::Closed);
    assert!(audit(&story.record).faults.is_empty());
}

#[test]
fn an_audit_passes_what_was_allowed_and_names_what_was_not() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    let left = story.witness(1, Seat::Left);
    story.says(left, 1, None, "Hi\n").unwrap();
    story.wait(30 * 60);
    assert_eq!(audit(&story.record).faults, []);

    let fault_of = |change: &dyn Fn(&mut Vec<Recorded>)| {
        let mut record = story.record.clone();
        change(&mut record);
        audit(&record).faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let key = story.record.iter().position(|f| matches!(f.event, Event::Conversation(..))).unwrap();
    let before_time = fault_of(&|record| record[key].time = Timestamp::from_millis(0));
    assert!(
        before_time[0].contains(&format!("event {}", key + 1)) && before_time[0].contains("earlier"),
        "{before_time:?}"
    );
    let gap = fault_of(&|record| record[key].number += 1);
    assert!(gap[0].contains("its number is 2, where 1 follows"), "{gap:?}");
    let forged = fault_of(&|record| record[2].actor = Actor::Participant(judge(1)));
    assert!(forged[0].starts_with("event 3") && forged[0].contains("not yours"), "{forged:?}");
}

#[test]
fn another_assignment_than_the_committed_one_is_found() {
    let mut story = Story::begin();
    story.play_to_the_ranking();
    story.wait(15 * 60);
    let mut record = story.record.clone();
    for fact in &mut record {
        if let Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) = &mut fact.event {
            assignment.0[0].entry_seat = assignment.0[0].entry_seat.other();
        }
    }
    let faults: Vec<_> = audit(&record).faults.iter().map(ToString::to_string).collect();
    assert!(faults.iter().any(|fault| fault.contains("not the one that was committed")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("the seed does not draw")), "{faults:?}");
}

#[test]
fn a_room_replayed_from_its_record_is_the_same_room() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Right, "Hello there\n").unwrap();
    assert_eq!(&Room::replay(&story.record), story.views.room());
}

#[test]
fn every_fact_survives_the_bytes_of_the_record() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Right, "“Hé”\t~\n\u{8}").unwrap();
    story.does(ORGANISER, Command::Pause { reason: "tea\nand biscuits".into() }).unwrap();
    story.does(ORGANISER, Command::Resume).unwrap();
    story.does(ORGANISER, Command::Extend { by: Duration::from_secs(60), reason: "tea".into() }).unwrap();
    story.wait(27 * 60);
    story.votes(1, Seat::Left).unwrap();
    for fact in &story.record {
        let sealed = contest::ledger::seal(fact, [7; 16]).unwrap();
        assert_eq!(&contest::ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap(), fact);
        // Without the private part the fact is still there, and says nothing of what was typed or chosen.
        assert!(contest::ledger::open(&sealed.leaf, None).is_ok());
    }
}

#[test]
fn no_leaf_before_the_opening_names_a_witness_beside_a_seat() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    let left = story.witness(1, Seat::Left);
    story.says(left, 1, None, "Hi\n").unwrap();
    let conversations = story.record.iter().filter(|fact| matches!(fact.event, Event::Conversation(..)));
    for fact in conversations {
        let leaf = String::from_utf8(contest::ledger::seal(fact, [0; 16]).unwrap().leaf).unwrap();
        for witness in (1..=4).flat_map(|n| {
            [Witness::Entry(rulebook::EntryId::new(n)), Witness::Confederate(rulebook::ConfederateId::new(n))]
        }) {
            assert!(!leaf.contains(&format!("\"{witness}\"")), "{leaf}");
        }
    }
    let committed = contest::ledger::seal(&story.record[1], [0; 16]).unwrap();
    assert!(!String::from_utf8(committed.leaf).unwrap().contains("entry"), "only the commitment shows");
}

/// The record of a closed contest as its organiser publishes it.
fn published(story: &Story, key: &SigningKey, attach: impl FnOnce(&mut BTreeMap<String, Vec<u8>>)) -> Vec<u8> {
    let sealed = story.record.iter().map(|fact| contest::ledger::seal(fact, [7; 16]).unwrap());
    let mut attachments = publication::attachments(story.contest());
    attach(&mut attachments);
    let bundle = Bundle::new(sealed, attachments, key).unwrap();
    record::bundle::write(&bundle, key).unwrap()
}

#[test]
fn a_stranger_finds_a_result_that_the_record_does_not_give_even_if_it_is_signed() {
    let mut story = Story::begin();
    story.play_to_the_ranking();
    story.wait(15 * 60);
    let key = SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap();
    let honest = publication::verify(&published(&story, &key, |_| {}), None);
    assert_eq!(honest.faults, Vec::<String>::new());
    assert!(honest.result.is_some());
    for name in [publication::RESULT, publication::RULEBOOK] {
        let forged = published(&story, &key, |attachments| {
            let bytes = attachments.get_mut(name).unwrap();
            let digit = bytes.iter().position(u8::is_ascii_digit).unwrap();
            bytes[digit] ^= 1;
        });
        let faults = publication::verify(&forged, None).faults;
        assert_eq!(faults, [format!("`{name}` is not what the record gives when it is computed again")]);
    }
}

#[test]
fn a_stranger_is_told_what_a_redaction_leaves_unchecked() {
    let mut story = Story::begin();
    story.play_to_the_ranking();
    story.wait(15 * 60);
    let key = SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap();
    let redacted = record::bundle::redact(&published(&story, &key, |_| {}), &[1, 2], &key).unwrap();
    let found = publication::verify(&redacted, None);
    assert_eq!(found.faults, Vec::<String>::new());
    let said = found.audit.unwrap().found.join("\n");
    assert!(said.contains("2 private parts were redacted, so `result.json` could not be compared"), "{said}");
}
