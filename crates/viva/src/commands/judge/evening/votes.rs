//! The vote between entries that are level, on a terminal.

use contest::labels;

use super::{Evening, Wish};

impl Evening {
    /// Whether a vote is open for this judge.
    pub(super) fn is_voting(&self) -> bool {
        self.stage().vote.is_some()
    }

    /// Whether this judge has not voted in the vote that is open.
    pub(super) fn owes_a_vote(&self) -> bool {
        self.stage().vote.as_ref().is_some_and(|form| !self.screen.votes.contains_key(&form.vote))
    }

    /// Says what the vote is about, and how one votes.
    pub(super) fn begin_vote(&mut self) {
        let Some(form) = self.stage().vote.clone() else {
            return self.page.say("Other judges are asked to decide between entries that are level: please wait.");
        };
        self.page.say(labels::vote_asked().to_string());
        for (number, met) in (1..).zip(&form.candidates) {
            self.page.say(format!("  {number}. {}", labels::candidate(met)));
        }
        self.page.say(format!("  0. {}", labels::no_preference()));
        self.page.say("Type the number of your choice. You may change it until the vote is closed.");
    }

    /// A line of the judge while a vote is open.
    pub(super) fn vote_line(&mut self, word: &str) {
        let Some(form) = self.stage().vote.clone() else {
            return self.page.say("There is nothing to say now: please wait.");
        };
        let preferred = match word.parse::<usize>() {
            Ok(0) => None,
            Ok(number) if number <= form.candidates.len() => form.candidates[number - 1].first().copied(),
            _ if word.is_empty() => return,
            _ => return self.page.say(format!("Please type a number from 0 to {}.", form.candidates.len())),
        };
        self.wishes.push_back(Wish::Vote { vote: form.vote, preferred });
    }

    /// The vote is recorded.
    pub(super) fn voted(&mut self) {
        let Some(form) = self.stage().vote.clone() else { return };
        if let Some(preferred) = self.screen.votes.get(&form.vote) {
            let voted = labels::voted(&form.candidates, *preferred);
            self.page.say(format!("{voted} Type another number to change it."));
        }
    }

    /// What a line is asked for with while a vote is open.
    pub(super) fn vote_prompt(&self) -> Option<String> {
        self.owes_a_vote().then(|| "vote> ".to_owned())
    }
}
