//! Checks before a round is opened: open pages, programs that answered, room on the disk, signed heads, copies.
//!
//! They warn and forbid nothing: an organiser who opens a round all the same knows its faults. They are not in the
//! record, but describe this server at this moment.

use std::{fmt, time::Duration};

use contest::{contest::Phase, view::organiser::Board};
use language::{Message, Say};
use rulebook::{Participant, Timestamp};

use crate::disk::DiskRoom;

/// Facts about the server that the board lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// The bytes that may still be written; absent where unknown.
    pub bytes_left: Option<u64>,
    /// The size of the last signed head; 0 before the first.
    pub signed: u64,
}

/// A check before a round is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Everybody in the round has a page open.
    Connected {
        /// The number of people with one.
        here: usize,
        /// The number of people in the round.
        needed: usize,
    },
    /// The programs of the round were started, and answered.
    Programs {
        /// The number of ready programs.
        ready: usize,
        /// The number of programs in the round.
        needed: usize,
    },
    /// There is room for the record: this many bytes; absent where unknown.
    Disk(Option<u64>),
    /// A signed head covers the recorded events.
    Signed {
        /// The age of the last such head; absent before the first.
        since: Option<Duration>,
        /// The number of events after it.
        after: u64,
        /// True when every event that should be signed by now is.
        complete: bool,
    },
    /// There is a copy of the data on another disk.
    Copied,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// As it should be.
    Good,
    /// Not as it should be.
    Amiss,
    /// It cannot be known from here.
    Unknown,
}

impl Check {
    /// All checks for the next round; none where no round can be opened.
    #[must_use]
    pub fn all(board: &Board, now: Timestamp, around: Around, is_here: impl Fn(Participant) -> bool) -> Vec<Self> {
        match board.phase {
            Phase::Lobby(next) if board.is_drawn && next.number() <= board.rounds => {}
            Phase::Lobby(_)
            | Phase::Talk(..)
            | Phase::Scoring(..)
            | Phase::EndBallots(..)
            | Phase::Vote(..)
            | Phase::Closed => return Vec::new(),
        }
        let people = board.people.iter().filter(|person| person.needed && !person.left);
        let plays = |entry: &&contest::view::organiser::Entry| {
            let mut talks = board.interviews.iter().flat_map(|interview| &interview.talks);
            !entry.left && talks.any(|talk| talk.witness == Participant::Entry(entry.who))
        };
        let programs = board.entries.iter().filter(plays);
        let due = || board.timeline.iter().filter(|moment| moment.has_head_signed());
        vec![
            Self::Connected {
                here: people.clone().filter(|person| is_here(person.who)).count(),
                needed: people.count(),
            },
            Self::Programs { ready: programs.clone().filter(|entry| entry.ready).count(), needed: programs.count() },
            Self::Disk(around.bytes_left),
            Self::Signed {
                since: due().find(|moment| moment.place <= around.signed).map(|moment| now.since(moment.at)),
                after: board.facts.saturating_sub(around.signed),
                complete: due().next().is_none_or(|last| last.place <= around.signed),
            },
            Self::Copied,
        ]
    }

    /// The result.
    #[must_use]
    pub fn finding(self) -> Finding {
        let found = |well| if well { Finding::Good } else { Finding::Amiss };
        match self {
            Self::Connected { here: some, needed } | Self::Programs { ready: some, needed } => found(some >= needed),
            Self::Disk(Some(bytes)) => found(DiskRoom::of(bytes) == DiskRoom::Enough),
            Self::Signed { complete, .. } => found(complete),
            Self::Disk(None) | Self::Copied => Finding::Unknown,
        }
    }

    /// The remedy, where the result is not good.
    #[must_use]
    pub fn mend(self) -> Option<Message> {
        if self.finding() == Finding::Good {
            return None;
        }
        Some(match self {
            Self::Connected { .. } => say!("course-check-connected-mend"),
            Self::Programs { .. } => say!("course-check-programs-mend"),
            Self::Disk(Some(_)) => say!("course-check-disk-mend"),
            Self::Disk(None) => say!("course-check-disk-unknown-mend"),
            Self::Signed { .. } => say!("course-check-signed-mend"),
            Self::Copied => say!("course-check-copied-mend"),
        })
    }
}

impl Finding {
    /// A word before the sentence, so that colour is never the only sign.
    #[must_use]
    pub fn word(self) -> Message {
        match self {
            Self::Good => say!("course-good"),
            Self::Amiss => say!("course-amiss"),
            Self::Unknown => say!("course-unknown"),
        }
    }
}

/// The name of its class in the style sheet.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Good => "good",
            Self::Amiss => "amiss",
            Self::Unknown => "unknown",
        })
    }
}

/// The check in a sentence.
impl Say for Check {
    fn message(&self) -> Message {
        match self {
            Self::Connected { here, needed } => say!("course-check-connected", here = here, needed = needed),
            Self::Programs { ready, needed } => say!("course-check-programs", ready = ready, needed = needed),
            Self::Disk(Some(bytes)) => say!("course-check-disk", megabytes = bytes / 1_000_000),
            Self::Disk(None) => say!("course-check-disk-unknown"),
            Self::Signed { since: None, after, .. } => say!("course-check-unsigned", events = after),
            Self::Signed { since: Some(since), after, .. } => {
                say!("course-check-signed", length = ago(*since), events = after)
            }
            Self::Copied => say!("course-check-copied"),
        }
    }
}

display_in_english!(Check);

/// A length of time in the past, in words.
fn ago(length: Duration) -> Message {
    match length.as_secs() / 60 {
        0 => say!("course-ago-moment"),
        1 => say!("course-ago-minute"),
        minutes @ 2..120 => say!("course-ago-minutes", minutes = minutes),
        minutes => say!("course-ago-hours", hours = minutes / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::SHORT_BELOW;

    #[test]
    fn each_check_is_amiss_beyond_its_boundary_and_then_says_what_to_do() {
        let signed = |complete| Check::Signed { since: Some(Duration::from_secs(119)), after: 3, complete };
        let cases = [
            (Check::Connected { here: 8, needed: 8 }, Finding::Good),
            (Check::Connected { here: 7, needed: 8 }, Finding::Amiss),
            (Check::Programs { ready: 4, needed: 4 }, Finding::Good),
            (Check::Programs { ready: 3, needed: 4 }, Finding::Amiss),
            (Check::Disk(Some(SHORT_BELOW)), Finding::Good),
            (Check::Disk(Some(SHORT_BELOW - 1)), Finding::Amiss),
            (Check::Disk(None), Finding::Unknown),
            (signed(true), Finding::Good),
            (signed(false), Finding::Amiss),
            (Check::Copied, Finding::Unknown),
        ];
        for (check, finding) in cases {
            assert_eq!(check.finding(), finding, "{check:?}");
            assert_eq!(check.mend().is_none(), finding == Finding::Good, "{check:?}");
        }
        assert_eq!(signed(true).to_string(), "The record was signed a minute ago; 3 events came after.");
    }
}
