//! What is wrong with files of ballots, and where.

use std::fmt;

use super::Source;

/// Everything that is wrong with the files, in the order of files and lines. Prints the first hundred.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.0))]
pub struct BallotFaults(pub Vec<BallotFault>);

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallotFault {
    /// Where; `None` when it is about all files together.
    pub place: Option<Place>,
    /// What is wrong, and how to mend it.
    pub what: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The cell of a CSV line or the character of a JSON line, counted from 1; `None` when it is the whole line.
    pub column: Option<usize>,
}

impl fmt::Display for BallotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { file, line, column }) = &self.place {
            write!(f, "{file}, line {line}")?;
            if let Some(column) = column {
                write!(f, ", column {column}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

/// A place in the file with this number, before names are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) file: u32,
    pub(super) line: u32,
    /// From 1; 0 for the whole line.
    column: u32,
}

impl At {
    /// The place, whose numbers are held at the most there is.
    pub(super) fn new(file: usize, line: usize, column: Option<usize>) -> Self {
        let held = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Self { file: held(file), line: held(line), column: column.map_or(0, held) }
    }

    /// The same line as a whole.
    pub(super) fn row(self) -> Self {
        Self { column: 0, ..self }
    }
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<(Option<At>, String)>);

impl Report {
    pub(super) fn add(&mut self, at: At, what: String) {
        self.0.push((Some(at), what));
    }

    /// Adds a fault of all files together.
    pub(super) fn add_of_all(&mut self, what: String) {
        self.0.push((None, what));
    }

    /// Whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn unless_any<T>(mut self, sources: &[Source<'_>], value: T) -> Result<T, BallotFaults> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort_by_key(|(at, _)| at.map_or((true, None), |at| (false, Some(at))));
        let fault = |(at, what): (Option<At>, String)| BallotFault {
            place: at.map(|At { file, line, column }| Place {
                file: sources.get(file as usize).map_or_else(String::new, |source| source.name.to_owned()),
                line: line as usize,
                column: Some(column as usize).filter(|&column| column > 0),
            }),
            what,
        };
        Err(BallotFaults(self.0.into_iter().map(fault).collect()))
    }
}

/// As much of a text as a message can hold.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

const MOST_SHOWN: usize = 100;

fn lines(faults: &[BallotFault]) -> String {
    let mut lines: Vec<String> = faults.iter().take(MOST_SHOWN).map(ToString::to_string).collect();
    if faults.len() > MOST_SHOWN {
        lines.push(format!("and {} more faults", faults.len() - MOST_SHOWN));
    }
    lines.join("\n")
}
