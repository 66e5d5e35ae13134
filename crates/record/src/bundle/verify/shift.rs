//! The alignment of lines with the listed hashes if lines are missing or added, and the faults of the lines between.

use std::io::{self, Read, Seek};

use super::{
    super::{
        MOST_FAULTS, entry,
        file::Lines,
        report::{EventPlace, Fault, FaultPlace},
    },
    faults::and_more,
    listing::Listing,
    place::{entry_place, event_place},
};
use crate::merkle::leaf_hash;

/// The alignment of a record with a different number of lines than listed hashes: `front` lines agree with the first hashes,
/// `back` lines with the last ones.
#[derive(Debug, Clone)]
pub(super) struct Shift {
    listed: u64,
    found: u64,
    front: u64,
    back: u64,
    /// The first line that does not agree from the front, and its position.
    first: Option<(EventPlace, u64)>,
}

impl Shift {
    /// Compares every line with the hash at its position (`front`), and with the hash at its position if all missing or added
    /// lines were at the beginning (`back`).
    pub(super) fn of<S: Read + Seek>(
        mut events: Option<Lines<'_, S>>,
        (mut front, mut back): (Listing<'_, S>, Listing<'_, S>),
        (found, listed): (u64, u64),
    ) -> io::Result<Self> {
        let mut shift = Self { listed, found, front: 0, back: 0, first: None };
        let mut index = 0;
        while let Some(line) = events.as_mut().map(Lines::next).transpose()?.flatten() {
            index += 1;
            let hash = Some(leaf_hash(&line.text));
            if shift.first.is_none() {
                if front.next()? == hash {
                    shift.front += 1;
                } else {
                    shift.first = Some((event_place(index, &line.text), line.offset));
                }
            }
            let agrees = index + listed > found && back.next()? == hash;
            shift.back = if agrees { shift.back + 1 } else { 0 };
        }
        shift.back = shift.back.min(listed.min(found) - shift.front);
        Ok(shift)
    }

    /// The event number of this line in the record, counted from 1; `None` if unknown.
    pub(super) fn event(&self, line: u64) -> Option<u64> {
        let is_in_front = line <= self.front;
        let is_at_back = line > self.found - self.back;
        is_in_front.then_some(line).or_else(|| is_at_back.then(|| line + self.listed - self.found))
    }

    /// One fault per event between those that agree from the front and those that agree from the back.
    pub(super) fn faults(self, against: &str) -> Vec<Fault> {
        let Self { listed, found, front, back, first } = self;
        // If every line agrees with a hash, the remaining events are certainly missing.
        let nothing_else = front + back == found;
        let what =
            if nothing_else { "it is missing".into() } else { format!("it is missing, or does not have {against}") };
        let offset = first.as_ref().map(|(_, offset)| *offset);
        let first = first.map(|(place, _)| place).filter(|_| !nothing_else);
        let mut faults = Vec::new();
        for index in (front + 1..=listed - back).take(MOST_FAULTS) {
            // Only the first is still at the position of its line, or was there.
            let is_first = index == front + 1;
            let place = first.clone().filter(|_| is_first).unwrap_or_else(|| event_place(index, b""));
            faults.push(Fault::new(FaultPlace::Event(place), offset.filter(|_| is_first), what.clone()));
        }
        let more = (listed - back - front).saturating_sub(MOST_FAULTS as u64);
        faults.extend((more > 0).then(|| and_more(more)));
        if found > listed {
            let lines = if found - listed == 1 { "line" } else { "lines" };
            let what = format!("line {} and on: {} {lines} too many", front + 1, found - listed);
            faults.push(Fault::new(entry_place(entry::EVENTS), offset, what));
        }
        faults
    }
}
