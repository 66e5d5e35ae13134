//! Connections that read beside the writer. In WAL mode neither waits for the other.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::{Connection, OpenFlags};
use tokio::{sync::Semaphore, task};

use super::failure::failure;
use crate::StoreError;

/// Concurrent reads; more than these wait their turn.
const READERS_MAX: usize = 4;

/// A few read-only connections, opened when first needed and then kept with their prepared statements.
#[derive(Debug)]
pub(super) struct Readers {
    database: PathBuf,
    idle: Mutex<Vec<Connection>>,
    turns: Arc<Semaphore>,
}

impl Readers {
    /// Readers of a database that exists.
    pub(super) fn new(database: &Path) -> Arc<Self> {
        Arc::new(Self {
            database: database.to_owned(),
            idle: Mutex::new(Vec::new()),
            turns: Arc::new(Semaphore::new(READERS_MAX)),
        })
    }

    /// Runs a query on a thread for blocking work, so that waiting for the disk delays no other task.
    pub(super) async fn read<T: Send + 'static>(
        self: Arc<Self>,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let rows = task::spawn_blocking(move || {
            let _turn = turn;
            let connection = self.take()?;
            let rows = query(&connection)?;
            self.put_back(connection);
            Ok::<T, rusqlite::Error>(rows)
        });
        rows.await.map_err(|_| StoreError::Closed)?.map_err(failure)
    }

    fn take(&self) -> rusqlite::Result<Connection> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(connection) => Ok(connection),
            None => Connection::open_with_flags(
                &self.database,
                OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            ),
        }
    }

    /// Keeps a connection after a successful query; a failed one is closed instead.
    fn put_back(&self, connection: Connection) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}
