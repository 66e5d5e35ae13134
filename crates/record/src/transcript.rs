//! Transcripts: what was said, as files that people and other programs have read since the first contests.
//!
//! [`Dialogue`] is the neutral form; each format is a module with `write` and, where such files exist, `read`. Writing is
//! total: whatever a witness said, a line of a file is one line of the format, because a control character becomes a
//! blank. Reading is forgiving: it accepts what real programs wrote, keeps what can be kept, and names every fault with
//! its line. Nothing here knows a contest's rules or how it is recorded; whoever publishes fills a [`Dialogue`] from the
//! record and takes out what must not be printed with [`phrases`].
//!
//! Keystroke logs hold keys, not lines, and have a form of their own: [`keylog`]. [`Form`] tells which form a file has, and
//! carries a [`Transcript`] from one into another. [`named`] is for files that name two speakers and nothing else. `docs/transcripts.md` shows them all.

pub mod clock;
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

pub use clock::Clock;
pub use fault::{Fault, Reading, Wrong};
pub use form::{Form, Loss, Transcript};
pub use text::one_line;

/// What one witness and the judges who came to it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialogue {
    /// Who holds the rights in the text, in the words of a file's first line.
    pub notice: String,
    /// The name of the witness.
    pub witness: String,
    /// The person or team behind an entry; empty for a confederate, and where a file does not say.
    pub contestant: String,
    /// What the witness is.
    pub role: Role,
    /// When it began; only whole seconds are written.
    pub started: Timestamp,
    /// The clock that dates and times are told by.
    pub clock: Clock,
    /// The judges who came, one after the other; the same judge may come again.
    pub visits: Vec<Visit>,
}

/// What is said between a judge's coming and the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The judge's number. Files write at least two digits; 0 where a file does not say.
    pub judge: u16,
    /// What was said, in the order it appeared.
    pub lines: Vec<Line>,
}

/// An utterance, or a line of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// When it was finished; only whole seconds are written.
    pub at: Timestamp,
    /// Who said it.
    pub by: Side,
    /// The words. Line breaks are allowed; each format says what becomes of them.
    pub text: String,
}

/// What a witness is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A program that was entered.
    Entry,
    /// A person.
    Confederate,
}
