//! The socket.io protocol of 2016 to 2019: programs connect to the contest.
//!
//! Elsewhere the contest goes to the program; here programs knock at a [`Door`] and are let in by name and secret. What
//! one of them says and hears in a conversation is [`host`]. The other way round, [`client`] takes part as an entry in
//! somebody else's contest of this kind, and [`join()`] runs it. Below both, [`packet`] is what travels in a WebSocket
//! frame, and [`words`] what the protocol of 2016 put into it. `docs/protocols/socketio.md` is the page for authors.

mod attendance;
pub mod client;
mod door;
pub mod host;
pub mod packet;
mod secret;
pub mod words;

pub use crate::drivers::join::{Heard, Join, JoinError, join};
pub(crate) use attendance::{Attendance, Event};
pub use door::{Door, In, Knock, Knocked, Out, Visit};
pub use secret::{SECRET_MAX, SecretError, read_secret};

/// The most bytes of a frame of a program, or of a contest's server.
pub const FRAME_MAX: usize = 256 * 1_024;

/// A reason without control characters, of at most 160 characters.
fn plain(why: &str) -> String {
    why.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(160).collect()
}
