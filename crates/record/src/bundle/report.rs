//! What verifying a bundle found: the checks, and every fault with its place.

use std::{collections::BTreeMap, fmt};

use crate::{
    event::{Envelope, Opened},
    hash::Hash,
    note::VerifierKey,
};

/// Everything that was found in a bundle.
#[derive(Debug, Clone)]
pub struct Report {
    /// How many events there are.
    pub events: usize,
    /// How many events each stream has.
    pub streams: BTreeMap<String, u64>,
    /// How many private parts of events were taken out.
    pub redacted: usize,
    /// The root recomputed from the events; absent when there are none to read.
    pub root: Option<Hash>,
    /// Whose record it is, when the checkpoint says so under a good signature.
    pub origin: Option<String>,
    /// The key the signatures were checked with.
    pub verifier: Option<VerifierKey>,
    /// What was checked, in order.
    pub checks: Vec<Check>,
    /// What is wrong, the most telling first; empty when the bundle is sound.
    pub faults: Vec<Fault>,
    /// The events, absent when any of them cannot be trusted. Ask [`Report::is_sound`] before using them.
    pub log: Option<Vec<OpenedEvent>>,
    /// The attachments by name, damaged or not.
    pub attachments: BTreeMap<String, Vec<u8>>,
}

impl Report {
    /// Whether every check passed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.checks.iter().all(|check| check.outcome == Outcome::Passed)
    }
}

/// An event as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedEvent {
    /// Its place in the record, counted from 1.
    pub index: usize,
    /// The envelope, without the commitments.
    pub envelope: Envelope,
    /// The private parts.
    pub private: Opened,
}

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What: `archive`, `entries`, `key`, `manifest`, `checkpoint`, `tree`, `events`, `private` or `streams`.
    pub name: &'static str,
    /// How it came out.
    pub outcome: Outcome,
    /// What was found, for people.
    pub detail: String,
}

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// As it must be.
    Passed,
    /// There is at least one fault.
    Failed,
    /// Not checked, because something it needs is faulty.
    Skipped,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        })
    }
}

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the words of the record.
    pub place: Place,
    /// Where in the file: the first byte concerned, counted from 0, when that is known.
    pub offset: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl Fault {
    pub(super) fn new(place: Place, offset: Option<usize>, what: impl Into<String>) -> Self {
        Self { place, offset, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)?;
        match self.offset {
            Some(offset) => write!(f, " (byte {offset} of the file)"),
            None => Ok(()),
        }
    }
}

/// What a fault is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// An event: its leaf or its private data.
    Event(EventPlace),
    /// An entry of the archive.
    Entry {
        /// The entry's name.
        name: String,
    },
    /// The archive as a whole.
    Archive,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Entry { name } => write!(f, "entry `{}`", name.escape_default()),
            Self::Archive => f.write_str("archive"),
        }
    }
}

/// Which event, as far as its leaf can still be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPlace {
    /// Its place in the record, counted from 1.
    pub index: usize,
    /// Its stream.
    pub stream: Option<String>,
    /// Its number in the stream.
    pub number: Option<u64>,
    /// Its type.
    pub kind: Option<String>,
}

impl fmt::Display for EventPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}", self.index)?;
        let stream = self.stream.as_ref().map(|stream| format!("stream `{stream}`"));
        let number = self.number.map(|number| format!("number {number}"));
        let kind = self.kind.as_ref().map(|kind| format!("type `{kind}`"));
        let known: Vec<_> = [stream, number, kind].into_iter().flatten().collect();
        if known.is_empty() { Ok(()) } else { write!(f, " ({})", known.join(", ")) }
    }
}
