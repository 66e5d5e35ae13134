//! Measures and figures in words.

use language::Message;
use rulebook::{JudgeId, Rulebook, schema::Measure};

use super::Sentences;
use crate::{
    JudgementOutcome, Score,
    result::Scored,
    sentence_parts::{self, Counted},
    yardstick::Yardstick,
};

/// The name of a measure, such as `mean rank`. With the compared figure, because a mean replaces a total where totals
/// would be unfair.
pub(super) fn name(measure: &Measure, score: Option<Score>) -> Message {
    match measure {
        Measure::TimesTakenForHuman => say!("result-measure-times"),
        Measure::ShareTakenForHuman => say!("result-measure-share"),
        Measure::MedianRank => say!("result-measure-median-rank"),
        Measure::MeanRank => say!("result-measure-mean-rank"),
        Measure::RankTotal if matches!(score, Some(Score::Mean { .. })) => say!("result-measure-mean-by-points"),
        Measure::RankTotal => say!("result-measure-rank-total"),
        Measure::MeanRating(rated) => say!("result-measure-mean-rating", rated = rated),
        Measure::MedianRating(rated) => say!("result-measure-median-rating", rated = rated),
    }
}

/// The figure of a witness: `E2 has a mean rank of 2.5 (5/2)`.
pub(super) fn told(sentences: &Sentences<'_>, measure: &Measure, of: &Scored) -> Message {
    let witness = of.witness.to_string();
    match (measure, of.score) {
        (Measure::TimesTakenForHuman, Some(score)) => taken(of, score),
        (Measure::ShareTakenForHuman, Some(Score::Share(share))) => {
            let interval = sentences.interval(JudgementOutcome::Taken, |row| row.witness == of.witness);
            say!("award-taken-share", witness = witness, share = sentence_parts::share(share, interval.as_ref()))
        }
        (_, Some(score)) => {
            say!("award-has", witness = witness, measure = name(measure, of.score), score = score.to_string())
        }
        (Measure::TimesTakenForHuman | Measure::ShareTakenForHuman, None) => {
            say!("award-not-judged", witness = witness)
        }
        (_, None) => say!("award-has-no", witness = witness, measure = name(measure, None)),
    }
}

/// The text for the best witness, with the better end of the order: `E2 has a mean rank of 1, the lowest`.
pub(super) fn best(rulebook: &Rulebook, measure: &Measure, told: Message) -> Message {
    match measure {
        Measure::TimesTakenForHuman => say!("award-the-most", told = told),
        _ if Yardstick::new(rulebook, measure).less_is_better => say!("award-the-lowest", told = told),
        _ => say!("award-the-highest", told = told),
    }
}

/// `E1 was taken for the human by 3 judges (J1, J2, J4)`, with the number of interviews where it differs from the
/// number of judges.
pub(super) fn taken(of: &Scored, score: Score) -> Message {
    let (witness, judges) = (of.witness.to_string(), sentence_parts::named(Counted::Judges, &of.judges));
    match in_interviews(score, &of.judges) {
        Some(times) => say!("award-taken-in", witness = witness, times = times, judges = judges),
        None => say!("award-taken-by", witness = witness, judges = judges),
    }
}

/// The short form within a list, after another witness: `E2 by 1 judge (J3)`.
pub(super) fn taken_too(of: &Scored, score: Score) -> Message {
    let (witness, judges) = (of.witness.to_string(), sentence_parts::named(Counted::Judges, &of.judges));
    match in_interviews(score, &of.judges) {
        Some(times) => say!("award-taken-in-too", witness = witness, times = times, judges = judges),
        None => say!("award-taken-by-too", witness = witness, judges = judges),
    }
}

/// The number of interviews in which judges took a witness for the human, where it differs from the number of judges.
fn in_interviews(score: Score, judges: &[JudgeId]) -> Option<u64> {
    match score {
        Score::Times { times, .. } if times != judges.len() as u64 => Some(times),
        _ => None,
    }
}
