//! Measures the time since an entry's answer became due.

use std::time::Duration;

use crate::Incident;

/// The maximum time that an entry may claim to be at work on one answer, as a multiple of the limit of silence.
const WORK_LIMITS: u32 = 5;

/// Watches one silence at a time: it begins with a judge's line, ends with output of the entry, and is reported once.
#[derive(Debug)]
pub(crate) struct Silence {
    limit: Duration,
    since: Option<Duration>,
    /// The time of the entry's last claim to be at work.
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

    /// The entry is at work on an answer: the limit starts again now, but five limits in all are the maximum.
    pub(crate) fn working(&mut self, now: Duration) {
        self.at_work = self.since.map(|_| now);
    }

    /// The time at which [`Silence::check`] will report.
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
