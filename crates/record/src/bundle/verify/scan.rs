//! One reading of all events, with what stands beside them: hashes, private data, earlier heads.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    super::{
        MOST_STREAMS,
        archive::{Entry, Header},
        entry,
        file::{Line, Lines},
        report::{Fault, Place},
    },
    Examination,
    differing::Differing,
    faults::{Faults, with_source},
    openings::{Openings, bad_private_line, open_parts},
    place::{entry_place, event_place},
    shift::Shift,
};
use crate::{
    checkpoint::Checkpoint,
    event::{Private, read_leaf},
    hash::Hash,
    merkle::{Frontier, leaf_hash},
};

/// One reading of all events, with what stands beside them.
pub(super) struct Scan<'e, 'a, S> {
    examination: &'e Examination<'a, S>,
    pub(super) found: Frontier,
    /// How many lines of events there are.
    count: u64,
    /// The tree of `leaf-hashes`; absent when it is not a list of hashes.
    pub(super) listed: Option<Frontier>,
    pub(super) differing: Differing,
    /// How the lines lie beside the hashes; absent where there are as many.
    pub(super) shift: Option<Shift>,
    /// How many events were signed, where that is known.
    signed: Option<u64>,
    pub(super) leaf_faults: Faults,
    pub(super) private_faults: Faults,
    pub(super) stream_faults: Faults,
    pub(super) streams: BTreeMap<String, u64>,
    pub(super) opened: u64,
    pub(super) redacted: u64,
    /// Earlier heads, and the root that the record had at their size.
    pub(super) heads: Vec<Earlier>,
    /// How many lines there are, if so many of the first were no events that the others were not read.
    pub(super) given_up_of: Option<u64>,
}

/// An earlier head that was given.
pub(super) struct Earlier {
    pub(super) head: Checkpoint,
    /// Whether the key of the bundle has signed it.
    pub(super) own: bool,
    /// The root of as many events of the record; absent where it has fewer.
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

    pub(super) fn run(&mut self) -> io::Result<()> {
        self.note_heads();
        let mut front = self.lines(entry::LEAF_HASHES).map(Listing::new);
        let entries = &self.examination.entries;
        let lines = |name| entries.get(name).map_or(0, |entry: &&Entry| entry.found.lines);
        let (count, listed) = (lines(entry::EVENTS), lines(entry::LEAF_HASHES));
        self.count = count;
        self.shift = self.shift(count, listed)?;
        // Where one byte is wrong, its event is named already, and the other lines need no second look.
        let private = self.lines(entry::PRIVATE);
        let private = private.filter(|_| !self.examination.damages.contains_key(entry::PRIVATE));
        let mut private = Openings::new(private);
        let mut events = self.lines(entry::EVENTS);
        let mut index = 0;
        while let Some(line) = events.as_mut().map(Lines::next).transpose()?.flatten() {
            index += 1;
            let hash = leaf_hash(&line.text);
            self.found.append(hash);
            self.note_heads();
            let listed_here = next_hash(&mut front)?;
            let differs = front.is_some() && listed_here != Some(hash);
            if differs {
                self.differing.note(index, &line);
            }
            self.event(index, line, differs, &mut private)?;
            if self.leaf_faults.are_too_many() {
                self.given_up_of = Some(count);
                return Ok(());
            }
        }
        let malformed = &mut self.private_faults;
        let beyond =
            private.rest(|line, event| malformed.push(bad_private_line(line, event.map(|e| event_place(e, b"")))))?;
        // What opens an event that is missing is no fault of its own.
        let most = self.aligned().map_or(index, |_| listed.max(index));
        for event in beyond.into_iter().filter(|event| *event > most) {
            let what = format!("it opens event {event}, but there are only {index}");
            self.private_faults.push(Fault::new(entry_place(entry::PRIVATE), None, what));
        }
        self.listed = front.map(Listing::whole).transpose()?.flatten();
        Ok(())
    }

    /// How the lines lie beside the hashes that are listed, where there is another number of them.
    fn shift(&self, count: u64, listed: u64) -> io::Result<Option<Shift>> {
        let entries = &self.examination.entries;
        let Some(hashes) = entries.get(entry::LEAF_HASHES).filter(|_| count != listed) else { return Ok(None) };
        let Header { data, size, .. } = hashes.header;
        let skipped = listed.saturating_sub(count).saturating_mul(LISTED_LENGTH).min(size);
        let listing = |skipped| Listing::new(self.examination.file.lines(data + skipped, size - skipped));
        Shift::of(self.lines(entry::EVENTS), (listing(0), listing(skipped)), (count, listed)).map(Some)
    }

    /// How the events lie beside the record that was signed; absent where line after line is event after event.
    fn aligned(&self) -> Option<&Shift> {
        // Where as many events are there as were signed, it is the list of hashes that is too long or too short.
        self.shift.as_ref().filter(|_| self.signed != Some(self.count))
    }

    /// Notes the root where an earlier head was signed.
    fn note_heads(&mut self) {
        let Self { found, heads, .. } = self;
        for earlier in heads.iter_mut().filter(|earlier| earlier.head.size == found.size()) {
            earlier.root = Some(found.root());
        }
    }

    /// An event is canonical, counts up in its stream, and every opening is what it commits to.
    fn event(&mut self, index: u64, line: Line, differs: bool, private: &mut Openings<'_, S>) -> io::Result<()> {
        let place = || event_place(index, &line.text);
        let offset = Some(line.offset);
        // Openings belong to the event that this line was when the record was signed.
        let own = self.aligned().map_or(Some(index), |shift| shift.event(index));
        let malformed = &mut self.private_faults;
        let openings = own.map(|own| {
            private.of(own, |bad, event| {
                let described = |event| if event == own { place() } else { event_place(event, b"") };
                malformed.push(bad_private_line(bad, event.map(described)));
            })
        });
        let openings = openings.transpose()?;
        let differs = differs || self.examination.damaged_event == Some(index);
        let (envelope, commitments) = match read_leaf(&line.text) {
            Ok(read) if line.ended => read,
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
        let (parts, fault) = openings.map(|openings| open_parts(commitments, openings)).unwrap_or_default();
        let redacted = parts.values().filter(|part| **part == Private::Redacted).count();
        self.redacted += redacted as u64;
        self.opened += (parts.len() - redacted) as u64;
        if let Some(error) = fault {
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

/// How many bytes a line of `leaf-hashes` has.
const LISTED_LENGTH: u64 = 65;

/// The lines of `leaf-hashes`, and the tree that they make; read no further than they are hashes.
pub(super) struct Listing<'f, S> {
    lines: Lines<'f, S>,
    /// Absent after a line that is no hash.
    tree: Option<Frontier>,
}

impl<'f, S: Read + Seek> Listing<'f, S> {
    fn new(lines: Lines<'f, S>) -> Self {
        Self { lines, tree: Some(Frontier::default()) }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Hash>> {
        let Some(tree) = &mut self.tree else { return Ok(None) };
        let Some(line) = self.lines.next()? else { return Ok(None) };
        let hash = std::str::from_utf8(&line.text).ok().and_then(|text| text.parse().ok()).filter(|_| line.ended);
        match hash {
            Some(hash) => tree.append(hash),
            None => self.tree = None,
        }
        Ok(hash)
    }

    /// The tree of all lines, the rest of them too, if every one is a hash.
    fn whole(mut self) -> io::Result<Option<Frontier>> {
        while self.next()?.is_some() {}
        Ok(self.tree)
    }
}

fn next_hash<S: Read + Seek>(listing: &mut Option<Listing<'_, S>>) -> io::Result<Option<Hash>> {
    Ok(listing.as_mut().map(Listing::next).transpose()?.flatten())
}
