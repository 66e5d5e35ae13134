//! What is wrong with a language's file, with its place.

use std::fmt;

/// Where something stands in a file, both counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl Place {
    /// The place of this byte of a text.
    pub(crate) fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a file is no language of ours: what, where, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {what}", place.map(|place| format!(":{place}")).unwrap_or_default())]
pub struct LanguageFault {
    /// The name of the file.
    pub file: String,
    /// Where it stands; none where something is missing.
    pub place: Option<Place>,
    /// What is wrong, and how to mend it.
    pub what: String,
}
