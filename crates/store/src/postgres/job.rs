//! A batch on its way into the database.

use tokio::sync::oneshot;

use crate::{AppendError, Batch};

/// Somebody waits for a batch to be stored.
pub(super) struct Job {
    pub(super) contest: String,
    pub(super) batch: Batch,
    pub(super) caller: oneshot::Sender<Result<u64, AppendError>>,
}

/// A job that fits, and where its first event goes.
pub(super) struct Placed {
    pub(super) job: Job,
    pub(super) first: u64,
}

impl Job {
    /// Tells its caller.
    pub(super) fn answer(self, answer: Result<u64, AppendError>) {
        // A caller who has gone away does not want the answer.
        let _delivered = self.caller.send(answer);
    }
}
