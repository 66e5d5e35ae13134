//! The event store: what is written once, in order, and never changed.

use futures_util::future::BoxFuture;

use crate::{AppendError, StoreError};

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

/// Keeps the events of many contests, each in one order that every reader sees.
pub trait EventStore: Send + Sync {
    /// Stores all of these events, next to each other and in this order, or none of them. They are durable when it returns.
    ///
    /// Returns the position of the contest's last event: of the last one given, or of the last one there when `events` is
    /// empty (0 when the contest has none). Dropping the future does not take the events back.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when a number is not the next one of its stream: read on, decide again.
    /// [`AppendError::Full`] when there is no room, [`AppendError::Failed`] when the engine failed; nothing was stored.
    fn append(&self, contest: &str, events: Vec<NewEvent>) -> BoxFuture<'_, Result<u64, AppendError>>;

    /// The events of a contest after a position (0 for the first), in order, at most `limit` of them.
    ///
    /// A contest without events, and one nobody has heard of, answer with none.
    ///
    /// # Errors
    /// When the engine fails.
    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>>;
}
