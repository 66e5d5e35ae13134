//! The claims of sockets on participants: the one that registered last speaks for the participant.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use rulebook::Participant;
use tokio::sync::Notify;

/// A participant of a contest.
type Seat = (String, Participant);

/// The claiming socket of each participant. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Claims(Arc<Mutex<HashMap<Seat, Arc<Notify>>>>);

/// The claim of one socket; given up when it is dropped.
pub(super) struct Claim {
    seat: Seat,
    superseded: Arc<Notify>,
    claims: Claims,
}

impl Claims {
    /// Claims a seat, and notifies the earlier holder.
    pub(super) fn take(&self, contest: &str, who: Participant) -> Claim {
        let seat = (contest.to_owned(), who);
        let superseded = Arc::new(Notify::new());
        let earlier = self.lock().insert(seat.clone(), Arc::clone(&superseded));
        if let Some(earlier) = earlier {
            earlier.notify_one();
        }
        Claim { seat, superseded, claims: self.clone() }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Seat, Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Claim {
    /// Notified once, when another socket has claimed the seat.
    pub(super) fn superseded(&self) -> &Notify {
        &self.superseded
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut claims = self.claims.lock();
        if claims.get(&self.seat).is_some_and(|latest| Arc::ptr_eq(latest, &self.superseded)) {
            claims.remove(&self.seat);
        }
    }
}
