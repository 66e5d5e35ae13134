//! The beginnings of a record's conversations, for a classifier that sees only times and no text.

use std::collections::BTreeMap;

use contest::{
    ControlEvent, Event, Recorded, Views,
    event::{Actor, ConversationEvent},
};
use rulebook::{ConversationId, Side, Timestamp, Witness};

/// The beginning of a conversation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beginning {
    /// The conversation.
    pub conversation: ConversationId,
    /// Whether the witness is a program.
    pub is_entry: bool,
    /// Seconds from the start of the talk to the judge's first key.
    pub judge: f64,
    /// Seconds from the start of the talk to the witness's first key on the judge's screen.
    pub witness: f64,
}

/// The beginnings of all conversations in which both sides have spoken.
#[must_use]
pub fn beginnings(record: &[Recorded]) -> Vec<Beginning> {
    let (mut began, mut judge, mut witness) = (None, BTreeMap::new(), BTreeMap::new());
    let mut talks: BTreeMap<ConversationId, Timestamp> = BTreeMap::new();
    for fact in record {
        match &fact.event {
            Event::Control(ControlEvent::RoundOpened { .. }) => began = Some(fact.time),
            Event::Conversation(id, event) => {
                talks.entry(*id).or_insert(began.unwrap_or(fact.time));
                match (event, &fact.actor) {
                    (ConversationEvent::Shown { released, .. }, _) => {
                        witness.entry(*id).or_insert(*released);
                    }
                    (ConversationEvent::Key { .. }, Actor::Side(Side::Judge)) => {
                        judge.entry(*id).or_insert(fact.time);
                    }
                    _ => {}
                }
            }
            Event::Control(_) => {}
        }
    }
    let mut views = Views::default();
    record.iter().for_each(|fact| views.apply(fact));
    let Some(contest) = views.room().contest() else { return Vec::new() };
    let seconds = |from: Timestamp, to: Timestamp| to.since(from).as_secs_f64();
    let beginning = |(id, shown): (&ConversationId, &Timestamp)| {
        let is_entry = matches!(contest.seating(id.interview)?.witness(id.seat)?, Witness::Entry(_));
        let (talk, judge) = (talks[id], judge.get(id)?);
        Some(Beginning { conversation: *id, is_entry, judge: seconds(talk, *judge), witness: seconds(talk, *shown) })
    };
    witness.iter().filter_map(beginning).collect()
}
