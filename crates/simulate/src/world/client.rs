//! A client of the simulated world: a mind, the screen before it, and what it sent that was not answered yet.

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

/// A client: what is in front of one participant.
pub(super) struct Client {
    pub(super) who: Participant,
    pub(super) seat: Sitting,
    pub(super) link: Link,
    /// The number of the last update it has.
    pub(super) seen: u64,
    /// Sent and not answered: sent again, in order, after the connection was lost.
    pub(super) unanswered: VecDeque<Request>,
    /// When its mind will next be woken.
    pub(super) wake: Option<Timestamp>,
    /// The drafts it sent.
    pub(super) drafted: BTreeMap<ClientId, (FormId, Fields)>,
    /// Everything it said.
    pub(super) said: BTreeMap<ClientId, Speech>,
    /// What it was told is recorded.
    pub(super) done: Vec<ClientId>,
    /// What it was sent and should not have been.
    pub(super) surprises: Vec<String>,
    pub(super) draws: Draws,
    made: u64,
    /// What it contributed to.
    contributed: BTreeSet<Matter>,
}

/// A mind and the screen before it.
pub(super) enum Sitting {
    /// A judge's.
    Judge { mind: Box<Judge>, screen: JudgeScreen },
    /// A witness's.
    Witness { mind: Box<dyn Mind<Update = WitnessUpdate>>, screen: WitnessScreen },
}

impl Client {
    pub(super) fn new(who: Participant, seat: Sitting, seed: Seed) -> Self {
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

    /// Takes in what the server sent.
    pub(super) fn take(&mut self, frame: Frame, now: Timestamp) {
        match (frame, &mut self.seat) {
            (Frame::Judge(updates), Sitting::Judge { mind, screen }) => {
                show(updates, &mut self.seen, &mut self.surprises, |update: JudgeUpdate| {
                    screen.show(&update);
                    mind.handle(&update, now);
                });
            }
            (Frame::Witness(updates), Sitting::Witness { mind, screen }) => {
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

    /// What the mind does now, as requests.
    pub(super) fn act(&mut self, now: Timestamp) -> Option<Request> {
        let intent = match &mut self.seat {
            Sitting::Judge { mind, .. } => mind.poll(now),
            Sitting::Witness { mind, .. } => mind.poll(now),
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

    /// What the page adds to a draw by itself, once it is told that it may.
    pub(super) fn contribute(&mut self) -> Option<Request> {
        let stage = match &self.seat {
            Sitting::Judge { screen, .. } => &screen.stage,
            Sitting::Witness { screen, .. } => &screen.stage,
        };
        let matter = stage.contributes.filter(|matter| !self.contributed.contains(matter))?;
        self.contributed.insert(matter);
        let value = format!("{:016x}{:016x}", self.draws.below(u64::MAX), self.draws.below(u64::MAX));
        let id = ClientId::try_from(format!("c-{matter}")).expect("letters and a hyphen");
        let request = Request { id, command: Command::Contribute { matter, value } };
        self.unanswered.push_back(request.clone());
        Some(request)
    }

    /// When the mind will have something to do.
    pub(super) fn next_wake(&self) -> Option<Timestamp> {
        match &self.seat {
            Sitting::Judge { mind, .. } => mind.next_wake(),
            Sitting::Witness { mind, .. } => mind.next_wake(),
        }
    }

    /// Answers come in the order of requests, but for those to requests of a connection that was lost.
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
