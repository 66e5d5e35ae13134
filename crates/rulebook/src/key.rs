//! Keys: the unit of a keystroke contest.
//!
//! The rulebook's [`Alphabet`] decides which of them travel. A character outside it is replaced by its nearest spelling
//! ([`Alphabet::keys_of`]), for judges, confederates and programs alike, so that no witness is recognised by its
//! character set.
//!
//! A character is one Unicode scalar value, not a letter as a reader sees it (a grapheme cluster): the boundaries of
//! clusters change with every version of Unicode, and a record must be read alike for ever. So `é` is one key or two,
//! as the keyboard writes it, and a BackSpace deletes one scalar value: deleting a flag takes two.

use std::{fmt, str::FromStr};

use language::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One key press. Serialises as the character itself, or `Return`, `BackSpace`, `Tab`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A character; made only by [`Key::of`].
    Char(Character),
    /// Ends an utterance.
    Return,
    /// Deletes the character before it.
    BackSpace,
    /// A tab.
    Tab,
}

/// A Unicode character that can be on a line: no control character, and none of the two that end a line (U+2028,
/// U+2029).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Character(char);

impl Character {
    /// The character.
    #[must_use]
    pub fn get(self) -> char {
        self.0
    }
}

impl Key {
    /// The key of a character; `None` for one that cannot be on a line.
    #[must_use]
    pub fn of(c: char) -> Option<Self> {
        let has_none = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        (!has_none).then_some(Self::Char(Character(c)))
    }

    /// The key of a printable ASCII character or a space, `None` for anything else.
    #[must_use]
    pub fn printable(c: char) -> Option<Self> {
        Self::of(c).filter(|_| c.is_ascii())
    }
}

/// The keys that travel, beside Return, BackSpace and Tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Alphabet {
    /// Printable ASCII, as in the directory protocol of 2006 to 2016. Other characters are replaced by their nearest
    /// spelling: `é` by `e`, `ß` by `ss`.
    #[default]
    Ascii,
    /// Every Unicode character, one by one. For a program whose protocol cannot carry a character, it is replaced by
    /// its nearest spelling, and the record says so.
    Unicode,
}

/// The most keys in the spelling of a character, so that no single press is a burst.
const SPELLING_MAX: usize = 8;

impl Alphabet {
    /// Returns whether this key travels.
    #[must_use]
    pub fn holds(self, key: Key) -> bool {
        match (self, key) {
            (Self::Ascii, Key::Char(c)) => c.get().is_ascii(),
            _ => true,
        }
    }

    /// The keys that stand for this one: itself, or its nearest spelling, of at most eight keys; none for a character
    /// without a spelling.
    pub fn spelled(self, key: Key) -> impl Iterator<Item = Key> {
        let (itself, spelling) = match key {
            Key::Char(c) if !self.holds(key) => (None, deunicode::deunicode_char(c.get()).unwrap_or("")),
            _ => (Some(key), ""),
        };
        itself.into_iter().chain(spelling.chars().filter_map(Key::printable).take(SPELLING_MAX))
    }

    /// The keys that a person would press for this text: those of [`keys_of`], each [`spelled`](Self::spelled).
    pub fn keys_of(self, text: &str) -> impl Iterator<Item = Key> + '_ {
        keys_of(text).flat_map(move |key| self.spelled(key))
    }

    /// The message to a person who tries to type more.
    #[must_use]
    pub fn refusal(self) -> Message {
        match self {
            Self::Ascii => say!("refused-carries-ascii"),
            Self::Unicode => say!("refused-carries-unicode"),
        }
    }

    pub(crate) fn is_ascii(&self) -> bool {
        *self == Self::Ascii
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "{}", c.get()),
            Self::Return => f.write_str("Return"),
            Self::BackSpace => f.write_str("BackSpace"),
            Self::Tab => f.write_str("Tab"),
        }
    }
}

/// A text that names no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no key (one character that is no control character, or Return, BackSpace, Tab)")]
pub struct UnknownKey;

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut chars = text.chars();
        match (text, chars.next(), chars.next()) {
            ("Return", ..) => Ok(Self::Return),
            ("BackSpace", ..) => Ok(Self::BackSpace),
            ("Tab", ..) => Ok(Self::Tab),
            (_, Some(c), None) => Self::of(c).ok_or(UnknownKey),
            _ => Err(UnknownKey),
        }
    }
}

crate::ids::schema_of_text!(Key, r"^([^\x00-\x1f\x7f-\x9f\u2028\u2029]|Return|BackSpace|Tab)$");

impl Serialize for Key {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The keys of this text, one for each character: a newline is Return, and a character that cannot be on a line is left
/// out. The [`Alphabet`] decides whether they travel.
pub fn keys_of(text: &str) -> impl Iterator<Item = Key> + '_ {
    text.chars().filter_map(|c| match c {
        '\n' => Some(Key::Return),
        '\t' => Some(Key::Tab),
        '\u{8}' => Some(Key::BackSpace),
        c => Key::of(c),
    })
}

/// Text on a screen: keys applied one after the other, BackSpace deleting the last character.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed(String);

impl Typed {
    /// Applies one key. A BackSpace on an empty text does nothing.
    pub fn press(&mut self, key: Key) {
        match key {
            Key::Char(c) => self.0.push(c.get()),
            Key::Return => self.0.push('\n'),
            Key::Tab => self.0.push('\t'),
            Key::BackSpace => {
                self.0.pop();
            }
        }
    }

    /// The text, lines separated by `\n`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_and_its_backspace_leave_what_was_meant() {
        let mut typed = Typed::default();
        keys_of("Helko\u{8}\u{8}lo,\tJim.\n").for_each(|key| typed.press(key));
        assert_eq!(typed.as_str(), "Hello,\tJim.\n");
    }

    #[test]
    fn typographic_characters_become_the_keys_everyone_has() {
        let typed = |alphabet: Alphabet| -> String {
            alphabet.keys_of("“naïve” café… it’s 日").map(|key| key.to_string()).collect()
        };
        assert_eq!(typed(Alphabet::Ascii), "\"naive\" cafe... it's Ri ");
        assert_eq!(typed(Alphabet::Unicode), "“naïve” café… it’s 日");
    }

    #[test]
    fn every_key_reads_back_from_its_name() {
        let others = ['é', '日', '\u{301}', '\u{200d}', '🙂'].into_iter().filter_map(Key::of);
        let plain = (' '..='~').filter_map(Key::printable);
        for key in plain.chain(others).chain([Key::Return, Key::BackSpace, Key::Tab]) {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "\u{7}", "\u{85}", "\u{2028}", "ab", "e\u{301}", "return"] {
            assert_eq!(text.parse::<Key>(), Err(UnknownKey));
        }
    }

    #[test]
    fn a_control_character_presses_no_key() {
        let others = ('\0'..='\u{9f}').filter(|c| c.is_control() && !['\n', '\t', '\u{8}'].contains(c));
        assert_eq!(keys_of(&others.collect::<String>()).count(), 0);
    }
}
