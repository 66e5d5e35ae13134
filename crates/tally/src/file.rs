//! Reads ballots made elsewhere from CSV or JSON, for `viva score`.
//!
//! A row is about a pair (`entry`, `confederate`), about one `witness`, or about an entry alone; its further columns
//! are the questions of the rulebook. Several files make one contest, and a row may hold only part of a ballot. Reading
//! continues after a fault, so that all faults are reported at once. `docs/score.md` documents the columns. Nothing
//! here opens a file.
//!
//! The stages of a row: `csv` or `json` cuts it into cells, `columns` finds the meaning of each cell, `row` turns it
//! into a value, `gathering` finds the `draft` it belongs to in its judge's `book`, where `answer` puts it. At the end,
//! `finish` makes ballots and rankings of all drafts, checked with [`form`](crate::form).

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
mod names;
mod numbers;
mod ranks;
mod row;
mod values;
mod written;

pub use conventions::Conventions;
pub use fault::{BallotFault, BallotFaults, CellPlace};
pub use numbers::Numbers;
pub use written::{to_csv, to_json};

use rulebook::Rulebook;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Ballots, Circumstances, Missing};
use fault::{At, Report};
use gathering::Gathering;
use names::{LookAlike, Modes, Names};

/// A file of ballots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BallotFile<'t> {
    /// Its name in faults.
    pub name: &'t str,
    /// Its content: CSV or JSON, in UTF-8, or in UTF-16 with a byte order mark.
    pub bytes: &'t [u8],
}

/// The names behind the ids, in the order of the numbers from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Named {
    /// Judges; if people have both roles, the confederates too.
    pub judges: Vec<String>,
    /// Entries.
    pub entries: Vec<String>,
    /// Confederates.
    pub confederates: Vec<String>,
}

/// The content of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallotFiles {
    /// The rulebook, with the numbers of this contest as its roles.
    pub rulebook: Rulebook,
    /// The ballots, ordered by trial, round and judge.
    pub ballots: Ballots,
    /// Votes, selection, disqualifications and open-source entries, if the files have columns for them.
    pub circumstances: Circumstances,
    /// Ballots of the design that no file has, by trial and judge; none for observed interviews.
    pub missing: Vec<Missing>,
    /// The names behind ids that were given in the order of names; empty if the files have ids.
    pub names: Named,
    /// Sentences about missing answers and columns that are not faults.
    pub notes: Vec<String>,
}

/// Reads the ballots of one contest held under `rulebook`.
///
/// # Errors
/// [`BallotFaults`] names every fault with its file, line and column.
pub fn read(
    rulebook: &Rulebook,
    conventions: impl Into<Conventions>,
    sources: &[BallotFile<'_>],
) -> Result<BallotFiles, BallotFaults> {
    let conventions = conventions.into();
    let gathered = |names: Names| {
        let (mut report, mut gathering) = (Report::default(), Gathering::new(rulebook, &conventions, names));
        gather(sources, &mut gathering, &mut report);
        (report, gathering)
    };
    let (mut report, mut gathering) = gathered(Names::new(rulebook, Modes::default()));
    let modes = gathering.cells.names.found(gathering.observed);
    if modes != Modes::default() {
        drop(gathering);
        let names = gathered(Names::new(rulebook, modes)).1.cells.names;
        let look_alikes = names.look_alikes();
        (report, gathering) = gathered(names.settled());
        for LookAlike { first, again, what } in look_alikes {
            let file = sources.get(first.file as usize).filter(|_| first.file != again.file);
            let file = file.map_or_else(String::new, |source| format!("{}, ", source.name));
            report.add(again, format!("{what}; see {file}line {}", first.line));
        }
    }
    let reading = finish::finish(gathering, &conventions, &mut report);
    report.unless_any(sources, reading)
}

fn gather(sources: &[BallotFile<'_>], gathering: &mut Gathering<'_>, report: &mut Report) {
    for (file, source) in sources.iter().enumerate() {
        read_one(file, source.bytes, gathering, report);
    }
}

fn read_one(file: usize, bytes: &[u8], gathering: &mut Gathering<'_>, report: &mut Report) {
    let decoded = match utf16(bytes) {
        None => None,
        Some(Ok(text)) => Some(text),
        Some(Err(line)) => {
            let what = "the text is not UTF-16, as it says it is (save the file as UTF-8)".to_owned();
            return report.add(At::new(file, line, None), what);
        }
    };
    let text = match decoded.as_deref().map_or_else(|| str::from_utf8(bytes), Ok) {
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

/// The text of a file that begins with a byte order mark of UTF-16, or the line that is not valid.
fn utf16(bytes: &[u8]) -> Option<Result<String, usize>> {
    let (word, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let pairs = rest.chunks(2).map(|pair| word([pair[0], pair.get(1).copied().unwrap_or_default()]));
    let mut text = String::new();
    for character in char::decode_utf16(pairs) {
        match character {
            Ok(character) => text.push(character),
            Err(_) => return Some(Err(1 + text.matches('\n').count())),
        }
    }
    Some(Ok(text))
}
