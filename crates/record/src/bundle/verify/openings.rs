//! The lines of `private.jsonl`, event by event.

use std::{
    io::{self, Read, Seek},
    ops::Range,
};

use super::{
    super::{
        MOST_FAULTS, PrivateText, entry,
        file::{Lines, RawLine},
        report::{EventPlace, Fault, FaultPlace},
    },
    place::{entry_place, scan_number},
};
use crate::event::{LONGEST_LINE, MOST_PARTS, Salt};

/// A private part after opening; the ranges point into a text kept elsewhere.
#[derive(Debug)]
pub(super) struct OpenedPart {
    pub(super) name: Range<usize>,
    /// The data in canonical form.
    pub(super) data: Range<usize>,
    pub(super) salt: Salt,
}

/// A reader of `private.jsonl`, event by event. Memory is bounded by the limits of one event; after too many malformed lines,
/// the rest is not read.
#[derive(Debug)]
pub(super) struct Openings<'f, S> {
    lines: Option<Lines<'f, S>>,
    /// The last line read.
    line: RawLine,
    /// The event opened by that line, and the ranges of its texts, until returned.
    next: Option<(u64, OpenedPart)>,
    /// Event and part of the last valid line.
    last: (u64, String),
    /// The number of parts of that event so far, and the bytes of their lines.
    held: (usize, usize),
    /// The number of malformed or misplaced lines.
    malformed: usize,
}

impl<'f, S: Read + Seek> Openings<'f, S> {
    pub(super) fn new(lines: Option<Lines<'f, S>>) -> Self {
        Self { lines, line: RawLine::default(), next: None, last: (0, String::new()), held: (0, 0), malformed: 0 }
    }

    /// Appends the openings of this event: the texts, and the parts with their ranges. Malformed or misplaced lines before them
    /// go to `malformed`, with the event number found in them.
    pub(super) fn of(
        &mut self,
        event: u64,
        texts: &mut Vec<u8>,
        parts: &mut Vec<OpenedPart>,
        mut malformed: impl FnMut(&RawLine, Option<u64>),
    ) -> io::Result<()> {
        while self.fill(&mut malformed)? {
            let Some((of, OpenedPart { name, data, salt })) = self.next.take_if(|(of, _)| *of <= event) else { break };
            let mut add = |text: Range<usize>| {
                let start = texts.len();
                texts.extend_from_slice(&self.line.text[text]);
                start..texts.len()
            };
            // An opening of an earlier event has no such event.
            if of == event {
                parts.push(OpenedPart { name: add(name), data: add(data), salt });
            }
        }
        Ok(())
    }

    /// The events of the lines after the last event, up to `MOST_FAULTS` of them.
    pub(super) fn rest(&mut self, mut malformed: impl FnMut(&RawLine, Option<u64>)) -> io::Result<Vec<u64>> {
        let mut beyond = Vec::new();
        while beyond.len() < MOST_FAULTS && self.fill(&mut malformed)? {
            beyond.extend(self.next.take().map(|(event, _)| event));
        }
        Ok(beyond)
    }

    /// Reads on to the next opening, if none is pending; false at the end.
    fn fill(&mut self, malformed: &mut impl FnMut(&RawLine, Option<u64>)) -> io::Result<bool> {
        while let (None, Some(lines)) = (&self.next, &mut self.lines) {
            if !lines.next_into(&mut self.line)? {
                break;
            }
            self.next = self.opens();
            if self.next.is_none() {
                malformed(&self.line, scan_number(&self.line.text, "\"event\":"));
                self.malformed += 1;
                if self.malformed > MOST_FAULTS {
                    self.lines = None;
                }
            }
        }
        Ok(self.next.is_some())
    }

    /// The opening in the line, if valid and in order after the previous one.
    fn opens(&mut self) -> Option<(u64, OpenedPart)> {
        let PrivateText { data, event, part, salt } = PrivateText::read(&self.line.text).filter(|_| self.line.ended)?;
        let (of, before) = (self.last.0, self.last.1.as_str());
        let (parts, size) = if event == of { self.held } else { (0, 0) };
        let held = (parts + 1, size + self.line.text.len() + 1);
        let follows = event > 0 && (event, part) > (of, before) && held.0 <= MOST_PARTS && held.1 <= LONGEST_LINE;
        follows.then(|| {
            self.held = held;
            self.last.0 = event;
            self.last.1.clear();
            self.last.1.push_str(part);
            let place = |text: &str| {
                let start = text.as_ptr().addr() - self.line.text.as_ptr().addr();
                start..start + text.len()
            };
            (event, OpenedPart { name: place(part), data: place(data), salt })
        })
    }
}

pub(super) fn bad_private_line(line: &RawLine, event: Option<EventPlace>) -> Fault {
    let what = "its line in `private.jsonl` is not canonical JSON of data, event, part and salt, in ascending order";
    Fault::new(event.map_or(entry_place(entry::PRIVATE), FaultPlace::Event), Some(line.offset), what)
}
