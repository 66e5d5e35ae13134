//! The access of a contest file's programs to this machine.

use std::{fmt::Write, path::Path};

use entry::isolation::{self, Reach};
use rulebook::{ContestFile, EntryId, contest_file::EntrySpec};

/// The warnings about each program, a line each.
pub(crate) fn warnings(contest: &ContestFile, folder: &Path) -> Vec<String> {
    let hidden = isolation::hidden(contest.programs(), folder);
    let of = |spec: &EntrySpec| {
        let warnings = Reach::of(spec, folder, &hidden, contest.rulebook.equipment()).warnings;
        warnings.into_iter().map(|warning| format!("{}: {warning}", spec.name)).collect::<Vec<_>>()
    };
    contest.programs().flat_map(of).collect()
}

/// The access of each entry's program to this machine, with warnings.
pub(super) fn reaches(contest: &ContestFile, folder: &Path) -> String {
    let hidden = isolation::hidden(contest.programs(), folder);
    let mut text = "what the programs can reach on this machine:".to_owned();
    for (id, entry) in EntryId::first(contest.entries.len()).zip(&contest.entries) {
        let Reach { kept, can, warnings, lacks: _ } = Reach::of(entry, folder, &hidden, contest.rulebook.equipment());
        let _ = write!(text, "\n  {id} {}: {kept}", entry.name);
        for sentence in can {
            let _ = write!(text, "\n     - {sentence}");
        }
        for warning in warnings {
            let _ = write!(text, "\n     ! {warning}");
        }
    }
    text
}
