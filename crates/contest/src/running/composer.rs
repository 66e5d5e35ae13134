//! Joins keys into finished utterances, for entries that send keys or lines where the contest carries messages.
//!
//! An entry's protocol delivers keys in any contest. Where the contest carries utterances, Return finishes one,
//! BackSpace deletes a character, and a text longer than the rulebook allows is split at a space.

use rulebook::{Key, key::keys_of, schema::Medium};

/// Collects keys into utterances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composer {
    typed: String,
    most: usize,
    /// True if an empty line is an utterance: on a terminal it ends a turn.
    empty: bool,
}

impl Composer {
    /// A composer for this medium; `None` where single keys travel.
    #[must_use]
    pub fn of(medium: Medium) -> Option<Self> {
        let (most, empty) = match medium {
            Medium::Keystrokes { .. } | Medium::Transcript { .. } => return None,
            Medium::Lines { characters, .. } => (characters, true),
            Medium::Messages { characters, .. } => (characters, false),
        };
        Some(Self { typed: String::new(), most: usize::try_from(most).unwrap_or(usize::MAX).max(1), empty })
    }

    /// Takes a key and returns the utterances that it finished, in order.
    pub fn press(&mut self, key: Key) -> Vec<String> {
        match key {
            Key::Char(c) => self.typed.push(c.get()),
            Key::Tab => self.typed.push('\t'),
            Key::BackSpace => drop(self.typed.pop()),
            Key::Return => {
                let line = std::mem::take(&mut self.typed);
                return if line.trim().is_empty() && !self.empty {
                    Vec::new()
                } else {
                    parted(line.trim_end(), self.most)
                };
            }
        }
        Vec::new()
    }
}

/// The keys that type this utterance: its characters and a Return.
pub fn keys_for(text: &str) -> impl Iterator<Item = Key> + '_ {
    keys_of(text).chain([Key::Return])
}

/// The utterances that carry this line in this medium; the line itself where keys travel.
#[must_use]
pub fn parted_for(medium: Medium, line: &str) -> Vec<String> {
    match Composer::of(medium) {
        Some(mut composer) => keys_for(line).flat_map(|key| composer.press(key)).collect(),
        None => vec![line.to_owned()],
    }
}

/// Splits a text into parts of at most `most` characters, at spaces where there are any.
fn parted(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let Some((end, _)) = rest.char_indices().nth(most) else {
            parts.push(rest.to_owned());
            return parts;
        };
        let cut = rest[..end].rfind(' ').filter(|cut| *cut > 0).unwrap_or(end);
        parts.push(rest[..cut].trim_end().to_owned());
        rest = rest[cut..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use rulebook::schema::Alphabet;

    use super::*;

    fn composed(medium: Medium, text: &str) -> Vec<String> {
        let mut composer = Composer::of(medium).unwrap();
        keys_of(text).flat_map(|key| composer.press(key)).collect()
    }

    #[test]
    fn a_return_finishes_a_message_and_blank_ones_are_not_sent() {
        let medium = Medium::Messages { characters: 100, messages: 10 };
        assert_eq!(composed(medium, "Hello\u{8}o\n\n  \nBye\nunfinished"), ["Hello", "Bye"]);
    }

    #[test]
    fn an_empty_line_ends_a_turn_on_a_terminal() {
        assert_eq!(composed(Medium::Lines { characters: 80, lines: 10 }, "one\ntwo\n\n"), ["one", "two", ""]);
    }

    #[test]
    fn what_is_too_long_is_parted_at_a_space() {
        let medium = Medium::Messages { characters: 10, messages: 10 };
        assert_eq!(composed(medium, "the quick brown fox\n"), ["the quick", "brown fox"]);
        assert_eq!(composed(medium, "abcdefghijklmno\n"), ["abcdefghij", "klmno"]);
    }

    #[test]
    fn keys_travel_where_keys_are_carried() {
        assert_eq!(
            Composer::of(Medium::Keystrokes { keys_per_second: 50, keys: 100, alphabet: Alphabet::Unicode }),
            None
        );
    }
}
