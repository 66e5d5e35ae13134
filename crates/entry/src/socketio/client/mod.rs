//! An entry on another server of the protocol of 2016, played as programs of that time did. No I/O.
//!
//! The server's frames and a program's keys come in; frames for the server, and orders for a [`Link`](crate::Link), go
//! out. Every round has its own link. Engine.IO 4 is tried first: a server of revision 3 joins the client to the
//! namespace unasked, and then the connection is made again.

mod note;
mod session;

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, key::Alphabet};
use serde_json::Value;

use self::session::{ClientSession, FrameResult};
pub use self::{
    note::{Note, Order},
    session::BAD_FRAMES_MAX,
};
use super::{
    packet::{Engine, Packet},
    payloads::{Ask, Order as Control, Partners, RoundInformation, SentMessage, Status, ask, json},
    reason::plain,
    secret::Secret,
};

/// The pause after which an unfinished line is sent.
const PAUSE: Duration = Duration::from_secs(3);

/// The maximum size of a program's message, in bytes; a longer line is sent in pieces.
const LINE_MAX: usize = 2_000;

/// The maximum length of a judge's message passed to the program, in characters.
const HEARD_MAX: usize = 8_000;

/// The maximum number of messages that wait for a connection.
const HELD_MAX: usize = 64;

/// One entry on one server.
#[derive(Debug)]
pub struct Client {
    id: String,
    secret: Secret,
    session: ClientSession,
    refused: Option<String>,
    /// The reason for the last failed attempt to connect.
    unreachable: Option<String>,
    round: Option<Round>,
    /// The number of the last known round, from 0.
    number: i64,
    typed: String,
    typed_at: Option<Duration>,
    held: VecDeque<String>,
    orders: VecDeque<Order>,
    notes: VecDeque<Note>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Round {
    number: i64,
    partner: String,
    runs: bool,
}

impl Client {
    /// An entry of this name before its first connection. `engine` is the revision to speak, `None` to detect it.
    #[must_use]
    pub fn new(id: &str, secret: &str, engine: Option<Engine>) -> Self {
        Self {
            id: id.to_owned(),
            secret: Secret(secret.to_owned()),
            session: ClientSession::new(engine),
            refused: None,
            unreachable: None,
            round: None,
            number: -1,
            typed: String::new(),
            typed_at: None,
            held: VecDeque::new(),
            orders: VecDeque::new(),
            notes: VecDeque::new(),
        }
    }

    /// The revision to connect with.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.session.engine()
    }

    /// A connection is made.
    pub fn connected(&mut self, now: Duration) {
        self.session.connected(now);
    }

    /// The connection has ended.
    pub fn disconnected(&mut self, why: &str) {
        self.session.disconnected();
        self.note(Note::Disconnected { why: plain(why) });
    }

    /// No connection could be made. While the server's revision is unknown, the other one is tried next. A repeated
    /// reason is noted once.
    pub fn unreachable(&mut self, why: &str) {
        self.session.unreachable();
        let why = plain(why);
        if self.unreachable.as_ref() != Some(&why) {
            self.unreachable = Some(why.clone());
            self.note(Note::Unreachable { why });
        }
    }

    /// The server sent this text.
    pub fn received(&mut self, frame: &str, now: Duration) {
        match self.session.received(frame, now) {
            Some(FrameResult::Joined) => self.joined(),
            Some(FrameResult::Event { name, arguments }) => self.hears_event(&name, &arguments),
            Some(FrameResult::Bad(why)) => self.note(Note::BadFrame { why }),
            None => {}
        }
    }

    /// The server sent this many bytes of binary data.
    pub fn received_bytes(&mut self, count: usize) {
        if let Some(FrameResult::Bad(why)) = self.session.received_bytes(count) {
            self.note(Note::BadFrame { why });
        }
    }

    /// The program pressed a key.
    pub fn key(&mut self, key: Key, now: Duration) {
        self.typed_at = Some(now);
        match key {
            Key::Char(c) => self.typed.push(c.get()),
            Key::Tab => self.typed.push('\t'),
            Key::BackSpace => drop(self.typed.pop()),
            Key::Return => return self.say(),
        }
        if self.typed.len() >= LINE_MAX {
            self.say();
        }
    }

    /// Advances the time to `now`: sends due pings, notices missing ones, and sends an unfinished line.
    pub fn wake(&mut self, now: Duration) {
        if self.typed_at.is_some_and(|at| at.saturating_add(PAUSE) <= now) {
            self.say();
        }
        self.session.wake(now);
    }

    /// The next time at which [`Client::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        let pause = self.typed_at.map(|at| at.saturating_add(PAUSE));
        pause.into_iter().chain(self.session.next_wake()).min()
    }

    /// The next frame for the server.
    pub fn take_frame(&mut self) -> Option<String> {
        self.session.take_frame()
    }

    /// True if [`Client::take_frame`] has a frame.
    #[must_use]
    pub fn has_frames(&self) -> bool {
        self.session.has_frames()
    }

    /// The next order for the link.
    pub fn take_order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// The next note for an observer.
    pub fn take_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    /// The reason to close the connection, if it must be closed; another one is made.
    pub fn take_closing(&mut self) -> Option<String> {
        self.session.take_closing()
    }

    /// The reason to give up: the server rejects the secret.
    #[must_use]
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// True if the entry is registered.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.session.is_open()
    }

    /// Leaves: returns the waiting frames, then the last one.
    pub fn leaves(&mut self) -> Vec<String> {
        if self.session.is_open() {
            self.session.send(&Packet::disconnect());
        }
        std::iter::from_fn(|| self.session.take_frame()).collect()
    }

    fn joined(&mut self) {
        self.unreachable = None;
        self.ask(Ask::Register);
        self.ask(Ask::RoundInformation);
        self.note(Note::Registered { id: self.id.clone(), engine: self.session.engine().number() });
    }

    fn ask(&mut self, what: Ask) {
        let text = ask(what, &self.id, &self.secret.0);
        self.session.send(&Packet::event("control", &text));
    }

    fn hears_event(&mut self, name: &str, arguments: &[Value]) {
        if name == "AuthError" {
            let why = arguments.first().and_then(Value::as_str).unwrap_or("no reason given");
            return self.refused = Some(plain(why));
        }
        if !matches!(name, "control" | "roundInformation" | "message") {
            // Servers send other events too: recaps, scores, webcasts.
            return;
        }
        let [Value::String(text), ..] = arguments else {
            return self.bad(&format!("`{name}` comes without a text"));
        };
        let heard = match name {
            "control" => serde_json::from_str(text).map(|order| self.ordered(order)),
            "roundInformation" => serde_json::from_str(text).map(|round| self.informed(round)),
            _ => serde_json::from_str(text).map(|said: SentMessage<'_>| self.told(&said)),
        };
        if let Err(error) = heard {
            self.bad(&format!("the text of `{name}` is not as it should be: {error}"));
        }
    }

    fn ordered(&mut self, order: Control) {
        match order {
            Control::NewRound { partners } => self.prepare(self.number.saturating_add(1), &partners),
            Control::StartRound if self.round.is_some() => self.start(),
            Control::StartRound => {
                // The entry connected after the round was prepared, and does not know its partner.
                self.ask(Ask::RoundInformation);
            }
            Control::EndRound => self.end(),
        }
    }

    fn informed(&mut self, round: RoundInformation) {
        let RoundInformation { round_number, status, partners } = round;
        let is_known = self.round.as_ref().is_some_and(|known| known.number == round_number);
        self.number = round_number;
        match status {
            Status::Finished => self.end(),
            Status::NotStarted if partners.is_empty() => self.end(),
            Status::NotStarted if is_known => {}
            Status::NotStarted => self.prepare(round_number, &partners),
            Status::Running => {
                if !is_known {
                    self.prepare(round_number, &partners);
                }
                self.start();
            }
        }
        self.release();
    }

    fn prepare(&mut self, number: i64, partners: &Partners) {
        self.end();
        self.number = number;
        let Some(partner) = partners.get(&self.id).and_then(|partners| partners.first()) else {
            return self.bad(&format!("a round without a partner for `{}`", plain(&self.id)));
        };
        let round = Round { number, partner: partner.clone(), runs: false };
        let number = round.shown();
        self.round = Some(round);
        self.orders.push_back(Order::Starts(number));
        self.note(Note::Prepared { number });
    }

    fn start(&mut self) {
        let Some(round) = self.round.as_mut().filter(|round| !round.runs) else { return };
        round.runs = true;
        let number = round.shown();
        self.orders.push_back(Order::Begins);
        self.note(Note::Started { number });
    }

    fn end(&mut self) {
        self.typed.clear();
        self.typed_at = None;
        self.held.clear();
        if let Some(round) = self.round.take() {
            self.orders.push_back(Order::Ends);
            self.note(Note::Over { number: round.shown() });
        }
    }

    /// Takes a message of the judge.
    fn told(&mut self, said: &SentMessage<'_>) {
        let Some(round) = self.round.as_ref().filter(|round| round.runs) else {
            return self.bad("a message while no round runs");
        };
        if said.id == self.id.as_str() {
            // An echo of the entry's own message.
            return;
        }
        if said.id != round.partner.as_str() {
            return self.bad("a message of somebody who is not our partner");
        }
        let text: String = said.content.trim().chars().take(HEARD_MAX).collect();
        // One message becomes one line: a program answers lines.
        let keys = Alphabet::Ascii.keys_of(&text).filter_map(|key| match key {
            Key::Return => Key::printable(' '),
            Key::BackSpace => None,
            Key::Char(_) | Key::Tab => Some(key),
        });
        self.orders.extend(keys.chain([Key::Return]).map(Order::Key));
    }

    /// Sends the program's line.
    fn say(&mut self) {
        self.typed_at = None;
        let text = std::mem::take(&mut self.typed);
        let Some(round) = self.round.as_ref().filter(|round| round.runs) else { return };
        if text.trim().is_empty() {
            return;
        }
        let to = round.partner.as_str();
        let said = SentMessage {
            content: text.as_str().into(),
            to: to.into(),
            id: (&*self.id).into(),
            secret: (&*self.secret.0).into(),
        };
        self.held.push_back(Packet::event("message", &json(&said)).to_string());
        if self.session.is_open() {
            self.release();
        } else if self.held.len() > HELD_MAX {
            let count = self.held.len();
            self.held.clear();
            self.note(Note::Dropped { count });
        }
    }

    /// Sends the messages that waited for the connection.
    fn release(&mut self) {
        if self.session.is_open() && self.round.as_ref().is_some_and(|round| round.runs) {
            self.held.drain(..).for_each(|frame| self.session.send_text(frame));
        }
    }

    fn bad(&mut self, why: &str) {
        if let Some(FrameResult::Bad(why)) = self.session.bad(why.to_owned()) {
            self.note(Note::BadFrame { why });
        }
    }

    fn note(&mut self, note: Note) {
        self.notes.push_back(note);
    }
}

impl Round {
    /// The number of the round, from 1.
    fn shown(&self) -> u16 {
        u16::try_from(self.number.saturating_add(1).max(1)).unwrap_or(u16::MAX)
    }
}
