//! What the judge has said and the page has not been given.

use rulebook::{Key, key::Typed};

use super::Trouble;

/// The most characters that wait for the page while it has not answered.
const WAITING_MAX: usize = 8_000;

/// Words that wait, and the line that is being typed.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    line: Typed,
    words: String,
    dropped: bool,
    /// Whether it was told that words were cut.
    cut_told: bool,
}

impl Waiting {
    /// The judge pressed a key; true when that finished a line. An empty line says nothing.
    pub(super) fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Return => return self.end_line(),
            // A line gets no longer than what waits at most.
            Key::Char(_) | Key::Tab if self.line.as_str().len() >= WAITING_MAX => self.dropped = true,
            Key::Char(_) | Key::Tab | Key::BackSpace => self.line.press(key),
        }
        false
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Everything that waits, for a field of this length, and what became of the rest.
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
