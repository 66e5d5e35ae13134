//! Words for what judges answered.

use std::{collections::BTreeMap, fmt::Display};

use contest::result::InterviewResult;
use rulebook::{InterviewId, RoundNumber, Side, Witness};
use tally::Verdict;

use crate::Site;

impl Site<'_> {
    /// What was answered about an interview, question by question.
    pub(crate) fn answers(&self, result: &InterviewResult) -> Vec<String> {
        if result.void {
            return vec!["played again in another round: does not count".to_owned()];
        }
        let guess = result.guess.map(|guess| format!("the other side took the judge for: {}", verdict(guess)));
        let Some(answers) = &result.answers else {
            let none = if result.aborted { "ended early" } else { "no ballot" }.to_owned();
            return [none].into_iter().chain(guess).collect();
        };
        let kind = |witness: &Witness| match witness {
            Witness::Confederate(_) => "the person",
            Witness::Entry(_) => "the program",
        };
        let choice = answers.choice.iter().map(|witness| format!("named {witness}, {}", kind(witness)));
        let verdicts = answers.verdicts.iter().map(|(witness, found)| format!("{witness}: {}", verdict(*found)));
        let ratings = answers.ratings.iter().map(|(name, numbers)| format!("{name}: {}", listed(numbers)));
        let split = (!answers.split.is_empty()).then(|| format!("points: {}", listed(&answers.split)));
        let sure = answers.confidence.map(|sure| format!("{sure} per cent sure"));
        let id = InterviewId { round: RoundNumber::new(result.round), judge: result.judge };
        let is_draft = self.contest.interviews.get(&id).is_some_and(|known| known.drafts.contains(&Side::Judge));
        let draft = is_draft.then(|| "never sealed: a draft that counted".to_owned());
        choice.chain(verdicts).chain(ratings).chain(split).chain(sure).chain(guess).chain(draft).collect()
    }
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Human => "human",
        Verdict::Machine => "machine",
        Verdict::Unsure => "unsure",
    }
}

pub(crate) fn listed<T: Display>(numbers: &BTreeMap<Witness, T>) -> String {
    numbers.iter().map(|(witness, number)| format!("{witness} {number}")).collect::<Vec<_>>().join(", ")
}

/// Minutes and seconds: `4:05`.
pub(crate) fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
