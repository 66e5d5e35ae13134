//! Enforced opening words: the keys and lines that a rulebook allows as a witness's first line.
//!
//! Only a beginning of the words is let through, so the judge sees the same from people and programs.
//! [`Prompter`](crate::prompter::Prompter) enforces the words for programs, which cannot read a refusal.

use language::Message;
use rulebook::Key;

use crate::refusal::either;

/// True if the key continues one of the openings after the typed `line`.
#[must_use]
pub fn lets_key(words: &[String], line: &str, key: Key) -> bool {
    match key {
        Key::Char(c) => words.iter().any(|words| rest_of(words, line).is_some_and(|rest| rest.starts_with(c.get()))),
        Key::Return => words.iter().any(|words| words == line),
        Key::BackSpace => true,
        Key::Tab => false,
    }
}

/// True if the text is one of the openings. Spaces around it do not count.
#[must_use]
pub fn lets_say(words: &[String], text: &str) -> bool {
    words.iter().any(|words| words == text.trim())
}

/// The openings as a phrase: `“Hello.” or “Good day.”`.
#[must_use]
pub fn named(words: &[String]) -> Message {
    either(words.iter().map(|words| say!("refused-words", words = words)))
}

/// The rest of the words after the beginning already typed.
fn rest_of<'w>(words: &'w str, begun: &str) -> Option<&'w str> {
    words.strip_prefix(begun)
}

#[cfg(test)]
mod tests {
    use rulebook::key::{Typed, keys_of};

    use super::*;

    /// The line that results from these keys when refused ones are left out.
    fn let_through(text: &str) -> String {
        let words = ["Hello, I am John.".to_owned(), "Hello, I am Joan.".to_owned()];
        let mut typed = Typed::default();
        for key in keys_of(text) {
            if lets_key(&words, typed.as_str(), key) {
                typed.press(key);
            }
        }
        typed.as_str().to_owned()
    }

    #[test]
    fn only_the_words_come_through_whatever_is_typed() {
        assert_eq!(let_through("Hello, I am Joan.\n"), "Hello, I am Joan.\n");
        assert_eq!(let_through("Hello, I am Jo\u{8}ohn.\n"), "Hello, I am John.\n", "what was right may be taken back");
        assert_eq!(let_through("Who are you?\n"), "", "a return does not end what is not there");
        assert_eq!(let_through("Hello!\tI am John"), "HelloI am John"[..5].to_owned());
    }

    #[test]
    fn an_utterance_is_the_words_or_nothing() {
        let words = ["Good day.".to_owned()];
        assert!(lets_say(&words, "Good day. "));
        assert!(!lets_say(&words, "Good day. How are you?") && !lets_say(&words, "good day.") && !lets_say(&words, ""));
        assert_eq!(named(&["Hello.".to_owned(), "Good day.".to_owned()]).to_string(), "“Hello.” or “Good day.”");
    }
}
