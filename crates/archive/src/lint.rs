//! Checks the tables of a contest before publication: duplicate rows, empty texts, dangling ids, cells of another type
//! than the codebook gives, and addresses or ids of people.
//!
//! [`Lint`] is a [`Sink`]: it takes the same rows as the files, and keeps only the values that it compares.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, io,
};

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    scan::{Finding, Scan, What},
    tables::{Cell, Kind, Sink, Table},
};

/// The key columns of each table; incidents may be alike.
const KEYS: [(&str, &[&str]); 9] = [
    ("participants", &["participant"]),
    ("interviews", &["interview"]),
    ("conversations", &["conversation"]),
    ("messages", &["conversation", "number"]),
    ("keystrokes", &["number"]),
    ("ballots", &["trial", "interview", "judge", "by", "question"]),
    ("judgements", &["conversation", "by", "judged"]),
    ("standings", &["witness"]),
    ("rulings", &["number"]),
];

/// References between tables: table, column, target table. Incidents are left out: their interview may have been only
/// prepared, and then has no row.
const JOINS: [(&str, &str, &str); 17] = [
    ("interviews", "judge", "participants"),
    ("conversations", "interview", "interviews"),
    ("conversations", "judge", "participants"),
    ("conversations", "witness", "participants"),
    ("messages", "conversation", "conversations"),
    ("keystrokes", "conversation", "conversations"),
    ("ballots", "interview", "interviews"),
    ("ballots", "judge", "participants"),
    ("ballots", "answered_by", "participants"),
    ("ballots", "about", "participants"),
    ("judgements", "interview", "interviews"),
    ("judgements", "conversation", "conversations"),
    ("judgements", "judge", "participants"),
    ("judgements", "judged", "participants"),
    ("standings", "witness", "participants"),
    ("incidents", "entry", "participants"),
    ("rulings", "entry", "participants"),
];

/// The most rows that a trouble names.
const NAMED: usize = 5;

/// A fault of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Trouble {
    /// The table.
    pub table: &'static str,
    /// The column, if the fault is about one.
    pub column: Option<&'static str>,
    /// The fault.
    pub what: &'static str,
    /// The number of rows with it.
    pub rows: usize,
    /// The first of these rows, counted from 1 without the header line.
    pub first: Vec<usize>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, column, what, rows, first } = self;
        write!(f, "{table}{}: {what}, in ", column.map(|column| format!(".{column}")).unwrap_or_default())?;
        let named = first.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match rows {
            1 => write!(f, "row {named}"),
            many if *many == first.len() => write!(f, "rows {named}"),
            many => write!(f, "{many} rows: {named} …"),
        }
    }
}

/// The identity of a trouble: table, column and fault.
type Kindred = (&'static str, Option<&'static str>, &'static str);

/// Checks tables, row by row.
#[derive(Debug, Default)]
pub struct Lint {
    scan: Scan,
    rows: BTreeMap<&'static str, usize>,
    keys: BTreeMap<&'static str, BTreeSet<String>>,
    /// The ids that cells refer to, with their rows: by index in [`JOINS`].
    leads: BTreeMap<usize, BTreeMap<String, Rows>>,
    /// The known ids, by table.
    ids: BTreeMap<&'static str, BTreeSet<String>>,
    troubles: BTreeMap<Kindred, Rows>,
}

/// The number of rows, and the first of them.
#[derive(Debug, Default)]
struct Rows {
    count: usize,
    first: Vec<usize>,
}

impl Rows {
    fn add(&mut self, row: usize) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(row);
        }
    }

    /// Adds other rows, whose first may fall between these.
    fn join(&mut self, others: &Self) {
        self.count += others.count;
        self.first.extend(&others.first);
        self.first.sort_unstable();
        self.first.truncate(NAMED);
    }
}

impl Lint {
    /// A check before the first row.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The troubles, by table.
    #[must_use]
    pub fn finish(mut self) -> Vec<Trouble> {
        for (place, leads) in std::mem::take(&mut self.leads) {
            let (table, column, to) = JOINS[place];
            let known = self.ids.remove(to).unwrap_or_default();
            for (_, rows) in leads.iter().filter(|(id, _)| !known.contains(*id)) {
                let what = (table, Some(column), "there is no such row where it leads to");
                self.troubles.entry(what).or_default().join(rows);
            }
            self.ids.insert(to, known);
        }
        let told = self.troubles.into_iter();
        told.map(|((table, column, what), Rows { count, first })| Trouble { table, column, what, rows: count, first })
            .collect()
    }

    fn trouble(&mut self, what: Kindred, row: usize) {
        self.troubles.entry(what).or_default().add(row);
    }

    /// The fault of a cell by itself.
    fn wrong(&self, table: &Table, place: usize, cell: &Cell) -> Option<&'static str> {
        let column = &table.columns[place];
        match (cell, column.kind) {
            (Cell::Absent, _) => (!column.may_be_absent).then_some("a cell is absent that the codebook says never is"),
            (Cell::Text(text), Kind::Text) => {
                let is_listed = column.values.is_empty() || column.values.contains(&&**text);
                // A key may be a blank, and there may be no tie-breaks.
                let is_empty = text.trim().is_empty() && column.name != "key" && column.name != "tie_breaks";
                match () {
                    () if !is_listed => Some("a value that the codebook does not list"),
                    () if is_empty => Some("an empty text"),
                    () if self.scan.find(text).iter().any(is_personal) => {
                        Some("an address, a number or an id of somebody")
                    }
                    () => None,
                }
            }
            (Cell::Integer(_), Kind::Integer)
            | (Cell::Number(_), Kind::Number)
            | (Cell::Boolean(_), Kind::Boolean)
            | (Cell::Moment(_), Kind::Moment) => None,
            _ => Some("a cell of another type than the codebook says"),
        }
    }
}

fn is_personal(finding: &Finding) -> bool {
    matches!(finding.what, What::Email | What::Telephone | What::Handle)
}

impl Sink for Lint {
    fn row(&mut self, table: &'static Table, cells: &[Cell]) -> io::Result<()> {
        let name = table.name;
        let row = self.rows.entry(name).or_default();
        *row += 1;
        let row = *row;
        if cells.len() != table.columns.len() {
            self.trouble((name, None, "not as many cells as the codebook has columns"), row);
            return Ok(());
        }
        for (place, cell) in cells.iter().enumerate() {
            if let Some(what) = self.wrong(table, place, cell) {
                self.trouble((name, Some(table.columns[place].name), what), row);
            }
        }
        let cell = |wanted: &str| table.columns.iter().position(|column| column.name == wanted).map(|at| &cells[at]);
        if let Some((_, columns)) = KEYS.iter().find(|(of, _)| *of == name) {
            let key = columns.iter().map(|column| cell(column).map_or_else(String::new, told)).collect::<Vec<_>>();
            if !self.keys.entry(name).or_default().insert(key.join("\u{0}")) {
                self.trouble((name, None, "the same row as an earlier one"), row);
            }
        }
        if let Some(Cell::Text(id)) = match name {
            "participants" => cell("participant"),
            "interviews" => cell("interview"),
            "conversations" => cell("conversation"),
            _ => None,
        } {
            self.ids.entry(name).or_default().insert(id.to_string());
        }
        for (place, (_, column, _)) in JOINS.iter().enumerate().filter(|(_, (of, ..))| *of == name) {
            if let Some(Cell::Text(id)) = cell(column) {
                self.leads.entry(place).or_default().entry(id.to_string()).or_default().add(row);
            }
        }
        Ok(())
    }
}

fn told(cell: &Cell) -> String {
    match cell {
        Cell::Absent => String::new(),
        Cell::Text(text) => text.to_string(),
        Cell::Integer(number) => number.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Boolean(flag) => flag.to_string(),
        Cell::Moment(moment) => moment.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;

    fn table(name: &str) -> &'static Table {
        tables::all().iter().find(|table| table.name == name).unwrap()
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.into())
    }

    fn message(conversation: &str, number: i64, words: &str) -> Vec<Cell> {
        let at = Cell::Moment("2010-10-23T10:00:00Z".parse().unwrap());
        vec![text(conversation), Cell::Integer(number), at, text("judge"), text(words), Cell::Boolean(true)]
    }

    fn found(rows: Vec<(&str, Vec<Cell>)>) -> Vec<String> {
        let mut lint = Lint::new();
        rows.into_iter().for_each(|(name, cells)| lint.row(table(name), &cells).unwrap());
        lint.finish().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_key_and_join_is_one_of_the_tables() {
        let has = |name: &str, column: &str| table(name).columns.iter().any(|known| known.name == column);
        for (name, columns) in KEYS {
            assert!(columns.iter().all(|column| has(name, column)), "{name}");
        }
        for (name, column, to) in JOINS {
            assert!(has(name, column) && KEYS.iter().any(|(known, _)| *known == to), "{name}.{column}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_rows() {
        let told = found(vec![
            ("messages", message("R1-J1-left", 1, "Hello")),
            ("messages", message("R1-J1-left", 1, " ")),
            ("messages", message("R1-J1-left", 2, "write to a@b.example")),
        ]);
        assert_eq!(
            told,
            [
                "messages: the same row as an earlier one, in row 2",
                "messages.conversation: there is no such row where it leads to, in rows 1, 2, 3",
                "messages.text: an address, a number or an id of somebody, in row 3",
                "messages.text: an empty text, in row 2",
            ]
        );
    }

    #[test]
    fn every_row_counts_though_only_the_first_are_named() {
        // The rows of two missing conversations, in turn.
        let rows =
            (1..=12).map(|n| ("messages", message(if n % 2 == 0 { "R1-J1-left" } else { "R9-J9-right" }, n, "Hello")));
        assert_eq!(
            found(rows.collect()),
            ["messages.conversation: there is no such row where it leads to, in 12 rows: 1, 2, 3, 4, 5 …"]
        );
        let rows = |count| (1..=count).map(|n| ("messages", message("R1-J1-left", n, "Hello"))).collect::<Vec<_>>();
        for (count, told) in [(NAMED, "rows 1, 2, 3, 4, 5"), (NAMED + 1, "6 rows: 1, 2, 3, 4, 5 …")] {
            let found = found(rows(i64::try_from(count).unwrap()));
            assert_eq!(found, [format!("messages.conversation: there is no such row where it leads to, in {told}")]);
        }
    }

    #[test]
    fn cells_are_held_against_the_codebook() {
        let mut wrong = message("R1-J1-left", 1, "Hello");
        (wrong[1], wrong[3], wrong[5]) = (text("1"), text("nobody"), Cell::Absent);
        assert_eq!(
            found(vec![("messages", wrong), ("messages", Vec::new())]),
            [
                "messages: not as many cells as the codebook has columns, in row 2",
                "messages.by: a value that the codebook does not list, in row 1",
                "messages.conversation: there is no such row where it leads to, in row 1",
                "messages.number: a cell of another type than the codebook says, in row 1",
                "messages.shown: a cell is absent that the codebook says never is, in row 1",
            ]
        );
    }
}
