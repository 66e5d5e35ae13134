//! Contest time for the drivers: real time since the link began, times the pace.

use std::time::Duration;

use tokio::time::Instant;

/// Contest seconds per real second: 1, except in fast time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace(f64);

impl Pace {
    /// Real time.
    pub const REAL: Self = Self(1.0);

    /// Contest seconds per real second. Any value other than a positive number counts as 1.
    #[must_use]
    pub fn new(pace: f64) -> Self {
        if pace.is_finite() && pace > 0.0 { Self(pace) } else { Self::REAL }
    }

    /// Contest seconds per real second: a positive number.
    #[must_use]
    pub fn factor(self) -> f64 {
        self.0
    }

    /// The contest time that passes in this real time. Work on a program's machine takes as long in fast time.
    pub(crate) fn contest(self, real: Duration) -> Duration {
        Duration::try_from_secs_f64(real.as_secs_f64() * self.0).unwrap_or(Duration::MAX)
    }

    /// The real time in which this contest time passes.
    pub(crate) fn real(self, contest: Duration) -> Duration {
        Duration::try_from_secs_f64(contest.as_secs_f64() / self.0).unwrap_or(Duration::MAX)
    }

    /// This pace times a factor.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self::new(self.0 * factor)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PacedClock {
    began: Instant,
    pace: Pace,
}

impl PacedClock {
    /// Starts a clock at zero.
    pub(crate) fn start(pace: Pace) -> Self {
        Self { began: Instant::now(), pace }
    }

    /// Contest time since the start.
    pub(crate) fn now(&self) -> Duration {
        self.pace.contest(self.began.elapsed())
    }

    /// The real moment of this contest time; a distant one means never.
    pub(crate) fn instant(&self, time: Duration) -> Instant {
        const NEVER: Duration = Duration::from_secs(10 * 365 * 86_400);
        self.began + self.pace.real(time).min(NEVER)
    }
}

/// Waits until then; for ever if it is `None`.
pub(crate) async fn until(then: Option<Instant>) {
    match then {
        Some(then) => tokio::time::sleep_until(then).await,
        None => std::future::pending().await,
    }
}
