//! The socket.io protocol of 2016 to 2019: programs connect to the contest.
//!
//! In other protocols the contest connects to the program; here programs register at an [`EntryRegistry`] by name and secret.
//! [`host`] is one conversation with such a program. In the other direction, [`client`] takes part as an entry in
//! another contest of this kind, and [`join()`] runs it. Below both, [`packet`] is the content of a WebSocket frame,
//! and [`payloads`] those of the protocol of 2016. `docs/protocols/socketio.md` is the page for authors.

mod attendance;
pub mod client;
mod entry_registry;
pub mod host;
pub mod packet;
pub mod payloads;
mod reason;
mod secret;
mod visit;

pub use crate::drivers::join::{Join, JoinError, JoinNotice, join};
pub(crate) use attendance::{Attendance, Event};
pub use entry_registry::{EntryRegistry, RegistrationAnswer};
pub use packet::FRAME_MAX;
pub use secret::{SECRET_MAX, SecretError, read_secret};
pub use visit::{In, Out, Registration, Visit};
