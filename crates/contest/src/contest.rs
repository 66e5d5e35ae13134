//! The contest: its phases, clocks, readiness and ballots.
//!
//! Phases follow each other like this, the last four steps of a round once for every round:
//!
//! ```text
//! lobby → talk → scoring → lobby of the next round → … → ranking → closed
//! ```
//!
//! Deadlines are part of the state, computed from recorded facts: a pause moves them, an extension moves them, a restart
//! does not. [`Contest::due`] says which fact the passing of time has made true.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rulebook::{
    ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Timestamp, Witness,
    schema::EndBallot,
};
use schedule::{Assignment, Seating};

use crate::{
    Actor, Private, Refusal,
    event::{Choice, ControlEvent, Incident, Ranking, Reason, Roster, Secret},
};

/// The longest single extension.
pub const EXTENSION_MAX: Duration = Duration::from_secs(60 * 60);

/// The state of a contest that has been opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// Name for people.
    pub name: String,
    /// Who runs it.
    pub organiser: String,
    /// The rules, with the organiser's overrides.
    pub rulebook: Rulebook,
    /// Parts that are played by scripts.
    pub scripted: BTreeSet<Participant>,
    /// Names.
    pub roster: Private<Roster>,
    /// Where the contest is.
    pub phase: Phase,
    /// Since when clocks stand still, if they do.
    pub paused_since: Option<Timestamp>,
    /// Who is in place for the next round.
    pub ready: BTreeSet<Participant>,
    /// Every interview that has begun, with its ballot.
    pub interviews: BTreeMap<InterviewId, Interview>,
    /// The rankings after the last round.
    pub rankings: BTreeMap<JudgeId, Private<Ranking>>,
    /// What went wrong with entries, oldest first.
    pub incidents: Vec<(Timestamp, Incident)>,
    /// True when the assignment was opened.
    pub opened_assignment: bool,
    secret: Private<Secret>,
    committed: bool,
}

/// Where a contest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Everyone takes their place for this round.
    Lobby(RoundNumber),
    /// Judges talk with witnesses.
    Talk(RoundNumber, Timestamp),
    /// Judges fill in the ballots of this round.
    Scoring(RoundNumber, Timestamp),
    /// Judges rank the witnesses they met.
    Ranking(Timestamp),
    /// It is over.
    Closed,
}

impl Phase {
    /// The round that is running, if one is.
    #[must_use]
    pub fn running_round(self) -> Option<RoundNumber> {
        match self {
            Self::Talk(round, _) | Self::Scoring(round, _) => Some(round),
            Self::Lobby(_) | Self::Ranking(_) | Self::Closed => None,
        }
    }

    /// When it ends by the clock, if a clock runs.
    #[must_use]
    pub fn ends(self) -> Option<Timestamp> {
        match self {
            Self::Talk(_, ends) | Self::Scoring(_, ends) | Self::Ranking(ends) => Some(ends),
            Self::Lobby(_) | Self::Closed => None,
        }
    }

    fn ends_mut(&mut self) -> Option<&mut Timestamp> {
        match self {
            Self::Talk(_, ends) | Self::Scoring(_, ends) | Self::Ranking(ends) => Some(ends),
            Self::Lobby(_) | Self::Closed => None,
        }
    }
}

/// The state of an interview.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Interview {
    /// Ended by the organiser before its time.
    pub aborted: bool,
    /// The ballot, if one was cast.
    pub ballot: Option<Private<Choice>>,
}

impl Contest {
    /// The state after the opening fact; `None` for any other.
    #[must_use]
    pub fn opened(event: &ControlEvent) -> Option<Self> {
        let ControlEvent::Opened { name, organiser, rulebook, scripted, private } = event else { return None };
        Some(Self {
            name: name.clone(),
            organiser: organiser.clone(),
            rulebook: rulebook.as_ref().clone(),
            scripted: scripted.iter().copied().collect(),
            roster: private.clone(),
            phase: Phase::Lobby(RoundNumber::new(1)),
            paused_since: None,
            ready: BTreeSet::new(),
            interviews: BTreeMap::new(),
            rankings: BTreeMap::new(),
            incidents: Vec::new(),
            opened_assignment: false,
            secret: Private::Redacted,
            committed: false,
        })
    }

    /// The secret, for those parts that seat people: never handed to a view of a judge or spectator.
    #[must_use]
    pub fn secret(&self) -> Option<&Secret> {
        self.secret.held()
    }

    /// Who meets whom, where it is known.
    #[must_use]
    pub fn assignment(&self) -> Option<&Assignment> {
        self.secret().map(|secret| &secret.assignment)
    }

    /// The number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.assignment().map_or(0, Assignment::rounds)
    }

    /// The interview this judge holds in this round, with its seats.
    #[must_use]
    pub fn seating(&self, interview: InterviewId) -> Option<&Seating> {
        self.assignment()?.seating(interview)
    }

    /// The conversation this confederate or entry has in this round.
    #[must_use]
    pub fn conversation_of(&self, who: Participant, round: RoundNumber) -> Option<ConversationId> {
        let witness = match who {
            Participant::Confederate(id) => Witness::Confederate(id),
            Participant::Entry(id) => Witness::Entry(id),
            Participant::Organiser | Participant::Judge(_) => return None,
        };
        self.assignment()?.seat_of(witness, round)
    }

    /// The interviews of this round.
    pub fn interviews_in(&self, round: RoundNumber) -> impl Iterator<Item = &Seating> {
        self.assignment().into_iter().flat_map(move |plan| plan.0.iter().filter(move |s| s.interview.round == round))
    }

    /// Everyone who is needed in this round, in the order of their ids.
    #[must_use]
    pub fn needed_in(&self, round: RoundNumber) -> BTreeSet<Participant> {
        self.interviews_in(round)
            .flat_map(|seating| {
                [
                    Participant::Judge(seating.interview.judge),
                    Participant::Confederate(seating.confederate),
                    Participant::Entry(seating.entry),
                ]
            })
            .collect()
    }

    /// Whether this participant has a part in this round.
    #[must_use]
    pub fn takes_part(&self, who: Participant, round: RoundNumber) -> bool {
        match who {
            Participant::Organiser => true,
            Participant::Judge(judge) => self.seating(InterviewId { round, judge }).is_some(),
            Participant::Confederate(_) | Participant::Entry(_) => self.conversation_of(who, round).is_some(),
        }
    }

    /// Every conversation this judge has had or will have, in the order of rounds, left before right.
    #[must_use]
    pub fn conversations_of(&self, judge: JudgeId) -> Vec<ConversationId> {
        let interviews = self.assignment().into_iter().flat_map(|plan| plan.interviews_of(judge));
        interviews
            .flat_map(|seating| Seat::BOTH.map(|seat| ConversationId { interview: seating.interview, seat }))
            .collect()
    }

    /// The judges who owe a ballot now: of the round that is scored, or the ranking.
    #[must_use]
    pub fn ballots_missing(&self) -> Vec<JudgeId> {
        match self.phase {
            Phase::Scoring(round, _) => self
                .interviews_in(round)
                .filter(|s| self.interviews.get(&s.interview).is_none_or(|i| !i.aborted && i.ballot.is_none()))
                .map(|s| s.interview.judge)
                .collect(),
            Phase::Ranking(_) => JudgeId::first(usize::from(self.rulebook.roles.judges))
                .filter(|judge| !self.rankings.contains_key(judge))
                .collect(),
            Phase::Lobby(_) | Phase::Talk(..) | Phase::Closed => Vec::new(),
        }
    }

    /// Whether keys may be pressed in this interview now.
    ///
    /// # Errors
    /// The refusal to give to the one who pressed it.
    pub fn floor(&self, interview: InterviewId, now: Timestamp) -> Result<(), Refusal> {
        match self.phase {
            Phase::Closed => return Err(Refusal::Closed),
            Phase::Lobby(next) if interview.round < next => return Err(Refusal::RoundOver(interview.round)),
            Phase::Ranking(_) => return Err(Refusal::RoundOver(interview.round)),
            Phase::Lobby(_) => return Err(Refusal::NoRound),
            Phase::Talk(round, _) | Phase::Scoring(round, _) if interview.round != round => {
                return Err(Refusal::RoundOver(interview.round));
            }
            Phase::Scoring(..) => return Err(Refusal::TalkOver),
            Phase::Talk(..) => {}
        }
        if self.interviews.get(&interview).is_some_and(|interview| interview.aborted) {
            return Err(Refusal::InterviewEnded);
        }
        if self.paused_since.is_some() {
            return Err(Refusal::Paused);
        }
        if self.phase.ends().is_some_and(|ends| now >= ends) { Err(Refusal::TalkOver) } else { Ok(()) }
    }

    /// The fact that the passing of time has made true, if any; ask again after recording it.
    #[must_use]
    pub fn due(&self, now: Timestamp) -> Option<ControlEvent> {
        if self.paused_since.is_some() {
            return None;
        }
        if self.opened_assignment {
            return (self.phase != Phase::Closed).then_some(ControlEvent::Closed {});
        }
        match self.phase {
            Phase::Talk(round, ends) if now >= ends => Some(ControlEvent::TalkClosed { round }),
            Phase::Scoring(round, ends) if now >= ends => Some(ControlEvent::RoundClosed { round }),
            Phase::Lobby(next) if next.number() > self.rounds() && self.committed => {
                Some(match self.rulebook.ballots.end {
                    EndBallot::Ranking => ControlEvent::RankingOpened {},
                    EndBallot::None => self.ending(),
                })
            }
            Phase::Ranking(ends) if now >= ends => Some(self.ending()),
            _ => None,
        }
    }

    /// When [`due`](Self::due) will next have something to say, if a clock runs.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        if self.paused_since.is_some() { None } else { self.phase.ends() }
    }

    /// The fact that ends a contest: the secret is opened; the closing of the record follows it at once.
    ///
    /// # Panics
    /// When the secret is not known: a contest whose secret was redacted has been closed before.
    #[must_use]
    pub fn ending(&self) -> ControlEvent {
        let secret = self.secret().expect("a running contest knows its secret");
        ControlEvent::AssignmentOpened { seed: secret.seed, assignment: secret.assignment.clone() }
    }

    /// Whether this fact may be recorded now: the one place where the rules of a contest's course stand.
    ///
    /// # Errors
    /// The refusal to give to the one who asked.
    pub fn permit(&self, actor: Actor, event: &ControlEvent, now: Timestamp) -> Result<(), Refusal> {
        use ControlEvent as E;
        if self.phase == Phase::Closed {
            return Err(Refusal::Closed);
        }
        match event {
            E::Opened { .. } => Err(Refusal::OpenedAlready),
            E::AssignmentCommitted { .. } => {
                only(actor, &[Actor::Server])?;
                if self.committed { Err(Refusal::OpenedAlready) } else { Ok(()) }
            }
            E::Ready { who } | E::NotReady { who } => {
                only(actor, &[Actor::Participant(*who)])?;
                match self.phase {
                    Phase::Lobby(_) if self.is_cast(*who) => Ok(()),
                    Phase::Lobby(_) => Err(Refusal::NotYours),
                    _ => Err(Refusal::RoundRunning),
                }
            }
            E::RoundOpened { round } => {
                only(actor, &[ORGANISER])?;
                self.running()?;
                match self.phase {
                    Phase::Lobby(next) if next == *round && next.number() <= self.rounds() => Ok(()),
                    Phase::Lobby(_) | Phase::Ranking(_) | Phase::Closed => Err(Refusal::NoRound),
                    Phase::Talk(..) | Phase::Scoring(..) => Err(Refusal::RoundRunning),
                }
            }
            E::TalkClosed { round } => match self.phase {
                Phase::Talk(running, ends) if running == *round => self.closes(actor, ends, now),
                _ => Err(Refusal::NoRound),
            },
            E::RoundClosed { round } => match self.phase {
                Phase::Scoring(running, ends) if running == *round => self.closes(actor, ends, now),
                _ => Err(Refusal::NoRound),
            },
            E::Paused { private } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                self.running()
            }
            E::Resumed {} => {
                only(actor, &[ORGANISER])?;
                if self.paused_since.is_some() { Ok(()) } else { Err(Refusal::NotPaused) }
            }
            E::Extended { by_ms, private } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                if self.phase.ends().is_none() {
                    return Err(Refusal::NoRound);
                }
                if (Duration::from_secs(1)..=EXTENSION_MAX).contains(by_ms) {
                    Ok(())
                } else {
                    Err(Refusal::BadExtension(EXTENSION_MAX))
                }
            }
            E::InterviewAborted { interview, private } => {
                only(actor, &[ORGANISER])?;
                reason(private)?;
                if self.phase.running_round() != Some(interview.round) {
                    return Err(Refusal::NoRound);
                }
                self.seating(*interview).ok_or(Refusal::NotInterviewed)?;
                self.not_aborted(*interview)
            }
            E::BallotCast { interview, .. } => {
                only(actor, &[Actor::Participant(Participant::Judge(interview.judge))])?;
                self.permit_ballot(*interview, now)
            }
            E::RankingOpened {} => {
                only(actor, &[Actor::Server])?;
                if self.due(now).as_ref() == Some(event) { Ok(()) } else { Err(Refusal::NotDue) }
            }
            E::RankingCast { judge, private } => {
                only(actor, &[Actor::Participant(Participant::Judge(*judge))])?;
                self.running()?;
                let Phase::Ranking(ends) = self.phase else {
                    return Err(match self.rulebook.ballots.end {
                        EndBallot::Ranking => Refusal::RankingNotOpen,
                        EndBallot::None => Refusal::NoSuchBallot,
                    });
                };
                if now >= ends {
                    return Err(Refusal::Closed);
                }
                private.held().map_or(Ok(()), |ranking| self.permit_ranking(*judge, ranking))
            }
            E::IncidentReported { private } => match (actor, private.held()) {
                (Actor::Server, _) | (Actor::Participant(Participant::Entry(_)), None) => Ok(()),
                (Actor::Participant(Participant::Entry(entry)), Some(incident)) if incident.entry == entry => Ok(()),
                _ => Err(Refusal::NotYours),
            },
            E::AssignmentOpened { .. } => {
                if self.opened_assignment {
                    return Err(Refusal::OpenedAlready);
                }
                self.permit_ending(actor, now)
            }
            E::Closed {} => {
                only(actor, &[Actor::Server])?;
                if self.opened_assignment { Ok(()) } else { Err(Refusal::NotDue) }
            }
        }
    }

    /// Folds one recorded event into the state. Total: what was recorded cannot be refused.
    pub fn apply(&mut self, event: &ControlEvent, time: Timestamp) {
        use ControlEvent as E;
        match event {
            E::Opened { .. } => {}
            E::AssignmentCommitted { private } => {
                self.committed = true;
                self.secret = private.clone();
            }
            E::Ready { who } => {
                self.ready.insert(*who);
            }
            E::NotReady { who } => {
                self.ready.remove(who);
            }
            E::RoundOpened { round } => {
                self.phase = Phase::Talk(*round, time + self.rulebook.interview.talk);
                let interviews: Vec<_> = self.interviews_in(*round).map(|seating| seating.interview).collect();
                self.interviews.extend(interviews.into_iter().map(|id| (id, Interview::default())));
            }
            E::TalkClosed { round } => {
                self.phase = Phase::Scoring(*round, time + self.rulebook.interview.scoring);
            }
            E::RoundClosed { round } => {
                self.phase = Phase::Lobby(RoundNumber::at(round.index() + 1));
                self.ready.clear();
            }
            E::Paused { .. } => self.paused_since = Some(time),
            E::Resumed {} => {
                let stood = self.paused_since.take().map_or(Duration::ZERO, |since| time.since(since));
                self.put_off(stood);
            }
            E::Extended { by_ms, .. } => self.put_off(*by_ms),
            E::InterviewAborted { interview, .. } => {
                let interview = self.interviews.entry(*interview).or_default();
                interview.aborted = true;
                interview.ballot = None;
            }
            E::BallotCast { interview, private } => {
                self.interviews.entry(*interview).or_default().ballot = Some(private.clone());
            }
            E::RankingOpened {} => self.phase = Phase::Ranking(time + self.rulebook.ballots.end_time),
            E::RankingCast { judge, private } => {
                self.rankings.insert(*judge, private.clone());
            }
            E::IncidentReported { private } => {
                self.incidents.extend(private.held().map(|incident| (time, incident.clone())));
            }
            E::AssignmentOpened { seed, assignment } => {
                self.opened_assignment = true;
                self.secret = Private::Held(Secret { seed: *seed, assignment: assignment.clone() });
            }
            E::Closed {} => self.phase = Phase::Closed,
        }
    }

    /// Whether the rulebook has a part for this participant.
    fn is_cast(&self, who: Participant) -> bool {
        let roles = self.rulebook.roles;
        match who {
            Participant::Organiser => false,
            Participant::Judge(id) => id.number() <= roles.judges,
            Participant::Confederate(id) => id.number() <= roles.confederates,
            Participant::Entry(id) => id.number() <= roles.entries,
        }
    }

    fn put_off(&mut self, by: Duration) {
        if let Some(ends) = self.phase.ends_mut() {
            *ends = *ends + by;
        }
    }

    fn running(&self) -> Result<(), Refusal> {
        if self.paused_since.is_some() { Err(Refusal::Paused) } else { Ok(()) }
    }

    /// The organiser may close early; the server when the time has come.
    fn closes(&self, actor: Actor, ends: Timestamp, now: Timestamp) -> Result<(), Refusal> {
        only(actor, &[Actor::Server, ORGANISER])?;
        self.running()?;
        if actor == ORGANISER || now >= ends { Ok(()) } else { Err(Refusal::NotDue) }
    }

    fn permit_ending(&self, actor: Actor, now: Timestamp) -> Result<(), Refusal> {
        match self.phase {
            Phase::Ranking(ends) => self.closes(actor, ends, now),
            _ => {
                only(actor, &[Actor::Server])?;
                match self.due(now) {
                    Some(ControlEvent::AssignmentOpened { .. }) => Ok(()),
                    _ => Err(Refusal::NotDue),
                }
            }
        }
    }

    fn not_aborted(&self, interview: InterviewId) -> Result<(), Refusal> {
        match self.interviews.get(&interview) {
            Some(interview) if interview.aborted => Err(Refusal::InterviewEnded),
            _ => Ok(()),
        }
    }

    fn permit_ballot(&self, interview: InterviewId, now: Timestamp) -> Result<(), Refusal> {
        self.running()?;
        self.seating(interview).ok_or(Refusal::NotInterviewed)?;
        self.not_aborted(interview)?;
        match self.phase {
            Phase::Scoring(round, ends) if round == interview.round => {
                if now >= ends {
                    Err(Refusal::RoundOver(round))
                } else {
                    Ok(())
                }
            }
            Phase::Talk(round, _) if round == interview.round => Err(Refusal::BallotNotOpen),
            _ if self.interviews.contains_key(&interview) => Err(Refusal::RoundOver(interview.round)),
            _ => Err(Refusal::NotInterviewed),
        }
    }

    fn permit_ranking(&self, judge: JudgeId, ranking: &Ranking) -> Result<(), Refusal> {
        let expected = self.conversations_of(judge);
        if ranking.order.iter().any(|conversation| !expected.contains(conversation)) {
            return Err(Refusal::NotInterviewed);
        }
        let named: BTreeSet<_> = ranking.order.iter().collect();
        let missing = expected.len() - named.len();
        let repeated = ranking.order.len() - named.len();
        if missing == 0 && repeated == 0 {
            Ok(())
        } else {
            Err(Refusal::BadRanking { expected: expected.len(), missing, repeated })
        }
    }
}

const ORGANISER: Actor = Actor::Participant(Participant::Organiser);

fn only(actor: Actor, allowed: &[Actor]) -> Result<(), Refusal> {
    if allowed.contains(&actor) { Ok(()) } else { Err(Refusal::NotYours) }
}

fn reason(private: &Private<Reason>) -> Result<(), Refusal> {
    let fits = private.held().is_none_or(|Reason { reason }| {
        !reason.trim().is_empty()
            && reason.chars().count() <= Reason::MAX_CHARS
            && !reason.chars().any(|c| c.is_control() && c != '\n')
    });
    if fits { Ok(()) } else { Err(Refusal::BadReason(Reason::MAX_CHARS)) }
}
