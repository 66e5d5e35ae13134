//! The public view of a running contest: for the big screen, and for followers elsewhere.
//!
//! No type here can hold an identity, and nothing here is made from a conversation: keys, lines and program reports
//! change nothing, so frequent requests reveal no moment of a talk. Ballots are listed only for judges who are nothing
//! else: where everybody is judge and confederate in turn, a list of those asked as judges would show the others who
//! they talked with. During a vote no judge is named, because the judges asked depend on the entries that are level.

use rulebook::{JudgeId, Participant, RoundNumber, Timestamp, schema::People};
use serde::{Deserialize, Serialize};

use super::stage::{Away, Extended, OneSession, StagePhase, session};
use crate::{
    announcement::Addressee,
    contest::{Contest, Phase},
    seed::SeedSource,
};

/// The public view of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicScreen {
    /// The name of the contest.
    pub contest: String,
    /// The phase.
    pub phase: StagePhase,
    /// The current or the next round; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNumber>,
    /// The number of rounds.
    pub rounds: u16,
    /// The trial, from 1; absent where there is one only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<u16>,
    /// The session, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<OneSession>,
    /// The draw is fixed beforehand, because this is a rehearsal.
    pub rehearsal: bool,
    /// The end of the phase by the clock, which is stopped while `paused`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
    /// The time since which clocks are stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<Timestamp>,
    /// The organiser's public words about the pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// Clocks are stopped because no server was there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
    /// The organiser has extended this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<Extended>,
    /// The organiser's latest announcement to everybody since the last round opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
    /// The judges who are asked for a ballot now, in the order of their numbers; empty where everybody is judge and
    /// confederate in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ballots: Vec<AskedJudge>,
}

/// A judge who is asked for a ballot now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedJudge {
    /// The judge.
    pub judge: JudgeId,
    /// True if all of this judge's answers are in.
    pub is_in: bool,
}

impl PublicScreen {
    /// The public view of the contest now.
    #[must_use]
    pub fn of(contest: &Contest) -> Self {
        let (phase, round) = match contest.phase {
            Phase::Lobby(next) => (StagePhase::Lobby, (next.number() <= contest.rounds()).then_some(next)),
            Phase::Talk(round, _) => (StagePhase::Talk, Some(round)),
            Phase::Scoring(round, _) => (StagePhase::Scoring, Some(round)),
            Phase::EndBallots(..) => (StagePhase::EndBallots, None),
            Phase::Vote(..) => (StagePhase::Vote, None),
            Phase::Closed => (StagePhase::Closed, None),
        };
        let trial = match contest.phase {
            Phase::EndBallots(trial, _) => Some(trial),
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Scoring(..) | Phase::Vote(..) | Phase::Closed => {
                round.map(|round| contest.trial_of(round))
            }
        };
        let to_everybody = contest.announced.iter().rev().find(|announced| announced.to == Addressee::Everybody);
        Self {
            contest: contest.name.clone(),
            phase,
            round,
            rounds: contest.rounds(),
            trial: trial.filter(|_| contest.rulebook.trial_count() > 1),
            session: round.and_then(|round| session(contest, round)),
            rehearsal: matches!(contest.seed, SeedSource::Rehearsal {}),
            ends: contest.phase.ends(),
            paused: contest.paused_since,
            told: contest.told.clone(),
            away: contest.standing.map(|_| Away { goes_on: contest.goes_on() }),
            extended: contest
                .extension()
                .map(|extension| Extended { by_s: extension.by.as_secs(), told: extension.told.clone() }),
            announcement: to_everybody.map(|announced| announced.announcement.words.clone()),
            ballots: ballots(contest),
        }
    }

    /// The number of requested ballots that are in.
    #[must_use]
    pub fn ballots_in(&self) -> usize {
        self.ballots.iter().filter(|ballot| ballot.is_in).count()
    }
}

fn ballots(contest: &Contest) -> Vec<AskedJudge> {
    if contest.rulebook.roles.people == People::Both {
        return Vec::new();
    }
    let asked = |who: Participant| {
        let Participant::Judge(judge) = who else { return None };
        let forms = contest.open_forms(who);
        let is_asked = !forms.is_empty() && !contest.left.contains(&who);
        is_asked.then(|| AskedJudge { judge, is_in: forms.iter().all(|form| contest.given(who, *form).is_some()) })
    };
    contest.cast().into_iter().filter_map(asked).collect()
}
