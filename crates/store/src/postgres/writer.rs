//! The only task of this process that appends.
//!
//! It takes all queued jobs, of any contest, decides by its cache of the streams' heads which ones fit and where, and
//! sends them as one statement, which is committed when its answer comes: *group commit*, in one round trip. While the
//! database works, the next group gathers.
//!
//! The database refuses the whole group when another process was faster or a lease is lost. Then the writer asks for
//! the current heads and tries again with the jobs that still fit. After two lost races it asks and writes under a
//! lock, so that a process that writes all the time cannot outrun it for ever. Leases make this rare. Otherwise the
//! database holds no lock while it waits for this process, so a paused process delays no other. A process paused under
//! the lock loses it after a second.

use std::{collections::HashSet, mem, sync::Arc};

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Config;

use super::{
    events::{self, Appended},
    heads::Heads,
    job::{Job, Placed},
    leases,
    session::{DatabaseSession, meaning},
};
use crate::{AppendError, Batch, Cause, Fence, StoreError};

/// The queue's capacity in jobs; callers beyond it wait for a place.
const QUEUE_JOBS_MAX: usize = 4096;

/// Jobs in one statement.
const GROUP_JOBS_MAX: usize = 1024;

/// The attempts to write a group while others write to its contests.
const ATTEMPTS_MAX: usize = 8;

/// The number of these attempts without a lock; later ones lock the contests.
const ATTEMPTS_WITHOUT_LOCK: usize = 2;

/// The queue to the writing task, which ends when its queue has no sender left and all jobs in it are done.
#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the task, with a connection of its own.
    pub(super) fn start(config: Arc<Config>, session: DatabaseSession) -> Self {
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

    /// Queues a batch; the answer comes when it is durable, or refused.
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
    session: Option<DatabaseSession>,
    heads: Heads,
}

/// A group that could not be written, and the reason.
struct Stopped {
    group: Vec<Job>,
    why: StoreError,
}

impl Run {
    /// Appends a group. A failure affects only the caller that caused it: a failed group is done again one by one.
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

    /// Writes the jobs that fit and answers those with a certain result. Returns the jobs to try again.
    async fn attempt(&mut self, group: Vec<Job>, locked: bool) -> Result<Vec<Job>, Stopped> {
        if locked && let Err(why) = self.lock(&group).await {
            return Err(self.stop(group, why));
        }
        // A group without events writes nothing, so no conflict would reveal that the cache is stale: ask again.
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
                // The group was not written, so a conflict with one of its own events does not count.
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

    /// Begins a transaction in which no other process writes to these contests.
    async fn lock(&mut self, group: &[Job]) -> Result<(), StoreError> {
        let contests: Vec<&str> = group.iter().map(|job| job.contest.as_str()).collect();
        events::lock(session(&mut self.session, &self.config).await?, &contests).await
    }

    /// Asks for the heads of all streams missing in the cache. Returns the contests it asked about: their heads are
    /// current.
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

    /// Clears the cache after a failure: the group may or may not be stored.
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
    /// Nothing was written, and these leases are lost.
    Nothing(Vec<(Fence, AppendError)>),
}

/// The connection, or a new one if it broke.
async fn session<'a>(
    kept: &'a mut Option<DatabaseSession>,
    config: &Config,
) -> Result<&'a mut DatabaseSession, StoreError> {
    if !kept.as_ref().is_some_and(DatabaseSession::is_open) {
        *kept = Some(DatabaseSession::connect(config).await.map_err(meaning)?);
    }
    Ok(kept.as_mut().expect("it was put there if it was missing"))
}
