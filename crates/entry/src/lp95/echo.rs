//! Separates the echo of sent lines from the program's own text.
//!
//! An echo is recognised by whole lines, ignoring spaces and case: programs print it after a prompt, wrapped, or in
//! capitals. A program that has echoed the judge's announcement certainly echoes; from then on parts of a line count as
//! an echo too.

use std::collections::VecDeque;

/// The maximum number of lines whose echo is awaited.
const EXPECTED_MAX: usize = 64;

/// The sent lines whose echo has not come.
#[derive(Debug, Default)]
pub(super) struct Echo {
    expected: VecDeque<String>,
    announcement: String,
    /// True if it has echoed the announcement.
    is_sure: bool,
}

impl Echo {
    /// Resets the state for a program that was started and sent the announcement.
    pub(super) fn announced(&mut self, announcement: &str) {
        *self = Self { announcement: announcement.to_owned(), ..Self::default() };
        self.sent(announcement);
    }

    /// Records a line sent to the program.
    pub(super) fn sent(&mut self, line: &str) {
        let line = plain(line);
        if !line.is_empty() {
            if self.expected.len() == EXPECTED_MAX {
                self.expected.pop_front();
            }
            self.expected.push_back(line);
        }
    }

    /// True if the program has echoed the announcement.
    pub(super) fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// The part of a printed line that is no echo: the whole line, its end, or nothing.
    pub(super) fn rest(&mut self, line: &str) -> String {
        let plain = plain(line);
        if let Some(at) = self.expected.iter().position(|sent| sent.eq_ignore_ascii_case(&plain)) {
            self.is_sure |= self.expected[at] == self.announcement;
            self.expected.drain(..=at);
            return String::new();
        }
        if !self.is_sure {
            // An echo precedes the answer, so none will follow. The announcement never begins an answer.
            self.expected.retain(|sent| *sent == self.announcement);
            return line.to_owned();
        }
        let Some(sent) = self.expected.front_mut() else { return line.to_owned() };
        if let Some(rest) = after(sent, &plain) {
            // Wrapped: the rest of the line will follow.
            *sent = rest.trim_start().to_owned();
            return String::new();
        }
        match after(&plain, sent) {
            Some(rest) => {
                let rest = rest.trim_start().to_owned();
                self.expected.pop_front();
                rest
            }
            None => line.to_owned(),
        }
    }
}

/// The text with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text after a prefix, ignoring case.
fn after<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(beginning.len())?;
    (!beginning.is_empty() && first.eq_ignore_ascii_case(beginning)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sent: &[&str], printed: &[&str], speech: &[&str]) {
        let mut echo = Echo::default();
        echo.announced("@@01");
        sent.iter().for_each(|line| echo.sent(line));
        let heard: Vec<_> = printed.iter().map(|line| echo.rest(line)).filter(|rest| !rest.is_empty()).collect();
        assert_eq!(heard, speech, "{sent:?} {printed:?}");
    }

    #[test]
    fn an_echo_is_known_as_programs_print_it() {
        check(&["Hello", "Who are you?"], &["@@01", "Hello", "Who are you?", "I am Jim."], &["I am Jim."]);
        check(&["Hello  there"], &["@@01", "HELLO THERE", "Hello there"], &["Hello there"]);
        check(&["Tell me about the sea"], &["@@01", "Tell me about", "the sea", "It is wet."], &["It is wet."]);
        check(&["Hello"], &["@@01", "HelloHi, Jim."], &["Hi, Jim."]);
    }

    #[test]
    fn a_program_that_echoes_lines_but_not_the_announcement_is_believed_line_by_line() {
        check(&["Hello"], &["Hello", "Hello you."], &["Hello you."]);
    }

    #[test]
    fn of_a_program_that_does_not_echo_nothing_is_lost_once_it_has_answered() {
        check(&["Yes"], &["Are you sure?", "Yes"], &["Are you sure?", "Yes"]);
        check(&["Hello"], &["Hello you."], &["Hello you."]);
    }
}
