//! The outcome of a load: counts and delays.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use schemars::JsonSchema;
use serde::Serialize;

use crate::histogram::{Delays, Histogram};

/// The counters shared by all participants.
pub(crate) struct Counts {
    pub(crate) sent: AtomicU64,
    pub(crate) shown: AtomicU64,
    pub(crate) doubled: AtomicU64,
    pub(crate) out_of_order: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) held_back: AtomicU64,
    /// Frames neither answered nor refused yet, where the server answers.
    pub(crate) unanswered: AtomicU64,
    pub(crate) reconnects: AtomicU64,
    pub(crate) to_judges: Histogram,
    pub(crate) to_witnesses: Histogram,
    pub(crate) done: Histogram,
}

impl Counts {
    pub(crate) fn new() -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            sent: zero(),
            shown: zero(),
            doubled: zero(),
            out_of_order: zero(),
            refused: zero(),
            held_back: zero(),
            unanswered: zero(),
            reconnects: zero(),
            to_judges: Histogram::new(),
            to_witnesses: Histogram::new(),
            done: Histogram::new(),
        }
    }

    pub(crate) fn outcome(&self, lost: u64) -> Outcome {
        let read = |counter: &AtomicU64| counter.load(Relaxed);
        Outcome {
            sent: read(&self.sent),
            shown: read(&self.shown),
            lost,
            doubled: read(&self.doubled),
            out_of_order: read(&self.out_of_order),
            refused: read(&self.refused),
            held_back: read(&self.held_back),
            reconnects: read(&self.reconnects),
            to_judges: self.to_judges.delays(),
            to_witnesses: self.to_witnesses.delays(),
            done: self.done.delays(),
            ..Outcome::default()
        }
    }
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// What a load came to.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Outcome {
    /// Conversations with somebody on both sides.
    pub conversations: usize,
    /// Sockets that were open.
    pub sockets: usize,
    /// How long was typed, in seconds.
    pub seconds: f64,
    /// Keys or messages sent.
    pub sent: u64,
    /// Those that the other side was shown, each once.
    pub shown: u64,
    /// Those that it was never shown, although there was time after the end.
    pub lost: u64,
    /// Those that came more than once.
    pub doubled: u64,
    /// Those that came after what was sent later.
    pub out_of_order: u64,
    /// Those that the server did not take.
    pub refused: u64,
    /// Those that were not sent in time because 63 before them had not been shown: the server is too slow for the load.
    pub held_back: u64,
    /// Connections that broke, or were broken on purpose, and were made again.
    pub reconnects: u64,
    /// From sending to the moment when the judge on the other side was shown it.
    pub to_judges: Delays,
    /// The same where a witness is on the other side.
    pub to_witnesses: Delays,
    /// From sending to the answer that it is recorded.
    pub done: Delays,
    /// The server's processor time for a million keys or messages, in seconds.
    pub cpu_s_per_million: Option<f64>,
    /// What the server's memory grew by for each socket, in KiB.
    pub kib_per_socket: Option<f64>,
    /// The server's memory at the end, in MiB.
    pub resident_mib: Option<f64>,
    /// The first reason for which something was refused.
    pub refusal: Option<String>,
}

impl Outcome {
    /// Whether everything that was sent came, once, and in order.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost + self.doubled + self.out_of_order + self.refused == 0
    }
}
