//! Scores as pictures need them: a number, its interval, and the method of that interval.

use std::collections::BTreeMap;

use contest::result::ballots;
use language::Message;
use rulebook::Witness;
use statistics::{
    mean::student,
    median::order_statistics,
    proportion::{Interval, Z_95, wilson},
};
use tally::{Fraction, Score, Standing, numbers};

use crate::Site;

/// The probability that intervals are made for.
const LEVEL: f64 = 0.95;

/// The score of one witness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figure {
    pub(crate) witness: Witness,
    /// A share from 0 to 1 where shares are compared, else in the unit of the score.
    pub(crate) value: f64,
    /// Absent where there are too few numbers for one.
    pub(crate) interval: Option<Interval>,
}

/// The scores of all who have one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figures {
    /// In the order of the standings.
    pub(crate) list: Vec<Figure>,
    pub(crate) method: Method,
}

/// How intervals were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Share,
    Mean,
    Median,
}

impl Method {
    /// In a sentence.
    pub(crate) fn told(self) -> Message {
        match self {
            Self::Share => say!("site-bars-share"),
            Self::Mean => say!("site-bars-mean"),
            Self::Median => say!("site-bars-median"),
        }
    }

    /// What the axis says.
    pub(crate) fn axis(self, measure: Message) -> Message {
        match self {
            Self::Share => say!("site-axis-share"),
            Self::Mean | Self::Median => measure,
        }
    }
}

impl Site<'_> {
    /// The scores of those in these standings; `None` where they are no shares, means or medians.
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
        let figure = |standing: &Standing| figure(standing, &given);
        Some(Figures { list: standings.iter().filter_map(figure).collect(), method })
    }
}

fn figure(standing: &Standing, given: &BTreeMap<Witness, Vec<Fraction>>) -> Option<Figure> {
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
    Some(Figure { witness: standing.witness, value, interval })
}

fn decimal(fraction: Fraction) -> f64 {
    ratio(fraction.numerator(), fraction.denominator()).unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "counts of ballots are far below 2^53")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
