//! The store and the bus of a server, independent of the engine behind them.

use std::{path::Path, sync::Arc};

use crate::{Bus, EventStore, Leases, Limits, LocalBus, OpenError, Registry, SqliteStore, Timers};

/// All traits of a store in one.
pub trait Store: EventStore + Registry + Leases + Timers {}

impl<T: EventStore + Registry + Leases + Timers> Store for T {}

/// A store, and the bus that announces new events in it. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    /// The durable data.
    pub store: Arc<dyn Store>,
    /// The hints that a contest has grown.
    pub bus: Arc<dyn Bus>,
}

impl Engine {
    /// The engine of one machine: SQLite in this folder, which is created if missing, and a bus within the process.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub fn embedded(folder: &Path, limits: Limits) -> Result<Self, OpenError> {
        Ok(Self { store: Arc::new(SqliteStore::open(folder, limits)?), bus: Arc::new(LocalBus::new()) })
    }

    /// The engine of a cluster: a PostgreSQL database such as `postgres://viva@10.0.0.5/viva` with its password, and a
    /// NATS bus such as `nats://10.0.0.6:4222`, which need not be reachable yet.
    ///
    /// # Errors
    /// As [`PostgresStore::open`](crate::PostgresStore::open), and when the address of the bus cannot be parsed.
    #[cfg(feature = "cluster")]
    pub async fn cluster(database: &str, password: Option<&str>, bus: &str) -> Result<Self, OpenError> {
        let bus = crate::NatsBus::open(bus).await?;
        Ok(Self { store: Arc::new(crate::PostgresStore::open(database, password).await?), bus: Arc::new(bus) })
    }
}
