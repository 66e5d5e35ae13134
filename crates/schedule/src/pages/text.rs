//! Pages as plain text, with a form feed between them, so that a printer begins a new sheet.

use std::fmt::Write;

use super::PersonSchedule;

/// All pages, one after the other.
#[must_use]
pub fn text(pages: &[PersonSchedule]) -> String {
    pages.iter().map(page).collect::<Vec<_>>().join("\u{c}\n")
}

fn page(page: &PersonSchedule) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}\n{}\n\n{}\n", one_line(&page.title), one_line(&page.contest), one_line(&page.note));
    let widths: Vec<usize> = (0..page.columns.len())
        .map(|column| {
            let cells = page.rows.iter().chain(std::iter::once(&page.columns));
            cells.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in std::iter::once(&page.columns).chain(&page.rows) {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out
}

/// The text on one line: control characters become spaces, so that a name cannot break the layout.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
