//! What can go wrong with a store, told so that somebody can mend it.

use std::{io, path::PathBuf, sync::Arc};

/// Why events were not stored. None of a batch was.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Somebody else was first, or the writer had not read everything.
    #[error(
        "stream `{stream}` has reached number {found}, so its next event cannot be number {expected} \
         (read what is new, then decide again)"
    )]
    Conflict {
        /// The stream that has moved on.
        stream: String,
        /// The number that the refused event asked for.
        expected: u64,
        /// The number of the stream's last event, counting those before it in the same batch; 0 when it has none.
        found: u64,
    },
    /// The disk or the quota is full. What was stored stays readable.
    #[error("no room is left for new events (free some disk space, or raise the store's limit)")]
    Full,
    /// The engine failed.
    #[error("failed to append events")]
    Failed(#[source] StoreError),
}

/// Why the engine did not do what it was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The disk or the quota is full.
    #[error("no room is left in the store (free some disk space, or raise the store's limit)")]
    Full,
    /// The store is shutting down, or its writer has died.
    #[error("the store is closed (open it again)")]
    Closed,
    /// The contest to be added is there already.
    #[error("there is a contest `{id}` in this store already (choose another id, or continue that one)")]
    ContestExists {
        /// The id that is taken.
        id: String,
    },
    /// The disk cannot be asked how much room it has.
    #[error("failed to ask the disk how much room it has")]
    Disk(#[source] Arc<io::Error>),
    /// The database engine failed; the source says how.
    #[error("the database failed (look at the disk, then start again: what was stored is safe)")]
    Engine(#[source] Arc<rusqlite::Error>),
}

/// Why a folder could not be opened as a store.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server works in this folder.
    #[error("folder `{folder}` is in use by another server (stop that server, or choose another folder)", folder = .folder.display())]
    Locked {
        /// The folder that was asked for.
        folder: PathBuf,
    },
    /// The folder was written by a later version of this program.
    #[error(
        "folder `{folder}` has format {found}, and this program knows formats up to {known} (use the version that wrote it, or a later one)",
        folder = .folder.display()
    )]
    Newer {
        /// The folder that was asked for.
        folder: PathBuf,
        /// The format found in it.
        found: u32,
        /// The latest format this program knows.
        known: u32,
    },
    /// The folder, or a file in it, cannot be made, read or written.
    #[error("cannot use `{path}` (check that it exists, that it is yours and that the disk has room)", path = .path.display())]
    Files {
        /// The folder or file in question.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The database file is damaged, is none, or stands on a disk that cannot hold one.
    #[error("cannot use `{path}` as a database (restore it from a copy, or choose a folder on a local disk)", path = .path.display())]
    Database {
        /// The database file.
        path: PathBuf,
        /// What the engine said.
        #[source]
        source: rusqlite::Error,
    },
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::Full,
            other => Self::Failed(other),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            _ => Self::Engine(Arc::new(error)),
        }
    }
}
