//! The event store: events are written once, in order, and never changed. Only their private data may be removed.

use futures_util::future::BoxFuture;

use crate::{AppendError, DeedRow, Fence, NoteRow, StoreError};

/// An event to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The stream it belongs to, unique within its contest.
    pub stream: String,
    /// The number it must get in its stream, from 1. It proves how far the writer had read when it decided.
    pub number: u64,
    /// The canonical bytes that go into the record's tree.
    pub leaf: Vec<u8>,
    /// The data that the leaf only commits to: a text and its salt, for instance.
    pub private: Option<Vec<u8>>,
}

/// Events to store at once, and the conditions for storing them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The events, in their order.
    pub events: Vec<NewEvent>,
    /// Streams that the writer has read and adds nothing to: none of them may have grown since.
    pub unmoved: Vec<StreamHead>,
    /// The leases under which the writer acts: each must still be held under this number.
    pub under: Vec<Fence>,
    /// Notes stored in the same step as the events; ignored when there are no events. An existing note of the same kind
    /// and name stays.
    pub notes: Vec<NoteRow>,
    /// Organisers' actions stored in the same step as the events; ignored when there are no events.
    pub deeds: Vec<DeedRow>,
}

impl From<Vec<NewEvent>> for Batch {
    /// These events, without conditions.
    fn from(events: Vec<NewEvent>) -> Self {
        Self { events, ..Self::default() }
    }
}

/// The head of a stream: the number of its last event.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StreamHead {
    /// The stream.
    pub stream: String,
    /// The number of its last event; 0 when it has none.
    pub number: u64,
}

/// An event in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its position in the contest's record, from 1, without gaps.
    pub position: u64,
    /// The stream it belongs to.
    pub stream: String,
    /// Its number in its stream, from 1, without gaps.
    pub number: u64,
    /// The canonical bytes that go into the record's tree, unchanged.
    pub leaf: Vec<u8>,
    /// The data that the leaf only commits to.
    pub private: Option<Vec<u8>>,
}

impl StoredEvent {
    /// Whether this is the stored form of that event.
    pub(crate) fn is(&self, event: &NewEvent) -> bool {
        let NewEvent { stream, number, leaf, private } = event;
        (&self.stream, &self.number, &self.leaf, &self.private) == (stream, number, leaf, private)
    }
}

/// The rest of an event's private data after a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redaction {
    /// The event's position in the contest's record, from 1.
    pub position: u64,
    /// The private data to leave; `None` removes all of it.
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
    /// A batch is stored once however often it is appended: when all its events are stored already, next to each other
    /// and byte for byte, the answer is their position, regardless of later events. So a caller that got no answer
    /// appends again.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when a number is not the next one of its stream, or a stream has moved: read on,
    /// decide again. [`AppendError::LostLease`] when another holder acts now. [`AppendError::Full`] when there is no
    /// room. [`AppendError::Unavailable`] when no answer came: the batch may or may not be stored.
    /// [`AppendError::Failed`] when the engine failed. Except for `Unavailable`, nothing was stored.
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>>;

    /// Returns the events of a contest after a position (0 for the first), in order, at most `limit` of them.
    ///
    /// An unknown contest has no events.
    ///
    /// # Errors
    /// When the engine fails.
    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>>;

    /// Removes private data of events for good and leaves only the given rest. The events themselves stay as they are.
    ///
    /// When it returns, no reader sees the removed data any more, and no file of an engine on this machine holds a byte
    /// of it; in a database on another machine the rows are free for reuse. Earlier copies still have it.
    ///
    /// Safe to call again after a failure: an event with no more private data than the given rest stays as it is.
    /// Without any redaction the call finishes an earlier one that failed, and otherwise does nothing.
    ///
    /// # Errors
    /// When the engine fails. Some of the data may be removed by then, and not all; call again.
    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>>;
}
