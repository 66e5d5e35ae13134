//! Scores as numbers with intervals, each with its method and the numbers behind it.
//!
//! Floating-point numbers here never decide a place; they are for pages and tables.

use std::collections::BTreeMap;

use crate::{Ballots, Fraction, JudgementOutcome, Judgements, LEVEL, Score, Standing, numbers};
use rulebook::{
    JudgeId, Rulebook, Witness,
    schema::{Measure, Question},
};
use statistics::{
    mean::of_ratings,
    median::order_statistics,
    proportion::Interval,
    share::{Method as ShareMethod, Share},
};

/// The score of one witness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// The witness.
    pub witness: Witness,
    /// A share from 0 to 1 where shares are compared, otherwise in the unit of the score.
    pub value: f64,
    /// Absent where there are too few numbers, or the interval would be a point.
    pub interval: Option<Interval>,
    /// The number of answers.
    pub n: usize,
    /// The numbers behind the interval.
    pub basis: Basis,
}

/// The numbers behind an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// The method of a share, with its clusters.
    Share {
        /// The method.
        method: ShareMethod,
        /// The number of different judges.
        judges: usize,
        /// The number of different witnesses: those beside it, where there are any.
        witnesses: usize,
    },
    /// The number of judges of a mean.
    Mean {
        /// Each judge counts once.
        judges: usize,
    },
    /// The number of judges of a median.
    Median {
        /// Each judge counts as often as they answered.
        judges: usize,
    },
    /// There is no interval.
    Untold,
}

/// The scores of all witnesses that have one.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The scores, in the order of the standings.
    pub list: Vec<Figure>,
    /// The kind of all of them.
    pub kind: Kind,
    /// The scale of the answers.
    pub scale: Scale,
}

/// The lowest and the highest number that an answer may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The lowest number.
    pub low: f64,
    /// The highest number.
    pub high: f64,
}

impl Scale {
    /// The scale of this rulebook's score: shares, ranks or ratings.
    fn of(rulebook: &Rulebook) -> Self {
        let roles = rulebook.roles;
        match &rulebook.score.by {
            Measure::MedianRank | Measure::MeanRank | Measure::RankTotal => {
                Self { low: 1.0, high: f64::from(roles.entries) + f64::from(roles.confederates) }
            }
            Measure::MeanRating(name) | Measure::MedianRating(name) => {
                let asked = rulebook.ballots.interview.iter().find_map(|question| match question {
                    Question::Rating { name: asked, from, to, .. } if asked == name => Some((*from, *to)),
                    _ => None,
                });
                let (from, to) = asked.unwrap_or_default();
                Self { low: f64::from(from), high: f64::from(to) }
            }
            Measure::TimesTakenForHuman | Measure::ShareTakenForHuman => Self { low: 0.0, high: 1.0 },
        }
    }

    /// Cuts an interval to this scale; `None` where it would be a point, which claims certainty.
    fn cut(self, interval: Interval) -> Option<Interval> {
        Some(interval.within(self.low, self.high)).filter(|cut| cut.low < cut.high)
    }
}

/// The kind of the scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Shares of interviews, from 0 to 1.
    Share,
    /// Means of ranks or ratings.
    Mean,
    /// Medians of ranks or ratings.
    Median,
}

/// The scores of these standings with intervals at [`LEVEL`]; `None` where they are not shares, means or medians.
#[must_use]
pub fn figures(rulebook: &Rulebook, ballots: &Ballots, standings: &[Standing]) -> Option<Figures> {
    let kind = match standings.iter().find_map(|standing| standing.score)? {
        Score::Times { .. } | Score::Share(_) => Kind::Share,
        Score::Mean { .. } => Kind::Mean,
        Score::Median { .. } => Kind::Median,
        Score::Total { .. } | Score::Place { .. } | Score::Votes { .. } => return None,
    };
    let given = match kind {
        Kind::Share => Given::Judgements(Judgements::of(rulebook, ballots)),
        Kind::Mean | Kind::Median => Given::Numbers(numbers(rulebook, ballots)),
    };
    let scale = Scale::of(rulebook);
    let figure = |standing: &Standing| figure(standing, &given, scale);
    Some(Figures { list: standings.iter().filter_map(figure).collect(), kind, scale })
}

/// The answers behind the scores.
enum Given {
    Judgements(Judgements),
    Numbers(BTreeMap<Witness, Vec<(JudgeId, Fraction)>>),
}

impl Given {
    /// The share of judgements that take a witness for the human.
    fn share(&self, witness: Witness) -> Option<Share> {
        let Self::Judgements(judgements) = self else { return None };
        judgements.share(JudgementOutcome::Taken, |row| row.witness == witness).ok()
    }

    /// The numbers of a witness, in the order of the judges.
    fn numbers(&self, witness: Witness) -> Vec<(JudgeId, f64)> {
        let Self::Numbers(numbers) = self else { return Vec::new() };
        let given = numbers.get(&witness).into_iter().flatten();
        let mut given: Vec<_> = given.map(|(judge, number)| (*judge, decimal(*number))).collect();
        given.sort_by_key(|(judge, _)| *judge);
        given
    }
}

fn figure(standing: &Standing, given: &Given, scale: Scale) -> Option<Figure> {
    let witness = standing.witness;
    let numbers = given.numbers(witness);
    let (value, n, (interval, basis)) = match standing.score? {
        Score::Times { times: part, interviews: whole } => share_of(part, whole, given.share(witness))?,
        Score::Share(counted) => share_of(counted.part(), counted.whole(), given.share(witness))?,
        Score::Mean { exact, .. } => (decimal(exact), numbers.len(), mean_of(&numbers, scale)),
        Score::Median { exact, .. } => (decimal(exact), numbers.len(), median_of(&numbers)),
        Score::Total { .. } | Score::Place { .. } | Score::Votes { .. } => return None,
    };
    Some(Figure { witness, value, n, interval: interval.and_then(|found| scale.cut(found)), basis })
}

/// A share, the number of its judgements, and its interval if these are the judgements.
fn share_of(part: u64, whole: u64, found: Option<Share>) -> Option<(f64, usize, (Option<Interval>, Basis))> {
    let interval = match found.filter(|found| found.n as u64 == whole) {
        Some(Share { interval, method, judges, witnesses, .. }) => {
            (Some(interval), Basis::Share { method, judges, witnesses })
        }
        None => (None, Basis::Untold),
    };
    Some((ratio(part, whole)?, usize::try_from(whole).ok()?, interval))
}

/// The interval of a mean over judges, each with the mean of their numbers.
#[expect(clippy::cast_precision_loss, reason = "counts of ballots are far below 2^53")]
fn mean_of(numbers: &[(JudgeId, f64)], scale: Scale) -> (Option<Interval>, Basis) {
    let of_judge = |those: &[(JudgeId, f64)]| those.iter().map(|(_, number)| number).sum::<f64>() / those.len() as f64;
    let of_judges: Vec<f64> = numbers.chunk_by(|one, next| one.0 == next.0).map(of_judge).collect();
    let interval = of_ratings(&of_judges, scale.low, scale.high, LEVEL).and_then(|found| found.interval.ok());
    (interval, Basis::Mean { judges: of_judges.len() })
}

/// The interval of a median.
fn median_of(numbers: &[(JudgeId, f64)]) -> (Option<Interval>, Basis) {
    let judges = numbers.chunk_by(|one, next| one.0 == next.0).count();
    let numbers: Vec<f64> = numbers.iter().map(|(_, number)| *number).collect();
    (order_statistics(&numbers, LEVEL), Basis::Median { judges })
}

fn decimal(fraction: Fraction) -> f64 {
    ratio(fraction.numerator(), fraction.denominator()).unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "counts of ballots are far below 2^53")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use rulebook::{EntryId, shipped};

    use super::*;

    fn scale(id: &str) -> Scale {
        Scale::of(&shipped::rulebook(id).unwrap())
    }

    /// The figure of a witness that got these numbers from judges.
    fn of(numbers: &[u64], score: Score, scale: Scale) -> Figure {
        let witness = Witness::Entry(EntryId::new(1));
        let numbers = (1..).zip(numbers).map(|(judge, number)| (JudgeId::new(judge), Fraction::whole(*number)));
        let given = Given::Numbers([(witness, numbers.collect())].into());
        let standing = Standing { witness, place: 1, score: Some(score), tie_breaks: Vec::new() };
        figure(&standing, &given, scale).unwrap()
    }

    #[test]
    fn the_scale_is_that_of_the_question_or_the_ranks_there_can_be() {
        assert_eq!(scale("surrey-2003"), Scale { low: 0.0, high: 5.0 });
        let rulebook = shipped::rulebook("loebner-1995").unwrap();
        let ranked = f64::from(rulebook.roles.entries + rulebook.roles.confederates);
        assert_eq!(scale("loebner-1995"), Scale { low: 1.0, high: ranked });
        assert_eq!(scale("turing-1950"), Scale { low: 0.0, high: 1.0 });
    }

    #[test]
    fn no_interval_leaves_the_scale_or_is_a_point() {
        let surrey = scale("surrey-2003");
        let mean = |sum, numbers| Score::Mean { exact: Fraction::new(sum, numbers).unwrap(), numbers };
        let high = of(&[5, 5, 5, 5, 5, 5, 5, 5, 5, 4], mean(49, 10), surrey).interval.unwrap();
        assert!(high.low > 4.6 && high.high.total_cmp(&5.0).is_eq(), "{high:?}");
        assert_eq!(of(&[0, 1, 2, 3, 4, 5, 5, 5, 5], mean(30, 9), surrey).interval, None, "nine judges");
        assert_eq!(of(&[5; 10], mean(50, 10), surrey).interval, None, "all judges alike");
        let median = Score::Median { exact: Fraction::whole(4), numbers: 6 };
        assert_eq!(of(&[4; 6], median, surrey).interval, None);
        assert!(of(&[1, 2, 3, 4, 5, 5], median, surrey).interval.is_some());
    }
}
