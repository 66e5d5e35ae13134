//! The reasons for a witness's place: the comparisons that led to it.

use rulebook::{Witness, schema::TieBreak};

use crate::{
    figures::Figures,
    order::{By, ComparisonStep, Order},
    result::{Decided, PurseShare, Reason, Same, Scored},
};

/// The inputs of reasons.
#[derive(Clone, Copy)]
pub(crate) struct Reasons<'a> {
    pub(crate) order: &'a Order<'a>,
    pub(crate) figures: &'a [Figures],
    /// The witnesses in the order, best first.
    pub(crate) those: &'a [usize],
}

impl Reasons<'_> {
    /// The reason why this witness has a place to itself.
    pub(crate) fn alone(&self, holder: usize) -> Reason {
        let score = self.order.score();
        let of_holder = score.groups[holder];
        let names = |those: &[usize]| those.iter().map(|&other| self.name(other)).collect::<Vec<_>>();
        let above: Vec<usize> = self.those.iter().copied().filter(|&other| score.groups[other] < of_holder).collect();
        let level: Vec<usize> = self.those.iter().copied().filter(|&other| score.groups[other] == of_holder).collect();
        Reason::Alone {
            holder: self.with_score(holder),
            by: self.order.yardstick().measure.clone(),
            among: self.those.len() as u64,
            behind: names(&above),
            level_with: level.iter().filter(|&&other| other != holder).map(|&other| self.name(other)).collect(),
            decided: self.tie_breaks(holder, level),
        }
    }

    /// The tie-breaks between the holder and the witnesses level with it.
    fn tie_breaks(&self, holder: usize, mut level: Vec<usize>) -> Vec<Decided> {
        let mut decided = Vec::new();
        for step in &self.order.steps[1..] {
            if level.len() < 2 {
                break;
            }
            let still: Vec<usize> =
                level.iter().copied().filter(|&other| step.groups[other] == step.groups[holder]).collect();
            if still.len() < level.len() {
                decided.push(self.decided(step, &level));
                level = still;
            }
        }
        decided
    }

    fn decided(&self, step: &ComparisonStep<'_>, level: &[usize]) -> Decided {
        let best = level.iter().copied().min_by_key(|&index| step.groups[index]).unwrap_or(level[0]);
        let by = match step.by {
            By::Measure(yardstick) => TieBreak::By(yardstick.measure.clone()),
            By::Selection => TieBreak::Selection,
            By::Majority => TieBreak::Majority,
            By::Coin => TieBreak::Coin,
        };
        let between = level.iter().map(|&index| Scored {
            witness: self.name(index),
            score: step.score(index, &self.figures[index]),
            judges: Vec::new(),
        });
        Decided { by, between: between.collect(), best: self.name(best) }
    }

    /// The reason why these witnesses share the places from `first` on, and the share of the purses.
    pub(crate) fn together(&self, holders: &[usize], first: usize, purse: Option<PurseShare>) -> Reason {
        let measures = self.order.steps[1..].iter().filter_map(|step| match step.by {
            By::Measure(yardstick) => Some((yardstick, step)),
            By::Selection | By::Majority | By::Coin => None,
        });
        let one = holders[0];
        let same = measures.map(|(yardstick, step)| Same {
            by: yardstick.measure.clone(),
            score: step.score(one, &self.figures[one]),
        });
        Reason::Shared {
            holders: holders.iter().map(|&holder| self.with_score(holder)).collect(),
            by: self.order.yardstick().measure.clone(),
            first: first as u64,
            last: (first + holders.len() - 1) as u64,
            same: same.collect(),
            purse,
        }
    }

    /// A witness with its score, and with the judges who made it where the score counts them.
    fn with_score(&self, index: usize) -> Scored {
        let of = &self.figures[index];
        let judges = of.judges.iter().copied().filter(|_| self.order.yardstick().counts_judges());
        Scored { witness: of.witness, score: self.order.score().score(index, of), judges: judges.collect() }
    }

    fn name(&self, index: usize) -> Witness {
        self.figures[index].witness
    }
}
