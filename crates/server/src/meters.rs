//! What is measured as it passes: how long commits and answers take, and who comes back. `figures` shows it.

use std::{sync::atomic::AtomicU64, time::Duration};

use prometheus_client::metrics::{
    counter::Counter,
    histogram::{Histogram, exponential_buckets},
};

/// What is measured as it passes.
#[derive(Debug, Clone)]
pub struct Meters {
    /// How long the store took to make a batch durable.
    pub(crate) commit: Histogram,
    /// How long somebody waited until what they asked for was answered.
    pub(crate) turn: Histogram,
    /// Pages and terminals that came back after their connection was lost.
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
