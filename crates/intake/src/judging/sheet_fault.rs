//! Faults of a score sheet: all of them are reported at once, in sentences.

use language::{Message, Say};
use rulebook::{EntryId, JudgeId};

use crate::{counted_words::list, csv::BadCsv};

/// The most lines of a sheet.
pub(super) const MOST_LINES: usize = 200_000;

/// One fault of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetFault {
    /// The text is not a table.
    Csv(BadCsv),
    /// Too many lines.
    TooLong,
    /// A cell that cannot be read.
    Cell {
        /// The line, from 1.
        line: usize,
        /// The column.
        column: &'static str,
        /// The text in the cell.
        found: String,
        /// The kind of value needed: `entry`, `judge`, `mark`, `place`, `points`, `question` or `rank`.
        expected: &'static str,
    },
    /// An entry that does not take part in the stage.
    NotInStage(EntryId),
    /// A judge scored an entry that the panel did not give them.
    NotTheirs {
        /// The judge.
        judge: JudgeId,
        /// The entry.
        entry: EntryId,
    },
    /// A repeated line.
    Twice(Message),
    /// A judge's ranks are not 1, 2, 3 and so on.
    NoOrder {
        /// The judge.
        judge: JudgeId,
        /// The number of entries the judge had.
        entries: usize,
        /// The ranks, sorted.
        given: String,
    },
    /// A judge left entries out.
    LeftOut {
        /// The judge.
        judge: JudgeId,
        /// The missing entries.
        left_out: Vec<EntryId>,
    },
    /// Too few judges scored an entry.
    TooFewJudges {
        /// The entry.
        entry: EntryId,
        /// The number of judges that scored it.
        found: usize,
        /// The number of judges needed.
        needed: u16,
    },
    /// A score above the highest.
    TooHigh {
        /// The owner of the score.
        of: Message,
        /// The score.
        found: String,
        /// The highest.
        most: u16,
    },
    /// A mark with a fraction that the rules do not allow.
    Part {
        /// The owner of the mark.
        of: Message,
        /// The mark.
        found: String,
        /// True where half marks are allowed.
        halves: bool,
    },
    /// More entries are chosen than may stay.
    TooMany {
        /// The number chosen.
        chosen: usize,
        /// The highest number allowed.
        most: usize,
    },
    /// An entry has no mark for a question of the sheet.
    NoMark {
        /// The entry.
        entry: EntryId,
        /// The question.
        question: String,
    },
    /// A question without a kind, of an unknown kind, or of two kinds.
    Kind {
        /// The question.
        question: String,
        /// The rulebook's kinds.
        kinds: String,
    },
    /// A kind without a question.
    NoneOfKind(String),
    /// The sheet is empty.
    Nobody,
    /// An entry is missing from an order that must name all.
    NotInOrder(EntryId),
}

/// Every fault of a sheet, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFaults(pub Vec<SheetFault>);

/// The number of faults printed.
const SHOWN: usize = 20;

impl Say for SheetFault {
    fn message(&self) -> Message {
        match self {
            Self::Csv(bad) => bad.message(),
            Self::TooLong => say!("selection-sheet-too-long", most = MOST_LINES),
            Self::Cell { line, column, found, expected } => {
                say!("selection-sheet-cell", line = *line, found = found, column = *column, expected = *expected)
            }
            Self::NotInStage(entry) => say!("selection-sheet-not-in-stage", entry = entry.to_string()),
            Self::NotTheirs { judge, entry } => {
                say!("selection-sheet-not-theirs", judge = judge.to_string(), entry = entry.to_string())
            }
            Self::Twice(what) => say!("selection-sheet-twice", what = what.clone()),
            Self::NoOrder { judge, entries, given } => {
                say!("selection-sheet-no-order", judge = judge.to_string(), entries = *entries, given = given)
            }
            Self::LeftOut { judge, left_out } => {
                say!("selection-sheet-left-out", judge = judge.to_string(), entries = list(left_out))
            }
            Self::TooFewJudges { entry, found, needed } => {
                say!("selection-sheet-too-few-judges", entry = entry.to_string(), found = *found, needed = *needed)
            }
            Self::TooHigh { of, found, most } => {
                say!("selection-sheet-too-high", of = of.clone(), found = found, most = *most)
            }
            Self::Part { of, found, halves } => {
                let given = if *halves { "halves" } else { "whole" };
                say!("selection-sheet-part", of = of.clone(), found = found, given = given)
            }
            Self::TooMany { chosen, most } => say!("selection-sheet-too-many", chosen = *chosen, most = *most),
            Self::NoMark { entry, question } => {
                say!("selection-sheet-no-mark", entry = entry.to_string(), question = question)
            }
            Self::Kind { question, kinds } => say!("selection-sheet-kind", question = question, kinds = kinds),
            Self::NoneOfKind(kind) => say!("selection-sheet-none-of-kind", kind = kind),
            Self::Nobody => say!("selection-sheet-nobody"),
            Self::NotInOrder(entry) => say!("selection-sheet-not-in-order", entry = entry.to_string()),
        }
    }
}

/// One line for each of the first faults, then the number of further faults.
impl Say for SheetFaults {
    fn message(&self) -> Message {
        let shown = self.0.iter().take(SHOWN).map(|fault| say!("selection-sheet-fault", fault = fault.message()));
        let more = self.0.len().saturating_sub(SHOWN);
        let more = (more > 0).then(|| say!("selection-sheet-more", more = more));
        let lines = shown.chain(more);
        lines.reduce(|lines, line| say!("selection-sheet-lines", lines = lines, line = line)).unwrap_or("".into())
    }
}

display_in_english!(SheetFault, SheetFaults);

impl std::error::Error for SheetFault {}

impl std::error::Error for SheetFaults {}

impl From<BadCsv> for SheetFault {
    fn from(bad: BadCsv) -> Self {
        Self::Csv(bad)
    }
}
