//! The storage location of an engine: opened again after a restart, and by other processes.

use std::{path::PathBuf, sync::Arc};

use store::{Limits, SqliteStore, Store};

/// A storage location for one test.
pub(crate) struct Place {
    at: At,
    /// The folder, deleted when the test ends; `None` in another process.
    _own: Option<tempfile::TempDir>,
}

enum At {
    /// A folder of the embedded engine.
    Folder(PathBuf),
    /// The address of a database.
    #[cfg(feature = "cluster")]
    Database(String),
}

impl Place {
    /// A new folder.
    pub(crate) fn folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { at: At::Folder(folder.path().to_owned()), _own: Some(folder) }
    }

    /// A new database.
    #[cfg(feature = "cluster")]
    pub(crate) fn database() -> Self {
        Self { at: At::Database(crate::servers::database()), _own: None }
    }

    /// A new place of the same kind.
    pub(crate) fn another(&self) -> Self {
        match &self.at {
            At::Folder(_) => Self::folder(),
            #[cfg(feature = "cluster")]
            At::Database(_) => Self::database(),
        }
    }

    /// The place with this [`name`](Self::name), from another process.
    pub(crate) fn named(name: &str) -> Self {
        #[cfg(feature = "cluster")]
        if name.starts_with("postgres://") {
            return Self { at: At::Database(name.to_owned()), _own: None };
        }
        Self { at: At::Folder(PathBuf::from(name)), _own: None }
    }

    /// Its name for another process.
    pub(crate) fn name(&self) -> &str {
        match &self.at {
            At::Folder(folder) => folder.to_str().unwrap(),
            #[cfg(feature = "cluster")]
            At::Database(address) => address,
        }
    }

    /// Opens the store in it, as a starting server does.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        match &self.at {
            At::Folder(folder) => Arc::new(SqliteStore::open(folder, Limits { max_bytes: None }).unwrap()),
            #[cfg(feature = "cluster")]
            At::Database(address) => Arc::new(store::PostgresStore::open(address, None).await.unwrap()),
        }
    }

    /// The stores of two servers at the same time; for the embedded engine, one store twice.
    pub(crate) async fn open_twice(&self) -> [Arc<dyn Store>; 2] {
        let one = self.open().await;
        match &self.at {
            At::Folder(_) => [Arc::clone(&one), one],
            #[cfg(feature = "cluster")]
            At::Database(_) => [one, self.open().await],
        }
    }
}
