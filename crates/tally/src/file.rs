//! Ballots made elsewhere, read from CSV or JSON: what `viva score` counts.
//!
//! A row is about a pair (`entry`, `confederate`), about one `witness`, or about an entry alone; its further columns are the
//! questions of the rulebook. Several files make one contest, and a row may say only part of a ballot. Reading goes on after a
//! fault, so that all of them are named at once. `docs/score.md` documents the columns. Nothing here opens a file.
//!
//! The way of a row: `csv` or `json` cuts it into cells, `columns` says what each cell means, `row` turns it into a value,
//! `gathering` finds the `draft` it belongs to in its judge's `book`, where `answer` puts it, and `finish` makes ballots and
//! rankings of all drafts, checked with [`form`](crate::form).

mod answer;
mod book;
mod columns;
mod conventions;
mod csv;
mod design;
mod draft;
mod fault;
mod finish;
mod forms;
mod gathering;
mod json;
mod missing;
mod numbers;
mod ranks;
mod row;
mod written;

pub use conventions::Conventions;
pub use fault::{BallotFault, BallotFaults, Place};
pub use numbers::Numbers;
pub use written::{to_csv, to_json};

use rulebook::Rulebook;

use crate::{Ballots, Circumstances, Missing};
use fault::{At, Report};
use gathering::Gathering;

/// A file of ballots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source<'t> {
    /// What faults call it.
    pub name: &'t str,
    /// What it holds: CSV or JSON, in UTF-8.
    pub bytes: &'t [u8],
}

/// What the files say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The rulebook, with the numbers of this contest as its roles.
    pub rulebook: Rulebook,
    /// The ballots, ordered by trial, round and judge.
    pub ballots: Ballots,
    /// Votes, selection, disqualifications and open-source entries, where the files have columns for them.
    pub circumstances: Circumstances,
    /// Ballots that the design planned and that are in no file, by trial and judge; none of what was observed.
    pub missing: Vec<Missing>,
    /// What is missing but no fault, in sentences.
    pub notes: Vec<String>,
}

/// Reads the ballots of one contest that was held under `rulebook`.
///
/// # Errors
/// [`BallotFaults`] names every fault with its file, line and column.
pub fn read(
    rulebook: &Rulebook,
    conventions: impl Into<Conventions>,
    sources: &[Source<'_>],
) -> Result<Reading, BallotFaults> {
    let conventions = conventions.into();
    let mut report = Report::default();
    let mut gathering = Gathering::new(rulebook, &conventions);
    for (file, source) in sources.iter().enumerate() {
        read_one(file, source.bytes, &mut gathering, &mut report);
    }
    let reading = finish::finish(gathering, &mut report);
    report.unless_any(sources, reading)
}

fn read_one(file: usize, bytes: &[u8], gathering: &mut Gathering<'_>, report: &mut Report) {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            let what = "the text is not UTF-8 (save the file as UTF-8)".to_owned();
            return report.add(At::new(file, line, None), what);
        }
    };
    if text.trim_start().starts_with(['[', '{']) {
        json::read(file, text, gathering, report);
    } else {
        csv::read(file, text, gathering, report);
    }
}
