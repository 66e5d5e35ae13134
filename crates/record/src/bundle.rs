//! The bundle: the record of a contest as one file, `NAME.viva`, for verification offline by strangers.
//!
//! A bundle is a ZIP archive, and its bytes are a pure function of its contents (see `archive.rs` for why). The tree and its
//! signed checkpoint fix the events; a signed manifest fixes everything else. A [`Writer`] makes a bundle event by event,
//! [`write()`] from memory; [`verify()`] finds and locates every change; [`redact()`] removes private data and signs the result.
//! Except for [`write()`], none of them holds a record in memory. The crates above check the *meaning* of the events,
//! from [`Examined::log`].

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
pub use report::{
    Check, EventPlace, EventText, Fault, FaultPlace, ForeignHead, HEADS, OpenedEvent, Outcome, Report, Trust,
};
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

/// The maximum number of faults of a kind reported one by one.
pub const MOST_FAULTS: usize = 100;

/// The maximum number of streams in a record.
pub const MOST_STREAMS: usize = 1 << 18;

/// The text of the first entry in every bundle of this format version; its first line names the version.
pub const README: &str = include_str!("bundle/readme.txt");

/// The entries of every bundle before its attachments, in order.
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
    /// The last entry, because it is made last.
    pub(super) const MANIFEST: &str = "manifest";
}

/// The contents of a small bundle, in memory. For a large one, a [`Writer`] needs less memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The canonical envelopes, in the order of the tree.
    pub leaves: Vec<Vec<u8>>,
    /// The opening of each leaf; `None` if it has no private data, or none is left.
    pub openings: Vec<Option<Vec<u8>>>,
    /// The signed note over size and root; it may carry cosignatures.
    pub checkpoint: String,
    /// The key that signed the checkpoint.
    pub verifier: VerifierKey,
    /// Other files, by name.
    pub attachments: BTreeMap<String, Vec<u8>>,
}

/// The reason a bundle cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The given key did not sign the checkpoint.
    #[error("the bundle is signed by `{bundle}`, the key is `{key}` (use the contest's own key)")]
    OtherKey {
        /// The key of the bundle.
        bundle: Box<VerifierKey>,
        /// The public half of the given key.
        key: Box<VerifierKey>,
    },
    /// The numbers of leaves and openings differ.
    #[error("{openings} openings for {leaves} leaves (give one per leaf, `None` where there is none)")]
    Lengths {
        /// The number of leaves.
        leaves: usize,
        /// The number of openings.
        openings: usize,
    },
    /// A leaf does not fit a line.
    #[error("the leaf of event {event} is longer than what is read, or holds a newline (leaves are canonical JSON)")]
    Leaf {
        /// The event, counted from 1.
        event: u64,
    },
    /// An opening is malformed or out of order.
    #[error(
        "the opening of event {event} is not canonical JSON of `data` and `salt` for each part, after all leaves and in order"
    )]
    Opening {
        /// The event, counted from 1.
        event: u64,
    },
    /// An attachment's name is not allowed in an archive.
    #[error(
        "an attachment cannot be called `{name}` (at most 100 letters, digits, `.`, `_`, `-`; parts set apart by `/`, none \
         beginning with `.`; not the name of an entry that every bundle has; in ascending order)"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The archive would have too many entries, or too long a manifest or checkpoint.
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
    /// Makes a bundle of these events, with a checkpoint signed by `key`.
    ///
    /// # Errors
    /// [`SignError`] if the checkpoint cannot be signed.
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

/// The bytes of a bundle, with a manifest signed by `key`. The same bundle and key always give the same bytes.
///
/// # Errors
/// [`WriteError`] if the key did not sign the checkpoint, a leaf or an opening is malformed, an attachment's name is not
/// allowed, or the archive would be too large.
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

/// A line of `private.jsonl` to write: the opening of a part of an event. The fields are in the order of its canonical
/// bytes.
#[derive(Debug, Serialize)]
struct PrivateLine<'l> {
    data: &'l RawValue,
    /// Counted from 1.
    event: u64,
    part: &'l str,
    salt: Salt,
}

/// A line of `private.jsonl` as read, with the source text of its fields.
#[derive(Debug)]
struct PrivateText<'l> {
    /// In canonical form.
    data: &'l str,
    event: u64,
    part: &'l str,
    salt: Salt,
}

impl<'l> PrivateText<'l> {
    /// Reads a line; `None` unless it is in canonical form.
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

/// The lines of `private.jsonl` for the opening of this event, one per part.
fn private_lines(event: u64, opening: &[u8]) -> Option<Vec<u8>> {
    let mut lines = Vec::new();
    for (part, Opening { data, salt }) in &openings(opening).ok()? {
        lines.extend(canonical::to_bytes(&PrivateLine { data, event, part, salt: *salt }).ok()?);
        lines.push(b'\n');
    }
    Some(lines)
}

/// Returns whether an attachment may have this name: safe to unpack on any system, and not the name of a fixed entry.
fn is_attachment_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
    };
    name.len() <= 100 && name.split('/').all(part) && !FIXED.contains(&name) && name != entry::MANIFEST
}
