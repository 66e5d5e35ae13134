//! The witnesses by their places in a list: the entries in the order of their ids, then the confederates.

use rulebook::{ConfederateId, EntryId, Rulebook, Witness};

/// The witnesses of a contest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cast {
    entries: usize,
    confederates: usize,
}

impl Cast {
    pub(crate) fn of(rulebook: &Rulebook) -> Self {
        let roles = rulebook.roles;
        Self { entries: roles.entries.into(), confederates: roles.confederates.into() }
    }

    /// All of them, entries first.
    pub(crate) fn witnesses(self) -> impl Iterator<Item = Witness> {
        let confederates = ConfederateId::first(self.confederates).map(Witness::Confederate);
        EntryId::first(self.entries).map(Witness::Entry).chain(confederates)
    }

    /// The place of this witness; `None` if it does not take part.
    pub(crate) fn index(self, witness: Witness) -> Option<usize> {
        match witness {
            Witness::Entry(id) => Some(id.index()).filter(|&index| index < self.entries),
            Witness::Confederate(id) => {
                Some(id.index()).filter(|&index| index < self.confederates).map(|index| self.entries + index)
            }
        }
    }

    /// The entries' places.
    pub(crate) fn entries(self) -> std::ops::Range<usize> {
        0..self.entries
    }

    /// The confederates' places.
    pub(crate) fn confederates(self) -> std::ops::Range<usize> {
        self.entries..self.entries + self.confederates
    }
}
