//! Read-only access to a folder's store: the database is not changed, and no server can open the folder meanwhile.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

use rusqlite::{Connection, OpenFlags};

use super::{events, failure::failure, folder, register, schema};
use crate::{NoteRow, OpenError, StoreError, StoredEvent};

/// The embedded store, open for reading.
#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
    /// The system releases the lock when this file closes. A folder copied without its lock file has none.
    _lock: Option<File>,
}

impl SqliteReader {
    /// Opens the store in a folder.
    ///
    /// # Errors
    /// [`OpenError::Locked`] when a server works in the folder; [`OpenError::Newer`] when a later program wrote it;
    /// [`OpenError::Files`] or [`OpenError::Damaged`] when there is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let lock_path = folder.join(folder::LOCK);
        let files = |path: &Path| {
            let path = path.to_owned();
            move |source| OpenError::Files { path, source }
        };
        let lock = match File::open(&lock_path) {
            Ok(lock) => Some(lock),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(files(&lock_path)(why)),
        };
        if let Some(lock) = &lock {
            lock.try_lock().map_err(|refusal| match refusal {
                TryLockError::WouldBlock => OpenError::Locked { folder: folder.to_owned() },
                TryLockError::Error(source) => files(&lock_path)(source),
            })?;
        }
        let database = folder.join(folder::DATABASE);
        File::open(&database).map_err(files(&database))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(&database, flags).map_err(|error| schema::damaged(&database, error))?;
        schema::refuse_newer(&connection, folder, &database)?;
        Ok(Self { connection, _lock: lock })
    }

    /// The ids of its contests, in the order of their addition.
    ///
    /// # Errors
    /// When the database fails.
    pub fn contests(&self) -> Result<Vec<String>, StoreError> {
        register::contest_ids(&self.connection).map_err(failure)
    }

    /// The events of a contest after this position, at most `limit` of them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn read(&self, contest: &str, after: u64, limit: usize) -> Result<Vec<StoredEvent>, StoreError> {
        events::read(&self.connection, contest, after, limit).map_err(failure)
    }

    /// Every signed head of a contest, with the number of events that it covers.
    ///
    /// # Errors
    /// When the database fails.
    pub fn checkpoints(&self, contest: &str) -> Result<Vec<(u64, String)>, StoreError> {
        register::checkpoints(&self.connection, contest).map_err(failure)
    }

    /// The file that a judge showed in a contest, by its hash; `None` where there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn attachment(&self, contest: &str, hash: [u8; 32]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.connection.table_exists(None, "attachments").map_err(failure)? {
            true => register::attachment(&self.connection, contest, &hash).map_err(failure),
            false => Ok(None),
        }
    }

    /// Every note beside the record of a contest. A database older than notes has none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn notes(&self, contest: &str) -> Result<Vec<NoteRow>, StoreError> {
        match self.connection.table_exists(None, "notes").map_err(failure)? {
            true => register::notes(&self.connection, contest).map_err(failure),
            false => Ok(Vec::new()),
        }
    }
}
