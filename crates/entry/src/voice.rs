//! Reports a program's output, bounded, as whole lines or key by key, and reports its silence.

use std::time::Duration;

use rulebook::key::Alphabet;

use crate::{
    FromEntry, Incident, Spelled, Usage,
    line::{ENDLESS, LINE_MAX, Printed},
    opening::Opening,
    reports::Reports,
    silence::Silence,
    typist::{Typist, WAITING_MAX},
};

/// The methods of a line-based state machine that its `voice` implements.
macro_rules! voiced {
    ($machine:ty) => {
        impl $machine {
            /// Applies this rule to text that the program says unasked.
            #[must_use]
            pub fn under(mut self, opening: $crate::opening::Opening) -> Self {
                self.voice.under(opening);
                self
            }

            /// The conversation is open.
            pub fn began(&mut self) {
                self.voice.began();
            }

            /// Reports an incident to the organiser.
            pub fn report(&mut self, incident: $crate::Incident) {
                self.voice.report(incident);
            }

            /// The next report for the contest.
            pub fn take_report(&mut self) -> Option<$crate::FromEntry> {
                self.voice.take_report()
            }

            /// True while reports wait.
            #[must_use]
            pub fn has_reports(&self) -> bool {
                self.voice.has_reports()
            }

            /// True while output is dropped, because there is more than a typist can type.
            #[must_use]
            pub fn is_flooded(&self) -> bool {
                self.voice.is_flooded()
            }
        }
    };
}
pub(crate) use voiced;

/// A program's output in a conversation, as reported to the contest.
#[derive(Debug)]
pub(crate) struct Voice {
    /// Types key by key; `None` if whole lines are reported.
    typist: Option<Typist>,
    flooded: bool,
    /// The number of bytes since the last finished line or reply; and true once endless output was reported.
    unfinished: usize,
    endless_told: bool,
    silence: Silence,
    reports: Reports,
}

impl Voice {
    /// `typing` and `silence` are those of [`Setup`](crate::Setup).
    pub(crate) fn new(typing: Option<Duration>, silence: Duration) -> Self {
        Self {
            typist: typing.map(Typist::new),
            flooded: false,
            unfinished: 0,
            endless_told: false,
            silence: Silence::new(silence),
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
        self.reports.asked();
    }

    /// The answer is no longer awaited.
    pub(crate) fn heard(&mut self) {
        self.silence.heard();
    }

    pub(crate) fn report(&mut self, incident: Incident) {
        self.reports.incident(incident);
    }

    /// Reports a line whose characters were replaced for the program.
    pub(crate) fn told(&mut self, spelled: Spelled) {
        self.reports.told(spelled);
    }

    /// Reports the cost of an answer.
    pub(crate) fn spent(&mut self, usage: Usage) {
        self.reports.spent(usage);
    }

    /// Sets the rule for unasked text.
    pub(crate) fn under(&mut self, opening: Opening) {
        self.reports.under(opening);
    }

    /// True if unasked text may be an opening.
    pub(crate) fn lets_open(&self) -> bool {
        self.reports.lets_open()
    }

    /// The program has ended or disconnected.
    pub(crate) fn left(&mut self) {
        self.reports.left();
    }

    /// The conversation is open.
    pub(crate) fn began(&mut self) {
        self.reports.began();
    }

    /// Counts received bytes.
    pub(crate) fn came(&mut self, bytes: usize) {
        self.unfinished = self.unfinished.saturating_add(bytes);
    }

    /// All received bytes were parsed: reports endless output, once.
    pub(crate) fn looked(&mut self) {
        if self.unfinished > ENDLESS && !std::mem::replace(&mut self.endless_told, true) {
            self.reports.incident(Incident::Endless { bytes: self.unfinished });
        }
    }

    /// Reports text that came before the program received any of the judge's.
    pub(crate) fn unasked(&mut self, printed: &Printed) {
        self.unfinished = 0;
        if printed.invalid > 0 {
            self.reports.incident(Incident::NotText { invalid: printed.invalid });
        }
        self.reports.unasked(printed.text.chars().take(LINE_MAX).collect());
    }

    /// Reports a line: as a whole with all its characters, or typed with a final Return, in ASCII keys.
    pub(crate) fn say(&mut self, printed: &Printed, now: Duration) {
        let mut typed: String = printed.text.chars().take(LINE_MAX).collect();
        self.unfinished = 0;
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

    /// Types due keys, and reports a long silence.
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

    /// True if output is being dropped, because more was printed than can be typed.
    pub(crate) fn is_flooded(&self) -> bool {
        self.flooded
    }
}
