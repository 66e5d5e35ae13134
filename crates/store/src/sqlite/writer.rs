//! The only thread that writes.
//!
//! Making a commit durable means waiting for the disk, which takes the same time for one caller as for hundreds. So the
//! writer runs all queued jobs in one transaction, and answers their callers when it is on the disk: *group commit*.
//! While the disk works, the next group gathers.
//!
//! A failure affects only the caller that caused it: a failed group is done again one job at a time.

use std::{io, mem, thread};

use futures_util::future::BoxFuture;
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::{events, failure::failure, refused::Refused};
use crate::StoreError;

/// The queue's capacity in jobs; callers beyond it wait for a place.
const QUEUE_JOBS_MAX: usize = 4096;

/// Jobs in one transaction.
const GROUP_JOBS_MAX: usize = 1024;

/// The queue to the writing thread. Dropping it waits until the queue is done.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Task>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread on the only connection that writes.
    pub(super) fn start(mut connection: Connection) -> io::Result<Self> {
        let (queue, mut jobs) = mpsc::channel(QUEUE_JOBS_MAX);
        let thread = thread::Builder::new().name("store-writer".to_owned()).spawn(move || {
            let mut tasks = Vec::new();
            while jobs.blocking_recv_many(&mut tasks, GROUP_JOBS_MAX) > 0 {
                let mut group = Vec::new();
                for task in tasks.drain(..) {
                    match task {
                        Task::Job(job) => group.push(job),
                        Task::Rewrite(caller) => {
                            commit_and_answer(&mut connection, mem::take(&mut group));
                            // A caller that has gone away does not want the answer.
                            let _delivered = caller.send(events::rewrite(&connection).map_err(failure));
                        }
                    }
                }
                commit_and_answer(&mut connection, group);
            }
        })?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Does a piece of work in a transaction and answers when it is durable.
    ///
    /// The work may run more than once, each time after the rollback of its earlier writes.
    pub(super) fn write<T, E>(
        &self,
        work: impl Fn(&Connection) -> Result<T, Refused<E>> + Send + 'static,
    ) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (caller, answer) = oneshot::channel();
        let job = Box::new(WaitingJob { work, outcome: None, caller });
        Box::pin(async move {
            self.queue.send(Task::Job(job)).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    /// Rewrites the whole file after everything queued before; later jobs wait.
    pub(super) async fn rewrite(&self) -> Result<(), StoreError> {
        let (caller, answer) = oneshot::channel();
        self.queue.send(Task::Rewrite(caller)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // The thread ends when its queue has no sender left.
        self.queue = mpsc::channel(1).0;
        if let Some(thread) = self.thread.take() {
            // The callers of a writer that panicked know already: their answers were dropped.
            let _ended = thread.join();
        }
    }
}

/// A task of the writer.
enum Task {
    /// A job in a transaction with others.
    Job(Box<dyn Job>),
    /// A rewrite of the file, outside of every transaction.
    Rewrite(oneshot::Sender<Result<(), StoreError>>),
}

/// A job for the writer, independent of its answer's type.
trait Job: Send {
    /// Does the work and keeps its answer. After an error the transaction is unusable.
    fn attempt(&mut self, connection: &Connection) -> rusqlite::Result<()>;

    /// Sends the caller the answer, now that it is durable, or the reason why there is none.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct WaitingJob<W, T, E> {
    work: W,
    outcome: Option<Result<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Job for WaitingJob<W, T, E>
where
    W: Fn(&Connection) -> Result<T, Refused<E>> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn attempt(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.outcome = Some(match (self.work)(connection) {
            Ok(value) => Ok(value),
            Err(Refused::Answer(refusal)) => Err(refusal),
            Err(Refused::Engine(error)) => return Err(error),
        });
        Ok(())
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match committed {
            Ok(()) => self.outcome.unwrap_or_else(|| Err(StoreError::Closed.into())),
            Err(failure) => Err(failure.into()),
        };
        // A caller that has gone away does not want the answer.
        let _delivered = self.caller.send(outcome);
    }
}

fn commit_and_answer(connection: &mut Connection, mut group: Vec<Box<dyn Job>>) {
    if group.is_empty() {
        return;
    }
    let committed = commit(connection, &mut group);
    if committed.is_err() && group.len() > 1 {
        for job in group {
            commit_and_answer(connection, vec![job]);
        }
        return;
    }
    let committed = committed.map_err(failure);
    for job in group {
        job.answer(committed.clone());
    }
}

fn commit(connection: &mut Connection, group: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    // A transaction that is dropped without a commit is rolled back.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in group {
        job.attempt(&transaction)?;
    }
    transaction.commit()
}
