//! Leases: work that must happen once, though many servers could do it, is done by the holder of its lease.
//!
//! No clock decides when a lease is over. Its holder renews it now and then. A server that waits for it watches it by
//! its own clock, and may take it after too long without a renewal. If two take it at the same time, one gets it.
//!
//! Each new holder gets a higher *number*, and writes under a lower one are refused
//! ([`Batch::under`](crate::Batch::under)): a holder that was paused, and does not know yet that it was replaced, can
//! do no harm.

use crate::Answer;

/// A lease under the number of one holding: a writer's proof that it acts for the holder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fence {
    /// The lease's name.
    pub lease: String,
    /// The number of this holding, from 1.
    pub number: u64,
}

/// The last seen state of a held lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Its holder.
    pub holder: String,
    /// The number of this holding.
    pub number: u64,
    /// The count of renewals by this holder.
    pub renewals: u64,
    /// The note of the last renewal, by this holder or an earlier one; empty when there was none.
    pub note: String,
}

/// The answer to a request for a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The lease is yours.
    Granted {
        /// The proof to attach to writes.
        fence: Fence,
        /// The last note, from the previous holder or from yourself; empty when there is none.
        note: String,
    },
    /// Another holder has it.
    Elsewhere(Lease),
}

/// Keeps leases.
pub trait Leases: Send + Sync {
    /// Takes a lease. It succeeds when the lease is free, when this holder has it already (its number stays), or when
    /// the lease is unchanged since it was seen in `lapsed`: the caller has waited long enough for a renewal.
    ///
    /// A holder's name is unique: two processes never use the same.
    ///
    /// # Errors
    /// When the engine fails.
    fn take_lease(&self, name: &str, holder: &str, lapsed: Option<Lease>) -> Answer<'_, Claim>;

    /// Renews a lease and replaces its note. Returns false, and changes nothing, when this holder does not have it any
    /// more.
    ///
    /// # Errors
    /// When the engine fails.
    fn renew_lease(&self, name: &str, holder: &str, note: &str) -> Answer<'_, bool>;

    /// Gives a lease back, if this holder has it. Its note stays; writes under its number are refused from now on.
    ///
    /// # Errors
    /// When the engine fails.
    fn release_lease(&self, name: &str, holder: &str) -> Answer<'_, ()>;
}
