//! One client's commands that the contest has not carried out yet, in order.
//!
//! Keystrokes that come faster than the rulebook permits, or that cannot be recorded yet, wait and are offered again,
//! as is the rest of a line that was begun before a pause. Every other refused command is refused at once, with the
//! contest's sentence.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use contest::{Command, Refusal};
use futures_util::stream::{FuturesOrdered, StreamExt};
use rulebook::Participant;
use tokio::time::Instant;

use crate::{
    hosted_contest::HostedContest,
    running_contest::{Answer, NotDone},
};

/// The pause before a command is offered again, in contest time.
const AGAIN: Duration = Duration::from_millis(250);

/// The most waiting commands: a line of 1,000 keystrokes under the slowest rulebook, and some.
const WAITING_MAX: usize = 2048;

/// The most messages that wait for the disk together.
const TOGETHER_MAX: usize = 64;

/// A command to carry out.
struct Job {
    place: Arc<HostedContest>,
    who: Participant,
    command: Command,
    kind: JobKind,
}

impl Job {
    /// True for a message that is one command.
    fn is_whole(&self) -> bool {
        matches!(self.command, Command::Say(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum JobKind {
    /// A part of the message with this number; `begun` when a part before it is recorded.
    Speech { message: u64, begun: bool },
    /// Readiness: the client has not asked for it explicitly.
    Ready,
    /// Anything else.
    Act,
}

/// One client's commands that the contest has not carried out yet.
#[derive(Default)]
pub(super) struct Jobs {
    waiting: VecDeque<Job>,
    /// The future answers to the first of the waiting commands.
    asked: FuturesOrdered<Answer>,
    again: Option<Instant>,
    messages: u64,
}

impl Jobs {
    /// Queues a message, whole or not at all.
    ///
    /// # Errors
    /// The sentence that too much is waiting.
    pub(super) fn say(
        &mut self,
        place: &Arc<HostedContest>,
        who: Participant,
        parts: Vec<Command>,
    ) -> Result<(), &'static str> {
        if self.waiting.len() + parts.len() > WAITING_MAX {
            return Err("too many of your messages wait to be typed: this one was not taken; send it again later");
        }
        self.messages += 1;
        let message = self.messages;
        for (n, command) in parts.into_iter().enumerate() {
            let kind = JobKind::Speech { message, begun: n > 0 };
            self.waiting.push_back(Job { place: Arc::clone(place), who, command, kind });
        }
        Ok(())
    }

    /// Queues an act.
    pub(super) fn act(&mut self, place: &Arc<HostedContest>, who: Participant, command: Command) {
        self.waiting.push_back(Job { place: Arc::clone(place), who, command, kind: JobKind::Act });
    }

    /// Queues the participant's readiness.
    pub(super) fn ready(&mut self, place: &Arc<HostedContest>, who: Participant) {
        let command = Command::Ready(true);
        self.waiting.push_back(Job { place: Arc::clone(place), who, command, kind: JobKind::Ready });
    }

    /// Works until a command is refused; for ever when nothing waits. Safe to be dropped at any point.
    pub(super) async fn refusal(&mut self) -> NotDone {
        loop {
            if self.waiting.is_empty() {
                std::future::pending::<()>().await;
            }
            if let Some(why) = self.next().await {
                return why;
            }
        }
    }

    /// Carries out the waiting commands, within this time.
    pub(super) async fn finish(mut self, most: Duration) {
        let finished = async {
            while !self.waiting.is_empty() {
                self.next().await;
            }
        };
        let _ = tokio::time::timeout(most, finished).await;
    }

    /// Waits for the answer to the first command; returns the reason if it was refused. Safe to be dropped at any
    /// point.
    async fn next(&mut self) -> Option<NotDone> {
        if let Some(again) = self.again {
            tokio::time::sleep_until(again).await;
            self.again = None;
        }
        while let Some(job) = self.waiting.get(self.asked.len()) {
            // Keystrokes may come too fast and be offered again: none may overtake them. Whole messages wait together.
            let alone = self.asked.is_empty();
            let together = self.asked.len() < TOGETHER_MAX && job.is_whole() && self.waiting[0].is_whole();
            if !(alone || together) {
                break;
            }
            match job.place.running.submit(job.who, job.command.clone()).await {
                Ok(answer) => self.asked.push_back(answer),
                Err(why) => {
                    self.waiting.clear();
                    self.asked.clear();
                    return Some(why);
                }
            }
        }
        let answer = self.asked.next().await?;
        self.settle(answer)
    }

    /// Applies an answer to the queue; returns the reason of a refusal.
    fn settle(&mut self, answer: Result<(), NotDone>) -> Option<NotDone> {
        let job = self.waiting.front()?;
        let (kind, is_whole, pace) = (job.kind, job.is_whole(), job.place.running.clock());
        let why = match answer {
            Ok(()) => {
                self.waiting.pop_front();
                return None;
            }
            Err(why) => why,
        };
        let waits = match (&why, kind) {
            (NotDone::Refused(Refusal::TooFast(_)) | NotDone::NotSaved, JobKind::Speech { .. })
            | (NotDone::Refused(Refusal::Paused), JobKind::Speech { begun: true, .. }) => !is_whole,
            (
                NotDone::Refused(_)
                | NotDone::NotSaved
                | NotDone::NotTakenOut
                | NotDone::Stopping
                | NotDone::KeptElsewhere,
                _,
            ) => false,
        };
        if waits {
            self.again = Some(Instant::now() + pace.real(AGAIN).max(Duration::from_millis(1)));
            return None;
        }
        self.waiting.pop_front();
        if let JobKind::Speech { message, .. } = kind {
            let is_rest = |job: &Job| matches!(job.kind, JobKind::Speech { message: of, .. } if of == message);
            self.waiting.retain(|job| !is_rest(job));
        }
        (kind != JobKind::Ready).then_some(why)
    }
}
