//! The updates and the screen of a judge. No type here can hold an identity: witnesses are seats.
//!
//! Where every person is both judge and confederate, an answering person gets the same updates: their own words are
//! those of [`Side::Judge`] here as well ("mine"), their partner sits in [`Seat::Only`], and the interview bears their
//! own id, so that the page does not reveal the asking side.

use std::collections::BTreeMap;

use record::Hash;
use rulebook::{ConversationId, JudgeId, Key, Participant, RoundNumber, Seat, Side, schema::Turns};
use serde::{Deserialize, Serialize};
use tally::Answers;

use super::{
    Feed, Screen, spoken,
    stage::{Stage, StagePhase, Staged},
};
use crate::{
    ControlEvent, Event, Recorded, Room,
    attachment::ShownFile,
    contest::{Contest, Phase, RoundPart},
    event::{Counted, Preference, ShownLine, together},
    transcript::Transcript,
    turn::{Turn, other},
    view::Spoken,
};

/// A judge's updates.
pub type JudgeFeed = Feed<JudgeUpdate, JudgeScreen>;

/// An update for a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum JudgeUpdate {
    /// The contest moved on.
    Stage(Box<Stage>),
    /// A key was pressed in one of the judge's conversations.
    Key {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The side that pressed it.
        side: Side,
        /// The key.
        key: Key,
    },
    /// A message in one of the judge's conversations.
    Said {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The side that said it.
        side: Side,
        /// The whole text.
        text: String,
    },
    /// A file was shown in one of the judge's conversations.
    Attached {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The side that showed it.
        side: Side,
        /// The file and its description.
        attachment: ShownFile,
    },
    /// The next turn of a conversation that the judge reads.
    Shown {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// Its lines.
        lines: Vec<ShownLine>,
        /// True if it is the last turn; not sent if it is not.
        #[serde(default, skip_serializing_if = "is_no")]
        last: bool,
    },
    /// The judge's own belief after a turn is recorded.
    Belief {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// The belief, from 0 to 100.
        human: u8,
    },
    /// The turn in one of the judge's conversations, where sides alternate: sent when a turn begins, and when stopped
    /// clocks move its end. An unused turn passes on without an update: see [`Turn::at`].
    Turn {
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn.
        #[serde(flatten)]
        turn: Turn,
    },
    /// The judge's own answers about an interview are recorded.
    Ballot {
        /// The round of the interview.
        round: RoundNumber,
        /// The answers.
        answers: Answers<Seat>,
        /// Sealed, or a draft that counts.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        counted: Counted,
    },
    /// The judge's own ranking is recorded.
    Ranking {
        /// The trial, from 1.
        trial: u16,
        /// Most human first; those in one group are level.
        order: Vec<Vec<ConversationId>>,
        /// Sealed, or a draft that counts.
        #[serde(default, skip_serializing_if = "Counted::is_sealed")]
        counted: Counted,
    },
    /// The judge's own vote is recorded.
    Vote {
        /// The number of the vote, from 1.
        vote: u16,
        /// One of the judge's conversations with the preferred entry; null for an abstention, and in a matter of
        /// dispute.
        preferred: Option<ConversationId>,
        /// The answer in a matter of dispute; absent for an abstention, and between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agrees: Option<bool>,
    },
}

impl Staged for JudgeUpdate {
    fn stage(&self) -> Option<&Stage> {
        if let Self::Stage(stage) = self { Some(stage) } else { None }
    }
}

/// The content of a judge's page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JudgeScreen {
    /// The state of the contest.
    pub stage: Stage,
    /// Every conversation so far.
    pub conversations: BTreeMap<(RoundNumber, Seat), Transcript>,
    /// The latest turn of every conversation so far, where sides alternate and one side has spoken.
    pub turns: BTreeMap<(RoundNumber, Seat), Turn>,
    /// The judge's ballots.
    pub ballots: BTreeMap<RoundNumber, Answers<Seat>>,
    /// The judge's rankings by trial, most human first.
    pub rankings: BTreeMap<u16, Vec<Vec<ConversationId>>>,
    /// The judge's progress in every conversation that they read.
    pub reading: BTreeMap<(RoundNumber, Seat), ReadingProgress>,
    /// The judge's votes by their numbers.
    pub votes: BTreeMap<u16, Preference>,
}

/// A judge's progress in reading a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadingProgress {
    /// The number of turns shown.
    pub shown: u16,
    /// True if these are all its turns.
    pub is_whole: bool,
    /// The judge's belief after each of them, from 0 to 100.
    pub beliefs: Vec<u8>,
}

impl ReadingProgress {
    /// The turn whose belief is asked for now, from 1.
    #[must_use]
    pub fn asks(&self) -> Option<u16> {
        (usize::from(self.shown) > self.beliefs.len()).then_some(self.shown)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_no(switch: &bool) -> bool {
    !*switch
}

impl JudgeScreen {
    /// The file with this hash, if it is on this screen.
    #[must_use]
    pub fn file(&self, hash: Hash) -> Option<&ShownFile> {
        self.conversations.values().find_map(|transcript| transcript.file(hash))
    }
}

impl Screen<JudgeUpdate> for JudgeScreen {
    fn show(&mut self, update: &JudgeUpdate) {
        match update {
            JudgeUpdate::Stage(stage) => self.stage = (**stage).clone(),
            JudgeUpdate::Key { round, seat, side, key } => {
                self.conversations.entry((*round, *seat)).or_default().press(*side, *key);
            }
            JudgeUpdate::Said { round, seat, side, text } => {
                self.conversations.entry((*round, *seat)).or_default().say(*side, text);
            }
            JudgeUpdate::Attached { round, seat, side, attachment } => {
                self.conversations.entry((*round, *seat)).or_default().attach(*side, attachment);
            }
            JudgeUpdate::Shown { round, seat, turn, lines, last } => {
                let transcript = self.conversations.entry((*round, *seat)).or_default();
                lines.iter().for_each(|line| transcript.say(line.by, &line.text));
                let reading = self.reading.entry((*round, *seat)).or_default();
                (reading.shown, reading.is_whole) = (*turn, *last);
            }
            JudgeUpdate::Belief { round, seat, human, .. } => {
                self.reading.entry((*round, *seat)).or_default().beliefs.push(*human);
            }
            JudgeUpdate::Turn { round, seat, turn } => {
                self.turns.insert((*round, *seat), *turn);
            }
            JudgeUpdate::Ballot { round, answers, .. } => {
                self.ballots.insert(*round, answers.clone());
                self.stage.late.retain(|form| form.interview.round != *round);
                // A ballot during the talk is an early verdict, which ends the interview.
                let is_early = self.stage.phase == StagePhase::Talk && self.stage.round == Some(*round);
                self.stage.judged |= is_early;
                self.stage.ended |= is_early;
            }
            JudgeUpdate::Ranking { trial, order, .. } => {
                self.rankings.insert(*trial, order.clone());
                if self.stage.late_ranking == Some(*trial) {
                    self.stage.late_ranking = None;
                    self.stage.to_rank.clear();
                }
            }
            JudgeUpdate::Vote { vote, preferred, agrees } => {
                self.votes.insert(*vote, Preference { preferred: *preferred, agrees: *agrees });
            }
        }
    }
}

/// The update for this judge from a fact that is already folded into the room.
pub(super) fn update(room: &Room, contest: &Contest, judge: JudgeId, fact: &Recorded) -> Option<JudgeUpdate> {
    let who = Participant::Judge(judge);
    match &fact.event {
        Event::Conversation(id, _) => {
            let round = id.interview.round;
            let own = contest.part(who, round)?;
            let (seat, mine) = place_of(own, *id);
            let (side, spoken) = spoken(room, fact, own.side)?;
            let side = if mine == Side::Judge { side } else { other(side) };
            Some(match spoken {
                Spoken::Key(key) => JudgeUpdate::Key { round, seat, side, key },
                Spoken::Said(text) => JudgeUpdate::Said { round, seat, side, text },
                Spoken::Attached(attachment) => JudgeUpdate::Attached { round, seat, side, attachment },
            })
        }
        Event::Control(event @ ControlEvent::BallotCast { interview, from, counted, private, reason }) => {
            let own = contest.part(who, interview.round)?;
            if own != (RoundPart { interview: *interview, side: *from }) {
                return staged(contest, who, event);
            }
            let answers = together(private, reason.as_ref()).held()?.clone();
            Some(JudgeUpdate::Ballot { round: interview.round, answers, counted: *counted })
        }
        Event::Control(ControlEvent::RankingCast { judge: of, trial, counted, private }) => {
            (*of == judge).then(|| {
                let order = private.held()?.order.clone();
                Some(JudgeUpdate::Ranking { trial: *trial, order, counted: *counted })
            })?
        }
        Event::Control(ControlEvent::BeliefGiven { conversation, turn, private }) => {
            let (round, seat) = (conversation.interview.round, conversation.seat);
            let human = private.held()?.human;
            (conversation.interview.judge == judge).then_some(JudgeUpdate::Belief { round, seat, turn: *turn, human })
        }
        Event::Control(ControlEvent::VoteCast { vote, judge: of, private }) => {
            let Preference { preferred, agrees } = *private.held()?;
            (*of == judge).then_some(JudgeUpdate::Vote { vote: *vote, preferred, agrees })
        }
        Event::Control(event) => staged(contest, who, event),
    }
}

/// The new state of the contest, if this fact changes it for this participant.
fn staged(contest: &Contest, who: Participant, event: &ControlEvent) -> Option<JudgeUpdate> {
    Stage::changed_by(contest, who, event).then(|| JudgeUpdate::Stage(Box::new(Stage::of(contest, who))))
}

/// A person's seat and side in a conversation, on their own page.
fn place_of(own: RoundPart, id: ConversationId) -> (Seat, Side) {
    match own.side {
        Side::Judge => (id.seat, Side::Judge),
        Side::Witness => (Seat::Only, Side::Witness),
    }
}

/// The turns that this judge is due to read now and was not sent yet.
pub(super) fn shown(contest: &Contest, judge: JudgeId, told: &JudgeScreen) -> Vec<JudgeUpdate> {
    let Phase::Talk(round, _) = contest.phase else { return Vec::new() };
    if !contest.is_read() {
        return Vec::new();
    }
    let Some(own) = contest.part(Participant::Judge(judge), round) else { return Vec::new() };
    let next = |seat: Seat| {
        let id = ConversationId { interview: own.interview, seat };
        let count = contest.turn_count(id)?;
        let turns = contest.shown_in(id)?.turns.held();
        let before = told.reading.get(&(round, seat)).map_or(0, |reading| reading.shown);
        let update = move |turn: u16| JudgeUpdate::Shown {
            round,
            seat,
            turn,
            lines: turns.and_then(|turns| turns.get(usize::from(turn) - 1)).cloned().unwrap_or_default(),
            last: turn == count,
        };
        Some((before + 1..=contest.turns_shown(id)).map(update))
    };
    contest.seats_seen(own).into_iter().filter_map(next).flatten().collect()
}

/// The turns of the current talk that differ from those sent to this judge.
pub(super) fn turns(room: &Room, contest: &Contest, judge: JudgeId, told: &JudgeScreen) -> Vec<JudgeUpdate> {
    let Turns::Alternate { .. } = contest.rulebook.interview.turns else { return Vec::new() };
    let Phase::Talk(round, _) = contest.phase else { return Vec::new() };
    let who = Participant::Judge(judge);
    let Some(own) = contest.part(who, round) else { return Vec::new() };
    let turn = |seat: Seat| {
        let id = match own.side {
            Side::Judge => ConversationId { interview: own.interview, seat },
            Side::Witness => contest.conversations_of(who, round).next()?,
        };
        let turn = room.conversation(id)?.turn(&contest.pace(id), own.side)?;
        let turn = if own.side == Side::Judge { turn } else { turn.turned() };
        (told.turns.get(&(round, seat)) != Some(&turn)).then_some(JudgeUpdate::Turn { round, seat, turn })
    };
    contest.seats_seen(own).into_iter().filter_map(turn).collect()
}
