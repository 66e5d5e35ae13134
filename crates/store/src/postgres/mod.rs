//! The engine of a cluster: one PostgreSQL database, any number of servers.
//!
//! `session.rs` is one connection, `pool.rs` a few of them for reads and for the register; `schema.rs` upgrades the
//! database to today's format; `writer.rs` appends for all callers of this process at once, and `heads.rs` caches the
//! ends of the streams for it; `events.rs`, `register.rs` and `leases.rs` hold the statements; `failure.rs` translates
//! the server's errors.

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
