//! The updates and the screen of a witness, person or program: the judge's words, its own, and the clock.

use std::collections::BTreeMap;

use language::{Message, Say};
use record::Hash;
use rulebook::{InterviewId, Key, Participant, RoundNumber, Side, schema::Turns};
use serde::{Deserialize, Serialize};

use super::{
    Feed, Screen, Spoken, spoken,
    stage::{Stage, Staged},
};
use crate::{
    ControlEvent, Event, Private, Recorded, Room,
    attachment::ShownFile,
    contest::{Contest, Phase},
    referee::{Deed, SpeechLimit},
    transcript::Transcript,
    turn::Turn,
};

/// A witness's updates.
pub type WitnessFeed = Feed<WitnessUpdate, WitnessScreen>;

/// An update for a witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum WitnessUpdate {
    /// The contest moved on.
    Stage(Box<Stage>),
    /// A key was pressed in the witness's conversation.
    Key {
        /// The round.
        round: RoundNumber,
        /// The interview, for a program with several at the same time; not sent to a person's page.
        #[serde(skip)]
        interview: Option<InterviewId>,
        /// The side that pressed it.
        side: Side,
        /// The key.
        key: Key,
    },
    /// A message in the witness's conversation.
    Said {
        /// The round.
        round: RoundNumber,
        /// The interview, as above.
        #[serde(skip)]
        interview: Option<InterviewId>,
        /// The side that said it.
        side: Side,
        /// The whole text.
        text: String,
    },
    /// The judge showed the witness a file.
    Attached {
        /// The round.
        round: RoundNumber,
        /// The interview, as above.
        #[serde(skip)]
        interview: Option<InterviewId>,
        /// The side that showed it: the judge.
        side: Side,
        /// The file and its description.
        attachment: ShownFile,
    },
    /// A referee's deed that concerns this confederate. Never sent to programs.
    Referee(FromReferee),
    /// The turn in the witness's conversation, where sides alternate, as judges get it. Not sent to programs, which
    /// resend words refused out of turn.
    Turn {
        /// The round.
        round: RoundNumber,
        /// The turn.
        #[serde(flatten)]
        turn: Turn,
    },
}

/// A referee's deed, for the confederate it concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case")]
pub enum FromReferee {
    /// Warned the confederate.
    Warn {
        /// The warning.
        words: String,
    },
    /// Limited their messages from here on.
    Limit {
        /// The limit.
        #[serde(flatten)]
        limit: SpeechLimit,
        /// The reason.
        words: String,
    },
    /// Lifted the limit.
    Lift {},
    /// Muted them in this round's interview.
    Mute {
        /// The round.
        round: RoundNumber,
        /// The reason.
        words: String,
    },
    /// Unmuted them.
    Unmute {
        /// The round.
        round: RoundNumber,
    },
    /// Struck one of their utterances: the judge never sees it.
    Strike {
        /// The round.
        round: RoundNumber,
        /// The utterance, if known.
        said: String,
        /// The reason.
        words: String,
    },
}

/// As a sentence for the confederate.
impl Say for FromReferee {
    fn message(&self) -> Message {
        match self {
            Self::Warn { words } => say!("talk-referee-warns", words = words),
            Self::Limit { limit, words } => say!("talk-referee-limits", limit = limit.message(), words = words),
            Self::Lift {} => say!("talk-referee-lifts"),
            Self::Mute { words, .. } => say!("talk-referee-mutes", words = words),
            Self::Unmute { .. } => say!("talk-referee-unmutes"),
            Self::Strike { said, words, .. } => say!("talk-referee-strikes", said = said, words = words),
        }
    }
}

display_in_english!(FromReferee);

impl Staged for WitnessUpdate {
    fn stage(&self) -> Option<&Stage> {
        if let Self::Stage(stage) = self { Some(stage) } else { None }
    }
}

/// The content of a confederate's page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WitnessScreen {
    /// The state of the contest.
    pub stage: Stage,
    /// The conversation of every round so far.
    pub conversations: BTreeMap<RoundNumber, Transcript>,
    /// The latest turn of every round so far, where sides alternate and one side has spoken.
    pub turns: BTreeMap<RoundNumber, Turn>,
    /// The deeds of referees that concern this confederate, oldest first.
    pub referee: Vec<FromReferee>,
    /// The limit of their messages, while a referee limits them.
    pub limit: Option<SpeechLimit>,
    /// The rounds in which they are muted.
    pub muted: std::collections::BTreeSet<RoundNumber>,
    /// The rounds in which the judge has begun.
    pub begun: std::collections::BTreeSet<RoundNumber>,
}

impl WitnessScreen {
    /// The file with this hash, if this witness has seen it.
    #[must_use]
    pub fn file(&self, hash: Hash) -> Option<&ShownFile> {
        self.conversations.values().find_map(|transcript| transcript.file(hash))
    }
}

impl Screen<WitnessUpdate> for WitnessScreen {
    fn show(&mut self, update: &WitnessUpdate) {
        let (round, side) = match update {
            WitnessUpdate::Stage(stage) => {
                self.stage = (**stage).clone();
                return;
            }
            WitnessUpdate::Referee(told) => {
                match told {
                    FromReferee::Limit { limit, .. } => self.limit = Some(*limit),
                    FromReferee::Lift {} => self.limit = None,
                    FromReferee::Mute { round, .. } => drop(self.muted.insert(*round)),
                    FromReferee::Unmute { round } => drop(self.muted.remove(round)),
                    FromReferee::Strike { round, said, .. } => {
                        self.conversations.entry(*round).or_default().strike(said);
                    }
                    FromReferee::Warn { .. } => {}
                }
                self.referee.push(told.clone());
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
            WitnessUpdate::Attached { round, side, attachment, .. } => {
                self.conversations.entry(*round).or_default().attach(*side, attachment);
                (*round, *side)
            }
        };
        if side == Side::Judge {
            self.begun.insert(round);
        }
    }
}

/// The update for this witness from a fact that is already folded into the room.
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
                Spoken::Attached(attachment) => WitnessUpdate::Attached { round, interview, side, attachment },
            })
        }
        Event::Control(ControlEvent::Refereed { private, words, .. }) => {
            let words = words.as_ref().and_then(Private::held).map_or("", |words| &words.reason);
            from_referee(room, contest, who, private.held()?, words).map(WitnessUpdate::Referee)
        }
        Event::Control(event) => {
            Stage::changed_by(contest, who, event).then(|| WitnessUpdate::Stage(Box::new(Stage::of(contest, who))))
        }
    }
}

/// A referee's deed as this participant may see it, if it concerns them.
fn from_referee(room: &Room, contest: &Contest, who: Participant, deed: &Deed, words: &str) -> Option<FromReferee> {
    let own = deed.conversation().is_some_and(|id| contest.listener(id) == Some(who));
    let is_named = deed.confederate().is_some_and(|confederate| Participant::Confederate(confederate) == who);
    if !own && !is_named {
        return None;
    }
    let words = words.to_owned();
    Some(match deed {
        Deed::Warn { .. } => FromReferee::Warn { words },
        Deed::Limit { limit, .. } => FromReferee::Limit { limit: *limit, words },
        Deed::Lift { .. } => FromReferee::Lift {},
        Deed::Mute { conversation } => FromReferee::Mute { round: conversation.interview.round, words },
        Deed::Unmute { conversation } => FromReferee::Unmute { round: conversation.interview.round },
        Deed::Strike { conversation, of } => {
            let struck = room.conversation(*conversation)?.struck().iter().find(|struck| struck.of == *of);
            let said = struck.map(|struck| struck.text.clone()).unwrap_or_default();
            FromReferee::Strike { round: conversation.interview.round, said, words }
        }
        Deed::Hold { .. } | Deed::Release { .. } | Deed::Flag { .. } | Deed::Note {} => return None,
    })
}

/// The turn of the current talk, if it differs from the one sent to this confederate.
pub(super) fn turn(room: &Room, contest: &Contest, who: Participant, told: &WitnessScreen) -> Option<WitnessUpdate> {
    let Turns::Alternate { .. } = contest.rulebook.interview.turns else { return None };
    let (Phase::Talk(round, _), Participant::Confederate(_)) = (contest.phase, who) else { return None };
    let id = contest.conversations_of(who, round).next()?;
    let turn = room.conversation(id)?.turn(&contest.pace(id), Side::Witness)?;
    (told.turns.get(&round) != Some(&turn)).then_some(WitnessUpdate::Turn { round, turn })
}
