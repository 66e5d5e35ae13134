//! Properties of tables for arbitrary input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::borrow::Cow;

use table::{Row, Rows};

#[test]
fn rows_and_faults_come_in_the_order_of_their_lines_and_rows_are_written_and_read_again() {
    fuzz::target!("rows", 3_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        for rows in [Rows::of(text), Rows::of_any(text)] {
            check(text, rows.collect());
        }
    });
}

fn check(text: &str, found: Vec<Result<Row<'_>, table::CellFault>>) {
    let lines: Vec<usize> =
        found.iter().map(|found| found.as_ref().map_or_else(|fault| fault.line, |row| row.line)).collect();
    let most = 1 + text.matches(['\n', '\r']).count();
    assert!(lines.is_sorted_by(|one, next| one < next), "{lines:?}");
    assert!(lines.iter().all(|line| (1..=most).contains(line)), "{lines:?}");
    let cells: Vec<Vec<Cow<'_, str>>> = found.into_iter().flatten().map(|row| row.cells).collect();
    assert!(cells.iter().all(|cells| cells.iter().any(|cell| !cell.trim().is_empty())));
    let quoted = |cell: &Cow<'_, str>| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |cells: &Vec<Cow<'_, str>>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    let written: String = cells.iter().map(line).collect();
    let again: Vec<Vec<Cow<'_, str>>> = Rows::of(&written).map(|row| row.unwrap().cells).collect();
    assert_eq!(again, cells, "{written}");
}
