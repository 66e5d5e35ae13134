//! Tests of award conditions on witnesses, with the figures that decide them.

use std::cmp::Ordering;

use rulebook::{Rulebook, schema::Condition};

use crate::{
    Fraction, Score, Share,
    cast::Cast,
    figures::Figures,
    order::Order,
    result::{ConditionFinding, Evidence, Scored},
    sample::Sample,
    yardstick::low_ranks_are_better,
};

/// The input of conditions: the counts of one trial, or of all together.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) rulebook: &'a Rulebook,
    pub(crate) cast: Cast,
    pub(crate) order: &'a Order<'a>,
    pub(crate) figures: &'a [Figures],
}

impl Scope<'_> {
    /// Tests a condition on the witness at this index of the cast. Without figures no condition holds.
    pub(crate) fn find(&self, condition: Condition, index: usize) -> ConditionFinding {
        let figures = &self.figures[index];
        let (held, evidence) = match condition {
            Condition::ScoreAtLeast(least) => self.score_at_least(least, figures),
            Condition::Fooled { judges, confederates } => fooled(judges, confederates, figures),
            Condition::NoConfederateAbove => self.confederate_above(figures, false),
            Condition::ConfederateAbove => self.confederate_above(figures, true),
            Condition::MedianAtLeastConfederates => self.median_of_confederates(figures, true),
            Condition::MedianBelowConfederates => self.median_of_confederates(figures, false),
            Condition::HumanVerdicts { judges } => human_verdicts(judges, figures),
            Condition::RankOrder { confederates } => self.rank_order(confederates, figures),
            Condition::TakenForHumanShare(least) => {
                let held = figures.judged > 0 && hundredfold(figures.taken) >= of_whole(least, figures.judged);
                (held, Evidence::Taken { share: Share::new(figures.taken, figures.judged) })
            }
            Condition::IdentifiedAtMost(most) => {
                let held = figures.judged > 0 && hundredfold(figures.right()) <= of_whole(most, figures.judged);
                (held, Evidence::Identified { share: Share::new(figures.right(), figures.judged) })
            }
        };
        ConditionFinding { condition, held, evidence }
    }

    fn score_at_least(&self, least: u16, figures: &Figures) -> (bool, Evidence) {
        let score = self.order.yardstick().score(figures);
        let held = score.is_some_and(|score| score.exact() >= Fraction::whole(least.into()));
        (held, Evidence::Score { score })
    }

    /// Compares the witness with the best confederate, by all measures of the order.
    fn confederate_above(&self, figures: &Figures, wanted: bool) -> (bool, Evidence) {
        let yardstick = self.order.yardstick();
        let Some(own) = yardstick.score(figures) else { return (false, Evidence::NoScore {}) };
        let confederates = self.confederates().filter(|confederate| yardstick.figure(confederate).is_some());
        let Some(best) = confederates.min_by(|a, b| self.order.compare_measured(a, b)) else {
            return (!wanted, Evidence::NoConfederateScored { by: yardstick.measure.clone(), own });
        };
        let above = self.order.compare_measured(best, figures) == Ordering::Less;
        let differs = self.order.measures().find(|by| {
            let [theirs, own] = by.figures(best, figures);
            by.compare(theirs, own) != Ordering::Equal
        });
        let by = differs.unwrap_or(yardstick);
        let [theirs, own] = by.scores(best, figures);
        let (best, by, differ) = (best.witness, by.measure.clone(), differs.is_some());
        (above == wanted, Evidence::BestConfederate { best, above, by, differ, own, theirs })
    }

    /// Compares the witness with the median of all ranks given to all confederates. Without any rank of a confederate,
    /// no rank is as good.
    fn median_of_confederates(&self, figures: &Figures, as_good: bool) -> (bool, Evidence) {
        let mut together = Sample::in_halves();
        self.confederates().for_each(|confederate| together.merge(&confederate.ranks));
        let own = figures.ranks.median();
        let held = own.is_some() && self.rank_as_good(own, together.median()) == as_good;
        (held, Evidence::MedianRanks { own: median_of(&figures.ranks), confederates: median_of(&together) })
    }

    fn rank_order(&self, needed: u16, figures: &Figures) -> (bool, Evidence) {
        let own = figures.ranks.median();
        let (met, missed): (Vec<_>, Vec<_>) =
            self.confederates().partition(|confederate| self.rank_as_good(own, confederate.ranks.median()));
        let told = |those: Vec<&Figures>| those.into_iter().map(with_median_rank).collect();
        let held = met.len() >= usize::from(needed);
        (held, Evidence::RankOrder { own: median_of(&figures.ranks), met: told(met), missed: told(missed) })
    }

    /// Returns whether a median rank is as good as another, or better; `false` if one of them is absent.
    fn rank_as_good(&self, own: Option<Fraction>, theirs: Option<Fraction>) -> bool {
        let low = low_ranks_are_better(self.rulebook);
        own.zip(theirs).is_some_and(|(own, theirs)| if low { own <= theirs } else { own >= theirs })
    }

    fn confederates(&self) -> impl Iterator<Item = &Figures> {
        self.figures[self.cast.confederates()].iter()
    }
}

fn fooled(judges: u16, confederates: u16, figures: &Figures) -> (bool, Evidence) {
    let held = figures.judges.len() >= judges.into() && figures.confederates.len() >= confederates.into();
    let evidence = Evidence::TakenBy {
        times: figures.taken,
        judges: figures.judges.iter().copied().collect(),
        confederates: figures.confederates.iter().copied().collect(),
    };
    (held, evidence)
}

fn human_verdicts(judges: u16, figures: &Figures) -> (bool, Evidence) {
    let held = figures.human_verdicts.len() >= judges.into();
    (held, Evidence::HumanVerdicts { judges: figures.human_verdicts.iter().copied().collect() })
}

fn with_median_rank(of: &Figures) -> Scored {
    Scored { witness: of.witness, score: median_of(&of.ranks), judges: Vec::new() }
}

fn median_of(ranks: &Sample) -> Option<Score> {
    ranks.median().map(|exact| Score::Median { exact, numbers: ranks.len() })
}

fn hundredfold(part: u64) -> u128 {
    100 * u128::from(part)
}

fn of_whole(per_cent: u16, whole: u64) -> u128 {
    u128::from(per_cent) * u128::from(whole)
}
