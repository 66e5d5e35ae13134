//! Everything that is known of one running contest: both aggregates in one place, and the decisions about them.
//!
//! A room is the fold of a record: fold the same record again and the same room stands there. What participants are told
//! of it is in [`Views`](crate::Views).

use std::collections::BTreeMap;

use rulebook::{ConversationId, InterviewId, Participant, RoundNumber, Side, Timestamp};

use crate::{
    Actor, Command, ControlEvent, Draft, Event, Private, Recorded, Refusal, Stream,
    command::{Ending, Opening, Press},
    contest::{Contest, Phase},
    conversation::Conversation,
    event::{Choice, ClientId, ConversationEvent, Incident, Pressed, Ranking, Reason, Secret},
};

/// Everything that is known of one running contest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Room {
    contest: Option<Contest>,
    conversations: BTreeMap<ConversationId, Conversation>,
    numbers: BTreeMap<Stream, u64>,
    latest: Option<Timestamp>,
}

impl Room {
    /// The room that these facts make.
    pub fn replay<'a>(facts: impl IntoIterator<Item = &'a Recorded>) -> Self {
        let mut room = Self::default();
        facts.into_iter().for_each(|fact| room.apply(fact));
        room
    }

    /// The contest, once it is opened.
    #[must_use]
    pub fn contest(&self) -> Option<&Contest> {
        self.contest.as_ref()
    }

    /// A conversation in which somebody has typed.
    #[must_use]
    pub fn conversation(&self, id: ConversationId) -> Option<&Conversation> {
        self.conversations.get(&id)
    }

    /// The number of facts in a stream.
    #[must_use]
    pub fn count(&self, stream: Stream) -> u64 {
        self.numbers.get(&stream).copied().unwrap_or(0)
    }

    /// The time of the latest fact: no later fact may carry an earlier time.
    #[must_use]
    pub fn latest(&self) -> Option<Timestamp> {
        self.latest
    }

    /// Decides what a command means: the facts to record, none when it is a resend of one that was recorded.
    ///
    /// # Errors
    /// The refusal to give to the one who asked; nothing has changed.
    pub fn decide(&self, who: Participant, command: &Command, now: Timestamp) -> Result<Vec<Draft>, Refusal> {
        if let Command::Open(opening) = command {
            return self.open(opening);
        }
        let contest = self.contest.as_ref().ok_or(Refusal::NotOpened)?;
        if let Command::Press(press) = command {
            return self.press(contest, who, press, now);
        }
        let event = control_event(contest, who, command)?;
        let draft = Draft { actor: Actor::Participant(who), event: Event::Control(event) };
        self.permit(&draft, now)?;
        Ok(vec![draft])
    }

    /// The fact that the passing of time has made true, if any; ask again after recording it.
    #[must_use]
    pub fn due(&self, now: Timestamp) -> Option<Draft> {
        let event = self.contest.as_ref()?.due(now)?;
        Some(Draft { actor: Actor::Server, event: Event::Control(event) })
    }

    /// Whether this fact may be recorded now. Asked before recording, and again by whoever verifies a record.
    ///
    /// # Errors
    /// The refusal to give to the one who asked.
    pub fn permit(&self, draft: &Draft, now: Timestamp) -> Result<(), Refusal> {
        match (&self.contest, &draft.event, draft.actor) {
            (None, Event::Control(ControlEvent::Opened { .. }), Actor::Server) => Ok(()),
            (None, ..) => Err(Refusal::NotOpened),
            (Some(contest), Event::Control(event), actor) => contest.permit(actor, event, now),
            (Some(contest), Event::Conversation(id, event), Actor::Side(side)) => {
                let ConversationEvent::Key { id: client, .. } = event;
                self.permit_key(contest, *id, side, client, 0, now)
            }
            (Some(_), Event::Conversation(..), _) => Err(Refusal::NotYours),
        }
    }

    /// Folds one recorded fact into the room. Total: what was recorded cannot be refused.
    pub fn apply(&mut self, fact: &Recorded) {
        *self.numbers.entry(fact.event.stream()).or_default() = fact.number;
        self.latest = self.latest.max(Some(fact.time));
        match (&mut self.contest, &fact.event) {
            (None, Event::Control(event)) => self.contest = Contest::opened(event),
            (Some(contest), Event::Control(event)) => contest.apply(event, fact.time),
            (Some(contest), Event::Conversation(id, event)) => {
                if let Actor::Side(side) = fact.actor {
                    let conversation = self.conversations.entry(*id).or_default();
                    conversation.apply(&contest.rulebook.interview, side, event, fact.time);
                }
            }
            (None, Event::Conversation(..)) => {}
        }
    }

    fn open(&self, opening: &Opening) -> Result<Vec<Draft>, Refusal> {
        if self.contest.is_some() {
            return Err(Refusal::OpenedAlready);
        }
        let Opening { name, organiser, rulebook, roster, scripted, seed } = opening.clone();
        let assignment =
            schedule::draw(&rulebook, seed).map_err(|no_design| Refusal::CannotDraw(no_design.to_string()))?;
        let opened = ControlEvent::Opened {
            name,
            organiser,
            rulebook: Box::new(rulebook),
            scripted,
            private: Private::Held(roster),
        };
        let committed = ControlEvent::AssignmentCommitted { private: Private::Held(Secret { seed, assignment }) };
        Ok([opened, committed].map(|event| Draft { actor: Actor::Server, event: Event::Control(event) }).into())
    }

    fn press(&self, contest: &Contest, who: Participant, press: &Press, now: Timestamp) -> Result<Vec<Draft>, Refusal> {
        let (side, id) = conversation_of(contest, who, press)?;
        let known = |client: &ClientId| self.conversations.get(&id).is_some_and(|c| c.knows(side, client));
        let ids = (0..press.keys.len()).map(|n| press.id.part(n));
        let new = ids.zip(&press.keys).filter(|(client, _)| !known(client));
        (0..)
            .zip(new)
            .map(|(ahead, (client, key))| {
                self.permit_key(contest, id, side, &client, ahead, now)?;
                let private = Private::Held(Pressed { key: *key });
                let event = ConversationEvent::Key { id: client, sent: press.sent, private };
                Ok(Draft { actor: Actor::Side(side), event: Event::Conversation(id, event) })
            })
            .collect()
    }

    fn permit_key(
        &self,
        contest: &Contest,
        id: ConversationId,
        side: Side,
        client: &ClientId,
        ahead: u32,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        contest.seating(id.interview).ok_or(Refusal::Resting)?;
        let floor = contest.floor(id.interview, now);
        let empty = Conversation::default();
        let conversation = self.conversations.get(&id).unwrap_or(&empty);
        conversation.permit(&contest.rulebook.interview, floor, side, client, ahead, now)
    }
}

/// The conversation a key is meant for, and the side it comes from.
fn conversation_of(contest: &Contest, who: Participant, press: &Press) -> Result<(Side, ConversationId), Refusal> {
    match (who, press.seat) {
        (Participant::Judge(judge), Some(seat)) => {
            let interview = InterviewId { round: press.round, judge };
            if contest.seating(interview).is_some() {
                Ok((Side::Judge, ConversationId { interview, seat }))
            } else {
                Err(Refusal::Resting)
            }
        }
        (Participant::Confederate(_) | Participant::Entry(_), None) => {
            let conversation = contest.conversation_of(who, press.round).ok_or(Refusal::Resting)?;
            Ok((Side::Witness, conversation))
        }
        _ => Err(Refusal::NotYours),
    }
}

fn control_event(contest: &Contest, who: Participant, command: &Command) -> Result<ControlEvent, Refusal> {
    let held = |reason: &str| Private::Held(Reason { reason: reason.trim().to_owned() });
    Ok(match command {
        Command::Open(_) | Command::Press(_) => return Err(Refusal::NotYours),
        Command::Ready(_) if who == Participant::Organiser => return Err(Refusal::NotYours),
        Command::Ready(true) => ControlEvent::Ready { who },
        Command::Ready(false) => ControlEvent::NotReady { who },
        Command::OpenRound { anyway } => {
            let round = next_round(contest)?;
            let missing: Vec<_> = contest.needed_in(round).difference(&contest.ready).copied().collect();
            if who == Participant::Organiser && !anyway && !missing.is_empty() {
                return Err(Refusal::NotAllReady(missing));
            }
            ControlEvent::RoundOpened { round }
        }
        Command::EndPhase(ending) => match (*ending, contest.phase) {
            (_, Phase::Closed) => return Err(Refusal::Closed),
            (Ending::Talk { round }, Phase::Talk(running, _)) if round == running => ControlEvent::TalkClosed { round },
            (Ending::Scoring { round }, Phase::Scoring(running, _)) if round == running => {
                ControlEvent::RoundClosed { round }
            }
            (Ending::Ranking, Phase::Ranking(_)) => contest.ending(),
            _ => return Err(Refusal::MovedOn),
        },
        Command::Pause { reason } => ControlEvent::Paused { private: held(reason) },
        Command::Resume => ControlEvent::Resumed {},
        Command::Extend { by, reason } => ControlEvent::Extended { by_ms: *by, private: held(reason) },
        Command::Abort { interview, reason } => {
            ControlEvent::InterviewAborted { interview: *interview, private: held(reason) }
        }
        Command::CastBallot { round, human } => {
            let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
            let interview = InterviewId { round: *round, judge };
            ControlEvent::BallotCast { interview, private: Private::Held(Choice { human: *human }) }
        }
        Command::CastRanking { order } => {
            let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
            ControlEvent::RankingCast { judge, private: Private::Held(Ranking { order: order.clone() }) }
        }
        Command::Report { interview, kind, detail } => {
            let Participant::Entry(entry) = who else { return Err(Refusal::NotYours) };
            let incident = Incident { entry, interview: *interview, kind: kind.clone(), detail: detail.clone() };
            ControlEvent::IncidentReported { private: Private::Held(incident) }
        }
    })
}

fn next_round(contest: &Contest) -> Result<RoundNumber, Refusal> {
    match contest.phase {
        Phase::Lobby(next) if next.number() <= contest.rounds() => Ok(next),
        Phase::Lobby(_) | Phase::Ranking(_) => Err(Refusal::NoRound),
        Phase::Talk(..) | Phase::Scoring(..) => Err(Refusal::RoundRunning),
        Phase::Closed => Err(Refusal::Closed),
    }
}
