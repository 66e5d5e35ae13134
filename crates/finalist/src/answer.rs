//! The answer that a skill proposes.

/// An answer and its confidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// From 0 to 100. Computed facts have 90, memories 70, the own life 50, opinions 30, remarks 10.
    pub(crate) sure: u8,
    pub(crate) text: String,
}

/// An answer with its confidence.
pub(crate) fn sure(sure: u8, text: impl Into<String>) -> Option<Answer> {
    Some(Answer { sure, text: text.into() })
}
