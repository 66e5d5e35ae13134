//! Events whose hashes are not those listed.

use super::{
    super::{
        MOST_FAULTS,
        report::{EventPlace, Fault, Place},
    },
    faults::and_more,
    place::event_place,
};

/// Events whose hashes are not those listed.
#[derive(Debug, Default)]
pub(super) struct Differing {
    /// The first of them, each with the place of its line.
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

    /// Names the events, but for the one that is named already.
    pub(super) fn faults(self, against: &str, named: Option<u64>) -> Vec<Fault> {
        let what = format!("it does not have {against}");
        let kept = self.kept.into_iter().filter(|(place, _)| Some(place.index) != named);
        let kept = kept.map(|(place, offset)| Fault::new(Place::Event(place), Some(offset), what.clone()));
        kept.chain((self.more > 0).then(|| and_more(self.more))).collect()
    }
}
