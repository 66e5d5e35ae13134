//! The bundle: the record of a contest as one file, `NAME.viva`, that a stranger can verify offline.
//!
//! A bundle is a ZIP archive whose bytes are a pure function of its contents (see `archive.rs` for why). The events are
//! fixed by the tree and its signed checkpoint; everything else by a signed manifest. A [`Writer`] makes one event by
//! event, [`write()`] from memory; [`verify()`] finds and names every change; [`redact()`] takes private data out and signs
//! anew. None of them holds a record in memory. What the events *mean* is checked by the crates above, from
//! [`Examined::log`].

mod archive;
mod cosigned;
mod damage;
mod difference;
mod file;
mod prove;
mod redact;
mod report;
mod verify;
mod writer;

use std::{
    collections::BTreeMap,
    fmt::Write,
    io::{self, Cursor},
};

use serde::Serialize;
use serde_json::value::RawValue;

pub use cosigned::NEW_KEYS;
pub use difference::{Both, Difference, FileDifference, First, MemberDifference, Which, difference};
pub use redact::{RedactError, redact};
pub use report::{Check, EventPlace, EventText, Fault, ForeignHead, HEADS, OpenedEvent, Outcome, Place, Report, Trust};
pub use verify::{Examined, Log, verify, verify_reading};
pub use writer::{Attaching, Writer};

use crate::{
    canonical,
    checkpoint::{Checkpoint, CheckpointError},
    event::{Opening, Salt, Sealed, is_part_name, openings},
    hash::Hash,
    merkle::{Tree, leaf_hash},
    note::{SigningKey, VerifierKey},
};

/// How many faults of a kind are told one by one.
pub const MOST_FAULTS: usize = 100;

/// The most streams a record has.
pub const MOST_STREAMS: usize = 1 << 18;

/// The text every bundle of this format version begins with; its first line names the version.
pub const README: &str = include_str!("bundle/readme.txt");

/// The entries that every bundle has before its attachments, in the order they stand in.
const FIXED: [&str; 6] =
    [entry::README, entry::EVENTS, entry::PRIVATE, entry::LEAF_HASHES, entry::CHECKPOINT, entry::VERIFIER];

/// The names of the entries.
mod entry {
    pub(super) const README: &str = "README.txt";
    pub(super) const EVENTS: &str = "events.jsonl";
    pub(super) const PRIVATE: &str = "private.jsonl";
    pub(super) const LEAF_HASHES: &str = "leaf-hashes";
    pub(super) const CHECKPOINT: &str = "checkpoint";
    pub(super) const VERIFIER: &str = "verifier.key";
    /// Stands last, because it is made last.
    pub(super) const MANIFEST: &str = "manifest";
}

/// What a bundle holds, in memory: for small ones. A [`Writer`] needs no more memory for a large one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The canonical envelopes, in the order of the tree.
    pub leaves: Vec<Vec<u8>>,
    /// The opening of each leaf; `None` where there is nothing private, or nothing any more.
    pub openings: Vec<Option<Vec<u8>>>,
    /// The signed note over size and root; it may carry cosignatures.
    pub checkpoint: String,
    /// The key that signed it.
    pub verifier: VerifierKey,
    /// Other files, by name.
    pub attachments: BTreeMap<String, Vec<u8>>,
}

/// Why a bundle cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The key is not the one that signed the checkpoint.
    #[error("the bundle is signed by `{bundle}`, the key is `{key}` (use the contest's own key)")]
    OtherKey {
        /// The key of the bundle.
        bundle: Box<VerifierKey>,
        /// The public half of the key that was given.
        key: Box<VerifierKey>,
    },
    /// There is not one place for an opening per leaf.
    #[error("{openings} openings for {leaves} leaves (give one per leaf, `None` where there is none)")]
    Lengths {
        /// How many leaves.
        leaves: usize,
        /// How many openings.
        openings: usize,
    },
    /// A leaf does not fit a line.
    #[error("the leaf of event {event} is longer than what is read, or holds a newline (leaves are canonical JSON)")]
    Leaf {
        /// The event, counted from 1.
        event: u64,
    },
    /// An opening is not one, or stands in the wrong place.
    #[error(
        "the opening of event {event} is not canonical JSON of `data` and `salt` for each part, after all leaves and in order"
    )]
    Opening {
        /// The event, counted from 1.
        event: u64,
    },
    /// An attachment has a name that cannot stand in an archive.
    #[error(
        "an attachment cannot be called `{name}` (at most 100 letters, digits, `.`, `_`, `-`; parts set apart by `/`, none \
         beginning with `.`; not the name of an entry that every bundle has; in ascending order)"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The archive would have too many entries.
    #[error(
        "the bundle would have more than 65,534 entries, or a manifest or checkpoint of 1 MiB (leave out attachments)"
    )]
    TooLarge,
    /// The checkpoint cannot be signed, or does not fit the events.
    #[error("the checkpoint cannot be signed, or is not that of these events")]
    Checkpoint(#[source] CheckpointError),
    /// The file cannot be written.
    #[error("the bundle cannot be written")]
    File(#[from] io::Error),
}

/// A bundle could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("the checkpoint cannot be signed")]
pub struct SignError(#[from] CheckpointError);

impl Bundle {
    /// The bundle of these events, with a checkpoint signed by `key`.
    ///
    /// # Errors
    /// [`SignError`] when the checkpoint cannot be signed.
    pub fn new(
        events: impl IntoIterator<Item = Sealed>,
        attachments: BTreeMap<String, Vec<u8>>,
        key: &SigningKey,
    ) -> Result<Self, SignError> {
        let (leaves, openings): (Vec<_>, Vec<_>) = events.into_iter().map(|event| (event.leaf, event.opening)).unzip();
        let tree = Tree::from_leaf_hashes(leaves.iter().map(|leaf| leaf_hash(leaf)));
        let checkpoint = Checkpoint::of(&tree, key).sign(key)?;
        Ok(Self { leaves, openings, checkpoint, verifier: key.verifier(), attachments })
    }
}

/// The bytes of a bundle, its manifest signed by `key`. The same bundle and key always give the same bytes.
///
/// # Errors
/// [`WriteError`] when the key is not that of the checkpoint, a leaf or an opening is malformed, an attachment's name is
/// not allowed, or the archive would be too large.
pub fn write(bundle: &Bundle, key: &SigningKey) -> Result<Vec<u8>, WriteError> {
    if bundle.verifier != key.verifier() {
        return Err(WriteError::OtherKey { bundle: bundle.verifier.clone().into(), key: key.verifier().into() });
    }
    if bundle.leaves.len() != bundle.openings.len() {
        return Err(WriteError::Lengths { leaves: bundle.leaves.len(), openings: bundle.openings.len() });
    }
    let mut writer = Writer::new(Cursor::new(Vec::new()))?;
    for leaf in &bundle.leaves {
        writer.leaf(leaf)?;
    }
    for (event, opening) in (1..).zip(&bundle.openings) {
        if let Some(opening) = opening {
            writer.opening(event, opening)?;
        }
    }
    let attachments = bundle.attachments.iter().map(|(name, data)| Ok((name.clone(), data.clone())));
    Ok(writer.finish(attachments, Some(bundle.checkpoint.clone()), key)?.into_inner())
}

fn manifest_text<'a>(hashes: impl Iterator<Item = (&'a str, Hash)>) -> String {
    let mut text = String::new();
    for (name, hash) in hashes {
        _ = writeln!(text, "{hash}  {name}");
    }
    text
}

/// A line of `private.jsonl` that is written: what opens a part of an event. The fields stand as they do in its canonical
/// bytes.
#[derive(Debug, Serialize)]
struct PrivateLine<'l> {
    data: &'l RawValue,
    /// Counted from 1.
    event: u64,
    part: &'l str,
    salt: Salt,
}

/// A line of `private.jsonl` that was read, as its texts stand in it.
#[derive(Debug)]
struct PrivateText<'l> {
    /// In canonical form.
    data: &'l str,
    event: u64,
    part: &'l str,
    salt: Salt,
}

impl<'l> PrivateText<'l> {
    /// What a line says, if it is one in canonical form.
    fn read(line: &'l [u8]) -> Option<Self> {
        let [data, event, part, salt] = canonical::members(line, ["data", "event", "part", "salt"])?;
        let unquoted = |text: &'l str| text.strip_prefix('"')?.strip_suffix('"');
        let part = unquoted(part).filter(|part| is_part_name(part))?;
        Some(Self { data, event: event.parse().ok()?, part, salt: Salt::read(unquoted(salt)?)? })
    }

    fn to_opening(&self) -> Opening {
        let data = RawValue::from_string(self.data.to_owned()).expect("what is canonical is JSON");
        Opening { data, salt: self.salt }
    }
}

/// The lines of `private.jsonl` for the opening of this event, one for each part.
fn private_lines(event: u64, opening: &[u8]) -> Option<Vec<u8>> {
    let mut lines = Vec::new();
    for (part, Opening { data, salt }) in &openings(opening).ok()? {
        lines.extend(canonical::to_bytes(&PrivateLine { data, event, part, salt: *salt }).ok()?);
        lines.push(b'\n');
    }
    Some(lines)
}

/// Whether an attachment may have this name: safe to unpack on any system, and taken by no other entry.
fn is_attachment_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
    };
    name.len() <= 100 && name.split('/').all(part) && !FIXED.contains(&name) && name != entry::MANIFEST
}
