//! The prover of panels: counts, and names the faults of panels from any source.

use std::fmt;

use super::Panels;

/// One thing that panels break. Judges and entries are counted from 1 when printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelFault {
    /// There are more or fewer panels than judges.
    Judges {
        /// The panels.
        panels: usize,
        /// The judges.
        judges: usize,
    },
    /// A judge is given an entry that does not exist.
    Unknown {
        /// The judge, from 0.
        judge: usize,
        /// The entry, from 0.
        entry: usize,
    },
    /// A judge is given the same entry twice.
    Twice {
        /// The judge, from 0.
        judge: usize,
        /// The entry, from 0.
        entry: usize,
    },
    /// A judge has too many entries.
    Overloaded {
        /// The judge, from 0.
        judge: usize,
        /// The entries.
        load: usize,
        /// The most there may be.
        most: usize,
    },
    /// An entry has too few judges.
    TooFew {
        /// The entry, from 0.
        entry: usize,
        /// Its judges.
        judges: usize,
        /// The judges it needs.
        each: usize,
    },
    /// Loads differ by more than one.
    Uneven {
        /// The smallest load.
        least: usize,
        /// The largest.
        most: usize,
    },
}

impl fmt::Display for PanelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Judges { panels, judges } => write!(f, "there are {panels} panels for {judges} judges"),
            Self::Unknown { judge, entry } => write!(f, "J{} is given E{}, which does not exist", judge + 1, entry + 1),
            Self::Twice { judge, entry } => write!(f, "J{} is given E{} twice", judge + 1, entry + 1),
            Self::Overloaded { judge, load, most } => {
                write!(f, "J{} is given {load} entries, and may be given {most}", judge + 1)
            }
            Self::TooFew { entry, judges, each } => {
                write!(f, "E{} has {judges} judges, and needs {each}", entry + 1)
            }
            Self::Uneven { least, most } => write!(f, "one judge is given {least} entries, another {most}"),
        }
    }
}

/// All faults of these panels; empty when they are sound. Evenness of pairs is not a rule: see [`Panels::together`].
#[must_use]
pub fn panel_faults(
    panels: &Panels,
    judges: usize,
    entries: usize,
    judges_per_entry: usize,
    most_per_judge: usize,
) -> Vec<PanelFault> {
    let mut found = vec![];
    let count = panels.entries_of.len();
    found.extend((count != judges).then_some(PanelFault::Judges { panels: count, judges }));
    let mut judges_of = vec![0; entries];
    for (judge, given) in panels.entries_of.iter().enumerate() {
        for (place, &entry) in given.iter().enumerate() {
            match judges_of.get_mut(entry) {
                None => found.push(PanelFault::Unknown { judge, entry }),
                Some(_) if given[..place].contains(&entry) => found.push(PanelFault::Twice { judge, entry }),
                Some(judges) => *judges += 1,
            }
        }
        let (load, most) = (given.len(), most_per_judge);
        found.extend((load > most).then_some(PanelFault::Overloaded { judge, load, most }));
    }
    let few = judges_of.into_iter().enumerate().filter(|&(_, judges)| judges < judges_per_entry);
    found.extend(few.map(|(entry, judges)| PanelFault::TooFew { entry, judges, each: judges_per_entry }));
    let (least, most) = panels.loads().into_inner();
    found.extend((most > least + 1).then_some(PanelFault::Uneven { least, most }));
    found
}
