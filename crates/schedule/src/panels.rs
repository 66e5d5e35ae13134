//! Panels for a preliminary round, in which no judge can read all entries.
//!
//! This is a block design: judges are blocks, entries are points. Loads are even by construction, and any two entries
//! come before a common judge equally often where the numbers allow it (a balanced incomplete block design), else as
//! evenly as a search of fixed length finds. Where a cyclic difference family exists for the numbers, it is used; a
//! small search finds it, so the code contains no table to be trusted.
//!
//! # Source
//! R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9 (1939) 353–399: difference
//! families.

mod difference;
mod exchange;
mod faults;

use std::ops::RangeInclusive;

use language::{Message, Say};
use rulebook::Draws;

pub use faults::{PanelFault, panel_faults};

/// The most judges, and the most entries, that panels are made for.
pub const MOST_IN_PANELS: usize = 512;

/// The entries of each judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panels {
    /// By judge, the entries, ascending; both are indices into lists, from 0.
    pub entries_of: Vec<Vec<usize>>,
    /// The number of entries.
    pub entries: usize,
}

/// The reason why there are no such panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPanels {
    /// There is nothing to judge.
    NoEntries,
    /// Too few judges.
    TooFewJudges {
        /// The number of judges.
        judges: usize,
        /// The number of entries.
        entries: usize,
        /// The judges an entry needs.
        each: usize,
        /// The most entries a judge may be given.
        most: usize,
        /// The fewest judges that are enough.
        needed: usize,
    },
    /// The most entries a judge may be given is zero.
    NoLoad,
    /// A number exceeds [`MOST_IN_PANELS`].
    TooLarge(usize),
}

impl Say for NoPanels {
    fn message(&self) -> Message {
        match *self {
            Self::NoEntries => say!("selection-panels-no-entries"),
            Self::TooFewJudges { judges, entries, each, most, needed } => say!(
                "selection-panels-too-few-judges",
                judges = judges,
                entries = entries,
                each = each,
                most = most,
                needed = needed,
            ),
            Self::NoLoad => say!("selection-panels-no-load"),
            Self::TooLarge(size) => say!("selection-panels-too-large", size = size, most = MOST_IN_PANELS),
        }
    }
}

display_in_english!(NoPanels);

impl std::error::Error for NoPanels {}

impl Panels {
    /// The judges of this entry, ascending.
    pub fn judges_of(&self, entry: usize) -> impl Iterator<Item = usize> + '_ {
        let judges = self.entries_of.iter().enumerate();
        judges.filter(move |(_, entries)| entries.contains(&entry)).map(|(judge, _)| judge)
    }

    /// The fewest and the most judges that any two entries have in common. Equal in a balanced design; with one entry 0.
    #[must_use]
    pub fn together(&self) -> RangeInclusive<usize> {
        let times = exchange::concurrences(&self.entries_of, self.entries);
        let pairs = || (0..self.entries).flat_map(|one| (0..one).map(move |other| (one, other)));
        let counts = pairs().map(|(one, other)| usize::from(times[one * self.entries + other]));
        counts.clone().min().unwrap_or(0)..=counts.max().unwrap_or(0)
    }

    /// The fewest and the most entries of a judge; they differ by one at most.
    #[must_use]
    pub fn loads(&self) -> RangeInclusive<usize> {
        let loads = self.entries_of.iter().map(Vec::len);
        loads.clone().min().unwrap_or(0)..=loads.max().unwrap_or(0)
    }
}

/// Shares out entries among judges: exactly `judges_per_entry` judges read every entry, no judge reads more than
/// `most_per_judge` entries, loads differ by one at most, and pairs of entries come before common judges as evenly as
/// the search finds. Draws assign judges and entries to the design, and drive the search where no construction fits.
///
/// # Errors
/// [`NoPanels`] when there are no entries, when judges may have none, when there are too few judges (with the number that
/// is enough), and when there are more than [`MOST_IN_PANELS`] judges or entries.
pub fn panels(
    judges: usize,
    entries: usize,
    judges_per_entry: usize,
    most_per_judge: usize,
    draws: &mut Draws,
) -> Result<Panels, NoPanels> {
    let (each, most) = (judges_per_entry, most_per_judge);
    if entries == 0 {
        return Err(NoPanels::NoEntries);
    }
    if most == 0 && each > 0 {
        return Err(NoPanels::NoLoad);
    }
    if judges.max(entries) > MOST_IN_PANELS {
        return Err(NoPanels::TooLarge(judges.max(entries)));
    }
    let needed = (entries * each).div_ceil(most.max(1)).max(each).max(1);
    if judges < needed {
        return Err(NoPanels::TooFewJudges { judges, entries, each, most, needed });
    }
    let design =
        difference::design(judges, entries, each).unwrap_or_else(|| exchange::design(judges, entries, each, draws));
    let (mut seats, mut names): (Vec<usize>, Vec<usize>) = ((0..judges).collect(), (0..entries).collect());
    draws.shuffle(&mut seats);
    draws.shuffle(&mut names);
    let mut entries_of = vec![vec![]; judges];
    for (block, judge) in design.into_iter().zip(seats) {
        entries_of[judge] = block.into_iter().map(|entry| names[entry]).collect();
        entries_of[judge].sort_unstable();
    }
    Ok(Panels { entries_of, entries })
}
