//! The rows of a text, in order.

use std::borrow::Cow;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use crate::separator;

/// The initial size in bytes of the buffer for a quoted cell; it grows for a longer one.
const QUOTED_BYTES: usize = 256;

/// A row with the number of its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'t> {
    /// The line, from 1.
    pub line: usize,
    /// The cells, at least one.
    pub cells: Vec<Cow<'t, str>>,
}

/// An unreadable cell and its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct CellFault {
    /// The line on which the cell begins, from 1.
    pub line: usize,
    /// The problem.
    pub what: Unreadable,
}

/// The reason a cell is unreadable, with a remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The text ends before the closing quote.
    #[error("a quote is opened and not closed (close it with `\"`)")]
    Unclosed,
    /// Text follows the closing quote.
    #[error("something stands after a closing quote (double the quotes inside a cell: `\"\"`)")]
    AfterQuote,
}

/// The rows of a text.
#[derive(Debug)]
pub struct Rows<'t> {
    text: &'t str,
    /// The number of bytes already read.
    at: usize,
    /// The line at that position, from 1.
    line: usize,
    separator: u8,
    cells: Reader,
    /// The last cell, without its quotes.
    unquoted: Vec<u8>,
}

impl<'t> Rows<'t> {
    /// The rows of a text with commas as separators.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        Self::separated_by(b',', text)
    }

    /// The rows of a text with any separator. A first line such as `sep=;`, written by some spreadsheets, names it; otherwise it
    /// is the most frequent of comma, semicolon and tab in the first row.
    #[must_use]
    pub fn of_any(text: &'t str) -> Self {
        let Some((separator, line_end)) = separator::declared(text.strip_prefix('\u{feff}').unwrap_or(text)) else {
            return Self::separated_by(separator::of(text), text);
        };
        let mut rows = Self::separated_by(separator, text);
        rows.pass(line_end);
        rows
    }

    fn separated_by(separator: u8, text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let cells = ReaderBuilder::new().delimiter(separator).build();
        Self { text, at: 0, line: 1, separator, cells, unquoted: vec![0; QUOTED_BYTES] }
    }

    /// Replaces the content of `cells` with the next row and returns the number of its first line; `None` after the last row.
    /// After a [`CellFault`], `cells` holds a part of that row, and reading goes on at the line below the fault's.
    pub fn next_into(&mut self, cells: &mut Vec<Cow<'t, str>>) -> Option<Result<usize, CellFault>> {
        loop {
            let separator = self.separator;
            self.skip_while(|byte| is_blank(byte, separator) || is_line_end(byte));
            if self.at == self.text.len() {
                return None;
            }
            let line = self.line;
            if !self.bare_row_into(cells)
                && let Err(fault) = self.row_into(cells)
            {
                return Some(Err(fault));
            }
            if !cells.iter().all(|cell| cell.trim().is_empty()) {
                return Some(Ok(line));
            }
        }
    }

    /// Reads a row without quotes, the common case, by its separators alone. At a quote, returns false and consumes nothing.
    fn bare_row_into(&mut self, cells: &mut Vec<Cow<'t, str>>) -> bool {
        cells.clear();
        let rest = &self.text[self.at..];
        let mut start = 0;
        for (end, byte) in rest.bytes().enumerate() {
            if byte == self.separator {
                cells.push(Cow::Borrowed(trimmed(&rest[start..end])));
                start = end + 1;
            } else if is_line_end(byte) {
                cells.push(Cow::Borrowed(trimmed(&rest[start..end])));
                (self.at, self.line) = (self.at + end + 1, self.line + 1);
                return true;
            } else if byte == b'"' {
                return false;
            }
        }
        cells.push(Cow::Borrowed(trimmed(&rest[start..])));
        self.at = self.text.len();
        true
    }

    fn row_into(&mut self, cells: &mut Vec<Cow<'t, str>>) -> Result<(), CellFault> {
        cells.clear();
        let separator = self.separator;
        loop {
            self.skip_while(|byte| is_blank(byte, separator));
            let (start, line) = (self.at, self.line);
            let Field { raw, unquoted, last } = self.field();
            match cell(raw, &self.unquoted[..unquoted]) {
                Ok(cell) => cells.push(cell),
                Err(what) => {
                    (self.at, self.line) = (start, line);
                    self.skip_while(|byte| !is_line_end(byte));
                    return Err(CellFault { line, what });
                }
            }
            if last {
                return Ok(());
            }
        }
    }

    /// Reads up to the end of a cell.
    fn field(&mut self) -> Field<'t> {
        let rest = &self.text.as_bytes()[self.at..];
        let (mut read, mut unquoted) = (0, 0);
        let (ended, last) = loop {
            let (result, more_read, more) = self.cells.read_field(&rest[read..], &mut self.unquoted[unquoted..]);
            (read, unquoted) = (read + more_read, unquoted + more);
            match result {
                // The next call gets no input, which ends the cell.
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => self.unquoted.resize(2 * self.unquoted.len(), 0),
                ReadFieldResult::Field { record_end } => break (more_read > 0, record_end),
                ReadFieldResult::End => break (false, true),
            }
        };
        let raw = &self.text[self.at..self.at + read - usize::from(ended)];
        self.pass(read);
        Field { raw, unquoted, last }
    }

    /// Moves to the first byte that does not match.
    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.pass(rest.iter().position(|&byte| !skipped(byte)).unwrap_or(rest.len()));
    }

    /// Moves ahead by this many bytes and counts their line ends; CR LF counts once.
    fn pass(&mut self, bytes: usize) {
        let text = self.text.as_bytes();
        for at in self.at..self.at + bytes {
            let second_half = text[at] == b'\n' && at > 0 && text[at - 1] == b'\r';
            self.line += usize::from(is_line_end(text[at]) && !second_half);
        }
        self.at += bytes;
    }
}

impl<'t> Iterator for Rows<'t> {
    type Item = Result<Row<'t>, CellFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut cells = vec![];
        Some(self.next_into(&mut cells)?.map(|line| Row { line, cells }))
    }
}

/// A cell as read.
struct Field<'t> {
    /// The source text, without the separator or line end after it.
    raw: &'t str,
    /// The length in bytes without quotes.
    unquoted: usize,
    /// True for the last cell of a row.
    last: bool,
}

/// The value of a cell, from its source text `raw` and its content `unquoted` without quotes.
fn cell<'t>(raw: &'t str, unquoted: &[u8]) -> Result<Cow<'t, str>, Unreadable> {
    if !raw.starts_with('"') {
        return Ok(Cow::Borrowed(trimmed(raw)));
    }
    let close = closing_quote(raw).ok_or(Unreadable::Unclosed)?;
    let after = &raw[close + 1..];
    if !after.trim().is_empty() {
        return Err(Unreadable::AfterQuote);
    }
    let value = &unquoted[..unquoted.len() - after.len()];
    let plain = &raw[1..close];
    Ok(if value.len() == plain.len() {
        Cow::Borrowed(plain)
    } else {
        Cow::Owned(String::from_utf8_lossy(value).into_owned())
    })
}

/// The text without blanks around it. Most texts have none, so their ends are checked first.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

/// The position of the closing quote: the first after the opening quote that is not doubled.
fn closing_quote(raw: &str) -> Option<usize> {
    let mut quotes = raw.match_indices('"').map(|(at, _)| at).skip(1).peekable();
    while let Some(at) = quotes.next() {
        if quotes.next_if_eq(&(at + 1)).is_none() {
            return Some(at);
        }
    }
    None
}

/// True for a blank allowed between a separator and a quote.
fn is_blank(byte: u8, separator: u8) -> bool {
    matches!(byte, b' ' | b'\t') && byte != separator
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
