//! The engine of a cluster: one PostgreSQL database, any number of servers.
//!
//! `session.rs` is one connection, `pool.rs` a few of them for whoever reads or keeps the register; `schema.rs` brings the
//! database to today's format; `writer.rs` appends for all callers of this process at once, and `heads.rs` is what it knows
//! of the streams; `events.rs`, `register.rs` and `leases.rs` hold the statements; `failure.rs` says what the server's errors
//! mean.

mod events;
mod failure;
mod heads;
mod job;
mod leases;
mod pool;
mod register;
mod schema;
mod session;
mod store;
mod writer;

pub use store::PostgresStore;
