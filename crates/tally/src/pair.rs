//! The witnesses before a judge: an entry, a confederate, or both.

use std::fmt;

use rulebook::{ConfederateId, EntryId, Witness};

/// The witnesses of one interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Pair {
    pub(crate) entry: Option<EntryId>,
    pub(crate) confederate: Option<ConfederateId>,
}

impl Pair {
    /// The pair with this witness alone.
    pub(crate) fn one(witness: Witness) -> Self {
        match witness {
            Witness::Entry(entry) => Self { entry: Some(entry), confederate: None },
            Witness::Confederate(confederate) => Self { entry: None, confederate: Some(confederate) },
        }
    }

    /// The witnesses, the confederate first.
    pub(crate) fn witnesses(self) -> impl Iterator<Item = Witness> {
        self.confederate.map(Witness::Confederate).into_iter().chain(self.entry.map(Witness::Entry))
    }

    pub(crate) fn contains(self, witness: Witness) -> bool {
        match witness {
            Witness::Entry(entry) => self.entry == Some(entry),
            Witness::Confederate(confederate) => self.confederate == Some(confederate),
        }
    }

    /// A number unique to these witnesses.
    pub(crate) fn key(self) -> u32 {
        let number = |id: Option<u16>| u32::from(id.unwrap_or(0));
        number(self.entry.map(EntryId::number)) << 16 | number(self.confederate.map(ConfederateId::number))
    }

    /// Returns whether there are two witnesses.
    pub(crate) fn both(self) -> bool {
        self.entry.is_some() && self.confederate.is_some()
    }

    /// The union of both, unless they name different witnesses.
    pub(crate) fn joined(self, other: Self) -> Option<Self> {
        let differ = |a: Option<u16>, b: Option<u16>| a.is_some() && b.is_some() && a != b;
        let entries = differ(self.entry.map(EntryId::number), other.entry.map(EntryId::number));
        let people = differ(self.confederate.map(ConfederateId::number), other.confederate.map(ConfederateId::number));
        let joined = Self { entry: self.entry.or(other.entry), confederate: self.confederate.or(other.confederate) };
        (!entries && !people).then_some(joined)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.witnesses().map(|witness| witness.to_string()).collect();
        f.write_str(&names.join(" and "))
    }
}
