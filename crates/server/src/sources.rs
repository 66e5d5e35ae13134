//! The sources that a contest file names, read from their files and verified.
//!
//! They are in the folder of the contest file: no path and no link leads out of it. Once a contest is opened its record
//! holds the conversations that are shown, and the files are not read again.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use archive::sources::{NotASource, NotShown, Source};
use contest::shown::SourceConversation;
use record::Hash;
use rulebook::{ContestFile, schema::Medium};

/// The largest source that is read, in bytes.
pub const SOURCE_MAX: u64 = 256 << 20;

/// The reason why the sources of a contest file cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file is missing, or cannot be read.
    #[error("failed to read the source `{path}` that the contest file names (check the path: it counts from the folder of the contest file)", path = .path.display())]
    Unread {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// A link leads out of the folder.
    #[error("the source `{path}` is outside of the folder of the contest file (put the file itself there, not a link)", path = .path.display())]
    Outside {
        /// The file, as the contest file names it.
        path: PathBuf,
    },
    /// The file is not the one that was chosen.
    #[error("the source `{path}` has the SHA-256 {found}, and the contest file names {named} (put the file back that was chosen, or write the new digest if this one is meant)", path = .path.display())]
    Changed {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// The digest of its bytes.
        found: Hash,
        /// The digest in the contest file.
        named: String,
    },
    /// Nothing in it may be shown.
    #[error("`{path}` is no source", path = .path.display())]
    NoSource {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// The cause.
        #[source]
        source: NotASource,
    },
    /// The chosen part of it cannot be shown.
    #[error("what the contest file shows of the source `{path}` cannot be shown", path = .path.display())]
    NotShown {
        /// The file, as the contest file names it.
        path: PathBuf,
        /// The cause.
        #[source]
        source: NotShown,
    },
    /// The numbers differ from the rulebook's.
    #[error(
        "the sources show {people} conversations with people and {programs} with programs, but `roles` of the rulebook say {confederates} and {entries} (set `confederates = {people}` and `entries = {programs}` under `[overrides.roles]`, or choose by `conversations` which are shown)"
    )]
    Numbers {
        /// The number of conversations with people.
        people: usize,
        /// The number of conversations with programs.
        programs: usize,
        /// The number of people in the rulebook.
        confederates: u16,
        /// The number of programs in the rulebook.
        entries: u16,
    },
}

/// The conversations that this contest file shows, each with the place of its source, from 1; none where its judges
/// talk.
///
/// # Errors
/// [`SourceError`] for the first source that is not as the file says, or when the numbers differ.
pub fn sources_of(file: &ContestFile, folder: &Path) -> Result<Vec<(u16, SourceConversation)>, SourceError> {
    let Medium::Transcript { turns } = file.rulebook.interview.medium else { return Ok(Vec::new()) };
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut shown = Vec::new();
    for (place, named) in (1..).zip(&file.sources) {
        let path = || named.path.clone();
        let unread = |source| SourceError::Unread { path: named.path.clone(), source };
        let root = folder.canonicalize().map_err(unread)?;
        let found = root.join(&named.path).canonicalize().map_err(unread)?;
        if !found.starts_with(&root) {
            return Err(SourceError::Outside { path: path() });
        }
        let bytes = bytes(&found).map_err(unread)?;
        let digest = Hash::of(&[&bytes]);
        if digest.to_string() != named.sha256 {
            return Err(SourceError::Changed { path: path(), found: digest, named: named.sha256.clone() });
        }
        let source = Source::read(cores, Cursor::new(bytes)).map_err(unread)?;
        let source = source.map_err(|source| SourceError::NoSource { path: path(), source })?;
        let chosen = source.shown(&named.conversations, turns);
        let chosen = chosen.map_err(|source| SourceError::NotShown { path: path(), source })?;
        shown.extend(chosen.into_iter().map(|conversation| (place, conversation)));
    }
    let people = shown.iter().filter(|(_, conversation)| conversation.is_human).count();
    let programs = shown.len() - people;
    let (confederates, entries) = (file.rulebook.roles.confederates, file.rulebook.roles.entries);
    if (people, programs) == (usize::from(confederates), usize::from(entries)) {
        Ok(shown)
    } else {
        Err(SourceError::Numbers { people, programs, confederates, entries })
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    // A pipe or a device may never end, and opening one may block for ever.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(SOURCE_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SOURCE_MAX {
        return Err(io::Error::other(format!("it is larger than the {} MiB that a source may have", SOURCE_MAX >> 20)));
    }
    Ok(bytes)
}
