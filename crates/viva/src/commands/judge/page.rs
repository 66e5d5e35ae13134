//! What stands on the terminal: lines, one after the other, and a prompt. Works on a terminal that can do nothing else.

/// What is to be printed next, and whether a prompt stands open.
#[derive(Debug, Default)]
pub(super) struct Page {
    printed: String,
    /// The prompt that waits at the beginning of a line.
    open: Option<String>,
    /// What was finished by a line of the person.
    echoes: bool,
}

impl Page {
    /// A page. `echoes` says that the person's own terminal ends a prompt's line when they press Return.
    pub(super) fn new(echoes: bool) -> Self {
        Self { echoes, ..Self::default() }
    }

    /// Prints a text, in lines.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        if self.open.take().is_some() {
            self.printed.push('\n');
        }
        for line in text.as_ref().split('\n') {
            self.printed.extend(line.chars().map(|c| if is_plain(c) { c } else { '\u{fffd}' }));
            self.printed.push('\n');
        }
    }

    /// Asks for a line, once.
    pub(super) fn ask(&mut self, prompt: &str) {
        if self.open.as_deref() != Some(prompt) {
            if self.open.is_some() {
                self.printed.push('\n');
            }
            self.printed.push_str(prompt);
            self.open = Some(prompt.to_owned());
        }
    }

    /// The person has finished a line: the prompt is answered.
    pub(super) fn answered(&mut self) {
        if self.open.take().is_some() && !self.echoes {
            self.printed.push('\n');
        }
    }

    /// What is to be printed.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }
}

/// Whether a character may be printed: none that moves the cursor, rings, or turns the direction of writing.
fn is_plain(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    c == '\t' || (!c.is_control() && !turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_comes_while_a_prompt_is_open_stands_on_a_line_of_its_own() {
        let mut page = Page::new(true);
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
        let mut page = Page::new(false);
        page.ask("> ");
        page.answered();
        page.ask("> ");
        assert_eq!(page.take(), "> \n> ");
    }

    #[test]
    fn nothing_that_is_printed_can_move_the_cursor() {
        let mut page = Page::new(true);
        page.say("a\u{1b}[2Jb\rc\u{7}d\u{9b}e\u{202e}f\tg\nh");
        assert_eq!(page.take(), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f\tg\nh\n");
    }
}
