//! Measures of the rulebook for comparing witnesses, with their directions.

use std::cmp::Ordering;

use rulebook::{
    Rulebook,
    schema::{Among, Measure, Question, RankFrom},
};

use crate::{Fraction, Score, Share, figures::Figures, sample::Sample};

/// A measure, ready for use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Yardstick<'r> {
    pub(crate) measure: &'r Measure,
    /// `true` if less is better.
    pub(crate) less_is_better: bool,
    /// The index of its rating among the form's; `None` when it uses none, or one that the form does not ask for.
    rating: Option<usize>,
    /// `true` if ranks are among entries only.
    among_entries: bool,
}

/// The names of the form's ratings, in its order.
pub(crate) fn rating_names(rulebook: &Rulebook) -> impl Iterator<Item = &str> {
    rulebook.ballots.interview.iter().filter_map(|question| match question {
        Question::Rating { name, .. } => Some(name.as_str()),
        _ => None,
    })
}

/// Returns whether lower ranks are better.
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
        let among_entries = rulebook.ballots.ranking.is_some_and(|rules| rules.among == Among::Entries);
        Self { measure, less_is_better, rating, among_entries }
    }

    fn ranks<'f>(&self, of: &'f Figures) -> &'f Sample {
        if self.among_entries { &of.ranks_of_entries } else { &of.ranks }
    }

    /// The figure of a witness; `None` when no ballot gives one.
    pub(crate) fn figure(&self, of: &Figures) -> Option<Fraction> {
        let rating = || of.ratings.get(self.rating?);
        match self.measure {
            Measure::TimesTakenForHuman => (of.judged > 0).then(|| Fraction::whole(of.taken)),
            Measure::ShareTakenForHuman => Fraction::new(of.taken, of.judged),
            Measure::MedianRank => self.ranks(of).median(),
            Measure::MeanRank => self.ranks(of).mean(),
            Measure::RankTotal => of.point_ranks.total(),
            Measure::MeanRating(_) => rating()?.mean(),
            Measure::MedianRating(_) => rating()?.median(),
        }
    }

    /// The figure of a witness, with the counts it was made from.
    pub(crate) fn score(&self, of: &Figures) -> Option<Score> {
        let exact = self.figure(of)?;
        let rating = || of.ratings.get(self.rating?);
        Some(match self.measure {
            Measure::TimesTakenForHuman => Score::Times { times: of.taken, interviews: of.judged },
            Measure::ShareTakenForHuman => Score::Share(Share::new(of.taken, of.judged)),
            Measure::MedianRank => Score::Median { exact, numbers: self.ranks(of).len() },
            Measure::MeanRank => Score::Mean { exact, numbers: self.ranks(of).len() },
            Measure::RankTotal => Score::Total { exact, numbers: of.point_ranks.len() },
            Measure::MeanRating(_) => Score::Mean { exact, numbers: rating()?.len() },
            Measure::MedianRating(_) => Score::Median { exact, numbers: rating()?.len() },
        })
    }

    /// The numbers that its figure is the mean or the median of; `None` where it is neither.
    pub(crate) fn sample<'f>(&self, of: &'f Figures) -> Option<&'f Sample> {
        match self.measure {
            Measure::TimesTakenForHuman | Measure::ShareTakenForHuman | Measure::RankTotal => None,
            Measure::MedianRank | Measure::MeanRank => Some(self.ranks(of)),
            Measure::MeanRating(_) | Measure::MedianRating(_) => of.ratings.get(self.rating?),
        }
    }

    /// The figures by which two witnesses are compared with each other.
    pub(crate) fn figures(&self, a: &Figures, b: &Figures) -> [Option<Fraction>; 2] {
        if self.by_mean(a, b) { [a.point_ranks.mean(), b.point_ranks.mean()] } else { [self.figure(a), self.figure(b)] }
    }

    /// Those figures, with the counts they were made from.
    pub(crate) fn scores(&self, a: &Figures, b: &Figures) -> [Option<Score>; 2] {
        if self.by_mean(a, b) {
            [a, b].map(|of| of.point_ranks.mean().map(|exact| mean_for_total(exact, of)))
        } else {
            [self.score(a), self.score(b)]
        }
    }

    fn by_mean(&self, a: &Figures, b: &Figures) -> bool {
        let known = [a, b].into_iter().filter(|of| of.point_ranks.len() > 0);
        self.means_for_totals(known).is_some()
    }

    /// The means of ranks by points, if the measure is a total and the witnesses have different numbers of ranks.
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

    /// Returns whether it counts the times judges took a witness for the human, so that the judges' names explain it.
    pub(crate) fn counts_judges(&self) -> bool {
        *self.measure == Measure::TimesTakenForHuman
    }
}

/// The figure to compare where totals of ranks would be unfair, because a witness with fewer ranks has a lower total.
pub(crate) fn mean_for_total(mean: Fraction, of: &Figures) -> Score {
    Score::Mean { exact: mean, numbers: of.point_ranks.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cast::Cast, fixture};

    /// Means are for witnesses with different numbers of ranks; a witness without ranks has no figure to compare.
    #[test]
    fn beside_one_who_was_never_ranked_a_total_stays_a_total() {
        let rulebook = fixture::rulebook("split");
        let mut figures = Cast::of(&rulebook).witnesses().map(|witness| Figures::none(witness, 0));
        let (mut ranked, mut less, never) = (figures.next().unwrap(), figures.next().unwrap(), figures.next().unwrap());
        [2, 4].into_iter().for_each(|halves| ranked.point_ranks.add(rulebook::JudgeId::new(1), halves));
        less.point_ranks.add(rulebook::JudgeId::new(1), 6);
        let yardstick = Yardstick::new(&rulebook, &Measure::RankTotal);
        assert_eq!(yardstick.figures(&ranked, &never), [Some(Fraction::whole(3)), None]);
        assert_eq!(yardstick.figures(&ranked, &less), [Fraction::new(3, 2), Some(Fraction::whole(3))]);
    }
}
