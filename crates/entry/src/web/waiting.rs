//! The judge's text that was not submitted to the page yet.

use rulebook::{Key, key::Typed};

use super::Trouble;

/// The maximum text that waits while the page has not answered, in characters.
const WAITING_MAX: usize = 8_000;

/// Waiting text, and the unfinished line.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    line: Typed,
    words: String,
    dropped: bool,
    /// True if a cut was reported.
    cut_told: bool,
}

impl Waiting {
    /// Takes a key of the judge; true if it finished a line. An empty line has no effect.
    pub(super) fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Return => return self.end_line(),
            // A line is no longer than the maximum of waiting text.
            Key::Char(_) | Key::Tab if self.line.as_str().len() >= WAITING_MAX => self.dropped = true,
            Key::Char(_) | Key::Tab | Key::BackSpace => self.line.press(key),
        }
        false
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// All waiting text, for a field of this length, and the troubles about lost text.
    pub(super) fn take(&mut self, length: Option<usize>) -> (String, Vec<Trouble>) {
        let (mut words, mut troubles) = (std::mem::take(&mut self.words), Vec::new());
        if std::mem::take(&mut self.dropped) {
            troubles.push(Trouble::Unheard { limit: WAITING_MAX });
        }
        if let Some(limit) = length.filter(|limit| words.len() > *limit) {
            // Keys are ASCII.
            words.truncate(limit);
            if !std::mem::replace(&mut self.cut_told, true) {
                troubles.push(Trouble::Cut { limit });
            }
        }
        (words, troubles)
    }

    fn end_line(&mut self) -> bool {
        let line = std::mem::take(&mut self.line);
        let line = line.as_str().trim();
        if line.is_empty() {
            return false;
        }
        let blank = if self.words.is_empty() { "" } else { " " };
        if self.words.len() + blank.len() + line.len() > WAITING_MAX {
            self.dropped = true;
        } else {
            self.words.push_str(blank);
            self.words.push_str(line);
        }
        true
    }
}
