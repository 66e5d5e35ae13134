//! Score sheets: what judges, committees and markers hand in, as CSV; every fault of a sheet at once.
//!
//! The first line says what the sheet is: `judge,entry,rank`; `judge,entry,score`; `entry,question,score` with an optional
//! column `kind`; or `entry,place` for the order of those who choose.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use rulebook::{
    Decimal, EntryId, JudgeId,
    schema::{PanelRules, QuestionRules},
};
use serde::{Deserialize, Serialize};

use super::{
    figure::{Figure, Mean},
    panel::Panel,
};
use crate::csv::{self, BadCsv, Row};

/// The most lines of a sheet.
pub(crate) const MOST_LINES: usize = 200_000;

/// The scores of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sheet {
    /// Ranks that judges gave to their entries, 1 the best.
    Ranks(Vec<Judged<u16>>),
    /// Points that judges gave to their entries.
    Points(Vec<Judged<Decimal>>),
    /// Marks for answers to questions.
    Marks(Vec<Mark>),
    /// The order of those who choose, best first; who is not in it was not chosen.
    Order(Vec<EntryId>),
}

/// What a judge gave an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged<T> {
    /// The judge.
    pub judge: JudgeId,
    /// The entry.
    pub entry: EntryId,
    /// The rank or the points.
    pub given: T,
}

/// A mark for the answer of an entry to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The entry.
    pub entry: EntryId,
    /// The question, by its number or name.
    pub question: String,
    /// Its kind, such as `time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The mark.
    pub mark: u16,
}

/// One fault of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetFault {
    /// It is no table.
    #[error(transparent)]
    Csv(#[from] BadCsv),
    /// Too many lines.
    #[error("the sheet has more than {MOST_LINES} lines")]
    TooLong,
    /// A cell that cannot be read.
    #[error("line {line}: `{found}` in column `{column}` is not {expected}")]
    Cell {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: &'static str,
        /// What stands there.
        found: String,
        /// What must.
        expected: &'static str,
    },
    /// An entry that does not take part in the stage.
    #[error("{0} does not take part in this stage")]
    NotInStage(EntryId),
    /// A judge judged what was not theirs.
    #[error("{judge} was not given {entry} to judge")]
    NotTheirs {
        /// The judge.
        judge: JudgeId,
        /// The entry.
        entry: EntryId,
    },
    /// The same thing twice.
    #[error("{0} is scored twice")]
    Twice(String),
    /// A judge's ranks are no order.
    #[error("{judge} must give each of the ranks 1 to {entries} once, and gave {given}")]
    NoOrder {
        /// The judge.
        judge: JudgeId,
        /// How many entries they had.
        entries: usize,
        /// The ranks, sorted.
        given: String,
    },
    /// A judge left entries out.
    #[error("{judge} left out {left_out} (a judge scores all of their entries, or none)")]
    LeftOut {
        /// The judge.
        judge: JudgeId,
        /// What.
        left_out: String,
    },
    /// Too few judges scored an entry.
    #[error("{entry} was scored by {found} judges, and needs {needed}")]
    TooFewJudges {
        /// The entry.
        entry: EntryId,
        /// How many scored it.
        found: usize,
        /// How many are needed.
        needed: u16,
    },
    /// A score above the highest.
    #[error("{of}: {found} is more than {most}, the highest")]
    TooHigh {
        /// Whose score.
        of: String,
        /// The score.
        found: String,
        /// The highest.
        most: u16,
    },
    /// An entry has no mark for a question that others were asked.
    #[error("{entry} has no mark for question {question}")]
    NoMark {
        /// The entry.
        entry: EntryId,
        /// The question.
        question: String,
    },
    /// A question without a kind, of a kind there is not, or of two kinds.
    #[error("question {question} must be of one kind among {kinds}")]
    Kind {
        /// The question.
        question: String,
        /// The rulebook's kinds.
        kinds: String,
    },
    /// A kind that nothing was asked of.
    #[error("no question of the kind `{0}` was asked")]
    NoneOfKind(String),
    /// Nobody is chosen.
    #[error("the sheet names no entry")]
    Nobody,
    /// An order that leaves entries out, where all must be in it.
    #[error("{0} is not in the order (every entry of the stage must be)")]
    NotInOrder(EntryId),
}

/// Every fault of a sheet, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFaults(pub Vec<SheetFault>);

/// How many faults are printed.
const SHOWN: usize = 20;

impl fmt::Display for SheetFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}  {fault}", if at == 0 { "" } else { "\n" })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl std::error::Error for SheetFaults {}

impl Sheet {
    /// Reads a sheet.
    ///
    /// # Errors
    /// Every fault of its form at once.
    pub fn read(text: &str) -> Result<Self, SheetFaults> {
        let (head, rows) = csv::table(text).map_err(|fault| SheetFaults(vec![fault.into()]))?;
        if rows.len() > MOST_LINES {
            return Err(SheetFaults(vec![SheetFault::TooLong]));
        }
        let mut reader = Reader { head: &head, rows: &rows, faults: Vec::new() };
        let has = |name: &str| head.iter().any(|column| column == name);
        let sheet = match () {
            () if has("rank") => reader.judged("rank", RANK).map(Self::Ranks),
            () if has("judge") => reader.judged("score", POINTS).map(Self::Points),
            () if has("question") => reader.marks().map(Self::Marks),
            () => reader.order().map(Self::Order),
        };
        match (sheet, reader.faults) {
            (Some(sheet), faults) if faults.is_empty() => Ok(sheet),
            (_, faults) => Err(SheetFaults(faults)),
        }
    }
}

/// Faults of ranks of a panel's judges.
pub(crate) fn ranks_faults(ranks: &[Judged<u16>], panel: &Panel, rules: PanelRules) -> Vec<SheetFault> {
    let mut faults = judged_faults(ranks, panel, rules);
    if faults.is_empty() {
        for (judge, judged) in &panel.0 {
            let mut given: Vec<_> = ranks.iter().filter(|line| line.judge == *judge).map(|line| line.given).collect();
            given.sort_unstable();
            if !given.is_empty() && given.iter().zip(1..).any(|(rank, expected)| *rank != expected) {
                let given = given.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                faults.push(SheetFault::NoOrder { judge: *judge, entries: judged.len(), given });
            }
        }
    }
    faults
}

/// Faults of points of a panel's judges.
pub(crate) fn points_faults(
    points: &[Judged<Decimal>],
    panel: &Panel,
    rules: PanelRules,
    most: u16,
) -> Vec<SheetFault> {
    let mut faults = judged_faults(points, panel, rules);
    for line in points.iter().filter(|line| line.given > Decimal::whole(most)) {
        let (of, found) = (format!("{} of {}", line.entry, line.judge), line.given.to_string());
        faults.push(SheetFault::TooHigh { of, found, most });
    }
    faults
}

/// Faults of marks: every entry has one mark for every question, none above the highest, all kinds asked about.
pub(crate) fn marks_faults(marks: &[Mark], entries: &BTreeSet<EntryId>, rules: &QuestionRules) -> Vec<SheetFault> {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    let mut kinds: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
    for mark in marks {
        if !entries.contains(&mark.entry) {
            faults.push(SheetFault::NotInStage(mark.entry));
        }
        let of = format!("{} in question {}", mark.entry, mark.question);
        if mark.mark > rules.marks {
            faults.push(SheetFault::TooHigh { of: of.clone(), found: mark.mark.to_string(), most: rules.marks });
        }
        if !seen.insert((mark.entry, mark.question.as_str())) {
            faults.push(SheetFault::Twice(of));
        }
        kinds.entry(&mark.question).or_default().insert(mark.kind.as_deref());
    }
    for entry in entries {
        for question in kinds.keys().filter(|question| !seen.contains(&(*entry, **question))) {
            faults.push(SheetFault::NoMark { entry: *entry, question: (*question).to_owned() });
        }
    }
    faults.extend(kind_faults(&kinds, rules));
    if marks.is_empty() {
        faults.push(SheetFault::Nobody);
    }
    faults
}

/// Faults of an order; `all` when it must hold every entry of the stage.
pub(crate) fn order_faults(order: &[EntryId], entries: &BTreeSet<EntryId>, all: bool) -> Vec<SheetFault> {
    let named: BTreeSet<_> = order.iter().copied().collect();
    let mut faults: Vec<_> = named.difference(entries).map(|entry| SheetFault::NotInStage(*entry)).collect();
    if named.len() < order.len() {
        let twice = order.iter().enumerate().find(|(at, entry)| order[..*at].contains(entry));
        faults.extend(twice.map(|(_, entry)| SheetFault::Twice(entry.to_string())));
    }
    if all {
        faults.extend(entries.difference(&named).map(|entry| SheetFault::NotInOrder(*entry)));
    }
    if order.is_empty() {
        faults.push(SheetFault::Nobody);
    }
    faults
}

/// The mean rank of each entry.
pub(crate) fn mean_rank(ranks: &[Judged<u16>], entry: EntryId) -> Figure {
    Figure::MeanRank(mean(ranks.iter().filter(|line| line.entry == entry).map(|line| u64::from(line.given) * 1000)))
}

/// The mean points of each entry.
pub(crate) fn mean_points(points: &[Judged<Decimal>], entry: EntryId) -> Figure {
    let given = points.iter().filter(|line| line.entry == entry);
    Figure::MeanPoints(mean(given.map(|line| u64::from(line.given.thousandths()))))
}

/// The sum of the marks of an entry.
#[must_use]
pub fn total(marks: &[Mark], entry: EntryId) -> u32 {
    marks.iter().filter(|mark| mark.entry == entry).map(|mark| u32::from(mark.mark)).sum()
}

fn mean(numbers: impl Iterator<Item = u64>) -> Mean {
    let (thousandths, count) = numbers.fold((0, 0), |(sum, count), number| (sum + number, count + 1));
    Mean { thousandths, count: std::cmp::max(count, 1) }
}

fn judged_faults<T>(lines: &[Judged<T>], panel: &Panel, rules: PanelRules) -> Vec<SheetFault> {
    let mut faults = Vec::new();
    let mut seen: BTreeSet<(JudgeId, EntryId)> = BTreeSet::new();
    for line in lines {
        let (judge, entry) = (line.judge, line.entry);
        if !panel.0.get(&judge).is_some_and(|judged| judged.contains(&entry)) {
            faults.push(SheetFault::NotTheirs { judge, entry });
        } else if !seen.insert((judge, entry)) {
            faults.push(SheetFault::Twice(format!("{entry} by {judge}")));
        }
    }
    for (judge, judged) in &panel.0 {
        let left_out: Vec<_> = judged.iter().copied().filter(|entry| !seen.contains(&(*judge, *entry))).collect();
        if !left_out.is_empty() && left_out.len() < judged.len() {
            faults.push(SheetFault::LeftOut { judge: *judge, left_out: crate::refusal::list(&left_out) });
        }
    }
    for entry in panel.entries() {
        let found = seen.iter().filter(|(_, scored)| *scored == entry).count();
        if found < usize::from(rules.judges_per_entry) {
            faults.push(SheetFault::TooFewJudges { entry, found, needed: rules.judges_per_entry });
        }
    }
    faults
}

fn kind_faults(questions: &BTreeMap<&str, BTreeSet<Option<&str>>>, rules: &QuestionRules) -> Vec<SheetFault> {
    if rules.kinds.is_empty() {
        return Vec::new();
    }
    let known = |kind: &str| rules.kinds.iter().any(|known| known == kind);
    let bad = questions.iter().filter(|(_, kinds)| kinds.len() != 1 || !kinds.iter().flatten().any(|kind| known(kind)));
    let kinds = rules.kinds.join(", ");
    let mut faults: Vec<_> =
        bad.map(|(question, _)| SheetFault::Kind { question: (*question).to_owned(), kinds: kinds.clone() }).collect();
    let asked = |kind: &str| questions.values().any(|kinds| kinds.contains(&Some(kind)));
    if faults.is_empty() {
        faults.extend(rules.kinds.iter().filter(|kind| !asked(kind)).map(|kind| SheetFault::NoneOfKind(kind.clone())));
    }
    faults
}

const RANK: &str = "a rank such as 1";
const POINTS: &str = "points such as 3 or 3.25";
const COLUMNS: &str =
    "`judge,entry,rank`, `judge,entry,score`, `entry,question,score` with or without `kind`, or `entry,place`";

struct Reader<'r> {
    head: &'r [String],
    rows: &'r [Row],
    faults: Vec<SheetFault>,
}

impl Reader<'_> {
    fn judged<T: FromStr>(&mut self, given: &'static str, expected: &'static str) -> Option<Vec<Judged<T>>> {
        let (judge_at, entry_at) = (self.column("judge")?, self.column("entry")?);
        let given_at = self.column(given)?;
        let mut lines = Vec::with_capacity(self.rows.len());
        for row in self.rows {
            let judge = self.cell(row, judge_at, "judge", "a judge such as J1");
            let entry = self.cell(row, entry_at, "entry", "an entry such as E1");
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
            let entry = self.cell(row, entry_at, "entry", "an entry such as E1");
            let question = self.cell::<Label>(row, question_at, "question", "the number or name of a question");
            let mark = self.cell(row, score_at, "score", "a whole mark such as 2");
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
            let entry: Option<EntryId> = self.cell(row, entry_at, "entry", "an entry such as E1");
            let place: Option<u16> = self.cell(row, place_at, "place", "a place such as 1");
            if let (Some(entry), Some(place)) = (entry, place)
                && order.insert(place, entry).is_some()
            {
                self.faults.push(SheetFault::Twice(format!("place {place}")));
            }
        }
        Some(order.into_values().collect())
    }

    fn column(&mut self, name: &'static str) -> Option<usize> {
        csv::column(self.head, name, COLUMNS).map_err(|fault| self.faults.push(fault.into())).ok()
    }

    fn cell<T: FromStr>(&mut self, row: &Row, at: usize, column: &'static str, expected: &'static str) -> Option<T> {
        let text = &row.cells[at];
        let read = text.parse().ok();
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
