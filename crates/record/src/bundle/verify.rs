//! Verifying a bundle: everything that is wrong with it, each fault at its place.
//!
//! The file is not believed in any way: nothing here panics or allocates by a number that it gives. No fault ends the
//! work; a check is skipped only when what it needs cannot be read. Which event was changed is known from the leaf hashes,
//! which prove themselves: they are true exactly when they make the root that was signed.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde_json::{Map, Value};

use super::{
    Bundle, FIXED, README,
    archive::{self, Entry},
    damage::{self, Damage},
    entry, is_attachment_name, manifest_text, private_parts,
    report::{Check, EventPlace, Fault, OpenedEvent, Outcome, Place, Report},
};
use crate::{
    canonical,
    checkpoint::Checkpoint,
    event::{OpenError, Private, is_part_name, open},
    hash::Hash,
    merkle::{Tree, leaf_hash},
    note::{self, VerifierKey},
};

/// Checks a bundle from the first byte to the last. With `trusted`, the signatures must be by that key; without it they
/// show that the bundle is whole, but not who made it.
///
/// Every change of a single byte anywhere gives at least one fault; a change inside an event or its private data names
/// the event, a change elsewhere the entry of the archive. Never panics, whatever the bytes are.
#[must_use]
pub fn verify(bytes: &[u8], trusted: Option<&VerifierKey>) -> Report {
    examine(bytes, trusted).0
}

/// [`verify()`], and the contents when everything needed to write the bundle again could be read.
pub(super) fn examine(bytes: &[u8], trusted: Option<&VerifierKey>) -> (Report, Option<Bundle>) {
    let reading = archive::read(bytes, misfits);
    let mut examination = Examination::new(&reading.entries);
    examination.archive(reading.faults);
    examination.manifest_entries();
    examination.key(trusted);
    examination.manifest_signature();
    let checkpoint = examination.checkpoint();
    examination.tree(checkpoint.as_ref());
    let (openings, faults) = examination.private_lines();
    let log = examination.events(&openings, faults);
    examination.streams(log.as_deref());
    examination.finish(checkpoint, openings, log)
}

/// How many names an archive has that its own manifest does not list, and the other way round.
fn misfits(entries: &[Entry<'_>]) -> usize {
    let names: BTreeSet<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let manifest = entries.iter().find(|entry| entry.name == entry::MANIFEST);
    let listed = manifest.map(|manifest| Manifest::read(manifest.data).hashes).unwrap_or_default();
    let listed = listed.keys().map(String::as_str).chain([entry::MANIFEST]).collect();
    names.symmetric_difference(&listed).count()
}

/// The state of an examination: what was found, and what later checks need of earlier ones.
struct Examination<'a> {
    entries: BTreeMap<&'a str, &'a Entry<'a>>,
    order: Vec<&'a str>,
    manifest: Manifest,
    verifier: Option<VerifierKey>,
    /// The single changed byte of an entry, where one was found.
    damages: BTreeMap<&'a str, Damage>,
    lines: Vec<Line<'a>>,
    tree: Tree,
    /// The events, from 1, whose leaves or private data are known to be wrong; they are named once.
    named: BTreeSet<usize>,
    /// Whether line n of `events.jsonl` can be taken for event n.
    aligned: bool,
    checks: Vec<Check>,
    faults: Vec<Fault>,
}

impl<'a> Examination<'a> {
    fn new(found: &'a [Entry<'a>]) -> Self {
        let mut entries = BTreeMap::new();
        for entry in found {
            entries.entry(entry.name.as_str()).or_insert(entry);
        }
        let manifest = entries.get(entry::MANIFEST).map(|entry| Manifest::read(entry.data)).unwrap_or_default();
        let lines = entries.get(entry::EVENTS).map(|entry| lines(entry)).unwrap_or_default();
        let tree = Tree::from_leaf_hashes(lines.iter().map(|line| leaf_hash(line.text)));
        Self {
            entries,
            order: found.iter().map(|entry| entry.name.as_str()).collect(),
            manifest,
            verifier: None,
            damages: BTreeMap::new(),
            lines,
            tree,
            named: BTreeSet::new(),
            aligned: true,
            checks: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// The archive is the canonical archive of its entries, and they are those of a bundle.
    fn archive(&mut self, mut faults: Vec<Fault>) {
        if !self.order.is_empty() {
            for name in FIXED.into_iter().chain([entry::MANIFEST]) {
                if !self.entries.contains_key(name) {
                    faults.push(Fault::new(entry_place(name), None, "it is missing"));
                }
            }
            let mut attachments: Vec<_> = self.order.iter().copied().filter(|name| !is_fixed(name)).collect();
            attachments.sort_unstable();
            for name in attachments.iter().filter(|name| !is_attachment_name(name)) {
                faults.push(Fault::new(entry_place(name), None, "no entry may have this name"));
            }
            let fixed = FIXED.into_iter().filter(|name| self.entries.contains_key(name));
            let manifest = self.entries.contains_key(entry::MANIFEST).then_some(entry::MANIFEST);
            let expected: Vec<_> = fixed.chain(attachments).chain(manifest).collect();
            if expected != self.order || self.order.len() != self.entries.len() {
                faults.push(Fault::new(
                    Place::Archive,
                    None,
                    "the entries do not stand in their fixed order, once each",
                ));
            }
            if let Some(readme) = self.entries.get(entry::README)
                && crc32fast::hash(readme.data) == readme.crc
                && readme.data != README.as_bytes()
            {
                let what = "it is not the text of bundle format 2 (a bundle of another version needs another reader)";
                faults.push(Fault::new(entry_place(entry::README), Some(readme.offset), what));
            }
        }
        let detail = format!("{} entries, in the one form they can have", self.order.len());
        self.conclude("archive", faults, detail);
    }

    /// Every entry is as the manifest lists it. Damaged ones are named here, in the words of the record.
    fn manifest_entries(&mut self) {
        let mut faults = Vec::new();
        let entries: Vec<_> = self.order.iter().filter_map(|name| self.entries.get(name).copied()).collect();
        for entry in &entries {
            let name = entry.name.as_str();
            let listed = self.manifest.hashes.get(name).copied();
            let damaged = crc32fast::hash(entry.data) != entry.crc;
            let changed = listed.is_some_and(|hash| Hash::of(&[entry.data]) != hash);
            if damaged && let Some(damage) = damage::locate(entry.data, entry.crc, listed) {
                faults.push(self.damage_fault(entry, &damage));
                self.damages.insert(name, damage);
            } else if damaged {
                faults.push(Fault::new(
                    entry_place(name),
                    Some(entry.offset),
                    "its data was changed in several places",
                ));
            } else if changed {
                let what = "its SHA-256 is not the one in the manifest";
                faults.push(Fault::new(entry_place(name), Some(entry.offset), what));
            } else if listed.is_none() && name != entry::MANIFEST && self.manifest.readable {
                faults.push(Fault::new(entry_place(name), None, "the manifest does not list it"));
            }
        }
        for name in self.manifest.hashes.keys() {
            if !self.entries.contains_key(name.as_str()) {
                faults.push(Fault::new(entry_place(name), None, "the manifest lists it, but it is missing"));
            }
        }
        let hashes = entries.iter().map(|entry| entry.name.as_str()).filter(|name| *name != entry::MANIFEST);
        let hashes = hashes.filter_map(|name| Some((name, *self.manifest.hashes.get(name)?)));
        if faults.is_empty() && manifest_text(hashes) != self.manifest.text {
            let what = "it is not one line of hash and name per entry, in the order of the archive";
            faults.push(Fault::new(entry_place(entry::MANIFEST), None, what));
        }
        self.conclude(
            "entries",
            faults,
            format!("{} entries have the SHA-256 of the manifest", self.manifest.hashes.len()),
        );
    }

    /// The key is readable, and the one that is trusted.
    fn key(&mut self, trusted: Option<&VerifierKey>) {
        let Some(entry) = self.entries.get(entry::VERIFIER) else {
            self.verifier = trusted.cloned();
            return self.skip("key", "there is no `verifier.key`");
        };
        let line = std::str::from_utf8(entry.data).ok().and_then(|text| text.strip_suffix('\n'));
        let found: Option<VerifierKey> = line.and_then(|line| line.parse().ok());
        let mut faults = Vec::new();
        let fault = |what: String| Fault::new(entry_place(entry::VERIFIER), Some(entry.offset), what);
        match (&found, trusted) {
            (None, _) => faults.push(fault("it is not a public key of the form `name+id+key` on one line".into())),
            (Some(found), Some(trusted)) if found != trusted => {
                faults.push(fault(format!("it is `{found}`, not the trusted key `{trusted}`")));
            }
            (Some(found), _) if line != Some(found.to_string().as_str()) => {
                faults.push(fault("the key is not in its usual spelling".into()));
            }
            _ => {}
        }
        // Under a false key the other checks still say whether the bundle is whole.
        self.verifier = found.or_else(|| trusted.cloned());
        let detail = match (&self.verifier, trusted) {
            (Some(key), Some(_)) => format!("`{key}` is the trusted key"),
            (Some(key), None) => format!("`{key}` is the bundle's own (compare it with the organiser's)"),
            (None, _) => String::new(),
        };
        self.conclude("key", faults, detail);
    }

    /// The manifest is signed by the key, and by nobody else.
    fn manifest_signature(&mut self) {
        let (Some(entry), Some(key)) = (self.entries.get(entry::MANIFEST).copied(), self.verifier.clone()) else {
            return self.skip("manifest", "there is no manifest, or no key to check it with");
        };
        let fault = |what: &str| vec![Fault::new(entry_place(entry::MANIFEST), Some(entry.offset), what)];
        let faults = match std::str::from_utf8(entry.data).map(|text| (note::verify(text, &key), note::split(text))) {
            Ok((Ok(_), Ok((_, signatures)))) if signatures.lines().count() == 1 => Vec::new(),
            Ok((Ok(_), _)) => fault("it has other signatures than the one of the key"),
            Ok((Err(error), _)) => fault(&error.to_string()),
            Err(_) => fault("it is not UTF-8"),
        };
        self.conclude("manifest", faults, format!("signed by `{}`", key.name()));
    }

    /// The checkpoint is signed by the key. Returns it only then.
    fn checkpoint(&mut self) -> Option<Checkpoint> {
        let (Some(entry), Some(key)) = (self.entries.get(entry::CHECKPOINT).copied(), self.verifier.clone()) else {
            self.skip("checkpoint", "there is no checkpoint, or no key to check it with");
            return None;
        };
        let text = String::from_utf8_lossy(entry.data);
        let (faults, checkpoint) = match Checkpoint::verify(&text, &key) {
            Ok(checkpoint) => (Vec::new(), Some(checkpoint)),
            Err(error) => {
                let source = std::error::Error::source(&error).map(|source| format!(": {source}")).unwrap_or_default();
                let fault = Fault::new(entry_place(entry::CHECKPOINT), Some(entry.offset), format!("{error}{source}"));
                (vec![fault], None)
            }
        };
        self.conclude("checkpoint", faults, format!("signed by `{}`", key.name()));
        checkpoint
    }

    /// The events make the root that was signed; those that do not are named.
    fn tree(&mut self, checkpoint: Option<&Checkpoint>) {
        let mut faults = Vec::new();
        let (size, root) = (self.tree.size(), self.tree.root());
        let found: Vec<Hash> = self.tree.leaf_hashes().to_vec();
        let listed = self.leaf_hashes();
        if let Some(listed) = &listed
            && *listed != found
        {
            let listed_tree = Tree::from_leaf_hashes(listed.iter().copied());
            let signed = |tree: &Tree| checkpoint.is_some_and(|c| (c.size, c.root) == (tree.size(), tree.root()));
            if signed(&self.tree) {
                if !self.damages.contains_key(entry::LEAF_HASHES) {
                    let what = "it does not list the hashes of the events, which are those that were signed";
                    faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
                }
            } else {
                let proven =
                    if signed(&listed_tree) { "the leaf hash that was signed" } else { "its listed leaf hash" };
                faults.extend(self.changed_events(listed, &found, proven));
            }
        } else if listed.is_none() && self.entries.contains_key(entry::LEAF_HASHES) {
            let what = "it is not one hash (64 lowercase hexadecimal digits) per line";
            faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
        }
        let Some(checkpoint) = checkpoint else {
            if faults.is_empty() {
                return self.skip("tree", "there is no valid checkpoint to compare the events with");
            }
            return self.conclude("tree", faults, String::new());
        };
        if checkpoint.size != size {
            let what = format!("there are {size} events, but {} were signed", checkpoint.size);
            faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
        } else if checkpoint.root != root && faults.is_empty() {
            let what = format!("the root of the events is {root}, but {} was signed", checkpoint.root);
            faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
        }
        self.conclude("tree", faults, format!("the root of {size} events is {root}"));
    }

    /// Names the events whose hashes differ from those listed. When there are more or fewer, the trouble lies between
    /// the events that agree from the front and those that agree from the back.
    fn changed_events(&mut self, listed: &[Hash], found: &[Hash], against: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if listed.len() == found.len() {
            for index in (0..found.len()).filter(|&index| listed[index] != found[index]) {
                if self.named.insert(index + 1) {
                    let place = Place::Event(self.describe(index + 1));
                    let offset = self.lines.get(index).map(|line| line.offset);
                    faults.push(Fault::new(place, offset, format!("it does not have {against}")));
                }
            }
            return faults;
        }
        self.aligned = false;
        if self.damages.contains_key(entry::EVENTS) {
            // One byte made a line of two, or two of one, and has named its event.
            return faults;
        }
        let front = listed.iter().zip(found).take_while(|(a, b)| a == b).count();
        let rest = listed.len().min(found.len()) - front;
        let back = listed.iter().rev().zip(found.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        for index in front..listed.len() - back {
            self.named.insert(index + 1);
            // Only the first still stands where its line is.
            let first = (index == front).then(|| self.lines.get(index)).flatten();
            let place = Place::Event(event_place(index + 1, first.map_or(b"", |line| line.text)));
            let what = format!("it is missing, or does not have {against}");
            faults.push(Fault::new(place, first.map(|line| line.offset), what));
        }
        if found.len() > listed.len() {
            let what = format!("line {} and on: {} lines too many", front + 1, found.len() - listed.len());
            faults.push(Fault::new(entry_place(entry::EVENTS), self.lines.get(front).map(|line| line.offset), what));
        }
        faults
    }

    /// The openings by event, from the lines that can be read, and what is wrong with the others.
    fn private_lines(&mut self) -> (BTreeMap<usize, Vec<u8>>, Vec<Fault>) {
        let (mut openings, mut faults) = (BTreeMap::new(), Vec::new());
        let entry = self.entries.get(entry::PRIVATE).copied();
        // Where one byte is wrong, its event is named already, and the other lines need no second look.
        let Some(entry) = entry.filter(|_| !self.damages.contains_key(entry::PRIVATE)) else {
            return (openings, faults);
        };
        let mut parts: BTreeMap<usize, Map<String, Value>> = BTreeMap::new();
        let mut last = (0, String::new());
        for line in lines(entry) {
            match private_parts(line.text) {
                Some((event, part, opening))
                    if (event, &part) > (last.0, &last.1) && is_part_name(&part) && line.ended =>
                {
                    parts.entry(event).or_default().insert(part.clone(), opening);
                    last = (event, part);
                }
                _ => {
                    let event = scan_number(line.text, "\"event\":").and_then(|event| usize::try_from(event).ok());
                    let event = event.filter(|event| (1..=self.lines.len()).contains(event));
                    let place = event.map_or(entry_place(entry::PRIVATE), |event| {
                        self.named.insert(event);
                        Place::Event(self.describe(event))
                    });
                    let what = "its line in `private.jsonl` is not canonical JSON of data, event, part and salt, in ascending \
                                order";
                    faults.push(Fault::new(place, Some(line.offset), what));
                }
            }
        }
        for (event, parts) in parts {
            openings.insert(event, canonical::to_bytes(&Value::Object(parts)).expect("lines that are canonical"));
        }
        (openings, faults)
    }

    /// Every event is canonical, and every opening is what the leaf commits to. Returns the events when all are.
    fn events(
        &mut self,
        openings: &BTreeMap<usize, Vec<u8>>,
        mut private_faults: Vec<Fault>,
    ) -> Option<Vec<OpenedEvent>> {
        if !self.aligned {
            self.skip("events", "the events cannot be told apart");
            self.skip("private", "the events cannot be told apart");
            self.faults.append(&mut private_faults);
            return None;
        }
        let damaged = self.damages.contains_key(entry::PRIVATE);
        let (mut leaf_faults, mut log) = (Vec::new(), Vec::new());
        for (index, line) in self.lines.iter().enumerate().map(|(index, line)| (index + 1, line)) {
            let place = || Place::Event(self.describe(index));
            match open(line.text, openings.get(&index).map(Vec::as_slice)) {
                Ok((envelope, private)) if line.ended => log.push(OpenedEvent { index, envelope, private }),
                _ if self.named.contains(&index) => {}
                Ok(_) => leaf_faults.push(Fault::new(place(), Some(line.offset), "its line does not end in a newline")),
                Err(error) => {
                    let source = std::error::Error::source(&error).map(|s| format!(": {s}")).unwrap_or_default();
                    let fault = Fault::new(place(), Some(line.offset), format!("{error}{source}"));
                    match error {
                        OpenError::TooLong(_)
                        | OpenError::Leaf(_)
                        | OpenError::Envelope(_)
                        | OpenError::NumberZero
                        | OpenError::Commitment => leaf_faults.push(fault),
                        OpenError::Opening(_)
                        | OpenError::OpeningShape
                        | OpenError::NothingToOpen(_)
                        | OpenError::Mismatch(_) => private_faults.push(fault),
                    }
                }
            }
        }
        for &index in openings.keys().filter(|&&index| index > self.lines.len()) {
            let what = format!("it opens event {index}, but there are only {}", self.lines.len());
            private_faults.push(Fault::new(entry_place(entry::PRIVATE), None, what));
        }
        let complete =
            log.len() == self.lines.len() && self.named.is_empty() && self.entries.contains_key(entry::EVENTS);
        self.conclude("events", leaf_faults, format!("{} events are in canonical form", log.len()));
        if damaged {
            self.skip("private", "`private.jsonl` is damaged");
        } else if self.entries.contains_key(entry::PRIVATE) {
            let parts: usize = log.iter().map(|event| event.private.len()).sum();
            let redacted = redacted_in(&log);
            let detail = format!("{} are what was committed to, {redacted} redacted", parts - redacted);
            self.conclude("private", private_faults, detail);
        } else {
            self.skip("private", "there is no `private.jsonl`");
        }
        complete.then_some(log)
    }

    /// The numbers of every stream count 1, 2, 3 without a gap.
    fn streams(&mut self, log: Option<&[OpenedEvent]>) {
        let Some(log) = log else { return self.skip("streams", "not every event can be read") };
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        let mut broken: BTreeSet<&str> = BTreeSet::new();
        let mut faults = Vec::new();
        for event in log {
            let (stream, number) = (event.envelope.stream.as_str(), event.envelope.number);
            let count = counts.entry(stream).or_default();
            *count += 1;
            if number != *count && broken.insert(stream) {
                let what = format!("it must have number {count} in its stream, where numbers count up from 1");
                faults.push(Fault::new(Place::Event(self.describe(event.index)), None, what));
            }
        }
        let detail = format!("{} streams count from 1 without a gap", counts.len());
        self.conclude("streams", faults, detail);
    }

    fn finish(
        mut self,
        checkpoint: Option<Checkpoint>,
        mut openings: BTreeMap<usize, Vec<u8>>,
        log: Option<Vec<OpenedEvent>>,
    ) -> (Report, Option<Bundle>) {
        // What names an event tells most; the sort keeps the order otherwise.
        self.faults.sort_by_key(|fault| !matches!(fault.place, Place::Event(_)));
        let attachments = self.entries.values().filter(|entry| is_attachment_name(&entry.name));
        let attachments: BTreeMap<_, _> = attachments.map(|entry| (entry.name.clone(), entry.data.to_vec())).collect();
        let note = self.entries.get(entry::CHECKPOINT).map(|entry| String::from_utf8_lossy(entry.data).into_owned());
        let bundle = match (note, &self.verifier) {
            (Some(checkpoint), Some(verifier)) => Some(Bundle {
                leaves: self.lines.iter().map(|line| line.text.to_vec()).collect(),
                openings: (1..=self.lines.len()).map(|event| openings.remove(&event)).collect(),
                checkpoint,
                verifier: verifier.clone(),
                attachments: attachments.clone(),
            }),
            _ => None,
        };
        let mut streams = BTreeMap::new();
        for line in &self.lines {
            if let Some(stream) = scan_string(line.text, "\"stream\":\"") {
                *streams.entry(stream).or_default() += 1;
            }
        }
        let log_ref = log.as_deref().unwrap_or_default();
        let report = Report {
            events: self.lines.len(),
            streams,
            redacted: redacted_in(log_ref),
            root: self.entries.contains_key(entry::EVENTS).then(|| self.tree.root()),
            origin: checkpoint.map(|checkpoint| checkpoint.origin),
            verifier: self.verifier,
            checks: self.checks,
            faults: self.faults,
            log,
            attachments,
        };
        (report, bundle)
    }

    /// Records how a check came out.
    fn conclude(&mut self, name: &'static str, faults: Vec<Fault>, detail: String) {
        let (outcome, detail) = match faults.len() {
            0 => (Outcome::Passed, detail),
            1 => (Outcome::Failed, "1 fault".into()),
            count => (Outcome::Failed, format!("{count} faults")),
        };
        self.checks.push(Check { name, outcome, detail });
        self.faults.extend(faults);
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, outcome: Outcome::Skipped, detail: why.into() });
    }

    /// The fault of one changed byte, which names the event it is in, if it is in one.
    fn damage_fault(&mut self, entry: &Entry<'_>, damage: &Damage) -> Fault {
        let before = damage.repaired[..damage.at].iter().filter(|&&byte| byte == b'\n').count();
        let line = damage.repaired.split(|&byte| byte == b'\n').nth(before).unwrap_or_default();
        let place = match entry.name.as_str() {
            entry::EVENTS => Some(event_place(before + 1, line)),
            entry::PRIVATE => private_parts(line).map(|(event, ..)| self.describe(event)),
            _ => None,
        };
        let place = place.map_or(entry_place(&entry.name), |event| {
            self.named.insert(event.index);
            Place::Event(event)
        });
        let (is, was) = (entry.data[damage.at], damage.was);
        let what = format!("byte {} of `{}` is 0x{is:02x}, but was 0x{was:02x}", damage.at, entry.name);
        Fault::new(place, Some(entry.offset + damage.at), what)
    }

    /// The event with this number in the record, as far as its line can be read.
    fn describe(&self, index: usize) -> EventPlace {
        let line = self.lines.get(index.wrapping_sub(1)).map_or(&b""[..], |line| line.text);
        event_place(index, line)
    }

    /// The hashes that `leaf-hashes` lists, when it is what it should be.
    fn leaf_hashes(&self) -> Option<Vec<Hash>> {
        let hash = |line: Line<'_>| std::str::from_utf8(line.text).ok()?.parse().ok().filter(|_| line.ended);
        lines(self.entries.get(entry::LEAF_HASHES)?).into_iter().map(hash).collect()
    }
}

/// How many private parts have no opening.
fn redacted_in(log: &[OpenedEvent]) -> usize {
    log.iter().flat_map(|event| event.private.values()).filter(|part| **part == Private::Redacted).count()
}

/// The lines of a manifest that can be read.
#[derive(Default)]
struct Manifest {
    text: String,
    hashes: BTreeMap<String, Hash>,
    /// Whether every line is a hash and a name.
    readable: bool,
}

impl Manifest {
    fn read(data: &[u8]) -> Self {
        let Some((text, _)) = std::str::from_utf8(data).ok().and_then(|text| note::split(text).ok()) else {
            return Self::default();
        };
        let line = |line: &str| {
            let (hash, name) = line.split_once("  ")?;
            Some((name.to_owned(), hash.parse().ok()?))
        };
        let hashes: BTreeMap<_, _> = text.lines().filter_map(line).collect();
        Self { text: text.into(), readable: hashes.len() == text.lines().count(), hashes }
    }
}

/// A line of an entry.
struct Line<'a> {
    text: &'a [u8],
    /// Where it begins in the file.
    offset: usize,
    /// Whether a newline ends it.
    ended: bool,
}

fn lines<'a>(entry: &Entry<'a>) -> Vec<Line<'a>> {
    let mut offset = entry.offset;
    let line = |piece: &'a [u8]| {
        let text = piece.strip_suffix(b"\n");
        let line = Line { text: text.unwrap_or(piece), offset, ended: text.is_some() };
        offset += piece.len();
        line
    };
    entry.data.split_inclusive(|&byte| byte == b'\n').map(line).collect()
}

fn event_place(index: usize, line: &[u8]) -> EventPlace {
    EventPlace {
        index,
        stream: scan_string(line, "\"stream\":\""),
        number: scan_number(line, "\"number\":"),
        kind: scan_string(line, "\"type\":\""),
    }
}

/// The string after the last `key` of a line that may be damaged. Bodies stand before the fields that are looked for.
fn scan_string(line: &[u8], key: &str) -> Option<String> {
    let rest = &line[after(line, key)?.start..];
    let end = rest.iter().position(|&byte| byte == b'"')?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}

/// The number after the last `key` of a line that may be damaged.
fn scan_number(line: &[u8], key: &str) -> Option<u64> {
    let rest = &line[after(line, key)?.start..];
    let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..end]).ok()?.parse().ok()
}

fn after(line: &[u8], key: &str) -> Option<Range<usize>> {
    let at = line.windows(key.len()).rposition(|window| window == key.as_bytes())?;
    Some(at + key.len()..line.len())
}

fn is_fixed(name: &str) -> bool {
    FIXED.contains(&name) || name == entry::MANIFEST
}

fn entry_place(name: &str) -> Place {
    Place::Entry { name: name.into() }
}
