//! Score sheets as CSV.
//!
//! The first line names the kind of sheet: `judge,entry,rank`; `judge,entry,score`; `entry,question,score` with an optional
//! column `kind`; or `entry,place` for a committee's order.

use std::{collections::BTreeMap, str::FromStr};

use rulebook::EntryId;

use super::{
    sheet::{Judged, Mark, Sheet},
    sheet_fault::{MOST_LINES, SheetFault, SheetFaults},
};
use crate::csv::{self, CsvRow};

impl Sheet {
    /// Reads a sheet.
    ///
    /// # Errors
    /// Every fault of the form at once.
    pub fn read(text: &str) -> Result<Self, SheetFaults> {
        let (head, rows) = csv::table(text).map_err(|fault| SheetFaults(vec![fault.into()]))?;
        if rows.len() > MOST_LINES {
            return Err(SheetFaults(vec![SheetFault::TooLong]));
        }
        let mut reader = SheetReader { head: &head, rows: &rows, faults: Vec::new() };
        let has = |name: &str| head.iter().any(|column| column == name);
        let sheet = match () {
            () if has("rank") => reader.judged("rank", "rank").map(Self::Ranks),
            () if has("judge") => reader.judged("score", "points").map(Self::Points),
            () if has("question") => reader.marks().map(Self::Marks),
            () => reader.order().map(Self::Order),
        };
        match (sheet, reader.faults) {
            (Some(sheet), faults) if faults.is_empty() => Ok(sheet),
            (_, faults) => Err(SheetFaults(faults)),
        }
    }
}

struct SheetReader<'r> {
    head: &'r [String],
    rows: &'r [CsvRow],
    faults: Vec<SheetFault>,
}

impl SheetReader<'_> {
    fn judged<T: FromStr>(&mut self, given: &'static str, expected: &'static str) -> Option<Vec<Judged<T>>> {
        let (judge_at, entry_at) = (self.column("judge")?, self.column("entry")?);
        let given_at = self.column(given)?;
        let mut lines = Vec::with_capacity(self.rows.len());
        for row in self.rows {
            let judge = self.cell(row, judge_at, "judge", "judge");
            let entry = self.cell(row, entry_at, "entry", "entry");
            let given = self.cell(row, given_at, given, expected);
            if let (Some(judge), Some(entry), Some(given)) = (judge, entry, given) {
                lines.push(Judged { judge, entry, given });
            }
        }
        Some(lines)
    }

    fn marks(&mut self) -> Option<Vec<Mark>> {
        let (entry_at, question_at, score_at) =
            (self.column("entry")?, self.column("question")?, self.column("score")?);
        let kind_at = self.head.iter().position(|name| name == "kind");
        let mut marks = Vec::with_capacity(self.rows.len());
        for row in self.rows {
            let entry = self.cell(row, entry_at, "entry", "entry");
            let question = self.cell::<Label>(row, question_at, "question", "question");
            let mark = self.cell(row, score_at, "score", "mark");
            let kind = kind_at.map(|at| row.cells[at].clone()).filter(|kind| !kind.is_empty());
            if let (Some(entry), Some(Label(question)), Some(mark)) = (entry, question, mark) {
                marks.push(Mark { entry, question, kind, mark });
            }
        }
        Some(marks)
    }

    fn order(&mut self) -> Option<Vec<EntryId>> {
        let (entry_at, place_at) = (self.column("entry")?, self.column("place")?);
        let mut order = BTreeMap::new();
        for row in self.rows {
            let entry: Option<EntryId> = self.cell(row, entry_at, "entry", "entry");
            let place: Option<u16> = self.cell(row, place_at, "place", "place");
            if let (Some(entry), Some(place)) = (entry, place)
                && order.insert(place, entry).is_some()
            {
                self.faults.push(SheetFault::Twice(say!("selection-sheet-place", place = place)));
            }
        }
        Some(order.into_values().collect())
    }

    fn column(&mut self, name: &'static str) -> Option<usize> {
        csv::column(self.head, name, || say!("selection-sheet-columns"))
            .map_err(|fault| self.faults.push(fault.into()))
            .ok()
    }

    fn cell<T: FromStr>(&mut self, row: &CsvRow, at: usize, column: &'static str, expected: &'static str) -> Option<T> {
        let text = &row.cells[at];
        // A comma left inside a cell does not separate cells, so it is a decimal point.
        let with_point = || Some(text.replacen(',', ".", 1)).filter(|_| text.contains(',') && !text.contains('.'));
        let read = text.parse().ok().or_else(|| with_point()?.parse().ok());
        if read.is_none() {
            let found = text.chars().take(40).collect();
            self.faults.push(SheetFault::Cell { line: row.line, column, found, expected });
        }
        read
    }
}

/// The number or name of a question: 1 to 80 characters on one line.
struct Label(String);

impl FromStr for Label {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let fits = !text.is_empty() && text.chars().count() <= 80 && !text.chars().any(char::is_control);
        if fits { Ok(Self(text.to_owned())) } else { Err(()) }
    }
}
