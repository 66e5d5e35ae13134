//! Errors that end a load without an outcome.

use std::{io, time::Duration};

use tokio_tungstenite::tungstenite;

/// The reason why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A join link, a server's address or a request of the organiser failed.
    #[error(transparent)]
    Live(#[from] live::LiveError),
    /// A connection could not be made.
    #[error("failed to connect to the server")]
    Connect(#[from] Box<tungstenite::Error>),
    /// A frame of the server cannot be parsed, or a participant was stopped.
    #[error("{0}")]
    Frame(String),
    /// The server refuses the introduction of a participant.
    #[error("the server refuses {what}: {why}")]
    Refused {
        /// The medium of the introduction: keys or messages.
        what: &'static str,
        /// The server's reason.
        why: String,
    },
    /// Too few participants reached a step in time.
    #[error("only {there} of {wanted} {what} within {} seconds", within.as_secs())]
    Missing {
        /// The number of participants that reached it.
        there: usize,
        /// The number of participants expected.
        wanted: usize,
        /// The step, such as "participants connected".
        what: &'static str,
        /// The time allowed.
        within: Duration,
    },
    /// The usage of a process cannot be read.
    #[error("failed to read what the server's process uses")]
    Process(#[source] io::Error),
}
