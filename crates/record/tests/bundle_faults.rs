//! Large numbers of faults, and the parts of a bundle read in spite of them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use record::{
    Bundle, Envelope, Report, Trust,
    bundle::{self, MOST_FAULTS, write},
    event::{LONGEST_LINE, MOST_PARTS},
    seal,
};

mod common;
use common::{bundle, key, resigned};

fn verify(file: &[u8]) -> Report {
    bundle::verify(Cursor::new(file), &Trust::default()).unwrap().report
}

/// The number of faults with this text.
fn count(report: &Report, what: &str) -> usize {
    report.faults.iter().filter(|fault| fault.what.contains(what)).count()
}

/// A line that opens a part of an event, with data that matches no commitment of the example.
fn line(event: u64, part: &str, data: &str) -> String {
    format!("{{\"data\":\"{data}\",\"event\":{event},\"part\":\"{part}\",\"salt\":\"{}\"}}\n", "0".repeat(32))
}

/// The report on the example with this content of `private.jsonl`.
fn with_private(lines: &str) -> Report {
    verify(&resigned("private.jsonl", |data| *data = lines.as_bytes().to_vec()))
}

/// The content of `private.jsonl` in the example.
fn private_lines() -> String {
    let entries = common::entries_of(&common::file());
    String::from_utf8(entries.into_iter().find(|(name, _)| name == "private.jsonl").unwrap().1).unwrap()
}

const NO_OPENING: &str = "its line in `private.jsonl` is not canonical JSON";

#[test]
fn so_many_faults_of_a_kind_are_told_one_by_one_and_the_others_are_counted() {
    for (wrong, more) in [
        (MOST_FAULTS, None),
        (MOST_FAULTS + 1, Some("and 1 more fault of this kind")),
        (MOST_FAULTS + 2, Some("and 2 more faults of this kind")),
    ] {
        let first = record::open(&bundle().leaves[4], None).unwrap().0;
        // A stream that begins with 2: every number in it is one too many.
        let events = (2..).take(wrong).map(|number| Envelope { stream: "late".into(), number, ..first.clone() });
        let sealed = events.map(|event| seal(event, Default::default(), [1; 16]).unwrap());
        let late = Bundle::new(sealed, Default::default(), &key()).unwrap();
        let report = verify(&write(&late, &key()).unwrap());
        assert_eq!(count(&report, "it must have number"), MOST_FAULTS, "{wrong}");
        let last = report.faults.last().map(|fault| fault.what.as_str()).filter(|what| what.starts_with("and "));
        assert_eq!(last, more, "{wrong}");
    }
}

#[test]
fn lines_that_open_events_beyond_the_last_are_told_up_to_a_number() {
    let beyond = |lines: u64| {
        let lines: String = (6..6 + lines).map(|event| line(event, "name", "x")).collect();
        let report = with_private(&(private_lines() + &lines));
        // The others are not counted: their lines are not read.
        assert_eq!(count(&report, "of this kind"), 0, "{:?}", report.faults);
        count(&report, "but there are only 5")
    };
    let most = MOST_FAULTS as u64;
    assert_eq!([1, most, most + 1, most + 2].map(beyond), [1, MOST_FAULTS, MOST_FAULTS, MOST_FAULTS]);
}

#[test]
fn private_data_is_read_until_too_many_lines_are_none() {
    let redacted = |wrong: usize| with_private(&("{}\n".repeat(wrong) + &private_lines())).redacted;
    assert_eq!([1, MOST_FAULTS, MOST_FAULTS + 1].map(redacted), [0, 0, 3]);
}

#[test]
fn an_event_has_so_many_openings_and_the_next_as_many_again() {
    let wrong = |parts: usize| {
        let of = |event| ('a'..).take(parts).map(move |part| line(event, &part.to_string(), "x"));
        count(&with_private(&of(2).chain(of(3)).collect::<String>()), NO_OPENING)
    };
    assert_eq!([MOST_PARTS, MOST_PARTS + 1, MOST_PARTS + 2].map(wrong), [0, 2, 4]);
}

#[test]
fn the_openings_of_an_event_are_together_as_long_as_a_line_may_be() {
    let wrong = |length: usize| {
        let [first, empty] = [line(2, "a", "x"), line(2, "b", "")];
        let data = "x".repeat(length - first.len() - empty.len());
        count(&with_private(&(first + &line(2, "b", &data))), NO_OPENING)
    };
    assert_eq!([LONGEST_LINE, LONGEST_LINE + 1].map(wrong), [0, 1]);
}

#[test]
fn a_readme_that_goes_on_is_not_that_of_the_format() {
    let report = verify(&resigned("README.txt", |data| data.extend(b"\n")));
    assert_eq!(count(&report, "it is not the text of bundle format 2"), 1, "{:?}", report.faults);
}

#[test]
fn a_changed_byte_is_in_an_event_also_where_the_file_lacks_its_last_newline() {
    let mut file = resigned("private.jsonl", |data| _ = data.pop());
    let at = file.windows(9).position(|nine| nine == b"\"event\":4").unwrap();
    let before = file[..at].windows(7).rposition(|seven| seven == b"{\"data\"").unwrap();
    file[before + 2] ^= 1;
    let report = verify(&file);
    let [first, ..] = &report.faults[..] else { panic!("a fault") };
    assert!(first.to_string().starts_with("event 4 (stream `R1-J1-left`, number 2"), "{first}");
    assert!(first.what.contains("of `private.jsonl` is 0x65, but was 0x64"), "{first}");
}
