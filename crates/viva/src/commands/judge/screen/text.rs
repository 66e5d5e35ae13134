//! Text in columns: wide characters take two, and graphemes are not split.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The columns of a text.
pub(super) fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The beginning of a text that fits, with `…` if it is cut.
pub(super) fn fitted(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    format!("{}…", beginning(text, room))
}

/// The beginning of a text that fits.
fn beginning(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (at, letter) in text.grapheme_indices(true) {
        taken += letter.width();
        if taken > columns {
            return &text[..at];
        }
    }
    text
}

/// The end of a text that fits.
pub(super) fn ending(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    for (at, letter) in text.grapheme_indices(true).rev() {
        taken += letter.width();
        if taken > columns {
            return &text[at + letter.len()..];
        }
    }
    text
}

/// Wraps a text into lines of at most `columns` columns, all but the first indented. A word longer than a line is cut.
pub(super) fn wrapped(text: &str, indent: usize, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    // At least a wide letter must fit beside the indent.
    let indent = if indent * 2 > columns || indent + 2 > columns { 0 } else { indent };
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let begun = |lines: &Vec<String>| if lines.is_empty() { String::new() } else { " ".repeat(indent) };
        let mut line = begun(&lines);
        let mut set_in = width(&line);
        let (mut blank, mut is_empty) = (String::new(), true);
        // A word with the blanks after it.
        for piece in paragraph.split_inclusive(' ') {
            let mut word = piece.trim_end_matches(' ');
            if !is_empty && width(&line) + width(&blank) + width(word) > columns && width(word) + indent <= columns {
                lines.push(std::mem::take(&mut line));
                line = begun(&lines);
                set_in = width(&line);
                blank.clear();
            }
            if width(&line) + width(&blank) <= columns {
                line.push_str(&blank);
            }
            blank.clear();
            while width(&line) + width(word) > columns {
                let room = columns.saturating_sub(width(&line));
                let mut cut = beginning(word, room).len();
                if cut == 0 && width(&line) == set_in {
                    // At least one letter, even if it is wider than the line.
                    cut = word.graphemes(true).next().map_or(0, str::len);
                }
                line.push_str(&word[..cut]);
                word = &word[cut..];
                if word.is_empty() {
                    break;
                }
                lines.push(std::mem::take(&mut line));
                line = begun(&lines);
                set_in = width(&line);
                is_empty = true;
            }
            is_empty = is_empty && word.is_empty();
            line.push_str(word);
            blank.push_str(&piece[piece.trim_end_matches(' ').len()..]);
        }
        lines.push(line);
    }
    lines
}

/// Puts texts one after the other into lines of at most `columns` columns, two blanks apart; a text that fits is not
/// split.
pub(super) fn packed(texts: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(text) <= columns => {
                line.push_str("  ");
                line.push_str(text);
            }
            _ => lines.push(fitted(text, columns)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_kept_whole_where_they_fit_and_wide_letters_take_two_columns() {
        assert_eq!(wrapped("left: one two three", 2, 10), ["left: one", "  two", "  three"]);
        assert_eq!(wrapped("unbelievable", 0, 5), ["unbel", "ievab", "le"]);
        assert_eq!(wrapped("one\ntwo", 2, 10), ["one", "  two"]);
        assert_eq!(wrapped("日本語です", 0, 4), ["日本", "語で", "す"]);
        assert_eq!(wrapped("", 2, 10), [""]);
        assert_eq!(wrapped("well, well!", 0, 10), ["well,", "well!"]);
        assert_eq!(wrapped("left: unbelievable", 2, 10), ["left: unbe", "  lievable"]);
        assert_eq!(
            packed(&["F1 help", "F2 rules", "Ctrl-C leave"].map(str::to_owned), 20),
            ["F1 help  F2 rules", "Ctrl-C leave"]
        );
        assert_eq!((width("日本"), width("e\u{301}"), width("👩‍🚀")), (4, 1, 2));
        assert_eq!(
            (fitted("日本語", 4), fitted("abc", 3), fitted("abc", 0)),
            ("日…".into(), "abc".into(), String::new())
        );
        assert_eq!((ending("ab日本", 5), ending("ab", 5), ending("日", 1)), ("b日本", "ab", ""));
    }

    proptest! {
        #[test]
        fn no_line_is_too_long_and_no_letter_is_lost(text in "[a-z 日é👍\n]{0,60}", columns in 2_usize..30, indent in 0_usize..4) {
            let lines = wrapped(&text, indent, columns);
            prop_assert!(lines.iter().all(|line| width(line) <= columns), "{:?}", lines);
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
