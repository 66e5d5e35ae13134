//! The answers that a rulebook's score, tie-breaks and awards rest on.

use rulebook::{
    Rulebook,
    schema::{Condition, Measure, Question, TieBreak},
};

/// A kind of answer the ballots must have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// The witness taken for the human.
    Taken,
    /// The verdict about each witness.
    Verdict,
    /// The rating of this name.
    Rating(String),
    /// The points of splits.
    Points,
    /// The rankings.
    Ranks,
}

/// The needs of the score and of the conditions of awards, each once.
pub(super) fn required(rulebook: &Rulebook) -> Vec<Need> {
    let conditions = rulebook.awards.iter().flat_map(|award| &award.when).filter_map(of_condition);
    let mut needs: Vec<Need> = std::iter::once(of_measure(&rulebook.score.by)).chain(conditions).collect();
    needs.sort_unstable();
    needs.dedup();
    needs
}

/// The need of a measure.
pub(crate) fn of_measure(measure: &Measure) -> Need {
    match measure {
        Measure::TimesTakenForHuman | Measure::ShareTakenForHuman => Need::Taken,
        Measure::MedianRank | Measure::MeanRank => Need::Ranks,
        Measure::RankTotal => Need::Points,
        Measure::MeanRating(name) | Measure::MedianRating(name) => Need::Rating(name.clone()),
    }
}

/// The name of the rating that a rulebook scores by: the one about how human a witness seemed, if there is one.
pub(super) fn scored_rating(rulebook: &Rulebook) -> Option<&str> {
    let breaks = rulebook.score.tie_breaks.iter().filter_map(|tie_break| match tie_break {
        TieBreak::By(measure) => Some(measure),
        _ => None,
    });
    std::iter::once(&rulebook.score.by).chain(breaks).find_map(|measure| match measure {
        Measure::MeanRating(name) | Measure::MedianRating(name) => Some(name.as_str()),
        _ => None,
    })
}

/// The rating question of this name.
pub(super) fn rating<'r>(rulebook: &'r Rulebook, wanted: &str) -> Option<&'r Question> {
    let is = |question: &&Question| matches!(question, Question::Rating { name, .. } if name == wanted);
    rulebook.ballots.interview.iter().find(is)
}

fn of_condition(condition: &Condition) -> Option<Need> {
    match condition {
        Condition::Fooled { .. } | Condition::TakenForHumanShare(_) | Condition::IdentifiedAtMost(_) => {
            Some(Need::Taken)
        }
        Condition::HumanVerdicts { .. } => Some(Need::Verdict),
        Condition::MedianAtLeastConfederates | Condition::MedianBelowConfederates | Condition::RankOrder { .. } => {
            Some(Need::Ranks)
        }
        Condition::ScoreAtLeast(_) | Condition::NoConfederateAbove | Condition::ConfederateAbove => None,
    }
}
