//! One reading of all events together with their hashes, private data and earlier heads.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
    num::NonZeroUsize,
};

use super::{
    super::{
        MOST_STREAMS,
        archive::{Entry, Header},
        entry,
        file::Lines,
        report::{EventText, Fault, FaultPlace},
    },
    Examination,
    batches::{Batch, Batches, Judged, LISTED_LENGTH, LineText, ReadEvent},
    differing::Differing,
    faults::{Faults, with_source},
    listing::Listing,
    openings::{Openings, bad_private_line},
    place::{entry_place, event_place},
    shift::Shift,
    together::{batches_on, together},
};
use crate::{checkpoint::Checkpoint, hash::Hash, merkle::Frontier};

/// One reading of all events together with their hashes, private data and earlier heads.
pub(super) struct Scan<'e, 'a, S> {
    examination: &'e Examination<'a, S>,
    pub(super) found: Frontier,
    /// The number of event lines.
    count: u64,
    /// The tree of `leaf-hashes`; absent if a line is not a hash.
    pub(super) listed: Option<Frontier>,
    pub(super) differing: Differing,
    /// The listed hashes from the first one that differs from its event's.
    listing: Option<Listing<'a, S>>,
    /// The alignment of the lines with the hashes; absent if there are equally many.
    pub(super) shift: Option<Shift>,
    /// The number of signed events, if known.
    signed: Option<u64>,
    pub(super) leaf_faults: Faults,
    pub(super) private_faults: Faults,
    pub(super) stream_faults: Faults,
    pub(super) streams: BTreeMap<String, u64>,
    pub(super) opened: u64,
    pub(super) redacted: u64,
    /// The earlier heads, each with the root of the record at its size.
    pub(super) heads: Vec<Earlier>,
    /// The number of lines, if reading stopped after too many malformed events.
    pub(super) given_up_of: Option<u64>,
}

/// An earlier head given by the caller.
pub(super) struct Earlier {
    pub(super) head: Checkpoint,
    /// True if it is signed by the key of the bundle.
    pub(super) own: bool,
    /// The root of the record at that size; absent if the record is shorter.
    pub(super) root: Option<Hash>,
}

impl<'e, 'a, S: Read + Seek> Scan<'e, 'a, S> {
    pub(super) fn new(examination: &'e Examination<'a, S>, heads: Vec<Earlier>, signed: Option<u64>) -> Self {
        Self {
            examination,
            found: Frontier::default(),
            count: 0,
            listed: None,
            differing: Differing::default(),
            listing: None,
            shift: None,
            signed,
            leaf_faults: Faults::default(),
            private_faults: Faults::default(),
            stream_faults: Faults::default(),
            streams: BTreeMap::new(),
            opened: 0,
            redacted: 0,
            heads,
            given_up_of: None,
        }
    }

    fn lines(&self, name: &str) -> Option<Lines<'a, S>> {
        let entry = self.examination.entries.get(name)?;
        Some(self.examination.file.lines(entry.header.data, entry.header.size))
    }

    /// Reads everything once. Any core may run `read` on an event; `take` gets the results in order, up to the first fault.
    pub(super) fn run<R: Send>(
        &mut self,
        cores: NonZeroUsize,
        read: impl Fn(&EventText<'_>) -> R + Sync,
        mut take: impl FnMut(u64, R),
    ) -> io::Result<()> {
        self.note_heads();
        let entries = &self.examination.entries;
        let lines = |name| entries.get(name).map_or(0, |entry: &&Entry| entry.found.lines);
        let (count, listed) = (lines(entry::EVENTS), lines(entry::LEAF_HASHES));
        self.count = count;
        self.shift = self.shift(count, listed)?;
        // Damage to one byte has already been reported with its event; the other lines need no second check.
        let private = self.lines(entry::PRIVATE);
        let private = private.filter(|_| !self.examination.damages.contains_key(entry::PRIVATE));
        let header = |name| entries.get(name).map(|entry| &entry.header);
        let (events, hashes) = (header(entry::EVENTS), header(entry::LEAF_HASHES));
        let file = self.examination.file;
        let mut batches = Batches::new(file, events, Openings::new(private), hashes, self.aligned().cloned());
        // The cores check these batches while this one folds the previous ones and reads the next.
        let some = batches_on(cores);
        let (mut waiting, mut judged) = (batches.some(some)?, Vec::new());
        while !waiting.is_empty() || !judged.is_empty() {
            let (group, before) = (std::mem::take(&mut waiting), std::mem::take(&mut judged));
            let mut between = Ok(());
            let found = together(
                cores,
                &group,
                |batch| batch.judged(&read),
                || {
                    between = self.fold(before, &mut take).and_then(|()| {
                        if self.given_up_of.is_none() {
                            waiting = batches.some(some)?;
                        }
                        Ok(())
                    });
                },
            );
            between?;
            if self.given_up_of.is_some() {
                return Ok(());
            }
            judged = group.into_iter().zip(found).collect();
        }
        let malformed = &mut self.private_faults;
        let beyond = batches
            .openings
            .rest(|line, event| malformed.push(bad_private_line(line, event.map(|e| event_place(e, b"")))))?;
        // An opening of a missing event is not a separate fault.
        let most = self.aligned().map_or(count, |_| listed.max(count));
        for event in beyond.into_iter().filter(|event| *event > most) {
            let what = format!("it opens event {event}, but there are only {count}");
            self.private_faults.push(Fault::new(entry_place(entry::PRIVATE), None, what));
        }
        let listing = self.listing.take().or_else(|| self.listing_from_here());
        self.listed = listing.map(Listing::whole).transpose()?.flatten();
        Ok(())
    }

    /// The alignment of the lines with the listed hashes, if their numbers differ.
    fn shift(&self, count: u64, listed: u64) -> io::Result<Option<Shift>> {
        let entries = &self.examination.entries;
        let Some(hashes) = entries.get(entry::LEAF_HASHES).filter(|_| count != listed) else { return Ok(None) };
        let Header { data, size, .. } = hashes.header;
        let skipped = listed.saturating_sub(count).saturating_mul(LISTED_LENGTH).min(size);
        let listing = |skipped| Listing::new(self.examination.file.lines(data + skipped, size - skipped));
        Shift::of(self.lines(entry::EVENTS), (listing(0), listing(skipped)), (count, listed)).map(Some)
    }

    /// The alignment of the events with the signed record; absent if each line is the event of that number.
    fn aligned(&self) -> Option<&Shift> {
        // If the number of events equals the signed number, the list of hashes has the wrong length.
        self.shift.as_ref().filter(|_| self.signed != Some(self.count))
    }

    /// Stores the root for earlier heads of the current size.
    fn note_heads(&mut self) {
        let Self { found, heads, .. } = self;
        for earlier in heads.iter_mut().filter(|earlier| earlier.head.size == found.size()) {
            earlier.root = Some(found.root());
        }
    }

    /// Folds the results of the batches in order, until too many lines are malformed.
    fn fold<R>(&mut self, batches: Vec<(Batch, Vec<Judged<R>>)>, mut take: impl FnMut(u64, R)) -> io::Result<()> {
        for (mut batch, judged) in batches {
            let first = batch.first();
            for ((index, line), judged) in (first..).zip(batch.lines()).zip(judged) {
                let differs = self.grow(judged.hash, judged.is_listed)?;
                if differs {
                    self.differing.note(index, line.text, line.offset);
                }
                self.event(index, line, differs, judged.event, &mut take);
                if self.leaf_faults.are_too_many() {
                    self.given_up_of = Some(self.count);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Adds an event to the tree, and returns true if a different hash is listed for it.
    fn grow(&mut self, hash: Hash, is_listed: bool) -> io::Result<bool> {
        // As long as every hash is listed at its position, both trees are equal.
        if self.listing.is_none() && !is_listed {
            self.listing = self.listing_from_here();
        }
        let listed = self.listing.as_mut().map(Listing::next).transpose()?;
        self.found.append(hash);
        self.note_heads();
        Ok(listed.is_some_and(|listed| listed != Some(hash)))
    }

    /// The listed hashes from here on, given that all before agree with their events.
    fn listing_from_here(&self) -> Option<Listing<'a, S>> {
        let Header { data, size, .. } = self.examination.entries.get(entry::LEAF_HASHES)?.header;
        let before = (self.found.size() * LISTED_LENGTH).min(size);
        let lines = self.examination.file.lines(data + before, size - before);
        Some(Listing::after(self.found.clone(), lines))
    }

    /// Checks that an event is canonical, counts up in its stream, and that its openings match its commitments.
    fn event<R>(
        &mut self,
        index: u64,
        line: LineText<'_>,
        differs: bool,
        event: Result<ReadEvent<R>, String>,
        take: impl FnOnce(u64, R),
    ) {
        let place = || FaultPlace::Event(event_place(index, line.text));
        let offset = Some(line.offset);
        line.malformed.into_iter().for_each(|fault| self.private_faults.push(fault));
        let ReadEvent { stream, number, opened, redacted, wrong, read } = match event {
            Ok(told) => told,
            Err(why) => return self.leaf_faults.push_for(Fault::new(place(), offset, why), differs),
        };
        self.redacted += redacted;
        self.opened += opened;
        if let Some(error) = wrong {
            self.private_faults.push_for(Fault::new(place(), offset, with_source(&error)), differs);
        }
        let is_full = self.streams.len() == MOST_STREAMS;
        let count = match self.streams.get_mut(&stream) {
            Some(count) => count,
            None if is_full => {
                let what = format!("there are more than {MOST_STREAMS} streams");
                return self.leaf_faults.push(Fault::new(place(), offset, what));
            }
            None => self.streams.entry(stream).or_default(),
        };
        *count += 1;
        if number != *count {
            let what = format!("it must have number {count} in its stream, where numbers count up from 1");
            self.stream_faults.push(Fault::new(place(), None, what));
        }
        if !self.differing.any() && !self.leaf_faults.any() && !self.private_faults.any() {
            take(index, read);
        }
    }
}
