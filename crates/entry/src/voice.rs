//! What becomes of what a program says: bounded, and reported as a line or typed key by key; and what is said when it says
//! nothing.

use std::time::Duration;

use rulebook::key::Alphabet;

use crate::{
    FromEntry, Incident, Spelled, Usage,
    line::{LINE_MAX, Printed},
    reports::Reports,
    silence::Silence,
    typist::{Typist, WAITING_MAX},
};

/// A program's side of a conversation, as the contest hears it.
#[derive(Debug)]
pub(crate) struct Voice {
    /// Types key by key; absent where lines are handed over.
    typist: Option<Typist>,
    flooded: bool,
    silence: Silence,
    greeted: bool,
    reports: Reports,
}

impl Voice {
    /// `typing` and `silence` are those of [`Setup`](crate::Setup).
    pub(crate) fn new(typing: Option<Duration>, silence: Duration) -> Self {
        Self {
            typist: typing.map(Typist::new),
            flooded: false,
            silence: Silence::new(silence),
            greeted: false,
            reports: Reports::default(),
        }
    }

    /// The program listens.
    pub(crate) fn ready(&mut self) {
        self.reports.ready();
    }

    /// The judge waits for an answer.
    pub(crate) fn asked(&mut self, now: Duration) {
        self.silence.asked(now);
    }

    /// No answer is waited for.
    pub(crate) fn heard(&mut self) {
        self.silence.heard();
    }

    pub(crate) fn report(&mut self, incident: Incident) {
        self.reports.incident(incident);
    }

    /// It was told this in other characters than the judge's.
    pub(crate) fn told(&mut self, spelled: Spelled) {
        self.reports.told(spelled);
    }

    /// An answer has cost this.
    pub(crate) fn spent(&mut self, usage: Usage) {
        self.reports.spent(usage);
    }

    /// It spoke before the judge. Said once.
    pub(crate) fn greeted(&mut self) {
        if !std::mem::replace(&mut self.greeted, true) {
            self.reports.incident(Incident::GreetedEarly);
        }
    }

    /// It said this: handed over as a line, whatever its characters, or typed with a Return at its end, in the keys everyone has.
    pub(crate) fn say(&mut self, printed: &Printed, now: Duration) {
        let mut typed: String = printed.text.chars().take(LINE_MAX).collect();
        self.silence.heard();
        if printed.invalid > 0 {
            self.reports.incident(Incident::NotText { invalid: printed.invalid });
        }
        if printed.is_long || typed.len() < printed.text.len() {
            self.reports.incident(Incident::LongLine { limit: LINE_MAX });
        }
        let Some(typist) = &mut self.typist else { return self.reports.line(typed) };
        typed.push('\n');
        if !typist.take(Alphabet::Ascii.keys_of(&typed), now) && !std::mem::replace(&mut self.flooded, true) {
            self.reports.incident(Incident::Flooded { limit: WAITING_MAX });
        }
    }

    /// Presses the keys that are due, and reports a silence that is too long.
    pub(crate) fn wake(&mut self, now: Duration) {
        if let Some(typist) = &mut self.typist {
            while let Some(key) = typist.press(now) {
                self.reports.key(key);
            }
            self.flooded &= !typist.is_idle();
        }
        if let Some(incident) = self.silence.check(now) {
            self.reports.incident(incident);
        }
    }

    pub(crate) fn due(&self) -> Option<Duration> {
        self.typist.as_ref().and_then(Typist::due).into_iter().chain(self.silence.due()).min()
    }

    pub(crate) fn take_report(&mut self) -> Option<FromEntry> {
        self.reports.take()
    }

    pub(crate) fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Whether output is being dropped, because more was printed than can be typed.
    pub(crate) fn is_flooded(&self) -> bool {
        self.flooded
    }
}
