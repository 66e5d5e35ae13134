//! Keys: the unit of a keystroke contest.
//!
//! The alphabet is that of the directory protocol of 2006 to 2016: printable ASCII, space, Tab, Return and BackSpace.
//! Text from keyboards that write more (typographic quotes, accents) is carried over by [`keys_of`], so that no witness
//! can be told by its character set.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// One key press. Serialises as the character itself, or `Return`, `BackSpace`, `Tab`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A printable ASCII character or a space; made only by [`Key::printable`].
    Char(Printable),
    /// Ends an utterance.
    Return,
    /// Deletes the character before it.
    BackSpace,
    /// A tab.
    Tab,
}

/// A character from `' '` to `'~'`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Printable(u8);

impl Printable {
    /// The character.
    #[must_use]
    pub fn get(self) -> char {
        char::from(self.0)
    }
}

impl Key {
    /// The key of a printable ASCII character or a space, `None` for anything else.
    #[must_use]
    pub fn printable(c: char) -> Option<Self> {
        matches!(c, ' '..='~').then(|| Self::Char(Printable(c as u8)))
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

/// A text that names no key of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no key of the alphabet (printable ASCII, Return, BackSpace, Tab)")]
pub struct UnknownKey;

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut chars = text.chars();
        match (text, chars.next(), chars.next()) {
            ("Return", ..) => Ok(Self::Return),
            ("BackSpace", ..) => Ok(Self::BackSpace),
            ("Tab", ..) => Ok(Self::Tab),
            (_, Some(c), None) => Self::printable(c).ok_or(UnknownKey),
            _ => Err(UnknownKey),
        }
    }
}

crate::ids::schema_of_text!(Key, "^([ -~]|Return|BackSpace|Tab)$");

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

/// The keys a person would press for this text: a newline becomes Return, a character outside the alphabet its nearest
/// ASCII spelling (`é` to `e`, `“` to `"`), and a character that has none is left out.
pub fn keys_of(text: &str) -> impl Iterator<Item = Key> + '_ {
    text.chars().flat_map(|c| {
        let (key, spelling) = match c {
            '\n' => (Some(Key::Return), ""),
            '\t' => (Some(Key::Tab), ""),
            '\u{8}' => (Some(Key::BackSpace), ""),
            _ => match Key::printable(c) {
                Some(key) => (Some(key), ""),
                None => (None, deunicode::deunicode_char(c).unwrap_or("")),
            },
        };
        key.into_iter().chain(spelling.chars().filter_map(Key::printable))
    })
}

/// Text as it stands on a screen: keys applied one after the other, BackSpace deleting the last character.
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
        let keys: String = keys_of("“naïve” café… it’s 日").map(|key| key.to_string()).collect();
        assert_eq!(keys, "\"naive\" cafe... it's Ri ");
    }

    #[test]
    fn every_key_reads_back_from_its_name() {
        for key in (' '..='~').filter_map(Key::printable).chain([Key::Return, Key::BackSpace, Key::Tab]) {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "é", "\u{7}", "ab", "return"] {
            assert_eq!(text.parse::<Key>(), Err(UnknownKey));
        }
    }

    #[test]
    fn a_control_character_presses_no_key() {
        let others = ('\0'..='\u{9f}').filter(|c| c.is_control() && !['\n', '\t', '\u{8}'].contains(c));
        assert_eq!(keys_of(&others.collect::<String>()).count(), 0);
    }
}
