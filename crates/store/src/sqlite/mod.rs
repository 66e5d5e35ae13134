//! The embedded engine: one folder, one database file, one process.
//!
//! `folder.rs` makes the folder and locks it; `schema.rs` brings the file to today's format; `writer.rs` is the one thread
//! that writes, for all callers at once; `readers.rs` reads beside it, `reader.rs` where there is no writer; `events.rs`, `register.rs` and
//! `leases.rs` hold the statements; `failure.rs` says what the errors of the engine mean.

mod events;
mod failure;
mod folder;
mod leases;
mod reader;
mod readers;
mod register;
mod schema;
mod store;
mod writer;

pub use reader::SqliteReader;
pub use store::{Limits, SqliteStore};
