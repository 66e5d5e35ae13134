//! Verification of a bundle: finds all faults, each with its place.
//!
//! The file is hostile input: nothing here panics, or allocates by a number in the file; memory holds some batches of lines
//! only. All cores check batches, and the results are folded in order, so they equal those of one core. No fault ends the
//! work; a check is skipped only if data needed for it is unreadable. The leaf hashes show which event was changed, and they
//! prove themselves: they are true exactly if they make the signed root.

mod batches;
mod differing;
mod entries;
mod events;
mod faults;
mod listing;
mod manifest;
mod openings;
mod place;
mod scan;
mod shift;
mod signatures;
mod together;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read, Seek},
    num::NonZeroUsize,
    vec,
};

use rulebook::counted;

use self::{
    batches::{Batches, Judged},
    events::Events,
    manifest::Manifest,
    openings::Openings,
    together::{batches_on, together},
};
use super::{
    FIXED,
    archive::{self, Entry},
    damage::Damage,
    entry,
    file::File,
    is_attachment_name,
    report::{Check, EventText, Fault, FaultPlace, OpenedEvent, Outcome, Report, Trust},
};
use crate::{checkpoint::Checkpoint, hash::Hash, note::VerifierKey};

/// A readable bundle after verification.
#[derive(Debug)]
pub struct Examined<S> {
    /// The result.
    pub report: Report,
    pub(super) file: File<S>,
    pub(super) entries: Vec<Entry>,
    /// True if every event and all private data present is valid.
    readable: bool,
}

/// Checks a bundle from the first byte to the last, a piece at a time. With a trusted key, the signatures must be by that
/// key; without any key in `trust`, they show that the bundle is whole, but not its author.
///
/// Every change of a single byte anywhere gives at least one fault; a change inside an event or its private data names
/// the event, a change elsewhere the entry of the archive. Never panics, for any bytes.
///
/// # Errors
/// If the file cannot be read.
pub fn verify<S: Read + Seek>(source: S, trust: &Trust) -> io::Result<Examined<S>> {
    verify_reading(source, trust, NonZeroUsize::MIN, |_| (), |_, ()| {})
}

/// Like [`verify`], on several cores. Any core may run `read` on an event; `take` gets the results in the order of the record:
/// all of them if the bundle is sound, otherwise some of the first.
///
/// # Errors
/// If the file cannot be read.
pub fn verify_reading<S: Read + Seek, R: Send>(
    source: S,
    trust: &Trust,
    cores: NonZeroUsize,
    read: impl Fn(&EventText<'_>) -> R + Sync,
    take: impl FnMut(u64, R),
) -> io::Result<Examined<S>> {
    let file = File::open(source)?;
    let reading = archive::read(&file, |entries| misfits(&file, entries))?;
    let mut examination = Examination::new(&file, &reading.entries)?;
    examination.archive(reading.faults)?;
    examination.manifest_entries()?;
    examination.key(trust)?;
    examination.manifest_signature()?;
    let checkpoint = examination.checkpoint()?;
    examination.cosigners(trust, checkpoint.is_some())?;
    let events = examination.events(checkpoint.as_ref(), trust, cores, (read, take))?;
    let (report, readable) = examination.finish(checkpoint, events, trust);
    Ok(Examined { report, file, entries: reading.entries, readable })
}

impl<S: Read + Seek> Examined<S> {
    /// The events, in order; absent if any of them cannot be trusted. Check [`Report::is_sound`] before using them.
    #[must_use]
    pub fn log(&self) -> Option<Log<'_, S>> {
        let header = |name| self.entry(name).map(|entry| &entry.header);
        let (events, private) = (header(entry::EVENTS)?, header(entry::PRIVATE)?);
        let openings = Openings::new(Some(self.file.lines(private.data, private.size)));
        let batches = Batches::new(&self.file, Some(events), openings, None, None);
        self.readable.then(|| Log { batches, read: Vec::new().into_iter() })
    }

    /// Runs `read` on every event, on any of the cores, and passes the results to `take` in the order of the record. Does nothing
    /// if [`Self::log`] is absent.
    ///
    /// # Errors
    /// If the file cannot be read, or has changed since verification.
    pub fn read<R: Send>(
        &self,
        cores: NonZeroUsize,
        read: impl Fn(&EventText<'_>) -> R + Sync,
        mut take: impl FnMut(u64, R),
    ) -> io::Result<()> {
        let Some(mut log) = self.log() else { return Ok(()) };
        let some = batches_on(cores);
        let (mut waiting, mut judged, mut index) = (log.batches.some(some)?, Vec::new(), 0);
        while !waiting.is_empty() || !judged.is_empty() {
            let (group, before) = (std::mem::take(&mut waiting), std::mem::take(&mut judged));
            let mut between = Ok(());
            judged = together(
                cores,
                &group,
                |batch| batch.judged(&read),
                || {
                    between = before.into_iter().flatten().try_for_each(|judged: Judged<R>| {
                        index += 1;
                        judged.unchanged().map(|read| take(index, read))
                    });
                    waiting = match &between {
                        Ok(()) => log.batches.some(some).unwrap_or_else(|why| {
                            between = Err(why);
                            Vec::new()
                        }),
                        Err(_) => Vec::new(),
                    };
                },
            );
            between?;
        }
        Ok(())
    }

    /// The files of the bundle by name, in order, with their sizes in bytes.
    pub fn files(&self) -> impl Iterator<Item = (&str, u64)> {
        self.entries.iter().map(|entry| (entry.header.name.as_str(), entry.header.size))
    }

    /// The bytes of an attachment; absent if there is none of this name, or if it has more than `most` bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn attachment(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let entry = self.entry(name).filter(|entry| is_attachment_name(name) && entry.header.size <= most);
        let bytes = |entry: &Entry| {
            self.file.read(entry.header.data, usize::try_from(entry.header.size).map_err(io::Error::other)?)
        };
        entry.map(bytes).transpose()
    }

    /// The SHA-256 of an attachment's data; absent if there is none of this name.
    #[must_use]
    pub fn attachment_hash(&self, name: &str) -> Option<Hash> {
        self.entry(name).filter(|_| is_attachment_name(name)).map(|entry| entry.found.hash)
    }

    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.header.name == name)
    }
}

/// The events of a verified bundle, in order.
#[derive(Debug)]
pub struct Log<'f, S> {
    batches: Batches<'f, S>,
    read: vec::IntoIter<io::Result<OpenedEvent>>,
}

impl<S: Read + Seek> Iterator for Log<'_, S> {
    type Item = io::Result<OpenedEvent>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.read.len() == 0 {
            let batch = match self.batches.next() {
                Ok(batch) => batch?,
                Err(why) => return Some(Err(why)),
            };
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is that of one lifetime")]
            let events = batch.judged(|event| event.opened()).into_iter().map(Judged::unchanged);
            self.read = events.collect::<Vec<_>>().into_iter();
        }
        self.read.next()
    }
}

/// The number of names in either the archive or its manifest, but not in both.
fn misfits<S: Read + Seek>(file: &File<S>, entries: &[Entry]) -> io::Result<usize> {
    let names: BTreeSet<_> = entries.iter().map(|entry| entry.header.name.as_str()).collect();
    let manifest = Manifest::of(file, entries.iter().find(|entry| entry.header.name == entry::MANIFEST))?;
    let listed = manifest.hashes.keys().map(String::as_str).chain([entry::MANIFEST]).collect();
    Ok(names.symmetric_difference(&listed).count())
}

/// The state of an examination: the findings so far, and data for later checks.
struct Examination<'a, S> {
    file: &'a File<S>,
    entries: BTreeMap<&'a str, &'a Entry>,
    order: Vec<&'a str>,
    manifest: Manifest,
    verifier: Option<VerifierKey>,
    vouched: bool,
    /// The single changed byte of an entry, if located.
    damages: BTreeMap<&'a str, Damage>,
    /// The event with a damaged byte, from 1; it is reported once.
    damaged_event: Option<u64>,
    checks: Vec<Check>,
    faults: Vec<Fault>,
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

    fn finish(self, checkpoint: Option<Checkpoint>, events: Events, trust: &Trust) -> (Report, bool) {
        let mut faults = self.faults;
        // Faults of events come first, in the order of the record; the stable sort keeps the order of the others.
        faults.sort_by_key(|fault| match &fault.place {
            FaultPlace::Event(event) => event.index,
            FaultPlace::Entry { .. } | FaultPlace::Archive => u64::MAX,
        });
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
            foreign_heads: events.foreign_heads,
            checks: self.checks,
            attachments: attachments.map(|header| (header.name.clone(), header.size)).collect(),
            faults,
        };
        (report, events.readable)
    }

    /// Records the outcome of a check.
    fn conclude(&mut self, name: &'static str, faults: Vec<Fault>, detail: String) {
        let (outcome, detail) = match faults.len() {
            0 => (Outcome::Passed, detail),
            count => (Outcome::Failed, counted(count, "fault", "faults")),
        };
        self.checks.push(Check { name, outcome, detail });
        self.faults.extend(faults);
    }

    /// Records that a check failed because of faults already reported.
    fn fail(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, outcome: Outcome::Failed, detail: why.into() });
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, outcome: Outcome::NotDone, detail: why.into() });
    }
}

/// The data of an entry, cut to `most` bytes and one more, which shows that it is too long.
fn text_of<S: Read + Seek>(file: &File<S>, entry: &Entry, most: usize) -> io::Result<Vec<u8>> {
    let size = usize::try_from(entry.header.size).unwrap_or(usize::MAX);
    file.read(entry.header.data, size.min(most + 1))
}

fn is_fixed(name: &str) -> bool {
    FIXED.contains(&name) || name == entry::MANIFEST
}
