//! The socket.io protocol of 2016 to 2019: programs connect to the contest.
//!
//! In other protocols the contest connects to the program; here programs register at a [`Door`] by name and secret.
//! [`host`] is one conversation with such a program. In the other direction, [`client`] takes part as an entry in
//! another contest of this kind, and [`join()`] runs it. Below both, [`packet`] is the content of a WebSocket frame,
//! and [`words`] the payloads of the protocol of 2016. `docs/protocols/socketio.md` is the page for authors.

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

/// The maximum size of a frame from a program, or from a contest's server, in bytes.
pub const FRAME_MAX: usize = 256 * 1_024;

/// A reason without control characters, of at most 160 characters.
fn plain(why: &str) -> String {
    why.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(160).collect()
}
