//! All that was seen in one check, in order, with its time.

use std::{sync::Arc, time::Duration};

use rulebook::{Key, contest_file::Encoding};

use super::advice::Way;
use crate::{Incident, Shown};

/// The most moments that are kept of one check; whoever goes beyond talks without end.
const MOMENTS_MAX: usize = 200_000;

/// The most bytes of the program's output that are kept of one check.
const BYTES_MAX: usize = 1 << 20;

/// All that was seen in one check.
#[derive(Debug, Clone, Default)]
pub struct Observation {
    pub(super) moments: Vec<Moment>,
    /// Time ran so fast that whether a line came in one piece cannot be judged.
    pub(super) is_fast: bool,
    /// The encoding of a program whose replies end with a line; none where something else ends them.
    pub(super) lines: Option<Encoding>,
    /// Where witnesses may open: the words that they are held to, if they are.
    pub(super) opening_words: Option<Vec<String>>,
    /// How the entry speaks, for whoever says how to mend it.
    pub(super) way: Way,
    /// No answer on a pipe, and one at a terminal.
    pub(super) answers_at_a_terminal: bool,
    bytes: usize,
}

/// Something that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moment {
    /// Real time since the check began.
    pub(super) at: Duration,
    pub(super) seen: Seen,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Seen {
    /// A link was started.
    Began,
    /// The entry is ready.
    Ready,
    /// The judge pressed a key.
    JudgeKey(Key),
    /// The judge showed a file.
    JudgeShows(Arc<Shown>),
    /// The judge sees this key of the entry.
    EntryKey(Key),
    /// The program was given bytes.
    ToProgram(Vec<u8>),
    /// The program gave bytes.
    FromProgram(Vec<u8>),
    /// The program gave bytes on its standard error.
    Complained(Vec<u8>),
    /// The organiser would be told this.
    Incident(Incident),
    /// The answer was complete: nothing more came for a while.
    Answered,
    /// It went on and on; nobody listened any longer.
    Endless,
    /// It did not become ready in time.
    NotReady { waited: Duration },
    /// It did not answer in time.
    NoAnswer { waited: Duration },
    /// It said nothing, and need not have.
    NoWord { waited: Duration },
    /// The program was ended on purpose, or the link to it, as by a crash.
    Crashed,
    /// The link was asked to end.
    ToldToEnd,
    /// The link has ended.
    Ended,
    /// The link did not end in time.
    NotEnded { waited: Duration },
    /// What became of a program whose pipes were closed.
    Left(Left),
}

/// What became of a program that was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// It ended by itself.
    Gone,
    /// It still ran, and had used so much of a processor in the time it was watched; whether it was ever seen at rest.
    Running { used: Duration, watched: Duration, rests: bool },
}

impl Seen {
    /// The bytes that the program gave.
    pub(super) fn printed(&self) -> Option<&[u8]> {
        if let Self::FromProgram(bytes) = self { Some(bytes) } else { None }
    }

    /// The key that the judge pressed.
    pub(super) fn typed(&self) -> Option<Key> {
        if let Self::JudgeKey(key) = self { Some(*key) } else { None }
    }

    /// The bytes that the program gave on its standard error.
    fn complained(&self) -> Option<&[u8]> {
        if let Self::Complained(bytes) = self { Some(bytes) } else { None }
    }
}

impl Observation {
    pub(super) fn push(&mut self, at: Duration, seen: Seen) {
        if let Seen::FromProgram(bytes) | Seen::Complained(bytes) = &seen {
            self.bytes += bytes.len();
            if self.bytes > BYTES_MAX {
                return;
            }
        }
        if self.moments.len() < MOMENTS_MAX {
            self.moments.push(Moment { at, seen });
        }
    }

    /// Real time from the first moment to the last.
    #[must_use]
    pub fn lasted(&self) -> Duration {
        self.moments.last().map_or(Duration::ZERO, |moment| moment.at)
    }

    /// Every moment with its place.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Seen)> {
        self.moments.iter().enumerate().map(|(place, moment)| (place, &moment.seen))
    }

    /// The first moment from this place on that is so.
    pub(super) fn find(&self, from: usize, is: impl Fn(&Seen) -> bool) -> Option<usize> {
        self.iter().skip(from).find(|(_, seen)| is(seen)).map(|(place, _)| place)
    }

    pub(super) fn find_last(&self, is: impl Fn(&Seen) -> bool) -> Option<usize> {
        self.moments.iter().rposition(|moment| is(&moment.seen))
    }

    /// True after a missing answer.
    pub(super) fn is_unanswered(&self) -> bool {
        self.find(0, |seen| matches!(seen, Seen::NoAnswer { .. })).is_some()
    }

    /// What the program printed from this place on; empty where the protocol is not made of bytes.
    pub(super) fn printed(&self, from: usize) -> Vec<u8> {
        let bytes = self.iter().skip(from).filter_map(|(_, seen)| seen.printed());
        bytes.collect::<Vec<_>>().concat()
    }

    /// Its standard error from this place on.
    pub(super) fn complaints(&self, from: usize) -> Vec<u8> {
        let bytes = self.iter().skip(from).filter_map(|(_, seen)| seen.complained());
        bytes.collect::<Vec<_>>().concat()
    }
}
