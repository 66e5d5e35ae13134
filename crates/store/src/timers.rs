//! The timer of each contest: a lease with its holder's last heartbeat as the note.
//!
//! Exactly one server closes a contest's rounds by the clock. It notes its progress every second, so that the next
//! holder knows how long the contest was without one. The caller decides the consequences for the contest.

use crate::{Answer, Claim, Fence, Lease, Leases};

/// The progress of a timer's holder, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// The contest's time.
    pub reached: i64,
    /// The wall clock at that moment.
    pub wall: i64,
}

/// A held timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldTimer {
    /// The holder.
    pub holder: String,
    /// The last heartbeat, of this holder or an earlier one.
    pub last: Option<Beat>,
}

/// The answer to a request for a timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Timer {
    /// The timer is yours.
    Taken {
        /// The proof to attach to writes by the timer's holder.
        fence: Fence,
        /// The last heartbeat of the previous holder, if there was one.
        last: Option<Beat>,
    },
    /// Another holder has it.
    Elsewhere(HeldTimer),
}

/// Keeps timers and their heartbeats. Every implementation of [`Leases`] is one.
pub trait Timers: Send + Sync {
    /// Takes a contest's timer. It succeeds when the timer is free, when this holder has it already, or when the last
    /// heartbeat is still the one in `lapsed`: the caller has waited long enough for another.
    ///
    /// # Errors
    /// When the engine fails.
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<HeldTimer>) -> Answer<'_, Timer>;

    /// Notes this holder's progress. Returns false, and changes nothing, when it does not hold the timer any more.
    ///
    /// # Errors
    /// When the engine fails.
    fn beat(&self, contest: &str, holder: &str, beat: Beat) -> Answer<'_, bool>;

    /// Gives the timer back, if this holder has it. The last heartbeat stays.
    ///
    /// # Errors
    /// When the engine fails.
    fn release_timer(&self, contest: &str, holder: &str) -> Answer<'_, ()>;
}

impl<L: Leases> Timers for L {
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<HeldTimer>) -> Answer<'_, Timer> {
        let (name, holder) = (lease_of(contest), holder.to_owned());
        Box::pin(async move {
            let mut claim = self.take_lease(&name, &holder, None).await?;
            if let Claim::Elsewhere(lease) = &claim
                && lapsed.is_some_and(|lapsed| lapsed == held(lease))
            {
                claim = self.take_lease(&name, &holder, Some(lease.clone())).await?;
            }
            Ok(match claim {
                Claim::Granted { fence, note } => Timer::Taken { fence, last: beat(&note) },
                Claim::Elsewhere(lease) => Timer::Elsewhere(held(&lease)),
            })
        })
    }

    fn beat(&self, contest: &str, holder: &str, Beat { reached, wall }: Beat) -> Answer<'_, bool> {
        self.renew_lease(&lease_of(contest), holder, &format!("{reached} {wall}"))
    }

    fn release_timer(&self, contest: &str, holder: &str) -> Answer<'_, ()> {
        self.release_lease(&lease_of(contest), holder)
    }
}

fn lease_of(contest: &str) -> String {
    format!("timer/{contest}")
}

fn held(lease: &Lease) -> HeldTimer {
    HeldTimer { holder: lease.holder.clone(), last: beat(&lease.note) }
}

fn beat(note: &str) -> Option<Beat> {
    let (reached, wall) = note.split_once(' ')?;
    Some(Beat { reached: reached.parse().ok()?, wall: wall.parse().ok()? })
}
