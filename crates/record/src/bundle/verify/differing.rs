//! Events with other hashes than those listed.

use super::{
    super::{
        MOST_FAULTS,
        report::{EventPlace, Fault, FaultPlace},
    },
    faults::and_more,
    place::event_place,
};

/// Events with other hashes than those listed.
#[derive(Debug, Default)]
pub(super) struct Differing {
    /// The first `MOST_FAULTS` of them, each with the position of its line.
    kept: Vec<(EventPlace, u64)>,
    more: u64,
}

impl Differing {
    pub(super) fn any(&self) -> bool {
        !self.kept.is_empty()
    }

    pub(super) fn note(&mut self, index: u64, line: &[u8], offset: u64) {
        if self.kept.len() < MOST_FAULTS {
            self.kept.push((event_place(index, line), offset));
        } else {
            self.more += 1;
        }
    }

    /// One fault per event, except the event already named.
    pub(super) fn faults(self, against: &str, named: Option<u64>) -> Vec<Fault> {
        let what = format!("it does not have {against}");
        let kept = self.kept.into_iter().filter(|(place, _)| Some(place.index) != named);
        let kept = kept.map(|(place, offset)| Fault::new(FaultPlace::Event(place), Some(offset), what.clone()));
        kept.chain((self.more > 0).then(|| and_more(self.more))).collect()
    }
}
