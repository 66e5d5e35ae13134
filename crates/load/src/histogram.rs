//! A histogram of delays, accurate to 3 per cent, from a microsecond to hours, filled by many tasks at once.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use schemars::JsonSchema;
use serde::Serialize;

/// The number of counters for each power of two.
const STEPS: u64 = 32;

/// Enough for 2^40 microseconds, twelve days.
const COUNTERS: usize = (STEPS * 37) as usize;

/// A histogram of delays.
pub(crate) struct Histogram {
    counters: Box<[AtomicU64]>,
    longest_us: AtomicU64,
}

/// The delays of a load, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub struct Delays {
    /// The number of delays.
    pub count: u64,
    /// The median.
    pub p50_ms: f64,
    /// The 99th percentile.
    pub p99_ms: f64,
    /// The longest delay.
    pub max_ms: f64,
}

impl Histogram {
    pub(crate) fn new() -> Self {
        Self { counters: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(), longest_us: AtomicU64::new(0) }
    }

    pub(crate) fn count(&self, delay: Duration) {
        let us = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
        self.counters[index(us)].fetch_add(1, Relaxed);
        self.longest_us.fetch_max(us, Relaxed);
    }

    pub(crate) fn delays(&self) -> Delays {
        let counts: Vec<u64> = self.counters.iter().map(|counter| counter.load(Relaxed)).collect();
        let count: u64 = counts.iter().sum();
        let longest = self.longest_us.load(Relaxed);
        let share = |per_cent: u64| -> f64 {
            let wanted = (count * per_cent).div_ceil(100).max(1);
            let mut so_far = 0;
            let at = counts.iter().position(|n| {
                so_far += n;
                so_far >= wanted
            });
            at.map_or(0.0, |at| milliseconds(upper(at).min(longest)))
        };
        Delays { count, p50_ms: share(50), p99_ms: share(99), max_ms: milliseconds(longest) }
    }
}

/// The counter of a delay: below 32 microseconds one each, above 32 for each power of two.
fn index(us: u64) -> usize {
    let index = match us.checked_ilog2() {
        Some(power) if us >= STEPS => {
            let shift = u64::from(power) - 5;
            (shift + 1) * STEPS + (us >> shift) - STEPS
        }
        _ => us,
    };
    usize::try_from(index).unwrap_or(usize::MAX).min(COUNTERS - 1)
}

/// The longest delay of a counter, in microseconds.
fn upper(index: usize) -> u64 {
    let index = index as u64;
    match index.checked_sub(STEPS) {
        None => index,
        Some(above) => {
            let shift = above / STEPS;
            ((STEPS + above % STEPS + 1) << shift) - 1
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "delays are far shorter than 2^53 microseconds")]
fn milliseconds(us: u64) -> f64 {
    us as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_holds_its_longest_delay_and_the_next_holds_the_one_after() {
        for at in 0..COUNTERS - 1 {
            assert_eq!(index(upper(at)), at);
            assert_eq!(index(upper(at) + 1), at + 1);
        }
        assert_eq!(index(u64::MAX), COUNTERS - 1);
    }

    #[test]
    fn the_median_the_99th_and_the_longest_of_a_thousand_delays() {
        let histogram = Histogram::new();
        (1..=1000).for_each(|ms| histogram.count(Duration::from_millis(ms)));
        let delays = histogram.delays();
        assert_eq!((delays.count, delays.max_ms), (1000, 1000.0));
        assert!((500.0..516.0).contains(&delays.p50_ms), "{delays:?}");
        assert!((990.0..=1000.0).contains(&delays.p99_ms), "{delays:?}");
        assert_eq!(Histogram::new().delays(), Delays::default());
    }
}
