//! Where an engine keeps what it is given: the same place is opened again after a restart, and by other processes.

use std::{path::PathBuf, sync::Arc};

use store::{Limits, SqliteStore, Store};

/// A place for one story.
pub(crate) struct Place {
    at: At,
    /// What goes when the story ends; nothing in another process.
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

    /// The place that another process has told with [`name`](Self::name).
    pub(crate) fn named(name: &str) -> Self {
        #[cfg(feature = "cluster")]
        if name.starts_with("postgres://") {
            return Self { at: At::Database(name.to_owned()), _own: None };
        }
        Self { at: At::Folder(PathBuf::from(name)), _own: None }
    }

    /// How another process is told of it.
    pub(crate) fn name(&self) -> &str {
        match &self.at {
            At::Folder(folder) => folder.to_str().unwrap(),
            #[cfg(feature = "cluster")]
            At::Database(address) => address,
        }
    }

    /// Opens the store in it, as a server does that starts.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        match &self.at {
            At::Folder(folder) => Arc::new(SqliteStore::open(folder, Limits { max_bytes: None }).unwrap()),
            #[cfg(feature = "cluster")]
            At::Database(address) => Arc::new(store::PostgresStore::open(address, None).await.unwrap()),
        }
    }

    /// The store as two servers have it at the same time; one that serves a single process is one store.
    pub(crate) async fn open_twice(&self) -> [Arc<dyn Store>; 2] {
        let one = self.open().await;
        match &self.at {
            At::Folder(_) => [Arc::clone(&one), one],
            #[cfg(feature = "cluster")]
            At::Database(_) => [one, self.open().await],
        }
    }
}
