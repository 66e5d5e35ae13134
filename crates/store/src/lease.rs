//! Leases: what must exist once, though many could do it, is done by whoever holds its lease.
//!
//! No clock decides when a lease is over. Its holder renews it now and then; whoever waits for it watches it, by a clock of
//! its own, and may take it when it has not been renewed for too long. Of two who take it at the same time one gets it. Each
//! new holder gets a higher *number*, and what is written under a lower one is refused
//! ([`Batch::under`](crate::Batch::under)): a holder that was paused, and does not know yet that it was replaced, can no
//! longer do harm.

use crate::Answer;

/// A lease under the number that its holder was given: what a writer shows to prove that it acts for the holder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fence {
    /// The lease's name.
    pub lease: String,
    /// The number of this holding, from 1.
    pub number: u64,
}

/// A lease that somebody holds, as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Who holds it.
    pub holder: String,
    /// The number of this holding.
    pub number: u64,
    /// How often its holder has renewed it.
    pub renewals: u64,
    /// What was said when it was renewed last, by this holder or by one before it; empty when nothing was.
    pub note: String,
}

/// What became of a wish to hold a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is yours.
    Granted {
        /// What to show when something is written.
        fence: Fence,
        /// The last note of whoever held it before, or of yourself; empty when there is none.
        note: String,
    },
    /// Somebody else holds it.
    Elsewhere(Lease),
}

/// Keeps leases.
pub trait Leases: Send + Sync {
    /// Takes a lease. It can be had when nobody holds it, when this holder does already (its number stays), and from
    /// somebody whose lease is still as it was seen in `lapsed`: whoever asks has waited long enough for it to be renewed.
    ///
    /// A holder's name is its own: two processes never use the same.
    ///
    /// # Errors
    /// When the engine fails.
    fn take_lease(&self, name: &str, holder: &str, lapsed: Option<Lease>) -> Answer<'_, Claim>;

    /// Renews a lease and replaces its note; false, and nothing is kept, when this holder does not have it any more.
    ///
    /// # Errors
    /// When the engine fails.
    fn renew_lease(&self, name: &str, holder: &str, note: &str) -> Answer<'_, bool>;

    /// Gives a lease back, if this holder has it. Its note stays; nothing can be written under its number any more.
    ///
    /// # Errors
    /// When the engine fails.
    fn release_lease(&self, name: &str, holder: &str) -> Answer<'_, ()>;
}
