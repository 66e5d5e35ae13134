//! Plans and matrices as comma-separated values, for spreadsheets.
//!
//! A plan has the columns `round,judge,entry,confederate`, in any order; where a judge meets one witness at a time, the
//! cell of the other is blank. A matrix has a row per judge and a column per entry; its cells are confederates, and a
//! blank cell means that judge and entry do not meet. Ids are written `J1`, `E1` and `C1`, or as bare numbers. The
//! crate `table` handles quotes, space and blank lines.

use std::{collections::BTreeMap, fmt, fmt::Write, str::FromStr};

use rulebook::{ConfederateId, EntryId, JudgeId, ids::BadId};
use table::{Row, Rows};

use crate::{Matrix, Meeting, Plan};

/// The columns of a plan, in the order of writing.
pub const PLAN_COLUMNS: [&str; 4] = ["round", "judge", "entry", "confederate"];

/// All faults of a file, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.0))]
pub struct CsvFaults(pub Vec<CsvFault>);

/// One fault of a file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1; `None` when the fault concerns the whole line.
    pub column: Option<usize>,
    /// The fault, and how to mend it.
    pub what: String,
}

impl fmt::Display for CsvFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// The plan as lines of `round,judge,entry,confederate` below a header; rounds are numbers, the others ids.
#[must_use]
pub fn write_plan(plan: &Plan) -> String {
    let mut text = PLAN_COLUMNS.join(",") + "\n";
    for Meeting { round, judge, entry, confederate } in &plan.meetings {
        let _ = writeln!(text, "{},{judge},{},{}", round.number(), written(*entry), written(*confederate));
    }
    text
}

/// Reads a plan and orders its interviews by round, then judge.
///
/// # Errors
/// [`CsvFaults`] with every fault, its line and column.
pub fn read_plan(text: &str) -> Result<Plan, CsvFaults> {
    Ok(Plan::new(read_lines(text)?.into_iter().map(|(_, meeting)| meeting).collect()))
}

/// The interviews of a plan with their lines, in the order of the file.
pub(crate) fn read_lines(text: &str) -> Result<Vec<(usize, Meeting)>, CsvFaults> {
    let mut rows = Rows::of_any(text);
    let mut faults = Faults::default();
    let (line, header) = header(&mut rows, "`round,judge,entry,confederate`")?;
    let places = PLAN_COLUMNS.map(|name| header.iter().position(|column| column.eq_ignore_ascii_case(name)));
    let ([Some(round), Some(judge), Some(entry), Some(person)], 4) = (places, header.len()) else {
        let what = format!("the header is `{}` (write `round,judge,entry,confederate`)", shown(&header.join(",")));
        return Err(faults.on_line(line, what));
    };
    let mut meetings = vec![];
    while let Some((line, cells)) = faults.next(&mut rows) {
        if cells.len() != 4 {
            faults.add(line, None, format!("{} cells stand here (write the four of the header)", cells.len()));
            continue;
        }
        let round = faults.id(line, round, &cells);
        let judge = faults.id(line, judge, &cells);
        if is_blank(&cells[entry]) && is_blank(&cells[person]) {
            faults.add(line, None, "the judge meets nobody here (name an entry, a confederate, or both)".to_owned());
        }
        let entry = faults.id_or_blank(line, entry, &cells);
        let confederate = faults.id_or_blank(line, person, &cells);
        if let (Some(round), Some(judge)) = (round, judge) {
            meetings.push((line, Meeting { round, judge, entry, confederate }));
        }
    }
    faults.unless_any(meetings)
}

/// Reads a matrix: a header of a first cell and the entries `E1`, `E2` and so on, then a row per judge.
///
/// Rows and columns may be in any order.
///
/// # Errors
/// [`CsvFaults`] with every fault, its line and column.
pub fn read_matrix(text: &str) -> Result<Matrix, CsvFaults> {
    let mut rows = Rows::of_any(text);
    let mut faults = Faults::default();
    let (line, header) = header(&mut rows, "`judge,E1,E2` and so on")?;
    let mut entries: BTreeMap<EntryId, usize> = BTreeMap::new();
    for column in 1..header.len() {
        let Some(entry) = faults.id(line, column, &header) else { continue };
        if entries.insert(entry, column).is_some() {
            faults.add(line, Some(column), format!("{entry} has a column already (keep one)"));
        }
    }
    if entries.is_empty() && faults.0.is_empty() {
        faults.add(line, None, "no column is of an entry (begin with `judge,E1,E2` and so on)".to_owned());
    }
    faults.gap(line, "column", entries.keys().map(|entry| (entry.index(), entry.to_string())), "E");
    let mut by_judge: BTreeMap<JudgeId, Vec<Option<ConfederateId>>> = BTreeMap::new();
    let mut last = line;
    while let Some((line, cells)) = faults.next(&mut rows) {
        last = line;
        if cells.len() != header.len() {
            let what = format!("{} cells stand here (write {}, as in the header)", cells.len(), header.len());
            faults.add(line, None, what);
            continue;
        }
        let Some(judge) = faults.id(line, 0, &cells) else { continue };
        let row = entries.values().map(|&column| faults.id_or_blank(line, column, &cells));
        if by_judge.insert(judge, row.collect()).is_some() {
            faults.add(line, Some(0), format!("{judge} has a row already (keep one)"));
        }
    }
    if by_judge.is_empty() && faults.0.is_empty() {
        faults.add(last, None, "no row of a judge follows (write `J1,C1,C2` and so on)".to_owned());
    }
    faults.gap(last, "row", by_judge.keys().map(|judge| (judge.index(), judge.to_string())), "J");
    faults.unless_any(Matrix { rows: by_judge.into_values().collect() })
}

#[derive(Default)]
struct Faults(Vec<CsvFault>);

impl Faults {
    /// Adds a fault; columns are counted from 0 here.
    fn add(&mut self, line: usize, column: Option<usize>, what: String) {
        self.0.push(CsvFault { line, column: column.map(|column| column + 1), what });
    }

    fn on_line(mut self, line: usize, what: impl Into<String>) -> CsvFaults {
        self.add(line, None, what.into());
        CsvFaults(self.0)
    }

    /// The next row that can be cut into cells; adds the faults of rows that cannot.
    fn next(&mut self, rows: &mut Rows<'_>) -> Option<(usize, Vec<String>)> {
        loop {
            match rows.next()? {
                Ok(row) => return Some(trimmed(row)),
                Err(fault) => self.add(fault.line, None, fault.what.to_string()),
            }
        }
    }

    fn id<T: FromStr<Err = BadId>>(&mut self, line: usize, column: usize, cells: &[String]) -> Option<T> {
        match cells[column].parse() {
            Ok(id) => Some(id),
            Err(bad) => {
                self.add(line, Some(column), bad.to_string());
                None
            }
        }
    }

    fn id_or_blank<T: FromStr<Err = BadId>>(&mut self, line: usize, column: usize, cells: &[String]) -> Option<T> {
        if is_blank(&cells[column]) { None } else { self.id(line, column, cells) }
    }

    /// Adds a fault for a number that is missing before the last.
    fn gap(&mut self, line: usize, what: &str, ids: impl Iterator<Item = (usize, String)>, letter: &str) {
        if !self.0.is_empty() {
            return;
        }
        if let Some((place, (_, id))) = ids.enumerate().find(|(place, (index, _))| place != index) {
            let missing = format!("{letter}{}", place + 1);
            self.add(line, None, format!("{id} has a {what}, but {missing} has none (add it)"));
        }
    }

    fn unless_any<T>(self, value: T) -> Result<T, CsvFaults> {
        if self.0.is_empty() { Ok(value) } else { Err(CsvFaults(self.0)) }
    }
}

/// The first row: the names of the columns.
fn header(rows: &mut Rows<'_>, begin: &str) -> Result<(usize, Vec<String>), CsvFaults> {
    match rows.next() {
        Some(Ok(row)) => Ok(trimmed(row)),
        Some(Err(fault)) => Err(Faults::default().on_line(fault.line, fault.what.to_string())),
        None => Err(Faults::default().on_line(1, format!("the file is empty (begin with {begin})"))),
    }
}

/// The line of a row, and its cells without the space within their quotes.
fn trimmed(Row { line, cells }: Row<'_>) -> (usize, Vec<String>) {
    (line, cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

fn is_blank(cell: &str) -> bool {
    matches!(cell, "" | "-")
}

fn written<T: fmt::Display>(id: Option<T>) -> String {
    id.map_or_else(String::new, |id| id.to_string())
}

/// The text, cut to the length a message can hold.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

fn lines(faults: &[CsvFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
