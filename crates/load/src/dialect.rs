//! The frames between a participant and its server, as far as a load needs them.

use std::{borrow::Cow, time::Duration};

pub use live::Stream as Socket;

use crate::error::LoadError;

/// The unit of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// Single keys.
    Keys,
    /// Messages.
    Messages,
}

/// A statement in a frame of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerStatement<'f> {
    /// The round is open: the participant may speak.
    Open,
    /// The partner's key, by its name, or message.
    Partner(Cow<'f, str>),
    /// The frame with this number is recorded.
    Done(u64),
    /// The frame with this number is refused, and the reason.
    Refused(Option<u64>, Cow<'f, str>),
    /// An update is missing or a duplicate: the server broke its promise.
    Gap,
    /// The participant must send this frame now.
    Reply(&'static str),
}

/// The protocol of one participant with its server.
pub trait Dialect: Send + 'static {
    /// Connects, for the first time or again. A new connection skips updates already shown, if the server supports
    /// that.
    fn connect(&mut self) -> impl Future<Output = Result<Socket, LoadError>> + Send;

    /// The frame that sends a key or a message under this number.
    fn frame(&self, number: u64, medium: Medium, said: &str) -> String;

    /// Reads a frame.
    ///
    /// # Errors
    /// When it cannot be parsed.
    fn read<'f>(&mut self, frame: &'f str, heard: &mut Vec<ServerStatement<'f>>) -> Result<(), LoadError>;

    /// A frame to send regularly without any other reason, and its interval.
    fn heartbeat(&self) -> (Duration, String);

    /// True if the server answers frames, so that unanswered ones are sent again after a reconnect.
    fn is_answered(&self) -> bool;
}
