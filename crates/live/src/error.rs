//! Errors that end a participant's connection before the contest closes.

use std::time::Duration;

/// A reason why a participant could not stay to the end.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The join link could not be followed.
    #[error("failed to follow the join link: is the server running at {base}?")]
    Join {
        /// The server's address.
        base: String,
        /// The error of the request.
        #[source]
        source: reqwest::Error,
    },
    /// The join link leads to no seat.
    #[error("the join link leads to no seat (the server answered {status}): ask the organiser for a new one")]
    NoSeat {
        /// The HTTP status of the answer.
        status: u16,
    },
    /// The server's address cannot be used.
    #[error("`{address}` is no address of a server, such as http://127.0.0.1:8080")]
    Address {
        /// The address.
        address: String,
    },
    /// The server does not let this seat connect.
    #[error("the server refused the live connection (it answered {status}): the link may have been replaced")]
    Refused {
        /// The HTTP status of the answer.
        status: u16,
    },
    /// The server was unreachable for too long.
    #[error("the server has not answered for {} seconds: start it again, and join anew", .away.as_secs())]
    Away {
        /// The time without a connection, in real time.
        away: Duration,
        /// The error of the last attempt.
        #[source]
        source: Box<tokio_tungstenite::tungstenite::Error>,
    },
    /// The server closed the connection for good.
    #[error("the server ended the connection: {reason}")]
    Dismissed {
        /// The reason, in the server's words.
        reason: String,
    },
    /// The server did not carry out the action of a form.
    #[error("the server did not do `{action}` (it answered {status})")]
    NotDone {
        /// The action.
        action: String,
        /// The HTTP status of the answer.
        status: u16,
    },
    /// The server did not answer with the rules.
    #[error(
        "the server did not say what the rules are (it answered {status}): do both come from the same version of viva?"
    )]
    NoRules {
        /// The HTTP status of the answer.
        status: u16,
    },
    /// The server sent a frame that this program does not understand.
    #[error("the server sent a frame that is not understood: do both come from the same version of viva?")]
    Frame(#[source] serde_json::Error),
    /// The server's record lacks updates that this seat has seen.
    #[error("the server's record is not the one this seat has seen: join the contest anew")]
    AnotherRecord,
}
