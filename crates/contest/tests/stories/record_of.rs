//! The content of a record, the findings of an audit, and the view of a stranger who verifies it.

use std::{collections::BTreeMap, io::Cursor, time::Duration};

use archive::{
    attached,
    audit::audit,
    publication::{self, Verdict, Verification},
};
use contest::{
    Actor, Command, ContestResult, ControlEvent, Event, Private, Recorded, Room,
    contest::Phase,
    deletions::{DELETIONS, Deletion, PartPlace},
    event::{Parts, VERSION},
    result::Report,
};
use record::{Bundle, SigningKey, Trust};
use rulebook::{Authority, ConfederateId, EntryId, Seat, Timestamp, Witness, schema::Question};
use tally::Answers;

use crate::story::{ORGANISER, Story, judge, rules};

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

/// No record can hold such numbers, but facts to audit need not come from one.
#[test]
fn an_audit_goes_on_after_the_largest_numbers_there_are() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let mut record = story.record.clone();
    let first = record.first_mut().unwrap();
    first.number = u64::MAX;
    let restored =
        ControlEvent::Restored { kept: u64::MAX, lost_size: 2, lost_root: record::Hash::of(&[]), key: "key".into() };
    record.push(Recorded { number: 7, event: Event::Control(restored), ..record.last().unwrap().clone() });
    let found = audit(&record);
    let faults: Vec<_> = found.faults.iter().map(|fault| fault.position).collect();
    assert_eq!(faults.first(), Some(&1));
    assert_eq!(faults.last(), Some(&(record.len() as u64)));
    let told: Vec<_> = found.caveats.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|caveat| caveat.contains(&format!("events {} to 2", u64::MAX))), "{told:?}");
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
    // If the committed assignment is redacted, the one drawn from the seed still counts.
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
    story.does(ORGANISER, Command::Pause { reason: "tea\nand biscuits".into(), told: None }).unwrap();
    story.does(ORGANISER, Command::Resume).unwrap();
    story.does(ORGANISER, Command::Extend { by: Duration::from_secs(60), reason: "tea".into(), told: None }).unwrap();
    story.wait(27 * 60);
    story.votes(1, Seat::Left).unwrap();
    for fact in &story.record {
        let sealed = contest::ledger::seal(fact, [7; 16]).unwrap();
        assert_eq!(&contest::ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap(), fact);
        // Without the private part the fact remains, and reveals no typed or chosen content.
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
pub(crate) fn published(
    story: &Story,
    key: &SigningKey,
    attach: impl FnOnce(&mut BTreeMap<String, Vec<u8>>),
) -> Vec<u8> {
    let sealed = story.record.iter().map(|fact| contest::ledger::seal(fact, [7; 16]).unwrap());
    let mut attachments = publication::attachments(story.contest());
    attach(&mut attachments);
    let bundle = Bundle::new(sealed, attachments, key).unwrap();
    record::bundle::write(&bundle, key).unwrap()
}

pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes("vivavoce/story", [3; 32]).unwrap()
}

fn verify(bytes: &[u8]) -> Verification {
    publication::verify(Cursor::new(bytes), &Trust::default()).unwrap()
}

/// A closed contest in which the judges voted, one of them with a reason.
fn played() -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.ballots.interview.push(Question::Reason { characters: 80, required: true });
    }));
    while story.open_round().is_ok() {
        story.judge_says(Seat::Left, "Hello\n").unwrap();
        story.wait_out();
        for number in 1..=4 {
            let round = story.contest().phase.running_round().unwrap();
            let answers =
                Answers { choice: Some(Seat::Left), reason: Some("Zoë was slow".to_owned()), ..Answers::default() };
            story.does(judge(number), Command::CastBallot { round, answers: Box::new(answers) }).unwrap();
        }
        story.wait_out();
    }
    while !story.contest().is_closed() {
        story.wait_out();
    }
    story
}

/// The parts of this name, in every event that has one.
fn every<'p>(story: &Story, part: &'p str) -> Vec<(u64, &'p str)> {
    let has = |fact: &Recorded| fact.event.to_parts().private.contains_key(part);
    (1..).zip(&story.record).filter(|(_, fact)| has(fact)).map(|(event, _)| (event, part)).collect()
}

/// The ruling that deletes these parts.
fn deletion(parts: &[(u64, &str)]) -> Deletion {
    let places = parts.iter().map(|(event, part)| PartPlace { event: *event, part: (*part).to_owned() });
    Deletion::new(Authority::Organisers, "rule 17", "somebody is insulted", places).unwrap()
}

#[test]
fn a_deletion_before_publication_is_a_ruling_that_the_record_names_without_what_was_taken_out() {
    let story = played();
    let bytes = redacted(&story, &every(&story, "reason"));
    let found = verify(&bytes);
    assert_eq!((found.faults.clone(), found.deletions.len()), (vec![], 1));
    assert!(found.result.is_some());
    let told = "taken out before publication, as the organisers decided under rule 17: somebody is insulted";
    assert!(found.notices.iter().any(|notice| notice.to_string().ends_with(told)), "{:?}", found.notices);
    assert!(!bytes.windows(4).any(|window| window == "Zoë".as_bytes()), "what was taken out is nowhere");
    assert!(!found.notices.iter().any(|notice| notice.to_string().contains("no ruling")), "{:?}", found.notices);

    // A second ruling is listed beside the first.
    let words = every(&story, "text").into_iter().chain(every(&story, "key")).take(1).collect::<Vec<_>>();
    let again = publication::redact(Cursor::new(bytes), Cursor::new(Vec::new()), &deletion(&words), &key());
    let again = again.unwrap().into_inner();
    assert_eq!(verify(&again).deletions.len(), 2);
}

#[test]
fn a_list_of_deletions_that_is_not_true_is_a_fault_and_a_deletion_without_one_is_told() {
    let story = played();
    let place = every(&story, "reason")[0];
    let list = contest::json::to_json(&vec![deletion(&[place])]);
    let forged = published(&story, &key(), |attachments| drop(attachments.insert(DELETIONS.to_owned(), list)));
    let found = verify(&forged);
    let fault = format!("a ruling says that {}/reason was taken out, and it was not", place.0);
    assert_eq!((found.faults.clone(), found.verdict()), (vec![fault], Verdict::Broken));
    let noise = published(&story, &key(), |attachments| drop(attachments.insert(DELETIONS.to_owned(), b"[]".to_vec())));
    assert_eq!(verify(&noise).faults, ["`deletions.json` is no list of what was taken out, and why"]);

    let whole = published(&story, &key(), |_| {});
    let silent =
        record::bundle::redact(Cursor::new(whole), Cursor::new(Vec::new()), &[place], &BTreeMap::new(), &key());
    let notices = verify(&silent.unwrap().into_inner()).notices;
    assert!(
        notices.iter().any(|notice| notice.to_string() == "1 private part was taken out, and no ruling says why"),
        "{notices:?}"
    );
}

fn redacted(story: &Story, parts: &[(u64, &str)]) -> Vec<u8> {
    let bytes = published(story, &key(), |_| {});
    publication::redact(Cursor::new(bytes), Cursor::new(Vec::new()), &deletion(parts), &key()).unwrap().into_inner()
}

#[test]
fn a_record_is_verified_under_a_key_that_was_named_and_consistent_without() {
    let bytes = published(&played(), &key(), |_| {});
    let found = verify(&bytes);
    assert_eq!((found.faults.clone(), found.missing.clone()), (vec![], vec![]));
    assert_eq!(found.verdict(), Verdict::Consistent);
    assert!(found.result.is_some());
    let trust = Trust { key: Some(key().verifier()), ..Trust::default() };
    assert_eq!(publication::verify(Cursor::new(&bytes), &trust).unwrap().verdict(), Verdict::Verified);
    let other = SigningKey::from_bytes("vivavoce/story", [4; 32]).unwrap();
    let trust = Trust { key: Some(other.verifier()), ..Trust::default() };
    assert_eq!(publication::verify(Cursor::new(&bytes), &trust).unwrap().verdict(), Verdict::Broken);
}

#[test]
fn a_stranger_finds_a_result_that_the_record_does_not_give_even_if_it_is_signed() {
    let story = played();
    for name in [attached::RESULT, attached::RULEBOOK] {
        let forged = published(&story, &key(), |attachments| {
            let bytes = attachments.get_mut(name).unwrap();
            let digit = bytes.iter().position(u8::is_ascii_digit).unwrap();
            bytes[digit] ^= 1;
        });
        let found = verify(&forged);
        assert_eq!(found.faults, [format!("`{name}` is not what the record gives when it is computed again")]);
        assert_eq!((found.verdict(), found.result), (Verdict::Broken, None));
    }
}

#[test]
fn names_and_an_organisers_words_can_be_deleted_and_the_result_stays_as_it_was() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_out();
    story.disqualifies(ORGANISER, 2, "a person was behind it").unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    assert_eq!(story.contest().phase, Phase::Closed);
    let whole = published(&story, &key(), |_| {});
    let private = (1..).zip(&story.record).filter_map(|(index, fact)| match &fact.event {
        Event::Control(ControlEvent::Opened { .. }) => Some((index, "roster")),
        Event::Control(ControlEvent::Disqualified { .. }) => Some((index, "reason")),
        _ => None,
    });
    let private: Vec<(u64, &str)> = private.collect();
    assert_eq!(private.len(), 2);
    let before = verify(&whole);
    let after = verify(&redacted(&story, &private));
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

#[test]
fn a_cut_record_has_no_result_whatever_it_brings_along() {
    let mut story = played();
    let result = publication::attachments(story.contest());
    story.record.pop();
    let room = Room::replay(&story.record);
    let cut = |attachments: BTreeMap<String, Vec<u8>>| {
        let sealed = story.record.iter().map(|fact| contest::ledger::seal(fact, [7; 16]).unwrap());
        let bundle = Bundle::new(sealed, attachments, &key()).unwrap();
        verify(&record::bundle::write(&bundle, &key()).unwrap())
    };
    let forged = cut(result);
    assert_eq!((forged.verdict(), forged.result), (Verdict::Broken, None));
    assert!(forged.faults[0].contains("a contest that is not closed has no result"), "{:?}", forged.faults);
    let honest = cut(publication::attachments(room.contest().unwrap()));
    assert_eq!((honest.verdict(), honest.result), (Verdict::Incomplete, None));
    assert!(honest.missing[0].to_string().contains("the contest is not closed"), "{:?}", honest.missing);
}

#[test]
fn what_no_result_is_made_from_can_be_taken_out_and_the_result_stands() {
    let story = played();
    let names = redacted(&story, &[(1, "roster")]);
    let found = verify(&names);
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &vec![]));
    assert_eq!(found.result, ContestResult::of(story.contest()), "a result names nobody");
    assert!(!String::from_utf8_lossy(&names).contains("Program 1"));

    let reasons = redacted(&story, &every(&story, "reason"));
    assert!(!String::from_utf8_lossy(&reasons).contains("Zoë"));
    let found = verify(&reasons);
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &vec![]));
    let told = "16 names, reasons or reports, which the result does not depend on, were taken out";
    assert!(found.notices.iter().any(|notice| notice.to_string() == told), "{:?}", found.notices);
    assert_eq!(found.result, ContestResult::of(story.contest()));

    let talk = redacted(&story, &every(&story, "key")[3..7]);
    let found = verify(&talk);
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &vec![]));
    assert!(
        found.notices.iter().any(|notice| notice.to_string().contains("4 keys or lines of talk")),
        "{:?}",
        found.notices
    );
}

#[test]
fn without_a_ballot_or_the_draw_no_result_is_confirmed() {
    let story = played();
    for (parts, why) in [
        (every(&story, "answers")[..7].to_vec(), "7 ballots were taken out"),
        (every(&story, "answers")[15..].to_vec(), "1 ballot was taken out"),
        (every(&story, "secret"), "the draw that the contest committed to was taken out"),
    ] {
        let found = verify(&redacted(&story, &parts));
        assert_eq!((found.verdict(), &found.result, &found.faults), (Verdict::Incomplete, &None, &vec![]));
        assert!(found.missing[0].to_string().contains(why), "{:?}", found.missing);
    }
}

#[test]
fn versions_of_another_program_are_not_judged_by_this_one() {
    let story = played();
    let of = |text: &str| verify(&published(&story, &key(), |all| _ = all.insert("versions.json".into(), text.into())));
    let newer = of("{\n  \"events\": 3,\n  \"result\": 1\n}\n");
    assert_eq!((newer.verdict(), newer.result), (Verdict::Incomplete, None));
    assert_eq!(of("{}\n").verdict(), Verdict::Broken);
    let unknown = verify(&published(&story, &key(), |all| _ = all.insert("standings.txt".into(), "E1 won".into())));
    assert!(unknown.notices[0].to_string().contains("`standings.txt` is attached"), "{:?}", unknown.notices);
}
