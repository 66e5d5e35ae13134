//! The lines of `private.jsonl`, handed out event by event.

use std::{
    io::{self, Read, Seek},
    ops::Range,
};

use super::{
    super::{
        MOST_FAULTS, PrivateText, entry,
        file::{Line, Lines},
        report::{EventPlace, Fault, Place},
    },
    place::{entry_place, scan_number},
};
use crate::event::{LONGEST_LINE, MOST_PARTS, Salt};

/// A private part, as it was opened; its texts stand elsewhere.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) name: Range<usize>,
    /// The data in canonical form.
    pub(super) data: Range<usize>,
    pub(super) salt: Salt,
}

/// The lines of `private.jsonl`, handed out event by event. What one event may have is held, and no more; where too many
/// lines are no openings, the rest is not read.
#[derive(Debug)]
pub(super) struct Openings<'f, S> {
    lines: Option<Lines<'f, S>>,
    /// The line that was read last.
    line: Line,
    /// The event that it opens, and its texts in the line, as long as they were not handed out.
    next: Option<(u64, Part)>,
    /// Event and part of the last line that was in order.
    last: (u64, String),
    /// How many parts the event of that line has so far, and how many bytes their lines have.
    held: (usize, usize),
    /// How many lines were no openings, or out of order.
    malformed: usize,
}

impl<'f, S: Read + Seek> Openings<'f, S> {
    pub(super) fn new(lines: Option<Lines<'f, S>>) -> Self {
        Self { lines, line: Line::default(), next: None, last: (0, String::new()), held: (0, 0), malformed: 0 }
    }

    /// Adds what opens this event, the texts and where they stand in them. Lines before them that are no openings, or out of
    /// order, go to `malformed`, with the event they seem to be of.
    pub(super) fn of(
        &mut self,
        event: u64,
        texts: &mut Vec<u8>,
        parts: &mut Vec<Part>,
        mut malformed: impl FnMut(&Line, Option<u64>),
    ) -> io::Result<()> {
        while self.fill(&mut malformed)? {
            let Some((of, Part { name, data, salt })) = self.next.take_if(|(of, _)| *of <= event) else { break };
            let mut add = |text: Range<usize>| {
                let start = texts.len();
                texts.extend_from_slice(&self.line.text[text]);
                start..texts.len()
            };
            // What opens an earlier event opens one that is not there.
            if of == event {
                parts.push(Part { name: add(name), data: add(data), salt });
            }
        }
        Ok(())
    }

    /// The events of the lines that are left after the last event, the first of them.
    pub(super) fn rest(&mut self, mut malformed: impl FnMut(&Line, Option<u64>)) -> io::Result<Vec<u64>> {
        let mut beyond = Vec::new();
        while beyond.len() < MOST_FAULTS && self.fill(&mut malformed)? {
            beyond.extend(self.next.take().map(|(event, _)| event));
        }
        Ok(beyond)
    }

    /// Whether any is left; reads on to the next line that opens an event when there is.
    fn fill(&mut self, malformed: &mut impl FnMut(&Line, Option<u64>)) -> io::Result<bool> {
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

    /// What the line opens, if it may open this part after the one before it.
    fn opens(&mut self) -> Option<(u64, Part)> {
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
            (event, Part { name: place(part), data: place(data), salt })
        })
    }
}

pub(super) fn bad_private_line(line: &Line, event: Option<EventPlace>) -> Fault {
    let what = "its line in `private.jsonl` is not canonical JSON of data, event, part and salt, in ascending order";
    Fault::new(event.map_or(entry_place(entry::PRIVATE), Place::Event), Some(line.offset), what)
}
