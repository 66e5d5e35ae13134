//! The contest's clock: the only place where the server reads one.
//!
//! Contest time follows real time, or runs faster by a fixed pace (in a demonstration). It never runs backwards, neither
//! when the system's clock is set nor when a contest is taken up again after a restart.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rulebook::Timestamp;

/// The contest's clock.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    origin: Timestamp,
    pace: f64,
}

impl Clock {
    /// A clock that shows real time from now on, or `latest` where that is later, and runs `pace` times as fast.
    ///
    /// # Panics
    /// When `pace` is not a positive number.
    #[must_use]
    pub fn start(pace: f64, latest: Option<Timestamp>) -> Self {
        assert!(pace > 0.0 && pace.is_finite(), "a clock runs forward");
        let real = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let real = Timestamp::from_millis(i64::try_from(real.as_millis()).unwrap_or(i64::MAX));
        Self { started: Instant::now(), origin: latest.map_or(real, |latest| latest.max(real)), pace }
    }

    /// Contest time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.origin + self.started.elapsed().mul_f64(self.pace)
    }

    /// How many contest seconds pass in a real second.
    #[must_use]
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// Waits until contest time has reached this moment; for ever when there is none.
    pub async fn reach(&self, moment: Option<Timestamp>) {
        match moment {
            Some(moment) => tokio::time::sleep(self.real(moment.since(self.now()))).await,
            None => std::future::pending().await,
        }
    }

    /// The real time in which this much contest time passes.
    #[must_use]
    pub fn real(&self, contest: Duration) -> Duration {
        contest.div_f64(self.pace)
    }
}
