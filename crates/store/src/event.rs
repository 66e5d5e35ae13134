//! The event store: what is written once, in order, and never changed; private data of it may be taken away.

use futures_util::future::BoxFuture;

use crate::{AppendError, DeedRow, Fence, NoteRow, StoreError};

/// An event that somebody wants stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The stream it belongs to, unique within its contest.
    pub stream: String,
    /// The number it must get in its stream, from 1. This is how a writer says what it had read when it decided.
    pub number: u64,
    /// The canonical bytes that go into the record's tree.
    pub leaf: Vec<u8>,
    /// What the leaf only commits to: a text and its salt, for instance.
    pub private: Option<Vec<u8>>,
}

/// What a writer wants stored at once, and what it takes for granted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The events, in their order.
    pub events: Vec<NewEvent>,
    /// Streams that the writer has read and adds nothing to: none of them may have grown meanwhile.
    pub unmoved: Vec<Head>,
    /// The leases under which the writer acts: each must still be held under this number.
    pub under: Vec<Fence>,
    /// Notes that are kept with the events, in the same step; none where there are no events. One of the same kind and name that is
    /// kept already stays.
    pub notes: Vec<NoteRow>,
    /// Deeds that are noted with the events, in the same step; none where there are no events.
    pub deeds: Vec<DeedRow>,
}

impl From<Vec<NewEvent>> for Batch {
    /// These events, whatever else may have happened.
    fn from(events: Vec<NewEvent>) -> Self {
        Self { events, ..Self::default() }
    }
}

/// How far a stream has come.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Head {
    /// The stream.
    pub stream: String,
    /// The number of its last event; 0 when it has none.
    pub number: u64,
}

/// An event as it stands in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Place in the contest's record, from 1, without gaps.
    pub position: u64,
    /// The stream it belongs to.
    pub stream: String,
    /// Its number in its stream, from 1, without gaps.
    pub number: u64,
    /// The canonical bytes that go into the record's tree, unchanged.
    pub leaf: Vec<u8>,
    /// What the leaf only commits to.
    pub private: Option<Vec<u8>>,
}

impl StoredEvent {
    /// Whether this is what became of an event that somebody wanted stored.
    pub(crate) fn is(&self, event: &NewEvent) -> bool {
        let NewEvent { stream, number, leaf, private } = event;
        (&self.stream, &self.number, &self.leaf, &self.private) == (stream, number, leaf, private)
    }
}

/// What is left of an event when private data of it is taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redaction {
    /// Its place in the contest's record, from 1.
    pub position: u64,
    /// What is left of its private data; nothing where all of it goes.
    pub left: Option<Vec<u8>>,
}

/// Keeps the events of many contests, each in one order that every reader sees.
pub trait EventStore: Send + Sync {
    /// Stores all events of the batch, next to each other and in this order, or none of them. They are durable when it
    /// returns.
    ///
    /// Returns the position of the last event given, or of the contest's last event when the batch has none (0 when the
    /// contest has none either). Dropping the future does not take the events back.
    ///
    /// A batch is stored once however often it is appended: when all its events are there already, next to each other and
    /// byte for byte, the answer is where they are, whatever has happened since. So whoever got no answer asks again.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when a number is not the next one of its stream, or a stream has moved: read on, decide
    /// again. [`AppendError::LostLease`] when somebody else acts now. [`AppendError::Full`] when there is no room.
    /// [`AppendError::Unavailable`] when no answer came: the batch may or may not be stored. [`AppendError::Failed`] when
    /// the engine failed. But for `Unavailable`, nothing was stored.
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>>;

    /// The events of a contest after a position (0 for the first), in order, at most `limit` of them.
    ///
    /// A contest without events, and one nobody has heard of, answer with none.
    ///
    /// # Errors
    /// When the engine fails.
    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>>;

    /// Takes private data of events away, for good: of each only so much is left. The events themselves stay as they are.
    ///
    /// When it returns, nobody reads what was taken away any more, and no file of an engine on this machine holds a byte of it; of a
    /// database on another machine the rows are free to be written over. Copies that were made before still have it. An event that
    /// has no more private data than is to be left stays as it is, so that this can be asked for again after a failure; without any
    /// redaction it finishes what failed before, and costs nothing where nothing did.
    ///
    /// # Errors
    /// When the engine fails. Some of it may be taken away then, and not all; ask again.
    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>>;
}
