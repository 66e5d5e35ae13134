//! What a participant and its server say to each other, as far as a load needs to know.

use std::{borrow::Cow, time::Duration};

pub use live::Stream as Socket;

use crate::error::LoadError;

/// What travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// Single keys.
    Keys,
    /// Messages.
    Messages,
}

/// What a frame of the server says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<'f> {
    /// The round is open: one may speak.
    Open,
    /// The partner's key, by its name, or message.
    Partner(Cow<'f, str>),
    /// What was sent under this number is recorded.
    Done(u64),
    /// What was sent under this number is not taken, and why.
    Refused(Option<u64>, Cow<'f, str>),
    /// An update is missing, or came twice: the server broke its promise.
    Gap,
    /// This has to be sent.
    Reply(&'static str),
}

/// How one participant speaks with its server.
pub trait Dialect: Send + 'static {
    /// Connects, for the first time or again; what was shown already is not asked for again, where the server knows it.
    fn connect(&mut self) -> impl Future<Output = Result<Socket, LoadError>> + Send;

    /// The frame that sends a key or a message under this number.
    fn frame(&self, number: u64, medium: Medium, said: &str) -> String;

    /// Reads a frame.
    ///
    /// # Errors
    /// When it is not understood.
    fn read<'f>(&mut self, frame: &'f str, heard: &mut Vec<Heard<'f>>) -> Result<(), LoadError>;

    /// What has to be sent now and then although nothing happens, and how often.
    fn heartbeat(&self) -> (Duration, String);

    /// Whether the server answers what is sent, so that what was not answered is sent again after a break.
    fn is_answered(&self) -> bool;
}
