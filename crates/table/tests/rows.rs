//! Tests of table reading: the rows, and the messages for unreadable text.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::borrow::Cow;

use proptest::prelude::*;
use table::{Row, Rows};

/// Compares rows with the expected lines, each a line number with the cells between bars, or a fault.
#[track_caller]
fn check(rows: Rows<'_>, expected: &[&str]) {
    assert_eq!(told(rows), expected);
}

fn told(rows: Rows<'_>) -> Vec<String> {
    let row = |Row { line, cells }: Row<'_>| format!("{line}: {}", cells.join("|"));
    rows.map(|found| found.map_or_else(|fault| fault.to_string(), row)).collect()
}

#[test]
fn a_spreadsheets_table_is_read_with_its_quotes() {
    check(
        Rows::of("\u{feff}Judge,entry , Rank\r\nJ1,E1,1\r\n\r\n\"J\"\"2\",\"a,\nb\", 3 \nJ3,,"),
        &["1: Judge|entry|Rank", "2: J1|E1|1", "4: J\"2|a,\nb|3", "6: J3||"],
    );
}

#[test]
fn a_first_line_may_say_what_separates() {
    check(Rows::of_any("sep=;\r\na,b;c\r\n1;2"), &["2: a,b|c", "3: 1|2"]);
    check(Rows::of_any("\u{feff}SEP=|\na|b;c,d;e"), &["2: a|b;c,d;e"]);
    check(Rows::of_any("\"sep=,\"\na;x,b;y;z"), &["2: a;x|b;y;z"]);
    check(Rows::of_any("sep=;;;\na;b;c;d"), &["2: a|b|c|d"]);
    check(Rows::of_any("sep=\t\na,b\tc,d"), &["2: a,b|c,d"]);
    check(Rows::of_any("sep=;"), &[]);
    check(Rows::of_any("sep=x;y\n1;2"), &["1: sep=x|y", "2: 1|2"]);
    check(Rows::of_any("sep,b\n1,2"), &["1: sep|b", "2: 1|2"]);
}

#[test]
fn a_row_ends_with_a_line_feed_a_carriage_return_or_both() {
    check(Rows::of("a,b\n1,2\n3,4\n"), &["1: a|b", "2: 1|2", "3: 3|4"]);
    check(Rows::of("a,b\r\n1,2\r\n3,4"), &["1: a|b", "2: 1|2", "3: 3|4"]);
    check(Rows::of("a,b\r1,\"2\r3\"\r\r4,5\r"), &["1: a|b", "2: 1|2\r3", "5: 4|5"]);
    check(Rows::of("a\r\n\"1\r\n2\"\r\n\r\n3"), &["1: a", "2: 1\r\n2", "5: 3"]);
}

#[test]
fn blanks_around_a_cell_are_cut_off_and_those_in_its_quotes_are_kept() {
    check(Rows::of(" a ,\t\" b \" \t,\u{a0}c\u{2003}\r\n"), &["1: a| b |c"]);
    check(Rows::of("\"a\" \t"), &["1: a"]);
    check(Rows::of("  \t \n"), &[]);
}

#[test]
fn rows_that_are_blank_from_end_to_end_are_left_out() {
    check(Rows::of(""), &[]);
    check(Rows::of("\n \r\n,, ,\n\" \",\t\n\u{a0}\na\n\"\",\n"), &["6: a"]);
}

#[test]
fn a_quote_within_a_cell_that_does_not_begin_with_one_is_a_quote() {
    check(Rows::of("5\" disk,a\"\"b\nc,d\""), &["1: 5\" disk|a\"\"b", "2: c|d\""]);
}

#[test]
fn a_quote_that_nobody_closes_is_told_with_the_line_of_its_cell_and_the_next_line_is_read() {
    let unclosed = "a quote is opened and not closed (close it with `\"`)";
    check(Rows::of("a\n\"x\ny"), &["1: a", &format!("line 2: {unclosed}"), "3: y"]);
    check(Rows::of("\""), &[&format!("line 1: {unclosed}")]);
    check(Rows::of("\"\"\""), &[&format!("line 1: {unclosed}")]);
    check(Rows::of("a,\"1\n2\", \"3\r\nb"), &[&format!("line 2: {unclosed}"), "3: b"]);
}

#[test]
fn what_follows_a_closing_quote_is_told_with_the_line_of_its_cell_and_the_next_line_is_read() {
    let after = "something stands after a closing quote (double the quotes inside a cell: `\"\"`)";
    check(Rows::of("a\n\"x\"y,1\nb"), &["1: a", &format!("line 2: {after}"), "3: b"]);
    check(Rows::of("\"x\" \"y\"\nb"), &[&format!("line 1: {after}"), "2: b"]);
    check(
        Rows::of("1,\"x\n\"y,1\r\rb"),
        &[&format!("line 1: {after}"), "line 2: a quote is opened and not closed (close it with `\"`)", "4: b"],
    );
    check(Rows::of("\"\"x"), &[&format!("line 1: {after}")]);
}

#[test]
fn what_separates_the_cells_is_what_the_header_has_most_of_outside_of_quotes() {
    check(Rows::of_any("a;b;c\n1,5;2;3\n"), &["1: a|b|c", "2: 1,5|2|3"]);
    check(Rows::of_any("\n \na\tb,c\td\r1\t\t\"x\t\"\n"), &["3: a|b,c|d", "4: 1||x\t"]);
    check(Rows::of_any("\"a;b;c\",d\n1;2,3\n"), &["1: a;b;c|d", "2: 1;2|3"]);
    check(Rows::of_any("a\r1;2\r"), &["1: a", "2: 1;2"]);
    check(Rows::of_any("a;b,c\n"), &["1: a;b|c"]);
    check(Rows::of_any("a\tb;c\n"), &["1: a\tb|c"]);
    check(Rows::of("a;b\n"), &["1: a;b"]);
}

#[test]
fn a_long_cell_is_read_whole() {
    let long = "\"\"ä".repeat(10_000);
    let text = format!("{},\"{long}\"\n1,2", "b".repeat(5_000));
    check(Rows::of(&text), &[&format!("1: {}|{}", "b".repeat(5_000), "\"ä".repeat(10_000)), "2: 1|2"]);
}

#[test]
fn a_row_takes_the_place_of_the_one_before_it() {
    let mut rows = Rows::of("a,b\n\"x\"y\n\"\"\"\"\n");
    let mut cells = vec![Cow::Borrowed("old")];
    assert_eq!((rows.next_into(&mut cells), cells.join("|")), (Some(Ok(1)), "a|b".to_owned()));
    assert_eq!(rows.next_into(&mut cells).unwrap().unwrap_err().line, 2);
    assert_eq!((rows.next_into(&mut cells), cells.join("|")), (Some(Ok(3)), "\"".to_owned()));
    assert_eq!(rows.next_into(&mut cells), None);
    assert_eq!(rows.next_into(&mut cells), None);
}

proptest! {
    #[test]
    fn what_is_written_in_quotes_is_read_again(
        rows in prop::collection::vec(prop::collection::vec("[a,;\"\r\n\t ä]{0,6}", 1..4), 0..5),
        end in prop::sample::select(vec!["\n", "\r", "\r\n"]),
    ) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(" ,\t") + end;
        let text: String = rows.iter().map(line).collect();
        let read: Vec<Vec<String>> = Rows::of(&text).map(|row| row.unwrap().cells.into_iter().map(Cow::into_owned).collect()).collect();
        let told: Vec<Vec<String>> =
            rows.into_iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).collect();
        prop_assert_eq!(read, told);
    }
}
