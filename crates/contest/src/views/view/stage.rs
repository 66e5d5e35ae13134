//! The public state of the contest for one participant: phase, round, clock. It says nothing about any witness.

use rulebook::{ConversationId, InterviewId, Participant, RoundNumber, Seat, Side, Timestamp};
use schedule::Plan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ControlEvent,
    announcement::Announcement,
    contest::{Contest, Phase, RoundPart},
    form::ClosedForm,
    seed::{Contribution, Contributor, Matter, SeedSource},
};

/// The state of the contest for one participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The phase.
    pub phase: StagePhase,
    /// The current or the next round; absent after the last.
    pub round: Option<RoundNumber>,
    /// The number of rounds; before the draw, the number known so far.
    pub rounds: u16,
    /// The schedule is drawn. Before the draw, participants have no seats and no resting rounds.
    pub drawn: bool,
    /// Every draw is fixed beforehand, because this is a rehearsal. Not sent if it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsal: bool,
    /// The draw that this participant's page has to contribute to, unless it already has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributes: Option<Matter>,
    /// This participant's contributions and their places in the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributions: Vec<Contribution>,
    /// The current trial, from 1.
    pub trial: u16,
    /// The session of the round; absent if there is only one, and before the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<OneSession>,
    /// The seats on this participant's page in this round; one named `only` on the answering side.
    pub seats: Vec<Seat>,
    /// This participant answers in this round. Always false where both sides see the same page.
    pub answers: bool,
    /// The forms that this participant is asked to fill in now.
    pub forms: Vec<Form>,
    /// The forms that a ruling lets this participant fill in late.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<Form>,
    /// The conversations that this participant is asked to rank now.
    pub to_rank: Vec<ConversationId>,
    /// The trial whose conversations are to be ranked late, as a ruling allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ranking: Option<u16>,
    /// The vote that this judge is asked for now; absent for other participants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<VoteForm>,
    /// The outcome of this participant's forms that were closed last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<ClosedForm>,
    /// The end of the phase by the clock, which is stopped while `paused`.
    pub ends: Option<Timestamp>,
    /// The time since which clocks are stopped.
    pub paused: Option<Timestamp>,
    /// The organiser's words to people about the pause; absent without any. The reason for the record is never sent: it
    /// may name a witness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The organiser has extended this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<Extended>,
    /// The organiser's announcements to this participant since the last round opened: the latest three, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
    /// Clocks are stopped because no server was there; absent if the organiser paused the contest, or clocks run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
    /// This participant is marked as ready.
    pub ready: bool,
    /// This participant has no part in this round.
    pub resting: bool,
    /// This participant's interview was ended, by the organiser or by the judge's verdict.
    pub ended: bool,
    /// It was ended by the judge's verdict. Not sent if it was not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub judged: bool,
}

/// A session of a large contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneSession {
    /// The number of sessions.
    pub number: u16,
    /// How many there are.
    pub of: u16,
}

/// Clocks are stopped because no server was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// The moment when they resume by themselves; absent if they wait for the organiser.
    pub goes_on: Option<Timestamp>,
}

/// The organiser has given more time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extended {
    /// The seconds by which this phase is longer in all.
    pub by_s: u64,
    /// The organiser's words to people about it; absent without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

/// An update that may carry the stage.
pub trait Staged {
    /// The new stage, if this update carries it.
    fn stage(&self) -> Option<&Stage>;
}

/// An open form about an interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The interview, under the name on the page of the person who fills the form in.
    pub interview: InterviewId,
    /// The seats that it asks about.
    pub seats: Vec<Seat>,
}

/// A vote between level entries, or in a matter of dispute, for one judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoteForm {
    /// The number of the vote, from 1.
    pub vote: u16,
    /// For each entry the judge's own conversations with it, in the order in which the judge held them.
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
    /// Judges fill in the ballots and rankings at the end of a trial.
    EndBallots,
    /// Judges vote between entries that are level, or in a matter of dispute.
    Vote,
    /// The contest is over.
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
            late: Vec::new(),
            to_rank: Vec::new(),
            late_ranking: None,
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
    /// The organiser's words to people about the time added to this phase.
    #[must_use]
    pub fn told_of_extension(&self) -> Option<&str> {
        self.extended.as_ref()?.told.as_deref()
    }

    /// The forms that this participant may fill in now, those of the phase and late ones.
    pub fn open_forms(&self) -> impl Iterator<Item = &Form> {
        self.forms.iter().chain(&self.late)
    }

    /// The trial whose witnesses are ranked now.
    #[must_use]
    pub fn ranked_trial(&self) -> u16 {
        self.late_ranking.unwrap_or(self.trial)
    }

    /// The state of the contest for this participant.
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
        let form = |(part, seats)| Form { interview: named(who, part), seats };
        let late_ranking = contest.late_ranking(who);
        let to_rank = match (who, contest.phase, contest.rulebook.ballots.ranking) {
            (Participant::Judge(judge), Phase::EndBallots(trial, _), Some(_)) => contest.met_by(judge, trial),
            (Participant::Judge(judge), _, Some(_)) => {
                late_ranking.map(|trial| contest.met_by(judge, trial)).unwrap_or_default()
            }
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
            forms: contest.forms(who).into_iter().map(form).collect(),
            late: contest.late_ballots(who).into_iter().map(form).collect(),
            to_rank,
            late_ranking,
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

    /// True if this fact may change the stage of this participant. A fact about another participant must not: the
    /// moment of an update would reveal it.
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
            ControlEvent::LateBallotAllowed { of, .. } => contest.form_of(*of).is_some_and(|(whose, _)| whose == who),
            // The stage after the opening tells a page the draw that it contributes to.
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

/// The interview of this part, under the name that its owner may know.
fn named(who: Participant, part: RoundPart) -> InterviewId {
    match who {
        Participant::Judge(judge) => InterviewId { round: part.interview.round, judge },
        Participant::Organiser | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
            part.interview
        }
    }
}

/// The session of this round, if there are several.
pub(super) fn session(contest: &Contest, round: RoundNumber) -> Option<OneSession> {
    contest.rulebook.schedule.sessions.as_ref()?;
    let all = schedule::sessions(&contest.rulebook, &Plan::of(contest.assignment()?));
    let this = all.iter().find(|session| session.has(round))?;
    (all.len() > 1).then_some(OneSession { number: this.number, of: all.last()?.number })
}
