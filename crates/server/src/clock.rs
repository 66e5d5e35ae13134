//! The contest's clock: the only place where the server reads one.
//!
//! Contest time is measured by the system's monotonic clock, which nobody can set. It runs as fast as real time, or, in
//! a demonstration, faster by a fixed pace. The wall clock is read when a contest is opened, to measure how long no
//! server had it; it changes nothing while a contest runs. See `contest::timer`.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant, UNIX_EPOCH},
};

use futures_util::future::BoxFuture;
use rulebook::Timestamp;

/// The source of a server's time. Tests move theirs by hand.
pub trait TimeSource: std::fmt::Debug + Send + Sync {
    /// The wall clock: UTC, which anybody may set.
    fn wall(&self) -> Timestamp;

    /// The time since some fixed moment: monotonic, and nobody can set it.
    fn elapsed(&self) -> Duration;

    /// Ready when [`elapsed`](Self::elapsed) has reached this.
    fn reach(&self, elapsed: Duration) -> BoxFuture<'static, ()>;
}

/// The system's clocks.
#[derive(Debug)]
pub struct SystemTime {
    began: Instant,
}

impl SystemTime {
    /// The system's clocks; elapsed time is counted from now.
    #[must_use]
    pub fn new() -> Self {
        Self { began: Instant::now() }
    }
}

impl Default for SystemTime {
    fn default() -> Self {
        Self::new()
    }
}

impl TimeSource for SystemTime {
    fn wall(&self) -> Timestamp {
        let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn reach(&self, elapsed: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep_until((self.began + elapsed).into()))
    }
}

/// A contest's clock. Cheap to clone; clones show the same time.
#[derive(Debug, Clone)]
pub struct Clock {
    source: Arc<dyn TimeSource>,
    pace: f64,
    /// A moment of the time source, and the contest time at that moment.
    set: Arc<RwLock<(Duration, Timestamp)>>,
}

impl Clock {
    /// A clock that shows this contest time now and runs `pace` times as fast as real time.
    ///
    /// # Panics
    /// When `pace` is not a positive number.
    #[must_use]
    pub fn start(source: Arc<dyn TimeSource>, pace: f64, now: Timestamp) -> Self {
        assert!(pace > 0.0 && pace.is_finite(), "a clock runs forward");
        let set = Arc::new(RwLock::new((source.elapsed(), now)));
        Self { source, pace, set }
    }

    /// A clock that shows the system's time now and runs `pace` times as fast.
    #[must_use]
    pub fn of_the_system(pace: f64) -> Self {
        let source = SystemTime::new();
        let now = source.wall();
        Self::start(Arc::new(source), pace, now)
    }

    /// Sets the contest time of now, after a gap in which no server had the contest.
    pub(crate) fn set(&self, now: Timestamp) {
        *self.set.write().unwrap_or_else(PoisonError::into_inner) = (self.source.elapsed(), now);
    }

    /// Contest time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let (at, shown) = *self.set.read().unwrap_or_else(PoisonError::into_inner);
        shown + self.source.elapsed().saturating_sub(at).mul_f64(self.pace)
    }

    /// The time of its source: real time, independent of pace and gaps.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.source.elapsed()
    }

    /// The number of contest seconds in a real second.
    #[must_use]
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// The pace for the record and for clients: contest milliseconds in a real second.
    #[must_use]
    pub fn pace_per_mille(&self) -> u32 {
        // Held within range by the command line.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0.001 and 100,000")]
        let pace = (self.pace * 1000.0).round() as u32;
        pace
    }

    /// The time source of the clock.
    pub(crate) fn source(&self) -> &dyn TimeSource {
        &*self.source
    }

    /// Waits until contest time has reached this moment; for ever when it is `None`.
    pub async fn reach(&self, moment: Option<Timestamp>) {
        match moment {
            Some(moment) => {
                let wait = self.real(moment.since(self.now()));
                self.source.reach(self.source.elapsed() + wait).await;
            }
            None => std::future::pending().await,
        }
    }

    /// The real time in which this much contest time passes.
    #[must_use]
    pub fn real(&self, contest: Duration) -> Duration {
        contest.div_f64(self.pace)
    }
}
