//! Clocks that stopped because no server held the contest's timer, and the moment when they resume: see
//! [`timer`](crate::timer).

use std::time::Duration;

use rulebook::Timestamp;

/// The longest gap without a timer holder, in real time, after which clocks resume at once.
pub const GRACE: Duration = Duration::from_secs(5);

/// The longest gap that a running server may have lived through for clocks to resume without the organiser.
pub const STALL_MAX: Duration = Duration::from_secs(60);

/// The notice before such clocks resume, in contest time.
pub const NOTICE: Duration = Duration::from_secs(5);

/// Clocks that stopped because no server held the timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoppedClocks {
    /// The last known moment at which the contest ran.
    pub since: Timestamp,
    /// The latest moment at which a server took the contest up.
    pub taken_up: Timestamp,
    /// True if that server had held the timer before and lived through the gap.
    pub held: bool,
}

impl StoppedClocks {
    /// The moment when clocks resume by themselves, if they do: at once after a gap of at most `GRACE`; after
    /// [`NOTICE`] if the server lived through a gap of at most [`STALL_MAX`]; otherwise after the countdown that the
    /// contest declared.
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
