//! The decision to colour output. Colour never carries meaning alone, so nothing is lost without it.
//!
//! `--color` decides. With `auto`, `NO_COLOR` turns colour off, `CLICOLOR_FORCE` turns it on, and without either only a
//! terminal is coloured.

use std::{env, ffi::OsStr, fmt::Write, io::IsTerminal, sync::OnceLock};

use clap::{ColorChoice, ValueEnum};
use rulebook::{visible, visible_lines};

/// The value of `--color`.
static ASKED: OnceLock<ColorChoice> = OnceLock::new();

/// Stores the value of `--color`. Later calls are ignored.
pub(super) fn ask(choice: ColorChoice) {
    let _ = ASKED.set(choice);
}

/// Finds `--color` among the words before clap parses them, because help and usage errors are coloured too. An unknown
/// value is ignored here; clap refuses it later.
pub(super) fn asked_in<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> ColorChoice {
    let mut words = words.into_iter().map(OsStr::to_str).take_while(|word| *word != Some("--"));
    let mut found = None;
    while let Some(word) = words.next() {
        let Some(rest) = word.and_then(|word| word.strip_prefix("--color")) else { continue };
        let value = if rest.is_empty() { words.next().flatten() } else { rest.strip_prefix('=') };
        found = value.and_then(|value| ColorChoice::from_str(value, false).ok()).or(found);
    }
    found.unwrap_or(ColorChoice::Auto)
}

/// Returns true if output to this stream is coloured.
pub(super) fn is_wanted(stream: &impl IsTerminal) -> bool {
    is_coloured_by(ASKED.get().copied().unwrap_or(ColorChoice::Auto), stream)
}

/// Returns true if output to this stream is coloured under this choice.
pub(super) fn is_coloured_by(choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => by_itself(|name| env::var(name).ok(), stream.is_terminal()),
    }
}

/// Makes every control in log lines visible except colours. The log escapes the values it quotes, so the colours left
/// are its own.
pub(super) fn with_colours_only(log: &str) -> String {
    let mut parts = log.split(ESCAPE);
    let mut text = parts.next().map_or_else(String::new, |first| visible_lines(first).to_string());
    for part in parts {
        let end = part.strip_prefix('[').and_then(|rest| rest.find(|c: char| !c.is_ascii_digit() && c != ';'));
        let is_colour = end.is_some_and(|end| part[1 + end..].starts_with('m'));
        if is_colour {
            text.push(ESCAPE);
        } else {
            let _ = write!(text, "{}", visible(ESCAPE));
        }
        let _ = write!(text, "{}", visible_lines(part));
    }
    text
}

/// The first character of a terminal control sequence.
const ESCAPE: char = '\u{1b}';

fn by_itself(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    let is_set = |name| variable(name).filter(|value| !value.is_empty());
    if is_set("NO_COLOR").is_some() {
        return false;
    }
    if is_set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    is_terminal
        && is_set("TERM").is_none_or(|term| term != "dumb")
        && is_set("CLICOLOR").is_none_or(|value| value != "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_asked_for_colour_before_it_is_read() {
        for (line, choice) in [
            ("viva rulebook list", ColorChoice::Auto),
            ("viva --color never rulebook list", ColorChoice::Never),
            ("viva rulebook list --color=always", ColorChoice::Always),
            ("viva rulebook list --color=always --color never", ColorChoice::Never),
            ("viva rulebook list --color", ColorChoice::Auto),
            ("viva rulebook list --color mauve", ColorChoice::Auto),
            ("viva rulebook list --colors=always", ColorChoice::Auto),
            ("viva entry talk -- program --color always", ColorChoice::Auto),
        ] {
            assert_eq!(asked_in(line.split(' ').map(OsStr::new)), choice, "{line}");
        }
    }

    #[test]
    fn a_log_keeps_its_colours_and_no_other_control() {
        let log = "\u{1b}[2m12:00\u{1b}[0m \u{1b}[1;33m WARN\u{1b}[0m gone\u{1b}[2J\u{7}\u{9b}\u{1b}\n";
        let told = "\u{1b}[2m12:00\u{1b}[0m \u{1b}[1;33m WARN\u{1b}[0m gone\\u{1b}[2J\\u{7}\\u{9b}\\u{1b}\n";
        assert_eq!(with_colours_only(log), told);
    }

    #[test]
    fn no_color_is_stronger_than_force_and_force_than_a_pipe() {
        let with = |variables: &[(&str, &str)], is_terminal| {
            let of =
                |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            by_itself(of, is_terminal)
        };
        assert!(with(&[], true) && !with(&[], false));
        assert!(!with(&[("NO_COLOR", "1")], true));
        assert!(with(&[("NO_COLOR", "")], true), "an empty one says nothing");
        assert!(with(&[("CLICOLOR_FORCE", "1")], false) && !with(&[("CLICOLOR_FORCE", "0")], false));
        assert!(!with(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true));
        assert!(!with(&[("TERM", "dumb")], true) && !with(&[("CLICOLOR", "0")], true));
    }
}
