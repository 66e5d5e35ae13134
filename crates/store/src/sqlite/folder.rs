//! The folder of a store: created for its owner alone, and used by one process at a time.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use crate::OpenError;

pub(super) const DATABASE: &str = "store.db";
pub(super) const LOCK: &str = "lock";

/// A folder locked by this process until the value is dropped.
#[derive(Debug)]
pub(super) struct Folder {
    database: PathBuf,
    /// The system releases the lock when this file closes, however the process ends.
    _lock: File,
}

impl Folder {
    /// Creates the folder when there is none (readable by its owner only) and locks it for this process.
    ///
    /// An existing folder keeps its permissions, which its owner chose. The files are private anyway.
    pub(super) fn hold(folder: &Path) -> Result<Self, OpenError> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(about(folder))?;
        let lock = private_file(&folder.join(LOCK))?;
        lock.try_lock().map_err(|refusal| match refusal {
            TryLockError::WouldBlock => OpenError::Locked { folder: folder.to_owned() },
            TryLockError::Error(source) => OpenError::Files { path: folder.join(LOCK), source },
        })?;

        // The engine gives its own files (the log, its index) the permissions of this one.
        let database = folder.join(DATABASE);
        private_file(&database)?;
        make_entries_durable(folder)?;
        Ok(Self { database, _lock: lock })
    }

    /// The path of the database file, which exists.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }
}

fn private_file(path: &Path) -> Result<File, OpenError> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path).map_err(about(path))
}

/// Writes the names of new files, and of a new folder, to the disk: without its name, a synced file is lost all the
/// same.
fn make_entries_durable(folder: &Path) -> Result<(), OpenError> {
    let sync = |path: &Path| File::open(path).and_then(|folder| folder.sync_all()).map_err(about(path));
    sync(folder)?;
    match folder.canonicalize().map_err(about(folder))?.parent() {
        // We did not create the folder in a parent that we may not read.
        Some(parent) => sync(parent).or_else(|error| match error {
            OpenError::Files { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            other => Err(other),
        }),
        None => Ok(()),
    }
}

fn about(path: &Path) -> impl FnOnce(io::Error) -> OpenError {
    move |source| OpenError::Files { path: path.to_owned(), source }
}
