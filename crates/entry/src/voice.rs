//! What becomes of what a program says: bounded, and reported as a line or typed key by key; and what is said when it says
//! nothing.

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

/// The methods of a machine of lines that belong to its `voice`.
macro_rules! voiced {
    ($machine:ty) => {
        impl $machine {
            /// The same machine, with this rule for unasked words.
            #[must_use]
            pub fn under(mut self, opening: $crate::opening::Opening) -> Self {
                self.voice.under(opening);
                self
            }

            /// Talk is open.
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

/// A program's side of a conversation, as the contest hears it.
#[derive(Debug)]
pub(crate) struct Voice {
    /// Types key by key; absent where lines are handed over.
    typist: Option<Typist>,
    flooded: bool,
    /// How many bytes have come since it finished something, and whether it was told that they have no end.
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

    /// Words that nobody asked for come under this rule.
    pub(crate) fn under(&mut self, opening: Opening) {
        self.reports.under(opening);
    }

    /// Whether unasked words may be an opening.
    pub(crate) fn lets_open(&self) -> bool {
        self.reports.lets_open()
    }

    /// The program has ended, or has gone.
    pub(crate) fn left(&mut self) {
        self.reports.left();
    }

    /// Talk is open.
    pub(crate) fn began(&mut self) {
        self.reports.began();
    }

    /// So many bytes have come.
    pub(crate) fn came(&mut self, bytes: usize) {
        self.unfinished = self.unfinished.saturating_add(bytes);
    }

    /// All that has come was looked at: reports an output in which nothing is finished, once.
    pub(crate) fn looked(&mut self) {
        if self.unfinished > ENDLESS && !std::mem::replace(&mut self.endless_told, true) {
            self.reports.incident(Incident::Endless { bytes: self.unfinished });
        }
    }

    /// It says this before it was given a word of the judge.
    pub(crate) fn unasked(&mut self, printed: &Printed) {
        self.unfinished = 0;
        if printed.invalid > 0 {
            self.reports.incident(Incident::NotText { invalid: printed.invalid });
        }
        self.reports.unasked(printed.text.chars().take(LINE_MAX).collect());
    }

    /// It said this: handed over as a line, whatever its characters, or typed with a Return at its end, in the keys everyone has.
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
