//! Measures and figures in words.

use rulebook::{JudgeId, Rulebook, schema::Measure};

use crate::{Score, result::Scored, words, yardstick::Yardstick};

/// What a measure is called: `mean rank`. With the figures that are compared, because a mean stands for a total where totals
/// would be unfair.
pub(super) fn name(measure: &Measure, score: Option<Score>) -> String {
    match measure {
        Measure::TimesTakenForHuman => "number of times it was taken for the human".to_owned(),
        Measure::ShareTakenForHuman => "share of interviews in which it was taken for the human".to_owned(),
        Measure::MedianRank => "median rank".to_owned(),
        Measure::MeanRank => "mean rank".to_owned(),
        Measure::RankTotal if matches!(score, Some(Score::Mean { .. })) => MEAN_FOR_TOTAL.to_owned(),
        Measure::RankTotal => RANK_TOTAL.to_owned(),
        Measure::MeanRating(name) => format!("mean rating for {name}"),
        Measure::MedianRating(name) => format!("median rating for {name}"),
    }
}

pub(super) const MEAN_FOR_TOTAL: &str = "mean of ranks by points";
pub(super) const RANK_TOTAL: &str = "rank total";

/// What a witness did or has, as a sentence goes on after its id: `has a mean rank of 2.5 (5/2)`.
pub(super) fn told(measure: &Measure, of: &Scored) -> String {
    match (measure, of.score) {
        (Measure::TimesTakenForHuman, Some(score)) => {
            format!("was taken for the human {}", by_judges(score, &of.judges))
        }
        (Measure::ShareTakenForHuman, Some(Score::Share(share))) => {
            format!("was taken for the human in {}", words::share(share.part(), share.whole()))
        }
        (_, Some(score)) => format!("has a {} of {score}", name(measure, of.score)),
        (Measure::TimesTakenForHuman | Measure::ShareTakenForHuman, None) => "was judged in no interview".to_owned(),
        (_, None) => format!("has no {}", name(measure, None)),
    }
}

/// The end of the order that is better, as a sentence says it of the best: `the lowest`.
pub(super) fn superlative(rulebook: &Rulebook, measure: &Measure) -> &'static str {
    match measure {
        Measure::TimesTakenForHuman => "the most",
        _ if Yardstick::new(rulebook, measure).less_is_better => "the lowest",
        _ => "the highest",
    }
}

/// `by 3 judges (J1, J2, J4)`, with the number of interviews where a judge met the witness more than once.
pub(super) fn by_judges(times: Score, judges: &[JudgeId]) -> String {
    let by = words::named(judges, "judge");
    match times {
        Score::Times { times, .. } if times != judges.len() as u64 => format!("in {times} interviews by {by}"),
        _ => format!("by {by}"),
    }
}

/// A figure for a sentence; `none` when there is none.
pub(super) fn or_none(score: Option<Score>) -> String {
    score.map_or_else(|| "none".to_owned(), |score| score.to_string())
}
