//! Replacement of phrases that must not be printed.
//!
//! The rules of 2003 reserve the right to edit conversations before publication, and fix the mark in place of a phrase.
//! People choose the phrases; this module finds them in whole words, in any case, spacing or position.

use super::{Dialogue, Line, Visit};

/// The mark in place of a phrase. Source: rules of 2003, section 17.
pub const DELETED: &str = "[phrase deleted]";

/// Phrases to remove.
///
/// A match ignores the case of letters and the number of blanks or line breaks between words. Only whole words match:
/// `ass` is not found in `class`. If several phrases begin at the same position, the longest is removed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phrases {
    /// Each phrase in lower case with single blanks, with its index in the given list; longest first.
    phrases: Vec<(usize, Vec<char>)>,
    count: usize,
}

/// A text, or a dialogue, after editing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited<T> {
    /// The printable result.
    pub text: T,
    /// The number of removals of each phrase, in the order of the list; 0 for a phrase without a match.
    pub deleted: Vec<usize>,
}

impl Phrases {
    /// Makes a search for the phrases of a list. An empty phrase matches nowhere.
    #[must_use]
    pub fn new<S: AsRef<str>>(list: impl IntoIterator<Item = S>) -> Self {
        let mut phrases: Vec<_> = list.into_iter().map(|phrase| folded(phrase.as_ref())).enumerate().collect();
        let count = phrases.len();
        phrases.retain(|(_, phrase)| !phrase.is_empty());
        phrases.sort_by_key(|(_, phrase)| std::cmp::Reverse(phrase.len()));
        Self { phrases, count }
    }

    /// The text without the phrases.
    #[must_use]
    pub fn edit(&self, text: &str) -> Edited<String> {
        let mut deleted = vec![0; self.count];
        let text = self.edit_counting(text, &mut deleted);
        Edited { text, deleted }
    }

    /// The dialogue with every line edited. Names and notice stay: they are not speech.
    #[must_use]
    pub fn edit_dialogue(&self, dialogue: &Dialogue) -> Edited<Dialogue> {
        let mut deleted = vec![0; self.count];
        let mut line = |line: &Line| Line { text: self.edit_counting(&line.text, &mut deleted), ..line.clone() };
        let visits = dialogue.visits.iter();
        let visits =
            visits.map(|visit| Visit { judge: visit.judge, lines: visit.lines.iter().map(&mut line).collect() });
        let text = Dialogue { visits: visits.collect(), ..dialogue.clone() };
        Edited { text, deleted }
    }

    fn edit_counting(&self, text: &str, deleted: &mut [usize]) -> String {
        let text: Vec<char> = text.chars().collect();
        let mut edited = String::new();
        let mut at = 0;
        while let Some(c) = text.get(at) {
            let found = self.phrases.iter().find_map(|(place, phrase)| Some((*place, end_of(&text, at, phrase)?)));
            if let Some((place, end)) = found {
                edited.push_str(DELETED);
                deleted[place] += 1;
                at = end;
            } else {
                edited.push(*c);
                at += 1;
            }
        }
        edited
    }
}

/// A phrase in lower case, with single blanks between its words.
fn folded(phrase: &str) -> Vec<char> {
    phrase.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(lower).collect()
}

/// The end of the phrase that begins at this position of the text, if it matches whole words.
fn end_of(text: &[char], start: usize, phrase: &[char]) -> Option<usize> {
    let mut at = start;
    for expected in phrase {
        let c = *text.get(at)?;
        if *expected == ' ' {
            let blanks = text[at..].iter().take_while(|c| c.is_whitespace()).count();
            at += (blanks > 0).then_some(blanks)?;
        } else {
            at += (lower(c) == *expected).then_some(1)?;
        }
    }
    let parted = |left: usize, right: usize| {
        !(text.get(left).is_some_and(|c| c.is_alphanumeric()) && text.get(right).is_some_and(|c| c.is_alphanumeric()))
    };
    let begins = start == 0 || parted(start - 1, start);
    (begins && parted(at - 1, at)).then_some(at)
}

/// The lower case of a character, if that is one character; otherwise the character itself.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(title: &str, phrases: &[&str], text: &str, expected: &str, deleted: &[usize]) {
        let edited = Phrases::new(phrases).edit(text);
        assert_eq!((edited.text.as_str(), edited.deleted.as_slice()), (expected, deleted), "{title}");
    }

    #[test]
    fn an_offensive_phrase_leaves_its_mark() {
        check("in any case", &["you fool"], "Oh, You FOOL!", "Oh, [phrase deleted]!", &[1]);
        check("across blanks and lines", &["you  fool"], "you \n fool", "[phrase deleted]", &[1]);
        check(
            "not inside another word",
            &["ass"],
            "A class of asses: ass.",
            "A class of asses: [phrase deleted].",
            &[1],
        );
        check("the longest one", &["you", "you fool"], "you fool, you", "[phrase deleted], [phrase deleted]", &[1, 1]);
        check("not where its words are one", &["you fool"], "youfool", "youfool", &[0]);
        check("between letters, as it ends in a mark", &["@#!"], "@#!idiot", "[phrase deleted]idiot", &[1]);
        check("with marks of its own", &["@#!"], "what the @#!?", "what the [phrase deleted]?", &[1]);
        check("a phrase that nobody said", &["fool", "", "Ärger"], "ÄRGER", "[phrase deleted]", &[0, 0, 1]);
    }

    proptest! {
        #[test]
        fn after_editing_no_phrase_is_left(phrases in prop::collection::vec("[abß]{1,2}", 0..3), text in "[aAbBß .]{0,20}") {
            let editor = Phrases::new(&phrases);
            let edited = editor.edit(&text);
            prop_assert_eq!(edited.text.matches(DELETED).count(), edited.deleted.iter().sum::<usize>());
            prop_assert_eq!(editor.edit(&edited.text).deleted, vec![0; phrases.len()]);
        }
    }
}
