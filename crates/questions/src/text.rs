//! Texts with slots: `Which is larger, {a:first} or {a:second}?`
//!
//! `{name}` is the word in a slot, `{a:name}` the word with its article, `{many:name}` its plural.

use std::collections::{BTreeMap, BTreeSet};

use vocabulary::Vocabulary;

/// A piece of a text.
enum Piece<'t> {
    Plain(&'t str),
    /// A slot: its form, its name, and both as written.
    Slot {
        form: &'t str,
        name: &'t str,
        written: &'t str,
    },
}

/// The text with its slots filled. A slot without a word stays as written.
pub(crate) fn filled(text: &str, slots: &BTreeMap<String, String>) -> String {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Plain(plain) => plain.to_owned(),
        Piece::Slot { form, name, written } => match slots.get(name) {
            Some(word) => in_form(form, word),
            None => written.to_owned(),
        },
    };
    let mut filled: String = pieces(text).into_iter().map(piece).collect();
    // A text that begins with a slot begins with a capital.
    if let Some(first) = filled.get(..1).map(str::to_ascii_uppercase) {
        filled.replace_range(..1, &first);
    }
    filled
}

/// The names of the slots in a text.
pub(crate) fn slots_of(text: &str) -> BTreeSet<&str> {
    let name = |piece| match piece {
        Piece::Slot { name, .. } => Some(name),
        Piece::Plain(_) => None,
    };
    pieces(text).into_iter().filter_map(name).collect()
}

/// The words of a text in lower case, without punctuation. An apostrophe belongs to its word.
#[must_use]
pub fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '’');
    words.map(|word| word.trim_matches(['\'', '’']).to_lowercase()).filter(|word| !word.is_empty()).collect()
}

fn in_form(form: &str, word: &str) -> String {
    let noun = Vocabulary::shipped().noun(word);
    match (form, noun) {
        ("a", Some(noun)) => noun.with_article(),
        ("many", Some(noun)) => noun.plural.clone().unwrap_or_else(|| noun.word.clone()),
        _ => word.to_owned(),
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut rest = text;
    while let Some((open, length)) = rest.find('{').and_then(|open| Some((open, rest[open..].find('}')?))) {
        let written = &rest[open..=open + length];
        let inside = &written[1..written.len() - 1];
        let (form, name) = inside.split_once(':').unwrap_or(("", inside));
        pieces.push(Piece::Plain(&rest[..open]));
        pieces.push(Piece::Slot { form, name, written });
        rest = &rest[open + length + 1..];
    }
    pieces.push(Piece::Plain(rest));
    pieces
}
