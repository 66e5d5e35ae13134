//! The width of a terminal, and text wrapped to it.

use std::{fmt::Write, io::IsTerminal, os::fd::AsFd};

use rustix::termios::tcgetwinsize;

/// The columns of a stream, if it is a terminal that reports them.
pub(super) fn of(stream: &(impl AsFd + IsTerminal)) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// Wraps a text into lines of at most `columns` columns, each indented by `indent`. A word longer than that has a line
/// of its own.
pub(crate) fn wrapped(text: &str, indent: usize, columns: usize) -> String {
    let (mut out, mut taken) = (String::new(), columns);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if taken + 1 + length > columns {
            let _ = write!(out, "{}{:indent$}{word}", if out.is_empty() { "" } else { "\n" }, "");
            taken = indent + length;
        } else {
            let _ = write!(out, " {word}");
            taken += 1 + length;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_stand_on_lines_that_fit_and_a_longer_word_alone() {
        assert_eq!(wrapped("one two three", 2, 9), "  one two\n  three");
        assert_eq!(wrapped("one two three", 2, 8), "  one\n  two\n  three");
        assert_eq!(wrapped("a much-longer-word b", 0, 6), "a\nmuch-longer-word\nb");
        assert_eq!(wrapped("", 2, 9), "");
    }
}
