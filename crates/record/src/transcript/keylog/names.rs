//! The words for keys in keystroke logs: those of the directory protocol, which the judge program logged as they came.

use rulebook::Key;

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

/// The name of a key: a letter or digit itself, a word for the rest.
pub(super) fn name_of(key: Key) -> String {
    let character = match key {
        Key::BackSpace => return BACKSPACE.to_owned(),
        Key::Return => '\n',
        Key::Tab => '\t',
        Key::Char(c) => c.get(),
    };
    let word = KEY_NAMES.iter().find(|(_, c)| *c == character);
    word.map_or_else(|| character.to_string(), |(word, _)| (*word).to_owned())
}

/// The key of this name; a printable character may stand for itself, as a blank did at times.
pub(super) fn key_named(name: &str) -> Option<Key> {
    let mut chars = name.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return Key::printable(c);
    }
    if name == BACKSPACE {
        return Some(Key::BackSpace);
    }
    let (_, c) = KEY_NAMES.iter().find(|(word, _)| name == *word)?;
    match c {
        '\n' => Some(Key::Return),
        '\t' => Some(Key::Tab),
        c => Key::printable(*c),
    }
}
