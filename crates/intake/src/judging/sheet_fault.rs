//! What can be wrong with a score sheet: all of it is told at once, in sentences.

use std::fmt;

use rulebook::{EntryId, JudgeId};

use crate::csv::BadCsv;

/// The most lines of a sheet.
pub(super) const MOST_LINES: usize = 200_000;

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
    /// A mark with a part that is not given.
    #[error("{of}: {found} is no {}", if *.halves { "whole or half mark" } else { "whole mark" })]
    Part {
        /// Whose mark.
        of: String,
        /// The mark.
        found: String,
        /// Whether half marks are given.
        halves: bool,
    },
    /// More are chosen than stay.
    #[error("{chosen} entries are chosen, and at most {most} stay")]
    TooMany {
        /// How many are chosen.
        chosen: usize,
        /// How many may be.
        most: usize,
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
