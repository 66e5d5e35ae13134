//! The state of a contest's cosigners: the last contact with each, and the head of the moment.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use record::VerifierKey;

/// The state of a contest's cosigners since the server started. Their signatures are in the store.
#[derive(Default)]
pub(crate) struct Cosigning {
    /// The head of the moment: the time of its signing by the monotonic clock, its size, and the note.
    pub(super) moment: tokio::sync::Mutex<Option<(Duration, u64, String)>>,
    /// By the first key of each.
    seen: Mutex<BTreeMap<String, Seen>>,
    /// The reasons of witnesses for their latest refusals, by their names.
    refusals: Mutex<BTreeMap<String, String>>,
}

/// The last contact with a cosigner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// The time, by the monotonic clock.
    pub(super) at: Duration,
    /// True when its last head is one of this record.
    pub(super) agrees: bool,
    /// The time at which it last got a new head of the moment.
    pub(super) shown: Option<Duration>,
}

impl Cosigning {
    /// Notes that a witness has answered, at this time, and whether its last head is one of this record.
    pub(crate) fn answered(&self, witness: &VerifierKey, now: Duration, agrees: bool) {
        let shown = self.seen(witness).and_then(|seen| seen.shown);
        self.saw(witness, Seen { at: now, agrees, shown });
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).remove(witness.name());
    }

    /// Notes that a witness refused to sign. True where the refusal or its reason is new.
    pub(crate) fn refused(&self, witness: &VerifierKey, why: &str) -> bool {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.insert(witness.name().to_owned(), why.to_owned()).as_deref() != Some(why)
    }

    pub(super) fn refusals(&self) -> BTreeMap<String, String> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn saw(&self, who: &VerifierKey, seen: Seen) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(who.to_string(), seen);
    }

    /// Notes that it got a new head of the moment.
    pub(super) fn showed(&self, who: &VerifierKey, now: Duration) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = seen.get_mut(&who.to_string()) {
            seen.shown = Some(now);
        }
    }

    pub(super) fn seen(&self, who: &VerifierKey) -> Option<Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(&who.to_string()).copied()
    }
}
