//! What is done in a communications directory in one go: make, remove, look. The only file of this protocol with I/O.

use std::{fs, io, path::PathBuf};

use super::{
    Found,
    name::{Extension, settled},
};
use crate::Incident;

/// The most names that one look takes in; whoever fills a directory beyond it has stopped making sense of order.
const FOUND_MAX: usize = 50_000;

/// Things to do in a directory, in this order.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) directory: PathBuf,
    /// A number to write into a file beside the directory, before the keys that use it are made.
    pub(crate) note: Option<(PathBuf, u64)>,
    pub(crate) makings: Vec<String>,
    pub(crate) removals: Vec<String>,
    /// Look for keys of this extension; what else is there is found as well.
    pub(crate) look_for: Option<Extension>,
}

/// What came of an errand.
#[derive(Debug)]
pub(crate) struct Findings {
    /// Names that were not made, in order, and what the system said: from the first that failed on.
    pub(crate) not_made: Vec<(String, String)>,
    pub(crate) not_removed: Vec<String>,
    pub(crate) found: Option<Result<Vec<Found>, String>>,
}

impl Errand {
    /// Does it. May take as long as the file system does.
    pub(crate) fn run(self) -> Findings {
        if let Some((file, number)) = self.note.filter(|_| !self.makings.is_empty()) {
            // Best effort: the number protects against a clock that is set back between two runs.
            let _ = write_whole(&file, &number.to_string());
        }
        let mut findings = Findings { not_made: Vec::new(), not_removed: Vec::new(), found: None };
        for name in self.makings {
            // Order is everything: after a failure the rest waits too.
            let made = match findings.not_made.last() {
                Some((_, why)) => Err(why.clone()),
                None => make(&self.directory.join(&name)).map_err(|error| error.to_string()),
            };
            if let Err(why) = made {
                findings.not_made.push((name, why));
            }
        }
        for name in self.removals {
            match fs::remove_dir(self.directory.join(&name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => findings.not_removed.push(name),
                _ => {}
            }
        }
        findings.found = self.look_for.map(|extension| look(&self.directory, extension).map_err(|e| e.to_string()));
        findings
    }
}

impl Findings {
    /// What stands in the way, if anything.
    pub(crate) fn trouble(&self) -> Option<Incident> {
        if let Some((name, why)) = self.not_made.first() {
            return Some(Incident::CannotCreate { name: name.clone(), why: why.clone() });
        }
        let Some(Err(why)) = &self.found else { return None };
        Some(Incident::CannotList { why: why.clone() })
    }
}

/// Writes a file such that a reader finds the old text or the new, never a part.
pub(crate) fn write_whole(file: &std::path::Path, text: &str) -> io::Result<()> {
    let draft = file.with_extension("draft");
    fs::write(&draft, text)?;
    fs::rename(&draft, file)
}

fn make(directory: &std::path::Path) -> io::Result<()> {
    match fs::create_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

fn look(directory: &std::path::Path, extension: Extension) -> io::Result<Vec<Found>> {
    let first = list(directory)?;
    let holds_keys = first.iter().any(|found| super::name::extension_of(&found.name) == Some(extension));
    if holds_keys { Ok(settled(&first, list(directory)?, extension)) } else { Ok(first) }
}

fn list(directory: &std::path::Path) -> io::Result<Vec<Found>> {
    fs::read_dir(directory)?
        .take(FOUND_MAX)
        .map(|item| {
            let item = item?;
            // What vanished between listing and asking was a directory that somebody removed.
            let is_directory = item.file_type().map_or(true, |kind| kind.is_dir());
            Ok(Found { name: item.file_name().to_string_lossy().into_owned(), is_directory })
        })
        .collect()
}
