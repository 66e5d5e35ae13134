//! Contest time on a machine that runs in real time.

use std::time::Duration;

use rulebook::Timestamp;
use tokio::time::Instant;

/// A clock set by the server's greeting.
#[derive(Debug, Clone, Copy)]
pub struct ServerClock {
    contest: Timestamp,
    real: Instant,
    /// Contest milliseconds per real second; at least 1.
    pace: u64,
}

impl ServerClock {
    /// A clock that shows `contest` now and runs at this pace (contest milliseconds per real second).
    #[must_use]
    pub fn set(contest: Timestamp, pace: u32) -> Self {
        Self { contest, real: Instant::now(), pace: u64::from(pace).max(1) }
    }

    /// The contest's time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let real_us = u64::try_from(self.real.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.contest + Duration::from_micros(real_us.saturating_mul(self.pace) / 1000)
    }

    /// The number of contest milliseconds in a real second; at least 1.
    #[must_use]
    pub fn pace(&self) -> u64 {
        self.pace
    }

    /// The instant at which this clock shows a contest time; in the past for a time that has passed.
    #[must_use]
    pub fn instant(&self, at: Timestamp) -> Instant {
        let contest_ms = u64::try_from(at.since(self.contest).as_millis()).unwrap_or(u64::MAX);
        self.real + Duration::from_micros(contest_ms.saturating_mul(1_000_000) / self.pace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_five_minutes_pass_in_six_seconds_at_a_pace_of_250() {
        let start = Timestamp::from_millis(1_000);
        let clock = ServerClock::set(start, 250_000);
        let wait = clock.instant(start + Duration::from_secs(25 * 60)) - clock.real;
        assert_eq!(wait, Duration::from_secs(6));
        assert!(clock.now() >= start);
    }
}
