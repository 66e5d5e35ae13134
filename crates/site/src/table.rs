//! Sentences for judges' answers.

use std::{collections::BTreeMap, fmt::Display};

use contest::result::InterviewResult;
use language::Message;
use rulebook::{InterviewId, RoundNumber, Side, Witness};
use tally::Verdict;

use crate::{Site, names};

impl Site<'_> {
    /// Returns the judge's answers about an interview, question by question.
    pub(crate) fn answers(&self, result: &InterviewResult) -> Vec<Message> {
        if result.void {
            return vec![say!("site-answer-void")];
        }
        let guess = result.guess.map(|guess| say!("site-answer-guess", verdict = verdict(guess)));
        let Some(answers) = &result.answers else {
            let none = if result.aborted { say!("site-answer-ended") } else { say!("site-answer-none") };
            return [none].into_iter().chain(guess).collect();
        };
        let choice = answers.choice.iter().map(|witness| match witness {
            Witness::Confederate(_) => say!("site-answer-named-person", witness = witness.to_string()),
            Witness::Entry(_) => say!("site-answer-named-program", witness = witness.to_string()),
        });
        let verdicts = answers.verdicts.iter();
        let verdicts =
            verdicts.map(|(witness, found)| say!("site-answer", of = witness.to_string(), answer = verdict(*found)));
        let ratings =
            answers.ratings.iter().map(|(name, numbers)| say!("site-answer", of = name, answer = listed(numbers)));
        let split = (!answers.split.is_empty()).then(|| say!("site-answer-points", points = listed(&answers.split)));
        let sure = answers.confidence.map(|sure| say!("site-answer-sure", sure = sure));
        let id = InterviewId { round: RoundNumber::new(result.round), judge: result.judge };
        let known = self.contest.interviews.get(&id);
        let draft = known.filter(|known| known.drafts.contains(&Side::Judge)).map(|_| say!("site-answer-draft"));
        let late = known.filter(|known| known.late.contains(&Side::Judge)).map(|_| say!("site-answer-late"));
        choice.chain(verdicts).chain(ratings).chain(split).chain(sure).chain(guess).chain(draft).chain(late).collect()
    }
}

pub(crate) fn verdict(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Human => say!("site-human"),
        Verdict::Machine => say!("site-machine"),
        Verdict::Unsure => say!("site-unsure"),
    }
}

fn listed<T: Display>(numbers: &BTreeMap<Witness, T>) -> Message {
    names::row(numbers.iter().map(|(witness, number)| format!("{witness} {number}")))
}

/// Formats seconds as minutes and seconds: `4:05`.
pub(crate) fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
