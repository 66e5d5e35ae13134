//! Files that judges show beside words: their times, kinds, limits and addressees, and the delay of answers to them.

use std::{collections::BTreeMap, io::Cursor, time::Duration};

use archive::{
    attached::SHOWN,
    audit::audit,
    publication::{self, Verdict, Verification},
};
use attachment::{FileKind, Format};
use contest::{
    Actor, Command, Event, Private, Refusal, Room,
    attachment::{AttachmentFile, Pixels, ShownFile},
    command::{Attach, To},
    deletions::{Deletion, PartPlace},
    event::{ConversationEvent, Text},
    transcript::Line,
    view::{judge::JudgeUpdate, witness::WitnessUpdate},
};
use record::{Hash, Trust};
use rulebook::{
    Authority, ConversationId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Side,
    schema::{AttachmentRules, Delivery, Medium, Opener, Turns},
};

use crate::{
    record_of::{key, published},
    story::{ORGANISER, Story, interview, judge, rules},
};

/// A drawing, as a file.
pub(crate) static DRAWING: &[u8] = include_bytes!("golden/house.png");

/// A quarter of a second of a tone, as a file.
pub(crate) fn tone_file() -> Vec<u8> {
    let samples: Vec<u8> = (0..2000_u32).map(|n| if n % 18 < 9 { 80 } else { 176 }).collect();
    let length = u32::try_from(samples.len()).unwrap();
    let words = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    let format = [words(&[1, 1]), numbers(&[8000, 8000]), words(&[1, 8])].concat();
    let head = [b"RIFF".to_vec(), numbers(&[36 + length]), b"WAVEfmt ".to_vec(), numbers(&[16])].concat();
    [head, format, b"data".to_vec(), numbers(&[length]), samples].concat()
}

/// The attributes of a file.
pub(crate) fn file_of(bytes: &[u8]) -> AttachmentFile {
    let limits = attachment::Limits { bytes_max: 1 << 20, pixels_max: 1 << 20, duration_ms_max: 60_000 };
    let read = attachment::read(bytes, &limits).unwrap();
    assert_eq!(read.bytes, bytes, "as it is shown");
    AttachmentFile::of(&read)
}

/// The files of this room, which are those of these stories, by their names in a bundle.
pub(crate) fn files_of(room: &Room) -> BTreeMap<String, Vec<u8>> {
    let known = [DRAWING.to_vec(), tone_file()];
    let bytes = |file: &AttachmentFile| known.iter().find(|bytes| file.is(bytes)).cloned().unwrap_or_default();
    room.shown_files().iter().map(|(name, files)| (format!("{SHOWN}{name}"), bytes(&files[0]))).collect()
}

/// The limits in these stories: two files.
fn allowed() -> AttachmentRules {
    let (kinds, longest) = (vec![FileKind::Picture, FileKind::Sound], Duration::from_secs(60));
    AttachmentRules { kinds, most: 2, bytes: 1 << 20, longest }
}

/// The first round under the rules of 2010 with files allowed.
fn by_keys() -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| rules.interview.attachments = Some(allowed())));
    story.open_round().unwrap();
    story
}

fn by_messages(change: impl FnOnce(&mut Rulebook)) -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.medium = Medium::Messages { characters: 200, messages: 20 };
        rules.interview.delivery = Delivery::WholeLines;
        rules.interview.attachments = Some(allowed());
        change(rules);
    }));
    story.open_round().unwrap();
    story
}

fn drawing() -> AttachmentFile {
    let pixels = Some(Pixels { width: 640, height: 480 });
    let (hash, format, kind) = (Hash::of(&[b"drawing"]), Format::Png, FileKind::Picture);
    AttachmentFile { hash, format, kind, bytes: 7, pixels, duration_ms: None }
}

fn tone(seconds: u64) -> AttachmentFile {
    let (hash, format, kind) = (Hash::of(&[b"tone"]), Format::Wav, FileKind::Sound);
    AttachmentFile { hash, format, kind, bytes: 4, pixels: None, duration_ms: Some(seconds * 1000) }
}

fn showing(id: &str, seat: Option<Seat>, file: AttachmentFile, words: Option<&str>) -> Command {
    Command::Attach(Attach {
        id: id.to_owned().try_into().unwrap(),
        to: To { round: RoundNumber::new(1), seat, interview: None },
        file,
        description: words.map(str::to_owned),
        sent: None,
    })
}

/// The first judge shows this file on the left.
fn shows(story: &mut Story, id: &str, file: AttachmentFile) -> Result<(), Refusal> {
    story.does(judge(1), showing(id, Some(Seat::Left), file, None))
}

/// The first judge's conversation on this seat in the first round.
fn conversation(seat: Seat) -> ConversationId {
    ConversationId { interview: interview(1, 1), seat }
}

fn attached(story: &Story) -> usize {
    let is_attached = |event: &Event| matches!(event, Event::Conversation(_, ConversationEvent::Attached { .. }));
    story.record.iter().filter(|fact| is_attached(&fact.event)).count()
}

/// The lines on this witness's page.
fn told(story: &Story, who: Participant) -> Vec<Line> {
    let conversations = &story.views.witness(who).unwrap().screen.conversations;
    conversations.get(&RoundNumber::new(1)).map(|transcript| transcript.lines.clone()).unwrap_or_default()
}

#[test]
fn a_file_stands_on_both_pages_when_it_is_recorded_whoever_answers() {
    let mut story = by_keys();
    for seat in Seat::PAIR {
        story.does(judge(1), showing("f1", Some(seat), drawing(), Some(" A red house. "))).unwrap();
        let shown = ShownFile { file: drawing(), description: Some("A red house.".to_owned()) };
        let line = Line {
            side: Side::Judge,
            text: "[shows a picture: A red house]".to_owned(),
            file: Some(shown),
            struck: false,
        };
        let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
        assert_eq!(screen.conversations[&(RoundNumber::new(1), seat)].lines, std::slice::from_ref(&line));
        assert_eq!(screen.file(drawing().hash).map(|shown| shown.file), Some(drawing()));
        let witness = story.witness(1, seat);
        assert_eq!(told(&story, witness), [line]);
    }
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn nobody_else_is_shown_it() {
    let mut story = by_keys();
    shows(&mut story, "f1", drawing()).unwrap();
    let right = story.witness(1, Seat::Right);
    assert_eq!(told(&story, right), []);
    let is_told = |judge: u16| {
        let mut updates = story.views.judge(JudgeId::new(judge)).unwrap().after(0).iter();
        updates.any(|told| matches!(told.update, JudgeUpdate::Attached { .. }))
    };
    assert!(is_told(1));
    assert!(!is_told(2));
    let left = story.witness(1, Seat::Left);
    let others = story.contest().cast().into_iter().filter(|who| *who != left);
    for who in others {
        let Some(feed) = story.views.witness(who) else { continue };
        assert!(!feed.after(0).iter().any(|told| matches!(told.update, WitnessUpdate::Attached { .. })), "{who}");
        assert_eq!(feed.screen.file(drawing().hash), None, "{who}");
    }
}

#[test]
fn a_file_that_is_sent_again_is_shown_once() {
    let mut story = by_keys();
    shows(&mut story, "page-7", drawing()).unwrap();
    shows(&mut story, "page-7", drawing()).unwrap();
    assert_eq!(attached(&story), 1);
    shows(&mut story, "page-3", drawing()).unwrap();
    assert_eq!(attached(&story), 2, "the same drawing may be shown again, and a slow file may come behind a later one");
}

#[test]
fn a_file_overtakes_no_words_and_is_not_overtaken_by_them() {
    let mut story = by_keys();
    let press = |id: &str, text: &str| {
        let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
        let keys = rulebook::key::keys_of(text).collect();
        Command::Press(contest::command::Press { id: id.to_owned().try_into().unwrap(), to, keys, sent: None })
    };
    story.does(judge(1), press("page-1", "Wh")).unwrap();
    shows(&mut story, "page-9", drawing()).unwrap();
    story.does(judge(1), press("page-2", "at?\n")).unwrap();
    assert_eq!(story.read(1, Seat::Left), ["[shows a picture]", "What?"], "the line that is typed goes on");
}

#[test]
fn it_is_shown_while_the_judge_has_the_floor_and_at_no_other_time() {
    let mut story = Story::under(rules("loebner-2010", |rules| rules.interview.attachments = Some(allowed())));
    assert_eq!(shows(&mut story, "a", drawing()), Err(Refusal::NoRound));
    story.open_round().unwrap();
    story.does(ORGANISER, Command::Pause { reason: "a lamp".to_owned(), told: None }).unwrap();
    assert_eq!(shows(&mut story, "b", drawing()), Err(Refusal::Paused));
    story.does(ORGANISER, Command::Resume).unwrap();
    story.does(ORGANISER, Command::Abort { interview: interview(1, 1), reason: "ill".to_owned() }).unwrap();
    assert_eq!(shows(&mut story, "c", drawing()), Err(Refusal::InterviewEnded));
    story.does(judge(2), showing("d", Some(Seat::Left), drawing(), None)).unwrap();
    story.wait_out();
    assert_eq!(story.does(judge(2), showing("e", Some(Seat::Left), drawing(), None)), Err(Refusal::TalkOver));
    story.wait_out();
    let round = Err(Refusal::RoundOver(RoundNumber::new(1)));
    assert_eq!(story.does(judge(2), showing("f", Some(Seat::Left), drawing(), None)), round);
}

#[test]
fn only_a_judge_shows_something() {
    let mut story = by_keys();
    shows(&mut story, "a", drawing()).unwrap();
    for seat in Seat::PAIR {
        let witness = story.witness(1, seat);
        assert_eq!(story.does(witness, showing("b", None, drawing(), None)), Err(Refusal::NotYours));
    }
    assert_eq!(story.does(ORGANISER, showing("c", Some(Seat::Left), drawing(), None)), Err(Refusal::NotYours));
    assert_eq!(story.does(judge(1), showing("d", None, drawing(), None)), Err(Refusal::NotYours), "to whom?");
}

#[test]
fn a_person_who_judges_and_answers_is_shown_it_from_the_other_side() {
    let mut story = Story::under(rules("human-or-not-2023", |rules| {
        rules.interview.symmetric = false;
        rules.interview.attachments = Some(allowed());
    }));
    story.open_round().unwrap();
    let sits =
        |number: u16| Some((judge(number), story.contest().seating(interview(1, number))?.conversations().next()?));
    let with_a_person =
        |(_, id): &(Participant, ConversationId)| matches!(story.contest().listener(*id), Some(Participant::Judge(_)));
    let (asks, id) = (1..=4).filter_map(sits).find(with_a_person).unwrap();
    let Some(Participant::Judge(answers)) = story.contest().listener(id) else { panic!("a person answers") };
    story.does(asks, showing("a", Some(id.seat), drawing(), None)).unwrap();
    let lines = &story.views.judge(answers).unwrap().screen.conversations[&(RoundNumber::new(1), Seat::Only)].lines;
    assert_eq!(lines[0].side, Side::Witness, "who answers has the left side of the page as well");
    let refused = story.does(Participant::Judge(answers), showing("b", None, drawing(), None));
    assert_eq!(refused, Err(Refusal::NotYours));
}

#[test]
fn where_only_words_travel_nothing_is_shown() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    assert_eq!(shows(&mut story, "a", drawing()), Err(Refusal::NothingShown));
}

#[test]
fn a_file_keeps_within_the_bounds_of_the_rules() {
    let mut story = by_keys();
    let video = AttachmentFile { format: Format::Mp4, kind: FileKind::Video, duration_ms: Some(1000), ..drawing() };
    let Err(Refusal::KindNotShown(shown)) = shows(&mut story, "a", video) else { panic!("a video is shown") };
    assert_eq!(shown.to_string(), "a picture or a sound");
    let heavy = AttachmentFile { bytes: (1 << 20) + 1, ..drawing() };
    assert_eq!(shows(&mut story, "b", heavy), Err(Refusal::TooManyBytes(1 << 20)));
    assert_eq!(shows(&mut story, "c", tone(61)), Err(Refusal::PlaysTooLong(Duration::from_secs(60))));
    let wide = AttachmentFile { pixels: Some(Pixels { width: 16_000_001, height: 1 }), ..drawing() };
    assert_eq!(shows(&mut story, "d", wide), Err(Refusal::TooManyPixels(16_000_000)));
    let long = "a".repeat(201);
    let described = showing("e", Some(Seat::Left), drawing(), Some(&long));
    assert_eq!(story.does(judge(1), described), Err(Refusal::BadDescription(200)));
    shows(&mut story, "f", AttachmentFile { bytes: 1 << 20, ..drawing() }).unwrap();
    shows(&mut story, "g", tone(60)).unwrap();
    assert_eq!(shows(&mut story, "h", drawing()), Err(Refusal::TooManyShown(2)));
    story.does(judge(1), showing("i", Some(Seat::Right), drawing(), Some(" "))).unwrap();
    assert_eq!(story.faults(), Vec::<String>::new(), "each conversation counts its own");
}

#[test]
fn whoever_waits_for_the_judge_may_answer_what_is_shown() {
    let mut story = by_messages(|rules| rules.interview.opens = Opener::Judge);
    let left = story.witness(1, Seat::Left);
    assert_eq!(story.says(left, 1, None, "A house"), Err(Refusal::JudgeBegins));
    shows(&mut story, "a", drawing()).unwrap();
    story.says(left, 1, None, "A house").unwrap();
    assert_eq!(story.read(1, Seat::Left), ["[shows a picture]", "A house"]);
}

#[test]
fn a_file_is_a_part_of_a_turn_and_does_not_end_it() {
    let within = Duration::from_secs(20);
    let mut story = by_messages(|rules| rules.interview.turns = Turns::Alternate { within });
    shows(&mut story, "a", drawing()).unwrap();
    story.judge_says(Seat::Left, "What is it?").unwrap();
    assert_eq!(shows(&mut story, "b", drawing()), Err(Refusal::NotYourTurn));
    story.answers(conversation(Seat::Left), "A house").unwrap();
    shows(&mut story, "c", drawing()).unwrap();
    story.judge_says(Seat::Left, "And this?").unwrap();
    story.wait_out();
    assert_eq!(story.faults(), Vec::<String>::new());
}

/// The delay before the left witness's answer is shown, after these actions of the judge.
fn shown_after(delivery: Delivery, asks: impl Fn(&mut Story)) -> u64 {
    let mut story = by_messages(|rules| rules.interview.delivery = delivery);
    asks(&mut story);
    story.wait(1);
    story.answers(conversation(Seat::Left), "A house").unwrap();
    let (given, before) = (story.now, story.read(1, Seat::Left).len());
    while story.read(1, Seat::Left).len() == before {
        let due = story.room().next_deadline().unwrap();
        story.wait_for(due.since(story.now));
    }
    u64::try_from(story.now.since(given).as_millis()).unwrap()
}

#[test]
fn an_answer_to_a_file_is_timed_from_the_file_and_not_from_older_words() {
    let delay = Duration::from_secs(5);
    let held = Delivery::AtLeast { delay };
    let drawn = shown_after(held, |story| {
        story.judge_says(Seat::Left, "Look").unwrap();
        story.wait(60);
        shows(story, "a", drawing()).unwrap();
    });
    assert_eq!(drawn, 4000);
}

#[test]
fn an_answer_to_a_sound_is_timed_from_its_end_whatever_is_said_meanwhile() {
    let held = Delivery::AtLeast { delay: Duration::from_secs(5) };
    let after_sound = shown_after(held, |story| shows(story, "a", tone(30)).unwrap());
    assert_eq!(after_sound, 34_000);
    let after_words = shown_after(held, |story| {
        shows(story, "a", tone(30)).unwrap();
        story.wait(2);
        story.judge_says(Seat::Left, "What is it?").unwrap();
    });
    assert_eq!(after_words, 32_000);
    let after_the_end = shown_after(held, |story| {
        shows(story, "a", tone(30)).unwrap();
        story.wait(40);
        story.judge_says(Seat::Left, "What was it?").unwrap();
    });
    assert_eq!(after_the_end, 4000);
}

#[test]
fn what_is_shown_to_one_does_not_depend_on_who_answers() {
    let updates = |seat: Seat| {
        let mut story = by_keys();
        story.does(judge(1), showing("a", Some(seat), tone(30), Some("a tone"))).unwrap();
        story.wait(1);
        let feed = story.views.judge(JudgeId::new(1)).unwrap();
        let told = feed.after(0).iter().filter(|told| matches!(told.update, JudgeUpdate::Attached { .. }));
        told.map(|told| serde_json::to_string(told).unwrap()).collect::<Vec<_>>()
    };
    let [left, right] = Seat::PAIR.map(updates);
    let swapped: Vec<_> = right.iter().map(|told| told.replace("right", "left")).collect();
    assert_eq!(left, swapped);
    assert_eq!(left.len(), 1);
}

#[test]
fn a_record_in_which_a_witness_shows_something_or_too_much_is_shown_is_at_fault() {
    let mut story = by_keys();
    shows(&mut story, "a", drawing()).unwrap();
    shows(&mut story, "b", drawing()).unwrap();
    story.wait_out();
    let place = story.record.iter().rposition(|fact| matches!(fact.event, Event::Conversation(..))).unwrap();
    let forged = |change: &dyn Fn(&mut contest::Recorded)| {
        let mut record = story.record.clone();
        change(&mut record[place]);
        crate::story::faults(&record)
    };
    let by_witness = forged(&|fact| fact.actor = Actor::Side(Side::Witness));
    assert!(by_witness.iter().any(|fault| fault.contains("not yours")), "{by_witness:?}");
    let of_video = forged(&|fact| {
        if let Event::Conversation(_, ConversationEvent::Attached { plays_ms, private, .. }) = &mut fact.event {
            let kind = FileKind::Video;
            *plays_ms = Some(1);
            *private = Private::Held(AttachmentFile { format: Format::Mp4, kind, duration_ms: Some(1), ..drawing() });
        }
    });
    assert!(of_video.iter().any(|fault| fault.contains("a picture or a sound")), "{of_video:?}");
    let longer = forged(&|fact| {
        if let Event::Conversation(_, ConversationEvent::Attached { plays_ms, .. }) = &mut fact.event {
            *plays_ms = Some(1);
        }
    });
    assert!(longer.iter().any(|fault| fault.contains("no picture")), "{longer:?}");
    let twice = forged(&|fact| {
        if let Event::Conversation(_, ConversationEvent::Attached { id, .. }) = &mut fact.event {
            *id = "a".to_owned().try_into().unwrap();
        }
    });
    assert!(!twice.is_empty(), "one id is shown once");
}

#[test]
fn what_is_taken_out_of_a_file_leaves_a_record_without_fault() {
    let mut story = by_messages(|rules| rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(5) });
    story.does(judge(1), showing("a", Some(Seat::Left), tone(30), Some("a tone"))).unwrap();
    story.wait(1);
    story.answers(conversation(Seat::Left), "A tone").unwrap();
    story.goes_on(Duration::from_secs(60));
    story.judge_says(Seat::Left, "Right").unwrap();
    story.play_on();
    let mut record = story.record.clone();
    let mut taken = 0;
    for fact in &mut record {
        if let Event::Conversation(_, ConversationEvent::Attached { private, description, .. }) = &mut fact.event {
            *private = Private::Redacted;
            *description = Some(Private::Redacted);
            taken += 1;
        }
    }
    assert_eq!(taken, 1);
    let audit = audit(&record);
    assert!(!audit.missing.iter().any(|why| why.to_string().contains("judged")), "{:?}", audit.missing);
    let faults: Vec<_> = audit.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    assert!(
        audit.notices.iter().any(|notice| notice.to_string().contains("1 file that a judge showed was")),
        "{:?}",
        audit.notices
    );
}

#[test]
fn words_and_files_are_apart_in_the_record() {
    let mut story = by_messages(|_| {});
    shows(&mut story, "same", drawing()).unwrap();
    let say = contest::command::Say {
        id: "same".to_owned().try_into().unwrap(),
        to: To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None },
        text: "What is it?".to_owned(),
        sent: None,
    };
    story.does(judge(1), Command::Say(say)).unwrap();
    let last = &story.record.last().unwrap().event;
    let Event::Conversation(_, ConversationEvent::Said { private, .. }) = last else { panic!("{last:?}") };
    assert_eq!(private.held(), Some(&Text { text: "What is it?".to_owned() }), "an id of a file is no id of words");
}

/// A closed contest in which the same drawing was shown on both sides, and a tone on the left.
fn over() -> Story {
    let mut story = by_keys();
    for seat in Seat::PAIR {
        story.does(judge(1), showing("a", Some(seat), file_of(DRAWING), Some("my house"))).unwrap();
    }
    shows(&mut story, "b", file_of(&tone_file())).unwrap();
    story.wait_out();
    for number in 1..=4 {
        let answers = tally::Answers { choice: Some(Seat::Left), ..tally::Answers::default() };
        let round = RoundNumber::new(1);
        story.does(judge(number), Command::CastBallot { round, answers: Box::new(answers) }).unwrap();
    }
    story.wait_out();
    story.play_on();
    while !story.contest().is_closed() {
        story.wait_out();
    }
    story
}

/// The verification of a record with these files, and its bytes.
fn verified(story: &Story, change: impl FnOnce(&mut BTreeMap<String, Vec<u8>>)) -> (Verification, Vec<u8>) {
    let bytes = published(story, &key(), |attachments| {
        attachments.extend(files_of(story.room()));
        change(attachments);
    });
    (verify(&bytes), bytes)
}

fn verify(bytes: &[u8]) -> Verification {
    publication::verify(Cursor::new(bytes), &Trust::default()).unwrap()
}

#[test]
fn a_record_holds_what_was_shown_and_says_when_it_is_another_file_or_none() {
    let story = over();
    let (whole, bytes) = verified(&story, |_| {});
    assert_eq!((&whole.faults, whole.verdict()), (&vec![], Verdict::Consistent));
    assert!(
        whole
            .notices
            .iter()
            .any(|notice| notice.to_string() == "2 files that judges showed are in the record, as shown")
    );
    assert!(bytes.windows(DRAWING.len()).any(|window| window == DRAWING));

    let drawing = format!("{SHOWN}{}", file_of(DRAWING).file_name());
    let (without, _) = verified(&story, |files| drop(files.remove(&drawing)));
    assert_eq!((&without.faults, without.verdict()), (&vec![], Verdict::Incomplete));
    let missing = "1 file that a judge showed is not in the record, and no ruling says why";
    assert_eq!(without.missing.iter().map(ToString::to_string).collect::<Vec<_>>(), [missing]);

    let (other, _) = verified(&story, |files| files.get_mut(&drawing).unwrap()[70] ^= 1);
    assert_eq!(
        (other.faults.clone(), other.verdict()),
        (vec![format!("`{drawing}` is not the file that was shown")], Verdict::Broken)
    );

    let (more, _) = verified(&story, |files| drop(files.insert(format!("{SHOWN}more.png"), DRAWING.to_vec())));
    let fault = "`attachments/more.png` is in the record, and no event says that it was shown";
    assert_eq!((more.faults.clone(), more.verdict()), (vec![fault.to_owned()], Verdict::Broken));
}

#[test]
fn a_file_leaves_the_record_with_the_last_event_that_names_it_and_the_result_stands() {
    let story = over();
    let (whole, mut bytes) = verified(&story, |_| {});
    let is_drawing = |event: &Event| match event {
        Event::Conversation(_, ConversationEvent::Attached { private, .. }) => {
            private.held() == Some(&file_of(DRAWING))
        }
        _ => false,
    };
    let places: Vec<u64> = (1..).zip(&story.record).filter(|(_, f)| is_drawing(&f.event)).map(|(n, _)| n).collect();
    assert_eq!(places.len(), 2);
    for (place, stays) in [(places[0], true), (places[1], false)] {
        let part = PartPlace { event: place, part: "file".to_owned() };
        let deletion = Deletion::new(Authority::Organisers, "rule 17", "it shows a house", [part]).unwrap();
        bytes =
            publication::redact(Cursor::new(bytes), Cursor::new(Vec::new()), &deletion, &key()).unwrap().into_inner();
        assert_eq!(bytes.windows(DRAWING.len()).any(|window| window == DRAWING), stays, "{place}");
        let found = verify(&bytes);
        assert_eq!((&found.faults, &found.missing), (&vec![], &vec![]), "{place}");
        assert_eq!(found.result, whole.result, "{place}");
    }
    let found = verify(&bytes);
    assert!(
        found
            .notices
            .iter()
            .any(|notice| notice.to_string() == "2 files that judges showed were taken out of the record")
    );
    assert!(
        found
            .notices
            .iter()
            .any(|notice| notice.to_string() == "1 file that a judge showed is in the record, as shown")
    );
}
