//! What participants ask for. A command becomes facts, or a refusal; it is never recorded itself.

use std::time::Duration;

use rulebook::{ConversationId, InterviewId, Key, Participant, RoundNumber, Rulebook, Seat, Seed, Timestamp};

use serde::{Deserialize, Serialize};

use crate::{
    contest::Phase,
    event::{ClientId, Roster},
};

/// What a participant asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Set the contest up: who takes part, and the draw. From the server.
    Open(Box<Opening>),
    /// I am in place for the next round, or no longer.
    Ready(bool),
    /// Open the next round; `anyway` when someone is missing.
    OpenRound {
        /// Open it although someone is missing.
        anyway: bool,
    },
    /// End what the clock would end later.
    EndPhase(Ending),
    /// Let clocks stand still.
    Pause {
        /// Why.
        reason: String,
    },
    /// Let clocks go on.
    Resume,
    /// Put the present deadline off.
    Extend {
        /// By how much.
        by: Duration,
        /// Why.
        reason: String,
    },
    /// End one interview.
    Abort {
        /// Which.
        interview: InterviewId,
        /// Why.
        reason: String,
    },
    /// Press keys.
    Press(Press),
    /// Name the human of an interview.
    CastBallot {
        /// The round of the interview.
        round: RoundNumber,
        /// The seat taken for the human.
        human: Seat,
    },
    /// Rank everyone met, most human first.
    CastRanking {
        /// Every conversation of the judge.
        order: Vec<ConversationId>,
    },
    /// Tell the organiser of something that went wrong with an entry. From the entry's link.
    Report {
        /// The interview it was in, or prepared for.
        interview: InterviewId,
        /// The kind, a short word.
        kind: String,
        /// What happened and how to mend it.
        detail: String,
    },
}

/// The phase that is to end: named, so that a second click does not end the phase after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "lowercase")]
pub enum Ending {
    /// The talk of this round.
    Talk {
        /// Which.
        round: RoundNumber,
    },
    /// The time for ballots of this round.
    Scoring {
        /// Which.
        round: RoundNumber,
    },
    /// The time for rankings after the last round.
    Ranking,
}

impl Ending {
    /// The end of this phase; `None` for one that no clock ends.
    #[must_use]
    pub fn of(phase: Phase) -> Option<Self> {
        match phase {
            Phase::Talk(round, _) => Some(Self::Talk { round }),
            Phase::Scoring(round, _) => Some(Self::Scoring { round }),
            Phase::Ranking(_) => Some(Self::Ranking),
            Phase::Lobby(_) | Phase::Closed => None,
        }
    }
}

/// Key presses on their way: usually one, several where a program or a form hands over a stretch. All or none of them
/// are recorded, so that none can overtake another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The id the client gave the first of them; those after it are numbered from it ([`ClientId::part`]).
    pub id: ClientId,
    /// The round it is meant for: a late key must not land in the next round.
    pub round: RoundNumber,
    /// The seat it is meant for; witnesses have only one conversation and say nothing.
    pub seat: Option<Seat>,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// When the client says they were pressed.
    pub sent: Option<Timestamp>,
}

/// What a contest is set up from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Name for people.
    pub name: String,
    /// Who runs it.
    pub organiser: String,
    /// The rules, with the organiser's overrides.
    pub rulebook: Rulebook,
    /// Names.
    pub roster: Roster,
    /// Parts that are played by scripts.
    pub scripted: Vec<Participant>,
    /// The seed of every draw.
    pub seed: Seed,
}
