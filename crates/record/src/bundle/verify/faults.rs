//! A list of faults of one kind that keeps only the first.

use super::super::{
    MOST_FAULTS,
    report::{Fault, FaultPlace},
};

/// Faults of one kind: the first `MOST_FAULTS`, and the number of the others.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Each with a flag: true if its event's hash differs from the listed one, so the tree check names the event too.
    kept: Vec<(Fault, bool)>,
    more: u64,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        self.push_for(fault, false);
    }

    pub(super) fn push_for(&mut self, fault: Fault, differs: bool) {
        if self.kept.len() < MOST_FAULTS {
            self.kept.push((fault, differs));
        } else {
            self.more += 1;
        }
    }

    pub(super) fn any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// True if some faults were counted but not kept.
    pub(super) fn are_too_many(&self) -> bool {
        self.more > 0
    }

    pub(super) fn all(self) -> Vec<Fault> {
        let more = (self.more > 0).then(|| and_more(self.more));
        self.kept.into_iter().map(|(fault, _)| fault).chain(more).collect()
    }

    /// The faults of events with the listed hashes, and the number of the others.
    pub(super) fn not_differing(self) -> (Vec<Fault>, usize) {
        let (differing, others): (Vec<_>, Vec<_>) = self.kept.into_iter().partition(|(_, differs)| *differs);
        (others.into_iter().map(|(fault, _)| fault).collect(), differing.len())
    }
}

pub(super) fn and_more(count: u64) -> Fault {
    let faults = if count == 1 { "fault" } else { "faults" };
    Fault::new(FaultPlace::Archive, None, format!("and {count} more {faults} of this kind"))
}

pub(super) fn with_source(error: &dyn std::error::Error) -> String {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    format!("{error}{source}")
}
