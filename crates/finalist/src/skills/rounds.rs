//! The rounds of the contest: numbers, times, lengths.

use jiff::civil::DateTime;

use super::time::{any_stated, dated, lasting, shown};
use crate::{
    answer::{Answer, sure},
    contest::{Contest, Stage, later, minutes_between},
    mind::Mind,
    numbers,
    text::{Sentence, capital},
};

const CONTEST: &str = "contest|competition|test|event|tournament|final|session|match";

/// A question with its contest, and the place of this moment among the rounds.
struct Asked<'a> {
    sentence: &'a Sentence,
    contest: Contest,
    now: DateTime,
    stage: Stage,
}

/// Answers questions about the contest and its rounds.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    let about_rounds = asked.low.iter().any(|word| word == "round" || word == "rounds");
    let about_contest = asked.low.iter().any(|word| CONTEST.split('|').any(|contest| contest == word));
    let Some(contest) = mind.contest else {
        let unknown = "Nobody has told me about the rounds, so I take this to be the first.";
        return about_rounds.then_some(()).and_then(|()| sure(60, unknown));
    };
    let asked = Asked { sentence: asked, contest, now: mind.now, stage: contest.stage(mind.now) };
    let of_rounds =
        || asked.one_round().or_else(|| asked.counts()).or_else(|| asked.times()).or_else(|| asked.number());
    let text =
        (about_rounds.then(of_rounds).flatten()).or_else(|| about_contest.then(|| asked.of_contest()).flatten())?;
    sure(92, text)
}

impl Asked<'_> {
    fn has(&self, words: &[&str]) -> bool {
        self.sentence.low.iter().any(|word| words.contains(&word.as_str()))
    }

    fn is_length(&self) -> bool {
        self.has(&["long", "minutes", "duration", "length"]) && self.has(&["how", "what"])
    }

    /// The numbers of rounds: all, left, over.
    fn counts(&self) -> Option<String> {
        let asked = self.sentence;
        let all = self.contest.rounds;
        let left = asked.is(&[
            "how many rounds * left *",
            "how many * rounds * left|remain|more|come|go|follow|after *",
            "how many more rounds *",
        ]);
        let over = asked.is(&["how many rounds * been|over|played|passed|finished|done|before|had *"]);
        match self.stage {
            Stage::Round(now, _) if left => {
                Some(format!("{} after this one.", capital(&counted(i64::from(all) - now))))
            }
            Stage::Before(_) if left => Some(format!("All {all}.")),
            Stage::After if left => Some("None.".to_owned()),
            Stage::Round(now, _) if over => Some(format!("{} before this one.", capital(&counted(now - 1)))),
            _ => (self.has(&["many"]) && !self.is_length()).then(|| format!("There are {all} rounds.")),
        }
    }

    /// The times and lengths of this round and the next.
    fn times(&self) -> Option<String> {
        let length = || format!("A round takes {}.", lasting(i64::from(self.contest.round_minutes)));
        let Stage::Round(now, minutes) = self.stage else { return self.is_length().then(length) };
        let at = format!("{}, in {}", shown(later(self.now, minutes)), lasting(minutes));
        if self.has(&["left", "remain", "remaining", "until", "till", "over", "end", "ends", "finish", "finished"]) {
            return Some(format!("This round ends at {at}."));
        }
        if self.has(&["next"]) {
            let of_time = self.has(&["when", "time", "begin", "start", "long"]);
            return Some(if of_time {
                format!("The next round starts at {at}.")
            } else {
                format!("The next one is round {}.", now + 1)
            });
        }
        self.is_length().then(length)
    }

    /// The number of this round, or of the one before.
    fn number(&self) -> Option<String> {
        let all = self.contest.rounds;
        let asks_last = self.has(&["last", "final"]) && self.sentence.low[0] == "is";
        match self.stage {
            Stage::Round(now, _) if asks_last && now == i64::from(all) => {
                Some("Yes, this is the last round.".to_owned())
            }
            Stage::Round(now, _) if asks_last => Some(format!("No, this is round {now} of {all}.")),
            Stage::Round(now, _) if self.has(&["previous", "last"]) => {
                Some(format!("The one before was round {}.", now - 1))
            }
            _ if !self.sentence.is(&[
                "what|which *",
                "in what|which *",
                "is this|it *",
                "the number *",
                "how far *",
            ]) =>
            {
                None
            }
            Stage::Before(minutes) => Some(format!(
                "No round has begun: the first starts at {}, in {}.",
                shown(self.contest.start),
                lasting(minutes)
            )),
            Stage::Round(now, _) => Some(format!("This is round {now} of {all}.")),
            Stage::After => Some(format!("All {all} rounds are over.")),
        }
    }

    /// The times of the whole contest.
    fn of_contest(&self) -> Option<String> {
        let Contest { start, .. } = self.contest;
        let starts = self.has(&["start", "starts", "begin", "begins", "started", "began", "starting", "scheduled"]);
        if self.has(&["end", "ends", "over", "finish"]) {
            return Some(format!("It ends at {}.", shown(self.contest.end())));
        }
        if starts && self.has(&["long"]) {
            return Some(format!("It started {} ago.", lasting(minutes_between(start, self.now))));
        }
        if starts {
            return Some(format!("It starts at {} on {}.", shown(start), dated(start)));
        }
        if self.has(&["long"]) {
            return Some(format!("It takes {}.", lasting(minutes_between(start, self.contest.end()))));
        }
        let of_day = self.sentence.is(&["?on what|which day|date *", "when is|does *"]);
        of_day.then(|| format!("It is on {}, and starts at {}.", dated(start), shown(start)))
    }

    /// Answers questions about the round at a stated time, and about the times of a numbered round.
    fn one_round(&self) -> Option<String> {
        let Self { sentence: asked, contest, now, .. } = self;
        if let Some(moment) = any_stated(asked, contest.start) {
            return Some(match contest.stage(moment) {
                Stage::Round(round, _) => format!("At {} it is round {round}.", shown(moment)),
                Stage::Before(_) => format!("At {} no round has begun.", shown(moment)),
                Stage::After => format!("At {} all rounds are over.", shown(moment)),
            });
        }
        let number = |word: &String| numbers::of_word(word).or_else(|| i64::try_from(numbers::ordinal(word)?).ok());
        let numbered = |pattern: &&str| {
            let word = &asked.first(&[pattern])?[1];
            let last = matches!(word.as_str(), "last" | "final").then(|| i64::from(contest.rounds));
            number(word).or(last).filter(|round| (1..=i64::from(contest.rounds)).contains(round))
        };
        let named = ["* round # *", "* # round *"].iter().find_map(numbered)?;
        let start = later(contest.start, (named - 1) * i64::from(contest.round_minutes));
        let end = later(start, i64::from(contest.round_minutes));
        if !asked.is(&["* when *", "* what time *", "how long *", "how many minutes *"]) {
            return None;
        }
        if self.has(&["end", "ends", "finish", "over", "ended", "stop"]) {
            return Some(format!("Round {named} ends at {}.", shown(end)));
        }
        let verb = if start < *now { "started" } else { "starts" };
        self.has(&["begin", "begins", "start", "starts", "started", "began"])
            .then(|| format!("Round {named} {verb} at {}.", shown(start)))
    }
}

fn counted(number: i64) -> String {
    if number == 0 { "none".to_owned() } else { numbers::words(number) }
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    // The conversations of `check` begin at 10:47 on Saturday, 23 October 2010, in round 3 of 6.
    #[test]
    fn rounds_have_numbers_and_times() {
        check(
            "
            What round is this? => round 3
            Which round are we in now? => round 3
            Is this the last round? => No
            How many rounds are there? => 6
            How many rounds are left after this one? => Three
            How long is each round? => 30 minutes
            When does this round end? => 11:00 AM
            How many minutes are left in this round? => 13 minutes
            When does the next round start? => 11:00 AM
            When did the competition start? => 9:30 AM
            When is the contest over? => 12:30 PM
            Which round is it at 11:17? => round 4
            At what time does the fifth round begin? => 11:30 AM
            On which day of the week does the contest take place? => Saturday
            ",
        );
    }
}
