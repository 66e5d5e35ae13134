//! Transcripts keep the words said: known cases, round trips, and witnesses who try to break a file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::time::Duration;

use proptest::prelude::*;
use record::transcript::{Dialogue, Line, OffsetClock, Role, Visit, lp95, phrases::Phrases, plain, surrey};
use rulebook::{Side, Timestamp};

mod dialogue;
use dialogue::{at, sample};

/// Source: rules of 1995, *Data file format*, the example under e, which logs the screen of the example under *Key
/// entry* (case 6 of our notes on the rules).
///
/// DIFFERENCES: the example writes `In` where the screen has `in`, and drops the full stop at the end. The rules have a
/// line mirror the screen, so ours keeps the screen's words.
#[test]
fn the_example_of_1995_is_logged_as_the_rules_log_it() {
    let printed = [
        "*** JUDGE04 ***",
        "PROGRAM[14:12:25]Welcome judge 4",
        "JUDGE04[14:12:32]Do you think that the",
        "JUDGE04[14:12:39]Republicans can succeed",
        "JUDGE04[14:12:55]In winning the White House?",
        "PROGRAM[14:13:15]Only if Newt succeeds in",
        "PROGRAM[14:13:17]developing a more tolerant image",
    ];
    let written = lp95::write(&sample());
    let (heading, body) = written.split_at(written.find("***").unwrap());
    let differing: Vec<_> = body.lines().zip(printed).filter(|(ours, theirs)| ours != theirs).collect();
    assert_eq!(body.lines().count(), printed.len());
    assert_eq!(
        differing,
        [
            ("JUDGE04[14:12:55]in winning the White House?", printed[4]),
            ("PROGRAM[14:13:17]developing a more tolerant image.", printed[6]),
        ]
    );
    assert_eq!(
        heading,
        "(c)1995 Cambridge Center For Behavioral Studies all rights reserved\r\n<Talker> <Jo Doe>\r\n\
         Start at: <1995/12/16 14:12:20 >\r\n"
    );
    assert_eq!(lp95::file_name(1), "LP95-01.TXT");
}

#[test]
fn a_file_is_called_as_its_contest_called_it() {
    let mut dialogue = sample();
    dialogue.witness = "../Talker 2\u{0}é".into();
    let name = surrey::file_name(&dialogue, &dialogue.visits[0]);
    assert_eq!(name, "1995-12-16-14-12-25-___Talker_2__-Judge04.log");
}

#[test]
fn an_edited_transcript_says_where_a_phrase_was() {
    let edited = Phrases::new(["white  house", "in"]).edit_dialogue(&sample());
    assert_eq!(edited.deleted, [1, 2]);
    let file = surrey::write(&edited.text, &edited.text.visits[0]);
    assert!(file.contains("JUDGE: [phrase deleted] winning the [phrase deleted]?\r\n"), "{file}");
    assert!(file.contains("PROGRAM: Only if Newt succeeds [phrase deleted]\r\n"), "{file}");
}

#[test]
fn a_plain_transcript_keeps_the_lines_of_an_utterance_together() {
    let forged = Line {
        at: at("1995-12-17T05:00:01Z"),
        by: Side::Witness,
        text: "I am\n\n14:12:32  judge 4  convinced\u{1b}[2J\r\nreally".into(),
    };
    let visits = vec![Visit { judge: 4, lines: vec![forged] }];
    let dialogue = Dialogue { visits, role: Role::Confederate, contestant: String::new(), ..sample() };
    let expected = "Talker (confederate)\n\
        started 1995-12-16 14:12:20, all times UTC-05:00\n\
        (c)1995 Cambridge Center For Behavioral Studies all rights reserved\n\
        \n\
        judge 4\n\
        \n\
        (1995-12-17)\n\
        00:00:01  confederate  I am\n\
        \n\
        \x20                      14:12:32  judge 4  convinced [2J\n\
        \x20                      really\n";
    assert_eq!(plain::write(&dialogue), expected);
}

/// The dialogue within the limits of LP95: a line per line, in ASCII, without a judge's empty ones, and an entry's.
fn as_lp95(dialogue: &Dialogue) -> Dialogue {
    let lines = |visit: &Visit| {
        let lines = visit.lines.iter().filter(|line| line.by == Side::Witness || !line.text.trim().is_empty());
        lines.cloned().collect()
    };
    let visits = dialogue.visits.iter().map(|visit| Visit { judge: visit.judge, lines: lines(visit) }).collect();
    Dialogue { role: Role::Entry, visits, ..dialogue.clone() }
}

/// The dialogue of a visit within the limits of a Surrey log.
fn as_surrey(dialogue: &Dialogue, visit: &Visit) -> Dialogue {
    let started = visit.lines.first().map_or(Timestamp::from_millis(0), |line| line.at);
    let heard = visit.lines.iter().any(|line| line.by == Side::Witness);
    let role = if heard { dialogue.role } else { Role::Entry };
    Dialogue { contestant: String::new(), role, started, visits: vec![visit.clone()], ..dialogue.clone() }
}

fn as_bytes(file: &str, latin: bool) -> Vec<u8> {
    if latin { file.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect() } else { file.as_bytes().to_vec() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_as_lp95_is_read_back(dialogue in any_dialogue("[ -~]{0,30}")) {
        let file = lp95::write(&dialogue);
        let reading = lp95::read(file.as_bytes(), dialogue.clock);
        prop_assert_eq!(reading.faults, vec![]);
        prop_assert_eq!(reading.found, as_lp95(&dialogue));
    }

    #[test]
    fn what_is_written_as_a_surrey_log_is_read_back(dialogue in any_dialogue("[ -~é£日]{0,30}")) {
        for visit in &dialogue.visits {
            let file = surrey::write(&dialogue, visit);
            let reading = surrey::read(file.as_bytes(), dialogue.clock);
            prop_assert_eq!(reading.faults, vec![]);
            prop_assert_eq!(reading.found, as_surrey(&dialogue, visit));
        }
    }

    #[test]
    fn whatever_is_said_a_line_of_a_file_is_a_line_of_the_dialogue(dialogue in any_dialogue(any_text())) {
        let visits = &dialogue.visits;
        let screen_lines = |line: &Line| line.text.lines().count().max(1);
        let utterances: usize = visits.iter().map(|visit| visit.lines.len()).sum();
        let lines: usize = visits.iter().flat_map(|visit| &visit.lines).map(screen_lines).sum();

        let file = lp95::write(&dialogue);
        prop_assert!(file.lines().count() <= 3 + visits.len() + lines);
        prop_assert!(file.replace("\r\n", "").bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        let found = lp95::read(file.as_bytes(), dialogue.clock).found;
        let judges = |dialogue: &Dialogue| dialogue.visits.iter().map(|visit| visit.judge).collect::<Vec<_>>();
        prop_assert_eq!(judges(&found), judges(&dialogue));
        let words = |line: &&Line| line.by == Side::Witness;
        let witness = |dialogue: &Dialogue| dialogue.visits.iter().flat_map(|visit| &visit.lines).filter(words)
            .map(screen_lines).sum::<usize>();
        prop_assert_eq!(witness(&found), witness(&dialogue));

        for visit in visits {
            let file = surrey::write(&dialogue, visit);
            prop_assert_eq!(file.lines().count(), 3 + visit.lines.len());
            prop_assert!(!file.replace("\r\n", "").contains(char::is_control));
            let found = surrey::read(file.as_bytes(), dialogue.clock);
            prop_assert_eq!(found.faults, vec![]);
            let sides = |visit: &Visit| visit.lines.iter().map(|line| (line.by, line.at)).collect::<Vec<_>>();
            prop_assert_eq!(sides(&found.found.visits[0]), sides(visit));
        }

        let text = plain::write(&dialogue);
        prop_assert!(!text.replace('\n', "").contains(char::is_control));
        let stamped = text.lines().skip_while(|line| !line.is_empty()).filter(|line| line.as_bytes().get(2) == Some(&b':')).count();
        prop_assert_eq!(stamped, utterances);
    }

    #[test]
    fn no_file_is_too_strange_to_be_read(lines in prop::collection::vec(any_line(), 0..12), latin: bool, crlf: bool) {
        let file = as_bytes(&lines.join(if crlf { "\r\n" } else { "\n" }), latin);
        // A carriage return alone ends a line as well.
        let count = lines.iter().map(|line| line.split('\r').count()).sum::<usize>().max(1);
        for clock in [OffsetClock::UTC, OffsetClock::east(-1080).unwrap()] {
            let read = lp95::read(&file, clock);
            prop_assert!(read.faults.iter().all(|fault| (1..=count).contains(&fault.line)));
            let again = lp95::read(lp95::write(&read.found).as_bytes(), clock).found;
            prop_assert_eq!(again.visits.len(), read.found.visits.len());
            let _ = plain::write(&read.found);
            let read = surrey::read(&file, clock);
            prop_assert!(read.faults.iter().all(|fault| (1..=count).contains(&fault.line)));
            let _ = surrey::write(&read.found, &read.found.visits[0]);
        }
    }

    #[test]
    fn no_bytes_are_too_strange_to_be_read(file in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = lp95::read(&file, OffsetClock::UTC);
        let _ = surrey::read(&file, OffsetClock::UTC);
    }
}

/// A line close to one of a format's.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "(\\*{3} ?JUDGE[0-9]{0,6} ?\\*{3}|(JUDGE[0-9]{0,6}|PROGRAM|é)\\[[0-9]{1,2}:[0-9]{2}:[0-9]{2}\\].{0,8})",
        "[0-9]{4}-(0[0-9]|1[0-3])-[0-3][0-9]-[0-2][0-9]-[0-6][0-9]-[0-6][0-9]:? (JUDGE|PROGRAM|CONFEDERATE|é): ?.{0,8}",
        "[0-9]{1,2}:[0-9]{2}:[0-9]{2} (AM |PM )?(Judge 1|Program):.{0,8}",
        "(Start at: [<\\[]?[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}[>\\]]?|é? conversing with [Jj]udge ?[0-9]{0,6})",
        "[<\\[]é[>\\]] ?[<\\[]b[>\\]]",
        ".{0,20}",
    ]
}

/// Text of any characters, with many of those that end lines.
fn any_text() -> impl Strategy<Value = String> {
    "([\\r\\n\\t\\x00\\x1b\\u{85}\\u{2028}]|JUDGE04\\[14:12:20\\]|2003-10-18-14-02-11 JUDGE: |.){0,12}"
}

/// Dialogues in whole seconds, with times that never go back and silences of under an hour, so that lines left out by a
/// format cannot add up to twelve.
fn any_dialogue(text: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = Dialogue> {
    let side = prop_oneof![Just(Side::Judge), Just(Side::Witness)];
    let line = (0_u64..3600, side, text);
    let visit = (0_u16..=999, prop::collection::vec(line, 0..5));
    let name = "[A-Za-z0-9.]{1,6}( [A-Za-z0-9(:*]{1,6}){0,2}";
    let role = prop_oneof![Just(Role::Entry), Just(Role::Confederate)];
    let heading = (name, name, name, role, -2_000_000_000_i64..20_000_000_000, -1080_i16..=1080);
    (heading, prop::collection::vec(visit, 1..4)).prop_map(
        |((notice, witness, contestant, role, started, east), visits)| {
            let started = Timestamp::from_millis(started * 1000);
            let mut now = started;
            let mut line = |(later, by, text): (u64, Side, String)| {
                now = now + Duration::from_secs(later);
                Line { at: now, by, text }
            };
            let mut visit =
                |(judge, lines): (u16, Vec<_>)| Visit { judge, lines: lines.into_iter().map(&mut line).collect() };
            let visits = visits.into_iter().map(&mut visit).collect();
            Dialogue { notice, witness, contestant, role, started, clock: OffsetClock::east(east).unwrap(), visits }
        },
    )
}
