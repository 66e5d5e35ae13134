//! Whether what is said is coloured. Colour is never the only sign of anything, so that nothing is lost without it.
//!
//! `--color` decides. Where it says `auto`: `NO_COLOR` takes colour away, `CLICOLOR_FORCE` brings it, and without both a terminal
//! has it.

use std::{env, ffi::OsStr, io::IsTerminal, sync::OnceLock};

use clap::{ColorChoice, ValueEnum};

/// What the command line asked for.
static ASKED: OnceLock<ColorChoice> = OnceLock::new();

/// Keeps what the command line asks for. The first call counts.
pub(super) fn ask(choice: ColorChoice) {
    let _ = ASKED.set(choice);
}

/// What the command line asks for, before it is read: help and faults of the command line itself are coloured accordingly.
/// A word that is none of the three is refused later.
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

/// Whether what goes to this stream is coloured.
pub(super) fn is_wanted(stream: &impl IsTerminal) -> bool {
    match ASKED.get().copied().unwrap_or(ColorChoice::Auto) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => by_itself(|name| env::var(name).ok(), stream.is_terminal()),
    }
}

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
