//! The storage of contests: the append-only event store, the notification bus, and the register of facts that are not
//! events.
//!
//! Four traits hide the engine from the rest of the program:
//!
//! - [`EventStore`] keeps events. A batch is durable when [`EventStore::append`] returns, or it was not stored at all;
//!   if two writers want the next number of a stream, one of them gets it.
//! - [`Bus`] announces that a contest has grown. It is a hint: a reader that misses one reads the store and has lost
//!   nothing.
//! - [`Registry`] keeps the contests of a folder, their invitations and sessions, and their signed checkpoints.
//! - [`Leases`] keeps the holders of exclusive tasks, such as closing a contest's rounds by the clock ([`Timers`]);
//!   writes under a lost lease are refused.
//!
//! An [`Engine`] is a store and a bus. [`Engine::embedded`] serves one machine: [`LocalBus`] is its bus, and
//! [`SqliteStore`] implements the other traits. With the feature `cluster` there is a PostgreSQL store and a NATS bus
//! for any number of servers. Nothing here interprets an event: leaves and private data are bytes.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod bus;
mod engine;
mod error;
mod event;
mod integer;
mod lease;
#[cfg(feature = "cluster")]
mod nats;
#[cfg(feature = "cluster")]
mod postgres;
mod registry;
mod sqlite;
mod timers;

pub use bus::{Bus, LocalBus};
pub use engine::{Engine, Store};
pub use error::{AppendError, BusError, Cause, OpenError, StoreError};
pub use event::{Batch, EventStore, NewEvent, Redaction, StoredEvent, StreamHead};
pub use lease::{Claim, Fence, Lease, Leases};
#[cfg(feature = "cluster")]
pub use nats::NatsBus;
#[cfg(feature = "cluster")]
pub use postgres::PostgresStore;
pub use registry::{
    AccessTokenRow, Answer, ContestRow, DEEDS_MAX, DeedRow, DraftRow, InvitationRow, NoteRow, OrganiserRow, PasskeyRow,
    Redeemed, Registry, SessionRow,
};
pub use sqlite::{Limits, SqliteReader, SqliteStore};
pub use timers::{Beat, HeldTimer, Timer, Timers};
