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

    pub(crate) fn outcome(&self, lost: u64) -> LoadOutcome {
        let read = |counter: &AtomicU64| counter.load(Relaxed);
        LoadOutcome {
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
            ..LoadOutcome::default()
        }
    }
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// The outcome of a load.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[schemars(rename = "Outcome")]
pub struct LoadOutcome {
    /// Conversations with a participant on both sides.
    pub conversations: usize,
    /// Open sockets.
    pub sockets: usize,
    /// The time of the talk, in seconds.
    pub seconds: f64,
    /// Keys or messages sent.
    pub sent: u64,
    /// Keys or messages shown to the other side, each counted once.
    pub shown: u64,
    /// Keys or messages never shown to the other side, not even in the time after the end.
    pub lost: u64,
    /// Keys or messages shown again, or shown without a known sign.
    pub doubled: u64,
    /// Keys or messages shown after a later one, and gaps in the numbers of the server's updates.
    pub out_of_order: u64,
    /// Keys or messages that the server refused.
    pub refused: u64,
    /// Keys or messages left out because 63 earlier ones were not shown yet: the server is too slow for the load.
    pub held_back: u64,
    /// Connections made again after they broke, by accident or on purpose.
    pub reconnects: u64,
    /// The time from a witness's sending until the judge was shown it.
    pub to_judges: Delays,
    /// The time from a judge's sending until the witness was shown it.
    pub to_witnesses: Delays,
    /// The time from sending until the server's answer that it is recorded.
    pub done: Delays,
    /// The server's processor time for a million keys or messages, in seconds.
    pub cpu_s_per_million: Option<f64>,
    /// The growth of the server's memory for each socket, before the talk, in KiB.
    pub kib_per_socket: Option<f64>,
    /// The server's memory at the end, in MiB.
    pub resident_mib: Option<f64>,
    /// The reason for the first refusal.
    pub refusal: Option<String>,
}

impl LoadOutcome {
    /// True if everything was shown once and in order, and the server refused nothing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost + self.doubled + self.out_of_order + self.refused == 0
    }
}
