//! The Markov chain: words that follow each other as in a text, from a word of the judge's line on.
//!
//! Each word is drawn from those that follow the last two in the text: the second-order word approximation of C. E.
//! Shannon, Bell System Technical Journal 27 (1948) 379-423, section 3.

use std::collections::BTreeMap;

use super::Program;

/// The most words of an answer.
const WORDS_MAX: usize = 30;

/// The most characters of a word of the text that are kept.
const WORD_MAX: usize = 18;

/// The most words of a text that are read.
const TEXT_MAX: usize = 200_000;

#[derive(Debug)]
pub(super) struct Markov {
    /// The words of the text.
    words: Vec<String>,
    /// The places after each pair of words.
    after: BTreeMap<(String, String), Vec<usize>>,
    /// The places of each word, in lower case and without signs.
    places: BTreeMap<String, Vec<usize>>,
    draws: u64,
}

impl Markov {
    pub(super) fn new(text: &str) -> Self {
        let words: Vec<String> = text
            .split_whitespace()
            .take(TEXT_MAX)
            .map(|word| word.chars().filter(|c| !matches!(c, '(' | ')')).take(WORD_MAX).collect())
            .collect();
        let mut after: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, word) in words.iter().enumerate() {
            places.entry(bare(word)).or_default().push(place);
            if place > 1 {
                after.entry((words[place - 2].clone(), words[place - 1].clone())).or_default().push(place);
            }
        }
        Self { words, after, places, draws: 0 }
    }

    /// A number below the bound: the next of a fixed sequence (`SplitMix64`; G. Steele, D. Lea, C. Flood, OOPSLA 2014).
    fn draw(&mut self, bound: usize) -> usize {
        self.draws = self.draws.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.draws;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((value ^ (value >> 31)) % (bound.max(1) as u64)).unwrap_or(0)
    }

    /// The place to begin: at the rarest word of the line that the text has, or anywhere.
    fn start(&mut self, line: &str) -> usize {
        let known = line.split_whitespace().map(bare).filter(|word| !word.is_empty());
        let rarest = known.filter_map(|word| self.places.get(&word)).min_by_key(|places| places.len()).cloned();
        match rarest {
            Some(places) => places[self.draw(places.len())],
            None => self.draw(self.words.len()),
        }
    }
}

impl Program for Markov {
    fn reply(&mut self, line: &str) -> Vec<String> {
        if self.words.is_empty() {
            return Vec::new();
        }
        let mut place = self.start(line);
        let mut said = vec![self.words[place].clone()];
        while said.len() < WORDS_MAX && !said.last().is_some_and(|word| word.ends_with(['.', '!', '?'])) {
            let pair = place.checked_sub(1).map(|before| (self.words[before].clone(), self.words[place].clone()));
            let follow = pair.and_then(|pair| self.after.get(&pair)).cloned().unwrap_or_default();
            place = match follow.len() {
                0 if place + 1 < self.words.len() => place + 1,
                0 => break,
                count => follow[self.draw(count)],
            };
            said.push(self.words[place].clone());
        }
        vec![super::line_words::capital(&said.join(" "))]
    }
}

fn bare(word: &str) -> String {
    word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The cat sat on the mat. The dog sat on the cat. The cat ran away!";

    #[test]
    fn every_three_words_in_a_row_stand_in_the_text() {
        let mut program = Markov::new(TEXT);
        let text = TEXT.to_lowercase();
        for line in ["Where is the dog?", "mat", "hello", "Tell me of the cat."] {
            let answer = program.reply(line).concat().to_lowercase();
            let words: Vec<&str> = answer.split(' ').collect();
            assert!(words.windows(3).all(|three| text.contains(&three.join(" "))), "{answer}");
        }
        assert!(program.reply("dog")[0].to_lowercase().starts_with("dog sat on the"));
    }

    #[test]
    fn an_empty_text_says_nothing() {
        assert!(Markov::new(" \n").reply("Hello?").is_empty());
    }
}
