//! A check for canonical JSON on the bytes alone. A verifier runs it on every line of a record; a tree of values for each
//! would cost more than all its hashes.
//!
//! It accepts exactly the output of [`to_bytes`](super::to_bytes).

use std::{borrow::Cow, cmp::Ordering};

use super::{DEEPEST_NESTING, LARGEST_INTEGER, RESERVED_NAMES};

pub(super) fn is_canonical(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut reader = JsonCursor { text, at: 0 };
    reader.value(0).is_some() && reader.at == text.len()
}

/// The values of an object with exactly these names, in canonical order, as source text; `None` for anything else, or if it
/// is not in canonical form.
pub(super) fn members<'t, const N: usize>(bytes: &'t [u8], names: [&str; N]) -> Option<[&'t str; N]> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (mut reader, mut values) = (JsonCursor { text, at: 0 }, [""; N]);
    for (place, (name, value)) in names.into_iter().zip(&mut values).enumerate() {
        reader.word(if place == 0 { "{\"" } else { ",\"" })?;
        reader.word(name)?;
        reader.word("\":")?;
        *value = reader.spelt(1)?;
    }
    reader.take(b'}')?;
    (reader.at == text.len()).then_some(values)
}

/// Calls `each` for every member of a canonical object, in order, with its name and the source text of its value.
pub(super) fn each_member<'t>(text: &'t str, mut each: impl FnMut(Cow<'t, str>, &'t str)) -> Option<()> {
    let mut reader = JsonCursor { text, at: 0 };
    reader.take(b'{')?;
    while reader.take(b'}').is_none() {
        reader.take(b',');
        let name = reader.string()?.says();
        reader.take(b':')?;
        each(name, reader.spelt(1)?);
    }
    Some(())
}

/// The content of a string in canonical form; `None` for other values.
pub(super) fn said(value: &str) -> Option<Cow<'_, str>> {
    JsonCursor { text: value, at: 0 }.string().map(Spelt::says)
}

/// A position in the text. Each method reads past the element in its name; `None` for any other element.
struct JsonCursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> JsonCursor<'t> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.as_bytes()[self.at..].starts_with(word.as_bytes()).then(|| self.at += word.len())
    }

    /// Reads a value at this nesting depth.
    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > DEEPEST_NESTING {
            return None;
        }
        match self.next()? {
            b'"' => self.string().map(drop),
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => self.integer(),
        }
    }

    /// The source text of a value at this nesting depth.
    fn spelt(&mut self, depth: usize) -> Option<&'t str> {
        let start = self.at;
        self.value(depth)?;
        Some(&self.text[start..self.at])
    }

    fn array(&mut self, depth: usize) -> Option<()> {
        self.take(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth + 1)?;
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        self.take(b'{')?;
        if self.take(b'}').is_some() {
            return Some(());
        }
        let mut before: Option<Spelt<'t>> = None;
        loop {
            let name = self.string()?;
            if before.is_some_and(|before| before.cmp(name) != Ordering::Less) || name.text.starts_with(RESERVED_NAMES)
            {
                return None;
            }
            before = Some(name);
            self.take(b':')?;
            self.value(depth + 1)?;
            if self.take(b',').is_none() {
                return self.take(b'}');
            }
        }
    }

    fn string(&mut self) -> Option<Spelt<'t>> {
        self.take(b'"')?;
        let (start, mut is_plain) = (self.at, true);
        self.at += plain_eights(&self.text.as_bytes()[start..]);
        loop {
            match self.next()? {
                b'"' => {
                    let text = &self.text[start..self.at];
                    self.at += 1;
                    return Some(Spelt { text, is_plain });
                }
                b'\\' => {
                    is_plain = false;
                    self.at += 1;
                    self.escaped()?;
                }
                0..=0x1f => return None,
                byte => {
                    is_plain &= byte.is_ascii();
                    self.at += 1;
                }
            }
        }
    }

    /// Reads the rest of an escape after the backslash; each escaped character has one spelling (RFC 8785, section 3.2.2.2).
    fn escaped(&mut self) -> Option<()> {
        match self.next()? {
            b'"' | b'\\' | b'b' | b't' | b'n' | b'f' | b'r' => self.at += 1,
            b'u' => {
                self.at += 1;
                self.word("00")?;
                let code = self.text.get(self.at..self.at + 2)?;
                let is_lower = code.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
                let byte = u8::from_str_radix(code, 16).ok().filter(|_| is_lower)?;
                // The two digits are read afterwards, as plain characters of the string.
                matches!(byte, 0..=0x07 | 0x0b | 0x0e..=0x1f).then_some(())?;
            }
            _ => return None,
        }
        Some(())
    }

    fn integer(&mut self) -> Option<()> {
        let is_negative = self.take(b'-').is_some();
        let rest = &self.text.as_bytes()[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let magnitude: u64 = self.text[self.at..self.at + digits].parse().ok()?;
        let is_shortest = if magnitude == 0 { digits == 1 && !is_negative } else { rest[0] != b'0' };
        self.at += digits;
        (is_shortest && magnitude <= LARGEST_INTEGER).then_some(())
    }
}

/// The length of the plain beginning of a string, in whole groups of eight bytes: ASCII without quotes, backslashes and
/// controls.
fn plain_eights(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    let is_plain = |eight: &[u8; 8]| {
        let eight = u64::from_le_bytes(*eight);
        // Sets the high bit of each byte less than `than`; if there is one, higher bytes may be marked wrongly.
        let is_less = |value: u64, than: u64| value.wrapping_sub(ONES * than) & !value;
        let special = is_less(eight, 0x20)
            | is_less(eight ^ (ONES * u64::from(b'"')), 1)
            | is_less(eight ^ (ONES * u64::from(b'\\')), 1);
        (special | eight) & HIGH == 0
    };
    let (eights, _) = bytes.as_chunks::<8>();
    8 * eights.iter().take_while(|eight| is_plain(eight)).count()
}

/// The source text of a string between its quotes.
#[derive(Clone, Copy)]
struct Spelt<'t> {
    text: &'t str,
    /// True for ASCII without a backslash: the source text is the content.
    is_plain: bool,
}

impl<'t> Spelt<'t> {
    /// By UTF-16 units, as RFC 8785 orders names (section 3.2.3).
    fn cmp(self, other: Self) -> Ordering {
        if self.is_plain && other.is_plain {
            return self.text.cmp(other.text);
        }
        self.says().encode_utf16().cmp(other.says().encode_utf16())
    }

    fn says(self) -> Cow<'t, str> {
        if self.is_plain || !self.text.contains('\\') {
            return self.text.into();
        }
        serde_json::from_str(&format!("\"{}\"", self.text)).map_or(Cow::Borrowed(self.text), Cow::Owned)
    }
}
