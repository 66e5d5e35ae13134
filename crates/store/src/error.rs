//! What can go wrong with a store, sorted by what a caller can do about it.
//!
//! No type of an engine stands here: what an engine or the system said is a [`Cause`], for people to read.

use std::{
    error::Error,
    fmt::{self, Display, Formatter},
    io,
    path::PathBuf,
    sync::Arc,
};

/// Why events were not stored. None of a batch was, unless the store was [`Unavailable`](Self::Unavailable).
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Somebody else was first, or the writer had not read everything: read what is new, then decide again.
    #[error(
        "stream `{stream}` has reached number {found}, so its next event cannot be number {expected} \
         (read what is new, then decide again)"
    )]
    Conflict {
        /// The stream that has moved on.
        stream: String,
        /// The number that the refused event asked for.
        expected: u64,
        /// The number of the stream's last event, counting those before it in the same batch; 0 when it has none.
        found: u64,
    },
    /// A lease that the writer acts under has gone to somebody else, or was given back: stop acting for it.
    #[error(
        "lease `{lease}` was held under number {number} and has number {found} now, or nobody holds it \
         (stop what was done under it: somebody else does it, or will)"
    )]
    LostLease {
        /// The lease.
        lease: String,
        /// The number under which the writer held it.
        number: u64,
        /// The number it has now; 0 when there is no such lease.
        found: u64,
    },
    /// The disk or the quota is full. What was stored stays readable.
    #[error("no room is left for new events (free some disk space, or raise the store's limit)")]
    Full,
    /// No answer came, so nobody knows whether the batch was stored: append the same batch again, and the answer tells.
    #[error("the store does not answer (append the same events again: they are stored once)")]
    Unavailable(#[source] Cause),
    /// The engine failed.
    #[error("failed to append events")]
    Failed(#[source] StoreError),
}

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The disk or the quota is full.
    #[error("no room is left in the store (free some disk space, or raise the store's limit)")]
    Full,
    /// The store is shutting down, or its writer has died.
    #[error("the store is closed (open it again)")]
    Closed,
    /// No answer came, for now: ask again.
    #[error("the store does not answer (look at the database and the way to it; it is tried again)")]
    Unavailable(#[source] Cause),
    /// The contest to be added is there already.
    #[error("there is a contest `{id}` in this store already (choose another id, or continue that one)")]
    ContestExists {
        /// The id that is taken.
        id: String,
    },
    /// The contest to be changed is not there.
    #[error("there is no contest `{id}` in this store")]
    NoContest {
        /// The id that nobody has.
        id: String,
    },
    /// The database is damaged.
    #[error("the database is damaged (stop the server, and restore it from a copy)")]
    Damaged(#[source] Cause),
    /// The engine failed; the source says how.
    #[error("the database failed (look at the disk, then start again: what was stored is safe)")]
    Failed(#[source] Cause),
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server works in this folder.
    #[error("folder `{folder}` is in use by another server (stop that server, or choose another folder)", folder = .folder.display())]
    Locked {
        /// The folder that was asked for.
        folder: PathBuf,
    },
    /// The address of a database cannot be understood. It is not repeated here: it may hold a password.
    #[error("the address of the database cannot be understood (write it as postgres://USER:PASSWORD@HOST/NAME)")]
    Address {
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// The address of a bus cannot be understood. It is not repeated here: it may hold a password.
    #[error("the address of the bus cannot be understood (write it as nats://HOST:4222)")]
    BusAddress {
        /// What is wrong with it.
        #[source]
        source: Cause,
    },
    /// Nobody answers there, or there is no such database.
    #[error("{place} cannot be reached (check the address, that the database exists, and that its server runs)")]
    Unavailable {
        /// The database that was asked for.
        place: String,
        /// What the system or the server said.
        #[source]
        source: Cause,
    },
    /// The database does not let us in.
    #[error("{place} does not let this user in (check user and password in its address)")]
    WrongPassword {
        /// The database that was asked for.
        place: String,
        /// What the server said.
        #[source]
        source: Cause,
    },
    /// An earlier version of this program wrote it, or none did, and it cannot be brought to today's format.
    #[error(
        "{place} has format {found} and could not be brought to format {known} (use a database of its own, whose user may make tables in it)"
    )]
    Older {
        /// The database that was asked for.
        place: String,
        /// The format found in it; 0 when it was made by no version of this program.
        found: u32,
        /// The format that this program needs.
        known: u32,
        /// What the server said.
        #[source]
        source: Cause,
    },
    /// A later version of this program wrote it.
    #[error(
        "{place} has format {found}, and this program knows formats up to {known} (use the version that wrote it, or a later one)"
    )]
    Newer {
        /// The store that was asked for.
        place: String,
        /// The format found in it.
        found: u32,
        /// The latest format this program knows.
        known: u32,
    },
    /// The folder, or a file in it, cannot be made, read or written.
    #[error("cannot use `{path}` (check that it exists, that it is yours and that the disk has room)", path = .path.display())]
    Files {
        /// The folder or file in question.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The disk is full: not even what an opened database writes first has room.
    #[error("{place} cannot be opened: its disk is full (make room: 100 MB is a good start)")]
    Full {
        /// The database.
        place: String,
        /// The engine's message.
        #[source]
        source: Cause,
    },
    /// The database is damaged, is none, or stands on a disk that cannot hold one.
    #[error("cannot use {place} as a database (restore it from a copy, or choose a folder on a local disk)")]
    Damaged {
        /// The database.
        place: String,
        /// The engine's message.
        #[source]
        source: Cause,
    },
}

/// Why other servers were not told that a contest has grown. They learn it later: the store has it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the other servers were not told at once (look at the bus; nothing is lost, they only hear of it later)")]
pub struct BusError(#[source] pub Cause);

/// What an engine or the system said about a failure: to be read by people, never matched on. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// The cause as somebody else told it: an error, or a sentence.
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
