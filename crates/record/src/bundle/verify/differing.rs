//! Events whose hashes are not those listed: which they are, also where lines are missing or too many.

use super::{
    super::{
        MOST_FAULTS, entry,
        file::Line,
        report::{EventPlace, Fault, Place},
    },
    faults::and_more,
    place::{entry_place, event_place},
};

/// Events whose hashes are not those listed.
#[derive(Debug, Default)]
pub(super) struct Differing {
    /// The first of them, each with the place of its line.
    kept: Vec<(EventPlace, u64)>,
    more: u64,
    /// The first one.
    first: Option<(EventPlace, u64)>,
    /// How many events at the end agree with as many listed hashes at the end.
    back: u64,
}

impl Differing {
    pub(super) fn any(&self) -> bool {
        self.first.is_some()
    }

    pub(super) fn note(&mut self, index: u64, line: &Line, differs: bool, agrees_from_back: bool, shifted: bool) {
        self.back = if agrees_from_back { self.back + 1 } else { 0 };
        if !differs {
            return;
        }
        if self.first.is_none() {
            self.first = Some((event_place(index, &line.text), line.offset));
        }
        if !shifted && self.kept.len() < MOST_FAULTS {
            self.kept.push((event_place(index, &line.text), line.offset));
        } else if !shifted {
            self.more += 1;
        }
    }

    /// Names the events whose hashes differ. When there are more or fewer than listed, the trouble lies between the events
    /// that agree from the front and those that agree from the back.
    pub(super) fn faults(self, listed: u64, found: u64, against: &str, named: Option<u64>) -> Vec<Fault> {
        if listed == found {
            let what = format!("it does not have {against}");
            let kept = self.kept.into_iter().filter(|(place, _)| Some(place.index) != named);
            let kept = kept.map(|(place, offset)| Fault::new(Place::Event(place), Some(offset), what.clone()));
            return kept.chain((self.more > 0).then(|| and_more(self.more))).collect();
        }
        let front = self.first.as_ref().map_or(found.min(listed), |(place, _)| place.index - 1);
        let back = self.back.min(listed.min(found) - front);
        let what = format!("it is missing, or does not have {against}");
        let mut faults = Vec::new();
        for index in (front + 1..=listed - back).take(MOST_FAULTS) {
            // Only the first still stands where its line is.
            let first = self.first.clone().filter(|_| index == front + 1);
            let offset = first.as_ref().map(|(_, offset)| *offset);
            let place = first.map_or(event_place(index, b""), |(place, _)| place);
            faults.push(Fault::new(Place::Event(place), offset, what.clone()));
        }
        let more = (listed - back - front).saturating_sub(MOST_FAULTS as u64);
        faults.extend((more > 0).then(|| and_more(more)));
        if found > listed {
            let lines = if found - listed == 1 { "line" } else { "lines" };
            let what = format!("line {} and on: {} {lines} too many", front + 1, found - listed);
            let offset = self.first.map(|(_, offset)| offset);
            faults.push(Fault::new(entry_place(entry::EVENTS), offset, what));
        }
        faults
    }
}
