//! Scores as pictures need them: a number, its interval, and the method of that interval.

use std::collections::BTreeMap;

use contest::result::ballots;
use language::Message;
use rulebook::{
    Rulebook, Witness,
    schema::{Measure, Question},
};
use statistics::{
    mean::student,
    median::order_statistics,
    proportion::{Interval, Z_95, wilson},
};
use tally::{Fraction, Score, Standing, numbers};

use crate::Site;

/// The probability of the intervals.
const LEVEL: f64 = 0.95;

/// The score of one witness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figure {
    pub(crate) witness: Witness,
    /// A share from 0 to 1 where shares are compared, otherwise in the unit of the score.
    pub(crate) value: f64,
    /// Absent where there are too few numbers, or the interval would be a point.
    pub(crate) interval: Option<Interval>,
}

/// The scores of all witnesses that have one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figures {
    /// The scores, in the order of the standings.
    pub(crate) list: Vec<Figure>,
    pub(crate) method: Method,
    pub(crate) scale: Scale,
}

/// The lowest and the highest number that an answer may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
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

/// The method of the intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Share,
    Mean,
    Median,
}

impl Method {
    /// The method in a sentence.
    pub(crate) fn told(self) -> Message {
        match self {
            Self::Share => say!("site-bars-share"),
            Self::Mean => say!("site-bars-mean"),
            Self::Median => say!("site-bars-median"),
        }
    }

    /// The label of the axis.
    pub(crate) fn axis(self, measure: Message) -> Message {
        match self {
            Self::Share => say!("site-axis-share"),
            Self::Mean | Self::Median => measure,
        }
    }
}

impl Site<'_> {
    /// The scores of these standings; `None` where they are not shares, means or medians.
    pub(crate) fn figures(&self, standings: &[Standing]) -> Option<Figures> {
        let method = match standings.iter().find_map(|standing| standing.score)? {
            Score::Times { .. } | Score::Share(_) => Method::Share,
            Score::Mean { .. } => Method::Mean,
            Score::Median { .. } => Method::Median,
            Score::Total { .. } | Score::Place { .. } | Score::Votes { .. } => return None,
        };
        let given = match method {
            Method::Share => BTreeMap::new(),
            Method::Mean | Method::Median => numbers(&self.contest.rulebook, &ballots(self.contest)),
        };
        let scale = Scale::of(&self.contest.rulebook);
        let figure = |standing: &Standing| figure(standing, &given, scale);
        Some(Figures { list: standings.iter().filter_map(figure).collect(), method, scale })
    }
}

fn figure(standing: &Standing, given: &BTreeMap<Witness, Vec<Fraction>>, scale: Scale) -> Option<Figure> {
    let score = standing.score?;
    let numbers =
        || given.get(&standing.witness).into_iter().flatten().map(|number| decimal(*number)).collect::<Vec<_>>();
    let share = |part, whole| Some((ratio(part, whole)?, wilson(part, whole, Z_95)));
    let (value, interval) = match score {
        Score::Times { times, interviews } => share(times, interviews)?,
        Score::Share(counted) => share(counted.part(), counted.whole())?,
        Score::Mean { exact, .. } => (decimal(exact), student(&numbers(), LEVEL)),
        Score::Median { exact, .. } => (decimal(exact), order_statistics(&numbers(), LEVEL)),
        Score::Total { .. } | Score::Place { .. } | Score::Votes { .. } => return None,
    };
    Some(Figure { witness: standing.witness, value, interval: interval.and_then(|found| scale.cut(found)) })
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
        let given = [(witness, numbers.iter().map(|number| Fraction::whole(*number)).collect())].into();
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
        let wide = of(&[0, 5, 5], mean(10, 3), surrey).interval.unwrap();
        assert_eq!(wide, Interval { low: 0.0, high: 5.0 });
        assert_eq!(of(&[5, 5, 5], mean(15, 3), surrey).interval, None, "all judges alike");
        let median = Score::Median { exact: Fraction::whole(4), numbers: 6 };
        assert_eq!(of(&[4; 6], median, surrey).interval, None);
        assert!(of(&[1, 2, 3, 4, 5, 5], median, surrey).interval.is_some());
    }
}
