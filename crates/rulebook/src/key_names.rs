//! The words for keys: how the directory protocol and the keystroke logs of its years write them.
//!
//! A record writes keys as [`Key`] does; these words are for what comes from, and goes to, programs of those years.

use crate::Key;

/// The names of keys that are no letter and no digit. Source: appendix of the rules of 2010.
const KEY_NAMES: [(&str, char); 35] = [
    ("braceleft", '{'),
    ("braceright", '}'),
    ("bracketleft", '['),
    ("bracketright", ']'),
    ("parenleft", '('),
    ("parenright", ')'),
    ("space", ' '),
    ("comma", ','),
    ("period", '.'),
    ("greater", '>'),
    ("less", '<'),
    ("slash", '/'),
    ("backslash", '\\'),
    ("bar", '|'),
    ("quotedbl", '"'),
    ("quoteright", '\''),
    ("Tab", '\t'),
    ("equal", '='),
    ("underscore", '_'),
    ("plus", '+'),
    ("minus", '-'),
    ("exclam", '!'),
    ("at", '@'),
    ("numbersign", '#'),
    ("dollar", '$'),
    ("percent", '%'),
    ("asterisk", '*'),
    ("asciicircum", '^'),
    ("asciitilde", '~'),
    ("quoteleft", '`'),
    ("ampersand", '&'),
    ("Return", '\n'),
    ("colon", ':'),
    ("semicolon", ';'),
    ("question", '?'),
];

/// The one name that stands for no character.
const BACKSPACE: &str = "BackSpace";

/// Names that programs of those years wrote instead: X11 where Windows was meant, and misspellings.
const OTHER_NAMES: [(&str, char); 4] = [("apostrophe", '\''), ("grave", '`'), ("quotedble", '"'), ("quotedl", '"')];

/// The name of a key as the rules write it: a letter or digit itself, one of 36 words for the rest. A character that is not
/// ASCII, for which the rules have no name, is its own.
#[must_use]
pub fn key_name(key: Key) -> String {
    let character = match key {
        Key::BackSpace => return BACKSPACE.to_owned(),
        Key::Return => '\n',
        Key::Tab => '\t',
        Key::Char(c) => c.get(),
    };
    let word = KEY_NAMES.iter().find(|(_, c)| *c == character);
    word.map_or_else(|| character.to_string(), |(word, _)| (*word).to_owned())
}

/// The key of this name. Beyond the rules, as programs wrote them: the words in any case, `apostrophe` and `grave`, two
/// misspellings of `quotedbl`, and a character as itself.
#[must_use]
pub fn key_named(name: &str) -> Option<Key> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return Key::of(c);
    }
    if name.eq_ignore_ascii_case(BACKSPACE) {
        return Some(Key::BackSpace);
    }
    let (_, c) = KEY_NAMES.iter().chain(&OTHER_NAMES).find(|(word, _)| name.eq_ignore_ascii_case(word))?;
    match c {
        '\n' => Some(Key::Return),
        '\t' => Some(Key::Tab),
        c => Key::printable(*c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_from_its_word_in_any_case() {
        let keys = (' '..='~').filter_map(Key::printable).chain([Key::Return, Key::BackSpace, Key::Tab]);
        for key in keys {
            let word = key_name(key);
            assert_eq!(key_named(&word), Some(key), "{word}");
            assert!(word.bytes().all(|b| b.is_ascii_alphanumeric()), "a word is part of a directory's name: {word}");
            if word.len() > 1 {
                assert_eq!(key_named(&word.to_uppercase()), Some(key), "{word}");
            }
        }
        assert_eq!(key_named("apostrophe"), Key::printable('\''));
        assert_eq!(key_named("nokey"), None);
    }
}
