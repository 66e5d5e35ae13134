//! Meters of passing events: the durations of commits and answers, and reconnections. `figures` shows them.

use std::{sync::atomic::AtomicU64, time::Duration};

use prometheus_client::metrics::{
    counter::Counter,
    histogram::{Histogram, exponential_buckets},
};

/// The meters of passing events.
#[derive(Debug, Clone)]
pub struct Meters {
    /// The time in which the store made a batch durable.
    pub(crate) commit: Histogram,
    /// The time between a command and its answer.
    pub(crate) turn: Histogram,
    /// Pages and terminals that reconnected after a lost connection.
    pub(crate) reconnects: Counter<u64, AtomicU64>,
}

impl Default for Meters {
    fn default() -> Self {
        // From half a millisecond to sixteen seconds.
        let histogram = || Histogram::new(exponential_buckets(0.0005, 2.0, 16));
        Self { commit: histogram(), turn: histogram(), reconnects: Counter::default() }
    }
}

impl Meters {
    pub(crate) fn committed(&self, took: Duration) {
        self.commit.observe(took.as_secs_f64());
    }

    pub(crate) fn answered(&self, took: Duration) {
        self.turn.observe(took.as_secs_f64());
    }

    pub(crate) fn reconnected(&self) {
        self.reconnects.inc();
    }
}
