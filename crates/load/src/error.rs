//! What keeps a load from having an outcome.

use std::{io, time::Duration};

use tokio_tungstenite::tungstenite;

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A participant could not follow its link.
    #[error(transparent)]
    Live(#[from] live::LiveError),
    /// A connection could not be made.
    #[error("failed to connect to the server")]
    Connect(#[from] Box<tungstenite::Error>),
    /// The server said what is not understood.
    #[error("{0}")]
    Frame(String),
    /// The server does not take what participants introduce themselves with.
    #[error("the server refuses {what}: {why}")]
    Refused {
        /// What was sent: keys or messages.
        what: &'static str,
        /// The server's reason.
        why: String,
    },
    /// Not everybody is there.
    #[error("only {there} of {wanted} {what} within {} seconds", within.as_secs())]
    Missing {
        /// How many did it.
        there: usize,
        /// How many should have.
        wanted: usize,
        /// Did what.
        what: &'static str,
        /// In how long.
        within: Duration,
    },
    /// A process cannot be looked at.
    #[error("failed to read what the server's process uses")]
    Process(#[source] io::Error),
}
