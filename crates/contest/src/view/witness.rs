//! What a witness is sent, person and program alike: the judge's words, its own, and the clock.

use std::collections::BTreeMap;

use rulebook::{InterviewId, Key, Participant, RoundNumber, Side, schema::Turns};
use serde::{Deserialize, Serialize};

use super::{
    Feed, Screen, Spoken, spoken,
    stage::{Stage, Staged},
};
use crate::{
    Event, Recorded, Room,
    contest::{Contest, Phase},
    transcript::Transcript,
    turn::Turn,
};

/// A witness's updates.
pub type WitnessFeed = Feed<WitnessUpdate, WitnessScreen>;

/// One thing a witness is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum WitnessUpdate {
    /// The contest moved on.
    Stage(Box<Stage>),
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
    /// Whose turn it is in the witness's conversation, where sides alternate, as a judge is told it. Not sent to programs, which
    /// offer again what came out of turn.
    Turn {
        /// The round.
        round: RoundNumber,
        /// The turn.
        #[serde(flatten)]
        turn: Turn,
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
    /// The latest turn of every round so far, where sides alternate and somebody has spoken.
    pub turns: BTreeMap<RoundNumber, Turn>,
    /// The rounds in which the judge has begun.
    pub begun: std::collections::BTreeSet<RoundNumber>,
}

impl Screen<WitnessUpdate> for WitnessScreen {
    fn show(&mut self, update: &WitnessUpdate) {
        let (round, side) = match update {
            WitnessUpdate::Stage(stage) => {
                self.stage = (**stage).clone();
                return;
            }
            WitnessUpdate::Turn { round, turn } => {
                self.turns.insert(*round, *turn);
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
            Stage::changed_by(contest, who, event).then(|| WitnessUpdate::Stage(Box::new(Stage::of(contest, who))))
        }
    }
}

/// The turn of the talk that runs, if it is other than this confederate was told.
pub(super) fn turn(room: &Room, contest: &Contest, who: Participant, told: &WitnessScreen) -> Option<WitnessUpdate> {
    let Turns::Alternate { .. } = contest.rulebook.interview.turns else { return None };
    let (Phase::Talk(round, _), Participant::Confederate(_)) = (contest.phase, who) else { return None };
    let id = contest.conversations_of(who, round).next()?;
    let turn = room.conversation(id)?.turn(&contest.pace(id), Side::Witness)?;
    (told.turns.get(&round) != Some(&turn)).then_some(WitnessUpdate::Turn { round, turn })
}
