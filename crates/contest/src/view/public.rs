//! What everybody may see of a contest while it runs: the screen of a lecture hall, and whoever follows from elsewhere.
//!
//! No type here can hold an identity, and nothing here is made from a conversation: a key, a line and what a program reports
//! change nothing, so that whoever asks often learns no moment of a talk. Whose ballot is in is told of judges who are nothing
//! else: where everybody is judge and confederate in turn, who is asked as a judge would tell the others that they are the people
//! whom somebody talked with. While judges vote, nobody is named: who is asked depends on which entries are level.

use rulebook::{JudgeId, Participant, RoundNumber, Timestamp, schema::People};
use serde::{Deserialize, Serialize};

use super::stage::{Away, Extended, OneSession, StagePhase, session};
use crate::{
    announcement::Addressee,
    contest::{Contest, Phase},
    seed::SeedSource,
};

/// A contest as everybody may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicScreen {
    /// The name of the contest.
    pub contest: String,
    /// Where it is.
    pub phase: StagePhase,
    /// The round that runs, or comes next; absent where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNumber>,
    /// How many rounds there are in all.
    pub rounds: u16,
    /// The trial, from 1; absent where there is one only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<u16>,
    /// The session, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<OneSession>,
    /// The draw is fixed beforehand: it is a rehearsal.
    pub rehearsal: bool,
    /// When the phase ends by the clock; the clock stands still while `paused`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Timestamp>,
    /// Clocks stand still; since when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<Timestamp>,
    /// What everybody is told of the pause, in the organiser's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// They stand still because no server was there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
    /// The organiser has put the end of this phase off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<Extended>,
    /// What the organiser told everybody last, since the last round opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
    /// The judges who are asked for a ballot now, in the order of their numbers, and whether it is in; nobody where everybody is judge and
    /// confederate in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ballots: Vec<AskedJudge>,
}

/// A judge who is asked for a ballot now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedJudge {
    /// Which.
    pub judge: JudgeId,
    /// Whether everything that is asked of this judge is in.
    pub is_in: bool,
}

impl PublicScreen {
    /// The contest as it stands.
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

    /// How many of the ballots that are asked for now are in.
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
