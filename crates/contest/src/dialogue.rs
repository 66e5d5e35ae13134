//! What was said, line by line, from the facts: what transcripts are written from.
//!
//! Where keys travel, a line is what stood on the screen when Return was pressed; where messages travel, each is a line of
//! its own, with the line breaks it has.

use std::collections::BTreeMap;

use rulebook::{ConversationId, Side, Timestamp};

use crate::{Actor, Event, Recorded, event::ConversationEvent, transcript::Transcript};

/// One finished line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// When it was finished.
    pub at: Timestamp,
    /// By whom.
    pub side: Side,
    /// Its text; what was never finished ends in ` …`.
    pub text: String,
}

/// The lines of every conversation in which something was begun, in order; what was never finished stands at the end, at
/// the time of the latest fact.
#[must_use]
pub fn dialogues(facts: &[Recorded]) -> BTreeMap<ConversationId, Vec<Said>> {
    let mut screens: BTreeMap<ConversationId, Transcript> = BTreeMap::new();
    let mut dialogues: BTreeMap<ConversationId, Vec<Said>> = BTreeMap::new();
    for fact in facts {
        let (Event::Conversation(id, event), Actor::Side(side)) = (&fact.event, fact.actor) else { continue };
        let screen = screens.entry(*id).or_default();
        let before = screen.lines.len();
        match event {
            ConversationEvent::Key { private, .. } => {
                private.held().into_iter().for_each(|pressed| screen.press(side, pressed.key));
            }
            ConversationEvent::Said { private, .. } => {
                private.held().into_iter().for_each(|said| screen.say(side, &said.text));
            }
            ConversationEvent::Shown {} => {}
        }
        let lines = dialogues.entry(*id).or_default();
        lines.extend(screen.lines[before..].iter().map(|line| Said { at: fact.time, side, text: line.text.clone() }));
    }
    let latest = facts.iter().map(|fact| fact.time).max();
    for (id, screen) in screens {
        for (side, text) in [(Side::Judge, screen.judge_types), (Side::Witness, screen.witness_types)] {
            if let (false, Some(at)) = (text.is_empty(), latest) {
                dialogues.entry(id).or_default().push(Said { at, side, text: text + " …" });
            }
        }
    }
    dialogues
}
