//! Conversations of other contests, as a contest can show them to judges who read transcripts.

use rulebook::{ConfederateId, EntryId, Participant};

use crate::event::ShownLine;

/// A conversation of a source, as a contest can show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceConversation {
    /// The name of its source.
    pub of: String,
    /// Its name in the record of its source.
    pub name: String,
    /// Its turns; none if the witness said nothing.
    pub turns: Vec<Vec<ShownLine>>,
    /// Whether a person answered.
    pub is_human: bool,
}

/// Labels each conversation as a witness: those with people are confederates, those with programs entries, each in the
/// given order.
pub fn labelled(
    shown: impl IntoIterator<Item = (u16, SourceConversation)>,
) -> impl Iterator<Item = (u16, Participant, SourceConversation)> {
    let (mut people, mut programs) = (0, 0);
    shown.into_iter().map(move |(source, conversation)| {
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        let who = match conversation.is_human {
            true => Participant::Confederate(ConfederateId::at(next(&mut people))),
            false => Participant::Entry(EntryId::at(next(&mut programs))),
        };
        (source, who, conversation)
    })
}
