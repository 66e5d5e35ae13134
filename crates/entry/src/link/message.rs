//! The messages between a contest and the link of an entry.

use std::sync::Arc;

use rulebook::Key;

use crate::{Incident, JudgeFile, Spelled};

/// A message from the contest to an entry's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToEntry {
    /// The conversation is open: the judge may begin.
    Began,
    /// The judge pressed a key.
    Key(Key),
    /// The judge shows a file. A program that does not take its kind receives a sentence about it.
    Shown(Arc<JudgeFile>),
    /// The conversation is over; the link ends.
    Ended,
}

/// A message from a link to the contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromEntry {
    /// The program is running and listening; repeated after every restart. A program over stdio listens when it has
    /// printed its declared line, or is seen to read its standard input; one of the terminal protocol, when it has
    /// printed its welcome; one of the directory protocol, when it has read its directory, if the system reports that.
    Ready,
    /// The program pressed a key.
    Key(Key),
    /// The program said a whole line, given without its end; only if [`Setup::typing`](crate::Setup::typing) leaves typing to the contest.
    Line(String),
    /// An event for the organiser; never shown to a judge.
    Incident(Incident),
    /// A finished line of the judge reached the program with some characters replaced.
    Told(Spelled),
    /// The cost of an answer; after each answer of an entry whose server counts tokens.
    Spent(Usage),
}

/// The requests to a server, and their cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of requests, including failed ones.
    pub requests: u32,
    /// The tokens sent; 0 if the server does not count.
    pub prompt_tokens: u64,
    /// The tokens received; 0 if the server does not count.
    pub completion_tokens: u64,
    /// The cost, in millionths of the currency; 0 without a known price.
    pub cost_micro: u64,
}
