//! The one task of this process that appends.
//!
//! It takes everything that waits in its queue, whatever contest it belongs to, decides by what it knows of the streams
//! what fits and where, and sends it as one statement, which is committed when its answer comes: *group commit*, in one
//! round trip. While the database works, the next group gathers.
//!
//! The database refuses the whole group when another process was faster or a lease is lost. Then the writer asks how things
//! are and tries again with those that still fit. Whoever loses twice asks and writes under a lock, so that it is not
//! outrun for ever by a process that writes all the time. Leases see to it that this is rare; otherwise no lock is held while
//! the database waits for us, and a process that is paused holds nobody up. One that is paused under the lock loses it
//! after a second.

use std::{collections::HashSet, mem, sync::Arc};

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Config;

use super::{
    events::{self, Appended},
    heads::Heads,
    job::{Job, Placed},
    leases,
    session::{Session, meaning},
};
use crate::{AppendError, Batch, Cause, Fence, StoreError};

/// Jobs that may wait in the queue; callers beyond them wait for a place.
const QUEUE_JOBS_MAX: usize = 4096;

/// Jobs in one statement.
const GROUP_JOBS_MAX: usize = 1024;

/// Times that a group is tried while others write to its contests.
const ATTEMPTS_MAX: usize = 8;

/// After so many of them nobody else may write meanwhile.
const ATTEMPTS_WITHOUT_LOCK: usize = 2;

/// The queue to the writing task, which ends when its queue has no sender left and everything in it is done.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the task, with a connection that nobody else uses.
    pub(super) fn start(config: Arc<Config>, session: Session) -> Self {
        let (queue, mut jobs) = mpsc::channel(QUEUE_JOBS_MAX);
        tokio::spawn(async move {
            let mut run = Run { config, session: Some(session), heads: Heads::default() };
            let mut group = Vec::new();
            while jobs.recv_many(&mut group, GROUP_JOBS_MAX).await > 0 {
                run.append(mem::take(&mut group)).await;
            }
        });
        Self { queue }
    }

    /// Puts a batch in line; the answer comes when it is durable, or refused.
    pub(super) fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        let (caller, answer) = oneshot::channel();
        let job = Job { contest: contest.to_owned(), batch, caller };
        Box::pin(async move {
            self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

struct Run {
    config: Arc<Config>,
    session: Option<Session>,
    heads: Heads,
}

/// A group that could not be written, and why.
struct Stopped {
    group: Vec<Job>,
    why: StoreError,
}

impl Run {
    /// Appends a group. One caller's trouble stays with that caller: a group that fails is done again one by one.
    async fn append(&mut self, group: Vec<Job>) {
        let Err(Stopped { group, why }) = self.append_together(group).await else { return };
        if group.len() == 1 || matches!(why, StoreError::Unavailable(_)) {
            group.into_iter().for_each(|job| job.answer(Err(why.clone().into())));
            return;
        }
        for job in group {
            if let Err(Stopped { group, why }) = self.append_together(vec![job]).await {
                group.into_iter().for_each(|job| job.answer(Err(why.clone().into())));
            }
        }
    }

    async fn append_together(&mut self, group: Vec<Job>) -> Result<(), Stopped> {
        let mut waiting = group;
        for attempt in 0..ATTEMPTS_MAX {
            if waiting.is_empty() {
                return Ok(());
            }
            waiting = self.attempt(waiting, attempt >= ATTEMPTS_WITHOUT_LOCK).await?;
        }
        let why = StoreError::Unavailable(Cause::new("others write to the same contest all the time"));
        Err(Stopped { group: waiting, why })
    }

    /// Writes what fits and answers what is certain. Returns those that have to be looked at again.
    async fn attempt(&mut self, group: Vec<Job>, locked: bool) -> Result<Vec<Job>, Stopped> {
        if locked && let Err(why) = self.lock(&group).await {
            return Err(self.stop(group, why));
        }
        // Where nothing is written, nothing tells that others have written.
        group
            .iter()
            .filter(|job| locked || job.batch.events.is_empty())
            .for_each(|job| self.heads.forget(&job.contest));
        let asked = match self.ask_what_is_missing(&group).await {
            Ok(asked) => asked,
            Err(why) => return Err(self.stop(group, why)),
        };
        let (mut placed, mut refused) = (Vec::<Placed>::new(), Vec::new());
        for job in group {
            match self.heads.place(&job.contest, &job.batch) {
                Ok(first) => placed.push(Placed { job, first }),
                Err(conflict) => refused.push((job, conflict)),
            }
        }
        let lost = match self.write(&placed, locked).await {
            Ok(Written::All) => {
                for Placed { job, first } in mem::take(&mut placed) {
                    let last = first + job.batch.events.len() as u64 - 1;
                    job.answer(Ok(last));
                }
                None
            }
            Ok(Written::Nothing(lost)) => Some(lost),
            Err(why) => {
                let group = placed.into_iter().map(|placed| placed.job).chain(refused.into_iter().map(|(job, _)| job));
                return Err(self.stop(group.collect(), why));
            }
        };
        let mut again = Vec::new();
        let mut refusals = Vec::new();
        match lost {
            None => {
                for (job, conflict) in refused {
                    if Heads::is_certain(&conflict) || asked.contains(&job.contest) {
                        refusals.push((job, conflict));
                    } else {
                        self.heads.forget(&job.contest);
                        again.push(job);
                    }
                }
            }
            Some(lost) => {
                // Nothing was written, so what was refused because of it was refused too early.
                for job in placed.into_iter().map(|placed| placed.job).chain(refused.into_iter().map(|(job, _)| job)) {
                    self.heads.forget(&job.contest);
                    match lost.iter().find(|(fence, _)| job.batch.under.contains(fence)) {
                        Some((_, refusal)) => refusals.push((job, refusal.clone())),
                        None => again.push(job),
                    }
                }
            }
        }
        match self.refuse(refusals).await {
            Ok(()) => Ok(again),
            Err(Stopped { group, why }) => Err(self.stop(group.into_iter().chain(again).collect(), why)),
        }
    }

    /// Begins a transaction in which nobody else writes to these contests.
    async fn lock(&mut self, group: &[Job]) -> Result<(), StoreError> {
        let contests: Vec<&str> = group.iter().map(|job| job.contest.as_str()).collect();
        events::lock(session(&mut self.session, &self.config).await?, &contests).await
    }

    /// Asks how far streams have come of which nothing is known. Returns the contests that were asked for as a whole.
    async fn ask_what_is_missing(&mut self, group: &[Job]) -> Result<HashSet<String>, StoreError> {
        let mut asked = HashSet::new();
        loop {
            let missing: HashSet<(&str, &str)> = group
                .iter()
                .flat_map(|job| {
                    let streams = self.heads.missing(&job.contest, &job.batch);
                    streams.into_iter().map(|stream| (job.contest.as_str(), stream))
                })
                .collect();
            if missing.is_empty() {
                return Ok(asked);
            }
            let (contests, streams): (Vec<&str>, Vec<&str>) = missing.into_iter().unzip();
            let known = events::heads(session(&mut self.session, &self.config).await?, &contests, &streams).await?;
            asked.extend(contests.into_iter().map(str::to_owned));
            for (contest, stream, number, position) in known {
                self.heads.learn(&contest, position, stream, number);
            }
        }
    }

    async fn write(&mut self, placed: &[Placed], locked: bool) -> Result<Written, StoreError> {
        let fences: HashSet<&Fence> = placed.iter().flat_map(|placed| &placed.job.batch.under).collect();
        let fences: Vec<&Fence> = fences.into_iter().collect();
        let is_question = placed.iter().all(|placed| placed.job.batch.events.is_empty());
        let session = session(&mut self.session, &self.config).await?;
        let appended = match is_question {
            true => Ok(Appended::All),
            false => events::append(session, placed, &fences).await,
        };
        if locked {
            events::unlock(session, matches!(appended, Ok(Appended::All))).await?;
        }
        Ok(match appended? {
            Appended::All if !is_question || fences.is_empty() => Written::All,
            Appended::All | Appended::Nothing => {
                let lost = leases::lost(session, &fences).await?;
                if is_question && lost.is_empty() { Written::All } else { Written::Nothing(lost) }
            }
        })
    }

    /// Refuses jobs, unless their batches were stored before.
    async fn refuse(&mut self, refusals: Vec<(Job, AppendError)>) -> Result<(), Stopped> {
        let mut refusals = refusals.into_iter();
        while let Some((job, refusal)) = refusals.next() {
            let stored = match session(&mut self.session, &self.config).await {
                Ok(session) => events::stored_before(session, &job.contest, &job.batch.events).await,
                Err(why) => Err(why),
            };
            match stored {
                Ok(stored) => job.answer(stored.ok_or(refusal)),
                Err(why) => {
                    let group = [job].into_iter().chain(refusals.map(|(job, _)| job)).collect();
                    return Err(Stopped { group, why });
                }
            }
        }
        Ok(())
    }

    /// Nobody knows what became of the group: nothing that was known counts any more.
    fn stop(&mut self, group: Vec<Job>, why: StoreError) -> Stopped {
        self.heads = Heads::default();
        if matches!(why, StoreError::Unavailable(_)) {
            self.session = None;
        }
        Stopped { group, why }
    }
}

enum Written {
    All,
    /// Nothing was, and these leases are lost.
    Nothing(Vec<(Fence, AppendError)>),
}

/// The connection, or a new one where it broke.
async fn session<'a>(kept: &'a mut Option<Session>, config: &Config) -> Result<&'a mut Session, StoreError> {
    if !kept.as_ref().is_some_and(Session::is_open) {
        *kept = Some(Session::connect(config).await.map_err(meaning)?);
    }
    Ok(kept.as_mut().expect("it was put there if it was missing"))
}
