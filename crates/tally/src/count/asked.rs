//! The form's questions, looked up once before ballots are counted.

use rulebook::{
    Rulebook,
    schema::{Question, RankFrom},
};

/// The questions with answers to count.
#[derive(Debug)]
pub(super) struct CountedQuestions {
    pub(super) choice: bool,
    pub(super) verdict: bool,
    /// The points that make a winner of a split.
    pub(super) winner: Option<u16>,
    /// The number of ratings on the form.
    pub(super) ratings: usize,
    pub(super) ranking: Option<RankFrom>,
    /// For each rating name in the ballots, its index among the ratings of the form.
    places: Vec<Option<usize>>,
}

impl CountedQuestions {
    /// The questions of this rulebook, for ballots with these rating names.
    pub(super) fn by(rulebook: &Rulebook, names: &[String]) -> Self {
        let form = &rulebook.ballots.interview;
        let ratings: Vec<&str> = crate::yardstick::rating_names(rulebook).collect();
        Self {
            choice: form.contains(&Question::Choice),
            verdict: form.iter().any(|question| matches!(question, Question::Verdict { .. })),
            winner: form.iter().find_map(|question| match question {
                Question::Split { winner, .. } => Some(*winner),
                _ => None,
            }),
            ranking: rulebook.ballots.ranking.map(|rules| rules.from),
            places: names.iter().map(|name| ratings.iter().position(|asked| asked == name)).collect(),
            ratings: ratings.len(),
        }
    }

    /// The index among the form's ratings of the name that a mark refers to.
    pub(super) fn rating(&self, name: u32) -> Option<usize> {
        self.places.get(name as usize).copied().flatten()
    }
}
