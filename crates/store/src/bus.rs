//! The notification bus: a hint that a contest has grown, never the news itself.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tokio::sync::watch;

use crate::BusError;

/// Announces how far each contest has come.
///
/// A published position is durable in the store. A missed one costs latency and nothing else: the store has the events.
pub trait Bus: Send + Sync {
    /// Announces that the contest's record reaches this position. A position below the known one is ignored. Never
    /// waits.
    ///
    /// # Errors
    /// When other processes may hear of it late. Followers in this process always hear of it at once.
    fn publish(&self, contest: &str, position: u64) -> Result<(), BusError>;

    /// Follows a contest: the highest position published so far (0 for none), and each later one.
    ///
    /// A slow follower sees the newest position, not each of them.
    fn subscribe(&self, contest: &str) -> watch::Receiver<u64>;
}

/// The bus within one process.
#[derive(Debug, Default)]
pub struct LocalBus {
    contests: Mutex<HashMap<String, watch::Sender<u64>>>,
}

impl LocalBus {
    /// A bus without any published position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn with_sender<T>(&self, contest: &str, act: impl FnOnce(&watch::Sender<u64>) -> T) -> T {
        // A panic elsewhere cannot leave the map half-changed, so a poisoned lock is still a good one.
        let mut contests = self.contests.lock().unwrap_or_else(PoisonError::into_inner);
        match contests.get(contest) {
            Some(sender) => act(sender),
            None => act(contests.entry(contest.to_owned()).or_default()),
        }
    }
}

impl Bus for LocalBus {
    fn publish(&self, contest: &str, position: u64) -> Result<(), BusError> {
        self.with_sender(contest, |sender| {
            sender.send_if_modified(|known| {
                let further = position > *known;
                *known = position.max(*known);
                further
            });
        });
        Ok(())
    }

    fn subscribe(&self, contest: &str) -> watch::Receiver<u64> {
        self.with_sender(contest, watch::Sender::subscribe)
    }
}
