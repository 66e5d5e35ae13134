//! What is done to a server, and how far that is.

use std::time::Duration;

use tokio::time::Instant;

use crate::{dialect::Medium, pace::Pace};

/// What is done to the server.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What travels.
    pub medium: Medium,
    /// When each participant sends.
    pub pace: Pace,
    /// For how long.
    pub length: Duration,
    /// How often a participant's connection breaks, on average; absent: never.
    pub reconnect_every: Option<Duration>,
    /// How often everybody sends several at the same moment; absent: never.
    pub burst_every: Option<Duration>,
    /// Fixes everybody's moments.
    pub seed: String,
    /// The server's processes on this machine, where their use is wanted.
    pub pids: Vec<u32>,
}

/// Where a load is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Phase {
    Gathering,
    Talking(Instant),
    Listening,
    Over,
}
