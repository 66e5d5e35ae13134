//! Who holds the timer of each contest, and how far it had come: a lease whose note is its holder's last heartbeat.
//!
//! Exactly one node closes a contest's rounds by the clock. It says every second how far it has come, so that whoever
//! takes the contest up after it knows since when nobody was there. What that means for the contest is not decided here.

use crate::{Answer, Claim, Fence, Lease, Leases};

/// How far the holder of a timer had come, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// The contest's time.
    pub reached: i64,
    /// The clock on the wall at that moment.
    pub wall: i64,
}

/// A timer that somebody holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The holder.
    pub holder: String,
    /// The last heartbeat, of this holder or of one before it.
    pub last: Option<Beat>,
}

/// What became of a wish to hold a timer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Timer {
    /// It is yours.
    Taken {
        /// What to show when something is written by whoever holds the timer.
        fence: Fence,
        /// The last heartbeat of whoever held it before, if anybody did.
        last: Option<Beat>,
    },
    /// Somebody else holds it.
    Elsewhere(Held),
}

/// Keeps timers and their heartbeats. Whatever keeps leases does.
pub trait Timers: Send + Sync {
    /// Takes a contest's timer. It can be had when nobody holds it or this holder does already, and from somebody whose
    /// last heartbeat is still the one in `lapsed`: whoever asks has waited long enough for another.
    ///
    /// # Errors
    /// When the engine fails.
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<Held>) -> Answer<'_, Timer>;

    /// Says how far this holder has come; false, and nothing is kept, when it does not hold the timer any more.
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
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<Held>) -> Answer<'_, Timer> {
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

fn held(lease: &Lease) -> Held {
    Held { holder: lease.holder.clone(), last: beat(&lease.note) }
}

fn beat(note: &str) -> Option<Beat> {
    let (reached, wall) = note.split_once(' ')?;
    Some(Beat { reached: reached.parse().ok()?, wall: wall.parse().ok()? })
}
