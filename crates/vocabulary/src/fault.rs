//! Faults of a vocabulary file: all of them at once, each with its line.

use std::fmt;

/// A fault and its line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub wrong: Wrong,
}

/// A fault of a line, with its remedy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Wrong {
    /// A cell is unreadable.
    #[error("{0}")]
    Cell(table::Unreadable),
    /// The first line has other columns.
    #[error("the columns are not `{0}`")]
    Columns(String),
    /// A row has too few or too many cells.
    #[error("{found} cells instead of {needed} (separate the entries of a list by `;`)")]
    Cells {
        /// The number of cells.
        found: usize,
        /// The number of columns.
        needed: usize,
    },
    /// A row without a word, or a word that is not made of letters.
    #[error("`{0}` is not a word (letters, single blanks and hyphens)")]
    Word(String),
    /// An unknown class.
    #[error("`{0}` is not a class (noun, adjective, verb, adverb)")]
    Class(String),
    /// A figure that is not a positive number.
    #[error("`{found}` in column `{column}` is not a positive number")]
    Figure {
        /// The column.
        column: &'static str,
        /// The text in the cell.
        found: String,
    },
    /// A word of one class stands in two rows.
    #[error("`{word}` stands on line {first} already")]
    Twice {
        /// The word.
        word: String,
        /// Its first line.
        first: usize,
    },
    /// Two nouns share a form.
    #[error("`{form}` is also a form of `{other}` (leave one out, or give its plural as `-`)")]
    SameForm {
        /// The shared form.
        form: String,
        /// The other noun.
        other: String,
    },
    /// A name in a cell that is no word of the list.
    #[error("`{name}` in column `{column}` is not {needed} of the list (add it, or correct it)")]
    Unknown {
        /// The column.
        column: &'static str,
        /// The name.
        name: String,
        /// The class or kind needed, with its article.
        needed: &'static str,
    },
    /// A thing is its own kind or part, through others.
    #[error("a circle in column `{column}`: {}", .words.join(", "))]
    Circle {
        /// The column.
        column: &'static str,
        /// The words of the circle, the first repeated at the end.
        words: Vec<String>,
    },
    /// A part is larger or heavier than its whole.
    #[error("the part `{part}` has more in column `{column}` than `{whole}`")]
    PartAboveWhole {
        /// The whole.
        whole: String,
        /// The part.
        part: String,
        /// The column.
        column: &'static str,
    },
    /// Opposites that are not mutual.
    #[error("the opposite of `{word}` is `{opposite}`, whose opposite is `{other}`")]
    Opposite {
        /// The word.
        word: String,
        /// Its opposite.
        opposite: String,
        /// The opposite's opposite.
        other: String,
    },
    /// A word that only nouns may have facts of.
    #[error("`{column}` is given for a word that is not a noun")]
    NotANoun {
        /// The column.
        column: &'static str,
    },
}

/// Every fault of a file, at least one, in the order of lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
