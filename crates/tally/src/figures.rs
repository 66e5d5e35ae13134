//! The counts of one witness, made once and used for scores, tie-breaks, conditions and reasons alike.

use std::collections::BTreeSet;

use rulebook::{ConfederateId, JudgeId, Witness};

use crate::sample::Sample;

/// The counts of one witness, in one trial or in all.
#[derive(Debug, Clone)]
pub(crate) struct Figures {
    pub(crate) witness: Witness,
    /// Interviews with an answer that takes it for human or machine.
    pub(crate) judged: u64,
    /// Interviews in which it was taken for the human.
    pub(crate) taken: u64,
    /// Interviews in which it was taken for the machine.
    pub(crate) found_out: u64,
    /// The judges who took it for the human.
    pub(crate) judges: BTreeSet<JudgeId>,
    /// The confederates who sat beside it when it was taken for the human.
    pub(crate) confederates: BTreeSet<ConfederateId>,
    /// The judges who gave it the verdict "human".
    pub(crate) human_verdicts: BTreeSet<JudgeId>,
    /// Its ranks in rankings, numbered in the rulebook's direction.
    pub(crate) ranks: Sample,
    /// For an entry, its ranks when only the entries of each ranking are counted.
    pub(crate) ranks_of_entries: Sample,
    /// Its ranks when each judge's points are put in order.
    pub(crate) point_ranks: Sample,
    /// Its ratings, one sample for each rating of the form.
    pub(crate) ratings: Vec<Sample>,
}

impl Figures {
    /// Empty counts, with this many ratings on the form.
    pub(crate) fn none(witness: Witness, ratings: usize) -> Self {
        Self {
            witness,
            judged: 0,
            taken: 0,
            found_out: 0,
            judges: BTreeSet::new(),
            confederates: BTreeSet::new(),
            human_verdicts: BTreeSet::new(),
            ranks: Sample::in_halves(),
            ranks_of_entries: Sample::in_halves(),
            point_ranks: Sample::in_halves(),
            ratings: vec![Sample::in_thousandths(); ratings],
        }
    }

    /// Adds the counts of the same witness in another trial.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.judged += other.judged;
        self.taken += other.taken;
        self.found_out += other.found_out;
        self.judges.extend(&other.judges);
        self.confederates.extend(&other.confederates);
        self.human_verdicts.extend(&other.human_verdicts);
        self.ranks.merge(&other.ranks);
        self.ranks_of_entries.merge(&other.ranks_of_entries);
        self.point_ranks.merge(&other.point_ranks);
        for (mine, others) in self.ratings.iter_mut().zip(&other.ratings) {
            mine.merge(others);
        }
    }

    /// Returns whether any ballot has an answer about it.
    pub(crate) fn is_known(&self) -> bool {
        self.judged > 0 || self.ranks.len() > 0 || self.ratings.iter().any(|ratings| ratings.len() > 0)
    }

    /// The number of interviews in which the judge was right about it.
    pub(crate) fn right(&self) -> u64 {
        match self.witness {
            Witness::Entry(_) => self.found_out,
            Witness::Confederate(_) => self.taken,
        }
    }
}
