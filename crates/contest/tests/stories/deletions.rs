//! Deletions on the server that keeps a contest: rulings after the close remove words, and nothing else changes.

use std::{collections::BTreeSet, io::Cursor};

use archive::{
    dialogue::{Fate, Seen},
    publication::{self, Verdict, Verification},
    review::FreeText,
    scan::{Scan, What},
};
use contest::{
    Command, ControlEvent, Event, Private, Recorded, Refusal, Room, Stream,
    deletions::{Deleting, PARTS_MAX, PartPlace},
    event::Reason,
    ledger,
};
use record::{
    Bundle, Sealed, Trust,
    event::{LONGEST_LINE, LONGEST_PART},
};
use rulebook::{Authority, Participant, Side};

use crate::{
    record_of::key,
    reviews::{talked, texts},
    story::{ORGANISER, Story, confederate, entry, judge},
};

fn deleting(parts: impl IntoIterator<Item = PartPlace>) -> Deleting {
    let (rule, reason) = ("rule 17".to_owned(), "somebody is named".to_owned());
    Deleting { parts: parts.into_iter().collect(), whose: None, name: None, by: Authority::Organisers, rule, reason }
}

fn deletes(story: &mut Story, deleting: Deleting) -> Result<(), Refusal> {
    story.does(ORGANISER, Command::Delete(Box::new(deleting)))
}

fn place(text: &str) -> PartPlace {
    text.parse().unwrap()
}

/// The bytes on this story's server, without the deleted parts.
fn kept(story: &Story) -> Vec<Sealed> {
    let sealed = (1..).zip(&story.record).map(|(position, fact)| {
        let Sealed { leaf, opening } = ledger::seal(fact, [7; 16]).unwrap();
        Sealed { leaf, opening: ledger::without(position, opening.as_deref(), &story.contest().gone).unwrap() }
    });
    sealed.collect()
}

/// The room read back from these bytes.
fn read_back(story: &Story) -> Room {
    let open = |sealed: &Sealed| ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
    Room::replay(&kept(story).iter().map(open).collect::<Vec<Recorded>>())
}

fn published(story: &Story) -> Vec<u8> {
    let attachments = publication::attachments(read_back(story).contest().unwrap());
    record::bundle::write(&Bundle::new(kept(story), attachments, &key()).unwrap(), &key()).unwrap()
}

fn verify(bytes: &[u8]) -> Verification {
    publication::verify(Cursor::new(bytes), &Trust::default()).unwrap()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Every text of this participant.
fn of(story: &Story, who: Participant) -> BTreeSet<PartPlace> {
    let (texts, _) = texts(story);
    texts.iter().filter(|text| text.writer(story.contest()) == Some(who)).flat_map(FreeText::parts).collect()
}

#[test]
fn a_text_that_is_ruled_out_is_nowhere_and_the_result_is_confirmed_as_before() {
    let mut story = talked();
    let before = verify(&published(&story));
    let (texts, _) = texts(&story);
    let words = texts.iter().find(|text| text.text.contains("555")).unwrap();
    deletes(&mut story, deleting(words.parts())).unwrap();
    let bytes = published(&story);
    let found = verify(&bytes);
    assert_eq!((found.verdict(), &found.faults, &found.missing), (Verdict::Consistent, &vec![], &vec![]));
    assert_eq!(found.result, before.result);
    assert!(!holds(&bytes, "555 0100"), "the text is nowhere");
    let told = "1 private part taken out, as the organisers decided under rule 17: somebody is named";
    assert!(found.notices.iter().any(|notice| notice.to_string() == told), "{:?}", found.notices);
    assert!(!found.notices.iter().any(|notice| notice.to_string().contains("no ruling")), "{:?}", found.notices);
    // The tree grew by the ruling alone: the earlier signed head is still one of its heads.
    let root = |found: &Verification| found.report.root;
    assert_ne!(root(&found), root(&before));
    assert_eq!(found.report.events, before.report.events + 1);
}

#[test]
fn a_transcript_says_where_something_was_taken_out() {
    let mut story = talked();
    let (texts, names) = texts(&story);
    let asked = texts.iter().find(|text| text.text.starts_with("Are you Confederate 1")).unwrap();
    let finding = &asked.findings(&Scan::new(names, [""; 0]))[0];
    deletes(&mut story, deleting(asked.parts_of(finding))).unwrap();
    let of_judge = |story: &Story| {
        let open = |sealed: &Sealed| ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
        let seen = Seen::of(&kept(story).iter().map(open).collect::<Vec<Recorded>>());
        let said = seen.dialogues();
        let Stream::Conversation(id) = asked.stream else { panic!("{asked:?}") };
        let lines = said[&id].iter().filter(|line| line.side == Side::Judge);
        lines.map(|line| (line.text.clone(), line.fate)).collect::<Vec<_>>()
    };
    let seen = |text: &str| (text.to_owned(), Fate::Seen);
    let mark = || ("[phrase deleted]".to_owned(), Fate::Deleted);
    assert_eq!(of_judge(&story), [mark(), seen("Are you ?"), seen("Never fin …")]);
    let rest = of(&story, judge(1)).difference(&story.contest().gone).cloned().collect::<Vec<_>>();
    deletes(&mut story, Deleting { whose: Some(judge(1)), ..deleting(rest) }).unwrap();
    assert_eq!(of_judge(&story), [mark()]);
}

#[test]
fn every_text_of_somebody_is_taken_out_by_one_ruling() {
    let mut story = talked();
    let parts = of(&story, judge(1));
    let keys = parts.iter().filter(|place| place.part == "key").count();
    assert!(keys > 30 && parts.iter().any(|place| place.part == "reason"), "{parts:?}");
    deletes(&mut story, Deleting { whose: Some(judge(1)), ..deleting(parts) }).unwrap();
    let bytes = published(&story);
    let found = verify(&bytes);
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &vec![]), "{:?}", found.missing);
    assert!(found.result.is_some() && !holds(&bytes, "thinks so"));
    assert!(
        found.notices.iter().any(|notice| notice.to_string().starts_with("Every text of J1 was taken out")),
        "{:?}",
        found.notices
    );
    let left = {
        let mut review = archive::review::Review::new();
        let facts = kept(&story);
        let open = |sealed: &Sealed| ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
        facts.iter().map(open).for_each(|fact| review.take(&fact));
        review.finish().0
    };
    assert!(!left.iter().any(|text| text.writer(story.contest()) == Some(judge(1))), "nothing is left to take out");
    assert!(left.iter().any(|text| text.text.contains("write@example.org")), "the other side's words stay");
}

#[test]
fn somebody_with_a_pseudonym_is_called_so_and_everybody_else_as_before() {
    let mut story = talked();
    let (texts, _) = texts(&story);
    let names: Vec<_> = texts.iter().filter(|text| text.is_roster()).flat_map(FreeText::parts).collect();
    let to = |who, name: &str, parts: &[PartPlace]| Deleting {
        whose: Some(who),
        name: Some(name.to_owned()),
        ..deleting(parts.to_vec())
    };
    assert_eq!(deletes(&mut story, to(confederate(1), "Judge 2", &names)), Err(Refusal::NameTaken));
    assert!(matches!(deletes(&mut story, to(confederate(1), " ", &names)), Err(Refusal::BadName(_))));
    assert_eq!(deletes(&mut story, to(confederate(9), "X", &names)), Err(Refusal::Nobody));
    deletes(&mut story, to(confederate(1), "Pseudonym", &names)).unwrap();
    let room = read_back(&story);
    let contest = room.contest().unwrap();
    assert_eq!(contest.name_of(confederate(1)), Some("Pseudonym"));
    assert_eq!(contest.name_of(judge(2)), Some("Judge 2"));
    let bytes = published(&story);
    let found = verify(&bytes);
    assert_eq!((found.verdict(), &found.faults), (Verdict::Consistent, &vec![]));
    assert!(found.result.is_some());
    assert!(
        holds(&bytes, "\"Pseudonym\"") && !holds(&bytes, "\"Confederate 1\"") && holds(&bytes, "\"Confederate 2\"")
    );

    // And once more: the name in the first ruling is deleted by the second.
    let last = story.record.len();
    let again = [place(&format!("{last}/roster"))];
    deletes(&mut story, to(entry(1), "A team", &again)).unwrap();
    assert_eq!(verify(&published(&story)).verdict(), Verdict::Consistent);
    let room = read_back(&story);
    assert_eq!(room.contest().unwrap().name_of(confederate(1)), Some("Pseudonym"));
}

#[test]
fn a_pseudonym_that_stands_in_a_message_is_told_by_the_scan() {
    let mut story = talked();
    let (before, _) = texts(&story);
    let names: Vec<_> = before.iter().filter(|text| text.is_roster()).flat_map(FreeText::parts).collect();
    let asked = before.iter().find(|text| text.text == "Never fin").unwrap();
    let whats = |story: &Story| {
        let (texts, names) = texts(story);
        let text = texts.into_iter().find(|text| text.text == "Never fin").unwrap();
        text.findings(&Scan::new(names, [""; 0])).into_iter().map(|finding| finding.what).collect::<Vec<_>>()
    };
    assert_eq!(whats(&story), [], "{asked:?}");
    let deleting = Deleting { whose: Some(confederate(1)), name: Some("Fin".into()), ..deleting(names) };
    deletes(&mut story, deleting).unwrap();
    assert_eq!(whats(&story), [What::Name { whose: "C1".into(), common: false }]);
}

#[test]
fn a_pseudonym_leaves_the_names_of_those_whose_place_others_took() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    story.wait_out();
    story.wait_out();
    for (who, name) in [(judge(2), "Ann Other"), (confederate(1), "Bob Other")] {
        let change = Command::Replace { who, name: name.into(), reason: "ill".into() };
        story.does(ORGANISER, change).unwrap();
    }
    let (texts, _) = texts(&story);
    let contest = story.contest();
    let named = |who| -> Vec<&str> {
        let names = texts.iter().filter(|text| text.may_name(who, contest) && text.about.is_some());
        names.map(|text| text.text.as_str()).collect()
    };
    assert_eq!([named(judge(2)), named(confederate(1))], [["Ann Other"], ["Bob Other"]]);
    assert_eq!(named(judge(1)), [""; 0]);
    let lists = texts.iter().filter(|text| text.about.is_none() && text.may_name(judge(1), contest));
    assert_eq!(lists.count(), 1, "the list of names is everybody's");
}

#[test]
fn only_what_a_result_does_without_is_taken_out_once_and_only_after_the_close() {
    let mut story = Story::begin();
    assert_eq!(deletes(&mut story, deleting([place("1/roster")])), Err(Refusal::NotOver));
    let mut story = talked();
    let end = story.record.len();
    assert_eq!(deletes(&mut story, deleting([])), Err(Refusal::NothingToDelete));
    assert_eq!(deletes(&mut story, deleting([place(&format!("{}/text", end + 1))])), Err(Refusal::NoSuchPart));
    for part in ["answers", "ranking", "preference", "secret", "plan"] {
        assert_eq!(deletes(&mut story, deleting([place(&format!("3/{part}"))])), Err(Refusal::NeverDeleted), "{part}");
    }
    let many = |count| (1..=count).map(|n| PartPlace { event: 1, part: format!("x{n}") });
    assert_eq!(deletes(&mut story, deleting(many(PARTS_MAX + 1))), Err(Refusal::TooMuchToDelete(PARTS_MAX)));
    assert!(matches!(
        deletes(&mut story, Deleting { rule: " ".into(), ..deleting([place("1/roster")]) }),
        Err(Refusal::BadRule(_))
    ));
    assert_eq!(story.does(judge(1), Command::Delete(Box::new(deleting([place("1/roster")])))), Err(Refusal::NotYours));
    deletes(&mut story, deleting([place("1/roster")])).unwrap();
    assert_eq!(deletes(&mut story, deleting([place("1/roster")])), Err(Refusal::DeletedAlready));
}

#[test]
fn a_ruling_of_a_forged_record_is_told_in_a_sentence_that_ends() {
    let mut story = talked();
    deletes(&mut story, deleting([place("1/roster")])).unwrap();
    let forged = story.record.iter_mut().find_map(|fact| match &mut fact.event {
        Event::Control(ControlEvent::Deleted { rule, private, .. }) => Some((rule, private)),
        _ => None,
    });
    let (rule, private) = forged.unwrap();
    (*rule, *private) = ("u".repeat(50_000), Private::Held(Reason { reason: "y".repeat(50_000) }));
    let notices = verify(&published(&story)).notices;
    let told = notices.iter().map(ToString::to_string).find(|notice| notice.contains("uuu")).unwrap();
    assert!(told.contains("yyy") && told.len() < 2_500, "{} bytes", told.len());
}

/// The longest names, in events with the longest numbers in records of ten million events.
#[test]
fn a_ruling_takes_out_as_much_as_one_event_can_hold_for_every_reader() {
    let story = talked();
    let parts = (1..=PARTS_MAX).map(|n| PartPlace { event: 10_000_000 + n as u64, part: "x".repeat(LONGEST_PART) });
    let by = Authority::Organisers;
    let private = Private::Held(Reason { reason: "r".repeat(500) });
    let event = ControlEvent::Deleted {
        parts: parts.collect(),
        whose: None,
        by,
        rule: "rule 17".into(),
        roster: None,
        private,
    };
    let fact = Recorded { event: Event::Control(event), ..story.record.last().unwrap().clone() };
    let Sealed { leaf, opening } = ledger::seal(&fact, [7; 16]).unwrap();
    assert!(leaf.len() < LONGEST_LINE, "{} bytes", leaf.len());
    assert_eq!(ledger::open(&leaf, opening.as_deref()).unwrap(), fact);

    let mut story = story;
    let many = (1..=PARTS_MAX).map(|n| PartPlace { event: 1, part: format!("x{n}") });
    deletes(&mut story, deleting(many)).unwrap();
}

#[test]
fn a_ruling_whose_parts_are_still_there_or_never_were_is_a_fault() {
    let mut story = talked();
    deletes(&mut story, deleting([place("1/roster"), place("2/nothing")])).unwrap();
    let found = verify(&published(&story));
    assert_eq!(found.faults, ["a ruling says that 2/nothing was taken out, and it was not"]);
    let mut story = talked();
    deletes(&mut story, deleting([place("1/roster")])).unwrap();
    let whole = crate::record_of::published(&story, &key(), |_| {});
    assert_eq!(verify(&whole).faults, ["a ruling says that 1/roster was taken out, and it was not"]);
}
