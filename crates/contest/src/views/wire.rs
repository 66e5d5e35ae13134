//! The frames of the live connection: JSON over WebSocket, the same for browsers and scripted people.
//!
//! A client opens `/{contest}/{seat}/live?after=N`, where `N` is the number of the last update it has, and receives the
//! updates after it. Every request carries an id made by the client; the answer repeats that id. [`view`](crate::view)
//! defines the updates themselves. `docs/live.md` shows a whole exchange.

use std::collections::BTreeMap;

use rulebook::{
    ConversationId, JudgeId, Participant, RoundNumber, Seat, Timestamp,
    schema::{BallotRules, InterviewRules},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tally::Answers;

use crate::{command::Arrival, event::ClientId, form::FormId, referee::Deed, seed::Matter, view::Numbered};

/// The longest frame a client may send, in bytes.
pub const FRAME_MAX: usize = 32 * 1024;

/// The role of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A judge.
    Judge,
    /// A confederate.
    Confederate,
}

impl Role {
    /// The arrival of a person with this name in this role.
    #[must_use]
    pub fn arrival(self, name: String) -> Arrival {
        match self {
            Self::Judge => Arrival::Judge(name),
            Self::Confederate => Arrival::Confederate(name),
        }
    }
}

/// A frame that a client sends. Frames beyond a member's bounds (`docs/bounds.json`) are refused unread, and never
/// recorded.
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
        /// A key's name, or a character; one outside the rulebook's alphabet is carried as its nearest spelling.
        key: String,
        /// The time when it was pressed, by the client's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
    },
    /// Send a message or a line.
    Say {
        /// Made by the client.
        id: ClientId,
        /// The round it is meant for.
        round: RoundNumber,
        /// The seat it is meant for; absent from a confederate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The whole text.
        text: String,
        /// The time when it was sent, by the client's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<Timestamp>,
    },
    /// Add a text to the seed of a draw.
    Contribute {
        /// Made by the client.
        id: ClientId,
        /// The draw.
        matter: Matter,
        /// One line of 1 to 200 characters; pages send 16 random bytes in hexadecimal.
        value: String,
    },
    /// Ready for the next round, or no longer.
    Ready {
        /// Made by the client.
        id: ClientId,
        /// Ready, or no longer.
        ready: bool,
    },
    /// Fill in the form about an interview.
    Ballot {
        /// Made by the client.
        id: ClientId,
        /// The round of the interview.
        round: RoundNumber,
        /// The answers, by the seats that the form names.
        answers: Answers<Seat>,
    },
    /// Keep the changed fields of an unsealed form.
    Draft {
        /// Made by the client.
        id: ClientId,
        /// The form.
        form: FormId,
        /// The new content of the changed fields, by their names; an empty text clears one. Other fields keep theirs.
        fields: BTreeMap<String, String>,
    },
    /// State a belief that the witness is human, after a turn of a transcript.
    Believe {
        /// Made by the client.
        id: ClientId,
        /// The round.
        round: RoundNumber,
        /// The seat.
        seat: Seat,
        /// The turn, from 1.
        turn: u16,
        /// The belief, from 0 to 100.
        human: u8,
    },
    /// Rank all witnesses met.
    Ranking {
        /// Made by the client.
        id: ClientId,
        /// Most human first; those in one group are level.
        order: Vec<Vec<ConversationId>>,
    },
    /// Judge: vote between entries that are level, or in a matter of dispute.
    Vote {
        /// Made by the client.
        id: ClientId,
        /// The number of the vote, from 1.
        vote: u16,
        /// One of the judge's own conversations with the preferred entry; absent for an abstention, and in a matter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preferred: Option<ConversationId>,
        /// The answer in a matter of dispute; absent for an abstention, and between entries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agrees: Option<bool>,
    },
    /// Referee, or organiser in a referee's place: act on a confederate, flag a moment, or write to the organiser.
    Referee {
        /// Made by the client.
        id: ClientId,
        /// The deed.
        #[serde(flatten)]
        deed: Deed,
        /// The words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// A heartbeat; its answer shows the round-trip time.
    Ping {
        /// The time when it was sent, by the client's clock.
        sent: Timestamp,
    },
}

/// The contest and its rules for a judge's client, at `/{contest}/judge/{number}/rules.json`: the information on the
/// judge's page, and no more. It does not change while the contest runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeRules {
    /// The contest's name.
    pub contest: String,
    /// The rulebook's title.
    pub title: String,
    /// The judge, by whose number a terminal of 1995 announces it.
    pub judge: JudgeId,
    /// The instructions for the asking side before the contest.
    pub asks: String,
    /// The instructions for the answering side, where every person does both and knows which; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// A sentence about the witnesses behind the terminals; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told: String,
    /// The interview.
    pub interview: InterviewRules,
    /// The ballots.
    pub ballots: BallotRules,
}

/// A frame that the server sends. `U` is the role's update.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ToClient<U> {
    /// The connection is open.
    Hello {
        /// The client's participant.
        who: Participant,
        /// The contest's time now.
        now: Timestamp,
        /// The number of the latest update.
        latest: u64,
        /// Contest milliseconds per second of the client's clock: 1000, except in fast time.
        pace: u32,
    },
    /// The next updates.
    Updates {
        /// In order, without gaps.
        updates: Vec<Numbered<U>>,
    },
    /// The requested action is recorded.
    Done {
        /// The id that the client made.
        id: ClientId,
    },
    /// A draft is kept.
    Kept {
        /// The id that the client made.
        id: ClientId,
        /// The sealed state of this form, in a sentence; empty while nothing is sealed.
        sealed: String,
        /// The unsealed entries, in a sentence; empty if they equal the sealed ones.
        unsealed: String,
    },
    /// The requested action was refused.
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
    /// A sign of life of the server, sent so often that a client may count ten seconds without one as a lost
    /// connection.
    Beat {
        /// The contest's time now.
        now: Timestamp,
    },
    /// Organiser: a person connected or disconnected, or a program's state changed.
    Presence {},
    /// True if the server can record at this moment. While it cannot, nothing is refused and nothing is shown: sent
    /// frames wait.
    Recording {
        /// False while its store does not answer, or has no room.
        works: bool,
    },
    /// Judge: a form was changed on another page of this seat.
    Drafted {},
    /// The client's number is not in this feed: load the page again.
    Reload {},
}
