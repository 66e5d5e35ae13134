//! The faults of ballot files, with their places.

use std::{collections::BTreeMap, fmt};

use super::BallotFile;

/// All faults of the files, in the order of files and lines. Prints the first hundred.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.0))]
pub struct BallotFaults(pub Vec<BallotFault>);

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallotFault {
    /// Its place; `None` if it concerns all files together.
    pub place: Option<CellPlace>,
    /// The problem and its remedy.
    pub what: String,
    /// Some of the other places with the same fault.
    pub others: Vec<CellPlace>,
    /// The number of such faults, at least 1.
    pub times: usize,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPlace {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The cell of a CSV line or the character of a JSON line, counted from 1; `None` for the whole line.
    pub column: Option<usize>,
}

impl fmt::Display for BallotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(CellPlace { file, line, column }) = &self.place {
            write!(f, "{file}, line {line}")?;
            if let Some(column) = column {
                write!(f, ", column {column}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)?;
        if self.times > 1 {
            let lines: Vec<String> = self.others.iter().map(|place| place.line.to_string()).collect();
            write!(f, "; {} times in all, next in lines {} …", self.times, lines.join(", "))?;
        }
        Ok(())
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
    /// The place, with numbers capped at the maximum.
    pub(super) fn new(file: usize, line: usize, column: Option<usize>) -> Self {
        let held = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Self { file: held(file), line: held(line), column: column.map_or(0, held) }
    }

    /// The same line as a whole.
    pub(super) fn row(self) -> Self {
        Self { column: 0, ..self }
    }
}

/// The faults found so far. Two have one cause if their sentences differ only in numbers, ids and quoted text.
#[derive(Debug, Default)]
pub(super) struct Report(BTreeMap<String, Alike>);

/// Faults of one cause: the first of them, and their number.
#[derive(Debug, Default)]
struct Alike {
    first: Vec<(Option<At>, String)>,
    all: usize,
}

/// The most faults of one cause that are reported one by one; more become one.
const MOST_ALIKE: usize = 5;

impl Report {
    pub(super) fn add(&mut self, at: At, what: String) {
        self.keep(Some(at), what);
    }

    /// Adds a fault of all files together.
    pub(super) fn add_of_all(&mut self, what: String) {
        self.keep(None, what);
    }

    fn keep(&mut self, at: Option<At>, what: String) {
        let alike = self.0.entry(cause(&what)).or_default();
        alike.all += 1;
        if alike.first.len() <= MOST_ALIKE {
            alike.first.push((at, what));
        }
    }

    /// Returns whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn unless_any<T>(self, sources: &[BallotFile<'_>], value: T) -> Result<T, BallotFaults> {
        if self.0.is_empty() {
            return Ok(value);
        }
        let place = |At { file, line, column }: At| CellPlace {
            file: sources.get(file as usize).map_or_else(String::new, |source| source.name.to_owned()),
            line: line as usize,
            column: Some(column as usize).filter(|&column| column > 0),
        };
        let mut faults: Vec<(Option<At>, BallotFault)> = vec![];
        for Alike { mut first, all } in self.0.into_values() {
            if all <= MOST_ALIKE {
                let one = |(at, what): (Option<At>, String)| {
                    (at, BallotFault { place: at.map(place), what, others: vec![], times: 1 })
                };
                faults.extend(first.into_iter().map(one));
            } else {
                first.sort_by_key(|(at, _)| *at);
                let others = first[1..].iter().filter_map(|(at, _)| at.map(place)).collect();
                let (at, what) = first.swap_remove(0);
                faults.push((at, BallotFault { place: at.map(place), what, others, times: all }));
            }
        }
        faults.sort_by_key(|(at, _)| at.map_or((true, None), |at| (false, Some(at))));
        Err(BallotFaults(faults.into_iter().map(|(_, fault)| fault).collect()))
    }
}

/// A sentence without numbers, ids and quoted text.
fn cause(what: &str) -> String {
    let unquoted: String = what.split('`').step_by(2).collect();
    unquoted.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// A text, cut to the length that a message can hold.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

const MOST_SHOWN: usize = 100;

fn lines(faults: &[BallotFault]) -> String {
    let mut lines: Vec<String> = faults.iter().take(MOST_SHOWN).map(ToString::to_string).collect();
    if faults.len() > MOST_SHOWN {
        let more = faults.len() - MOST_SHOWN;
        lines.push(format!("and {more} more {}", if more == 1 { "fault" } else { "faults" }));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(report: Report) -> Vec<String> {
        let sources = [BallotFile { name: "a", bytes: b"" }];
        report.unless_any(&sources, ()).unwrap_err().to_string().lines().map(str::to_owned).collect()
    }

    /// The faults of this many causes, one in each line.
    fn different(number: usize) -> Report {
        let mut report = Report::default();
        (0..number).for_each(|line| report.add(At::new(0, line, None), format!("{} is wrong", "x".repeat(line + 1))));
        report
    }

    #[test]
    fn a_hundred_faults_are_told_and_of_more_the_number() {
        assert_eq!(told(different(100)).len(), 100);
        assert_eq!(told(different(101))[100], "and 1 more fault");
        assert_eq!(told(different(102))[100], "and 2 more faults");
    }

    #[test]
    fn sentences_have_one_cause_when_only_numbers_ids_and_quotes_differ() {
        let report = |what: fn(usize) -> String| {
            let mut report = Report::default();
            (1..=6).for_each(|number| report.add(At::new(0, number, None), what(number)));
            told(report)
        };
        let alike = report(|number| format!("J{number} has ranked `{}` twice", "x".repeat(number)));
        assert_eq!(alike, ["a, line 1: J1 has ranked `x` twice; 6 times in all, next in lines 2, 3, 4, 5, 6 …"]);
        assert_eq!(report(|number| format!("J1 has {} the same", "x".repeat(number))).len(), 6);
    }
}
