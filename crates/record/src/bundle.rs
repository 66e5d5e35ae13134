//! The bundle: the record of a contest as one file, `NAME.viva`, that a stranger can verify offline.
//!
//! A bundle is a ZIP archive whose bytes are a pure function of its contents (see `archive.rs` for why). The events are
//! fixed by the tree and its signed checkpoint; everything else by a signed manifest. [`write()`] makes one, [`verify()`]
//! finds and names every change, [`redact`] takes private data out and signs anew. What the events *mean* is checked
//! by the crates above, from [`Report::log`].

mod archive;
mod damage;
mod report;
mod verify;

use std::{collections::BTreeMap, fmt::Write};

use serde_json::{Value, json};

pub use report::{Check, EventPlace, Fault, OpenedEvent, Outcome, Place, Report};
pub use verify::verify;

use crate::{
    canonical,
    checkpoint::{Checkpoint, CheckpointError},
    event::Sealed,
    hash::Hash,
    merkle::{Tree, leaf_hash},
    note::{LONGEST_NOTE, NoteError, SigningKey, VerifierKey},
};

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

/// What a bundle holds.
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
        bundle: VerifierKey,
        /// The public half of the key that was given.
        key: VerifierKey,
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
    #[error("the leaf of event {event} holds a newline (leaves are canonical JSON)")]
    Leaf {
        /// The event, counted from 1.
        event: usize,
    },
    /// An opening is not one.
    #[error("the opening of event {event} is not canonical JSON of `data` and `salt` for each part")]
    Opening {
        /// The event, counted from 1.
        event: usize,
    },
    /// An attachment has a name that cannot stand in an archive.
    #[error(
        "an attachment cannot be called `{name}` (at most 100 letters, digits, `.`, `_`, `-`; parts set apart by `/`, none \
         beginning with `.`; not the name of an entry that every bundle has)"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The archive would be too large.
    #[error(
        "the bundle would have more than 65,534 entries, 4 GiB, or a manifest or checkpoint of 1 MiB (leave out attachments)"
    )]
    TooLarge,
}

/// Why nothing was redacted.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// The bundle is not sound, so signing it anew would cover that up.
    #[error("the bundle is not sound (verify it first): {0}")]
    Unsound(Box<Fault>),
    /// There is no private data at this place.
    #[error("event {event} has no private part `{part}` to redact")]
    Nothing {
        /// The event, counted from 1.
        event: usize,
        /// The part.
        part: String,
    },
    /// The redacted bundle cannot be written.
    #[error("the redacted bundle cannot be written")]
    Write(#[source] WriteError),
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
        return Err(WriteError::OtherKey { bundle: bundle.verifier.clone(), key: key.verifier() });
    }
    if bundle.leaves.len() != bundle.openings.len() {
        return Err(WriteError::Lengths { leaves: bundle.leaves.len(), openings: bundle.openings.len() });
    }
    if let Some(name) = bundle.attachments.keys().find(|name| !is_attachment_name(name)) {
        return Err(WriteError::Name { name: name.clone() });
    }
    if let Some(event) = bundle.leaves.iter().position(|leaf| leaf.contains(&b'\n')) {
        return Err(WriteError::Leaf { event: event + 1 });
    }
    let events: Vec<u8> = bundle.leaves.iter().flat_map(|leaf| [leaf, &b"\n"[..]].concat()).collect();
    let mut private = Vec::new();
    for (index, opening) in bundle.openings.iter().enumerate() {
        if let Some(opening) = opening {
            private.extend(private_lines(index + 1, opening).ok_or(WriteError::Opening { event: index + 1 })?);
        }
    }
    let mut hashes = String::new();
    for leaf in &bundle.leaves {
        _ = writeln!(hashes, "{}", leaf_hash(leaf));
    }
    let verifier = format!("{}\n", bundle.verifier);
    let fixed: [&[u8]; 6] =
        [README.as_bytes(), &events, &private, hashes.as_bytes(), bundle.checkpoint.as_bytes(), verifier.as_bytes()];
    let mut entries: Vec<(&str, &[u8])> = FIXED.into_iter().zip(fixed).collect();
    entries.extend(bundle.attachments.iter().map(|(name, data)| (name.as_str(), data.as_slice())));
    let manifest = sign_manifest(&entries, key).expect("names and hashes hold no control characters");
    if manifest.len().max(bundle.checkpoint.len()) > LONGEST_NOTE {
        return Err(WriteError::TooLarge);
    }
    entries.push((entry::MANIFEST, manifest.as_bytes()));
    archive::write(&entries).ok_or(WriteError::TooLarge)
}

/// The bundle without these private parts (event, counted from 1, and name of the part), signed anew. The tree, its
/// checkpoint and every cosignature stay valid; the parts are shown as redacted.
///
/// # Errors
/// [`RedactError`] when the bundle is not sound or not of this key, or an event has no such part left.
pub fn redact(bytes: &[u8], parts: &[(usize, &str)], key: &SigningKey) -> Result<Vec<u8>, RedactError> {
    let (report, bundle) = verify::examine(bytes, Some(&key.verifier()));
    if let Some(fault) = report.faults.into_iter().next() {
        return Err(RedactError::Unsound(Box::new(fault)));
    }
    let mut bundle = bundle.expect("a sound bundle can be read");
    for &(event, part) in parts {
        let nothing = || RedactError::Nothing { event, part: part.to_owned() };
        let opening = event.checked_sub(1).and_then(|index| bundle.openings.get_mut(index)).ok_or_else(nothing)?;
        *opening = without(opening.take(), part).ok_or_else(nothing)?;
    }
    write(&bundle, key).map_err(RedactError::Write)
}

/// The opening without this part; `None` when it has no such part.
fn without(opening: Option<Vec<u8>>, part: &str) -> Option<Option<Vec<u8>>> {
    let Value::Object(mut parts) = canonical::from_bytes(&opening?).ok()? else { return None };
    parts.remove(part)?;
    Some((!parts.is_empty()).then(|| canonical::to_bytes(&Value::Object(parts)).expect("it was canonical before")))
}

/// The note that fixes every entry but itself: one line of hash and name each, as `sha256sum` writes and checks them.
fn sign_manifest(entries: &[(&str, &[u8])], key: &SigningKey) -> Result<String, NoteError> {
    key.sign(&manifest_text(entries.iter().map(|(name, data)| (*name, Hash::of(&[data])))))
}

fn manifest_text<'a>(hashes: impl Iterator<Item = (&'a str, Hash)>) -> String {
    let mut text = String::new();
    for (name, hash) in hashes {
        _ = writeln!(text, "{hash}  {name}");
    }
    text
}

/// The lines of `private.jsonl` for the opening of this event, one for each part.
fn private_lines(event: usize, opening: &[u8]) -> Option<Vec<u8>> {
    let Value::Object(parts) = canonical::from_bytes(opening).ok()? else { return None };
    let mut lines = Vec::new();
    for (part, opening) in parts {
        let Value::Object(mut members) = opening else { return None };
        (members.len() == 2 && members.contains_key("data") && members.contains_key("salt")).then_some(())?;
        members.insert("event".into(), json!(event));
        members.insert("part".into(), json!(part));
        lines.extend(canonical::to_bytes(&Value::Object(members)).ok()?);
        lines.push(b'\n');
    }
    (!lines.is_empty()).then_some(lines)
}

/// The event, the part and its data and salt in a line of `private.jsonl`.
fn private_parts(line: &[u8]) -> Option<(usize, String, Value)> {
    let Value::Object(mut members) = canonical::from_bytes(line).ok()? else { return None };
    let event = usize::try_from(members.remove("event")?.as_u64()?).ok()?;
    let Some(Value::String(part)) = members.remove("part") else { return None };
    (members.len() == 2 && members.contains_key("data") && members.contains_key("salt")).then_some(())?;
    Some((event, part, Value::Object(members)))
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
