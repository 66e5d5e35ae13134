//! What a witness is sent, person and program alike: the judge's words, its own, and the clock.

use std::collections::BTreeMap;

use rulebook::{InterviewId, Key, Participant, RoundNumber, Side};
use serde::{Deserialize, Serialize};

use super::{
    Feed, Screen, Spoken, spoken,
    stage::{Stage, Staged},
};
use crate::{Event, Recorded, Room, contest::Contest, transcript::Transcript};

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
        /// The interview, for a program that is in several at the same time; not sent to a person's page.
        #[serde(skip)]
        interview: Option<InterviewId>,
        /// By whom.
        side: Side,
        /// The key.
        key: Key,
    },
    /// Something was said in the witness's conversation.
    Said {
        /// The round.
        round: RoundNumber,
        /// The interview, as above.
        #[serde(skip)]
        interview: Option<InterviewId>,
        /// By whom.
        side: Side,
        /// In full.
        text: String,
    },
}

impl Staged for WitnessUpdate {
    fn stage(&self) -> Option<&Stage> {
        if let Self::Stage(stage) = self { Some(stage) } else { None }
    }
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
        let (round, side) = match update {
            WitnessUpdate::Stage(stage) => {
                self.stage = stage.clone();
                return;
            }
            WitnessUpdate::Key { round, side, key, .. } => {
                self.conversations.entry(*round).or_default().press(*side, *key);
                (*round, *side)
            }
            WitnessUpdate::Said { round, side, text, .. } => {
                self.conversations.entry(*round).or_default().say(*side, text);
                (*round, *side)
            }
        };
        if side == Side::Judge {
            self.begun.insert(round);
        }
    }
}

/// What a fact, already folded into the room, means for this witness.
pub(super) fn update(room: &Room, contest: &Contest, who: Participant, fact: &Recorded) -> Option<WitnessUpdate> {
    match &fact.event {
        Event::Conversation(id, _) => {
            let round = id.interview.round;
            let interview = Some(id.interview);
            let (side, spoken) = spoken(room, fact, Side::Witness)?;
            let is_own = contest.listener(*id) == Some(who);
            is_own.then_some(match spoken {
                Spoken::Key(key) => WitnessUpdate::Key { round, interview, side, key },
                Spoken::Said(text) => WitnessUpdate::Said { round, interview, side, text },
            })
        }
        Event::Control(event) => {
            Stage::changed_by(contest, who, event).then(|| WitnessUpdate::Stage(Stage::of(contest, who)))
        }
    }
}
