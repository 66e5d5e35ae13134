//! The results of taking part on another server: orders for the link, and notes for an observer.

use rulebook::Key;

/// An order for the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Start a link for the round of this number, from 1.
    Starts(u16),
    /// The conversation is open.
    Begins,
    /// The judge pressed a key.
    Key(Key),
    /// The conversation is over; the link ends.
    Ends,
}

/// A note for an observer. Prints as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The entry is registered.
    #[error("registered as `{id}` over Engine.IO {engine}")]
    Registered {
        /// The name.
        id: String,
        /// The revision in use.
        engine: u8,
    },
    /// A round is prepared.
    #[error("round {number}: waiting for its start")]
    Prepared {
        /// The number, from 1.
        number: u16,
    },
    /// The conversation is open.
    #[error("round {number} has started")]
    Started {
        /// The number, from 1.
        number: u16,
    },
    /// The conversation is over.
    #[error("round {number} is over")]
    Over {
        /// The number, from 1.
        number: u16,
    },
    /// No connection could be made.
    #[error("the server cannot be reached ({why}); it is tried again")]
    Unreachable {
        /// The reason.
        why: String,
    },
    /// The connection has ended.
    #[error("the connection has ended ({why}); it is made again")]
    Disconnected {
        /// The reason.
        why: String,
    },
    /// The server sent a frame that the protocol does not define.
    #[error("a frame of the server was ignored ({why})")]
    BadFrame {
        /// The fault of the frame.
        why: String,
    },
    /// Messages of the program were not sent.
    #[error("{count} messages of the program were dropped, because the connection was away for too long")]
    Dropped {
        /// The number of messages.
        count: usize,
    },
}
