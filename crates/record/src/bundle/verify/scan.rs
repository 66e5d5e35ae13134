//! One reading of all events, with what stands beside them: hashes, private data, earlier heads.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    super::{
        MOST_STREAMS, entry,
        file::{Line, Lines},
        report::{Fault, Place},
    },
    Examination,
    differing::Differing,
    faults::{Faults, with_source},
    openings::{Openings, bad_private_line, open_parts},
    place::{entry_place, event_place},
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
    /// The tree of `leaf-hashes`; absent when it is not a list of hashes.
    pub(super) listed: Option<Frontier>,
    pub(super) differing: Differing,
    pub(super) leaf_faults: Faults,
    pub(super) private_faults: Faults,
    pub(super) stream_faults: Faults,
    pub(super) streams: BTreeMap<String, u64>,
    pub(super) opened: u64,
    pub(super) redacted: u64,
    /// Earlier heads, and the root that the record had at their size.
    pub(super) heads: Vec<(Checkpoint, Option<Hash>)>,
}

impl<'e, 'a, S: Read + Seek> Scan<'e, 'a, S> {
    pub(super) fn new(examination: &'e Examination<'a, S>, heads: Vec<(Checkpoint, Option<Hash>)>) -> Self {
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

    pub(super) fn run(&mut self) -> io::Result<()> {
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

fn next_hash<S: Read + Seek>(lines: &mut Option<Lines<'_, S>>) -> io::Result<Option<Hash>> {
    let line = lines.as_mut().map(Lines::next).transpose()?.flatten();
    Ok(line.and_then(|line| hash_of(&line)))
}

fn hash_of(line: &Line) -> Option<Hash> {
    std::str::from_utf8(&line.text).ok()?.parse().ok().filter(|_| line.ended)
}
