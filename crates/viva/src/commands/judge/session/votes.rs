//! The vote between tied entries, on a terminal.

use contest::{event::Preference, labels, view::stage::VoteForm};
use language::Message;

use super::{JudgeSession, Wish};

impl JudgeSession {
    /// Returns true if a vote is open for this judge.
    pub(super) fn is_voting(&self) -> bool {
        self.stage().vote.is_some()
    }

    /// Returns true if this judge has not voted in the open vote.
    pub(super) fn owes_a_vote(&self) -> bool {
        self.stage().vote.as_ref().is_some_and(|form| !self.screen.votes.contains_key(&form.vote))
    }

    /// Explains the vote and lists the choices.
    pub(super) fn begin_vote(&mut self) {
        let Some(form) = self.stage().vote.clone() else {
            return self.page.say("Other judges are asked to decide between entries that are level: please wait.");
        };
        let (asked, none) = match &form.question {
            Some(question) => (labels::matter_asked(question), labels::agreed(None)),
            None => (labels::vote_asked(), labels::no_preference()),
        };
        self.page.say(asked.to_string());
        for (number, (choice, _)) in (1..).zip(choices(&form)) {
            self.page.say(format!("  {number}. {choice}"));
        }
        self.page.say(format!("  0. {none}"));
        self.page.say("Type the number of your choice. You may change it until the vote is closed.");
    }

    /// Takes a line of the judge while a vote is open.
    pub(super) fn vote_line(&mut self, word: &str) {
        let Some(form) = self.stage().vote.clone() else {
            return self.page.say("There is nothing to say now: please wait.");
        };
        let choices = choices(&form);
        let preference = match word.parse::<usize>() {
            Ok(0) => Preference { preferred: None, agrees: None },
            Ok(number) if number <= choices.len() => choices[number - 1].1,
            _ if word.is_empty() => return,
            _ => return self.page.say(format!("Please type a number from 0 to {}.", choices.len())),
        };
        self.wishes.push_back(Wish::Vote { vote: form.vote, preference });
    }

    /// The vote is recorded.
    pub(super) fn voted(&mut self) {
        let Some(form) = self.stage().vote.clone() else { return };
        if let Some(said) = self.screen.votes.get(&form.vote) {
            let voted = match form.question {
                Some(_) => labels::answered(said.agrees),
                None => labels::voted(&form.candidates, said.preferred),
            };
            self.page.say(format!("{voted} Type another number to change it."));
        }
    }

    /// The prompt while a vote is open.
    pub(super) fn vote_prompt(&self) -> Option<String> {
        self.owes_a_vote().then(|| "vote> ".to_owned())
    }
}

/// The judge's choices, in the order of their numbers.
fn choices(form: &VoteForm) -> Vec<(Message, Preference)> {
    let said = |preferred, agrees| Preference { preferred, agrees };
    match form.question {
        Some(_) => [true, false].map(|agrees| (labels::agreed(Some(agrees)), said(None, Some(agrees)))).into(),
        None => form.candidates.iter().map(|met| (labels::candidate(met), said(met.first().copied(), None))).collect(),
    }
}
