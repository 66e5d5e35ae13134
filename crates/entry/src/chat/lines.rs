//! What is typed of an answer: its lines that can be typed, without thoughts and without the key.

use rulebook::{Key, contest_file::Encoding, key::Alphabet};

use super::{
    answer::Answer,
    secret::{Secret, without},
    thoughts::without_thoughts,
};
use crate::{encoding::text_of, line::Printed};

/// The lines of an answer; none when it holds nothing that can be seen.
pub(super) fn lines_of(answer: &Answer, key: Option<&Secret>) -> Vec<Printed> {
    let words = without(&without_thoughts(&answer.words), key);
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
