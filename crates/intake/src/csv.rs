//! Comma-separated values as spreadsheets write them (RFC 4180): quoted cells, doubled quotes, line breaks in cells.

/// A row with the line it begins on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line.
    pub line: usize,
    /// The cells, without the white space around unquoted ones.
    pub cells: Vec<String>,
}

/// A text that is no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCsv {
    /// A quoted cell does not end.
    #[error("the quoted cell that begins on line {0} does not end (close it with a double quote)")]
    Unclosed(usize),
    /// Something stands after a closing quote.
    #[error("line {0}: something stands between a closing quote and the next comma (double the quotes within a cell)")]
    AfterQuote(usize),
    /// A column is missing.
    #[error("the first line names no column `{column}` (the columns are {expected})")]
    NoColumn {
        /// The column.
        column: &'static str,
        /// All of them.
        expected: &'static str,
    },
    /// A row with another number of cells than the first line has.
    #[error("line {line} has {found} cells, and the first line has {expected}")]
    Ragged {
        /// The line.
        line: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first line.
        expected: usize,
    },
    /// There is no first line.
    #[error("the file is empty (its first line names the columns)")]
    Empty,
}

/// The first line, and the rows after it; blank lines are left out, and a byte order mark is.
///
/// # Errors
/// [`BadCsv`] for what is no table, or has a row of another length than the first.
pub fn table(text: &str) -> Result<(Vec<String>, Vec<Row>), BadCsv> {
    let mut rows = rows(text.strip_prefix('\u{feff}').unwrap_or(text))?.into_iter();
    let head: Vec<String> =
        rows.next().ok_or(BadCsv::Empty)?.cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let rows: Vec<Row> = rows.collect();
    match rows.iter().find(|row| row.cells.len() != head.len()) {
        Some(row) => Err(BadCsv::Ragged { line: row.line, found: row.cells.len(), expected: head.len() }),
        None => Ok((head, rows)),
    }
}

/// The place of a column.
///
/// # Errors
/// [`BadCsv::NoColumn`] when the first line does not name it.
pub fn column(head: &[String], column: &'static str, expected: &'static str) -> Result<usize, BadCsv> {
    head.iter().position(|name| name == column).ok_or(BadCsv::NoColumn { column, expected })
}

fn rows(text: &str) -> Result<Vec<Row>, BadCsv> {
    let mut rows = Vec::new();
    let mut chars = text.chars().peekable();
    let mut line = 1;
    while chars.peek().is_some() {
        let mut row = Row { line, cells: Vec::new() };
        loop {
            let (cell, end) = cell(&mut chars, &mut line)?;
            row.cells.push(cell);
            if end {
                break;
            }
        }
        // Also where a quoted cell holds nothing but white space: as a heading it would have no name.
        if row.cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// The next cell, and whether it is the last of its row.
fn cell(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, line: &mut usize) -> Result<(String, bool), BadCsv> {
    while chars.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
    let mut cell = String::new();
    let quoted = chars.next_if_eq(&'"').is_some();
    if quoted {
        let began = *line;
        loop {
            match chars.next() {
                None => return Err(BadCsv::Unclosed(began)),
                Some('"') if chars.next_if_eq(&'"').is_some() => cell.push('"'),
                Some('"') => break,
                Some(c) => {
                    *line += usize::from(c == '\n');
                    cell.push(c);
                }
            }
        }
    }
    loop {
        match chars.next() {
            None => return Ok((done(cell, quoted), true)),
            Some('\n') => {
                *line += 1;
                return Ok((done(cell, quoted), true));
            }
            Some(',') => return Ok((done(cell, quoted), false)),
            Some(c) if !quoted => cell.push(c),
            Some(c) if c.is_whitespace() => {}
            Some(_) => return Err(BadCsv::AfterQuote(*line)),
        }
    }
}

fn done(cell: String, quoted: bool) -> String {
    if quoted { cell } else { cell.trim_end().to_owned() }
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
        assert_eq!(table("a,b\n\"x"), Err(BadCsv::Unclosed(2)));
        assert_eq!(table("a,b\n\"x\"y,1"), Err(BadCsv::AfterQuote(2)));
        assert_eq!(table("a,b\n1,2\n1"), Err(BadCsv::Ragged { line: 3, found: 1, expected: 2 }));
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "\\PC*[\",\\n\\r]*\\PC*") {
            let _ = table(&text);
        }
    }
}
