//! Errors of a store, sorted by the caller's possible reactions.
//!
//! No type of an engine appears here: a message of an engine or of the system is a [`Cause`], for people to read.

use std::{
    error::Error,
    fmt::{self, Display, Formatter},
    io,
    path::PathBuf,
    sync::Arc,
};

/// The reason why events were not stored. Nothing of the batch was stored, except perhaps after
/// [`Unavailable`](Self::Unavailable).
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Another writer was first, or this one had not read everything: read the new events, then decide again.
    #[error(
        "stream `{stream}` has reached number {found}, so its next event cannot be number {expected} \
         (read what is new, then decide again)"
    )]
    Conflict {
        /// The stream with a different head.
        stream: String,
        /// The number that the refused event asked for.
        expected: u64,
        /// The number of the stream's last event, counting earlier events of the same batch; 0 when it has none.
        found: u64,
    },
    /// Another holder has a lease that the writer acts under, or it was given back: stop acting for it.
    #[error(
        "lease `{lease}` was held under number {number} and has number {found} now, or nobody holds it \
         (stop what was done under it: somebody else does it, or will)"
    )]
    LostLease {
        /// The lease.
        lease: String,
        /// The number under which the writer held it.
        number: u64,
        /// Its number now; 0 when there is no such lease.
        found: u64,
    },
    /// The disk or the quota is full. Stored events stay readable.
    #[error("no room is left for new events (free some disk space, or raise the store's limit)")]
    Full,
    /// No answer came, so the batch may or may not be stored. Append the same batch again to find out.
    #[error("the store does not answer (append the same events again: they are stored once)")]
    Unavailable(#[source] Cause),
    /// The engine failed.
    #[error("failed to append events")]
    Failed(#[source] StoreError),
}

/// The reason why a store refused or failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The disk or the quota is full.
    #[error("no room is left in the store (free some disk space, or raise the store's limit)")]
    Full,
    /// The store is shutting down, or its writer has died.
    #[error("the store is closed (open it again)")]
    Closed,
    /// No answer came for now: ask again.
    #[error("the store does not answer (look at the database and the way to it; it is tried again)")]
    Unavailable(#[source] Cause),
    /// A contest with this id exists already.
    #[error("there is a contest `{id}` in this store already (choose another id, or continue that one)")]
    ContestExists {
        /// The id in use.
        id: String,
    },
    /// The contest to change does not exist.
    #[error("there is no contest `{id}` in this store")]
    NoContest {
        /// The unknown id.
        id: String,
    },
    /// The database is damaged.
    #[error("the database is damaged (stop the server, and restore it from a copy)")]
    Damaged(#[source] Cause),
    /// The engine failed; the source has the reason.
    #[error("the database failed (look at the disk, then start again: what was stored is safe)")]
    Failed(#[source] Cause),
}

/// The reason why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server works in this folder.
    #[error("folder `{folder}` is in use by another server (stop that server, or choose another folder)", folder = .folder.display())]
    Locked {
        /// The requested folder.
        folder: PathBuf,
    },
    /// The address of the database cannot be parsed. It is not repeated here: it may hold a password.
    #[error("the address of the database cannot be understood (write it as postgres://USER:PASSWORD@HOST/NAME)")]
    Address {
        /// The fault in it.
        #[source]
        source: Cause,
    },
    /// The address of the bus cannot be parsed. It is not repeated here: it may hold a password.
    #[error("the address of the bus cannot be understood (write it as nats://HOST:4222)")]
    BusAddress {
        /// The fault in it.
        #[source]
        source: Cause,
    },
    /// The server does not answer, or it has no such database.
    #[error("{place} cannot be reached (check the address, that the database exists, and that its server runs)")]
    Unavailable {
        /// The requested database.
        place: String,
        /// The message of the system or the server.
        #[source]
        source: Cause,
    },
    /// The database rejects this user or password.
    #[error("{place} does not let this user in (check user and password in its address)")]
    WrongPassword {
        /// The requested database.
        place: String,
        /// The server's message.
        #[source]
        source: Cause,
    },
    /// The database has an older format, or none of ours, and could not be brought to today's format.
    #[error(
        "{place} has format {found} and could not be brought to format {known} (use a database of its own, whose user may make tables in it)"
    )]
    Older {
        /// The requested database.
        place: String,
        /// Its format; 0 when no version of this program created it.
        found: u32,
        /// The format that this program needs.
        known: u32,
        /// The server's message.
        #[source]
        source: Cause,
    },
    /// A later version of this program wrote it.
    #[error(
        "{place} has format {found}, and this program knows formats up to {known} (use the version that wrote it, or a later one)"
    )]
    Newer {
        /// The requested store.
        place: String,
        /// Its format.
        found: u32,
        /// The latest format this program knows.
        known: u32,
    },
    /// The folder, or a file in it, cannot be created, read or written.
    #[error("cannot use `{path}` (check that it exists, that it is yours and that the disk has room)", path = .path.display())]
    Files {
        /// The folder or file in question.
        path: PathBuf,
        /// The system's message.
        #[source]
        source: io::Error,
    },
    /// The disk is full: it has no room even for the first write to an opened database.
    #[error("{place} cannot be opened: its disk is full (make room: 100 MB is a good start)")]
    Full {
        /// The database.
        place: String,
        /// The engine's message.
        #[source]
        source: Cause,
    },
    /// The file is damaged, is not a database, or is on a disk that cannot hold one.
    #[error("cannot use {place} as a database (restore it from a copy, or choose a folder on a local disk)")]
    Damaged {
        /// The database.
        place: String,
        /// The engine's message.
        #[source]
        source: Cause,
    },
}

/// The reason why other servers do not know at once that a contest has grown. They learn it later from the store.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the other servers were not told at once (look at the bus; nothing is lost, they only hear of it later)")]
pub struct BusError(#[source] pub Cause);

/// A message of an engine or of the system about a failure: for people to read, never matched on. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// A cause from an error or a sentence.
    pub fn new(said: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(said.into()))
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::Full,
            StoreError::Unavailable(cause) => Self::Unavailable(cause),
            other => Self::Failed(other),
        }
    }
}
