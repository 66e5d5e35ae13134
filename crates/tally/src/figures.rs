//! What the ballots say of one entry, counted once and used for scores, tie-breaks, conditions and reasons alike.

use std::{cmp::Ordering, collections::BTreeSet};

use rulebook::{ConfederateId, EntryId, JudgeId, Witness};

use crate::{Ballots, Choice};

/// The counts of one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) entry: EntryId,
    /// Interviews in which it was taken for the human.
    pub(crate) times: u32,
    /// The judges of those interviews.
    pub(crate) judges: BTreeSet<JudgeId>,
    /// The confederates of those interviews.
    pub(crate) confederates: BTreeSet<ConfederateId>,
    pub(crate) ranks: Ranks,
}

impl Figures {
    /// Counts the ballots for this entry. An interview without a choice counts for nobody.
    pub(crate) fn of(entry: EntryId, ballots: &Ballots) -> Self {
        let mut figures =
            Self { entry, times: 0, judges: BTreeSet::new(), confederates: BTreeSet::new(), ranks: Ranks::default() };
        for outcome in &ballots.interviews {
            if outcome.entry == entry && outcome.choice == Some(Choice::Entry) {
                figures.times += 1;
                figures.judges.insert(outcome.interview.judge);
                figures.confederates.insert(outcome.confederate);
            }
        }
        for ranking in &ballots.rankings {
            if let Some(above) = ranking.order.iter().position(|&witness| witness == Witness::Entry(entry)) {
                figures.ranks.sum += above as u64 + 1;
                figures.ranks.count += 1;
            }
        }
        figures
    }
}

/// The ranks an entry was given after the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ranks {
    /// Their sum; 1 is best.
    pub(crate) sum: u64,
    /// In how many rankings the entry is.
    pub(crate) count: u64,
}

impl Ranks {
    /// The mean, for people; comparisons use [`Ranks::compare`].
    #[expect(clippy::cast_precision_loss, reason = "ranks of a contest are far below 2^53")]
    pub(crate) fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The better mean first, exactly: the fractions are compared by multiplying out. Without rankings comes last.
    pub(crate) fn compare(self, other: Self) -> Ordering {
        match (self.count, other.count) {
            (0, _) | (_, 0) => other.count.min(1).cmp(&self.count.min(1)),
            _ => (self.sum * other.count).cmp(&(other.sum * self.count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_that_a_float_would_confuse_are_told_apart() {
        let ranks = |sum, count| Ranks { sum, count };
        assert_eq!(ranks(1, 3).compare(ranks(2, 6)), Ordering::Equal);
        // Equal as floats: the second fraction is greater by about 1 part in 10^19.
        let (less, more) = (ranks(3_037_000_499, 3_037_000_500), ranks(3_037_000_498, 3_037_000_499));
        assert_eq!(less.mean(), more.mean());
        assert_eq!(less.compare(more), Ordering::Greater);
        assert_eq!(ranks(0, 0).compare(ranks(8, 1)), Ordering::Greater);
        assert_eq!(ranks(8, 1).compare(ranks(0, 0)), Ordering::Less);
        assert_eq!(ranks(0, 0).compare(ranks(0, 0)), Ordering::Equal);
    }
}
