//! Properties of ballot files that hold for any input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use rulebook::{Rulebook, shipped};
use tally::{
    file::{BallotFaults, BallotFile, BallotFiles, Conventions, Numbers, read, to_csv, to_json},
    tally,
};

/// The most bytes of faults and notes, for any file: a handful of each cause, each a sentence of bounded length.
const MOST_SAID: usize = 64 << 10;

#[test]
fn choices_and_rankings_are_written_and_read_again() {
    fuzz::target!("choices", 600, |bytes| check("loebner-2010", 4, bytes));
}

#[test]
fn splits_are_written_and_read_again() {
    fuzz::target!("splits", 600, |bytes| check("loebner-2006", 4, bytes));
}

#[test]
fn what_was_observed_is_written_and_read_again() {
    fuzz::target!("observed", 600, |bytes| check("three-party-2025", 3, bytes));
}

fn check(rules: &str, number: u16, bytes: &[u8]) {
    let mut rulebook = shipped::rulebook(rules).unwrap();
    (rulebook.roles.judges, rulebook.roles.entries, rulebook.roles.confederates) = (number, number, number);
    let conventions = Conventions { observed: bytes.first() == Some(&b'o'), ..Conventions::default() };
    match read_as(&rulebook, conventions.clone(), bytes) {
        Ok(reading) => {
            assert!(reading.notes.iter().map(String::len).sum::<usize>() <= MOST_SAID);
            let _ = tally(&reading.rulebook, &reading.ballots, &reading.circumstances);
            for text in [
                to_csv(&reading.rulebook, &reading.ballots, &reading.circumstances),
                to_json(&reading.rulebook, &reading.ballots, &reading.circumstances),
            ] {
                is_the_same(&reading, conventions.clone(), &text);
            }
        }
        Err(faults) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                assert!(fault.times > fault.others.len(), "{fault}");
                for place in fault.place.iter().chain(&fault.others) {
                    assert!((1..=lines(bytes)).contains(&place.line), "{fault}");
                    // A single comma separates two cells.
                    assert!(place.column.is_none_or(|column| (1..=bytes.len() + 1).contains(&column)), "{fault}");
                }
            }
            assert!(faults.to_string().len() <= MOST_SAID, "{faults}");
        }
    }
}

/// Checks that the written file has the same meaning as the one read.
fn is_the_same(reading: &BallotFiles, conventions: Conventions, text: &str) {
    let roles = reading.rulebook.roles;
    let numbers =
        Numbers { judges: Some(roles.judges), entries: Some(roles.entries), confederates: Some(roles.confederates) };
    let again = read_as(&reading.rulebook, Conventions { numbers, ..conventions }, text.as_bytes());
    let again = again.unwrap_or_else(|faults| panic!("{faults}\nin\n{text}"));
    assert_eq!(again.ballots, reading.ballots, "{text}");
    assert_eq!(again.circumstances, reading.circumstances, "{text}");
}

fn read_as(rulebook: &Rulebook, conventions: Conventions, bytes: &[u8]) -> Result<BallotFiles, BallotFaults> {
    read(rulebook, conventions, &[BallotFile { name: "ballots", bytes }])
}

/// The most lines a file can have; every byte of UTF-16 that could be half of a line's end is counted.
fn lines(bytes: &[u8]) -> usize {
    1 + bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count()
}
