//! Where the contest is, as everyone may know it: phase, round, clock. Says nothing of any witness.

use rulebook::{InterviewId, Participant, RoundNumber, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    ControlEvent,
    contest::{Contest, Phase},
};

/// Where the contest is for one participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The phase.
    pub phase: StagePhase,
    /// The round that runs, or comes next; absent after the last.
    pub round: Option<RoundNumber>,
    /// The number of rounds.
    pub rounds: u16,
    /// When the phase ends by the clock; the clock stands still while `paused`.
    pub ends: Option<Timestamp>,
    /// Clocks stand still; since when.
    pub paused: Option<Timestamp>,
    /// This participant said that it is in place.
    pub ready: bool,
    /// This participant has no part in this round.
    pub resting: bool,
    /// This participant's interview was ended by the organiser.
    pub ended: bool,
}

/// The phases by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StagePhase {
    /// Everyone takes their place.
    Lobby,
    /// Judges talk with witnesses.
    Talk,
    /// Judges fill in ballots.
    Scoring,
    /// Judges rank everyone they met.
    Ranking,
    /// It is over.
    Closed,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            phase: StagePhase::Lobby,
            round: None,
            rounds: 0,
            ends: None,
            paused: None,
            ready: false,
            resting: false,
            ended: false,
        }
    }
}

impl Stage {
    /// Where the contest is for this participant.
    #[must_use]
    pub fn of(contest: &Contest, who: Participant) -> Self {
        let (phase, round) = match contest.phase {
            Phase::Lobby(next) => (StagePhase::Lobby, (next.number() <= contest.rounds()).then_some(next)),
            Phase::Talk(round, _) => (StagePhase::Talk, Some(round)),
            Phase::Scoring(round, _) => (StagePhase::Scoring, Some(round)),
            Phase::Ranking(_) => (StagePhase::Ranking, None),
            Phase::Closed => (StagePhase::Closed, None),
        };
        let interview = round.and_then(|round| interview_of(contest, who, round));
        Self {
            phase,
            round,
            rounds: contest.rounds(),
            ends: contest.phase.ends(),
            paused: contest.paused_since,
            ready: contest.ready.contains(&who),
            resting: round.is_some_and(|round| !contest.takes_part(who, round)),
            ended: interview.and_then(|id| contest.interviews.get(&id)).is_some_and(|interview| interview.aborted),
        }
    }

    /// Whether this fact can change the stage of this participant. A fact about somebody else must not: the moment of
    /// an update would tell that something happened to them.
    #[must_use]
    pub fn changed_by(contest: &Contest, who: Participant, event: &ControlEvent) -> bool {
        match event {
            ControlEvent::AssignmentCommitted { .. }
            | ControlEvent::RoundOpened { .. }
            | ControlEvent::TalkClosed { .. }
            | ControlEvent::RoundClosed { .. }
            | ControlEvent::Paused { .. }
            | ControlEvent::Resumed {}
            | ControlEvent::Extended { .. }
            | ControlEvent::RankingOpened {}
            | ControlEvent::Closed {} => true,
            ControlEvent::Ready { who: other } | ControlEvent::NotReady { who: other } => *other == who,
            ControlEvent::InterviewAborted { interview, .. } => {
                interview_of(contest, who, interview.round) == Some(*interview)
            }
            ControlEvent::Opened { .. }
            | ControlEvent::BallotCast { .. }
            | ControlEvent::RankingCast { .. }
            | ControlEvent::IncidentReported { .. }
            | ControlEvent::AssignmentOpened { .. } => false,
        }
    }
}

fn interview_of(contest: &Contest, who: Participant, round: RoundNumber) -> Option<InterviewId> {
    match who {
        Participant::Judge(judge) => Some(InterviewId { round, judge }),
        _ => contest.conversation_of(who, round).map(|conversation| conversation.interview),
    }
}
