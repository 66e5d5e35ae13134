//! Verifying a bundle: everything that is wrong with it, each fault at its place.
//!
//! The file is not believed in any way: nothing here panics, or holds more in memory than a line, by a number that it
//! gives. No fault ends the work; a check is skipped only when what it needs cannot be read. Which event was changed is
//! known from the leaf hashes, which prove themselves: they are true exactly when they make the root that was signed.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read, Seek},
    ops::Range,
};

use super::{
    FIXED, MOST_FAULTS, MOST_STREAMS, README,
    archive::{self, Entry},
    damage::{self, Damage},
    entry,
    file::{File, Line, Lines},
    is_attachment_name, manifest_text, private_parts,
    report::{Check, EventPlace, Fault, OpenedEvent, Outcome, Place, Report, Trust},
};
use crate::{
    checkpoint::Checkpoint,
    event::{OpenError, Opened, Opening, Private, check_part, is_part_name, read_leaf},
    hash::Hash,
    merkle::{Frontier, leaf_hash},
    note::{self, LONGEST_NOTE, VerifierKey},
};

/// A bundle that was verified, and can be read.
#[derive(Debug)]
pub struct Examined<S> {
    /// What was found.
    pub report: Report,
    pub(super) file: File<S>,
    pub(super) entries: Vec<Entry>,
    /// Whether every event, and all private data that is there, can be believed.
    readable: bool,
}

/// Checks a bundle from the first byte to the last, a piece at a time. With a trusted key, the signatures must be by that
/// key; without anybody whom `trust` names they show that the bundle is whole, but not who made it.
///
/// Every change of a single byte anywhere gives at least one fault; a change inside an event or its private data names
/// the event, a change elsewhere the entry of the archive. Never panics, whatever the bytes are.
///
/// # Errors
/// When the file cannot be read.
pub fn verify<S: Read + Seek>(source: S, trust: &Trust) -> io::Result<Examined<S>> {
    let file = File::open(source)?;
    let reading = archive::read(&file, |entries| misfits(&file, entries))?;
    let mut examination = Examination::new(&file, &reading.entries)?;
    examination.archive(reading.faults)?;
    examination.manifest_entries()?;
    examination.key(trust)?;
    examination.manifest_signature()?;
    let checkpoint = examination.checkpoint()?;
    examination.cosigners(trust, checkpoint.is_some())?;
    let events = examination.events(checkpoint.as_ref(), trust)?;
    let (report, readable) = examination.finish(checkpoint, events, trust);
    Ok(Examined { report, file, entries: reading.entries, readable })
}

impl<S: Read + Seek> Examined<S> {
    /// The events, in order; absent when any of them cannot be trusted. Ask [`Report::is_sound`] before using them.
    #[must_use]
    pub fn log(&self) -> Option<Log<'_, S>> {
        let stretch = |name| self.entry(name).map(|entry| self.file.lines(entry.header.data, entry.header.size));
        let (events, private) = (stretch(entry::EVENTS)?, stretch(entry::PRIVATE)?);
        self.readable.then(|| Log { events, private: Openings::new(Some(private)), index: 0 })
    }

    /// The bytes of an attachment; absent when there is none of this name, or when it has more than `most` bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn attachment(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let entry = self.entry(name).filter(|entry| is_attachment_name(name) && entry.header.size <= most);
        let bytes = |entry: &Entry| {
            self.file.read(entry.header.data, usize::try_from(entry.header.size).map_err(io::Error::other)?)
        };
        entry.map(bytes).transpose()
    }

    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.header.name == name)
    }
}

/// The events of a bundle that was verified, one after the other.
#[derive(Debug)]
pub struct Log<'f, S> {
    events: Lines<'f, S>,
    private: Openings<'f, S>,
    index: u64,
}

impl<S: Read + Seek> Iterator for Log<'_, S> {
    type Item = io::Result<OpenedEvent>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match self.events.next() {
            Ok(line) => line?,
            Err(why) => return Some(Err(why)),
        };
        self.index += 1;
        let index = self.index;
        let event = self.private.of(index, |_, _| {}).and_then(|openings| {
            let changed = |why| io::Error::other(format!("the file changed while it was read: {why}"));
            let (envelope, commitments) = read_leaf(&line.text).map_err(changed)?;
            let (private, fault) = open_parts(commitments, openings);
            fault.map_or(Ok(OpenedEvent { index, envelope, private }), |why| Err(changed(why)))
        });
        Some(event)
    }
}

/// How many names an archive has that its own manifest does not list, and the other way round.
fn misfits<S: Read + Seek>(file: &File<S>, entries: &[Entry]) -> io::Result<usize> {
    let names: BTreeSet<_> = entries.iter().map(|entry| entry.header.name.as_str()).collect();
    let manifest = Manifest::of(file, entries.iter().find(|entry| entry.header.name == entry::MANIFEST))?;
    let listed = manifest.hashes.keys().map(String::as_str).chain([entry::MANIFEST]).collect();
    Ok(names.symmetric_difference(&listed).count())
}

/// The state of an examination: what was found, and what later checks need of earlier ones.
struct Examination<'a, S> {
    file: &'a File<S>,
    entries: BTreeMap<&'a str, &'a Entry>,
    order: Vec<&'a str>,
    manifest: Manifest,
    verifier: Option<VerifierKey>,
    vouched: bool,
    /// The single changed byte of an entry, where one was found.
    damages: BTreeMap<&'a str, Damage>,
    /// The event, from 1, that a damaged byte is in; it is named once.
    damaged_event: Option<u64>,
    checks: Vec<Check>,
    faults: Vec<Fault>,
}

/// What reading the events told.
struct Events {
    count: u64,
    root: Option<Hash>,
    streams: BTreeMap<String, u64>,
    redacted: u64,
    cut_from: Option<u64>,
    /// Whether every event, and all private data that is there, can be believed.
    readable: bool,
}

impl<'a, S: Read + Seek> Examination<'a, S> {
    fn new(file: &'a File<S>, found: &'a [Entry]) -> io::Result<Self> {
        let mut entries = BTreeMap::new();
        for entry in found {
            entries.entry(entry.header.name.as_str()).or_insert(entry);
        }
        Ok(Self {
            manifest: Manifest::of(file, entries.get(entry::MANIFEST).copied())?,
            file,
            entries,
            order: found.iter().map(|entry| entry.header.name.as_str()).collect(),
            verifier: None,
            vouched: false,
            damages: BTreeMap::new(),
            damaged_event: None,
            checks: Vec::new(),
            faults: Vec::new(),
        })
    }

    /// The archive is the canonical archive of its entries, and they are those of a bundle.
    fn archive(&mut self, mut faults: Vec<Fault>) -> io::Result<()> {
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
                let what = "the entries do not stand in their fixed order, once each";
                faults.push(Fault::new(Place::Archive, None, what));
            }
            if let Some(readme) = self.entries.get(entry::README)
                && readme.found.crc == readme.header.crc
                && text_of(self.file, readme, README.len())? != README.as_bytes()
            {
                let what = "it is not the text of bundle format 2 (a bundle of another version needs another reader)";
                faults.push(Fault::new(entry_place(entry::README), Some(readme.header.data), what));
            }
        }
        let detail = format!("{} entries, in the one form they can have", self.order.len());
        self.conclude("archive", faults, detail);
        Ok(())
    }

    /// Every entry is as the manifest lists it. Damaged ones are named here, in the words of the record.
    fn manifest_entries(&mut self) -> io::Result<()> {
        let mut faults = Vec::new();
        let entries: Vec<_> = self.order.iter().filter_map(|name| self.entries.get(name).copied()).collect();
        for entry in &entries {
            let (name, data) = (entry.header.name.as_str(), entry.header.data);
            let listed = self.manifest.hashes.get(name).copied();
            let damaged = entry.found.crc != entry.header.crc;
            let changed = listed.is_some_and(|hash| entry.found.hash != hash);
            let damage = if damaged { damage::locate(self.file, entry, listed)? } else { None };
            if let Some(damage) = damage {
                faults.push(self.damage_fault(entry, damage)?);
                self.damages.insert(name, damage);
            } else if damaged {
                faults.push(Fault::new(entry_place(name), Some(data), "its data was changed in several places"));
            } else if changed {
                let what = "its SHA-256 is not the one in the manifest";
                faults.push(Fault::new(entry_place(name), Some(data), what));
            } else if listed.is_none() && name != entry::MANIFEST && self.manifest.readable {
                faults.push(Fault::new(entry_place(name), None, "the manifest does not list it"));
            }
        }
        for name in self.manifest.hashes.keys() {
            if !self.entries.contains_key(name.as_str()) {
                faults.push(Fault::new(entry_place(name), None, "the manifest lists it, but it is missing"));
            }
        }
        let hashes = entries.iter().map(|entry| entry.header.name.as_str()).filter(|name| *name != entry::MANIFEST);
        let hashes = hashes.filter_map(|name| Some((name, *self.manifest.hashes.get(name)?)));
        if faults.is_empty() && manifest_text(hashes) != self.manifest.text {
            let what = "it is not one line of hash and name per entry, in the order of the archive";
            faults.push(Fault::new(entry_place(entry::MANIFEST), None, what));
        }
        let detail = format!("{} entries have the SHA-256 of the manifest", self.manifest.hashes.len());
        self.conclude("entries", faults, detail);
        Ok(())
    }

    /// The key is readable, and the one that is trusted.
    fn key(&mut self, trust: &Trust) -> io::Result<()> {
        let trusted = trust.key.as_ref();
        let Some(entry) = self.entries.get(entry::VERIFIER).copied() else {
            self.verifier = trusted.cloned();
            self.skip("key", "there is no `verifier.key`");
            return Ok(());
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let line = std::str::from_utf8(&text).ok().and_then(|text| text.strip_suffix('\n'));
        let found: Option<VerifierKey> = line.and_then(|line| line.parse().ok());
        let mut faults = Vec::new();
        let fault = |what: String| Fault::new(entry_place(entry::VERIFIER), Some(entry.header.data), what);
        match (&found, trusted) {
            (None, _) => faults.push(fault("it is not a public key of the form `name+id+key` on one line".into())),
            (Some(found), Some(trusted)) if found != trusted => {
                faults.push(fault(format!("it is `{found}`, not the trusted key `{trusted}`")));
            }
            (Some(found), _) if line != Some(found.to_string().as_str()) => {
                faults.push(fault("the key is not in its usual spelling".into()));
            }
            _ => self.vouched = trusted.is_some(),
        }
        // Under a false key the other checks still say whether the bundle is whole.
        self.verifier = found.or_else(|| trusted.cloned());
        let detail = match (&self.verifier, trusted) {
            (Some(key), Some(_)) => format!("`{key}` is the trusted key"),
            (Some(key), None) => format!("`{key}` is the bundle's own (compare it with the organiser's)"),
            (None, _) => String::new(),
        };
        self.conclude("key", faults, detail);
        Ok(())
    }

    /// The manifest is signed by the key, and by nobody else.
    fn manifest_signature(&mut self) -> io::Result<()> {
        let (Some(entry), Some(key)) = (self.entries.get(entry::MANIFEST).copied(), self.verifier.clone()) else {
            self.skip("manifest", "there is no manifest, or no key to check it with");
            return Ok(());
        };
        let fault = |what: &str| vec![Fault::new(entry_place(entry::MANIFEST), Some(entry.header.data), what)];
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let faults = match std::str::from_utf8(&text).map(|text| (note::verify(text, &key), note::split(text))) {
            Ok((Ok(_), Ok((_, signatures)))) if signatures.lines().count() == 1 => Vec::new(),
            Ok((Ok(_), _)) => fault("it has other signatures than the one of the key"),
            Ok((Err(error), _)) => fault(&error.to_string()),
            Err(_) => fault("it is not UTF-8"),
        };
        self.conclude("manifest", faults, format!("signed by `{}`", key.name()));
        Ok(())
    }

    /// The checkpoint is signed by the key. Returns it only then.
    fn checkpoint(&mut self) -> io::Result<Option<Checkpoint>> {
        let (Some(entry), Some(key)) = (self.entries.get(entry::CHECKPOINT).copied(), self.verifier.clone()) else {
            self.skip("checkpoint", "there is no checkpoint, or no key to check it with");
            return Ok(None);
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let (faults, checkpoint) = match Checkpoint::verify(&String::from_utf8_lossy(&text), &key) {
            Ok(checkpoint) => (Vec::new(), Some(checkpoint)),
            Err(error) => {
                let what = with_source(&error);
                (vec![Fault::new(entry_place(entry::CHECKPOINT), Some(entry.header.data), what)], None)
            }
        };
        self.conclude("checkpoint", faults, format!("signed by `{}`", key.name()));
        Ok(checkpoint)
    }

    /// Every cosigner that was named has signed the checkpoint.
    fn cosigners(&mut self, trust: &Trust, signed: bool) -> io::Result<()> {
        let (false, Some(entry)) = (trust.cosigners.is_empty(), self.entries.get(entry::CHECKPOINT).copied()) else {
            return Ok(());
        };
        let text = text_of(self.file, entry, LONGEST_NOTE)?;
        let note = String::from_utf8_lossy(&text);
        let missing = |key: &VerifierKey| {
            let error = note::verify(&note, key).err()?;
            Some(Fault::new(entry_place(entry::CHECKPOINT), Some(entry.header.data), error.to_string()))
        };
        let faults: Vec<_> = trust.cosigners.iter().filter_map(missing).collect();
        self.vouched |= faults.is_empty() && signed;
        let names: Vec<_> = trust.cosigners.iter().map(VerifierKey::name).collect();
        self.conclude("cosigners", faults, format!("signed by {}, too", names.join(", ")));
        Ok(())
    }

    /// Reads every event once, with its hash and its private data, and concludes what depends on them.
    fn events(&mut self, checkpoint: Option<&Checkpoint>, trust: &Trust) -> io::Result<Events> {
        let (heads, head_faults) = self.heads(trust);
        let mut scan = Scan::new(self, heads);
        scan.run()?;
        let Scan { found, listed, differing, leaf_faults, private_faults, .. } = scan;
        let Scan { stream_faults, streams, redacted, opened, heads, .. } = scan;
        let size = found.size();
        let root = self.entries.contains_key(entry::EVENTS).then(|| found.root());
        let signed = |tree: &Frontier| checkpoint.is_some_and(|c| (c.size, c.root) == (tree.size(), tree.root()));
        let has_hashes = self.entries.contains_key(entry::LEAF_HASHES);
        let (mut faults, mut aligned, mut named) = (Vec::new(), true, self.damaged_event.is_some());
        match &listed {
            Some(listed) if differing.any() || listed.size() != size => {
                if signed(&found) {
                    if !self.damages.contains_key(entry::LEAF_HASHES) {
                        let what = "it does not list the hashes of the events, which are those that were signed";
                        faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
                    }
                } else {
                    let proven = if signed(listed) { "the leaf hash that was signed" } else { "its listed leaf hash" };
                    let damaged = self.damages.contains_key(entry::EVENTS);
                    aligned = listed.size() == size;
                    named |= aligned || !damaged;
                    if aligned || !damaged {
                        // Where one byte made a line of two, or two of one, it has named its event.
                        faults.extend(differing.faults(listed.size(), size, proven, self.damaged_event));
                    }
                }
            }
            None if has_hashes => {
                let what = "it is not one hash (64 lowercase hexadecimal digits) per line";
                faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
            }
            _ => {}
        }
        match checkpoint {
            None if faults.is_empty() => self.skip("tree", "there is no valid checkpoint to compare the events with"),
            None => self.conclude("tree", faults, String::new()),
            Some(checkpoint) => {
                if checkpoint.size != size {
                    let what = format!("there are {size} events, but {} were signed", checkpoint.size);
                    faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
                } else if checkpoint.root != found.root() && faults.is_empty() {
                    let what =
                        format!("the root of the events is {}, but {} was signed", found.root(), checkpoint.root);
                    faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
                }
                self.conclude("tree", faults, format!("the root of {size} events is {}", found.root()));
            }
        }
        let cut_from = heads.iter().filter(|(head, _)| head.size > size).map(|(head, _)| head.size).max();
        if !trust.heads.is_empty() {
            self.conclude_heads(heads, head_faults, size);
        }
        if !aligned {
            self.skip("events", "the events cannot be told apart");
            self.skip("private", "the events cannot be told apart");
            self.skip("streams", "not every event can be read");
            self.faults.extend(private_faults.all());
            return Ok(Events { count: size, root, streams, redacted, cut_from, readable: false });
        }
        let damaged = self.damages.contains_key(entry::PRIVATE);
        let mut readable = !named && self.entries.contains_key(entry::EVENTS);
        readable &= leaf_faults.any.is_none() && private_faults.any.is_none() && !damaged;
        // Events that the tree names already are not named again for what else is wrong with them.
        let known = |faults: Faults| if named { faults.not_differing() } else { faults.all() };
        let (leaf_faults, private_faults) = (known(leaf_faults), known(private_faults));
        self.conclude("events", leaf_faults, format!("{size} events are in canonical form"));
        if damaged {
            self.skip("private", "`private.jsonl` is damaged");
        } else if self.entries.contains_key(entry::PRIVATE) {
            let detail = format!("{opened} are what was committed to, {redacted} redacted");
            self.conclude("private", private_faults, detail);
        } else {
            self.skip("private", "there is no `private.jsonl`");
        }
        if readable {
            let detail = format!("{} streams count from 1 without a gap", streams.len());
            self.conclude("streams", stream_faults.all(), detail);
        } else {
            self.skip("streams", "not every event can be read");
        }
        Ok(Events { count: size, root, streams, redacted, cut_from, readable })
    }

    /// The earlier heads that the record must extend, and what is wrong with those that are none.
    fn heads(&self, trust: &Trust) -> (Vec<(Checkpoint, Option<Hash>)>, Vec<Fault>) {
        let (mut heads, mut faults) = (Vec::new(), Vec::new());
        for (number, note) in (1..).zip(&trust.heads) {
            let head = self.verifier.as_ref().map(|key| Checkpoint::verify(note, key));
            match head {
                Some(Ok(head)) => heads.push((head, None)),
                Some(Err(error)) => {
                    let what =
                        format!("the earlier checkpoint {number} is not of this record: {}", with_source(&error));
                    faults.push(Fault::new(entry_place(entry::CHECKPOINT), None, what));
                }
                None => {}
            }
        }
        (heads, faults)
    }

    fn conclude_heads(&mut self, heads: Vec<(Checkpoint, Option<Hash>)>, mut faults: Vec<Fault>, size: u64) {
        for (head, root) in heads {
            if let Some(root) = root.filter(|root| *root != head.root) {
                let what = format!(
                    "this is another history: the root of the first {} events was {} when it was signed, and is {root} here",
                    head.size, head.root
                );
                faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
            }
        }
        self.conclude("heads", faults, format!("no earlier checkpoint contradicts these {size} events"));
    }

    fn finish(self, checkpoint: Option<Checkpoint>, events: Events, trust: &Trust) -> (Report, bool) {
        let mut faults = self.faults;
        // What names an event tells most; the sort keeps the order otherwise.
        faults.sort_by_key(|fault| !matches!(fault.place, Place::Event(_)));
        let attachments = self.entries.values().map(|entry| &entry.header);
        let attachments = attachments.filter(|header| is_attachment_name(&header.name));
        let report = Report {
            events: events.count,
            streams: events.streams,
            redacted: events.redacted,
            root: events.root,
            origin: checkpoint.map(|checkpoint| checkpoint.origin),
            verifier: self.verifier,
            vouched: self.vouched && (trust.key.is_some() || !trust.cosigners.is_empty()) && faults.is_empty(),
            cut_from: events.cut_from,
            checks: self.checks,
            attachments: attachments.map(|header| (header.name.clone(), header.size)).collect(),
            faults,
        };
        (report, events.readable)
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
    fn damage_fault(&mut self, entry: &Entry, damage: Damage) -> io::Result<Fault> {
        let Damage { at, is, was } = damage;
        let (before, line) = self.line_around(entry, damage)?;
        let place = match entry.header.name.as_str() {
            entry::EVENTS => Some(event_place(before + 1, &line)),
            entry::PRIVATE => match private_parts(&line) {
                Some((event, ..)) => Some(self.describe(event)?),
                None => None,
            },
            _ => None,
        };
        let place = place.map_or(entry_place(&entry.header.name), |event| {
            self.damaged_event = Some(event.index);
            Place::Event(event)
        });
        let what = format!("byte {at} of `{}` is 0x{is:02x}, but was 0x{was:02x}", entry.header.name);
        Ok(Fault::new(place, Some(entry.header.data + at), what))
    }

    /// How many lines end before the changed byte, and the line it is in, as it was.
    fn line_around(&self, entry: &Entry, Damage { at, was, .. }: Damage) -> io::Result<(u64, Vec<u8>)> {
        let (data, size) = (entry.header.data, entry.header.size);
        let (mut newlines, mut start) = (0, data);
        self.file.pieces(data, at, |offset, piece| {
            for (place, _) in (offset..).zip(piece).filter(|(_, byte)| **byte == b'\n') {
                newlines += 1;
                start = place + 1;
            }
            Ok(true)
        })?;
        let mut before = self.file.lines(start, data + at - start);
        let mut line = before.next()?.map(|line| line.text).unwrap_or_default();
        if was != b'\n' {
            line.push(was);
            let after = self.file.lines(data + at + 1, size - at - 1).next()?;
            line.extend(after.map(|line| line.text).unwrap_or_default());
        }
        Ok((newlines, line))
    }

    /// The event with this number in the record, as far as its line can be read.
    fn describe(&self, index: u64) -> io::Result<EventPlace> {
        let Some(entry) = self.entries.get(entry::EVENTS) else { return Ok(event_place(index, b"")) };
        let mut lines = self.file.lines(entry.header.data, entry.header.size);
        for _ in 1..index {
            if lines.next()?.is_none() {
                break;
            }
        }
        Ok(event_place(index, &lines.next()?.map(|line| line.text).unwrap_or_default()))
    }
}

/// One reading of all events, with what stands beside them.
struct Scan<'e, 'a, S> {
    examination: &'e Examination<'a, S>,
    found: Frontier,
    /// The tree of `leaf-hashes`; absent when it is not a list of hashes.
    listed: Option<Frontier>,
    differing: Differing,
    leaf_faults: Faults,
    private_faults: Faults,
    stream_faults: Faults,
    streams: BTreeMap<String, u64>,
    opened: u64,
    redacted: u64,
    /// Earlier heads, and the root that the record had at their size.
    heads: Vec<(Checkpoint, Option<Hash>)>,
}

impl<'e, 'a, S: Read + Seek> Scan<'e, 'a, S> {
    fn new(examination: &'e Examination<'a, S>, heads: Vec<(Checkpoint, Option<Hash>)>) -> Self {
        Self {
            examination,
            found: Frontier::default(),
            listed: None,
            differing: Differing::default(),
            leaf_faults: Faults::default(),
            private_faults: Faults::default(),
            stream_faults: Faults::default(),
            streams: BTreeMap::new(),
            opened: 0,
            redacted: 0,
            heads,
        }
    }

    fn lines(&self, name: &str) -> Option<Lines<'a, S>> {
        let entry = self.examination.entries.get(name)?;
        Some(self.examination.file.lines(entry.header.data, entry.header.size))
    }

    fn run(&mut self) -> io::Result<()> {
        self.listed = self.listed_hashes()?;
        self.note_heads();
        let Some(mut events) = self.lines(entry::EVENTS) else {
            return Ok(());
        };
        let count = self.examination.entries[entry::EVENTS].found.lines;
        let listed = self.listed.as_ref().map_or(0, Frontier::size);
        let mut front = self.listed.as_ref().and_then(|_| self.lines(entry::LEAF_HASHES));
        // The hashes as they would stand if all that is missing, or too much, were at the front.
        let mut back = self.listed.as_ref().and_then(|_| self.lines(entry::LEAF_HASHES));
        for _ in count..listed {
            next_hash(&mut back)?;
        }
        // Where one byte is wrong, its event is named already, and the other lines need no second look.
        let private = self.lines(entry::PRIVATE);
        let private = private.filter(|_| !self.examination.damages.contains_key(entry::PRIVATE));
        let mut private = Openings::new(private);
        let mut index = 0;
        while let Some(line) = events.next()? {
            index += 1;
            let hash = leaf_hash(&line.text);
            self.found.append(hash);
            self.note_heads();
            let listed_here = next_hash(&mut front)?;
            let listed_back = if index + listed > count { next_hash(&mut back)? } else { None };
            let differs = self.listed.is_some() && listed_here != Some(hash);
            if self.listed.is_some() {
                self.differing.note(index, &line, differs, listed_back == Some(hash), count != listed);
            }
            self.event(index, line, differs, &mut private)?;
        }
        let malformed = &mut self.private_faults;
        let beyond =
            private.rest(|line, event| malformed.push(bad_private_line(line, event.map(|e| event_place(e, b"")))))?;
        for event in beyond {
            let what = format!("it opens event {event}, but there are only {index}");
            self.private_faults.push(Fault::new(entry_place(entry::PRIVATE), None, what));
        }
        Ok(())
    }

    /// Notes the root where an earlier head was signed.
    fn note_heads(&mut self) {
        let Self { found, heads, .. } = self;
        for (_, root) in heads.iter_mut().filter(|(head, _)| head.size == found.size()) {
            *root = Some(found.root());
        }
    }

    /// The tree of the hashes that `leaf-hashes` lists, when it is what it should be.
    fn listed_hashes(&self) -> io::Result<Option<Frontier>> {
        let mut lines = self.lines(entry::LEAF_HASHES);
        let mut tree = Frontier::default();
        let Some(listed) = &mut lines else { return Ok(None) };
        while let Some(line) = listed.next()? {
            match hash_of(&line) {
                Some(hash) => tree.append(hash),
                None => return Ok(None),
            }
        }
        Ok(Some(tree))
    }

    /// An event is canonical, counts up in its stream, and every opening is what it commits to.
    fn event(&mut self, index: u64, line: Line, differs: bool, private: &mut Openings<'_, S>) -> io::Result<()> {
        let place = || event_place(index, &line.text);
        let offset = Some(line.offset);
        let malformed = &mut self.private_faults;
        let openings = private.of(index, |bad, event| {
            let described = |event| if event == index { place() } else { event_place(event, b"") };
            malformed.push(bad_private_line(bad, event.map(described)));
        })?;
        let named = self.examination.damaged_event == Some(index);
        let (envelope, commitments) = match read_leaf(&line.text) {
            Ok(read) if line.ended => read,
            _ if named => return Ok(()),
            Ok(_) => {
                let fault = Fault::new(Place::Event(place()), offset, "its line does not end in a newline");
                self.leaf_faults.push_for(fault, differs);
                return Ok(());
            }
            Err(error) => {
                self.leaf_faults.push_for(Fault::new(Place::Event(place()), offset, with_source(&error)), differs);
                return Ok(());
            }
        };
        let (parts, fault) = open_parts(commitments, openings);
        let redacted = parts.values().filter(|part| **part == Private::Redacted).count();
        self.redacted += redacted as u64;
        self.opened += (parts.len() - redacted) as u64;
        if let Some(error) = fault.filter(|_| !named) {
            self.private_faults.push_for(Fault::new(Place::Event(place()), offset, with_source(&error)), differs);
        }
        if self.streams.len() == MOST_STREAMS && !self.streams.contains_key(&envelope.stream) {
            let what = format!("there are more than {MOST_STREAMS} streams");
            self.leaf_faults.push(Fault::new(Place::Event(place()), offset, what));
            return Ok(());
        }
        let count = self.streams.entry(envelope.stream.clone()).or_default();
        *count += 1;
        let count = *count;
        if envelope.number != count {
            let what = format!("it must have number {count} in its stream, where numbers count up from 1");
            self.stream_faults.push(Fault::new(Place::Event(place()), None, what));
        }
        Ok(())
    }
}

/// Each part that a leaf commits to, and what is wrong with the openings.
fn open_parts(
    commitments: BTreeMap<String, Hash>,
    mut openings: BTreeMap<String, Opening>,
) -> (Opened, Option<OpenError>) {
    let (mut opened, mut fault) = (Opened::new(), None);
    for (part, committed) in commitments {
        let private = match openings.remove(&part) {
            None => Private::Redacted,
            Some(opening) => check_part(&part, committed, opening).unwrap_or_else(|error| {
                fault = Some(error);
                Private::Redacted
            }),
        };
        opened.insert(part, private);
    }
    (opened, fault.or_else(|| openings.into_keys().next().map(OpenError::NothingToOpen)))
}

/// The lines of `private.jsonl`, handed out event by event.
#[derive(Debug)]
struct Openings<'f, S> {
    lines: Option<Lines<'f, S>>,
    /// The line that was read and not yet handed out.
    next: Option<(u64, String, Opening)>,
    /// Event and part of the last line that was in order.
    last: (u64, String),
}

impl<'f, S: Read + Seek> Openings<'f, S> {
    fn new(lines: Option<Lines<'f, S>>) -> Self {
        Self { lines, next: None, last: (0, String::new()) }
    }

    /// The openings of this event. Lines before them that are no openings, or out of order, go to `malformed`, with the
    /// event they seem to be of.
    fn of(
        &mut self,
        event: u64,
        mut malformed: impl FnMut(&Line, Option<u64>),
    ) -> io::Result<BTreeMap<String, Opening>> {
        let mut openings = BTreeMap::new();
        while self.fill(&mut malformed)? && self.next.as_ref().is_some_and(|(of, ..)| *of == event) {
            if let Some((_, part, opening)) = self.next.take() {
                openings.insert(part, opening);
            }
        }
        Ok(openings)
    }

    /// The events of the lines that are left after the last event, the first of them.
    fn rest(&mut self, mut malformed: impl FnMut(&Line, Option<u64>)) -> io::Result<Vec<u64>> {
        let mut beyond = Vec::new();
        while self.fill(&mut malformed)? {
            beyond.extend(self.next.take().map(|(event, ..)| event).filter(|_| beyond.len() < MOST_FAULTS));
        }
        Ok(beyond)
    }

    fn fill(&mut self, malformed: &mut impl FnMut(&Line, Option<u64>)) -> io::Result<bool> {
        while let (None, Some(lines)) = (&self.next, &mut self.lines) {
            let Some(line) = lines.next()? else { break };
            match private_parts(&line.text) {
                Some((event, part, opening))
                    if (event, &part) > (self.last.0, &self.last.1) && is_part_name(&part) && line.ended =>
                {
                    self.last = (event, part.clone());
                    self.next = Some((event, part, opening));
                }
                _ => malformed(&line, scan_number(&line.text, "\"event\":")),
            }
        }
        Ok(self.next.is_some())
    }
}

fn bad_private_line(line: &Line, event: Option<EventPlace>) -> Fault {
    let what = "its line in `private.jsonl` is not canonical JSON of data, event, part and salt, in ascending order";
    Fault::new(event.map_or(entry_place(entry::PRIVATE), Place::Event), Some(line.offset), what)
}

/// Faults of one kind: the first ones, and how many more there are.
#[derive(Debug, Default)]
struct Faults {
    /// Each with whether the tree names its event too.
    kept: Vec<(Fault, bool)>,
    more: u64,
    any: Option<()>,
}

impl Faults {
    fn push(&mut self, fault: Fault) {
        self.push_for(fault, false);
    }

    fn push_for(&mut self, fault: Fault, differs: bool) {
        self.any = Some(());
        if self.kept.len() < MOST_FAULTS {
            self.kept.push((fault, differs));
        } else {
            self.more += 1;
        }
    }

    fn all(self) -> Vec<Fault> {
        let more = (self.more > 0).then(|| and_more(self.more));
        self.kept.into_iter().map(|(fault, _)| fault).chain(more).collect()
    }

    /// Those of events whose hashes are as listed.
    fn not_differing(self) -> Vec<Fault> {
        self.kept.into_iter().filter(|(_, differs)| !differs).map(|(fault, _)| fault).collect()
    }
}

fn and_more(count: u64) -> Fault {
    Fault::new(Place::Archive, None, format!("and {count} more faults of this kind"))
}

/// Events whose hashes are not those listed.
#[derive(Debug, Default)]
struct Differing {
    /// The first of them, each with the place of its line.
    kept: Vec<(EventPlace, u64)>,
    more: u64,
    /// The first one.
    first: Option<(EventPlace, u64)>,
    /// How many events at the end agree with as many listed hashes at the end.
    back: u64,
}

impl Differing {
    fn any(&self) -> bool {
        self.first.is_some()
    }

    fn note(&mut self, index: u64, line: &Line, differs: bool, agrees_from_back: bool, shifted: bool) {
        self.back = if agrees_from_back { self.back + 1 } else { 0 };
        if !differs {
            return;
        }
        if self.first.is_none() {
            self.first = Some((event_place(index, &line.text), line.offset));
        }
        if !shifted && self.kept.len() < MOST_FAULTS {
            self.kept.push((event_place(index, &line.text), line.offset));
        } else if !shifted {
            self.more += 1;
        }
    }

    /// Names the events whose hashes differ. When there are more or fewer than listed, the trouble lies between the events
    /// that agree from the front and those that agree from the back.
    fn faults(self, listed: u64, found: u64, against: &str, named: Option<u64>) -> Vec<Fault> {
        if listed == found {
            let what = format!("it does not have {against}");
            let kept = self.kept.into_iter().filter(|(place, _)| Some(place.index) != named);
            let kept = kept.map(|(place, offset)| Fault::new(Place::Event(place), Some(offset), what.clone()));
            return kept.chain((self.more > 0).then(|| and_more(self.more))).collect();
        }
        let front = self.first.as_ref().map_or(found.min(listed), |(place, _)| place.index - 1);
        let back = self.back.min(listed.min(found) - front);
        let what = format!("it is missing, or does not have {against}");
        let mut faults = Vec::new();
        for index in (front + 1..=listed - back).take(MOST_FAULTS) {
            // Only the first still stands where its line is.
            let first = self.first.clone().filter(|_| index == front + 1);
            let offset = first.as_ref().map(|(_, offset)| *offset);
            let place = first.map_or(event_place(index, b""), |(place, _)| place);
            faults.push(Fault::new(Place::Event(place), offset, what.clone()));
        }
        let more = (listed - back - front).saturating_sub(MOST_FAULTS as u64);
        faults.extend((more > 0).then(|| and_more(more)));
        if found > listed {
            let what = format!("line {} and on: {} lines too many", front + 1, found - listed);
            let offset = self.first.map(|(_, offset)| offset);
            faults.push(Fault::new(entry_place(entry::EVENTS), offset, what));
        }
        faults
    }
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
    fn of<S: Read + Seek>(file: &File<S>, entry: Option<&Entry>) -> io::Result<Self> {
        Ok(entry
            .map(|entry| text_of(file, entry, LONGEST_NOTE))
            .transpose()?
            .map(|data| Self::read(&data))
            .unwrap_or_default())
    }

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

/// The data of an entry, one byte more than `most` at most, which is enough to see that it is too long.
fn text_of<S: Read + Seek>(file: &File<S>, entry: &Entry, most: usize) -> io::Result<Vec<u8>> {
    let size = usize::try_from(entry.header.size).unwrap_or(usize::MAX);
    file.read(entry.header.data, size.min(most + 1))
}

fn next_hash<S: Read + Seek>(lines: &mut Option<Lines<'_, S>>) -> io::Result<Option<Hash>> {
    let line = lines.as_mut().map(Lines::next).transpose()?.flatten();
    Ok(line.and_then(|line| hash_of(&line)))
}

fn hash_of(line: &Line) -> Option<Hash> {
    std::str::from_utf8(&line.text).ok()?.parse().ok().filter(|_| line.ended)
}

fn with_source(error: &dyn std::error::Error) -> String {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    format!("{error}{source}")
}

fn event_place(index: u64, line: &[u8]) -> EventPlace {
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
    Some(String::from_utf8_lossy(&rest[..end.min(LONGEST_SHOWN)]).into_owned())
}

/// The most bytes of a string that are shown of a line that may be damaged.
const LONGEST_SHOWN: usize = 100;

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
