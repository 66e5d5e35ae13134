//! What comes of taking part elsewhere: orders for the link, and notes for whoever looks on.

use rulebook::Key;

/// What becomes of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// A link is to be started, for the round of this number, from 1.
    Starts(u16),
    /// Talk is open.
    Begins,
    /// The judge pressed a key.
    Key(Key),
    /// Talk is over; the link ends.
    Ends,
}

/// What somebody who looks on should know. Prints as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The server knows us.
    #[error("registered as `{id}` over Engine.IO {engine}")]
    Registered {
        /// As what.
        id: String,
        /// Which revision is spoken.
        engine: u8,
    },
    /// A round is prepared.
    #[error("round {number}: waiting for its start")]
    Prepared {
        /// From 1.
        number: u16,
    },
    /// Talk is open.
    #[error("round {number} has started")]
    Started {
        /// From 1.
        number: u16,
    },
    /// Talk is over.
    #[error("round {number} is over")]
    Over {
        /// From 1.
        number: u16,
    },
    /// No connection could be made.
    #[error("the server cannot be reached ({why}); it is tried again")]
    Unreachable {
        /// What happened.
        why: String,
    },
    /// The connection has ended.
    #[error("the connection has ended ({why}); it is made again")]
    Disconnected {
        /// What happened.
        why: String,
    },
    /// The server sent what is none of the protocol's.
    #[error("a frame of the server was ignored ({why})")]
    BadFrame {
        /// What is wrong with it.
        why: String,
    },
    /// Messages of the program were not sent.
    #[error("{count} messages of the program were dropped, because the connection was away for too long")]
    Dropped {
        /// How many.
        count: usize,
    },
}
