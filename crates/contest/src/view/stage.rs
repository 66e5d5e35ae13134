//! Where the contest is, as everyone may know it: phase, round, clock. Says nothing of any witness.

use rulebook::{ConversationId, InterviewId, Participant, RoundNumber, Seat, Side, Timestamp};
use schedule::Plan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ControlEvent,
    announcement::Announcement,
    contest::{Contest, Part, Phase},
    form::ClosedForm,
    seed::{Contribution, Contributor, Matter, SeedSource},
};

/// Where the contest is for one participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The phase.
    pub phase: StagePhase,
    /// The round that runs, or comes next; absent after the last.
    pub round: Option<RoundNumber>,
    /// The number of rounds; before the draw as far as it can be known.
    pub rounds: u16,
    /// Who meets whom is drawn. Before it nobody has a seat, and nobody rests.
    pub drawn: bool,
    /// Every draw is fixed beforehand: this is a rehearsal. Not sent where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsal: bool,
    /// What this participant's page contributes to now without being asked, unless it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributes: Option<Matter>,
    /// What this participant contributed, and where it stands in the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributions: Vec<Contribution>,
    /// The trial that runs, from 1.
    pub trial: u16,
    /// The session that the round belongs to; absent where there is only one, and before the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<OneSession>,
    /// The seats this participant has before it in this round; one named `only` for those who answer.
    pub seats: Vec<Seat>,
    /// This participant answers in this round. Never said where both sides see the same page.
    pub answers: bool,
    /// The forms that this participant is asked to fill in now.
    pub forms: Vec<Form>,
    /// The conversations that this participant is asked to rank now.
    pub to_rank: Vec<ConversationId>,
    /// The vote that this judge is asked for now; absent for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<VoteForm>,
    /// What became of this participant's forms that were closed last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<ClosedForm>,
    /// When the phase ends by the clock; the clock stands still while `paused`.
    pub ends: Option<Timestamp>,
    /// Clocks stand still; since when.
    pub paused: Option<Timestamp>,
    /// What people are told of the pause, in the organiser's words; absent where there are none. The reason that goes into the
    /// record is never sent: it may name a witness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The organiser has put the end of this phase off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<Extended>,
    /// What the organiser told this participant since the last round opened: the latest three, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
    /// They stand still because no server was there; absent when the organiser paused the contest, or clocks run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
    /// This participant said that it is in place.
    pub ready: bool,
    /// This participant has no part in this round.
    pub resting: bool,
    /// This participant's interview was ended, by the organiser or by the judge's verdict.
    pub ended: bool,
    /// It was ended by the judge's verdict. Not sent where it was not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub judged: bool,
}

/// A session of a large contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneSession {
    /// Its number, from 1.
    pub number: u16,
    /// How many there are.
    pub of: u16,
}

/// Clocks stand still because no server was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// When they go on by themselves; absent where they wait for the organiser.
    pub goes_on: Option<Timestamp>,
}

/// The organiser has given more time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extended {
    /// By how many seconds this phase is longer in all.
    pub by_s: u64,
    /// What people are told of it, in the organiser's words; absent where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

/// What may tell where the contest is.
pub trait Staged {
    /// Where the contest is now, if this is what it tells.
    fn stage(&self) -> Option<&Stage>;
}

/// A form about an interview that is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The interview, named as the one who fills it in knows it.
    pub interview: InterviewId,
    /// The seats that it asks about.
    pub seats: Vec<Seat>,
}

/// A vote between entries that are level, or in a matter of dispute, as one judge is asked for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoteForm {
    /// The number of the vote, from 1.
    pub vote: u16,
    /// For each entry the judge's own conversations with it, in the order in which the judge met them.
    pub candidates: Vec<Vec<ConversationId>>,
    /// The question of a matter of dispute; absent between entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// The phases by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StagePhase {
    /// Everyone takes their place.
    Lobby,
    /// Judges talk with witnesses.
    Talk,
    /// Judges fill in ballots.
    Scoring,
    /// Judges answer what is asked at the end of a trial.
    EndBallots,
    /// Judges vote between entries that are level.
    Vote,
    /// It is over.
    Closed,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            phase: StagePhase::Lobby,
            round: None,
            rounds: 0,
            drawn: false,
            rehearsal: false,
            contributes: None,
            contributions: Vec::new(),
            trial: 1,
            session: None,
            seats: Vec::new(),
            answers: false,
            forms: Vec::new(),
            to_rank: Vec::new(),
            vote: None,
            closed: Vec::new(),
            ends: None,
            paused: None,
            told: None,
            extended: None,
            announcements: Vec::new(),
            away: None,
            ready: false,
            resting: false,
            ended: false,
            judged: false,
        }
    }
}

impl Stage {
    /// What people are told of the time that was added to this phase, in the organiser's words.
    #[must_use]
    pub fn told_of_extension(&self) -> Option<&str> {
        self.extended.as_ref()?.told.as_deref()
    }

    /// Where the contest is for this participant.
    #[must_use]
    pub fn of(contest: &Contest, who: Participant) -> Self {
        let (phase, round) = match contest.phase {
            Phase::Lobby(next) => (StagePhase::Lobby, (next.number() <= contest.rounds()).then_some(next)),
            Phase::Talk(round, _) => (StagePhase::Talk, Some(round)),
            Phase::Scoring(round, _) => (StagePhase::Scoring, Some(round)),
            Phase::EndBallots(..) => (StagePhase::EndBallots, None),
            Phase::Vote(..) => (StagePhase::Vote, None),
            Phase::Closed => (StagePhase::Closed, None),
        };
        let trial = match contest.phase {
            Phase::EndBallots(trial, _) => trial,
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Scoring(..) | Phase::Vote(..) | Phase::Closed => {
                round.map_or(contest.rulebook.trial_count(), |round| contest.trial_of(round))
            }
        };
        let part = round.and_then(|round| contest.part(who, round));
        let forms = contest.forms(who).into_iter().map(|(part, seats)| Form { interview: named(who, part), seats });
        let to_rank = match (who, contest.phase, contest.rulebook.ballots.ranking) {
            (Participant::Judge(judge), Phase::EndBallots(trial, _), Some(_)) => contest.met_by(judge, trial),
            _ => Vec::new(),
        };
        let vote = contest.open_vote().filter(|_| contest.is_asked_to_vote(who));
        let own = contest.contributions_of(who);
        let is_watching = matches!(who, Participant::Organiser | Participant::Referee(_));
        Self {
            phase,
            round,
            rounds: contest.rounds(),
            drawn: contest.is_drawn(),
            rehearsal: matches!(contest.seed, SeedSource::Rehearsal {}),
            contributes: contest.asks_for_contribution(who),
            contributions: own.cloned().collect(),
            trial,
            session: round.and_then(|round| session(contest, round)),
            seats: part.map(|part| contest.seats_seen(part)).unwrap_or_default(),
            answers: part.is_some_and(|part| part.side == Side::Witness) && !contest.rulebook.interview.symmetric,
            forms: forms.collect(),
            to_rank,
            vote: vote.map(|(vote, open)| VoteForm {
                vote,
                candidates: contest.candidates(who),
                question: open.matter.map(|matter| contest.question_of(matter)),
            }),
            closed: contest.closed_forms(who),
            ends: contest.phase.ends(),
            paused: contest.paused_since,
            told: contest.told.clone(),
            extended: contest
                .extension()
                .map(|extension| Extended { by_s: extension.by.as_secs(), told: extension.told.clone() }),
            announcements: contest.announcements_for(who),
            away: contest.standing.map(|_| Away { goes_on: contest.goes_on() }),
            ready: contest.ready.contains(&who),
            resting: contest.is_drawn() && round.is_some() && part.is_none() && !is_watching,
            ended: part.is_some_and(|part| contest.is_over(part.interview)),
            judged: part.is_some_and(|part| contest.is_ended_early(part.interview)),
        }
    }

    /// Whether this fact can change the stage of this participant. A fact about somebody else must not: the moment of
    /// an update would tell that something happened to them.
    #[must_use]
    pub fn changed_by(contest: &Contest, who: Participant, event: &ControlEvent) -> bool {
        match event {
            ControlEvent::AssignmentCommitted { .. }
            | ControlEvent::Revised { .. }
            | ControlEvent::LeftOut { .. }
            | ControlEvent::Replanned { .. }
            | ControlEvent::RoundOpened { .. }
            | ControlEvent::TalkClosed { .. }
            | ControlEvent::RoundClosed { .. }
            | ControlEvent::Paused { .. }
            | ControlEvent::Resumed {}
            | ControlEvent::Extended { .. }
            | ControlEvent::EndBallotsOpened { .. }
            | ControlEvent::EndBallotsClosed { .. }
            | ControlEvent::VoteCalled { .. }
            | ControlEvent::VoteClosed { .. }
            | ControlEvent::Closed {} => true,
            ControlEvent::TakenUp { .. } => contest.standing.is_some(),
            ControlEvent::CoinCalled { .. } | ControlEvent::CoinTossed { .. } => matches!(who, Participant::Judge(_)),
            ControlEvent::Contributed { by, .. } => *by == Contributor::Participant(who),
            ControlEvent::Ready { who: other }
            | ControlEvent::NotReady { who: other }
            | ControlEvent::Replaced { who: other, .. } => *other == who,
            ControlEvent::Announced { to, .. } => to.includes(who),
            ControlEvent::InterviewAborted { interview, .. } => {
                let parts = [contest.part(who, interview.round).map(|part| part.interview)];
                parts.contains(&Some(*interview))
                    || contest.conversations_of(who, interview.round).any(|c| c.interview == *interview)
            }
            ControlEvent::BallotCast { interview, .. } => {
                let is_theirs = contest.part(who, interview.round).is_some_and(|part| part.interview == *interview);
                let answers = || contest.conversations_of(who, interview.round).any(|id| id.interview == *interview);
                contest.is_ended_early(*interview) && (is_theirs || answers())
            }
            // The stage at the opening: from here on a page knows what it contributes to.
            ControlEvent::Opened { .. } => true,
            ControlEvent::SecretDrawn { .. }
            | ControlEvent::Restored { .. }
            | ControlEvent::RankingCast { .. }
            | ControlEvent::VoteCast { .. }
            | ControlEvent::MatterPut { .. }
            | ControlEvent::SourceLoaded { .. }
            | ControlEvent::BeliefGiven { .. }
            | ControlEvent::Disqualified { .. }
            | ControlEvent::Reinstated { .. }
            | ControlEvent::Released { .. }
            | ControlEvent::Deleted { .. }
            | ControlEvent::Consented { .. }
            | ControlEvent::IncidentReported { .. }
            | ControlEvent::Refereed { .. }
            | ControlEvent::LineSpelled { .. }
            | ControlEvent::EntryDeposited { .. }
            | ControlEvent::UsageReported { .. }
            | ControlEvent::AssignmentOpened { .. } => false,
        }
    }
}

/// The interview of this part, named as its owner may know it.
fn named(who: Participant, part: Part) -> InterviewId {
    match who {
        Participant::Judge(judge) => InterviewId { round: part.interview.round, judge },
        Participant::Organiser | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
            part.interview
        }
    }
}

/// The session that this round belongs to, where there are several.
pub(super) fn session(contest: &Contest, round: RoundNumber) -> Option<OneSession> {
    contest.rulebook.schedule.sessions.as_ref()?;
    let all = schedule::sessions(&contest.rulebook, &Plan::of(contest.assignment()?));
    let this = all.iter().find(|session| session.has(round))?;
    (all.len() > 1).then_some(OneSession { number: this.number, of: all.last()?.number })
}
