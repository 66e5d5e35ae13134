//! A conversation on a screen: finished lines in the order they were finished, and the two unfinished lines.
//!
//! Where keys are carried, they arrive one by one from both sides: Return finishes a line; BackSpace removes a
//! character of the unfinished line, never of a finished one. Where messages are carried, each is finished on arrival,
//! and may hold line breaks.

use record::Hash;
use rulebook::{Key, Side};
use serde::Serialize;

use crate::attachment::ShownFile;

/// A conversation on a screen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Transcript {
    /// Finished lines, in the order they were finished.
    pub lines: Vec<Line>,
    /// The judge's unfinished line.
    pub judge_types: String,
    /// The witness's unfinished line.
    pub witness_types: String,
}

/// One finished line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The side that wrote it.
    pub side: Side,
    /// Its text, without the Return.
    pub text: String,
    /// The shown file, if the line represents one; its text describes the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<ShownFile>,
    /// A referee struck it, so the judge is not shown it. Only on pages of referees and of the witness.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
}

impl Line {
    /// A line of words.
    #[must_use]
    pub fn said(side: Side, text: String) -> Self {
        Self { side, text, file: None, struck: false }
    }
}

/// An empty conversation.
pub static SILENT: Transcript =
    Transcript { lines: Vec::new(), judge_types: String::new(), witness_types: String::new() };

impl Transcript {
    /// Applies one key of one side.
    pub fn press(&mut self, side: Side, key: Key) {
        let typing = match side {
            Side::Judge => &mut self.judge_types,
            Side::Witness => &mut self.witness_types,
        };
        match key {
            Key::Return => self.lines.push(Line::said(side, std::mem::take(typing))),
            Key::BackSpace => {
                typing.pop();
            }
            Key::Tab => typing.push('\t'),
            Key::Char(c) => typing.push(c.get()),
        }
    }

    /// Adds a finished utterance of one side.
    pub fn say(&mut self, side: Side, text: &str) {
        self.lines.push(Line::said(side, text.to_owned()));
    }

    /// Adds a file that one side showed.
    pub fn attach(&mut self, side: Side, shown: &ShownFile) {
        self.lines.push(Line { side, text: shown.to_string(), file: Some(shown.clone()), struck: false });
    }

    /// Marks the latest line of the witness with this text as struck.
    pub fn strike(&mut self, text: &str) {
        let is_meant = |line: &&mut Line| line.side == Side::Witness && !line.struck && line.text.trim() == text.trim();
        if let Some(line) = self.lines.iter_mut().rev().find(is_meant) {
            line.struck = true;
        }
    }

    /// The file with this hash, if it was shown.
    #[must_use]
    pub fn file(&self, hash: Hash) -> Option<&ShownFile> {
        self.lines.iter().filter_map(|line| line.file.as_ref()).find(|shown| shown.file.hash == hash)
    }

    /// True if there are no finished lines and nothing is typed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.judge_types.is_empty() && self.witness_types.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    fn type_in(transcript: &mut Transcript, side: Side, text: &str) {
        keys_of(text).for_each(|key| transcript.press(side, key));
    }

    #[test]
    fn lines_stand_in_the_order_they_were_finished() {
        let mut screen = Transcript::default();
        type_in(&mut screen, Side::Judge, "Hello, are you th");
        type_in(&mut screen, Side::Witness, "Hi!\n");
        type_in(&mut screen, Side::Judge, "ere?\n");
        type_in(&mut screen, Side::Witness, "yes");
        let texts: Vec<_> = screen.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Hi!", "Hello, are you there?"]);
        assert_eq!(screen.witness_types, "yes");
    }

    #[test]
    fn a_backspace_takes_back_what_is_being_typed_and_never_a_finished_line() {
        let mut screen = Transcript::default();
        type_in(&mut screen, Side::Witness, "done\n\u{8}\u{8}ab\u{8}");
        assert_eq!((screen.lines[0].text.as_str(), screen.witness_types.as_str()), ("done", "a"));
    }
}
