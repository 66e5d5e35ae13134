//! The plan of a load, and its phases.

use std::time::Duration;

use tokio::time::Instant;

use crate::{dialect::Medium, pace::Pace};

/// The plan of a load.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The unit of sending.
    pub medium: Medium,
    /// The times at which each participant sends.
    pub pace: Pace,
    /// The length of the talk.
    pub length: Duration,
    /// The mean time until a participant's connection is broken on purpose; `None` for never.
    pub reconnect_every: Option<Duration>,
    /// The time between bursts, in which all participants send several at the same moment; `None` for no bursts.
    pub burst_every: Option<Duration>,
    /// The seed of all participants' times.
    pub seed: String,
    /// The server's processes on this machine, if their usage is wanted.
    pub pids: Vec<u32>,
}

/// The phase of a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Phase {
    Gathering,
    Talking(Instant),
    Listening,
    Over,
}
