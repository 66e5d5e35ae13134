//! Text in and out of files: decoding of bytes in an unknown encoding, and text that must not break a line.

use std::borrow::Cow;

use rulebook::schema::Alphabet;

/// The characters of Windows-1252 from 0x80 to 0x9F; bytes undefined in the code page map to themselves.
/// Source: Unicode Consortium, `MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT`.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The maximum number of characters of a line quoted in a fault.
const EXCERPT: usize = 40;

/// The text of a file: UTF-8 (a byte order mark is dropped), else Windows-1252, the encoding of the logs of 2003.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect::<String>().into(),
    }
}

/// The lines of a file with their numbers from 1, without their ends: LF, CR LF, or CR alone.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut lines = split_lines(text);
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines.into_iter().enumerate().map(|(index, line)| (index + 1, line))
}

/// Splits a text at line ends; the last item, the text after the last end, may be empty. In a file without any LF, as old
/// Macintosh programs wrote them, lines end with CR.
pub(super) fn split_lines(text: &str) -> Vec<&str> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

/// The text on one line: characters that could end a line, move the cursor or change the direction become blanks.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if breaks_lines(c) { ' ' } else { c }).collect()
}

/// The lines of an utterance, at least one, each cleaned by [`one_line`].
pub(super) fn screen_lines(text: &str) -> Vec<String> {
    let lines: Vec<_> = text.lines().map(one_line).collect();
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// A name for a heading: on one line, without blanks at its ends or double ones within.
pub(super) fn name(text: &str) -> String {
    one_line(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text in printable ASCII, as typed on a keyboard.
pub(super) fn ascii(text: &str) -> String {
    Alphabet::Ascii.keys_of(&one_line(text)).map(|key| key.to_string()).collect()
}

/// The beginning of a line, for quoting in a fault.
pub(super) fn excerpt(line: &str) -> String {
    let line = one_line(line);
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The number in these digits; `None` if there is any other character.
pub(super) fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

/// The number of a judge's label such as `JUDGE04` or `Judge 4`, if there is one; `None` for any other label.
pub(super) fn judge_label(label: &str) -> Option<Option<u16>> {
    judge_digits(label).map(number)
}

/// The digits of a judge's label, if they are not a valid judge's number.
pub(super) fn impossible_judge(label: &str) -> Option<&str> {
    judge_digits(label).filter(|digits| !digits.is_empty() && number::<u16>(digits).is_none())
}

/// The text after the word in a judge's label, digits or nothing.
fn judge_digits(label: &str) -> Option<&str> {
    let (word, digits) = label.split_at_checked(5)?;
    let digits = digits.trim();
    let judge = word.eq_ignore_ascii_case("JUDGE") && digits.bytes().all(|byte| byte.is_ascii_digit());
    judge.then_some(digits)
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn breaks_lines(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf_8_or_else_windows_1252() {
        assert_eq!(decode("\u{feff}Zoë".as_bytes()), "Zoë");
        assert_eq!(decode(b"\xA6 f\xFCr \xA35 \x93so\x94"), "¦ für £5 “so”");
    }

    #[test]
    fn nothing_a_witness_says_ends_a_line_or_moves_the_cursor() {
        let hostile = "a\r\nb\u{1b}[2Jc\u{85}d\u{2028}e\u{202e}f\0g";
        assert_eq!(one_line(hostile), "a  b [2Jc d e f g");
        assert_eq!(screen_lines(hostile), ["a", "b [2Jc d e f g"]);
        assert_eq!(screen_lines(""), [""]);
        assert_eq!(name("  ELIZA \n 2 "), "ELIZA 2");
        assert_eq!(ascii("naïve — “so”…"), "naive -- \"so\"...");
    }

    #[test]
    fn lines_end_with_lf_or_cr_lf_or_in_old_files_with_cr_alone() {
        for file in ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "a\nb"] {
            assert_eq!(numbered(file).collect::<Vec<_>>(), [(1, "a"), (2, "b")], "{file:?}");
        }
        assert_eq!(numbered("a\r\n\r\nb\rc").map(|(_, line)| line).collect::<Vec<_>>(), ["a", "", "b\rc"]);
        assert_eq!(numbered("").count(), 0);
    }

    #[test]
    fn a_number_is_digits_only() {
        assert_eq!((number::<u16>("007"), number::<u16>("+7"), number::<u16>("")), (Some(7), None, None));
        assert_eq!(number::<u16>("99999999"), None);
    }
}
