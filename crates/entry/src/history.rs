//! The finished lines of a conversation, as its link keeps them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use rulebook::Side;

/// The maximum number of lines kept, of both sides; the oldest are dropped.
const LINES_MAX: usize = 2_000;

/// A finished line of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedLine {
    /// The side that said it.
    pub side: Side,
    /// Its text, without the Return.
    pub text: String,
}

/// The finished lines of a conversation, shared by their writers and readers.
#[derive(Debug, Clone, Default)]
pub struct History(Arc<Mutex<VecDeque<FinishedLine>>>);

impl History {
    /// The lines of the interview before this link began, in order.
    #[must_use]
    pub fn of(lines: impl IntoIterator<Item = FinishedLine>) -> Self {
        let history = Self::default();
        lines.into_iter().for_each(|line| history.add(line));
        history
    }

    /// The lines, in order.
    #[must_use]
    pub fn lines(&self) -> Vec<FinishedLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    pub(crate) fn add(&self, line: FinishedLine) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_back(line);
        while lines.len() > LINES_MAX {
            lines.pop_front();
        }
    }
}
