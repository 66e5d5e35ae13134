//! The lines of `private.jsonl`, handed out event by event, and what they open.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    super::{
        MOST_FAULTS, PrivateLine, entry,
        file::{Line, Lines},
        report::{EventPlace, Fault, Place},
    },
    place::{entry_place, scan_number},
};
use crate::{
    event::{LONGEST_LINE, MOST_PARTS, OpenError, Opened, Opening, Private, is_part_name},
    hash::Hash,
};

/// Each part that a leaf commits to, and what is wrong with the openings.
pub(super) fn open_parts(
    commitments: BTreeMap<String, Hash>,
    mut openings: BTreeMap<String, Opening>,
) -> (Opened, Option<OpenError>) {
    let (mut opened, mut fault) = (Opened::new(), None);
    for (part, committed) in commitments {
        let private = match openings.remove(&part) {
            None => Private::Redacted,
            Some(opening) => opening.into_part(&part, committed).unwrap_or_else(|error| {
                fault = Some(error);
                Private::Redacted
            }),
        };
        opened.insert(part, private);
    }
    (opened, fault.or_else(|| openings.into_keys().next().map(OpenError::NothingToOpen)))
}

/// The lines of `private.jsonl`, handed out event by event. What one event may have is held, and no more; where too many
/// lines are no openings, the rest is not read.
#[derive(Debug)]
pub(super) struct Openings<'f, S> {
    lines: Option<Lines<'f, S>>,
    /// The line that was read and not yet handed out.
    next: Option<PrivateLine>,
    /// Event and part of the last line that was in order.
    last: (u64, String),
    /// How many parts the event of that line has so far, and how many bytes their lines have.
    held: (usize, usize),
    /// How many lines were no openings, or out of order.
    malformed: usize,
}

impl<'f, S: Read + Seek> Openings<'f, S> {
    pub(super) fn new(lines: Option<Lines<'f, S>>) -> Self {
        Self { lines, next: None, last: (0, String::new()), held: (0, 0), malformed: 0 }
    }

    /// The openings of this event. Lines before them that are no openings, or out of order, go to `malformed`, with the
    /// event they seem to be of.
    pub(super) fn of(
        &mut self,
        event: u64,
        mut malformed: impl FnMut(&Line, Option<u64>),
    ) -> io::Result<BTreeMap<String, Opening>> {
        let mut openings = BTreeMap::new();
        while self.fill(&mut malformed)? && self.next.as_ref().is_some_and(|private| private.event <= event) {
            // What opens an earlier event opens one that is not there.
            if let Some(mut private) = self.next.take().filter(|private| private.event == event) {
                openings.insert(std::mem::take(&mut private.part), private.into_opening());
            }
        }
        Ok(openings)
    }

    /// The events of the lines that are left after the last event, the first of them.
    pub(super) fn rest(&mut self, mut malformed: impl FnMut(&Line, Option<u64>)) -> io::Result<Vec<u64>> {
        let mut beyond = Vec::new();
        while beyond.len() < MOST_FAULTS && self.fill(&mut malformed)? {
            beyond.extend(self.next.take().map(|private| private.event));
        }
        Ok(beyond)
    }

    fn fill(&mut self, malformed: &mut impl FnMut(&Line, Option<u64>)) -> io::Result<bool> {
        while let (None, Some(lines)) = (&self.next, &mut self.lines) {
            let Some(line) = lines.next()? else { break };
            match PrivateLine::read(&line.text).filter(|_| line.ended) {
                Some(private) if self.follows(&private, line.text.len() + 1) => {
                    self.last = (private.event, private.part.clone());
                    self.next = Some(private);
                }
                _ => {
                    malformed(&line, scan_number(&line.text, "\"event\":"));
                    self.malformed += 1;
                    if self.malformed > MOST_FAULTS {
                        self.lines = None;
                    }
                }
            }
        }
        Ok(self.next.is_some())
    }

    /// Whether a line of so many bytes may open this part after the one before it, and counts it.
    fn follows(&mut self, private: &PrivateLine, bytes: usize) -> bool {
        let (event, part) = (private.event, private.part.as_str());
        let (of, before) = (self.last.0, self.last.1.as_str());
        let (parts, size) = if event == of { self.held } else { (0, 0) };
        let held = (parts + 1, size + bytes);
        let follows = event > 0
            && (event, part) > (of, before)
            && is_part_name(part)
            && held.0 <= MOST_PARTS
            && held.1 <= LONGEST_LINE;
        if follows {
            self.held = held;
        }
        follows
    }
}

pub(super) fn bad_private_line(line: &Line, event: Option<EventPlace>) -> Fault {
    let what = "its line in `private.jsonl` is not canonical JSON of data, event, part and salt, in ascending order";
    Fault::new(event.map_or(entry_place(entry::PRIVATE), Place::Event), Some(line.offset), what)
}
