//! Comma-separated values (RFC 4180) cut into cells: quotes, commas and line breaks in reasons are kept.

use std::borrow::Cow;

use super::{
    fault::{At, Report, shown},
    gathering::Gathering,
    row::Row,
};

/// How many unknown columns are named one by one.
const MOST_UNKNOWN: usize = 3;

/// What separates the cells: what the header has most of, outside of quotes, of comma, semicolon and tab.
fn separator(text: &str) -> char {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let bare: String = header.split('"').step_by(2).collect();
    let often = |separator: &char| bare.matches(*separator).count();
    // Of those that stand there equally often the last is taken: the comma where there is none at all.
    ['\t', ';', ','].into_iter().max_by_key(often).unwrap_or(',')
}

/// Reads a header and the rows below it.
pub(super) fn read(file: usize, text: &str, gathering: &mut Gathering<'_>, report: &mut Report) {
    let mut records = Records { rest: text, line: 1, separator: separator(text) };
    let mut cells = vec![];
    let at = |line, column| At::new(file, line, column);
    let Some((line, header)) = records.next_into(&mut cells) else {
        return report.add(at(1, None), format!("the file is empty (begin with {})", gathering.columns.example()));
    };
    if let Err(what) = header {
        return report.add(at(line, None), what.to_owned());
    }
    let mut columns = vec![];
    let (mut unknown, mut sound): (Vec<(usize, String)>, bool) = (vec![], true);
    for (index, name) in cells.iter().enumerate() {
        let column = gathering.columns.named(name);
        let twice = column.as_ref().is_ok_and(|column| column.is_some() && columns.contains(column));
        match &column {
            Ok(_) if twice => {
                sound = false;
                report.add(at(line, Some(index + 1)), format!("`{name}` has a column already (keep one)"));
            }
            Ok(_) => {}
            Err(what) => unknown.push((index + 1, what.clone())),
        }
        columns.push(column.ok().flatten().filter(|_| !twice));
    }
    // A header of somebody else's is one fault, whatever number of columns it has.
    if unknown.len() > MOST_UNKNOWN {
        let names = cells.iter().map(|name| format!("`{}`", shown(name))).take(12).collect::<Vec<_>>().join(", ");
        report.add(
            at(line, None),
            format!(
                "of the columns {names}, {} are none of ballots ({}; or say what they stand for)",
                unknown.len(),
                gathering.columns.example()
            ),
        );
    } else {
        for (column, what) in &unknown {
            report.add(at(line, Some(*column)), what.clone());
        }
    }
    if !unknown.is_empty() || !sound {
        return;
    }
    let mut row = Row::new(at(line, None));
    while let Some((line, record)) = records.next_into(&mut cells) {
        if let Err(what) = record {
            report.add(at(line, None), what.to_owned());
            continue;
        }
        if cells.len() != columns.len() {
            let what = format!("{} cells stand here (write {}, as in the header)", cells.len(), columns.len());
            report.add(at(line, None), what);
            continue;
        }
        row.begin(at(line, None));
        for (index, (column, cell)) in columns.iter().zip(&cells).enumerate() {
            if let Some(column) = column {
                row.put(*column, cell, at(line, Some(index + 1)), &mut gathering.cells, report);
            }
        }
        gathering.add(&mut row, report);
    }
}

/// The lines that are not blank; a quoted cell may reach over several.
struct Records<'t> {
    rest: &'t str,
    line: usize,
    separator: char,
}

impl<'t> Records<'t> {
    /// Cuts the next line into cells and says where it began, or what is wrong with it.
    fn next_into(&mut self, cells: &mut Vec<Cow<'t, str>>) -> Option<(usize, Result<(), &'static str>)> {
        loop {
            cells.clear();
            if self.rest.is_empty() {
                return None;
            }
            let start = self.line;
            if let Some(end) = unquoted_line(self.rest, self.separator, cells) {
                (self.rest, self.line) = (self.rest.get(end + 1..).unwrap_or_default(), start + 1);
                if matches!(&cells[..], [only] if only.is_empty()) {
                    continue;
                }
                return Some((start, Ok(())));
            }
            cells.clear();
            let found = self.quoted(cells);
            if found.is_err() {
                self.skip_line();
            }
            return Some((start, found));
        }
    }

    /// Reads cells up to the end of a line that is in no quotes.
    fn quoted(&mut self, cells: &mut Vec<Cow<'t, str>>) -> Result<(), &'static str> {
        let separator = self.separator;
        let blank = |c: char| matches!(c, ' ' | '\t' | '\r') && c != separator;
        loop {
            let cell = self.rest.trim_start_matches(blank);
            let (value, after) = if let Some(inner) = cell.strip_prefix('"') {
                let (value, after) = unquoted(inner).ok_or("a quote is opened and not closed (close it with `\"`)")?;
                (value, after.trim_start_matches(blank))
            } else {
                let (value, after) = cell.split_at(cell.find([separator, '\n']).unwrap_or(cell.len()));
                (Cow::Borrowed(value.trim()), after)
            };
            if !(after.is_empty() || after.starts_with([separator, '\n'])) {
                return Err("something stands after a closing quote (double the quotes inside a cell: `\"\"`)");
            }
            cells.push(value);
            let more = after.starts_with(separator);
            self.move_to(if after.is_empty() { after } else { &after[1..] });
            if !more {
                return Ok(());
            }
        }
    }

    fn skip_line(&mut self) {
        let after = self.rest.split_once('\n').map_or("", |(_, after)| after);
        self.move_to(after);
    }

    /// Goes on with this end of the rest, counting the lines before it.
    fn move_to(&mut self, rest: &'t str) {
        let passed = &self.rest[..self.rest.len() - rest.len()];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }
}

/// Cuts a line without quotes into cells, and finds its end; `None` when it has quotes.
fn unquoted_line<'t>(text: &'t str, separator: char, cells: &mut Vec<Cow<'t, str>>) -> Option<usize> {
    let mut start = 0;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if char::from(byte) == separator => {
                cells.push(Cow::Borrowed(trimmed(&text[start..index])));
                start = index + 1;
            }
            b'\n' => {
                cells.push(Cow::Borrowed(trimmed(&text[start..index])));
                return Some(index);
            }
            b'"' => return None,
            _ => {}
        }
    }
    cells.push(Cow::Borrowed(trimmed(&text[start..])));
    Some(text.len())
}

/// The text without blanks around it; most have none, which its ends show.
fn trimmed(text: &str) -> &str {
    match (text.as_bytes().first(), text.as_bytes().last()) {
        (Some(b'!'..=b'~'), Some(b'!'..=b'~')) => text,
        _ => text.trim(),
    }
}

/// The text up to the closing quote, and what follows; `None` when there is no closing quote.
fn unquoted(inner: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0;
    loop {
        let quote = from + inner[from..].find('"')?;
        if inner[quote + 1..].starts_with('"') {
            from = quote + 2;
            continue;
        }
        let value = inner[..quote].trim();
        let value = if from == 0 { Cow::Borrowed(value) } else { Cow::Owned(value.replace("\"\"", "\"")) };
        return Some((value, &inner[quote + 1..]));
    }
}
