//! A batch on its way into the database.

use tokio::sync::oneshot;

use crate::{AppendError, Batch};

/// A batch to store, with its caller.
pub(super) struct Job {
    pub(super) contest: String,
    pub(super) batch: Batch,
    pub(super) caller: oneshot::Sender<Result<u64, AppendError>>,
}

/// A job that fits, with the position of its first event.
pub(super) struct Placed {
    pub(super) job: Job,
    pub(super) first: u64,
}

impl Job {
    /// Sends the answer to its caller.
    pub(super) fn answer(self, answer: Result<u64, AppendError>) {
        // A caller that has gone away does not want the answer.
        let _delivered = self.caller.send(answer);
    }
}
