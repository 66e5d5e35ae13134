//! The embedded engine: one folder, one database file, one process.
//!
//! `folder.rs` creates and locks the folder; `schema.rs` upgrades the file to today's format; `writer.rs` is the only
//! thread that writes, for all callers at once; `readers.rs` reads beside it, `reader.rs` where there is no writer;
//! `events.rs`, `register.rs` and `leases.rs` hold the statements; `failure.rs` translates the engine's errors.

mod events;
mod failure;
mod folder;
mod leases;
mod reader;
mod readers;
mod refused;
mod register;
mod schema;
mod store;
mod writer;

pub use reader::SqliteReader;
pub use store::{Limits, SqliteStore};
