//! Levels: how human a witness seemed to a judge, in whole numbers that can be compared.

use std::{cmp::Ordering, collections::BTreeMap};

use rulebook::{Decimal, JudgeId, Rulebook, Witness, schema::Question};

use super::{needs, ways::AnswerKind};
use crate::{Answers, EndRanking, Outcome, Verdict};

/// The rules for reading levels from ballots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale<'r> {
    pub(super) kind: AnswerKind,
    rating: Option<&'r Question>,
    total: u16,
}

impl<'r> Scale<'r> {
    /// The scale of a kind of answer under a rulebook; for ratings, the scale of the one it scores by.
    pub(super) fn of(from: &'r Rulebook, kind: AnswerKind) -> Self {
        let total = from.ballots.interview.iter().find_map(|question| match question {
            Question::Split { total, .. } => Some(*total),
            _ => None,
        });
        let rating = needs::scored_rating(from).and_then(|name| needs::rating(from, name));
        Self { kind, rating, total: total.unwrap_or(0) }
    }

    /// The scale of the rating of this name, or else of the one it scores by.
    pub(super) fn of_rating(from: &'r Rulebook, name: &str, kind: AnswerKind) -> Self {
        let scale = Self::of(from, kind);
        Self { rating: needs::rating(from, name).filter(|_| kind == AnswerKind::Rating).or(scale.rating), ..scale }
    }

    /// The level of a witness in one interview, more being more human; `None` where the judge gave no answer.
    pub(super) fn level(&self, answers: &Answers<Witness>, witness: Witness) -> Option<i64> {
        match self.kind {
            AnswerKind::Choice => answers.choice.map(|chosen| i64::from(chosen == witness)),
            AnswerKind::Verdict => answers.verdicts.get(&witness).map(|verdict| match verdict {
                Verdict::Human => 2,
                Verdict::Unsure => 1,
                Verdict::Machine => 0,
            }),
            AnswerKind::Rating => self.rated(answers, witness).map(|rating| i64::from(rating.thousandths())),
            AnswerKind::Split => answers.split.get(&witness).map(|&points| i64::from(points)),
            AnswerKind::Ranking => None,
        }
    }

    /// Compares a level with the middle of the scale.
    pub(super) fn side(&self, level: i64) -> Ordering {
        let (low, high) = match self.kind {
            AnswerKind::Choice | AnswerKind::Ranking => (0, 1),
            AnswerKind::Verdict => (0, 2),
            AnswerKind::Split => (0, i64::from(self.total)),
            AnswerKind::Rating => self.ends(),
        };
        (2 * level).cmp(&(low + high))
    }

    /// A level converted to the scale of another rating, to the nearest thousandth.
    pub(super) fn onto(&self, level: i64, low: u16, high: u16) -> Decimal {
        let (from, to) = match self.kind {
            AnswerKind::Split => (0, i64::from(self.total)),
            _ => self.ends(),
        };
        let (low, high) = (i64::from(low) * 1000, i64::from(high) * 1000);
        let width = (to - from).max(1);
        let moved = low + ((level - from) * (high - low) * 2 + width).div_euclid(2 * width);
        Decimal::from_thousandths(u32::try_from(moved.max(0)).unwrap_or(u32::MAX))
    }

    fn rated(&self, answers: &Answers<Witness>, witness: Witness) -> Option<Decimal> {
        let Some(Question::Rating { name, .. }) = self.rating else { return None };
        answers.ratings.get(name)?.get(&witness).copied()
    }

    fn ends(&self) -> (i64, i64) {
        match self.rating {
            Some(Question::Rating { from, to, .. }) => (i64::from(*from) * 1000, i64::from(*to) * 1000),
            _ => (0, 0),
        }
    }
}

/// The place of each witness in its judge's ranking, less being more human.
pub(super) type Places = BTreeMap<(u16, JudgeId), BTreeMap<Witness, usize>>;

/// The places of all rankings.
pub(super) fn places(rankings: &[EndRanking]) -> Places {
    let of = |order: &[Vec<Witness>]| {
        let level = |(place, group): (usize, &Vec<Witness>)| group.iter().map(move |&w| (w, place)).collect::<Vec<_>>();
        order.iter().enumerate().flat_map(level).collect()
    };
    rankings.iter().map(|ranking| ((ranking.trial, ranking.judge), of(&ranking.order))).collect()
}

/// Each judge's order of the witnesses with a level, most human first; several interviews with one witness count as
/// their mean.
pub(super) fn orders(scale: &Scale<'_>, interviews: &[Outcome]) -> BTreeMap<(u16, JudgeId), Vec<Vec<Witness>>> {
    let mut sums: BTreeMap<(u16, JudgeId), BTreeMap<Witness, (i64, i64)>> = BTreeMap::new();
    for outcome in interviews {
        let Some(answers) = &outcome.answers else { continue };
        for &witness in &outcome.witnesses {
            if let Some(level) = scale.level(answers, witness) {
                let of_judge = sums.entry((outcome.trial, outcome.interview.judge)).or_default();
                let (sum, count) = of_judge.entry(witness).or_default();
                (*sum, *count) = (*sum + level, *count + 1);
            }
        }
    }
    let ordered = |levels: BTreeMap<Witness, (i64, i64)>| {
        let higher = |a: (i64, i64), b: (i64, i64)| (b.0 * a.1).cmp(&(a.0 * b.1));
        let mut levels: Vec<_> = levels.into_iter().collect();
        levels.sort_by(|a, b| higher(a.1, b.1).then(a.0.cmp(&b.0)));
        levels
            .chunk_by(|a, b| higher(a.1, b.1) == Ordering::Equal)
            .map(|level| level.iter().map(|(witness, _)| *witness).collect())
            .collect()
    };
    sums.into_iter().map(|(key, levels)| (key, ordered(levels))).collect()
}
