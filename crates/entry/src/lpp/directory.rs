//! What is done in a communications directory: make, remove, look. The only file of this protocol with I/O.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    Found, Removal,
    name::{Extension, extension_of, settled},
};

/// The most keys that one look takes in, and the most names that are none; whoever fills a directory beyond it has stopped making
/// sense of order.
pub(crate) const FOUND_MAX: usize = 50_000;

/// The most names that one look reads: keys are found among many that are none.
const READ_MAX: usize = 4 * FOUND_MAX;

/// A communications directory. Everything takes as long as the file system does.
#[derive(Debug, Clone)]
pub(crate) struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory at this place, which may be missing.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the directory of a key. One that is there already will do.
    pub(crate) fn make(&self, name: &str) -> io::Result<()> {
        match fs::create_dir(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made,
        }
    }

    /// Removes the directory of a key: empty directories and nothing else.
    pub(crate) fn remove(&self, name: &str) -> Removal {
        let removed = if name.contains(char::REPLACEMENT_CHARACTER) {
            self.spelt(name).and_then(|name| fs::remove_dir(self.path.join(name)))
        } else {
            fs::remove_dir(self.path.join(name))
        };
        match removed {
            Ok(()) => Removal::Done,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Removal::Gone,
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Removal::NotADirectory,
            Err(_) => Removal::Failed,
        }
    }

    /// What is there. Keys of this extension are complete up to the highest: see [`settled`].
    pub(crate) fn look(&self, extension: Extension) -> io::Result<Vec<Found>> {
        let first = self.list()?;
        let holds_keys = first.iter().any(|found| extension_of(&found.name) == Some(extension));
        if holds_keys { Ok(settled(&first, self.list()?, extension)) } else { Ok(first) }
    }

    /// What is there at this moment, perhaps without what was made meanwhile.
    pub(crate) fn list(&self) -> io::Result<Vec<Found>> {
        let (mut found, mut keys, mut others) = (Vec::new(), 0, 0);
        for item in fs::read_dir(&self.path)?.take(READ_MAX) {
            let item = item?;
            let name = item.file_name().to_string_lossy().into_owned();
            let count = if extension_of(&name).is_some() { &mut keys } else { &mut others };
            *count += 1;
            if *count <= FOUND_MAX {
                // What vanished between listing and asking was a directory that somebody removed.
                let is_directory = item.file_type().map_or(true, |kind| kind.is_dir());
                found.push(Found { name, is_directory });
            }
        }
        Ok(found)
    }

    /// The name on the disk that reads like this: bytes that are no text were replaced in it.
    fn spelt(&self, name: &str) -> io::Result<OsString> {
        let names = fs::read_dir(&self.path)?.filter_map(|item| Some(item.ok()?.file_name()));
        names.into_iter().find(|spelt| spelt.to_string_lossy() == name).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Writes a file such that a reader finds the old text or the new, never a part.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let draft = file.with_extension("draft");
    fs::write(&draft, text)?;
    fs::rename(&draft, file)
}
