//! All events of one check, in order, with their times.

use std::{sync::Arc, time::Duration};

use rulebook::{Key, contest_file::Encoding};

use super::advice::Way;
use crate::{Incident, JudgeFile};

/// The maximum number of events kept of one check; only an endless talker exceeds it.
const MOMENTS_MAX: usize = 200_000;

/// The maximum size of the program's output kept of one check, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// All events of one check.
#[derive(Debug, Clone, Default)]
pub struct Observation {
    pub(super) moments: Vec<Moment>,
    /// True if time ran too fast to judge that a line came in one piece.
    pub(super) is_fast: bool,
    /// The encoding of a program whose replies end with a line; `None` for other programs.
    pub(super) lines: Option<Encoding>,
    /// The opening words that the rulebook prescribes, possibly none; `None` if witnesses may not open.
    pub(super) opening_words: Option<Vec<String>>,
    /// The entry's way of communicating, for the advice.
    pub(super) way: Way,
    /// True if the entry gave no answer on a pipe, but one at a terminal.
    pub(super) answers_at_a_terminal: bool,
    bytes: usize,
}

/// An event with its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moment {
    /// Real time since the check began.
    pub(super) at: Duration,
    pub(super) seen: Seen,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Seen {
    /// A link was started.
    Began,
    /// The entry is ready.
    Ready,
    /// The judge pressed a key.
    JudgeKey(Key),
    /// The judge showed a file.
    JudgeShows(Arc<JudgeFile>),
    /// The entry's key reached the judge's screen.
    EntryKey(Key),
    /// The program received bytes.
    ToProgram(Vec<u8>),
    /// The program printed bytes.
    FromProgram(Vec<u8>),
    /// The program printed bytes on its standard error.
    Complained(Vec<u8>),
    /// The link reported an incident for the organiser.
    Incident(Incident),
    /// The answer was complete: a silence followed it.
    Answered,
    /// The answer had no end, and the driver stopped listening.
    Endless,
    /// It did not become ready in time.
    NotReady { waited: Duration },
    /// It did not answer in time.
    NoAnswer { waited: Duration },
    /// No answer came, and none was required.
    NoWord { waited: Duration },
    /// The program was killed on purpose, or its link was ended, as by a crash.
    Crashed,
    /// The link was asked to end.
    ToldToEnd,
    /// The link has ended.
    Ended,
    /// The link did not end in time.
    NotEnded { waited: Duration },
    /// The state of a program after its pipes were closed.
    Left(Left),
}

/// The state of a program after it was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// It ended by itself.
    Gone,
    /// It still ran: the processor time used, the time watched, and true if it was ever seen at rest.
    Running { used: Duration, watched: Duration, rests: bool },
}

impl Seen {
    /// The bytes that the program printed.
    pub(super) fn printed(&self) -> Option<&[u8]> {
        if let Self::FromProgram(bytes) = self { Some(bytes) } else { None }
    }

    /// The key that the judge pressed.
    pub(super) fn typed(&self) -> Option<Key> {
        if let Self::JudgeKey(key) = self { Some(*key) } else { None }
    }

    /// The bytes that the program printed on its standard error.
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

    /// Every event with its index.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Seen)> {
        self.moments.iter().enumerate().map(|(place, moment)| (place, &moment.seen))
    }

    /// The index of the first matching event from this index on.
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

    /// The program's output from this index on; empty for protocols without a byte stream.
    pub(super) fn printed(&self, from: usize) -> Vec<u8> {
        let bytes = self.iter().skip(from).filter_map(|(_, seen)| seen.printed());
        bytes.collect::<Vec<_>>().concat()
    }

    /// Its standard error from this index on.
    pub(super) fn complaints(&self, from: usize) -> Vec<u8> {
        let bytes = self.iter().skip(from).filter_map(|(_, seen)| seen.complained());
        bytes.collect::<Vec<_>>().concat()
    }
}
