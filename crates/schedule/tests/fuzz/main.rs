//! Properties of plans, matrices and clock times that hold for any input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;

use rulebook::{Seed, shipped};
use schedule::{
    ClockTime, GivenPlan, Matrix, Plan,
    csv::{CsvFaults, read_matrix, read_plan, write_plan},
    violations,
};

/// The most bytes that faults take up for each byte of a file: a cell of one byte and its comma are a fault of one sentence.
const FAULTS_PER_BYTE: usize = 100;

#[test]
fn a_plan_that_is_read_is_written_and_read_again() {
    fuzz::target!("plan-csv", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match read_plan(text) {
            Ok(plan) => assert_eq!(read_plan(&write_plan(&plan)).as_ref(), Ok(&plan)),
            Err(faults) => have_a_place(&faults, text),
        }
    });
}

#[test]
fn a_matrix_that_is_read_is_written_and_read_again() {
    fuzz::target!("matrix-csv", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match read_matrix(text) {
            Ok(matrix) => assert_eq!(read_matrix(&written(&matrix)).as_ref(), Ok(&matrix)),
            Err(faults) => have_a_place(&faults, text),
        }
    });
}

#[test]
fn a_plan_that_is_accepted_is_drawn_and_breaks_no_rule() {
    fuzz::target!("given-plan", 300, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        let mut rulebook = shipped::rulebook("loebner-2010").unwrap();
        (rulebook.roles.judges, rulebook.roles.entries, rulebook.roles.confederates) = (2, 2, 2);
        match GivenPlan::read(text, &rulebook, BTreeMap::new()) {
            Ok(given) => {
                let drawn = given.drawn(&rulebook, Seed::from_contributions(["a seed"])).unwrap();
                assert_eq!(violations(&rulebook, &Plan::of(&drawn)), []);
                let again = GivenPlan::read(&write_plan(&given.plan()), &rulebook, BTreeMap::new());
                assert_eq!(again.as_ref(), Ok(&given));
            }
            Err(faults) => {
                assert!(!faults.0.is_empty());
                assert!(faults.to_string().len() <= FAULTS_PER_BYTE * (text.len() + 100));
            }
        }
    });
}

#[test]
fn a_clock_time_that_is_read_prints_as_one() {
    fuzz::target!("clock-time", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match text.parse::<ClockTime>() {
            Ok(time) => assert_eq!(time.to_string().parse(), Ok(time)),
            Err(bad) => assert!(bad.to_string().len() < 400),
        }
    });
}

/// Checks that every fault is in a line and a cell of the text, and that messages are short for the length of the text.
fn have_a_place(faults: &CsvFaults, text: &str) {
    assert!(!faults.0.is_empty());
    let lines = 1 + text.matches(['\n', '\r']).count();
    // A row may reach over several lines.
    let cells = 1 + text.matches([',', ';', '\t']).count();
    for fault in &faults.0 {
        assert!((1..=lines).contains(&fault.line), "{fault}");
        assert!(fault.column.is_none_or(|column| (1..=cells).contains(&column)), "{fault}");
    }
    assert!(faults.to_string().len() <= FAULTS_PER_BYTE * (text.len() + 1));
}

fn written(matrix: &Matrix) -> String {
    let width = matrix.rows.first().map_or(0, Vec::len);
    let mut text = String::from("judge");
    (1..=width).for_each(|entry| text += &format!(",E{entry}"));
    for (row, judge) in matrix.rows.iter().zip(1..) {
        text += &format!("\nJ{judge}");
        row.iter().for_each(|cell| text += &cell.map_or_else(|| ",".to_owned(), |person| format!(",{person}")));
    }
    text + "\n"
}
