//! Clocks that stand still because nobody held the contest's timer, and when they go on: see [`timer`](crate::timer).

use std::time::Duration;

use rulebook::Timestamp;

/// A contest that nobody held for so long, in real time, goes on by itself.
pub const GRACE: Duration = Duration::from_secs(5);

/// A contest whose server lived through so long a gap goes on by itself.
pub const STALL_MAX: Duration = Duration::from_secs(60);

/// How long people are told before it does, in contest time.
pub const NOTICE: Duration = Duration::from_secs(5);

/// Clocks that stand still because no server was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The last moment that is known to have been one of the contest.
    pub since: Timestamp,
    /// When a server took the contest up, for the last time so far.
    pub taken_up: Timestamp,
    /// Whether the server that took it up had held it before and lived through the gap.
    pub held: bool,
}

impl Standing {
    /// When clocks go on by themselves, if they do: at once after a short while; after [`NOTICE`] where the server lived through a
    /// gap of at most [`STALL_MAX`]; else after the countdown that the contest declared.
    #[must_use]
    pub fn goes_on(self, countdown: Option<Duration>) -> Option<Timestamp> {
        let gap = self.taken_up.since(self.since);
        if gap <= GRACE {
            return Some(self.taken_up);
        }
        let notice = (self.held && gap <= STALL_MAX).then_some(NOTICE);
        notice.into_iter().chain(countdown).min().map(|wait| self.taken_up + wait)
    }
}
