//! Words for values: the caller's, and the obvious ones for human and machine.

use std::collections::BTreeMap;

use rulebook::names::identity;

use crate::Verdict;

/// The words for human, machine and unsure, in any case.
const HUMAN: [&str; 3] = ["human", "person", "h"];
const MACHINE: [&str; 9] = ["machine", "ai", "bot", "computer", "program", "robot", "chatbot", "llm", "m"];
const UNSURE: [&str; 4] = ["unsure", "not sure", "undecided", "don't know"];

/// The program's words, by the file's words for them in normal form.
#[derive(Debug, Clone, Default)]
pub(super) struct ValueWords(BTreeMap<String, String>);

/// The words that a caller may translate.
pub(super) const OURS: [&str; 8] = ["human", "machine", "unsure", "entry", "confederate", "yes", "no", "blank"];

impl ValueWords {
    pub(super) fn of(values: &[(String, String)]) -> Self {
        Self(values.iter().map(|(ours, theirs)| (identity(theirs), ours.clone())).collect())
    }

    /// The program's word for this, if the caller gave one; otherwise the text itself, in the form for comparison.
    pub(super) fn ours(&self, text: &str) -> String {
        let compared = identity(text);
        self.0.get(&compared).cloned().unwrap_or(compared)
    }

    /// Returns whether the cell is blank.
    pub(super) fn is_blank(&self, text: &str) -> bool {
        let visible = text.bytes().next().is_some_and(|first| first.is_ascii_graphic());
        (!visible && identity(text).is_empty()) || (!self.0.is_empty() && self.ours(text) == "blank")
    }

    /// Human, machine or unsure.
    pub(super) fn verdict(&self, text: &str) -> Option<Verdict> {
        let ours = self.ours(text);
        let among = |words: &[&str]| words.contains(&ours.as_str());
        match () {
            () if among(&HUMAN) => Some(Verdict::Human),
            () if among(&MACHINE) => Some(Verdict::Machine),
            () if among(&UNSURE) => Some(Verdict::Unsure),
            () => None,
        }
    }
}
