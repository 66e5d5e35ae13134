//! Whether an entry owes an answer, and since when.

use std::time::Duration;

use crate::Incident;

/// How many limits of silence an entry may be at work on one answer.
const WORK_LIMITS: u32 = 5;

/// Watches one silence at a time: it begins with a judge's line, ends with a word of the entry, and is reported once.
#[derive(Debug)]
pub(crate) struct Silence {
    limit: Duration,
    since: Option<Duration>,
    /// When the entry last said that it is at work.
    at_work: Option<Duration>,
    reported: bool,
}

impl Silence {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: None, at_work: None, reported: false }
    }

    /// The judge has ended a line.
    pub(crate) fn asked(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// The entry has spoken.
    pub(crate) fn heard(&mut self) {
        self.since = None;
        self.at_work = None;
        self.reported = false;
    }

    /// The entry is at work on an answer: its silence counts from now, within five times the limit in all.
    pub(crate) fn working(&mut self, now: Duration) {
        self.at_work = self.since.map(|_| now);
    }

    /// When [`Silence::check`] will have something to say.
    pub(crate) fn due(&self) -> Option<Duration> {
        let since = self.since.filter(|_| !self.reported)?;
        let due = self.at_work.unwrap_or(since).saturating_add(self.limit);
        Some(due.min(since.saturating_add(self.limit.saturating_mul(WORK_LIMITS))))
    }

    pub(crate) fn check(&mut self, now: Duration) -> Option<Incident> {
        if self.due()? > now {
            return None;
        }
        self.reported = true;
        Some(Incident::Silent { lasting: self.limit })
    }
}
