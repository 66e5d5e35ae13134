//! Contest time for the drivers: real time since the link began, times the pace.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    began: Instant,
    pace: f64,
}

impl Clock {
    /// Starts at zero. A pace that is no positive number counts as 1.
    pub(crate) fn start(pace: f64) -> Self {
        Self { began: Instant::now(), pace: if pace.is_finite() && pace > 0.0 { pace } else { 1.0 } }
    }

    /// Contest time since the start.
    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed().mul_f64(self.pace)
    }

    /// The real moment of this contest time; one far away stands for never.
    pub(crate) fn instant(&self, time: Duration) -> Instant {
        const NEVER: Duration = Duration::from_secs(10 * 365 * 86_400);
        self.began + Duration::try_from_secs_f64(time.as_secs_f64() / self.pace).unwrap_or(NEVER).min(NEVER)
    }
}

/// Waits until then, for ever if there is no then.
pub(crate) async fn until(then: Option<Instant>) {
    match then {
        Some(then) => tokio::time::sleep_until(then).await,
        None => std::future::pending().await,
    }
}
