//! Keys of questions: the words that a right answer holds.

use crate::{half::Half, text::words_of};

/// The words that a right answer holds. A key suggests a mark; people give it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Key {
    /// Words or phrases of which one suffices. Empty where `all` is not.
    pub any: Vec<String>,
    /// Words or phrases that must all occur.
    pub all: Vec<String>,
    /// Words or phrases of wrong answers, such as the smaller thing of a pair.
    pub not: Vec<String>,
}

impl Key {
    /// A key of which one answer suffices.
    pub fn any(answers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { any: answers.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The key with wrong answers.
    #[must_use]
    pub fn but_not(self, answers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { not: answers.into_iter().map(Into::into).collect(), ..self }
    }

    /// The suggested mark of an answer, from 0 to `marks`: all of them for a right answer, half of them (rounded down to a
    /// whole mark) for a right answer followed by a wrong one or for a part of what is needed, otherwise none. Case, punctuation
    /// and blanks do not matter.
    #[must_use]
    pub fn suggestion(&self, answer: &str, marks: u16) -> Half {
        let words = words_of(answer);
        let place = |phrase: &String| place_of(&words, &words_of(phrase));
        let right = self.any.iter().filter_map(place).min();
        let wrong = self.not.iter().filter_map(place).min();
        let found = self.all.iter().filter(|phrase| place(phrase).is_some()).count();
        let half = Half::whole(marks / 2);
        if !self.all.is_empty() {
            return match found {
                0 => Half::whole(0),
                found if found == self.all.len() && wrong.is_none() => Half::whole(marks),
                _ => half,
            };
        }
        match (right, wrong) {
            (Some(_), None) => Half::whole(marks),
            (Some(right), Some(wrong)) if right < wrong => half,
            _ => Half::whole(0),
        }
    }
}

/// The place of a phrase among words.
fn place_of(words: &[String], phrase: &[String]) -> Option<usize> {
    if phrase.is_empty() { None } else { words.windows(phrase.len()).position(|window| window == phrase) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grapefruit_is_not_a_grape_in_an_answer() {
        let key = Key::any(["grapefruit"]).but_not(["grape"]);
        let mark = |answer| key.suggestion(answer, 2);
        assert_eq!(mark("A GRAPEFRUIT, of course."), Half::whole(2));
        assert_eq!(mark("A grapefruit is larger than a grape."), Half::whole(1));
        assert_eq!(mark("A grape is larger than a grapefruit."), Half::whole(0));
        assert_eq!(mark("I like fruit."), Half::whole(0));
    }

    #[test]
    fn times_and_phrases_are_found_whatever_their_punctuation() {
        let key = Key::any(["10:45", "a quarter to eleven"]);
        for answer in ["It is 10.45.", "10:45 AM", "Well, a quarter to  Eleven!"] {
            assert_eq!(key.suggestion(answer, 2), Half::whole(2), "{answer}");
        }
        assert_eq!(key.suggestion("110:45", 2), Half::whole(0));
    }

    #[test]
    fn a_part_of_everything_needed_is_half_an_answer() {
        let key = Key { all: vec!["apple".into(), "knife".into()], ..Key::default() };
        assert_eq!(key.suggestion("a knife and an apple", 2), Half::whole(2));
        assert_eq!(key.suggestion("an apple", 2), Half::whole(1));
        assert_eq!(key.suggestion("nothing", 2), Half::whole(0));
    }
}
