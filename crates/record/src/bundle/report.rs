//! What verifying a bundle found: the checks, and every fault with its place.

use std::{collections::BTreeMap, fmt};

use crate::{
    checkpoint::Checkpoint,
    event::{Envelope, Leaf, Opened, Private},
    hash::Hash,
    note::VerifierKey,
};

/// Whom and what a verifier believes without the bundle.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// The key that is known to be the organiser's.
    pub key: Option<VerifierKey>,
    /// Keys of cosigners, each of which must have signed the checkpoint too.
    pub cosigners: Vec<VerifierKey>,
    /// Checkpoints that were kept earlier: signed notes over heads that this record must extend.
    pub heads: Vec<String>,
}

/// Everything that was found in a bundle.
#[derive(Debug, Clone)]
pub struct Report {
    /// How many events there are.
    pub events: u64,
    /// How many events each stream has.
    pub streams: BTreeMap<String, u64>,
    /// How many private parts of events were taken out.
    pub redacted: u64,
    /// The root recomputed from the events; absent when there are none to read.
    pub root: Option<Hash>,
    /// Whose record it is, when the checkpoint says so under a good signature.
    pub origin: Option<String>,
    /// The key the signatures were checked with.
    pub verifier: Option<VerifierKey>,
    /// Whether somebody other than the bundle vouches for it: the signatures are by the key that was given, or by every
    /// cosigner that was named.
    pub vouched: bool,
    /// How many events the longest head has that was given, if the record has fewer: it was cut.
    pub cut_from: Option<u64>,
    /// The earlier heads that were given and are signed by another key than the record. Whether they are heads of it
    /// depends on what its events say of the change of keys; no fault is told of them here.
    pub foreign_heads: Vec<ForeignHead>,
    /// What was checked, in order.
    pub checks: Vec<Check>,
    /// What is wrong, the most telling first; empty when the bundle is sound.
    pub faults: Vec<Fault>,
    /// The attachments by name, damaged or not, and how many bytes each has.
    pub attachments: BTreeMap<String, u64>,
}

impl Report {
    /// Whether every check passed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.checks.iter().all(|check| check.outcome == Outcome::Passed)
    }
}

/// An earlier head that another key signed than the one of the record. Its signature was not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignHead {
    /// What it says.
    pub head: Checkpoint,
    /// The root that the record had at that size; absent where it has fewer events.
    pub root: Option<Hash>,
}

/// An event as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedEvent {
    /// Its place in the record, counted from 1.
    pub index: u64,
    /// The envelope, without the commitments.
    pub envelope: Envelope,
    /// The private parts.
    pub private: Opened,
}

/// An event as its texts stand in the bundle: what a reader is given of it while it is verified.
#[derive(Debug)]
pub struct EventText<'t> {
    /// Its place in the record, counted from 1.
    pub index: u64,
    /// The envelope.
    pub leaf: Leaf<'t>,
    /// The private parts by name, in ascending order: the data in canonical JSON, absent where it was taken out.
    pub private: Vec<(&'t str, Option<&'t str>)>,
}

impl EventText<'_> {
    /// The event, with values for its texts.
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

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What: `archive`, `entries`, `key`, `manifest`, `checkpoint`, `cosigners`, `tree`, `heads`, `events`, `private` or
    /// `streams`; `cosigners` and `heads` only where some were given.
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
    /// Not checked, because something it needs is faulty or not there.
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

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the words of the record.
    pub place: Place,
    /// Where in the file: the first byte concerned, counted from 0, when that is known.
    pub offset: Option<u64>,
    /// What is wrong.
    pub what: String,
}

/// The longest that is told of one fault, in bytes. Some of it may be quoted from the file.
const LONGEST_WHAT: usize = 1000;

impl Fault {
    pub(super) fn new(place: Place, offset: Option<u64>, what: impl Into<String>) -> Self {
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
