//! What is wrong with a file that was read: every fault at once, each with its line.

use super::text::excerpt;

/// What was found in a file, and what is wrong with it.
///
/// There is always something found, as much as could be kept; whether faults matter is the caller's to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading<T> {
    /// What the file says.
    pub found: T,
    /// What is wrong, in the order of lines.
    pub faults: Vec<Fault>,
}

/// Something wrong in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// What can be wrong with a line, and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The heading lacks a line.
    #[error("no `{expected}` line in the heading (add it; without it {without})")]
    Heading {
        /// The line as the format has it.
        expected: &'static str,
        /// What is assumed instead.
        without: &'static str,
    },
    /// A line of the heading cannot be understood.
    #[error("`{found}` is not of the form `{expected}`")]
    Form {
        /// The beginning of what stands there.
        found: String,
        /// The form.
        expected: &'static str,
    },
    /// A line says neither who speaks nor when.
    #[error("`{found}` has no speaker and time (put them in front; it is taken as part of what was said before)")]
    Unstamped {
        /// The beginning of the line.
        found: String,
    },
    /// A line before any speaker's.
    #[error("`{found}` is neither heading nor speech (it is left out)")]
    Stray {
        /// The beginning of the line.
        found: String,
    },
    /// The witness speaks to a judge nobody announced.
    #[error("no judge was announced (put `{expected}` in front)")]
    NoJudge {
        /// The line that announces one.
        expected: &'static str,
    },
    /// Another judge speaks than the one announced.
    #[error("judge {found} speaks where judge {announced} was announced (announce every change of judges)")]
    OtherJudge {
        /// Who speaks.
        found: u16,
        /// Who was announced.
        announced: u16,
    },
    /// A speaker who is neither judge nor witness.
    #[error("`{found}` is neither the judge nor the witness (it is taken for the witness)")]
    Speaker {
        /// The speaker's label.
        found: String,
    },
    /// Program and confederate in one file.
    #[error("the witness is called both `PROGRAM` and `CONFEDERATE` (the first is kept)")]
    TwoRoles,
    /// A time before the one above it.
    #[error("the clock runs {seconds} s backwards (the times are kept as they stand)")]
    Backwards {
        /// By how much, in whole seconds.
        seconds: i64,
    },
    /// Times without a date.
    #[error("times without a date (days are counted from 1970-01-01)")]
    NoDate,
    /// A name of a key that no keyboard of the contests had.
    #[error("no key is called `{found}` (the key is left out)")]
    Key {
        /// The name.
        found: String,
    },
}

impl Wrong {
    pub(super) fn form(found: &str, expected: &'static str) -> Self {
        Self::Form { found: excerpt(found), expected }
    }

    pub(super) fn unstamped(found: &str) -> Self {
        Self::Unstamped { found: excerpt(found) }
    }

    pub(super) fn stray(found: &str) -> Self {
        Self::Stray { found: excerpt(found) }
    }
}
