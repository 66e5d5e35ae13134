//! A line as sentences and words, and patterns that take sentences apart.

use std::ops::Range;

/// The most characters of a line that are read.
const CHARACTERS_MAX: usize = 2_000;

/// The most words of a sentence that are read.
const WORDS_MAX: usize = 60;

/// The most sentences of a line that are read.
const SENTENCES_MAX: usize = 20;

/// A sentence as words without punctuation, contractions written out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// The words in lower case. A possessive `'s` is a word of its own.
    pub(crate) low: Vec<String>,
    /// The same words as they were written.
    pub(crate) raw: Vec<String>,
    /// True if a comma follows the word.
    pub(crate) comma: Vec<bool>,
    /// It ends with a question mark.
    pub(crate) question: bool,
}

/// A line of the other side.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heard {
    /// The text, without spaces at its ends.
    pub(crate) text: String,
    /// Its sentences, none of them empty.
    pub(crate) sentences: Vec<Sentence>,
}

/// Contractions that do not follow a rule.
const CONTRACTIONS: [(&str, &str); 22] = [
    ("can't", "can not"),
    ("cannot", "can not"),
    ("cant", "can not"),
    ("won't", "will not"),
    ("wont", "will not"),
    ("shan't", "shall not"),
    ("ain't", "am not"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("didnt", "did not"),
    ("isnt", "is not"),
    ("im", "I am"),
    ("ive", "I have"),
    ("youre", "you are"),
    ("whats", "what is"),
    ("thats", "that is"),
    ("let's", "let us"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "got to"),
    ("tv", "television"),
    ("o'clock", "o'clock"),
];

/// Words after which `'s` means `is`.
const BEFORE_IS: [&str; 14] =
    ["what", "who", "where", "when", "how", "it", "he", "she", "that", "there", "here", "why", "this", "name"];

impl Heard {
    /// Reads a line.
    pub(crate) fn read(line: &str) -> Self {
        let text: String = line.trim().chars().take(CHARACTERS_MAX).collect();
        let text = text.replace(['\u{2019}', '\u{2018}', '`'], "'").replace(['\u{201c}', '\u{201d}'], "\"");
        let mut sentences = Vec::new();
        let mut open = Sentence::default();
        for piece in text.split_whitespace() {
            open.push(piece);
            if sentence_ends(piece) {
                open.question = piece.trim_end_matches(['"', '\'', ')']).ends_with(['?']) || piece.contains("?");
                sentences.push(std::mem::take(&mut open));
            }
        }
        sentences.push(open);
        sentences.retain(|sentence| !sentence.low.is_empty());
        sentences.truncate(SENTENCES_MAX);
        Self { text, sentences }
    }

    /// All words in lower case.
    pub(crate) fn low(&self) -> Vec<&str> {
        self.sentences.iter().flat_map(|sentence| sentence.low.iter().map(String::as_str)).collect()
    }
}

/// Titles with a full stop that ends no sentence.
const TITLES: [&str; 6] = ["Mr.", "Mrs.", "Ms.", "Dr.", "St.", "e.g."];

fn sentence_ends(piece: &str) -> bool {
    let bare = piece.trim_end_matches(['"', '\'', ')']);
    bare.ends_with(['.', '!', '?', ';']) && !TITLES.contains(&bare)
}

impl Sentence {
    /// The sentence with these words, in lower case.
    pub(crate) fn of(words: &[String]) -> Self {
        let low = words.iter().map(|word| word.to_lowercase()).collect();
        Self { low, raw: words.to_vec(), comma: vec![false; words.len()], question: false }
    }

    fn push(&mut self, piece: &str) {
        // A dash between spaces separates like a comma.
        let dash = matches!(piece, "-" | "--" | "–" | "—");
        let minus = piece == "-" && self.low.last().is_some_and(|last| crate::numbers::of_word(last).is_some());
        if dash && !minus {
            self.comma.last_mut().into_iter().for_each(|comma| *comma = true);
            return;
        }
        let comma = piece.trim_end_matches(['"', '\'', ')']).ends_with([',', ';', ':']);
        let signs = ['+', '*', '/', '=', '%', '$', '-'];
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric() && !signs.contains(&c));
        let bare = if minus {
            piece
        } else if bare.chars().any(char::is_alphanumeric) && !starts_a_number(bare) {
            bare.trim_matches(|c: char| !c.is_alphanumeric())
        } else {
            bare
        };
        for word in spelled_out(bare) {
            if self.low.len() < WORDS_MAX {
                self.low.push(word.to_lowercase());
                self.raw.push(word);
                self.comma.push(false);
            }
        }
        if let Some(last) = self.comma.last_mut() {
            *last |= comma;
        }
    }

    /// The part of the sentence.
    pub(crate) fn part(&self, part: &Range<usize>) -> Self {
        Self {
            low: self.low[part.clone()].to_vec(),
            raw: self.raw[part.clone()].to_vec(),
            comma: self.comma[part.clone()].to_vec(),
            question: self.question,
        }
    }

    /// The parts of the sentence that the pattern captures. See [`fits`].
    pub(crate) fn fits(&self, pattern: &str) -> Option<Vec<Range<usize>>> {
        fits(pattern, &self.low)
    }

    /// The captures of the first pattern that fits, in lower case.
    pub(crate) fn first(&self, patterns: &[&str]) -> Option<Vec<String>> {
        let parts = patterns.iter().find_map(|pattern| self.fits(pattern))?;
        Some(parts.into_iter().map(|part| self.low[part].join(" ")).collect())
    }

    /// True if one of the patterns fits.
    pub(crate) fn is(&self, patterns: &[&str]) -> bool {
        patterns.iter().any(|pattern| self.fits(pattern).is_some())
    }

    /// True if the sentence asks: it has a question mark or begins like a question.
    pub(crate) fn asks(&self) -> bool {
        self.question
            || self.low.first().is_some_and(|word| ASKING.contains(&word.as_str()))
            || self
                .is(&["?please tell|give me|us *", "?please name|spell|say|list|put|sort|count|reverse|repeat|write *"])
    }
}

/// Words that begin a question.
const ASKING: [&str; 29] = [
    "what", "who", "whom", "whose", "which", "where", "when", "why", "how", "is", "are", "am", "was", "were", "do",
    "does", "did", "can", "could", "will", "would", "should", "shall", "has", "may", "must", "isn't", "of", "have",
];

fn starts_a_number(word: &str) -> bool {
    let mut chars = word.chars();
    matches!((chars.next(), chars.next()), (Some('-' | '$'), Some(digit)) if digit.is_ascii_digit())
}

/// A written word as the words it means.
fn spelled_out(word: &str) -> Vec<String> {
    let low = word.to_lowercase();
    if let Some((_, long)) = CONTRACTIONS.iter().find(|(short, _)| *short == low) {
        return long.split(' ').map(str::to_owned).collect();
    }
    // Sums are written without spaces too: `12+5`.
    let operator = |c: char| matches!(c, '+' | '*' | '/' | '=' | '\u{d7}' | '\u{f7}');
    if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(operator) {
        let mut parts = vec![String::new()];
        for c in word.chars() {
            if operator(c) {
                parts.extend([c.to_string(), String::new()]);
            } else if let Some(last) = parts.last_mut() {
                last.push(c);
            }
        }
        parts.retain(|part| !part.is_empty());
        return parts;
    }
    for (end, long) in [("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'m", "am"), ("'d", "would")]
    {
        if low.len() > end.len() && low.ends_with(end) && word.is_char_boundary(word.len() - end.len()) {
            return vec![word[..word.len() - end.len()].to_owned(), long.to_owned()];
        }
    }
    if let Some(owner) = low.strip_suffix("'s").filter(|owner| !owner.is_empty()) {
        let is = BEFORE_IS.contains(&owner);
        let owner = word.chars().take(owner.chars().count()).collect();
        return vec![owner, if is { "is" } else { "'s" }.to_owned()];
    }
    if word.is_empty() { Vec::new() } else { vec![word.to_owned()] }
}

/// Returns the captured parts if the pattern fits all the words.
///
/// A pattern is a list of words. `a|b` means one of several words, `?a|b` for one of them or none, `*` for any
/// words, `+` for at least one word, `#` for exactly one, `(a|b)` for one of several. The last four are captured. A `*`
/// and a `+` take as few words as possible.
pub(crate) fn fits(pattern: &str, words: &[String]) -> Option<Vec<Range<usize>>> {
    let pattern: Vec<&str> = pattern.split_whitespace().collect();
    let mut captured = Vec::new();
    // A pattern with several open parts is tried in many ways; the steps are bounded.
    let mut steps = 20_000;
    matched(&pattern, words, 0, &mut captured, &mut steps).then_some(captured)
}

fn matched(pattern: &[&str], words: &[String], at: usize, captured: &mut Vec<Range<usize>>, steps: &mut usize) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return at == words.len() };
    if *steps == 0 {
        return false;
    }
    *steps -= 1;
    let depth = captured.len();
    match *first {
        "*" | "+" => {
            let least = usize::from(*first == "+");
            for end in at + least..=words.len() {
                captured.push(at..end);
                if matched(rest, words, end, captured, steps) {
                    return true;
                }
                captured.truncate(depth);
            }
            false
        }
        "#" => {
            captured.push(at..at + 1);
            let fits = at < words.len() && matched(rest, words, at + 1, captured, steps);
            if !fits {
                captured.truncate(depth);
            }
            fits
        }
        token => {
            if let Some(choices) = token.strip_prefix('?') {
                let here = words.get(at).is_some_and(|word| choices.split('|').any(|choice| choice == word));
                return (here && matched(rest, words, at + 1, captured, steps)) || {
                    captured.truncate(depth);
                    matched(rest, words, at, captured, steps)
                };
            }
            let inner = token.strip_prefix('(').and_then(|token| token.strip_suffix(')'));
            let choices = inner.unwrap_or(token);
            if !words.get(at).is_some_and(|word| choices.split('|').any(|choice| choice == word)) {
                return false;
            }
            if inner.is_some() {
                captured.push(at..at + 1);
            }
            let fits = matched(rest, words, at + 1, captured, steps);
            if !fits {
                captured.truncate(depth);
            }
            fits
        }
    }
}

/// The text with a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The items as a list in a sentence: `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// The words from the other side's view: `my` becomes `your`, `I am` becomes `you are`.
pub(crate) fn turned(words: &[String]) -> String {
    let mut turned: Vec<String> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let low = word.to_lowercase();
        let before = place.checked_sub(1).map(|before| words[before].to_lowercase());
        let after = words.get(place + 1).map(|word| word.to_lowercase());
        let is_object = place > 0 && place + 1 == words.len()
            || matches!(
                before.as_deref(),
                Some(
                    "to" | "for"
                        | "with"
                        | "about"
                        | "of"
                        | "from"
                        | "at"
                        | "by"
                        | "tell"
                        | "told"
                        | "give"
                        | "gave"
                        | "ask"
                        | "asked"
                        | "show"
                        | "showed"
                        | "send"
                        | "sent"
                )
            );
        let other = match (low.as_str(), before.as_deref()) {
            ("i" | "me", _) => "you",
            ("my", _) => "your",
            ("mine", _) => "yours",
            ("myself", _) => "yourself",
            ("am", _) => "are",
            ("are", Some("you")) => "am",
            ("was", Some("i")) => "were",
            ("was", _) if after.as_deref() == Some("i") => "were",
            ("were", Some("you")) => "was",
            ("your", _) => "my",
            ("yours", _) => "mine",
            ("yourself", _) => "myself",
            ("you", _) if is_object => "me",
            ("you", _) => "I",
            ("we", _) => "you",
            ("us", _) => "you",
            ("our", _) => "your",
            _ => word,
        };
        turned.push(other.to_owned());
    }
    turned.join(" ").replace(" 's", "'s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_sentences() {
        let heard = Heard::read("Hello! What's Harry's dog called, then? It isn't 12+5.");
        let low: Vec<String> = heard.sentences.iter().map(|sentence| sentence.low.join(" ")).collect();
        assert_eq!(low, ["hello", "what is harry 's dog called then", "it is not 12 + 5"]);
        assert_eq!(heard.sentences[1].comma, [false, false, false, false, false, true, false].map(|c| c)[..]);
        assert!(heard.sentences[1].question && !heard.sentences[2].question);
    }

    #[test]
    fn a_pattern_takes_a_sentence_apart() {
        let check = |pattern: &str, line: &str| Heard::read(line).sentences[0].first(&[pattern]);
        assert_eq!(check("which is larger + or +", "Which is larger, a grape or a pear?"), {
            Some(vec!["a grape".to_owned(), "a pear".to_owned()])
        });
        assert_eq!(check("?so what|which is it", "what is it"), Some(vec![]));
        assert_eq!(check("* (red|blue) #", "a red"), None);
    }

    #[test]
    fn one_side_becomes_the_other() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(turned(&words("I told you about my dog")), "you told me about your dog");
        assert_eq!(turned(&words("you are my friend")), "I am your friend");
    }
}
