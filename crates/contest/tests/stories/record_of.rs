//! What a record holds, what an audit finds in it, and what a stranger makes of it.

use std::{collections::BTreeMap, time::Duration};

use contest::{
    Actor, Command, ContestResult, ControlEvent, Event, Private, Recorded, Room,
    audit::audit,
    contest::Phase,
    event::{Parts, VERSION},
    publication,
    result::Report,
};
use record::{Bundle, SigningKey};
use rulebook::{ConfederateId, EntryId, Seat, Timestamp, Witness};

use crate::story::{ORGANISER, Story, judge};

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
    let opened = |fact: &Recorded| matches!(fact.event, Event::Control(ControlEvent::RoundOpened { .. }));
    let opening = story.record.iter().position(opened).unwrap();
    let forged = fault_of(&|record| record[opening].actor = Actor::Participant(judge(1)));
    let event = format!("event {}:", opening + 1);
    assert!(forged[0].starts_with(&event) && forged[0].contains("not yours"), "{forged:?}");
}

#[test]
fn another_assignment_than_the_committed_one_is_found() {
    let mut story = Story::begin();
    story.play_on();
    story.wait(15 * 60);
    let mut record = story.record.clone();
    for fact in &mut record {
        if let Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) = &mut fact.event {
            let [left, right] = Seat::PAIR.map(|seat| assignment.0[0].seats[&seat]);
            assignment.0[0].seats = [(Seat::Left, right), (Seat::Right, left)].into();
        }
    }
    let faults: Vec<_> = audit(&record).faults.iter().map(ToString::to_string).collect();
    assert!(faults.iter().any(|fault| fault.contains("not the one that was committed")), "{faults:?}");
    // Taken out where it was committed, it is still what the seed draws that counts.
    for fact in &mut record {
        if let Event::Control(ControlEvent::AssignmentCommitted { private }) = &mut fact.event {
            *private = Private::Redacted;
        }
    }
    let faults: Vec<_> = audit(&record).faults.iter().map(ToString::to_string).collect();
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
fn one_event_has_one_form_in_the_record() {
    let mut story = Story::under(crate::story::rules("loebner-2010", |_| {}));
    story.open_round().unwrap();
    story.wait(27 * 60);
    story.votes(1, Seat::Left).unwrap();
    let ballot = story.record.iter().find(|fact| fact.event.to_parts().kind == "ballot-cast").unwrap();
    let stream = ballot.event.stream();
    let why = |change: &dyn Fn(&mut Parts)| {
        let mut parts = ballot.event.to_parts();
        change(&mut parts);
        Event::from_parts(stream, VERSION, parts).unwrap_err().to_string()
    };
    assert_eq!(why(&|parts| parts.kind = "ballot".into()), "`ballot` with a body that does not fit it");
    let never_committed = why(&|parts| parts.private.clear());
    assert!(never_committed.contains("with a body that does not fit it"), "{never_committed}");
    let spelled_out = why(&|parts| _ = parts.body.insert("from".into(), "judge".into()));
    assert!(spelled_out.contains("its body is not written as the program writes it"), "{spelled_out}");
    let also_public = why(&|parts| _ = parts.body.insert("answers".into(), serde_json::json!({})));
    assert!(also_public.contains("`answers` is both private and public"), "{also_public}");
    let only_public = why(&|parts| {
        let data = parts.private.remove("answers").unwrap();
        parts.body.insert("answers".into(), serde_json::json!({ "$private": data }));
    });
    assert!(only_public.contains("its private parts are (), not (answers)"), "{only_public}");
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
        for witness in
            (1..=4).flat_map(|n| [Witness::Entry(EntryId::new(n)), Witness::Confederate(ConfederateId::new(n))])
        {
            assert!(!leaf.contains(&format!("\"{witness}\"")), "{leaf}");
        }
    }
    let is_committed =
        |fact: &&Recorded| matches!(fact.event, Event::Control(ControlEvent::AssignmentCommitted { .. }));
    let committed = contest::ledger::seal(story.record.iter().find(is_committed).unwrap(), [0; 16]).unwrap();
    let leaf = String::from_utf8(committed.leaf).unwrap();
    assert!(!leaf.contains("entry") && !leaf.contains("E1"), "only the commitment shows: {leaf}");
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
    story.play_on();
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
    story.play_on();
    story.wait(15 * 60);
    let key = SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap();
    let parts = [(1, "roster"), (2, "secret"), (3, "secret")];
    let redacted = record::bundle::redact(&published(&story, &key, |_| {}), &parts, &key).unwrap();
    let found = publication::verify(&redacted, None);
    assert_eq!(found.faults, Vec::<String>::new());
    let said = found.audit.unwrap().found.join("\n");
    assert!(said.contains("3 private parts were redacted, so `result.json` could not be compared"), "{said}");
}

#[test]
fn names_and_an_organisers_words_can_be_deleted_and_the_result_stays_as_it_was() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_out();
    let reason = "a person was behind it".to_owned();
    story.does(ORGANISER, Command::Disqualify { entry: EntryId::new(2), reason }).unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    assert_eq!(story.contest().phase, Phase::Closed);
    let key = SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap();
    let whole = published(&story, &key, |_| {});
    let private = (1..).zip(&story.record).filter_map(|(index, fact)| match &fact.event {
        Event::Control(ControlEvent::Opened { .. }) => Some((index, "roster")),
        Event::Control(ControlEvent::Disqualified { .. }) => Some((index, "reason")),
        _ => None,
    });
    let private: Vec<(usize, &str)> = private.collect();
    assert_eq!(private.len(), 2);
    let before = publication::verify(&whole, None);
    let after = publication::verify(&record::bundle::redact(&whole, &private, &key).unwrap(), None);
    assert!(before.result.is_some());
    assert_eq!(after.result, before.result);

    let told = |found: &publication::Verification| {
        let report = Report::of(found.audit.as_ref().unwrap().room.contest().unwrap()).unwrap();
        (report.names.told(Witness::Entry(EntryId::new(2))), report.sentences.notes.join("\n"))
    };
    let ((name, notes), (no_name, fewer_words)) = (told(&before), told(&after));
    assert!(
        name.len() > "E2 ".len() && notes.contains("E2 was disqualified (a person was behind it)"),
        "{name}: {notes}"
    );
    assert_eq!(no_name, "E2");
    assert!(fewer_words.contains("E2 was disqualified (the reason was redacted)"), "{fewer_words}");
}

#[test]
fn a_result_of_another_version_is_refused_in_a_sentence() {
    let mut story = Story::begin();
    story.play_on();
    story.wait(15 * 60);
    let result = ContestResult::of(story.contest()).unwrap();
    let mut written = serde_json::to_value(&result).unwrap();
    assert_eq!(serde_json::from_value::<ContestResult>(written.clone()).unwrap(), result);
    written["version"] = 2.into();
    let why = serde_json::from_value::<ContestResult>(written).unwrap_err().to_string();
    assert_eq!(why, "this is a result of version 2, and this program reads version 1 (use a later one)");
}
