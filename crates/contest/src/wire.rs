//! The frames of the live connection: JSON over WebSocket, the same for browsers and scripted people.
//!
//! A client opens `/{contest}/{seat}/live?after=N`, where `N` is the number of the last update it has, and is sent what
//! followed. Whatever it asks for carries an id it made itself; the answer names that id. Updates themselves are in
//! [`view`](crate::view). `docs/live.md` shows a whole exchange.

use std::collections::BTreeMap;

use rulebook::{
    ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Seat, Timestamp,
    schema::{BallotRules, InterviewRules},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tally::Answers;

use crate::{
    announcement::Addressee,
    command::{Arrival, Ending, OnEntry},
    event::ClientId,
    form::FormId,
    referee::Deed,
    seed::Matter,
    view::Numbered,
};

/// The longest frame a client may send, in bytes.
pub const FRAME_MAX: usize = 32 * 1024;

/// The part of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A judge.
    Judge,
    /// A confederate.
    Confederate,
}

impl Role {
    /// Somebody of this name who joins in this part.
    #[must_use]
    pub fn arrival(self, name: String) -> Arrival {
        match self {
            Self::Judge => Arrival::Judge(name),
            Self::Confederate => Arrival::Confederate(name),
        }
    }
}

/// What a client sends. What is beyond a member's bounds (`docs/bounds.json`) is not read, so it is refused and never recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum FromClient {
    /// Press a key.
    Press {
        /// Made by the client.
        id: ClientId,
        /// The round it is meant for.
        round: RoundNumber,
        /// The seat it is meant for; absent from a witness.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// A key's name, or a character; one outside the rulebook's alphabet is carried over in its nearest spelling.
        key: String,
        /// When it was pressed, by the client's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
    },
    /// Say something: a message, or a line.
    Say {
        /// Made by the client.
        id: ClientId,
        /// The round it is meant for.
        round: RoundNumber,
        /// The seat it is meant for; absent from a confederate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// In full.
        text: String,
        /// When it was sent, by the client's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
    },
    /// Add a text to the seed of a draw.
    Contribute {
        /// Made by the client.
        id: ClientId,
        /// Of which.
        matter: Matter,
        /// One line of 1 to 200 characters; pages send 16 random bytes in hexadecimal.
        value: String,
    },
    /// In place for the next round, or no longer.
    Ready {
        /// Made by the client.
        id: ClientId,
        /// In place, or no longer.
        ready: bool,
    },
    /// Fill in the form about an interview.
    Ballot {
        /// Made by the client.
        id: ClientId,
        /// The round it is about.
        round: RoundNumber,
        /// The answers, by the seats that the form names.
        answers: Answers<Seat>,
    },
    /// Keep what has been changed in a form and is not sealed.
    Draft {
        /// Made by the client.
        id: ClientId,
        /// The form.
        form: FormId,
        /// What now stands in the fields that were changed, by their names; an empty text clears one. All others stay.
        fields: BTreeMap<String, String>,
    },
    /// Say how sure one is that the witness is human, after a turn of a transcript.
    Believe {
        /// Made by the client.
        id: ClientId,
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// From 0 to 100.
        human: u8,
    },
    /// Rank everyone met.
    Ranking {
        /// Made by the client.
        id: ClientId,
        /// Most human first; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// Organiser: draw who meets whom.
    Draw {
        /// Made by the client.
        id: ClientId,
        /// Although somebody has not joined.
        #[serde(default)]
        anyway: bool,
    },
    /// Organiser: open the next round.
    OpenRound {
        /// Made by the client.
        id: ClientId,
        /// Although someone is missing.
        #[serde(default)]
        anyway: bool,
    },
    /// Organiser: end now what the clock would end later.
    EndPhase {
        /// Made by the client.
        id: ClientId,
        /// What is to end.
        ending: Ending,
    },
    /// Organiser: let clocks stand still; once more, say why they do, where that was not said.
    Pause {
        /// Made by the client.
        id: ClientId,
        /// Why; empty where there is no time to write it.
        reason: String,
        /// What everybody who takes part is told of it; absent where they are told that it happened and no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Organiser: let clocks go on.
    Resume {
        /// Made by the client.
        id: ClientId,
    },
    /// Organiser: put the present deadline off.
    Extend {
        /// Made by the client.
        id: ClientId,
        /// By how many seconds.
        seconds: u32,
        /// Why.
        reason: String,
        /// What everybody who takes part is told of it; absent where they are told that it happened and no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Organiser: tell people something.
    Announce {
        /// Made by the client.
        id: ClientId,
        /// Whom: `everybody`, `judges`, `confederates`, `referees`, or one judge or confederate, such as `J3`.
        to: Addressee,
        /// What: 1 to 500 characters.
        words: String,
    },
    /// Organiser: end one interview.
    Abort {
        /// Made by the client.
        id: ClientId,
        /// Which.
        interview: InterviewId,
        /// Why.
        reason: String,
    },
    /// Organiser: plan the rounds to come without someone who has left.
    Replan {
        /// Made by the client.
        id: ClientId,
        /// Who has left.
        left: Participant,
        /// Why.
        reason: String,
    },
    /// Organiser: play a round again; its interviews do not count.
    Again {
        /// Made by the client.
        id: ClientId,
        /// Which round.
        round: RoundNumber,
        /// Why.
        reason: String,
    },
    /// Organiser: let somebody who has come late take part in the rounds to come.
    Admit {
        /// Made by the client.
        id: ClientId,
        /// As what.
        role: Role,
        /// The name.
        name: String,
        /// Why.
        reason: String,
    },
    /// Organiser: put a matter of dispute to the judges, who answer when every ballot is in.
    PutMatter {
        /// Made by the client.
        id: ClientId,
        /// A question that is answered by yes or no: 1 to 500 characters.
        words: String,
    },
    /// Judge: vote between entries that are level, or in a matter of dispute.
    Vote {
        /// Made by the client.
        id: ClientId,
        /// The number of the vote, from 1.
        vote: u16,
        /// One of the judge's own conversations with the entry they prefer; absent where they cannot choose, and in a matter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preferred: Option<ConversationId>,
        /// The answer in a matter of dispute; absent where they cannot say, and between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agrees: Option<bool>,
    },
    /// Organiser: put on record what people decided about an entry.
    Rule {
        /// Made by the client.
        id: ClientId,
        /// What.
        #[serde(flatten)]
        ruling: OnEntry,
    },
    /// Referee, or organiser in a referee's stead: step in with a confederate, flag a moment, or write to the organiser.
    Referee {
        /// Made by the client.
        id: ClientId,
        /// What.
        #[serde(flatten)]
        deed: Deed,
        /// In words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// A heartbeat; the answer tells the round trip.
    Ping {
        /// When it was sent, by the client's clock.
        sent: Timestamp,
    },
}

/// What a judge's client needs to know of the contest and its rules, at `/{contest}/judge/{number}/rules.json`: what the
/// judge's page says anyway, and no more. It does not change while the contest runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeRules {
    /// The contest's name.
    pub contest: String,
    /// The rulebook's title.
    pub title: String,
    /// Which judge this is, by which a terminal of 1995 announces it.
    pub judge: JudgeId,
    /// What one who asks is told before the contest.
    pub asks: String,
    /// What one who answers is told, where every person does both and knows which; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// What is told of those behind the terminals, in a sentence; empty when nothing is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told: String,
    /// The interview.
    pub interview: InterviewRules,
    /// The ballots.
    pub ballots: BallotRules,
}

/// What a client is sent. `U` is the role's update.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ToClient<U> {
    /// The connection stands.
    Hello {
        /// Who the client is here.
        who: Participant,
        /// The contest's time now.
        now: Timestamp,
        /// The number of the latest update.
        latest: u64,
        /// Contest milliseconds per second of the client's clock: 1000 but in fast time.
        pace: u32,
    },
    /// What followed.
    Updates {
        /// In order, without gaps.
        updates: Vec<Numbered<U>>,
    },
    /// What was asked for is recorded.
    Done {
        /// The id that the client made.
        id: ClientId,
    },
    /// A draft is kept.
    Kept {
        /// The id that the client made.
        id: ClientId,
        /// What is sealed of this form, in a sentence; empty while nothing is.
        sealed: String,
        /// What is filled in and not sealed, in a sentence; empty when that is what is sealed.
        unsealed: String,
    },
    /// What was asked for was not done.
    Refused {
        /// The id that the client made; absent when the frame was not understood.
        id: Option<ClientId>,
        /// A sentence for people.
        why: String,
    },
    /// A heartbeat's answer.
    Pong {
        /// As the client sent it.
        sent: Timestamp,
        /// The contest's time now.
        now: Timestamp,
    },
    /// The server is there: so often that a client which hears nothing for ten seconds can take it for lost.
    Beat {
        /// The contest's time now.
        now: Timestamp,
    },
    /// Organiser: somebody connected or went, or a program's state changed.
    Presence {},
    /// Whether the server can record at this moment. While it cannot, nothing is refused and nothing is shown: what was sent waits.
    Recording {
        /// False from the moment in which its store does not answer, or has no room, until it records again.
        works: bool,
    },
    /// Judge: what is filled in of a form was changed on another page of this seat.
    Drafted {},
    /// The number the client came with is none of this feed: load the page again.
    Reload {},
}
