//! The operations on a communications directory: make, remove, scan. The only file of this protocol with I/O.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    DirectoryItem, Removal,
    name::{Extension, extension_of, settled},
};

/// The maximum number of keys, and of other names, returned by one scan; a directory beyond it has lost its order
/// already.
pub(crate) const FOUND_MAX: usize = 50_000;

/// The maximum number of names read by one scan: enough to find keys among many other names.
const READ_MAX: usize = 4 * FOUND_MAX;

/// A communications directory. Every operation blocks on the file system.
#[derive(Debug, Clone)]
pub(crate) struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory at this path, which may be missing.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the directory of a key; an existing one is no error.
    pub(crate) fn make(&self, name: &str) -> io::Result<()> {
        match fs::create_dir(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made,
        }
    }

    /// Removes the directory of a key, if it is an empty directory.
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

    /// Scans the directory. Keys of this extension are complete up to the highest: see [`settled`].
    pub(crate) fn look(&self, extension: Extension) -> io::Result<Vec<DirectoryItem>> {
        let first = self.list()?;
        let holds_keys = first.iter().any(|found| extension_of(&found.name) == Some(extension));
        if holds_keys { Ok(settled(&first, self.list()?, extension)) } else { Ok(first) }
    }

    /// Lists the directory; keys made in the meantime may be missing.
    pub(crate) fn list(&self) -> io::Result<Vec<DirectoryItem>> {
        let (mut found, mut keys, mut others) = (Vec::new(), 0, 0);
        for item in fs::read_dir(&self.path)?.take(READ_MAX) {
            let item = item?;
            let name = item.file_name().to_string_lossy().into_owned();
            let count = if extension_of(&name).is_some() { &mut keys } else { &mut others };
            *count += 1;
            if *count <= FOUND_MAX {
                // A name that vanished after the listing was a directory that the other side removed.
                let is_directory = item.file_type().map_or(true, |kind| kind.is_dir());
                found.push(DirectoryItem { name, is_directory });
            }
        }
        Ok(found)
    }

    /// The name on disk that decodes to this text, which holds replacement characters.
    fn spelt(&self, name: &str) -> io::Result<OsString> {
        let names = fs::read_dir(&self.path)?.filter_map(|item| Some(item.ok()?.file_name()));
        names.into_iter().find(|spelt| spelt.to_string_lossy() == name).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Replaces a file atomically: a reader finds the old text or the new, never a part.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let draft = file.with_extension("draft");
    fs::write(&draft, text)?;
    fs::rename(&draft, file)
}
