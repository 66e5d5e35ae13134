//! Faults of a language's file, with their places.

use std::fmt;

/// A place in a file: line and column, both counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePosition {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl FilePosition {
    /// The place of this byte of a text.
    pub(crate) fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A fault of a language's file: the fault, its place, and a remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {what}", place.map(|place| format!(":{place}")).unwrap_or_default())]
pub struct LanguageFault {
    /// The name of the file.
    pub file: String,
    /// The place of the fault; `None` where something is missing.
    pub place: Option<FilePosition>,
    /// The fault, and a remedy.
    pub what: String,
}
