//! Whether an entry owes an answer, and since when.

use std::time::Duration;

use crate::Incident;

/// Watches one silence at a time: it begins with a judge's line, ends with a word of the entry, and is reported once.
#[derive(Debug)]
pub(crate) struct Silence {
    limit: Duration,
    since: Option<Duration>,
    reported: bool,
}

impl Silence {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: None, reported: false }
    }

    /// The judge has ended a line.
    pub(crate) fn asked(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// The entry has spoken.
    pub(crate) fn heard(&mut self) {
        self.since = None;
        self.reported = false;
    }

    /// When [`Silence::check`] will have something to say.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.since.filter(|_| !self.reported).map(|since| since.saturating_add(self.limit))
    }

    pub(crate) fn check(&mut self, now: Duration) -> Option<Incident> {
        if self.due()? > now {
            return None;
        }
        self.reported = true;
        Some(Incident::Silent { lasting: self.limit })
    }
}
