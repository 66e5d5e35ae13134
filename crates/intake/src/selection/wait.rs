//! The missing input of a stage of a selection.

use language::{Message, Say};
use rulebook::EntryId;

/// The input that a stage waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    /// The draw of the panel.
    Panel,
    /// Scores.
    Scores,
    /// The order by general quality, because no entry earned a mark.
    GeneralQuality,
    /// A decision between these level entries.
    Tie(Vec<EntryId>),
}

impl Say for Wait {
    fn message(&self) -> Message {
        match self {
            Self::Panel => say!("selection-waits-panel"),
            Self::Scores => say!("selection-waits-scores"),
            Self::GeneralQuality => say!("selection-waits-general-quality"),
            Self::Tie(level) => say!("selection-waits-tie", entries = crate::counted_words::list(level)),
        }
    }
}

display_in_english!(Wait);
