//! The contest's clock: the only place where the server reads one.
//!
//! Contest time is measured by the system's monotonic clock, which nobody can set, and runs as fast as real time, or
//! faster by a fixed pace (in a demonstration). The clock on the wall is read when a contest is taken up, to tell how long
//! nobody was there; it changes nothing while a contest runs. See `contest::timer`.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant, UNIX_EPOCH},
};

use futures_util::future::BoxFuture;
use rulebook::Timestamp;

/// What a server reads time from. A test has one that is moved by hand.
pub trait TimeSource: std::fmt::Debug + Send + Sync {
    /// The clock on the wall: UTC, set by whoever likes.
    fn wall(&self) -> Timestamp;

    /// The time since some fixed moment: it never runs back and nobody sets it.
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
    /// The system's clocks; time that has elapsed is counted from now.
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
    /// What the time source had come to when the contest's time was this.
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

    /// Lets the clock show this contest time now: nobody held the contest's timer for a while.
    pub(crate) fn set(&self, now: Timestamp) {
        *self.set.write().unwrap_or_else(PoisonError::into_inner) = (self.source.elapsed(), now);
    }

    /// Contest time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let (at, shown) = *self.set.read().unwrap_or_else(PoisonError::into_inner);
        shown + self.source.elapsed().saturating_sub(at).mul_f64(self.pace)
    }

    /// What its time source has come to: real time, which no pace hurries and no gap stops.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.source.elapsed()
    }

    /// How many contest seconds pass in a real second.
    #[must_use]
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// The pace as the record and clients are told it: contest milliseconds in a real second.
    #[must_use]
    pub fn pace_per_mille(&self) -> u32 {
        // Held within range by the command line.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0.001 and 100,000")]
        let pace = (self.pace * 1000.0).round() as u32;
        pace
    }

    /// What the clock is driven by.
    pub(crate) fn source(&self) -> &dyn TimeSource {
        &*self.source
    }

    /// Waits until contest time has reached this moment; for ever when there is none.
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
