//! A client of the simulated world: a mind, its screen, and its unanswered requests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use contest::{
    Command, FormId,
    command::{Attach, Press, Say},
    event::ClientId,
    fields::Fields,
    seed::Matter,
    view::{
        Numbered, Screen,
        judge::{JudgeScreen, JudgeUpdate},
        witness::{WitnessScreen, WitnessUpdate},
    },
};
use rulebook::{Draws, Participant, Seed, Timestamp};

use super::{
    link::Link,
    server::{Frame, Request},
};
use crate::people::{Intent, Judge, Mind, Speech};

/// The client of one participant.
pub(super) struct Client {
    pub(super) who: Participant,
    pub(super) seat: SeatedMind,
    pub(super) link: Link,
    /// The number of its latest update.
    pub(super) seen: u64,
    /// Unanswered requests; they are resent, in order, after the connection was lost.
    pub(super) unanswered: VecDeque<Request>,
    /// The moment when its mind is woken next.
    pub(super) wake: Option<Timestamp>,
    /// Its drafts.
    pub(super) drafted: BTreeMap<ClientId, (FormId, Fields)>,
    /// Its keys and utterances.
    pub(super) said: BTreeMap<ClientId, Speech>,
    /// Its confirmed requests.
    pub(super) done: Vec<ClientId>,
    /// Updates that it should not have received.
    pub(super) surprises: Vec<String>,
    pub(super) draws: Draws,
    made: u64,
    /// The draws that it contributed to.
    contributed: BTreeSet<Matter>,
}

/// A mind and its screen.
pub(super) enum SeatedMind {
    /// A judge's.
    Judge { mind: Box<Judge>, screen: JudgeScreen },
    /// A witness's.
    Witness { mind: Box<dyn Mind<Update = WitnessUpdate>>, screen: WitnessScreen },
}

impl Client {
    pub(super) fn new(who: Participant, seat: SeatedMind, seed: Seed) -> Self {
        let mut draws = Draws::new(seed, &format!("client {who}"));
        Self {
            who,
            seat,
            link: Link::drawn(&mut draws),
            seen: 0,
            unanswered: VecDeque::new(),
            wake: None,
            drafted: BTreeMap::new(),
            said: BTreeMap::new(),
            done: Vec::new(),
            surprises: Vec::new(),
            draws,
            made: 0,
            contributed: BTreeSet::new(),
        }
    }

    /// Takes a frame from the server.
    pub(super) fn take(&mut self, frame: Frame, now: Timestamp) {
        match (frame, &mut self.seat) {
            (Frame::Judge(updates), SeatedMind::Judge { mind, screen }) => {
                show(updates, &mut self.seen, &mut self.surprises, |update: JudgeUpdate| {
                    screen.show(&update);
                    mind.handle(&update, now);
                });
            }
            (Frame::Witness(updates), SeatedMind::Witness { mind, screen }) => {
                show(updates, &mut self.seen, &mut self.surprises, |update: WitnessUpdate| {
                    screen.show(&update);
                    mind.handle(&update, now);
                });
            }
            (Frame::Done(id), _) => {
                self.answered(&id);
                self.done.push(id);
            }
            (Frame::Refused(id), _) => self.answered(&id),
            (frame, _) => self.surprises.push(format!("a frame of another role: {frame:?}")),
        }
    }

    /// The mind's next action, as a request.
    pub(super) fn act(&mut self, now: Timestamp) -> Option<Request> {
        let intent = match &mut self.seat {
            SeatedMind::Judge { mind, .. } => mind.poll(now),
            SeatedMind::Witness { mind, .. } => mind.poll(now),
        }?;
        self.made += 1;
        let id = ClientId::try_from(format!("k-{}", self.made)).expect("letters and digits");
        match &intent {
            Intent::Speak { speech, .. } => drop(self.said.insert(id.clone(), speech.clone())),
            Intent::Draft { form, fields } => drop(self.drafted.insert(id.clone(), (*form, fields.clone()))),
            _ => {}
        }
        let request = Request { command: command(intent, &id, now), id };
        self.unanswered.push_back(request.clone());
        Some(request)
    }

    /// The page's automatic contribution to a draw, once it may contribute.
    pub(super) fn contribute(&mut self) -> Option<Request> {
        let stage = match &self.seat {
            SeatedMind::Judge { screen, .. } => &screen.stage,
            SeatedMind::Witness { screen, .. } => &screen.stage,
        };
        let matter = stage.contributes.filter(|matter| !self.contributed.contains(matter))?;
        self.contributed.insert(matter);
        let value = format!("{:016x}{:016x}", self.draws.below(u64::MAX), self.draws.below(u64::MAX));
        let id = ClientId::try_from(format!("c-{matter}")).expect("letters and a hyphen");
        let request = Request { id, command: Command::Contribute { matter, value } };
        self.unanswered.push_back(request.clone());
        Some(request)
    }

    /// The moment of the mind's next action.
    pub(super) fn next_wake(&self) -> Option<Timestamp> {
        match &self.seat {
            SeatedMind::Judge { mind, .. } => mind.next_wake(),
            SeatedMind::Witness { mind, .. } => mind.next_wake(),
        }
    }

    /// Removes an answered request. Answers come in the order of requests, except after a lost connection.
    fn answered(&mut self, id: &ClientId) {
        self.unanswered.retain(|request| request.id != *id);
    }
}

fn show<U>(updates: Vec<Numbered<U>>, seen: &mut u64, surprises: &mut Vec<String>, mut show: impl FnMut(U)) {
    for Numbered { n, update, .. } in updates {
        if n == *seen + 1 {
            *seen = n;
            show(update);
        } else {
            surprises.push(format!("update {n} after update {seen}"));
        }
    }
}

fn command(intent: Intent, id: &ClientId, now: Timestamp) -> Command {
    match intent {
        Intent::Speak { to, speech: Speech::Key(key) } => {
            Command::Press(Press { id: id.clone(), to, keys: vec![key], sent: Some(now) })
        }
        Intent::Speak { to, speech: Speech::Said(text) } => {
            Command::Say(Say { id: id.clone(), to, text, sent: Some(now) })
        }
        Intent::Show { to, exhibit } => {
            let description = Some(exhibit.description().to_owned());
            Command::Attach(Attach { id: id.clone(), to, file: exhibit.file(), description, sent: Some(now) })
        }
        Intent::Ready => Command::Ready(true),
        Intent::Ballot { round, answers } => Command::CastBallot { round, answers: Box::new(answers) },
        Intent::Draft { form, fields } => Command::Draft { form, fields },
        Intent::Ranking { order } => Command::CastRanking { order },
        Intent::Believe { round, seat, turn, human } => Command::Believe { round, seat, turn, human },
        Intent::Vote { vote, preference } => Command::Vote { vote, preference },
    }
}
