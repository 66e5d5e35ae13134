//! Promises of the embedded engine alone.

mod folder;
mod lock;
mod redacted;
mod room;
mod upgrade;

use std::{path::Path, sync::Arc};

use store::{Limits, SqliteStore, Store};

/// Opens a store without a size limit.
fn open(folder: &Path) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(folder, Limits { max_bytes: None }).unwrap())
}
