//! Splits an answer into lines that can be typed, with the server's key removed.

use rulebook::{Key, contest_file::Encoding, key::Alphabet};

use super::{
    answer::Answer,
    secret::{Secret, without},
};
use crate::{encoding::text_of, line::Printed};

/// The visible lines of this text of an answer; empty if none has a visible character.
pub(super) fn lines_of(words: &str, answer: &Answer, key: Option<&Secret>) -> Vec<Printed> {
    let words = without(words, key);
    let lines = words.split(['\n', '\r']).map(|line| text_of(line.as_bytes(), Encoding::Utf8).0.trim().to_owned());
    let mut lines: Vec<_> =
        lines.filter(|line| is_seen(line)).map(|text| Printed { text, invalid: 0, is_long: false }).collect();
    if let Some(last) = lines.last_mut() {
        last.invalid = answer.invalid;
        last.is_long = answer.is_long;
    }
    lines
}

fn is_seen(line: &str) -> bool {
    Alphabet::Ascii.keys_of(line).any(|key| matches!(key, Key::Char(c) if c.get() != ' '))
}
