//! The rules of a contest's course: may this event be recorded now?
//!
//! The server asks before recording, and an audit asks again about the record.

use std::{collections::BTreeSet, time::Duration};

use rulebook::{
    ConversationId, EntryId, InterviewId, JudgeId, Participant, RULE_MAX, Seat, Side, Timestamp,
    contest_file::SEED_MAX,
    is_rule_name,
    schema::{Drafts, QuestionTime},
};
use tally::{Answers, FormFault, form};

use super::{Anew, Contest, Phase, seats::RoundPart};
use crate::{
    Actor, Private, Refusal,
    event::{CastForm, ControlEvent, Counted, Ranking, Reason, together},
    labels::{ConversationLabel, SeatLabel},
    seed::{self, Contributor, Matter, SeedSource},
};

/// The longest single extension.
pub const EXTENSION_MAX: Duration = Duration::from_secs(60 * 60);

impl Contest {
    /// Checks that words may be said in this interview now.
    ///
    /// # Errors
    /// The refusal for the speaker.
    pub fn floor(&self, interview: InterviewId, now: Timestamp) -> Result<(), Refusal> {
        match self.phase {
            Phase::Closed => return Err(Refusal::Closed),
            Phase::Lobby(next) if interview.round < next => return Err(Refusal::RoundOver(interview.round)),
            Phase::EndBallots(..) | Phase::Vote(..) if interview.round.number() <= self.played() => {
                return Err(Refusal::RoundOver(interview.round));
            }
            Phase::EndBallots(..) | Phase::Vote(..) | Phase::Lobby(_) => return Err(Refusal::NoRound),
            Phase::Talk(round, _) | Phase::Scoring(round, _) if interview.round != round => {
                return Err(Refusal::RoundOver(interview.round));
            }
            Phase::Scoring(..) => return Err(Refusal::TalkOver),
            Phase::Talk(..) => {}
        }
        if self.interviews.get(&interview).is_some_and(|interview| interview.aborted) {
            return Err(Refusal::InterviewEnded);
        }
        if self.is_ended_early(interview) {
            return Err(Refusal::VerdictGiven);
        }
        if self.paused_since.is_some() {
            return Err(Refusal::Paused);
        }
        if self.phase.ends().is_some_and(|ends| now >= ends) { Err(Refusal::TalkOver) } else { Ok(()) }
    }

    /// Checks that this event may be recorded now.
    ///
    /// # Errors
    /// The refusal for the participant who asked.
    pub fn permit(&self, actor: Actor, event: &ControlEvent, now: Timestamp) -> Result<(), Refusal> {
        use ControlEvent as E;
        if self.phase == Phase::Closed && !comes_after_the_close(event) {
            return Err(Refusal::Closed);
        }
        if self.counting && !follows_a_draft(event) {
            return Err(Refusal::MovedOn);
        }
        match event {
            E::Opened { .. } => Err(Refusal::OpenedAlready),
            E::SecretDrawn { .. } => {
                only(actor, &[Actor::Server])?;
                let is_due = matches!(self.seed, SeedSource::ManyHands { .. })
                    && self.kept.is_none()
                    && self.contributions.is_empty()
                    && !self.committed;
                if is_due { Ok(()) } else { Err(Refusal::OpenedAlready) }
            }
            E::Contributed { matter, by, value } => {
                let giver = match by {
                    Contributor::Committee => Participant::Organiser,
                    Contributor::Participant(who) => *who,
                };
                only(actor, &[Actor::Participant(giver)])?;
                if !seed::is_contribution(value) {
                    return Err(Refusal::BadContribution(SEED_MAX));
                }
                self.permit_contribution(*matter, *by)
            }
            E::LeftOut { left, private } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                if self.committed {
                    return Err(Refusal::DrawnAlready);
                }
                self.permit_leaving(left)
            }
            E::SourceLoaded { source, who, conversation, private } => {
                only(actor, &[Actor::Server])?;
                self.permit_source(*source, *who, conversation, private)
            }
            E::BeliefGiven { conversation, turn, private } => {
                only(actor, &[Actor::Participant(Participant::Judge(conversation.interview.judge))])?;
                self.permit_belief(*conversation, *turn, private.held().copied(), now)
            }
            E::AssignmentCommitted { .. } => {
                only(actor, &[ORGANISER])?;
                self.running()?;
                if !self.not_loaded().is_empty() {
                    return Err(Refusal::NotLoaded(self.not_loaded()));
                }
                if self.committed { Err(Refusal::DrawnAlready) } else { Ok(()) }
            }
            E::Revised { terms, others, private } => {
                only(actor, &[ORGANISER])?;
                self.permit_revision(terms, others, private)
            }
            E::Replaced { who, private, reason: why } => {
                only(actor, &[ORGANISER])?;
                reason(why)?;
                self.permit_replacing(*who, private)
            }
            E::Replanned { left, joined, newcomer, again, after, reason: why, .. } => {
                only(actor, &[ORGANISER])?;
                reason(why)?;
                let anew = Anew { left, joined: joined.as_ref(), again: *again, after: *after };
                self.permit_anew(anew, newcomer.as_ref())
            }
            E::Disqualified { entry, rule, private, .. } => {
                only(actor, &[ORGANISER])?;
                is_ruling(rule, private)?;
                match self.is_disqualified(*entry) {
                    _ if !self.is_cast(Participant::Entry(*entry)) => Err(Refusal::NotYours),
                    true => Err(Refusal::OutAlready),
                    false => Ok(()),
                }
            }
            E::Reinstated { entry, rule, private, .. } => {
                only(actor, &[ORGANISER])?;
                is_ruling(rule, private)?;
                if self.is_disqualified(*entry) { Ok(()) } else { Err(Refusal::NotOut) }
            }
            E::Released { parts, rule, private, .. } => {
                only(actor, &[ORGANISER])?;
                is_ruling(rule, private)?;
                match parts.iter().all(|&part| self.is_released(part)) {
                    _ if self.phase != Phase::Closed => Err(Refusal::NotOver),
                    _ if parts.is_empty() => Err(Refusal::NothingToRelease),
                    true => Err(Refusal::ReleasedAlready),
                    false => Ok(()),
                }
            }
            E::Deleted { parts, whose, rule, roster, private, .. } => {
                only(actor, &[ORGANISER])?;
                is_ruling(rule, private)?;
                self.permit_deleting(parts, *whose, roster.as_ref())
            }
            E::Consented { who, scope, licence } => {
                only(actor, &[ORGANISER])?;
                self.permit_consent(*who, *scope, licence.as_ref())
            }
            E::Ready { who } | E::NotReady { who } => {
                only(actor, &[Actor::Participant(*who)])?;
                match self.phase {
                    Phase::Lobby(_) if self.is_cast(*who) && !self.left.contains(who) => Ok(()),
                    Phase::Lobby(_) => Err(Refusal::NotYours),
                    Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                        Err(Refusal::RoundRunning)
                    }
                }
            }
            E::RoundOpened { round } => {
                only(actor, &[ORGANISER])?;
                self.running()?;
                if !self.committed {
                    return Err(Refusal::NotDrawn);
                }
                match self.phase {
                    Phase::Lobby(_) if self.due(now).is_some() => Err(Refusal::MovedOn),
                    Phase::Lobby(next) if next == *round && next.number() <= self.rounds() => Ok(()),
                    Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => Err(Refusal::NoRound),
                    Phase::Talk(..) | Phase::Scoring(..) => Err(Refusal::RoundRunning),
                }
            }
            E::TalkClosed { round } => match self.phase {
                Phase::Talk(running, _)
                    if running == *round && (self.is_read_to_the_end(running) || self.is_judged_early(running)) =>
                {
                    only(actor, &[Actor::Server, ORGANISER])?;
                    self.running()
                }
                Phase::Talk(running, ends) if running == *round => self.closes(actor, ends, now),
                Phase::Lobby(_)
                | Phase::Talk(..)
                | Phase::Scoring(..)
                | Phase::EndBallots(..)
                | Phase::Vote(..)
                | Phase::Closed => Err(Refusal::NoRound),
            },
            E::RoundClosed { round } => match self.phase {
                Phase::Scoring(running, ends) if running == *round => self.closes(actor, ends, now),
                Phase::Lobby(_)
                | Phase::Talk(..)
                | Phase::Scoring(..)
                | Phase::EndBallots(..)
                | Phase::Vote(..)
                | Phase::Closed => Err(Refusal::NoRound),
            },
            E::TakenUp { stood_since, held, .. } => {
                only(actor, &[Actor::Server])?;
                if *held && stood_since.is_none() {
                    return Err(Refusal::StoodOtherwise);
                }
                let a_clock_ran = self.phase.ends().is_some() && self.paused_since.is_none();
                let fits = stood_since.is_none_or(|since| since <= now) && stood_since.is_some() == a_clock_ran;
                if fits { Ok(()) } else { Err(Refusal::StoodOtherwise) }
            }
            E::Restored { kept, lost_size, .. } => {
                only(actor, &[ORGANISER])?;
                if kept < lost_size { Ok(()) } else { Err(Refusal::NothingLost) }
            }
            E::Paused { private, told } => {
                only(actor, &[ORGANISER])?;
                words(told.as_deref())?;
                if self.owes_reason() {
                    return reason(private);
                }
                // A countdown can be stopped.
                if self.goes_on().is_none() {
                    self.running()?;
                }
                if private.held().is_some_and(|Reason { reason }| reason.is_empty()) { Ok(()) } else { reason(private) }
            }
            E::Resumed {} => {
                only(actor, &[Actor::Server, ORGANISER])?;
                let due = actor == ORGANISER || self.due(now).as_ref() == Some(event);
                match self.paused_since {
                    None => Err(Refusal::NotPaused),
                    Some(_) if due => Ok(()),
                    Some(_) => Err(Refusal::NotDue),
                }
            }
            E::Extended { by_ms, private, told } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                words(told.as_deref())?;
                if self.phase.ends().is_none() {
                    return Err(Refusal::NoRound);
                }
                if (Duration::from_secs(1)..=EXTENSION_MAX).contains(by_ms) {
                    Ok(())
                } else {
                    Err(Refusal::BadExtension(EXTENSION_MAX))
                }
            }
            E::Announced { to, private } => {
                only(actor, &[ORGANISER])?;
                if !private.held().is_none_or(|Reason { reason }| is_text(reason, Reason::MAX_CHARS)) {
                    return Err(Refusal::BadAnnouncement(Reason::MAX_CHARS));
                }
                if self.phase == Phase::Closed {
                    return Err(Refusal::Closed);
                }
                if self.has_reader(*to) { Ok(()) } else { Err(Refusal::NobodyReads) }
            }
            E::InterviewAborted { interview, private } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                if self.phase.running_round() != Some(interview.round) {
                    return Err(Refusal::NoRound);
                }
                self.seating(*interview).ok_or(Refusal::NoSuchInterview)?;
                self.not_aborted(*interview)
            }
            E::BallotCast { interview, from, counted, private, reason } => {
                let part = RoundPart { interview: *interview, side: *from };
                only(actor, &[caster(*counted, self.voter(part)?)])?;
                let is_sealed = self.interviews.get(interview).is_some_and(|known| known.ballot_of(*from).is_some());
                self.permit_draft_to_count(*counted, is_sealed)?;
                // The reason is a private part of its own: within the scored answers it could not be deleted without
                // the vote.
                if private.held().is_some_and(|answers| answers.reason.is_some()) {
                    return Err(Refusal::BadBallot(FormFault::NotAsked { what: "reason" }));
                }
                // A deleted reason counts as given, and as valid.
                let deleted = reason.as_ref().filter(|reason| reason.held().is_none());
                let reason = deleted.map_or(reason.clone(), |_| Some(Private::Held("(deleted)".to_owned())));
                self.permit_ballot(part, *counted, together(private, reason.as_ref()).held(), now)
            }
            E::Refereed { by, private, words } => {
                only(actor, &[Actor::Participant(*by)])?;
                self.permit_deed(*by, private.held(), words.as_ref())
            }
            E::EndBallotsOpened { .. } => {
                only(actor, &[Actor::Server])?;
                if self.due(now).as_ref() == Some(event) { Ok(()) } else { Err(Refusal::NotDue) }
            }
            E::RankingCast { judge, trial, counted, private } => {
                only(actor, &[caster(*counted, Participant::Judge(*judge))])?;
                self.permit_draft_to_count(*counted, self.rankings.contains_key(&(*trial, *judge)))?;
                self.permit_ranking(*judge, *trial, *counted, private.held(), now)
            }
            E::LateBallotAllowed { of, rule, private, .. } => {
                only(actor, &[ORGANISER])?;
                is_ruling(rule, private)?;
                self.permit_late_ballot(*of)
            }
            E::EndBallotsClosed { trial } => match self.phase {
                Phase::EndBallots(open, ends) if open == *trial => self.closes(actor, ends, now),
                Phase::Lobby(_)
                | Phase::Talk(..)
                | Phase::Scoring(..)
                | Phase::EndBallots(..)
                | Phase::Vote(..)
                | Phase::Closed => Err(Refusal::EndBallotsNotOpen),
            },
            E::IncidentReported { private } => about_itself(actor, private.held().map(|incident| incident.entry)),
            E::LineSpelled { private } => about_itself(actor, private.held().map(|line| line.entry)),
            E::EntryDeposited { private } => about_itself(actor, private.held().map(|deposit| deposit.entry)),
            E::UsageReported { private } => about_itself(actor, private.held().map(|usage| usage.entry)),
            E::MatterPut { matter, private } => {
                only(actor, &[ORGANISER])?;
                self.permit_matter(*matter, private)
            }
            E::VoteCalled { vote, .. } => {
                only(actor, &[Actor::Server])?;
                self.permit_vote_called(event, *vote, now)
            }
            E::VoteCast { vote, judge, private } => {
                only(actor, &[Actor::Participant(Participant::Judge(*judge))])?;
                self.permit_vote(*vote, *judge, private.held(), now)
            }
            E::VoteClosed { vote } => match self.phase {
                Phase::Vote(open, _) if open == *vote && self.votes_missing().is_empty() => {
                    only(actor, &[Actor::Server, ORGANISER])?;
                    self.running()
                }
                Phase::Vote(open, ends) if open == *vote => self.closes(actor, ends, now),
                Phase::Lobby(_)
                | Phase::Talk(..)
                | Phase::Scoring(..)
                | Phase::EndBallots(..)
                | Phase::Vote(..)
                | Phase::Closed => Err(Refusal::NoVote),
            },
            E::CoinCalled { .. } | E::CoinTossed { .. } => {
                only(actor, &[Actor::Server])?;
                self.permit_coin(event, now)
            }
            E::AssignmentOpened { .. } => {
                only(actor, &[Actor::Server])?;
                match self.due(now) {
                    _ if self.opened_assignment => Err(Refusal::OpenedAlready),
                    Some(E::AssignmentOpened { .. }) => Ok(()),
                    _ => Err(Refusal::NotDue),
                }
            }
            E::Closed {} => {
                only(actor, &[Actor::Server])?;
                if self.opened_assignment { Ok(()) } else { Err(Refusal::NotDue) }
            }
        }
    }

    pub(super) fn running(&self) -> Result<(), Refusal> {
        if self.paused_since.is_some() { Err(Refusal::Paused) } else { Ok(()) }
    }

    /// The organiser may close early; the server only when the time has come.
    fn closes(&self, actor: Actor, ends: Timestamp, now: Timestamp) -> Result<(), Refusal> {
        only(actor, &[Actor::Server, ORGANISER])?;
        self.running()?;
        if actor == ORGANISER || now >= ends { Ok(()) } else { Err(Refusal::NotDue) }
    }

    /// Checks that this giver may still contribute to a draw: once, before the draw, and organiser and committee before
    /// everybody else.
    pub(super) fn permit_contribution(&self, matter: Matter, by: Contributor) -> Result<(), Refusal> {
        if let Matter::Coin(coin) = matter {
            return self.permit_coin_contribution(coin, by);
        }
        if self.committed {
            return Err(Refusal::TooLateToContribute);
        }
        let of_matter = || self.contributions.iter().filter(|given| given.matter == matter);
        match by {
            Contributor::Committee if self.rulebook.committee.is_none() => return Err(Refusal::NotYours),
            Contributor::Participant(Participant::Entry(_) | Participant::Referee(_)) => return Err(Refusal::NotYours),
            Contributor::Participant(who @ (Participant::Judge(_) | Participant::Confederate(_)))
                if !self.is_cast(who) || self.left.contains(&who) =>
            {
                return Err(Refusal::NotYours);
            }
            Contributor::Committee | Contributor::Participant(_) => {}
        }
        if self.has_contributed(matter, by) {
            return Err(Refusal::ContributedAlready);
        }
        if by.comes_first() && of_matter().any(|given| !given.by.comes_first()) {
            return Err(Refusal::NotFirst);
        }
        Ok(())
    }

    /// Checks that a further participant leaves, and that none comes back.
    pub(super) fn permit_leaving(&self, left: &BTreeSet<Participant>) -> Result<(), Refusal> {
        if !left.iter().all(|who| self.is_cast(*who)) || !left.is_superset(&self.left) || left.len() == self.left.len()
        {
            return Err(Refusal::CannotReplan(say!("refused-replan-who-leaves")));
        }
        Ok(())
    }

    pub(super) fn not_aborted(&self, interview: InterviewId) -> Result<(), Refusal> {
        match self.interviews.get(&interview) {
            _ if self.void.contains(&interview.round) => Err(Refusal::InterviewEnded),
            Some(interview) if interview.aborted => Err(Refusal::InterviewEnded),
            _ => Ok(()),
        }
    }

    /// The participant who fills in the form of this side of an interview.
    pub(super) fn voter(&self, RoundPart { interview, side }: RoundPart) -> Result<Participant, Refusal> {
        if side == Side::Judge {
            return Ok(Participant::Judge(interview.judge));
        }
        if !self.rulebook.interview.symmetric {
            return Err(Refusal::NoSuchBallot);
        }
        let seating = self.seating(interview).ok_or(Refusal::NotInterviewed)?;
        let answers = seating.conversations().find_map(|conversation| self.listener(conversation));
        answers.ok_or(Refusal::NotInterviewed)
    }

    /// Checks that a draft may count: the rulebook counts drafts, and nothing was sealed.
    fn permit_draft_to_count(&self, counted: Counted, is_sealed: bool) -> Result<(), Refusal> {
        match counted {
            Counted::Sealed => Ok(()),
            Counted::Draft if self.rulebook.ballots.drafts == Drafts::Lapse => Err(Refusal::DraftsLapse),
            Counted::Draft if is_sealed => Err(Refusal::SealedAlready),
            Counted::Draft => Ok(()),
        }
    }

    /// Checks a ballot. A form is open until its time is over. A draft is counted at that moment or later, or when the
    /// organiser closes; the event that closes the form follows at once either way.
    pub(super) fn permit_ballot(
        &self,
        part: RoundPart,
        counted: Counted,
        answers: Option<&Answers<Seat>>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        self.running()?;
        let rules = &self.rulebook.ballots;
        if rules.interview.is_empty() {
            return Err(Refusal::NoSuchBallot);
        }
        let interview = part.interview;
        self.seating(interview).ok_or(Refusal::NotInterviewed)?;
        self.not_aborted(interview)?;
        let begun = self.interviews.contains_key(&interview);
        match (self.phase, rules.asked) {
            _ if counted.is_sealed() && self.is_late(CastForm::of(part)) => {}
            (Phase::Scoring(round, ends), QuestionTime::AfterInterview) if round == interview.round => {
                if now >= ends && counted.is_sealed() {
                    return Err(Refusal::RoundOver(round));
                }
            }
            (Phase::EndBallots(trial, ends), QuestionTime::AtEnd) if trial == self.trial_of(interview.round) => {
                if now >= ends && counted.is_sealed() {
                    return Err(Refusal::Closed);
                }
            }
            (Phase::Talk(round, ends), QuestionTime::AfterInterview) if round == interview.round => {
                if !rules.early || !counted.is_sealed() {
                    return Err(Refusal::BallotNotOpen);
                }
                if now >= ends {
                    return Err(Refusal::TalkOver);
                }
            }
            (_, QuestionTime::AfterInterview) if begun => return Err(Refusal::RoundOver(interview.round)),
            (_, QuestionTime::AtEnd) if begun => return Err(Refusal::EndBallotsNotOpen),
            _ => return Err(Refusal::NotInterviewed),
        }
        let Some(answers) = answers else { return Ok(()) };
        let labelled = |answers: &Answers<Seat>| answers.clone().relabel(|seat| Some(SeatLabel(seat)));
        let about = self.seats_seen(part).into_iter().map(SeatLabel).collect();
        let trial = self.trial_of(interview.round);
        let others: Vec<Answers<SeatLabel>> = self
            .interviews
            .iter()
            .filter(|(id, _)| **id != interview && id.judge == interview.judge && self.trial_of(id.round) == trial)
            .filter(|(id, _)| !self.void.contains(&id.round))
            .filter_map(|(_, other)| labelled(other.ballot_of(part.side)?.held()?))
            .collect();
        let answers = labelled(answers).unwrap_or_default();
        Ok(form::check(&rules.interview, &about, &answers, &others.iter().collect::<Vec<_>>())?)
    }

    pub(super) fn permit_ranking(
        &self,
        judge: JudgeId,
        trial: u16,
        counted: Counted,
        ranking: Option<&Ranking>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        self.running()?;
        let Some(rules) = self.rulebook.ballots.ranking else { return Err(Refusal::NoSuchBallot) };
        if !(counted.is_sealed() && self.is_late(CastForm::Ranking { trial, judge })) {
            let Phase::EndBallots(open, ends) = self.phase else { return Err(Refusal::EndBallotsNotOpen) };
            if trial != open {
                return Err(Refusal::EndBallotsNotOpen);
            }
            if now >= ends && counted.is_sealed() {
                return Err(Refusal::Closed);
            }
        }
        let Some(ranking) = ranking else { return Ok(()) };
        let met: BTreeSet<ConversationId> = self.met_by(judge, trial).into_iter().collect();
        if met.is_empty() || ranking.order.iter().flatten().any(|conversation| !met.contains(conversation)) {
            return Err(Refusal::NotInterviewed);
        }
        let met = met.into_iter().map(ConversationLabel).collect();
        let group = |group: &Vec<ConversationId>| group.iter().copied().map(ConversationLabel).collect::<Vec<_>>();
        let order: Vec<_> = ranking.order.iter().map(group).collect();
        Ok(form::check_ranking(rules, &met, &order)?)
    }
}

/// True for events that may follow the close: rulings on the result and its publication, consents, and the loss of a
/// part of the record.
fn comes_after_the_close(event: &ControlEvent) -> bool {
    use ControlEvent as E;
    matches!(
        event,
        E::Disqualified { .. }
            | E::Reinstated { .. }
            | E::Released { .. }
            | E::Deleted { .. }
            | E::Consented { .. }
            | E::Restored { .. }
    )
}

/// Checks a ruling: it names its rule and has a reason.
fn is_ruling(rule: &str, why: &Private<Reason>) -> Result<(), Refusal> {
    if is_rule_name(rule) { reason(why) } else { Err(Refusal::BadRule(RULE_MAX)) }
}

const ORGANISER: Actor = Actor::Participant(Participant::Organiser);

/// The actor that records a ballot: its voter, or the server for a draft.
fn caster(counted: Counted, voter: Participant) -> Actor {
    match counted {
        Counted::Sealed => Actor::Participant(voter),
        Counted::Draft => Actor::Server,
    }
}

/// True for events that may follow a draft that counted: another one, or the end of the time for both.
#[expect(clippy::wildcard_enum_match_arm, reason = "a draft is counted at the end of a time, when little may follow")]
fn follows_a_draft(event: &ControlEvent) -> bool {
    use ControlEvent as E;
    match event {
        E::BallotCast { counted, .. } | E::RankingCast { counted, .. } => !counted.is_sealed(),
        E::RoundClosed { .. } | E::EndBallotsClosed { .. } => true,
        _ => false,
    }
}

fn only(actor: Actor, allowed: &[Actor]) -> Result<(), Refusal> {
    if allowed.contains(&actor) { Ok(()) } else { Err(Refusal::NotYours) }
}

/// Checks that an entry's link reports about its own entry; the entry's id may have been redacted since.
fn about_itself(actor: Actor, about: Option<EntryId>) -> Result<(), Refusal> {
    match (actor, about) {
        (Actor::Server, _) | (Actor::Participant(Participant::Entry(_)), None) => Ok(()),
        (Actor::Participant(Participant::Entry(entry)), Some(about)) if entry == about => Ok(()),
        _ => Err(Refusal::NotYours),
    }
}

pub(super) fn reason(private: &Private<Reason>) -> Result<(), Refusal> {
    let fits = private.held().is_none_or(|Reason { reason }| is_text(reason, Reason::MAX_CHARS));
    if fits { Ok(()) } else { Err(Refusal::BadReason(Reason::MAX_CHARS)) }
}

/// Checks the message about an intervention.
fn words(told: Option<&str>) -> Result<(), Refusal> {
    let fits = told.is_none_or(|told| is_text(told, Reason::TOLD_MAX_CHARS));
    if fits { Ok(()) } else { Err(Refusal::BadWords(Reason::TOLD_MAX_CHARS)) }
}

fn is_text(text: &str, most: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(|c| c.is_control() && c != '\n')
}
