//! Tables in CSV: the first line names the columns, and every row has the same number of cells.

use std::borrow::Cow;

use language::{Message, Say};
use table::{Rows, Unreadable};

/// A row with the line it begins on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvRow {
    /// The line.
    pub line: usize,
    /// The cells, without the white space around unquoted ones.
    pub cells: Vec<String>,
}

/// A reason why a text is not a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadCsv {
    /// A cell cannot be read.
    Cell(table::CellFault),
    /// A column is missing.
    NoColumn {
        /// The column.
        column: &'static str,
        /// All columns.
        expected: Message,
    },
    /// A row with another number of cells than the first line has.
    Ragged {
        /// The line.
        line: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first line.
        expected: usize,
    },
    /// There is no first line.
    Empty,
}

impl Say for BadCsv {
    fn message(&self) -> Message {
        match self {
            Self::Cell(table::CellFault { line, what }) => {
                let what = match what {
                    Unreadable::Unclosed => say!("selection-sheet-quote-unclosed"),
                    Unreadable::AfterQuote => say!("selection-sheet-after-quote"),
                };
                say!("selection-sheet-unreadable", line = *line, what = what)
            }
            Self::NoColumn { column, expected } => {
                say!("selection-sheet-no-column", column = *column, expected = expected.clone())
            }
            Self::Ragged { line, found, expected } => {
                say!("selection-sheet-ragged", line = *line, found = *found, expected = *expected)
            }
            Self::Empty => say!("selection-sheet-empty"),
        }
    }
}

display_in_english!(BadCsv);

impl std::error::Error for BadCsv {}

impl From<table::CellFault> for BadCsv {
    fn from(fault: table::CellFault) -> Self {
        Self::Cell(fault)
    }
}

/// Reads the first line, in lower case, and the rows after it; blank lines and a byte order mark are skipped. Commas,
/// semicolons or tabs separate the cells: the most frequent of them in the first line.
///
/// # Errors
/// [`BadCsv`] when the text is not a table, or a row differs in length from the first line.
pub fn table(text: &str) -> Result<(Vec<String>, Vec<CsvRow>), BadCsv> {
    let mut found = Rows::of_any(text);
    let head: Vec<String> =
        found.next().ok_or(BadCsv::Empty)??.cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let mut rows = Vec::new();
    for row in found {
        let table::Row { line, cells } = row?;
        if cells.len() != head.len() {
            return Err(BadCsv::Ragged { line, found: cells.len(), expected: head.len() });
        }
        rows.push(CsvRow { line, cells: cells.into_iter().map(Cow::into_owned).collect() });
    }
    Ok((head, rows))
}

/// The place of a column.
///
/// # Errors
/// [`BadCsv::NoColumn`] when the first line does not name it.
pub fn column(head: &[String], column: &'static str, expected: impl FnOnce() -> Message) -> Result<usize, BadCsv> {
    head.iter().position(|name| name == column).ok_or_else(|| BadCsv::NoColumn { column, expected: expected() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheets_table_is_read_with_its_quotes() {
        let (head, rows) = table("\u{feff}Judge,entry , Rank\r\nJ1,E1,1\r\n\r\n\"J\"\"2\",\"a,\nb\", 3 \n").unwrap();
        assert_eq!(head, ["judge", "entry", "rank"]);
        assert_eq!(rows[1].cells, ["J\"2", "a,\nb", "3"]);
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn spaces_and_a_carriage_return_may_follow_a_quoted_cell() {
        let (_, rows) = table("a,b\r\n\"x\" ,\"y\"\r\n").unwrap();
        assert_eq!(rows[0].cells, ["x", "y"]);
    }

    #[test]
    fn what_is_no_table_is_told_with_its_line() {
        assert_eq!(table(""), Err(BadCsv::Empty));
        assert_eq!(table("\"\n\"\n\" \"\n"), Err(BadCsv::Empty));
        let unreadable = |what| Err(BadCsv::Cell(table::CellFault { line: 2, what }));
        assert_eq!(table("a,b\n\"x"), unreadable(Unreadable::Unclosed));
        assert_eq!(table("a,b\n\"x\"y,1"), unreadable(Unreadable::AfterQuote));
        assert_eq!(table("a,b\n1,2\n1"), Err(BadCsv::Ragged { line: 3, found: 1, expected: 2 }));
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "\\PC*[\",\\n\\r]*\\PC*") {
            let _ = table(&text);
        }
    }
}
