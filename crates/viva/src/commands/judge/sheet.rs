//! A ballot as questions in the terminal, one after the other, each repeated until its answer is valid.
//!
//! The rulebook defines valid answers: every answer is checked by [`tally::form`], as the server does again.

use std::collections::{BTreeMap, BTreeSet};

use contest::{
    fields::{self, BadField},
    labels::SeatLabel,
    view::stage::Form,
};
use rulebook::{RoundNumber, Seat, schema::Question};
use tally::{Answers, Verdict, form};

use super::terminal_words::{mark, phrase};

/// A form that is being filled in.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    round: RoundNumber,
    about: Vec<Seat>,
    steps: Vec<SheetQuestion>,
    /// The number of questions answered.
    at: usize,
    answers: Answers<Seat>,
    /// The lines given as answers, by question.
    given: Vec<String>,
}

/// One question to be answered with one line.
#[derive(Debug, Clone)]
struct SheetQuestion {
    question: Question,
    /// The seats that the line is about.
    about: Vec<Seat>,
}

impl Sheet {
    /// An empty form.
    pub(super) fn of(questions: &[Question], form: &Form) -> Self {
        let step = |question: &Question| -> Vec<SheetQuestion> {
            let each = matches!(question, Question::Verdict { .. } | Question::Rating { .. });
            let abouts: Vec<Vec<Seat>> =
                if each { form.seats.iter().map(|seat| vec![*seat]).collect() } else { vec![form.seats.clone()] };
            abouts.into_iter().map(|about| SheetQuestion { question: question.clone(), about }).collect()
        };
        Self {
            round: form.interview.round,
            about: form.seats.clone(),
            steps: questions.iter().flat_map(step).collect(),
            at: 0,
            answers: Answers::default(),
            given: Vec::new(),
        }
    }

    /// The round of the form.
    pub(super) fn round(&self) -> RoundNumber {
        self.round
    }

    /// The seats of the form.
    pub(super) fn about(&self) -> &[Seat] {
        &self.about
    }

    /// The next question in words; `None` when all are answered.
    pub(super) fn question(&self) -> Option<String> {
        self.steps.get(self.at).map(SheetQuestion::text)
    }

    /// The answers, once complete.
    pub(super) fn answers(&self) -> Option<&Answers<Seat>> {
        (self.at == self.steps.len()).then_some(&self.answers)
    }

    /// The answers so far.
    pub(super) fn so_far(&self) -> &Answers<Seat> {
        &self.answers
    }

    /// Takes a line as the answer to the next question.
    ///
    /// # Errors
    /// A sentence about the fault; the question remains the next.
    pub(super) fn answer(&mut self, line: &str) -> Result<(), String> {
        let Some(step) = self.steps.get(self.at) else { return Ok(()) };
        let read = step.read(line.trim())?;
        step.check(&read)?;
        let Answers { choice, verdicts, ratings, split, confidence, reason } = read;
        self.answers.choice = choice.or(self.answers.choice);
        self.answers.verdicts.extend(verdicts);
        for (name, numbers) in ratings {
            self.answers.ratings.entry(name).or_default().extend(numbers);
        }
        self.answers.split.extend(split);
        self.answers.confidence = confidence.or(self.answers.confidence);
        if let Question::Reason { .. } = step.question {
            self.answers.reason = reason;
        }
        match self.given.get_mut(self.at) {
            Some(given) => line.trim().clone_into(given),
            None => self.given.push(line.trim().to_owned()),
        }
        self.at += 1;
        Ok(())
    }

    /// Goes back to the previous question, to answer it again.
    #[cfg(feature = "screen")]
    pub(super) fn go_back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Every question in words, with its answer.
    #[cfg(feature = "screen")]
    pub(super) fn rows(&self) -> impl Iterator<Item = (String, Option<&str>)> {
        self.steps.iter().enumerate().map(|(n, step)| (step.text(), self.given.get(n).map(String::as_str)))
    }

    /// The index of the next question.
    #[cfg(feature = "screen")]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The possible answers to the next question, if they are few.
    #[cfg(feature = "screen")]
    pub(super) fn choices(&self) -> Vec<String> {
        let Some(step) = self.steps.get(self.at) else { return Vec::new() };
        match &step.question {
            Question::Choice => step.about.iter().map(|seat| mark(*seat)).collect(),
            Question::Verdict { unsure } => {
                let words = ["person", "program"].into_iter().chain(unsure.then_some("unsure"));
                words.map(str::to_owned).collect()
            }
            Question::Rating { from, to, decimals: 0, .. } => (*from..=*to).map(|n| n.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    /// Clears all answers.
    pub(super) fn begin_anew(&mut self) {
        self.at = 0;
        self.answers = Answers::default();
        self.given.clear();
    }
}

impl SheetQuestion {
    /// The question, with its possible answers.
    fn text(&self) -> String {
        let seat = self.about.first().copied().unwrap_or(Seat::Only);
        let seats = || self.about.iter().map(|seat| mark(*seat)).collect::<Vec<_>>();
        match &self.question {
            Question::Choice => format!("Which of the two is the human? Write {}.", seats().join(" or ")),
            Question::Verdict { unsure } => {
                let unsure = if *unsure { ", or unsure" } else { "" };
                format!("Is {} a person or a program? Write person or program{unsure}.", phrase(seat))
            }
            Question::Rating { text, from, to, decimals, anchors, .. } => {
                let of = if seat == Seat::Only { String::new() } else { format!(" ({})", phrase(seat)) };
                let number = match decimals {
                    0 => format!("Write a whole number from {from} to {to}"),
                    1 => format!(
                        "Write a number from {from} to {to}, with at most one decimal place after a point or comma"
                    ),
                    places => format!("Write a number from {from} to {to}, with at most {places} decimal places"),
                };
                let meant: Vec<_> = (*from..).zip(anchors).map(|(n, anchor)| format!("{n} {anchor}")).collect();
                let meant = if meant.is_empty() { String::new() } else { format!(" ({})", meant.join(", ")) };
                format!("{text}{of} {number}{meant}.")
            }
            Question::Split { total, winner, again } => {
                let again = if *again { "" } else { " Use no split twice, whichever of the two has more." };
                format!(
                    "Share out {total} points, more for the more human one: one of the two gets at least {winner}.{again} \
                     Write the points of {}, such as {winner} {}.",
                    seats().join(" and "),
                    total.saturating_sub(*winner),
                )
            }
            Question::Confidence => {
                "How sure are you? Write a whole number from 0, a mere guess, to 100, quite certain.".to_owned()
            }
            Question::Reason { characters, required } => {
                let leave = if *required { "" } else { ", or an empty one to leave it out" };
                format!("Why? Write one line of at most {characters} characters{leave}.")
            }
        }
    }

    /// The answer in this line.
    fn read(&self, line: &str) -> Result<Answers<Seat>, String> {
        let mut answers = Answers::default();
        let seat = self.about.first().copied().unwrap_or(Seat::Only);
        match &self.question {
            Question::Choice => {
                answers.choice = Some(seat_of(&self.about, line).ok_or_else(|| {
                    let seats: Vec<_> = self.about.iter().map(|seat| mark(*seat)).collect();
                    format!("write {}", seats.join(" or "))
                })?);
            }
            Question::Verdict { unsure } => {
                let verdict = verdict_of(line, *unsure).ok_or_else(|| {
                    let allowed = if *unsure { "person, program or unsure" } else { "person or program" };
                    format!("write {allowed}")
                })?;
                answers.verdicts = [(seat, verdict)].into();
            }
            Question::Rating { name, from, to, decimals, .. } => {
                let number = fields::decimal(line, *decimals).map_err(|why| match why {
                    BadField::NoNumber(_) => format!("write a number from {from} to {to}"),
                    why => why.to_string(),
                })?;
                answers.ratings.insert(name.clone(), [(seat, number)].into());
            }
            Question::Split { .. } => {
                let numbers: Option<Vec<u16>> = line
                    .split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | ':'))
                    .filter(|number| !number.is_empty())
                    .map(|number| number.parse().ok())
                    .collect();
                let numbers = numbers.filter(|numbers| numbers.len() == self.about.len());
                let numbers = numbers.ok_or("write two whole numbers with a space between them")?;
                answers.split = self.about.iter().copied().zip(numbers).collect::<BTreeMap<_, _>>();
            }
            Question::Confidence => {
                let number = line.trim_end_matches('%').trim_end();
                let number: u8 = number.parse().map_err(|_| "write a whole number from 0 to 100")?;
                answers.confidence = Some(number);
            }
            Question::Reason { .. } => answers.reason = (!line.is_empty()).then(|| line.to_owned()),
        }
        Ok(answers)
    }

    fn check(&self, answers: &Answers<Seat>) -> Result<(), String> {
        let about: BTreeSet<_> = self.about.iter().copied().map(SeatLabel).collect();
        let labelled = answers.clone().relabel(|seat| Some(SeatLabel(seat))).unwrap_or_default();
        form::check(std::slice::from_ref(&self.question), &about, &labelled, &[]).map_err(|fault| fault.to_string())
    }
}

/// The seat named by its word, or by an unambiguous beginning of it.
pub(super) fn seat_of(seats: &[Seat], word: &str) -> Option<Seat> {
    let word = word.trim().to_lowercase();
    let mut meant = seats.iter().copied().filter(|seat| !word.is_empty() && mark(*seat).starts_with(&word));
    let seat = meant.next()?;
    meant.next().is_none().then_some(seat)
}

fn verdict_of(word: &str, unsure: bool) -> Option<Verdict> {
    let word = word.to_lowercase();
    let is = |all: &[&str]| !word.is_empty() && all.contains(&word.as_str());
    match () {
        () if is(&["person", "human", "h", "a person"]) => Some(Verdict::Human),
        () if is(&["program", "machine", "m", "a program"]) => Some(Verdict::Machine),
        () if unsure && is(&["unsure", "u", "?"]) => Some(Verdict::Unsure),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::{InterviewId, JudgeId};

    use super::*;

    fn sheet(questions: &[Question], seats: &[Seat]) -> Sheet {
        let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
        Sheet::of(questions, &Form { interview, seats: seats.to_vec() })
    }

    fn rating(decimals: u8) -> Question {
        let anchors = ["no", "a little", "yes"].map(str::to_owned).to_vec();
        Question::Rating { name: "wit".into(), text: "How witty?".into(), from: 1, to: 3, decimals, anchors }
    }

    /// Fills in a sheet with these lines, and returns the faults of the invalid ones.
    fn filled(questions: &[Question], seats: &[Seat], lines: &[&str]) -> (Answers<Seat>, Vec<String>) {
        let mut sheet = sheet(questions, seats);
        let faults = lines.iter().filter_map(|line| sheet.answer(line).err()).collect();
        (sheet.answers().unwrap().clone(), faults)
    }

    #[test]
    fn every_kind_of_question_is_asked_in_a_sentence() {
        let questions = [
            Question::Choice,
            Question::Verdict { unsure: true },
            rating(0),
            Question::Split { total: 100, winner: 51, again: false },
            Question::Confidence,
            Question::Reason { characters: 80, required: false },
        ];
        let mut sheet = sheet(&questions, &Seat::PAIR);
        let mut asked = Vec::new();
        for line in ["left", "person", "?", "2", "3", "60 40", "80%", ""] {
            asked.push(sheet.question().unwrap());
            sheet.answer(line).unwrap();
        }
        assert_eq!(
            asked,
            [
                "Which of the two is the human? Write left or right.",
                "Is the left one a person or a program? Write person or program, or unsure.",
                "Is the right one a person or a program? Write person or program, or unsure.",
                "How witty? (the left one) Write a whole number from 1 to 3 (1 no, 2 a little, 3 yes).",
                "How witty? (the right one) Write a whole number from 1 to 3 (1 no, 2 a little, 3 yes).",
                "Share out 100 points, more for the more human one: one of the two gets at least 51. Use no split twice, \
                 whichever of the two has more. Write the points of left and right, such as 51 49.",
                "How sure are you? Write a whole number from 0, a mere guess, to 100, quite certain.",
                "Why? Write one line of at most 80 characters, or an empty one to leave it out.",
            ]
        );
        let answers = sheet.answers().unwrap();
        let about = Seat::PAIR.into_iter().collect();
        let labelled = answers.clone().relabel(|seat| Some(SeatLabel(seat))).unwrap();
        let about: BTreeSet<Seat> = about;
        assert_eq!(form::check(&questions, &about.into_iter().map(SeatLabel).collect(), &labelled, &[]), Ok(()));
    }

    #[test]
    fn what_is_no_answer_is_asked_again() {
        let only = [Seat::Only];
        let check = |question: Question, seats: &[Seat], wrong: &[(&str, &str)], right: &str| {
            for (line, why) in wrong {
                let (_, faults) = filled(std::slice::from_ref(&question), seats, &[line, right]);
                assert!(faults.len() == 1 && faults[0].contains(why), "{line:?}: {faults:?}");
            }
        };
        let choice = [("", "left or right"), ("both", "left or right"), ("lefty", "left or right"), ("1", "left")];
        check(Question::Choice, &Seat::PAIR, &choice, "r");
        let verdict = [("", "person or program"), ("unsure", "person or program"), ("p", "person"), ("yes", "person")];
        check(Question::Verdict { unsure: false }, &only, &verdict, "Human");
        let numbers =
            [("", "a number"), ("0", "scale"), ("4", "scale"), ("1.5", "whole"), ("-1", "number"), ("two", "number")];
        check(rating(0), &only, &numbers, "3");
        check(rating(1), &only, &[("1.25", "1 decimal"), ("1e3", "a number"), ("NaN", "a number")], "1,5");
        let split = Question::Split { total: 100, winner: 51, again: true };
        let splits = [
            ("", "two whole numbers"),
            ("60", "two whole numbers"),
            ("60 40 0", "two whole numbers"),
            ("50 50", "at least 51"),
            ("70 40", "add up to 110"),
            ("99999999 1", "two whole numbers"),
            ("-60 160", "two whole numbers"),
        ];
        check(split, &Seat::PAIR, &splits, "60/40");
        check(Question::Confidence, &only, &[("101", "100"), ("300", "100"), ("half", "0 to 100"), ("", "0")], "0");
        let reason = Question::Reason { characters: 4, required: true };
        check(reason, &only, &[("", "reason"), ("  ", "reason"), ("12345", "shorten")], "1234");
    }

    proptest! {
        #[test]
        fn no_line_makes_a_sheet_panic_or_hold_what_the_rulebook_forbids(lines in prop::collection::vec(any::<String>(), 1..20)) {
            let questions = [Question::Choice, rating(2), Question::Split { total: 10, winner: 6, again: true }];
            let mut sheet = sheet(&questions, &Seat::PAIR);
            for line in lines {
                let _ = sheet.answer(&line);
            }
            if let Some(answers) = sheet.answers() {
                let about = Seat::PAIR.into_iter().map(SeatLabel).collect();
                let labelled = answers.clone().relabel(|seat| Some(SeatLabel(seat))).unwrap();
                prop_assert_eq!(form::check(&questions, &about, &labelled, &[]), Ok(()));
            }
        }
    }
}
