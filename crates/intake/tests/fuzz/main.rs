//! Invariants of everything that entrants and committees hand in, for any input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::LazyLock;

use intake::{
    Application, Event, Moment, Recorded, counted_words, judging::Sheet, log, people::PeopleFile,
    selection::likeness::Answers,
};
use record::Hash;
use rulebook::shipped;

/// The line of a call for entries, and the head after it.
static CALL: LazyLock<(String, Hash)> = LazyLock::new(|| {
    let rulebook = Box::new(shipped::rulebook("loebner-2010").unwrap());
    let event = Event::CallOpened { name: "A contest".to_owned(), rulebook };
    let time = "2010-01-01T00:00:00Z".parse().unwrap();
    log::line(&Recorded { number: 1, time, event }, log::first_head(), [7; 16]).unwrap()
});

/// The most bytes of an error message for each byte of its file, beyond a fixed 1,000.
const SENTENCE_PER_BYTE: usize = 4;

#[test]
fn an_application_that_is_read_is_written_and_read_again() {
    fuzz::target!("application", 800, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match Application::read(text) {
            Ok(application) => {
                let written = toml::to_string(&application).unwrap();
                assert_eq!(Application::read(&written).as_ref(), Ok(&application), "{written}");
                assert!(application.associated().iter().map(String::len).sum::<usize>() <= 4 * text.len());
            }
            Err(why) => is_short(&why, text),
        }
    });
}

#[test]
fn people_that_are_read_are_written_and_read_again() {
    fuzz::target!("people", 800, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match PeopleFile::read(text) {
            Ok(people) => {
                let written = toml::to_string(&people).unwrap();
                assert_eq!(PeopleFile::read(&written).as_ref(), Ok(&people), "{written}");
            }
            Err(why) => is_short(&why, text),
        }
    });
}

#[test]
fn answers_that_are_read_are_written_and_read_again() {
    fuzz::target!("answers", 600, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match Answers::read(text) {
            Ok(answers) => {
                assert_eq!(Answers::read(&answers.to_csv()).as_ref(), Ok(&answers));
                let likeness = answers.likeness();
                assert!(likeness.pairs.iter().all(|pair| pair.millionths <= 1_000_000));
            }
            Err(why) => is_short(&why, text),
        }
    });
}

#[test]
fn a_score_sheet_is_read_or_its_faults_have_a_line() {
    fuzz::target!("sheet", 2_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match Sheet::read(text) {
            Ok(sheet) => {
                let json = serde_json::to_value(&sheet).unwrap();
                assert_eq!(serde_json::from_value::<Sheet>(json).unwrap(), sheet);
            }
            Err(faults) => {
                assert!(!faults.0.is_empty());
                assert!(faults.to_string().len() <= 200 * (text.len() + 2), "{faults}");
            }
        }
    });
}

/// A line of JSON for each event after the call for entries, sealed and chained. Any other text is kept as it is.
#[test]
fn a_log_that_is_read_is_written_and_read_again() {
    fuzz::target!("log", 200, |bytes| {
        let (mut log, mut head) = (CALL.0.clone().into_bytes(), CALL.1);
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(2..) {
            let time = "2010-06-07T12:00:00Z".parse().unwrap();
            let event = serde_json::from_slice::<Event>(line).ok();
            let sealed = event.and_then(|event| log::line(&Recorded { number, time, event }, head, [7; 16]).ok());
            match sealed {
                Some((line, next)) => {
                    log.extend(line.as_bytes());
                    head = next;
                }
                None => log.extend([line, &b"\n"[..]].concat()),
            }
        }
        let Ok(read) = log::read(&log) else { return };
        assert_eq!((read.whole, read.torn, read.head), (log.len(), 0, head));
        let (mut written, mut head) = (String::new(), log::first_head());
        for recorded in &read.events {
            let (line, next) = log::line(recorded, head, [7; 16]).unwrap();
            written += &line;
            head = next;
        }
        assert_eq!(written.as_bytes(), log);
    });
}

#[test]
fn a_moment_and_a_name_are_one_after_they_were_written() {
    fuzz::target!("moment", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        for line in text.lines() {
            match line.parse::<Moment>() {
                Ok(moment) => {
                    assert_eq!(moment.to_string().parse(), Ok(moment));
                    assert!(moment.earliest() <= moment.place());
                }
                Err(why) => assert!(why.to_string().len() <= 400, "{why}"),
            }
            assert_eq!(counted_words::name(&counted_words::name(line)), counted_words::name(line));
        }
        assert!(counted_words::count(text) as usize <= text.len());
    });
}

fn is_short(why: &impl std::fmt::Display, text: &str) {
    let said = why.to_string();
    assert!(said.len() <= 1_000 + SENTENCE_PER_BYTE * text.len(), "{said}");
}
