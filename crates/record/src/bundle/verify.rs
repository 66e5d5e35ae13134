//! Verifying a bundle: everything that is wrong with it, each fault at its place.
//!
//! The file is not believed in any way: nothing here panics, or holds more in memory than some batches of lines, by a number
//! that it gives. Batches are judged on as many cores as there are, and folded in order: what is found is the same on one.
//! No fault ends the work; a check is not done only when what it needs cannot be read. Which event was changed is known from
//! the leaf hashes, which prove themselves: they are true exactly when they make the root that was signed.

mod batches;
mod differing;
mod entries;
mod events;
mod faults;
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
    report::{Check, EventText, Fault, OpenedEvent, Outcome, Place, Report, Trust},
};
use crate::{checkpoint::Checkpoint, hash::Hash, note::VerifierKey};

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
    verify_reading(source, trust, NonZeroUsize::MIN, |_| (), |_, ()| {})
}

/// [`verify`] on so many cores, with something that is read of every event on any of them and then taken in the order of the
/// record: all of them where the bundle is sound, and otherwise some of the first.
///
/// # Errors
/// When the file cannot be read.
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
    /// The events, in order; absent when any of them cannot be trusted. Ask [`Report::is_sound`] before using them.
    #[must_use]
    pub fn log(&self) -> Option<Log<'_, S>> {
        let header = |name| self.entry(name).map(|entry| &entry.header);
        let (events, private) = (header(entry::EVENTS)?, header(entry::PRIVATE)?);
        let openings = Openings::new(Some(self.file.lines(private.data, private.size)));
        let batches = Batches::new(&self.file, Some(events), openings, None, None);
        self.readable.then(|| Log { batches, read: Vec::new().into_iter() })
    }

    /// What is read of every event on any of so many cores, taken in the order of the record; of none where [`Self::log`] is
    /// absent.
    ///
    /// # Errors
    /// When the file cannot be read, or changed since it was verified.
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

    /// The files of the bundle by name, in their order, and how many bytes each has.
    pub fn files(&self) -> impl Iterator<Item = (&str, u64)> {
        self.entries.iter().map(|entry| (entry.header.name.as_str(), entry.header.size))
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

    /// SHA-256 of an attachment, as it was read; absent when there is none of this name.
    #[must_use]
    pub fn attachment_hash(&self, name: &str) -> Option<Hash> {
        self.entry(name).filter(|_| is_attachment_name(name)).map(|entry| entry.found.hash)
    }

    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.header.name == name)
    }
}

/// The events of a bundle that was verified, one after the other.
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
        // What names an event tells most, and the first event that is named is where to look; the sort keeps the order otherwise.
        faults.sort_by_key(|fault| match &fault.place {
            Place::Event(event) => event.index,
            Place::Entry { .. } | Place::Archive => u64::MAX,
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

    /// Records how a check came out.
    fn conclude(&mut self, name: &'static str, faults: Vec<Fault>, detail: String) {
        let (outcome, detail) = match faults.len() {
            0 => (Outcome::Passed, detail),
            count => (Outcome::Failed, counted(count, "fault", "faults")),
        };
        self.checks.push(Check { name, outcome, detail });
        self.faults.extend(faults);
    }

    /// Records that a check failed because of what is named already.
    fn fail(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, outcome: Outcome::Failed, detail: why.into() });
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, outcome: Outcome::NotDone, detail: why.into() });
    }
}

/// The data of an entry, one byte more than `most` at most, which is enough to see that it is too long.
fn text_of<S: Read + Seek>(file: &File<S>, entry: &Entry, most: usize) -> io::Result<Vec<u8>> {
    let size = usize::try_from(entry.header.size).unwrap_or(usize::MAX);
    file.read(entry.header.data, size.min(most + 1))
}

fn is_fixed(name: &str) -> bool {
    FIXED.contains(&name) || name == entry::MANIFEST
}
