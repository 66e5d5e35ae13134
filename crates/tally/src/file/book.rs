//! A judge's interviews and ranks in one trial, as far as the rows show.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use rulebook::{Decimal, JudgeId, RoundNumber, Witness};

use super::fault::{At, Report};
use crate::pair::Pair;

/// The interviews and ranks of one judge in one trial.
#[derive(Debug)]
pub(super) struct Book {
    pub(super) trial: u16,
    pub(super) judge: JudgeId,
    /// The places of interviews with a known round.
    pub(super) by_round: BTreeMap<RoundNumber, usize>,
    /// The places of planned interviews without a round in any row, by [`Pair::key`].
    pub(super) by_people: BTreeMap<u32, usize>,
    /// Pairs with ranks for both, from rows with nothing but ranks.
    pub(super) ranked_pairs: BTreeMap<Pair, At>,
    /// The ranks given, each once and in the order of witnesses after [`Book::tidy`].
    pub(super) ranks: Vec<(Witness, At, Decimal)>,
    /// Witnesses with a blank rank in some row.
    pub(super) unranked: BTreeSet<Witness>,
    pub(super) ranks_spoiled: bool,
}

/// The interviews under a key.
#[derive(Debug, Clone, Copy)]
pub(super) enum InterviewMatch {
    Once(usize),
    Several,
}

/// The books of all judges.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) list: Vec<Book>,
    places: BTreeMap<(u16, JudgeId), usize>,
    last: usize,
}

impl Book {
    /// Sorts the ranks, and reports those given twice.
    pub(super) fn tidy(&mut self, report: &mut Report) {
        self.ranks.sort_unstable();
        let (judge, mut twice) = (self.judge, false);
        self.ranks.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                let line = earlier.1.line;
                report.add(later.1, format!("{judge} has ranked {} in line {line} already (keep one)", later.0));
                *earlier = *later;
                twice = true;
            }
            same
        });
        self.ranks_spoiled |= twice;
    }

    /// The ranked witnesses, in their order.
    pub(super) fn ranked(&self) -> impl Iterator<Item = Witness> {
        self.ranks.iter().map(|(witness, ..)| *witness)
    }
}

impl Books {
    /// The place of this book, which is created if there is none.
    pub(super) fn place(&mut self, trial: u16, judge: JudgeId) -> usize {
        // Most rows are about the judge of the row before.
        if self.list.get(self.last).is_some_and(|book| book.judge == judge && book.trial == trial) {
            return self.last;
        }
        self.last = *self.places.entry((trial, judge)).or_insert_with(|| {
            self.list.push(Book {
                trial,
                judge,
                by_round: BTreeMap::new(),
                by_people: BTreeMap::new(),
                ranked_pairs: BTreeMap::new(),
                ranks: vec![],
                unranked: BTreeSet::new(),
                ranks_spoiled: false,
            });
            self.list.len() - 1
        });
        self.last
    }

    /// The place of this book, if there is one.
    pub(super) fn find(&self, trial: u16, judge: JudgeId) -> Option<usize> {
        self.places.get(&(trial, judge)).copied()
    }

    /// The places of the books, by trial and judge.
    pub(super) fn in_order(&self) -> impl Iterator<Item = usize> {
        self.places.values().copied()
    }
}

/// Notes one more interview under a key.
pub(super) fn note<K: Ord>(entry: Entry<'_, K, InterviewMatch>, index: usize) {
    entry.and_modify(|found| *found = InterviewMatch::Several).or_insert(InterviewMatch::Once(index));
}
