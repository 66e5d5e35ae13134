//! The events of a bundle in batches, each with the openings of their private parts. A batch is self-contained, so any core can
//! check it, in any order.

use std::{
    io::{self, Read, Seek},
    ops::Range,
};

use super::{
    super::{
        archive::Header,
        file::File,
        report::{EventText, Fault},
    },
    faults::with_source,
    openings::{OpenedPart, Openings, bad_private_line},
    place::event_place,
    shift::Shift,
};
use crate::{
    event::{Leaf, OpenError},
    hash::Hash,
    merkle::leaf_hash,
};

/// The size of a batch in bytes, of events or of openings: small enough that the results fit a core's caches, and that
/// allocators reuse the memory at once.
const BATCH: usize = 16 << 10;

/// The maximum number of lines per batch: lines may be empty.
const MOST_LINES: usize = BATCH / 64;

/// The number of bytes per line of `leaf-hashes`.
pub(super) const LISTED_LENGTH: u64 = 65;

/// A reader of a bundle's events in batches.
#[derive(Debug)]
pub(super) struct Batches<'f, S> {
    file: &'f File<S>,
    /// The positions of the next batch and of the events' end.
    rest: Range<u64>,
    /// The number of lines read.
    count: u64,
    pub(super) openings: Openings<'f, S>,
    /// The position of `leaf-hashes`.
    listed: Range<u64>,
    /// The alignment of the lines with the signed record; absent if each line is the event of that number.
    shift: Option<Shift>,
}

/// Some lines of events, with their openings and listed hashes.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The number of the first line, counted from 1.
    first: u64,
    /// The position of the first line in the file.
    offset: u64,
    text: Vec<u8>,
    lines: Vec<BatchLine>,
    /// The texts of the private parts.
    private: Vec<u8>,
    parts: Vec<OpenedPart>,
    /// The lines of `leaf-hashes` for these events.
    listed: Vec<u8>,
}

#[derive(Debug)]
struct BatchLine {
    text: Range<usize>,
    /// True if a newline ends it.
    ended: bool,
    /// True if its event in the signed record is known.
    known: bool,
    /// Its openings, among the parts of the batch.
    parts: Range<usize>,
    /// The malformed lines before the first opening of a later event.
    malformed: Vec<Fault>,
}

/// A line with the data for its faults.
#[derive(Debug)]
pub(super) struct LineText<'b> {
    pub(super) text: &'b [u8],
    /// Its position in the file.
    pub(super) offset: u64,
    /// The malformed lines of `private.jsonl` before its own.
    pub(super) malformed: Vec<Fault>,
}

/// The result of checking a line.
#[derive(Debug)]
pub(super) struct Judged<R> {
    pub(super) hash: Hash,
    /// True if this hash is listed at its position.
    pub(super) is_listed: bool,
    /// The event read from the line, or the reason for failure.
    pub(super) event: Result<ReadEvent<R>, String>,
}

impl<R> Judged<R> {
    /// The result read from an event. The bundle was verified before, so a fault means that the file has changed.
    pub(super) fn unchanged(self) -> io::Result<R> {
        let changed = |why: String| io::Error::other(format!("the file changed while it was read: {why}"));
        match self.event {
            Ok(ReadEvent { read, wrong: None, .. }) => Ok(read),
            Ok(ReadEvent { wrong: Some(why), .. }) => Err(changed(why.to_string())),
            Err(why) => Err(changed(why)),
        }
    }
}

/// The data of a readable event.
#[derive(Debug)]
pub(super) struct ReadEvent<R> {
    pub(super) stream: String,
    pub(super) number: u64,
    pub(super) opened: u64,
    pub(super) redacted: u64,
    /// A fault of its private data.
    pub(super) wrong: Option<OpenError>,
    pub(super) read: R,
}

impl<'f, S: Read + Seek> Batches<'f, S> {
    pub(super) fn new(
        file: &'f File<S>,
        events: Option<&Header>,
        openings: Openings<'f, S>,
        listed: Option<&Header>,
        shift: Option<Shift>,
    ) -> Self {
        let stretch = |header: Option<&Header>| header.map_or(0..0, |header| header.data..header.data + header.size);
        Self { file, rest: stretch(events), count: 0, openings, listed: stretch(listed), shift }
    }

    /// Reads up to `most` batches; fewer only at the end.
    pub(super) fn some(&mut self, most: usize) -> io::Result<Vec<Batch>> {
        (0..most).map_while(|_| self.next().transpose()).collect()
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Batch>> {
        let mut batch = Batch { first: self.count + 1, offset: self.rest.start, ..Batch::default() };
        let left = usize::try_from(self.rest.end.saturating_sub(self.rest.start)).unwrap_or(usize::MAX);
        self.file.read_into(self.rest.start, left.min(BATCH), &mut batch.text)?;
        if batch.text.is_empty() {
            return Ok(None);
        }
        let mut next = match memchr::memrchr(b'\n', &batch.text) {
            Some(last) => {
                batch.text.truncate(last + 1);
                self.rest.start + batch.text.len() as u64
            }
            // One line, longer than a batch or without a newline.
            None => {
                let mut lines = self.file.lines(self.rest.start, left as u64);
                if let Some(line) = lines.next()? {
                    batch.text = line.text;
                    batch.text.extend(line.ended.then_some(b'\n'));
                }
                lines.offset()
            }
        };
        let mut start = 0;
        while start < batch.text.len() {
            let newline = memchr::memchr(b'\n', &batch.text[start..]).map(|place| start + place);
            let text = start..newline.unwrap_or(batch.text.len());
            self.count += 1;
            let line = self.line(text, newline.is_some(), &mut batch)?;
            start = line.text.end + 1;
            batch.lines.push(line);
            let is_full = batch.private.len() >= BATCH || batch.lines.len() == MOST_LINES;
            if is_full && start < batch.text.len() {
                batch.text.truncate(start);
                next = self.rest.start + start as u64;
            }
        }
        self.rest.start = next;
        let listed = self.listed.start + (batch.first - 1) * LISTED_LENGTH;
        let most = self.listed.end.saturating_sub(listed).min(batch.lines.len() as u64 * LISTED_LENGTH);
        self.file.read_into(listed, usize::try_from(most).unwrap_or_default(), &mut batch.listed)?;
        Ok(Some(batch))
    }

    /// The line counted last, with its openings.
    fn line(&mut self, text: Range<usize>, ended: bool, batch: &mut Batch) -> io::Result<BatchLine> {
        // Openings belong to the line's event number at the time of signing.
        let own = self.shift.as_ref().map_or(Some(self.count), |shift| shift.event(self.count));
        let (start, mut malformed) = (batch.parts.len(), Vec::new());
        if let Some(own) = own {
            let event = &batch.text[text.clone()];
            self.openings.of(own, &mut batch.private, &mut batch.parts, |bad, of| {
                let place = of.map(|of| event_place(of, if of == own { event } else { b"" }));
                malformed.push(bad_private_line(bad, place));
            })?;
        }
        Ok(BatchLine { text, ended, known: own.is_some(), parts: start..batch.parts.len(), malformed })
    }
}

impl Batch {
    /// The number of the first line, counted from 1.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    pub(super) fn lines(&mut self) -> impl Iterator<Item = LineText<'_>> {
        let Self { text, offset, lines, .. } = self;
        lines.iter_mut().map(|line| LineText {
            text: &text[line.text.clone()],
            offset: *offset + line.text.start as u64,
            malformed: std::mem::take(&mut line.malformed),
        })
    }

    /// Checks every line and applies `read` to each event.
    pub(super) fn judged<R>(&self, read: impl Fn(&EventText<'_>) -> R) -> Vec<Judged<R>> {
        let (listed, _) = self.listed.as_chunks::<{ LISTED_LENGTH as usize }>();
        let judged = self.lines.iter().enumerate().map(|(place, line)| {
            let text = &self.text[line.text.clone()];
            let hash = leaf_hash(text);
            let is_listed = listed.get(place).is_some_and(|listed| hash.is_line(listed));
            let event = match Leaf::read(text) {
                Ok(leaf) if line.ended => Ok(self.told(self.first + place as u64, leaf, line, &read)),
                Ok(_) => Err("its line does not end in a newline".to_owned()),
                Err(error) => Err(with_source(&error)),
            };
            Judged { hash, is_listed, event }
        });
        judged.collect()
    }

    fn told<R>(
        &self,
        index: u64,
        leaf: Leaf<'_>,
        line: &BatchLine,
        read: impl Fn(&EventText<'_>) -> R,
    ) -> ReadEvent<R> {
        let (private, wrong) =
            if line.known { self.opened(&leaf, &self.parts[line.parts.clone()]) } else { (Vec::new(), None) };
        let redacted = private.iter().filter(|(_, data)| data.is_none()).count() as u64;
        let opened = private.len() as u64 - redacted;
        let (stream, number) = (leaf.stream.clone().into_owned(), leaf.number);
        let read = read(&EventText { index, leaf, private });
        ReadEvent { stream, number, opened, redacted, wrong, read }
    }

    /// The data of each part the leaf commits to, if opened, and the first fault of the openings. Both lists are in ascending
    /// order of the parts.
    fn opened<'b>(
        &'b self,
        leaf: &Leaf<'b>,
        parts: &[OpenedPart],
    ) -> (Vec<(&'b str, Option<&'b str>)>, Option<OpenError>) {
        let text = |range: &Range<usize>| std::str::from_utf8(&self.private[range.clone()]).unwrap_or_default();
        let (mut parts, mut mismatch, mut nothing) = (parts.iter().peekable(), None, None);
        let mut beyond = |part: &OpenedPart| {
            _ = nothing.get_or_insert_with(|| OpenError::NothingToOpen(text(&part.name).to_owned()));
        };
        let mut private = Vec::with_capacity(leaf.commitments.len());
        for &(name, committed) in &leaf.commitments {
            while let Some(part) = parts.next_if(|part| text(&part.name) < name) {
                beyond(part);
            }
            let data = parts.next_if(|part| text(&part.name) == name).and_then(|part| {
                let data = text(&part.data);
                let opens = part.salt.opens(data, committed);
                if !opens {
                    mismatch = Some(OpenError::Mismatch(name.to_owned()));
                }
                opens.then_some(data)
            });
            private.push((name, data));
        }
        parts.for_each(beyond);
        (private, mismatch.or(nothing))
    }
}
