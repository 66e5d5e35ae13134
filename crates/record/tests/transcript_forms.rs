//! Detection of a file's form, and conversion from one form into another.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{fs, path::Path};

use proptest::prelude::*;
use record::transcript::{
    Dialogue, Line, Loss, OffsetClock, Role, Transcript, TranscriptFormat, Visit, lp95, ndjson, plain,
};
use rulebook::{Side, Timestamp};

mod dialogue;
use dialogue::sample;

fn of_sample() -> Transcript {
    Transcript { dialogues: vec![sample()], ..Transcript::default() }
}

#[test]
fn every_form_is_told_by_what_it_writes() {
    for form in TranscriptFormat::ALL {
        for (name, text) in of_sample().files(form, sample().clock, "sample").unwrap() {
            assert_eq!(TranscriptFormat::of(text.as_bytes()), Some(form), "{name}: {text}");
            assert_eq!(form.read(text.as_bytes(), sample().clock).faults, [], "{name}: {text}");
        }
        assert_eq!(form.name().parse(), Ok(form));
    }
    assert_eq!(TranscriptFormat::of(b""), None);
    assert_eq!(TranscriptFormat::of(b"Dear sir,\nI write to you\n"), None);
    assert_eq!(TranscriptFormat::of(b"PROGRAM[14:12:25]Welcome, without a heading\n"), Some(TranscriptFormat::Lp95));
    assert_eq!(TranscriptFormat::of(b"2003-10-18-14-02-11 PROGRAM: Hi\n"), Some(TranscriptFormat::Surrey));
    assert_eq!(TranscriptFormat::of(b"J2 013370845270900515 judge left H\n"), Some(TranscriptFormat::Keylog));
    assert!("lp96".parse::<TranscriptFormat>().unwrap_err().contains("keylog-2007"));
}

/// The losses of a form are found by reading the file again, so this list shows the actual losses.
#[test]
fn a_form_says_what_it_cannot_carry() {
    let mut said = of_sample();
    said.dialogues[0].visits[0].lines[1].at = "1995-12-16T14:12:32.250-05:00".parse().unwrap();
    said.dialogues[0].visits[0].lines[5].text = "Only if Newt succééds,\nI think".into();
    for (form, losses) in [
        (TranscriptFormat::Ndjson, &[][..]),
        (TranscriptFormat::Plain, &[Loss::Fractions]),
        (TranscriptFormat::Lp95, &[Loss::Lines, Loss::Words, Loss::Fractions]),
        (TranscriptFormat::Surrey, &[Loss::Contestant, Loss::Started, Loss::Words, Loss::Fractions]),
        (TranscriptFormat::Round, &[Loss::Notice, Loss::Contestant, Loss::Started, Loss::Times]),
    ] {
        let files = said.files(form, sample().clock, "sample").unwrap();
        assert_eq!(form.losses(&said, &files, sample().clock), losses, "{form}");
    }
    let as_keys = said.files(TranscriptFormat::Keylog, sample().clock, "sample").unwrap();
    assert!(TranscriptFormat::Keylog.losses(&said, &as_keys, sample().clock).contains(&Loss::KeyTimes));
}

/// The logs of the final of 2012 and its rehearsals: read and written again, byte for byte, including the six keys written as
/// a bare blank; and through our own form too.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_eight_logs_of_2012_come_back_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012");
    let Ok(logs) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} cannot be read", folder.display());
        return;
    };
    let (mut count, mut bare) = (0, 0);
    for log in logs.map(|log| log.unwrap().path()) {
        let bytes = fs::read(&log).unwrap();
        assert_eq!(TranscriptFormat::of(&bytes), Some(TranscriptFormat::Keylog), "{}", log.display());
        let found = TranscriptFormat::Keylog.read(&bytes, OffsetClock::UTC).found;
        let own = ndjson::write(&found);
        let again = TranscriptFormat::Ndjson.read(own.as_bytes(), OffsetClock::UTC);
        assert_eq!(again.faults, []);
        for transcript in [&found, &again.found] {
            let files = transcript.files(TranscriptFormat::Keylog, OffsetClock::east(60).unwrap(), "log").unwrap();
            assert!(files[0].1.as_bytes() == bytes, "{} does not come back", log.display());
            assert_eq!(TranscriptFormat::Keylog.losses(&found, &files, OffsetClock::UTC), []);
        }
        count += 1;
        bare += found.sessions.iter().flat_map(|session| &session.keys).filter(|key| key.bare).count();
        // With six fields, as needed by the players of those years, every key is read back too.
        let six = found.files(TranscriptFormat::KeylogSix, OffsetClock::UTC, "log").unwrap();
        let read = TranscriptFormat::KeylogSix.read(six[0].1.as_bytes(), OffsetClock::UTC);
        assert_eq!(read.faults, []);
        let times =
            |t: &Transcript| t.sessions.iter().flat_map(|s| &s.keys).map(|k| (k.at_us, k.key)).collect::<Vec<_>>();
        assert_eq!(times(&read.found), times(&found));
    }
    assert_eq!((count, bare), (8, 6));
}

#[test]
fn files_of_old_machines_are_read_alike() {
    let text = lp95::write(&sample());
    let read = |bytes: &[u8]| TranscriptFormat::of(bytes).map(|form| (form, form.read(bytes, sample().clock)));
    let known = read(text.as_bytes()).unwrap();
    assert_eq!(known.1.faults, []);
    // CR alone, as in files of Macintosh programs of those years.
    assert_eq!(read(text.replace("\r\n", "\r").as_bytes()), Some(known));
    for form in [
        TranscriptFormat::Surrey,
        TranscriptFormat::Plain,
        TranscriptFormat::Keylog,
        TranscriptFormat::KeylogSix,
        TranscriptFormat::Round,
        TranscriptFormat::Ndjson,
    ] {
        let file = of_sample().files(form, sample().clock, "sample").unwrap().remove(0).1;
        let old = file.replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(TranscriptFormat::of(old.as_bytes()), Some(form), "{form}");
        let (old, new) = (form.read(old.as_bytes(), sample().clock), form.read(file.as_bytes(), sample().clock));
        assert_eq!(old, new, "{form}");
    }
    // Latin-1, with `é` as one byte.
    let log = b"(c)\r\nZo\xEB conversing with Judge 03\r\n\r\n2003-10-18-14-02-11 PROGRAM: caf\xE9\r\n";
    let (form, reading) = read(log).unwrap();
    assert_eq!((form, reading.faults.len()), (TranscriptFormat::Surrey, 0));
    assert_eq!(reading.found.dialogues[0].witness, "Zoë");
    assert_eq!(reading.found.dialogues[0].visits[0].lines[0].text, "café");
}

#[test]
fn a_judge_whose_number_nobody_can_have_is_a_fault_with_its_line() {
    let faults = |form: TranscriptFormat, file: &str| {
        let reading = form.read(file.as_bytes(), OffsetClock::UTC);
        reading.faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    const NO_JUDGE: &str =
        "no judge has the number 99999 (judges are numbered from 1 to 65535; the number is left out)";
    let heading = "(c)\r\n<A> <B>\r\nStart at: <1998/01/10 12:00:00 >\r\n";
    let marked = format!("{heading}*** JUDGE99999 ***\r\nPROGRAM[12:00:01]Hi\r\nJUDGE99999[12:00:02]Hi\r\n");
    assert_eq!(faults(TranscriptFormat::Lp95, &marked), [format!("line 4: {NO_JUDGE}"), format!("line 6: {NO_JUDGE}")]);
    let log =
        "(c)\nA conversing with Judge 99999\n\n2003-10-18-14-02-11 PROGRAM: Hi\n2003-10-18-14-02-12 JUDGE 99999: Hi\n";
    assert_eq!(faults(TranscriptFormat::Surrey, log), [format!("line 2: {NO_JUDGE}"), format!("line 5: {NO_JUDGE}")]);
    let keys = "T\nThese transcripts are in the public domain\nTranscripts of judge  program A round 1\nLeft =program \n\
        J99999 013370845270900515 judge left H\n";
    assert_eq!(faults(TranscriptFormat::Keylog, keys), [format!("line 5: {NO_JUDGE}")]);
    let round = "{\"content\":\"hi\",\"to\":\"ai0\",\"id\":\"judge99999\",\"secret\":\"\"}\n";
    let read = TranscriptFormat::Round.read(round.as_bytes(), OffsetClock::UTC);
    assert_eq!(
        (read.faults.len(), read.found.dialogues[0].visits[0].judge),
        (0, 1),
        "an id is a name and not a number"
    );
}

#[test]
fn a_file_to_which_a_second_session_was_appended_has_two() {
    let mut second = sample();
    second.started = Timestamp::from_millis(second.started.as_millis() + 3_600_000);
    second.visits[0].judge = 5;
    second.visits[0].lines.retain(|line| !line.text.is_empty());
    second.visits[0]
        .lines
        .iter_mut()
        .for_each(|line| line.at = Timestamp::from_millis(line.at.as_millis() + 3_600_000));
    let mut first = sample();
    first.visits[0].lines.retain(|line| !line.text.is_empty());
    let both = Transcript { dialogues: vec![first, second], ..Transcript::default() };
    for form in [
        TranscriptFormat::Lp95,
        TranscriptFormat::Surrey,
        TranscriptFormat::Plain,
        TranscriptFormat::Keylog,
        TranscriptFormat::KeylogSix,
    ] {
        let files = both.files(form, sample().clock, "both").unwrap();
        let one: String = files.into_iter().map(|(_, text)| text).collect();
        let reading = form.read(one.as_bytes(), sample().clock);
        assert_eq!(reading.faults, [], "{form}: {one}");
        let said = |transcript: &Transcript| {
            let lines = transcript.as_lines(sample().clock);
            let visits = lines.into_iter().flat_map(|dialogue| dialogue.visits).filter(|visit| !visit.lines.is_empty());
            visits.map(|visit| (visit.judge, visit.lines.len())).collect::<Vec<_>>()
        };
        assert_eq!(said(&reading.found), said(&both), "{form}: {one}");
    }
}

fn any_dialogue() -> impl Strategy<Value = Dialogue> {
    let side = prop_oneof![Just(Side::Judge), Just(Side::Witness)];
    let line = (0_i64..200_000, side, "([a-z é]{1,12}(\n[a-z é]{0,12}){0,2})?").prop_map(|(at, by, text)| Line {
        at: Timestamp::from_millis(800_000_000_000 + at * 1000),
        by,
        text,
    });
    let visits = prop::collection::vec((1_u16.., prop::collection::vec(line, 0..6)), 0..4);
    let role = prop_oneof![Just(Role::Entry), Just(Role::Confederate)];
    ("[A-Z][a-z]{0,8}", "([A-Z][a-z]{0,8})?", role, "(\\(c\\) [a-z]{1,9})?", -1080_i16..=1080, visits).prop_map(
        |(witness, contestant, role, notice, east, visits)| Dialogue {
            notice,
            witness,
            contestant,
            role,
            started: Timestamp::from_millis(800_000_000_000),
            clock: OffsetClock::east(east).unwrap(),
            visits: visits.into_iter().map(|(judge, lines)| Visit { judge, lines }).collect(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn our_own_form_keeps_everything(dialogues in prop::collection::vec(any_dialogue(), 1..4)) {
        let transcript = Transcript { dialogues, ..Transcript::default() };
        let reading = ndjson::read(ndjson::write(&transcript).as_bytes());
        prop_assert_eq!(reading.faults, vec![]);
        let visits = |t: &Transcript| t.dialogues.iter().flat_map(|d| d.visits.clone()).collect::<Vec<_>>();
        prop_assert_eq!(visits(&reading.found), visits(&transcript));
    }

    #[test]
    fn the_plain_form_is_read_as_it_is_written(dialogue in any_dialogue()) {
        let written = plain::write(&dialogue);
        let reading = plain::read(written.as_bytes());
        prop_assert_eq!(&reading.faults, &vec![], "{}", written);
        prop_assert_eq!(plain::write(&reading.found[0]), written);
    }

    #[test]
    fn no_file_is_too_strange_for_any_form(bytes: Vec<u8>, text in "(\\{\"said\":|judge 4|started |J2 0133|.){0,60}") {
        for file in [bytes.as_slice(), text.as_bytes()] {
            let _ = TranscriptFormat::of(file);
            for form in TranscriptFormat::ALL {
                let reading = form.read(file, OffsetClock::UTC);
                for to in TranscriptFormat::ALL {
                    if let Ok(files) = reading.found.files(to, OffsetClock::UTC, "file") {
                        let _ = to.losses(&reading.found, &files, OffsetClock::UTC);
                    }
                }
            }
        }
    }
}

#[test]
fn a_line_of_our_own_form_that_belongs_nowhere_is_a_fault() {
    let file = "{\"said\":{\"at\":\"2012-05-15T12:00:00.000Z\",\"by\":\"judge\",\"text\":\"Hi\"}}\n{\"hello\":1}\n\
        {\"key\":{\"at_us\":1,\"by\":\"judge\",\"side\":\"left\",\"key\":\"H\"}}\n";
    let faults: Vec<_> = ndjson::read(file.as_bytes()).faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "line 1: it belongs to no heading (put `{\"conversation\":…}` in front; the line is left out)",
            "line 2: `{\"hello\":1}` is not of the form `{\"conversation\":…}, {\"said\":…}, {\"session\":…} or {\"key\":…}`",
            "line 3: it belongs to no heading (put `{\"session\":…}` in front; the line is left out)",
        ]
    );
}

#[test]
fn every_fault_of_the_plain_form_has_its_line() {
    let file = "Talker (entry)\nstarted 1995-12-16 14:12:20, all times UTC\n\n14:12:21  entry  too early\n\njudge 4\n\n\
        14:12:25  entry    Hi\nlost\n14:12:26  nobody   Hm\n";
    let faults: Vec<_> = plain::read(file.as_bytes()).faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(
        faults[0].starts_with("line 4: ") && faults[1].starts_with("line 9: ") && faults[2].starts_with("line 10: ")
    );
}
