//! What a judge is sent. No type here can hold an identity: witnesses are seats, and nothing else.

use std::collections::BTreeMap;

use rulebook::{ConversationId, InterviewId, JudgeId, Key, Participant, RoundNumber, Seat, Side};
use serde::{Deserialize, Serialize};

use super::{Feed, Screen, stage::Stage};
use crate::{
    Actor, ControlEvent, Event, Recorded,
    contest::Contest,
    event::{ConversationEvent, Pressed},
    transcript::Transcript,
};

/// A judge's updates.
pub type JudgeFeed = Feed<JudgeUpdate, JudgeScreen>;

/// One thing a judge is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum JudgeUpdate {
    /// The contest moved on.
    Stage(Stage),
    /// A key was pressed in one of the judge's conversations.
    Key {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// By whom.
        side: Side,
        /// The key.
        key: Key,
    },
    /// The judge's own ballot is recorded.
    Ballot {
        /// The round it is about.
        round: RoundNumber,
        /// The seat taken for the human.
        human: Seat,
    },
    /// The judge's own ranking is recorded.
    Ranking {
        /// Most human first.
        order: Vec<ConversationId>,
    },
}

/// What a judge's page shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JudgeScreen {
    /// Where the contest is.
    pub stage: Stage,
    /// Every conversation so far.
    pub conversations: BTreeMap<(RoundNumber, Seat), Transcript>,
    /// The judge's ballots.
    pub ballots: BTreeMap<RoundNumber, Seat>,
    /// The judge's ranking, most human first.
    pub ranking: Vec<ConversationId>,
}

impl Screen<JudgeUpdate> for JudgeScreen {
    fn show(&mut self, update: &JudgeUpdate) {
        match update {
            JudgeUpdate::Stage(stage) => self.stage = stage.clone(),
            JudgeUpdate::Key { round, seat, side, key } => {
                self.conversations.entry((*round, *seat)).or_default().press(*side, *key);
            }
            JudgeUpdate::Ballot { round, human } => {
                self.ballots.insert(*round, *human);
            }
            JudgeUpdate::Ranking { order } => self.ranking.clone_from(order),
        }
    }
}

/// What a fact, already folded into the contest, means for this judge.
pub(super) fn update(contest: &Contest, judge: JudgeId, fact: &Recorded) -> Option<JudgeUpdate> {
    match (&fact.event, fact.actor) {
        (Event::Conversation(id, ConversationEvent::Key { private, .. }), Actor::Side(side)) => {
            let ConversationId { interview: InterviewId { round, judge: of }, seat } = *id;
            let Pressed { key } = *private.held()?;
            (of == judge).then_some(JudgeUpdate::Key { round, seat, side, key })
        }
        (Event::Control(ControlEvent::BallotCast { interview, private }), _) if interview.judge == judge => {
            Some(JudgeUpdate::Ballot { round: interview.round, human: private.held()?.human })
        }
        (Event::Control(ControlEvent::RankingCast { judge: of, private }), _) if *of == judge => {
            Some(JudgeUpdate::Ranking { order: private.held()?.order.clone() })
        }
        (Event::Control(event), _) => {
            let who = Participant::Judge(judge);
            Stage::changed_by(contest, who, event).then(|| JudgeUpdate::Stage(Stage::of(contest, who)))
        }
        (Event::Conversation(..), _) => None,
    }
}
