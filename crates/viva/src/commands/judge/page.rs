//! The output for the judge: printed lines and a prompt, which work on any terminal; or notes, for a whole screen that
//! shows conversations separately.

use std::collections::VecDeque;

/// The most lines of notes kept for a screen.
const NOTES_MAX: usize = 1000;

/// The text to print next, and the open prompt.
#[derive(Debug, Default)]
pub(super) struct PrintedPage {
    /// The notes for a screen; `None` if lines are printed.
    notes: Option<VecDeque<String>>,
    printed: String,
    /// The open prompt at the beginning of a line.
    open: Option<String>,
    /// True if the person's terminal echoes Return, and so ends the prompt's line.
    echoes: bool,
}

impl PrintedPage {
    /// A page of lines. `echoes` says that the person's own terminal ends a prompt's line when they press Return.
    pub(super) fn new(echoes: bool) -> Self {
        Self { echoes, ..Self::default() }
    }

    /// A page for a screen: output is stored as notes, and nothing is printed.
    #[cfg_attr(not(feature = "screen"), expect(dead_code, reason = "no screen is drawn"))]
    pub(super) fn of_a_screen() -> Self {
        Self { notes: Some(VecDeque::new()), ..Self::default() }
    }

    /// Returns true for a page for a screen, which shows conversations and questions separately.
    pub(super) fn is_a_screen(&self) -> bool {
        self.notes.is_some()
    }

    /// The notes, line by line, the latest last. Empty if lines are printed.
    #[cfg(feature = "screen")]
    pub(super) fn notes(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.notes.iter().flatten().map(String::as_str)
    }

    /// Prints a text that a screen shows elsewhere.
    pub(super) fn say_in_lines(&mut self, text: impl AsRef<str>) {
        if !self.is_a_screen() {
            self.say(text);
        }
    }

    /// Prints a text, or adds it to the notes.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        if let Some(notes) = &mut self.notes {
            return note(notes, text.as_ref());
        }
        if self.open.take().is_some() {
            self.printed.push('\n');
        }
        for line in text.as_ref().split('\n') {
            self.printed.extend(line.chars().map(plain));
            self.printed.push('\n');
        }
    }

    /// Shows a prompt, unless it is open already.
    pub(super) fn ask(&mut self, prompt: &str) {
        if self.is_a_screen() {
            return;
        }
        if self.open.as_deref() != Some(prompt) {
            if self.open.is_some() {
                self.printed.push('\n');
            }
            self.printed.push_str(prompt);
            self.open = Some(prompt.to_owned());
        }
    }

    /// The person finished a line, which answers the prompt.
    pub(super) fn answered(&mut self) {
        if self.open.take().is_some() && !self.echoes {
            self.printed.push('\n');
        }
    }

    /// Takes the text to print.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }
}

/// Adds a text to the notes, unless it repeats the last one.
fn note(notes: &mut VecDeque<String>, text: &str) {
    let lines: Vec<String> = text.split('\n').map(|line| line.chars().map(plain).collect()).collect();
    if !notes.is_empty() && notes.iter().rev().take(lines.len()).eq(lines.iter().rev()) {
        return;
    }
    notes.extend(lines);
    notes.drain(..notes.len().saturating_sub(NOTES_MAX));
}

/// The character, or a replacement if it must not be shown.
pub(super) fn plain(c: char) -> char {
    if is_plain(c) { c } else { '\u{fffd}' }
}

/// Returns true if a character may be printed: none that moves the cursor, rings, or turns the writing direction.
fn is_plain(c: char) -> bool {
    c == '\t' || !rulebook::is_disruptive(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_comes_while_a_prompt_is_open_stands_on_a_line_of_its_own() {
        let mut page = PrintedPage::new(true);
        page.ask("left> ");
        page.say("left: Hello");
        page.ask("left> ");
        page.ask("left> ");
        page.answered();
        page.say("left: Why?");
        assert_eq!(page.take(), "left> \nleft: Hello\nleft> left: Why?\n");
        assert_eq!(page.take(), "");
    }

    #[test]
    fn where_nothing_echoes_the_prompt_ends_its_line_itself() {
        let mut page = PrintedPage::new(false);
        page.ask("> ");
        page.answered();
        page.ask("> ");
        assert_eq!(page.take(), "> \n> ");
    }

    #[test]
    fn nothing_that_is_printed_can_move_the_cursor() {
        let mut page = PrintedPage::new(true);
        page.say("a\u{1b}[2Jb\rc\u{7}d\u{9b}e\u{202e}f\tg\nh");
        assert_eq!(page.take(), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f\tg\nh\n");
    }

    #[test]
    #[cfg(feature = "screen")]
    fn a_screen_keeps_what_was_said_and_not_twice_in_a_row() {
        let mut page = PrintedPage::of_a_screen();
        page.ask("left> ");
        page.say("[not taken: the contest is paused]");
        page.say("[not taken: the contest is paused]");
        page.say_in_lines("left: Hello");
        page.say("one\ntwo\u{1b}");
        assert_eq!(page.notes().collect::<Vec<_>>(), ["[not taken: the contest is paused]", "one", "two\u{fffd}"]);
        (0..2 * NOTES_MAX).for_each(|n| page.say(n.to_string()));
        assert_eq!((page.notes().count(), page.notes().next_back()), (NOTES_MAX, Some("1999")));
        assert_eq!(page.take(), "");
    }
}
