//! What witnesses are compared by: a measure of the rulebook, which way it points, and how it reads in a sentence.

use std::cmp::Ordering;

use rulebook::{
    Rulebook,
    schema::{Measure, Question, RankFrom},
};

use crate::{Fraction, figures::Figures, words};

/// A measure, ready for use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Yardstick<'r> {
    measure: &'r Measure,
    /// Whether less is better.
    less_is_better: bool,
    /// Which of the form's ratings it is about; `None` when it is about none, or about one that is not asked for.
    rating: Option<usize>,
}

/// What is compared where totals of ranks would be unfair, since a witness with fewer ranks has a lower total.
pub(crate) const MEAN_FOR_TOTAL: &str = "mean of ranks by points";

/// The names of the form's ratings, in its order.
pub(crate) fn rating_names(rulebook: &Rulebook) -> impl Iterator<Item = &str> {
    rulebook.ballots.interview.iter().filter_map(|question| match question {
        Question::Rating { name, .. } => Some(name.as_str()),
        _ => None,
    })
}

/// Which end of the ranks is better: whether less is.
pub(crate) fn low_ranks_are_better(rulebook: &Rulebook) -> bool {
    rulebook.ballots.ranking.is_none_or(|rules| rules.from == RankFrom::MostHuman)
}

impl<'r> Yardstick<'r> {
    pub(crate) fn new(rulebook: &'r Rulebook, measure: &'r Measure) -> Self {
        let less_is_better = match measure {
            Measure::MedianRank | Measure::MeanRank => low_ranks_are_better(rulebook),
            Measure::RankTotal => true,
            _ => false,
        };
        let rating = match measure {
            Measure::MeanRating(name) | Measure::MedianRating(name) => {
                rating_names(rulebook).position(|asked| asked == name)
            }
            _ => None,
        };
        Self { measure, less_is_better, rating }
    }

    /// The figure of a witness; `None` when no ballot gives one.
    pub(crate) fn figure(&self, of: &Figures) -> Option<Fraction> {
        let rating = || of.ratings.get(self.rating?);
        match self.measure {
            Measure::TimesTakenForHuman => (of.judged > 0).then(|| Fraction::whole(of.taken)),
            Measure::ShareTakenForHuman => Fraction::new(of.taken, of.judged),
            Measure::MedianRank => of.ranks.median(),
            Measure::MeanRank => of.ranks.mean(),
            Measure::RankTotal => of.point_ranks.total(),
            Measure::MeanRating(_) => rating()?.mean(),
            Measure::MedianRating(_) => rating()?.median(),
        }
    }

    /// The figures by which two witnesses are compared with each other.
    pub(crate) fn figures(&self, a: &Figures, b: &Figures) -> [Option<Fraction>; 2] {
        if self.by_mean(a, b) { [a.point_ranks.mean(), b.point_ranks.mean()] } else { [self.figure(a), self.figure(b)] }
    }

    /// What those figures are called.
    pub(crate) fn name_between(&self, a: &Figures, b: &Figures) -> String {
        if self.by_mean(a, b) { MEAN_FOR_TOTAL.to_owned() } else { self.name() }
    }

    fn by_mean(&self, a: &Figures, b: &Figures) -> bool {
        let known = [a, b].into_iter().filter(|of| of.point_ranks.len() > 0);
        self.means_for_totals(known).is_some()
    }

    /// The means of their ranks by points, where this compares totals and not all of them have as many ranks.
    pub(crate) fn means_for_totals<'f>(
        &self,
        those: impl Iterator<Item = &'f Figures> + Clone,
    ) -> Option<Vec<Option<Fraction>>> {
        let first = those.clone().next()?.point_ranks.len();
        let alike = those.clone().all(|of| of.point_ranks.len() == first);
        (*self.measure == Measure::RankTotal && !alike).then(|| those.map(|of| of.point_ranks.mean()).collect())
    }

    /// The better figure first; none comes last.
    pub(crate) fn compare(&self, a: Option<Fraction>, b: Option<Fraction>) -> Ordering {
        match (a, b) {
            (Some(a), Some(b)) if self.less_is_better => a.cmp(&b),
            (Some(a), Some(b)) => b.cmp(&a),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    /// What it is called: `mean rank`.
    pub(crate) fn name(&self) -> String {
        match self.measure {
            Measure::TimesTakenForHuman => "number of times it was taken for the human".to_owned(),
            Measure::ShareTakenForHuman => "share of interviews in which it was taken for the human".to_owned(),
            Measure::MedianRank => "median rank".to_owned(),
            Measure::MeanRank => "mean rank".to_owned(),
            Measure::RankTotal => "rank total".to_owned(),
            Measure::MeanRating(name) => format!("mean rating for {name}"),
            Measure::MedianRating(name) => format!("median rating for {name}"),
        }
    }

    /// What a witness did or has, as a sentence goes on after its id: `has a mean rank of 2.5 (5/2)`.
    pub(crate) fn told(&self, of: &Figures) -> String {
        match (self.measure, self.figure(of)) {
            (Measure::TimesTakenForHuman, Some(_)) => format!("was taken for the human {}", by_judges(of)),
            (Measure::ShareTakenForHuman, Some(_)) => {
                format!("was taken for the human in {}", words::share(of.taken, of.judged))
            }
            (_, Some(figure)) => format!("has a {} of {figure}", self.name()),
            (Measure::TimesTakenForHuman | Measure::ShareTakenForHuman, None) => {
                "was judged in no interview".to_owned()
            }
            (_, None) => format!("has no {}", self.name()),
        }
    }

    /// Whether it counts how often judges took a witness for the human, so that their names explain it.
    pub(crate) fn counts_judges(&self) -> bool {
        *self.measure == Measure::TimesTakenForHuman
    }

    /// The end of the order that is better, as a sentence says it of the best: `the lowest`.
    pub(crate) fn superlative(&self) -> &'static str {
        match self.measure {
            Measure::TimesTakenForHuman => "the most",
            _ if self.less_is_better => "the lowest",
            _ => "the highest",
        }
    }
}

/// A figure for a sentence; `none` when there is none.
pub(crate) fn figure_or_none(figure: Option<Fraction>) -> String {
    figure.map_or_else(|| "none".to_owned(), |figure| figure.to_string())
}

/// `by 3 judges (J1, J2, J4)`, with the number of interviews where a judge met the witness more than once.
pub(crate) fn by_judges(figures: &Figures) -> String {
    let judges = words::named(&figures.judges, "judge");
    if figures.taken == figures.judges.len() as u64 {
        format!("by {judges}")
    } else {
        format!("in {} interviews by {judges}", figures.taken)
    }
}
