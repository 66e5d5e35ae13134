//! Transcripts: conversations as files, in the forms that people and programs have used since the first contests.
//!
//! [`Dialogue`] is the neutral form; each format is a module with `write` and, if such files exist, `read`. Writing never
//! fails: for any text of a witness, a line of a file is one line of the format, because control characters become blanks.
//! Reading is forgiving: it accepts the habits of real programs, keeps as much as possible, and names every fault with its
//! line. This module knows no contest's rules and no recording; the publisher fills a [`Dialogue`] from the record and
//! removes unprintable phrases with [`phrases`].
//!
//! Keystroke logs hold keys, not lines, and have a form of their own: [`keylog`]. [`TranscriptFormat`] detects the form of a file and
//! converts a [`Transcript`] from one into another. [`named`] is for files with only the names of two speakers.
//! `docs/transcripts.md` shows all forms.

pub mod clock;
mod contents;
pub mod fault;
pub mod form;
pub mod keylog;
pub mod lp95;
pub mod named;
pub mod ndjson;
pub mod phrases;
pub mod plain;
pub mod rounds;
pub mod surrey;
mod text;

use rulebook::{Side, Timestamp};

pub use clock::OffsetClock;
pub use contents::Transcript;
pub use fault::{LineFault, Reading, Wrong};
pub use form::{Loss, TranscriptFormat};
pub use text::one_line;

/// The conversations of one witness with its judges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// The copyright notice, in the words of a file's first line.
    pub notice: String,
    /// The name of the witness.
    pub witness: String,
    /// The person or team behind an entry; empty for a confederate, or if unknown.
    pub contestant: String,
    /// The witness's role.
    pub role: Role,
    /// The start; only whole seconds are written.
    pub started: Timestamp,
    /// The clock for dates and times.
    pub clock: OffsetClock,
    /// The judges' visits, in order; the same judge may come again.
    pub visits: Vec<Visit>,
}

/// The lines between the arrivals of two judges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The judge's number. Files write at least two digits; 0 if unknown.
    pub judge: u16,
    /// The lines, in the order of their appearance.
    pub lines: Vec<Line>,
}

/// An utterance, or a line of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The time of completion; only whole seconds are written.
    pub at: Timestamp,
    /// The speaker.
    pub by: Side,
    /// The words. Line breaks are allowed; each format documents its treatment of them.
    pub text: String,
}

/// The role of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A submitted program.
    Entry,
    /// A person.
    Confederate,
}
