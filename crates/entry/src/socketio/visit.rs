//! A program's visit to a contest: its registration, and the messages in both directions.

use std::fmt;

use tokio::sync::mpsc;

/// A client's registration. Its debug form hides the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Registration {
    /// The name.
    pub id: String,
    /// The secret.
    pub secret: String,
}

/// A registered program. Dropping this value reports that the program is gone.
#[derive(Debug)]
pub struct Visit {
    /// The events to send to it. Closed to disconnect it: another registered in its place, or it did not read.
    pub to_program: mpsc::Receiver<Out>,
    /// The messages that it sent.
    pub from_program: mpsc::Sender<In>,
}

/// A message of a registered program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum In {
    /// A request for information about the round.
    RoundInformation,
    /// A request for all messages of this round.
    Recap,
    /// A message to a partner.
    Message {
        /// The text.
        content: String,
        /// The receiver.
        to: String,
    },
    /// Invalid content, with the reason.
    Malformed(String),
}

/// An event for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Out {
    /// The name of the event.
    pub event: &'static str,
    /// The JSON inside the event's text payload.
    pub json: String,
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knock").field("id", &self.id).finish_non_exhaustive()
    }
}
