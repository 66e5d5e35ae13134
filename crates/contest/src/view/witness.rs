//! What a witness is sent, person and program alike: the judge's keys, its own, and the clock.

use std::collections::BTreeMap;

use rulebook::{Key, Participant, RoundNumber, Side};
use serde::{Deserialize, Serialize};

use super::{Feed, Screen, stage::Stage};
use crate::{
    Actor, Event, Recorded,
    contest::Contest,
    event::{ConversationEvent, Pressed},
    transcript::Transcript,
};

/// A witness's updates.
pub type WitnessFeed = Feed<WitnessUpdate, WitnessScreen>;

/// One thing a witness is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum WitnessUpdate {
    /// The contest moved on.
    Stage(Stage),
    /// A key was pressed in the witness's conversation.
    Key {
        /// The round.
        round: RoundNumber,
        /// By whom.
        side: Side,
        /// The key.
        key: Key,
    },
}

/// What a confederate's page shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WitnessScreen {
    /// Where the contest is.
    pub stage: Stage,
    /// The conversation of every round so far.
    pub conversations: BTreeMap<RoundNumber, Transcript>,
    /// The rounds in which the judge has begun.
    pub begun: std::collections::BTreeSet<RoundNumber>,
}

impl Screen<WitnessUpdate> for WitnessScreen {
    fn show(&mut self, update: &WitnessUpdate) {
        match update {
            WitnessUpdate::Stage(stage) => self.stage = stage.clone(),
            WitnessUpdate::Key { round, side, key } => {
                if *side == Side::Judge {
                    self.begun.insert(*round);
                }
                self.conversations.entry(*round).or_default().press(*side, *key);
            }
        }
    }
}

/// What a fact, already folded into the contest, means for this witness.
pub(super) fn update(contest: &Contest, who: Participant, fact: &Recorded) -> Option<WitnessUpdate> {
    match (&fact.event, fact.actor) {
        (Event::Conversation(id, ConversationEvent::Key { private, .. }), Actor::Side(side)) => {
            let round = id.interview.round;
            let Pressed { key } = *private.held()?;
            (contest.conversation_of(who, round)? == *id).then_some(WitnessUpdate::Key { round, side, key })
        }
        (Event::Control(event), _) => {
            Stage::changed_by(contest, who, event).then(|| WitnessUpdate::Stage(Stage::of(contest, who)))
        }
        (Event::Conversation(..), _) => None,
    }
}
