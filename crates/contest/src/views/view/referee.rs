//! The updates and the screen of the referees: the conversations that they may read, live, and the deeds in them.
//!
//! All referees of a contest read the same, so they have one feed. No type here can hold a ballot, a score or a vote:
//! with these, a referee could favour a participant.

use std::collections::BTreeMap;

use record::Hash;
use rulebook::{ConfederateId, ConversationId, InterviewId, Key, Participant, RefereeId, RoundNumber, Side, Witness};
use serde::{Deserialize, Serialize};

use super::{
    Feed, Screen, Spoken, spoken,
    stage::{Stage, Staged},
};
use crate::{
    ControlEvent, Event, Recorded, Room,
    attachment::ShownFile,
    contest::Contest,
    private::Private,
    referee::{Deed, SpeechLimit, can_hold},
    transcript::Transcript,
};

/// The referees' updates.
pub type RefereeFeed = Feed<RefereeUpdate, RefereeScreen>;

/// An update for referees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RefereeUpdate {
    /// The contest moved on.
    Stage(Box<Stage>),
    /// A round was opened, with these conversations for referees to read.
    Round {
        /// The round.
        round: RoundNumber,
        /// Its conversations, in the order of judges, then seats.
        conversations: Vec<Watched>,
    },
    /// The organiser has ended an interview.
    Ended {
        /// The interview.
        interview: InterviewId,
    },
    /// A key was pressed. A witness's key is sent at once, before the judge sees it.
    Key {
        /// The conversation.
        conversation: ConversationId,
        /// The number of its fact in the conversation's stream.
        of: u64,
        /// The side that pressed it.
        side: Side,
        /// The key.
        key: Key,
    },
    /// A message was given. A witness's message is sent at once, before the judge sees it.
    Said {
        /// The conversation.
        conversation: ConversationId,
        /// The number of its fact in the conversation's stream.
        of: u64,
        /// The side that said it.
        side: Side,
        /// The whole text.
        text: String,
    },
    /// A file was shown.
    Attached {
        /// The conversation.
        conversation: ConversationId,
        /// The number of its fact in the conversation's stream.
        of: u64,
        /// The side that showed it.
        side: Side,
        /// The file and its description.
        attachment: ShownFile,
    },
    /// The confederate's utterances that the judge has not begun to see: all of them, oldest first. Only where they can
    /// be held.
    Waiting {
        /// The conversation.
        conversation: ConversationId,
        /// The utterances.
        utterances: Vec<Utterance>,
    },
    /// A referee's deed.
    Deed(Done),
}

impl Staged for RefereeUpdate {
    fn stage(&self) -> Option<&Stage> {
        if let Self::Stage(stage) = self { Some(stage) } else { None }
    }
}

/// A conversation that referees read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watched {
    /// The conversation.
    pub conversation: ConversationId,
    /// The answering witness.
    pub witness: Witness,
}

/// An utterance that can be struck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utterance {
    /// The number, in the conversation's stream, of the fact that completed it.
    pub of: u64,
    /// The whole text.
    pub text: String,
}

/// A referee's deed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The referee, or the organiser in a referee's place.
    pub by: Participant,
    /// The deed.
    #[serde(flatten)]
    pub deed: Deed,
    /// The words; absent if none were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// The content of a referee's page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RefereeScreen {
    /// The state of the contest.
    pub stage: Stage,
    /// Every conversation so far.
    pub panes: BTreeMap<ConversationId, RefereeConversation>,
    /// The limits of confederates' messages.
    pub limits: BTreeMap<ConfederateId, SpeechLimit>,
    /// The deeds of referees, oldest first.
    pub done: Vec<Done>,
}

/// A conversation for a referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefereeConversation {
    /// The answering witness.
    pub witness: Witness,
    /// The words of both sides, including those that the judge has not seen.
    pub transcript: Transcript,
    /// The utterances that the judge has not begun to see, where they can be held.
    pub waiting: Vec<Utterance>,
    /// The place in the transcript of each line of the witness, by the number of the fact that finished it.
    lines: BTreeMap<u64, usize>,
    /// The number of its latest fact that was told here.
    pub latest: u64,
    /// The organiser has ended the interview.
    pub ended: bool,
    /// The confederate is muted.
    pub muted: bool,
    /// The confederate's words are held back.
    pub held: bool,
}

impl RefereeConversation {
    fn of(witness: Witness) -> Self {
        let (transcript, waiting) = (Transcript::default(), Vec::new());
        let lines = BTreeMap::new();
        Self { witness, transcript, waiting, lines, latest: 0, ended: false, muted: false, held: false }
    }

    /// Applies one fact, and keeps the number of the line that it finishes.
    fn take(&mut self, of: u64, change: impl FnOnce(&mut Transcript)) {
        let before = self.transcript.lines.len();
        change(&mut self.transcript);
        if self.transcript.lines.len() > before {
            self.lines.insert(of, before);
        }
        self.latest = of;
    }

    fn strike(&mut self, of: u64) {
        if let Some(line) = self.lines.get(&of).and_then(|at| self.transcript.lines.get_mut(*at)) {
            line.struck = true;
        }
    }
}

impl Screen<RefereeUpdate> for RefereeScreen {
    fn show(&mut self, update: &RefereeUpdate) {
        match update {
            RefereeUpdate::Stage(stage) => self.stage = (**stage).clone(),
            RefereeUpdate::Round { conversations, .. } => {
                let panes = conversations
                    .iter()
                    .map(|watched| (watched.conversation, RefereeConversation::of(watched.witness)));
                self.panes.extend(panes);
            }
            RefereeUpdate::Ended { interview } => {
                let panes = self.panes.iter_mut().filter(|(id, _)| id.interview == *interview);
                panes.for_each(|(_, pane)| pane.ended = true);
            }
            RefereeUpdate::Key { conversation, of, side, key } => {
                if let Some(pane) = self.panes.get_mut(conversation) {
                    pane.take(*of, |transcript| transcript.press(*side, *key));
                }
            }
            RefereeUpdate::Said { conversation, of, side, text } => {
                if let Some(pane) = self.panes.get_mut(conversation) {
                    pane.take(*of, |transcript| transcript.say(*side, text));
                }
            }
            RefereeUpdate::Attached { conversation, of, side, attachment } => {
                if let Some(pane) = self.panes.get_mut(conversation) {
                    pane.take(*of, |transcript| transcript.attach(*side, attachment));
                }
            }
            RefereeUpdate::Waiting { conversation, utterances } => {
                if let Some(pane) = self.panes.get_mut(conversation) {
                    pane.waiting.clone_from(utterances);
                }
            }
            RefereeUpdate::Deed(done) => {
                self.done.push(done.clone());
                match done.deed {
                    Deed::Limit { confederate, limit } => drop(self.limits.insert(confederate, limit)),
                    Deed::Lift { confederate } => drop(self.limits.remove(&confederate)),
                    deed @ (Deed::Warn { .. }
                    | Deed::Mute { .. }
                    | Deed::Unmute { .. }
                    | Deed::Hold { .. }
                    | Deed::Release { .. }
                    | Deed::Strike { .. }
                    | Deed::Flag { .. }
                    | Deed::Note { .. }) => self.do_in_pane(deed),
                }
            }
        }
    }
}

impl RefereeScreen {
    /// The file with this hash, if it is in a conversation that referees read.
    #[must_use]
    pub fn file(&self, hash: Hash) -> Option<&ShownFile> {
        self.panes.values().find_map(|pane| pane.transcript.file(hash))
    }

    fn do_in_pane(&mut self, deed: Deed) {
        let Some(pane) = deed.conversation().and_then(|id| self.panes.get_mut(&id)) else { return };
        match deed {
            Deed::Mute { .. } => pane.muted = true,
            Deed::Unmute { .. } => pane.muted = false,
            Deed::Hold { .. } => pane.held = true,
            Deed::Release { .. } => pane.held = false,
            Deed::Strike { of, .. } => pane.strike(of),
            Deed::Warn { .. } | Deed::Limit { .. } | Deed::Lift { .. } | Deed::Flag { .. } | Deed::Note { .. } => {}
        }
    }
}

/// The updates for referees from a fact that is already folded into the room.
pub(super) fn updates(room: &Room, contest: &Contest, told: &RefereeScreen, fact: &Recorded) -> Vec<RefereeUpdate> {
    match &fact.event {
        Event::Conversation(id, _) => {
            if contest.watched(*id).is_none() {
                return Vec::new();
            }
            let (conversation, of) = (*id, fact.number);
            let said = spoken(room, fact, Side::Witness).map(|(side, spoken)| match spoken {
                Spoken::Key(key) => RefereeUpdate::Key { conversation, of, side, key },
                Spoken::Said(text) => RefereeUpdate::Said { conversation, of, side, text },
                Spoken::Attached(attachment) => RefereeUpdate::Attached { conversation, of, side, attachment },
            });
            said.into_iter().chain(waiting(room, contest, told, *id)).collect()
        }
        Event::Control(event) => of_control(room, contest, told, event),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "referees are shown no other fact")]
fn of_control(room: &Room, contest: &Contest, told: &RefereeScreen, event: &ControlEvent) -> Vec<RefereeUpdate> {
    // The stage is the same for every referee.
    let any = Participant::Referee(RefereeId::new(1));
    let moved = Stage::changed_by(contest, any, event);
    let stage = moved.then(|| RefereeUpdate::Stage(Box::new(Stage::of(contest, any))));
    let more = match event {
        ControlEvent::RoundOpened { round } => {
            let all = contest.interviews_in(*round).flat_map(schedule::Seating::conversations);
            let watched = all.filter_map(|conversation| {
                contest.watched(conversation).map(|witness| Watched { conversation, witness })
            });
            vec![RefereeUpdate::Round { round: *round, conversations: watched.collect() }]
        }
        ControlEvent::InterviewAborted { interview, .. } => vec![RefereeUpdate::Ended { interview: *interview }],
        ControlEvent::Refereed { by, private: Private::Held(deed), words } => {
            let words = words.as_ref().and_then(Private::held).map(|words| words.reason.clone());
            let done = RefereeUpdate::Deed(Done { by: *by, deed: *deed, words });
            let id = deed.conversation();
            [done].into_iter().chain(id.and_then(|id| waiting(room, contest, told, id))).collect()
        }
        _ => Vec::new(),
    };
    stage.into_iter().chain(more).collect()
}

/// The waiting utterances of this conversation, if they differ from those sent to referees.
fn waiting(room: &Room, contest: &Contest, told: &RefereeScreen, id: ConversationId) -> Option<RefereeUpdate> {
    if !can_hold(contest.rulebook.interview.delivery) || contest.confederate_in(id).is_none() {
        return None;
    }
    let queue = room.conversation(id)?.queue();
    let utterances = queue.strikable().into_iter().map(|(of, text)| Utterance { of, text }).collect::<Vec<_>>();
    let known = told.panes.get(&id).map_or(&[][..], |pane| &pane.waiting);
    (known != utterances).then_some(RefereeUpdate::Waiting { conversation: id, utterances })
}
