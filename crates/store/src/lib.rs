//! Where a contest is kept: the append-only event store, the notification bus, and the register of what is not an event.
//!
//! Four traits, so that the rest of the program does not know which engine is behind them:
//!
//! - [`EventStore`] keeps events. A batch is durable when [`EventStore::append`] returns, or it was not stored at all;
//!   two writers who both want the next number of a stream cannot both have it.
//! - [`Bus`] tells that a contest has grown. It is a hint: whoever misses one reads the store and has lost nothing.
//! - [`Registry`] keeps the contests of a folder, their invitations and sessions, and their signed checkpoints.
//! - [`Leases`] keeps who does what only one may do, such as closing a contest's rounds by the clock ([`Timers`]); what
//!   somebody writes who has lost its lease is refused.
//!
//! An [`Engine`] is a store and a bus. [`Engine::embedded`] is that of one machine: [`SqliteStore`] behind all traits but the
//! second, [`LocalBus`] behind that. With the feature `cluster` there is a PostgreSQL store and a NATS bus for any number of
//! servers. Nothing here interprets an event: a leaf is bytes, and so is what is private to it.

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
pub use event::{Batch, EventStore, Head, NewEvent, Redaction, StoredEvent};
pub use lease::{Claim, Fence, Lease, Leases};
#[cfg(feature = "cluster")]
pub use nats::NatsBus;
#[cfg(feature = "cluster")]
pub use postgres::PostgresStore;
pub use registry::{
    Answer, ContestRow, DEEDS_MAX, DeedRow, DraftRow, InvitationRow, NoteRow, OrganiserRow, Redeemed, Registry,
    SessionRow,
};
pub use sqlite::{Limits, SqliteReader, SqliteStore};
pub use timers::{Beat, Held, Timer, Timers};
