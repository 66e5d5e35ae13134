//! The classes of gaps between keys, and the time that people take for each.
//!
//! The numbers are those of the four people who were witnesses in round 1 of the final of 2012 (7,464 keys), fitted as
//! two log-normals: fluent steps, and pauses.

use rulebook::Key;

/// The classes of gaps, by the key that ends the gap and the text before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    WithinWord,
    ToSpace,
    WordStart,
    WordStartAfterComma,
    /// The first letter of a sentence.
    SentenceStart,
    /// The key after a comma, semicolon, colon, parenthesis or quotation mark.
    AfterComma,
    /// The key after a full stop, question mark or exclamation mark.
    AfterStop,
    /// A digit, or a sign that is no punctuation.
    Sign,
    /// A punctuation mark.
    ToPunctuation,
    ToReturn,
    FirstBackSpace,
    NextBackSpace,
    AfterCorrection,
    /// The same `.`, `?`, `!` or space once more.
    Repeated,
}

/// The durations of a class of gaps, in milliseconds and natural logarithms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law {
    /// Median and spread of fluent steps.
    pub(super) fluent: (f64, f64),
    /// The share of pauses.
    pub(super) pauses: f64,
    /// Median and spread of pauses.
    pub(super) pause: (f64, f64),
    /// The weight of the habits for pairs of keys.
    pub(super) habit: f64,
    /// The longest gap.
    pub(super) longest: f64,
}

/// True for characters of words, including an apostrophe and a mark on a letter. The numbers come from English; other
/// alphabets are assumed to be typed as fluently.
fn is_letter(key: char) -> bool {
    key == '\'' || if key.is_ascii() { key.is_ascii_alphabetic() } else { key.is_alphabetic() || is_mark(key) }
}

/// True for combining diacritical marks; a letter may have several.
fn is_mark(key: char) -> bool {
    matches!(key, '\u{300}'..='\u{36f}')
}

impl Class {
    /// The class of the gap before `key`; `before` is the last key, and `line` the text of the line so far.
    pub(super) fn of(line: &str, before: Key, key: Key) -> Self {
        let key = match (before, key) {
            (_, Key::Return) => return Self::ToReturn,
            (Key::BackSpace, Key::BackSpace) => return Self::NextBackSpace,
            (_, Key::BackSpace) => return Self::FirstBackSpace,
            (Key::BackSpace, _) => return Self::AfterCorrection,
            (_, Key::Tab) => return Self::Sign,
            (_, Key::Char(c)) => c.get(),
        };
        let last = line.chars().next_back();
        match (last, key) {
            (Some(last), _) if last == key && matches!(key, '.' | '?' | '!' | ' ') => Self::Repeated,
            (Some('.' | '?' | '!'), _) => Self::AfterStop,
            (Some(',' | ';' | ':' | '(' | ')' | '"'), _) => Self::AfterComma,
            (_, '.' | '?' | '!' | ',' | ';' | ':' | '(' | ')' | '"') => Self::ToPunctuation,
            (_, ' ') => Self::ToSpace,
            (Some(' ' | '\t' | '\n') | None, letter) if is_letter(letter) => {
                match line.trim_end_matches([' ', '\t']).chars().next_back() {
                    Some('.' | '?' | '!' | '\n') | None => Self::SentenceStart,
                    Some(',' | ';' | ':') => Self::WordStartAfterComma,
                    Some(_) => Self::WordStart,
                }
            }
            (_, letter) if is_letter(letter) => Self::WithinWord,
            _ => Self::Sign,
        }
    }

    /// True if a word begins here, so that a capital costs a Shift.
    pub(super) fn starts_word(self) -> bool {
        matches!(self, Self::WordStart | Self::WordStartAfterComma | Self::SentenceStart)
    }

    /// True if keys may roll over here: the next is down before the last is up.
    pub(super) fn rolls_over(self) -> bool {
        matches!(self, Self::WithinWord | Self::ToSpace)
    }

    pub(super) fn law(self) -> Law {
        let (fluent, pauses, pause) = match self {
            Self::WithinWord => ((146.0, 0.24), 0.08, (230.0, 0.85)),
            Self::ToSpace => ((148.0, 0.27), 0.14, (330.0, 1.0)),
            Self::WordStart => ((178.0, 0.32), 0.22, (560.0, 0.92)),
            Self::WordStartAfterComma => ((195.0, 0.36), 0.28, (690.0, 0.75)),
            Self::SentenceStart => ((210.0, 0.20), 0.35, (790.0, 0.55)),
            Self::AfterComma => ((158.0, 0.15), 0.12, (420.0, 0.75)),
            Self::AfterStop => ((215.0, 0.20), 0.33, (1500.0, 1.1)),
            Self::Sign => ((180.0, 0.40), 0.12, (600.0, 0.8)),
            Self::ToPunctuation => ((450.0, 0.62), 0.08, (4000.0, 0.45)),
            Self::ToReturn => ((345.0, 0.40), 0.42, (2000.0, 1.1)),
            Self::FirstBackSpace => ((470.0, 0.28), 0.58, (1200.0, 0.67)),
            Self::NextBackSpace => ((150.0, 0.15), 0.12, (400.0, 0.3)),
            Self::AfterCorrection => ((380.0, 0.80), 0.02, (8000.0, 0.3)),
            Self::Repeated => ((140.0, 0.15), 0.0, (140.0, 0.15)),
        };
        let habit = match self {
            Self::WithinWord => 0.30,
            Self::ToSpace | Self::WordStart => 0.15,
            Self::WordStartAfterComma
            | Self::SentenceStart
            | Self::AfterComma
            | Self::AfterStop
            | Self::Sign
            | Self::ToPunctuation
            | Self::ToReturn
            | Self::FirstBackSpace
            | Self::NextBackSpace
            | Self::AfterCorrection
            | Self::Repeated => 0.0,
        };
        let longest = if self == Self::ToReturn { 30_000.0 } else { 15_000.0 };
        Law { fluent, pauses, pause, habit, longest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, key: char, expected: Class) {
        let before = line.chars().next_back().and_then(Key::of).unwrap();
        assert_eq!(Class::of(line, before, Key::of(key).unwrap()), expected, "`{line}` then `{key}`");
    }

    #[test]
    fn a_key_is_classed_by_what_stands_before_it() {
        check("th", 'e', Class::WithinWord);
        check("don", '\'', Class::WithinWord);
        check("well-", 'k', Class::WithinWord);
        check("the", ' ', Class::ToSpace);
        check("the ", 'c', Class::WordStart);
        check("well, ", 'y', Class::WordStartAfterComma);
        check("Yes.  ", 'I', Class::SentenceStart);
        check("well,", ' ', Class::AfterComma);
        check("(", 'a', Class::AfterComma);
        check("Yes.", ' ', Class::AfterStop);
        check("What?", '!', Class::AfterStop);
        check("cat", '.', Class::ToPunctuation);
        check("said ", '"', Class::ToPunctuation);
        check("..", '.', Class::Repeated);
        check("end. ", ' ', Class::Repeated);
        check("d", 'é', Class::WithinWord);
        check("said. ", 'Ж', Class::SentenceStart);
        check("in ", '2', Class::Sign);
        check("5 ", '€', Class::Sign);
        check("well", '-', Class::Sign);
        let letter = Key::printable('a').unwrap();
        assert_eq!(Class::of("a.", letter, Key::Return), Class::ToReturn);
        assert_eq!(Class::of("a", letter, Key::BackSpace), Class::FirstBackSpace);
        assert_eq!(Class::of("a", Key::BackSpace, Key::BackSpace), Class::NextBackSpace);
        assert_eq!(Class::of("a", Key::BackSpace, letter), Class::AfterCorrection);
    }
}
