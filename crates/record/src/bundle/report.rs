//! The result of verifying a bundle: the checks, and every fault with its place.

use std::{collections::BTreeMap, fmt};

use crate::{
    checkpoint::Checkpoint,
    event::{Envelope, Leaf, Opened, Private},
    hash::Hash,
    note::VerifierKey,
};

/// The keys and checkpoints that a verifier trusts independently of the bundle.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// The organiser's known key.
    pub key: Option<VerifierKey>,
    /// The keys of cosigners; each must have signed the checkpoint too.
    pub cosigners: Vec<VerifierKey>,
    /// Checkpoints kept earlier: signed notes with heads that this record must extend.
    pub heads: Vec<String>,
}

/// The full result for a bundle.
#[derive(Debug, Clone)]
pub struct Report {
    /// The number of events.
    pub events: u64,
    /// The number of events in each stream.
    pub streams: BTreeMap<String, u64>,
    /// The number of private parts removed from events.
    pub redacted: u64,
    /// The root recomputed from the events; absent if none can be read.
    pub root: Option<Hash>,
    /// The name of the record's owner, from a checkpoint with a valid signature.
    pub origin: Option<String>,
    /// The key used to check the signatures.
    pub verifier: Option<VerifierKey>,
    /// True if the signatures are by a key from outside the bundle: the trusted key, or the keys of all given cosigners.
    pub vouched: bool,
    /// The size of the longest earlier head, if the record has fewer events: it was cut.
    pub cut_from: Option<u64>,
    /// The given earlier heads signed by a different key than the record. Whether they belong to it depends on its events about
    /// key changes; they cause no fault here.
    pub foreign_heads: Vec<ForeignHead>,
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// The faults, the most informative first; empty for a sound bundle.
    pub faults: Vec<Fault>,
    /// The attachments by name, damaged or not, with their sizes in bytes.
    pub attachments: BTreeMap<String, u64>,
}

impl Report {
    /// True if every check passed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.checks.iter().all(|check| check.outcome == Outcome::Passed)
    }
}

/// An earlier head signed by a different key than the record's. Its signature was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignHead {
    /// The head.
    pub head: Checkpoint,
    /// The root of the record at that size; absent if it has fewer events.
    pub root: Option<Hash>,
}

/// An event with its private parts opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedEvent {
    /// Its place in the record, counted from 1.
    pub index: u64,
    /// The envelope, without the commitments.
    pub envelope: Envelope,
    /// The private parts.
    pub private: Opened,
}

/// An event as source texts, for readers during verification.
#[derive(Debug)]
pub struct EventText<'t> {
    /// Its place in the record, counted from 1.
    pub index: u64,
    /// The envelope.
    pub leaf: Leaf<'t>,
    /// The private parts by name, in ascending order: the data in canonical JSON, absent if removed.
    pub private: Vec<(&'t str, Option<&'t str>)>,
}

impl EventText<'_> {
    /// Parses the texts into an event with values.
    #[must_use]
    pub fn opened(&self) -> OpenedEvent {
        let open = |data| Private::Open(serde_json::from_str(data).expect("what is canonical is JSON"));
        let private =
            self.private.iter().map(|(part, data)| ((*part).to_owned(), data.map_or(Private::Redacted, open)));
        OpenedEvent { index: self.index, envelope: self.leaf.envelope(), private: private.collect() }
    }
}

/// The name of the check of earlier heads.
pub const HEADS: &str = "heads";

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The name: `archive`, `entries`, `key`, `manifest`, `checkpoint`, `cosigners`, `tree`, `heads`, `events`, `private` or
    /// `streams`; `cosigners` and `heads` only if some were given.
    pub name: &'static str,
    /// The outcome.
    pub outcome: Outcome,
    /// The finding, for people.
    pub detail: String,
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No fault.
    Passed,
    /// At least one fault.
    Failed,
    /// Not checked, because data needed for it is faulty or missing.
    NotDone,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotDone => "not done",
        })
    }
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The place in the record.
    pub place: FaultPlace,
    /// The position in the file of the first byte concerned, counted from 0, if known.
    pub offset: Option<u64>,
    /// The problem.
    pub what: String,
}

/// The maximum length of a fault's text in bytes. The text may quote the file.
const LONGEST_WHAT: usize = 1000;

impl Fault {
    pub(super) fn new(place: FaultPlace, offset: Option<u64>, what: impl Into<String>) -> Self {
        let mut what = what.into();
        if what.len() > LONGEST_WHAT {
            what.truncate(what.floor_char_boundary(LONGEST_WHAT));
            what.push('…');
            what.shrink_to_fit();
        }
        Self { place, offset, what }
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

/// The place of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultPlace {
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

impl fmt::Display for FaultPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Entry { name } => write!(f, "entry `{}`", name.escape_default()),
            Self::Archive => f.write_str("archive"),
        }
    }
}

/// An event, as far as its leaf is readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPlace {
    /// Its place in the record, counted from 1.
    pub index: u64,
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
