//! The names of keys in the directory protocol and in keystroke logs of its years.
//!
//! A record writes keys as [`Key`] does; these names are for reading from, and writing to, programs of those years.

use crate::Key;

/// The names of keys that are neither letters nor digits. Source: appendix of the rules of 2010.
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

/// The only name without a character.
const BACKSPACE: &str = "BackSpace";

/// Other names in programs of those years: names of X11 instead of Windows, and misspellings.
const OTHER_NAMES: [(&str, char); 4] = [("apostrophe", '\''), ("grave", '`'), ("quotedble", '"'), ("quotedl", '"')];

/// The name of a key in the rules: a letter or digit itself, one of 36 words for the rest. A character outside ASCII,
/// for which the rules have no name, is its own name.
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

/// The key of this name. Accepts more than the rules, as programs wrote it: the words in any case, `apostrophe` and
/// `grave`, two misspellings of `quotedbl`, and a character as itself.
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
