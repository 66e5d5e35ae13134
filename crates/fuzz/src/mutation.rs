//! Makes one input from the examples: a few edits of bytes, words and lines, like mistakes of people and programs.

use std::ops::Range;

use crate::chance::Chance;

/// The maximum length of an input, in bytes.
const LONGEST: usize = 16 << 10;

/// Marks inserted into a text: characters with a meaning to parsers, and characters that parsers forget.
const MARKS: [&[u8]; 42] = [
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\r",
    b"\r\n",
    b"\n",
    b"\n\n",
    b"\t",
    b" ",
    b"\x0b",
    b"\x1b[2J",
    b"\x7f",
    b"\"",
    b"\"\"",
    b"'",
    b"\"\"\"",
    b"\\",
    b"\\\"",
    b"\\ud800",
    b"\\u0000",
    b",",
    b";",
    b":",
    b"=",
    b"+",
    b"-",
    b"/",
    b"..",
    b"../",
    b"#",
    b"[",
    b"]",
    b"{",
    b"}",
    b"[[",
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{e9}".as_bytes(),
    "\u{ff0c}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"\xff",
];

/// Replacements for a number or a word.
const WORDS: [&[u8]; 34] = [
    b"",
    b"0",
    b"-0",
    b"1",
    b"-1",
    b"00",
    b"01",
    b"+1",
    b"1.5",
    b"0.0005",
    b"1/2",
    b"1/0",
    b"255",
    b"256",
    b"65535",
    b"65536",
    b"99999",
    b"4294967295",
    b"4294967296",
    b"9007199254740993",
    b"9223372036854775807",
    b"9223372036854775808",
    b"18446744073709551615",
    b"18446744073709551616",
    b"1e3",
    b"1e999",
    b"-1e999",
    b"NaN",
    b"inf",
    b"null",
    b"true",
    b"false",
    b"-",
    b"99999999999999999999999999999999",
];

/// Returns an example with one to six edits.
pub(crate) fn mutated(examples: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = chance.one_of(examples).cloned().unwrap_or_default();
    // Each number of edits is equally likely: most faults need one edit, and many edits would leave nothing of the example.
    let edits = 1 + chance.below(6);
    for _ in 0..edits {
        edit(&mut bytes, examples, chance);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn edit(bytes: &mut Vec<u8>, examples: &[Vec<u8>], chance: &mut Chance) {
    match chance.below(16) {
        0 => {
            let at = chance.below(bytes.len());
            let bit = 1 << chance.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= bit;
            }
        }
        1 => drop(bytes.drain(stretch(bytes.len(), 8, chance))),
        2 => drop(bytes.drain(stretch(bytes.len(), 400, chance))),
        3 => {
            let copied = bytes[stretch(bytes.len(), 40, chance)].to_vec();
            insert(bytes, &copied, chance);
        }
        4 | 5 => insert(bytes, chance.one_of(&MARKS).copied().unwrap_or_default(), chance),
        6 => {
            // Up to 400 repeats: deeper than a parser should recurse.
            let times = 1 + chance.below(400);
            let mark =
                chance.one_of(&[&b"["[..], b"{\"a\":", b"(", b"\"", b"a", b"9", b"\n"]).copied().unwrap_or_default();
            insert(bytes, &mark.repeat(times), chance);
        }
        7 | 8 => replace(bytes, &words(bytes), chance.one_of(&WORDS).copied().unwrap_or_default(), chance),
        9 => replace(bytes, &numbers(bytes), chance.one_of(&WORDS).copied().unwrap_or_default(), chance),
        10 | 11 => {
            let other = chance.one_of(examples).map_or(&[][..], Vec::as_slice);
            let word = chance.one_of(&words(other)).map_or(&[][..], |place| &other[place.clone()]).to_vec();
            replace(bytes, &words(bytes), &word, chance);
        }
        12 => replace(bytes, &lines(bytes), b"", chance),
        13 => {
            let line = chance.one_of(&lines(bytes)).map_or_else(Vec::new, |place| bytes[place.clone()].to_vec());
            insert_at(bytes, &line, chance.one_of(&lines(bytes)).map_or(0, |place| place.start));
        }
        14 => {
            let other = chance.one_of(examples).map_or(&[][..], Vec::as_slice);
            let line = chance.one_of(&lines(other)).map_or(&[][..], |place| &other[place.clone()]).to_vec();
            insert_at(bytes, &line, chance.one_of(&lines(bytes)).map_or(0, |place| place.start));
        }
        _ => {
            let other = chance.one_of(examples).map_or(&[][..], Vec::as_slice);
            bytes.truncate(chance.below(bytes.len() + 1));
            bytes.extend_from_slice(&other[chance.below(other.len() + 1)..]);
        }
    }
}

/// Returns a range of at most `most` bytes, inside the first `length`.
fn stretch(length: usize, most: usize, chance: &mut Chance) -> Range<usize> {
    let start = chance.below(length + 1);
    start..length.min(start + 1 + chance.below(most))
}

fn insert(bytes: &mut Vec<u8>, what: &[u8], chance: &mut Chance) {
    // Favour the beginning and the end: one in eight each.
    let at = match chance.below(8) {
        0 => 0,
        1 => bytes.len(),
        _ => chance.below(bytes.len() + 1),
    };
    insert_at(bytes, what, at);
}

fn insert_at(bytes: &mut Vec<u8>, what: &[u8], at: usize) {
    bytes.splice(at..at, what.iter().copied());
}

fn replace(bytes: &mut Vec<u8>, places: &[Range<usize>], by: &[u8], chance: &mut Chance) {
    if let Some(place) = chance.one_of(places) {
        bytes.splice(place.clone(), by.iter().copied());
    }
}

/// Returns the ranges of words: letters, digits, `_`, `-`, `.` and bytes beyond ASCII.
fn words(bytes: &[u8]) -> Vec<Range<usize>> {
    runs(bytes, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || !byte.is_ascii())
}

/// Returns the ranges of digits.
fn numbers(bytes: &[u8]) -> Vec<Range<usize>> {
    runs(bytes, |byte| byte.is_ascii_digit())
}

/// Returns the ranges of lines, with their line ends.
fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let line = |line: &[u8]| {
        start += line.len();
        start - line.len()..start
    };
    bytes.split_inclusive(|&byte| byte == b'\n').map(line).collect()
}

fn runs(bytes: &[u8], is_in: impl Fn(u8) -> bool) -> Vec<Range<usize>> {
    let mut start = 0;
    let run = |run: &[u8]| {
        start += run.len();
        start - run.len()..start
    };
    let all = bytes.chunk_by(|&before, &after| is_in(before) == is_in(after)).map(run);
    all.filter(|place| is_in(bytes[place.start])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_run_makes_the_same_input_and_others_make_others() {
        let examples = [b"round,judge\n1,J1\n".to_vec(), b"a = \"b\"\n".to_vec()];
        let made: Vec<_> = (0..1_000).map(|run| mutated(&examples, &mut Chance::new(1950, run))).collect();
        let again: Vec<_> = (0..1_000).map(|run| mutated(&examples, &mut Chance::new(1950, run))).collect();
        assert_eq!(made, again);
        let different: std::collections::BTreeSet<_> = made.iter().collect();
        assert!(different.len() > 800, "{} of 1000 differ", different.len());
        assert!(made.iter().all(|input| input.len() <= LONGEST));
    }

    #[test]
    fn words_numbers_and_lines_are_found_where_they_stand() {
        let text = b"J1, 27m\n\nlast";
        let at = |places: Vec<Range<usize>>| places.into_iter().map(|place| &text[place]).collect::<Vec<_>>();
        assert_eq!(at(words(text)), [&b"J1"[..], b"27m", b"last"]);
        assert_eq!(at(numbers(text)), [&b"1"[..], b"27"]);
        assert_eq!(at(lines(text)), [&b"J1, 27m\n"[..], b"\n", b"last"]);
    }
}
