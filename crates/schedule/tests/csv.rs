//! Stories of files: good ones are read, and bad ones get messages.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use rulebook::schema::Roles;
use schedule::{Effort, Problem, csv, solve};

fn check_plan(text: &str, expected: &str) {
    assert_eq!(csv::read_plan(text).unwrap_err().to_string(), expected);
}

fn check_matrix(text: &str, expected: &str) {
    assert_eq!(csv::read_matrix(text).unwrap_err().to_string(), expected);
}

#[test]
fn a_plan_that_is_written_reads_back() {
    let plan = solve(&Problem::of(Roles::of(5, 8, 3)), Effort::default()).unwrap().plan;
    let text = csv::write_plan(&plan);
    assert!(text.starts_with("round,judge,entry,confederate\n1,J1,E"), "{text}");
    assert_eq!(csv::read_plan(&text).unwrap(), plan);
}

#[test]
fn a_spreadsheet_may_quote_number_and_order_as_it_likes() {
    let plain = csv::read_plan("round,judge,entry,confederate\n1,J1,E1,C1\n2,J1,E2,C2\n").unwrap();
    let other = "\u{feff}\"Judge\", \"Round\" ,entry,confederate\r\n\r\n1,R2,e2,2\r\n\"J1\",\"1\",\"E1\",\"C1\"\r\n";
    assert_eq!(csv::read_plan(other).unwrap(), plain);
    for separator in [";", "\t"] {
        let text = csv::write_plan(&plain).replace(',', separator);
        assert_eq!(csv::read_plan(&text).unwrap(), plain);
    }
    let lines = "round,judge,entry,confederate\r\"1\",J1,\"\nE1 \",C1\r,,,\r2,J1,E2,C2\r";
    assert_eq!(csv::read_plan(lines).unwrap(), plain);
    let matrix = csv::read_matrix("judge,E2,E1\nJ2,C1,C2\nJ1,-,C1\n").unwrap();
    assert_eq!(matrix, csv::read_matrix(",1,2\n1,1,\n2,2,1\n").unwrap());
}

#[test]
fn every_fault_of_a_plan_is_told_with_its_place() {
    check_plan("", "line 1: the file is empty (begin with `round,judge,entry,confederate`)");
    check_plan(
        "round|judge|entry|confederate\n",
        "line 1: the header is `round|judge|entry|confederate` (write `round,judge,entry,confederate`)",
    );
    check_plan(
        "round,judge,judge,entry\n",
        "line 1: the header is `round,judge,judge,entry` (write `round,judge,entry,confederate`)",
    );
    check_plan(
        "round,judge,entry,confederate\n0,J1,E1,C1\n1,J1,E1\n\n1,E1,J1,C70000\n",
        "line 2, column 1: `0` is not a round such as R1\n\
         line 3: 3 cells stand here (write the four of the header)\n\
         line 5, column 2: `E1` is not a judge such as J1\n\
         line 5, column 3: `J1` is not an entry such as E1\n\
         line 5, column 4: `C70000` is not a confederate such as C1",
    );
    check_plan(
        "round,judge,entry,\"confederate\n1,J1,E1,C1\n",
        "line 1: a quote is opened and not closed (close it with `\"`)",
    );
    check_plan(
        "round,judge,entry,confederate\n1,J1,\"E1\"2,C1\n\"1\n\",J1,E1,C0\n2,\"J1,E2,C2\n3,X1,E3,C3",
        "line 2: something stands after a closing quote (double the quotes inside a cell: `\"\"`)\n\
         line 3, column 4: `C0` is not a confederate such as C1\n\
         line 5: a quote is opened and not closed (close it with `\"`)\n\
         line 6, column 2: `X1` is not a judge such as J1",
    );
}

#[test]
fn every_fault_of_a_matrix_is_told_with_its_place() {
    check_matrix("", "line 1: the file is empty (begin with `judge,E1,E2` and so on)");
    check_matrix("judge\nJ1\n", "line 1: no column is of an entry (begin with `judge,E1,E2` and so on)");
    check_matrix("judge,E1\n", "line 1: no row of a judge follows (write `J1,C1,C2` and so on)");
    check_matrix("judge,E1,E3\nJ1,C1,C2\n", "line 1: E3 has a column, but E2 has none (add it)");
    check_matrix("judge,E1\nJ2,C1\n", "line 2: J2 has a row, but J1 has none (add it)");
    check_matrix(
        "judge,E1,E1\nJ1,C1,X\nJ1,C1,C2\nJ2,C1\n",
        "line 1, column 3: E1 has a column already (keep one)\n\
         line 2, column 3: `X` is not a confederate such as C1\n\
         line 3, column 1: J1 has a row already (keep one)\n\
         line 4: 2 cells stand here (write 3, as in the header)",
    );
}

proptest! {
    #[test]
    fn no_text_is_too_strange_to_be_judged(text in "[JEC0-9,\"\n\r ;-]{0,80}", header: bool) {
        let text = if header { format!("round,judge,entry,confederate\n{text}") } else { text };
        let _ = csv::read_plan(&text);
        let _ = csv::read_matrix(&text);
    }
}
