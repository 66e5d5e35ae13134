//! An entry on somebody else's server of the protocol of 2016: what the programs of that time did. No I/O.
//!
//! Frames of the server and the keys of a program come in; frames for the server, and what a [`Link`](crate::Link) is
//! to be told, go out. Every round is a link of its own. Engine.IO 4 is tried first: a server of revision 3 gives itself
//! away by joining us to the namespace unasked, and the connection is made again.

mod note;
mod session;

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, key::Alphabet};
use serde_json::Value;

use self::session::{Heard, Session};
pub use self::{
    note::{Note, Order},
    session::BAD_FRAMES_MAX,
};
use super::{
    packet::{Engine, Packet},
    plain,
    secret::Secret,
    words::{Ask, Order as Control, Partners, RoundInformation, Said, Status, ask, json},
};

/// How long the program must have typed nothing for a line without its Return to be sent.
const PAUSE: Duration = Duration::from_secs(3);

/// The most bytes of a message of the program; a longer line is sent in pieces.
const LINE_MAX: usize = 2_000;

/// The most characters of a judge's message that the program is given.
const HEARD_MAX: usize = 8_000;

/// The most messages that wait for a connection.
const HELD_MAX: usize = 64;

/// One entry on one server.
#[derive(Debug)]
pub struct Client {
    id: String,
    secret: Secret,
    session: Session,
    refused: Option<String>,
    /// Why no connection could be made when last tried.
    unreachable: Option<String>,
    round: Option<Round>,
    /// The number of the last round known, from 0.
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
    /// An entry of this name that has not connected yet. `engine` is the revision to speak, `None` to find out.
    #[must_use]
    pub fn new(id: &str, secret: &str, engine: Option<Engine>) -> Self {
        Self {
            id: id.to_owned(),
            secret: Secret(secret.to_owned()),
            session: Session::new(engine),
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

    /// No connection could be made. As long as it is not known which revision the server speaks, the other is tried
    /// next. The same reason is told once.
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
            Some(Heard::Joined) => self.joined(),
            Some(Heard::Event { name, arguments }) => self.hears_event(&name, &arguments),
            Some(Heard::Bad(why)) => self.note(Note::BadFrame { why }),
            None => {}
        }
    }

    /// The server sent so many bytes that are no text.
    pub fn received_bytes(&mut self, count: usize) {
        if let Some(Heard::Bad(why)) = self.session.received_bytes(count) {
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

    /// Lets the time be `now`: signs of life are asked for and missed, a line without its Return is sent.
    pub fn wake(&mut self, now: Duration) {
        if self.typed_at.is_some_and(|at| at.saturating_add(PAUSE) <= now) {
            self.say();
        }
        self.session.wake(now);
    }

    /// When [`Client::wake`] will next have something to do.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        let pause = self.typed_at.map(|at| at.saturating_add(PAUSE));
        pause.into_iter().chain(self.session.next_wake()).min()
    }

    /// The next frame for the server.
    pub fn take_frame(&mut self) -> Option<String> {
        self.session.take_frame()
    }

    /// Whether [`Client::take_frame`] has something.
    #[must_use]
    pub fn has_frames(&self) -> bool {
        self.session.has_frames()
    }

    /// What becomes of the link next.
    pub fn take_order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// What somebody who looks on should know next.
    pub fn take_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    /// Why the connection is to be closed; another one is made.
    pub fn take_closing(&mut self) -> Option<String> {
        self.session.take_closing()
    }

    /// Why it makes no sense to go on: the server does not accept the secret.
    #[must_use]
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Whether we are registered.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.session.is_open()
    }

    /// We leave: what waits for the server, then the last frame.
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
            // Servers have more to say than concerns an entry: recaps, scores, webcasts.
            return;
        }
        let [Value::String(text), ..] = arguments else {
            return self.bad(&format!("`{name}` comes without a text"));
        };
        let heard = match name {
            "control" => serde_json::from_str(text).map(|order| self.ordered(order)),
            "roundInformation" => serde_json::from_str(text).map(|round| self.informed(round)),
            _ => serde_json::from_str(text).map(|said: Said<'_>| self.told(&said)),
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
                // We came after the round was prepared, and do not know with whom we talk.
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

    /// The judge said something.
    fn told(&mut self, said: &Said<'_>) {
        let Some(round) = self.round.as_ref().filter(|round| round.runs) else {
            return self.bad("a message while no round runs");
        };
        if said.id == self.id.as_str() {
            // Our own words, come back.
            return;
        }
        if said.id != round.partner.as_str() {
            return self.bad("a message of somebody who is not our partner");
        }
        let text: String = said.content.trim().chars().take(HEARD_MAX).collect();
        // One message is one line: a program answers lines.
        let keys = Alphabet::Ascii.keys_of(&text).filter_map(|key| match key {
            Key::Return => Key::printable(' '),
            Key::BackSpace => None,
            Key::Char(_) | Key::Tab => Some(key),
        });
        self.orders.extend(keys.chain([Key::Return]).map(Order::Key));
    }

    /// The program has finished a line.
    fn say(&mut self) {
        self.typed_at = None;
        let text = std::mem::take(&mut self.typed);
        let Some(round) = self.round.as_ref().filter(|round| round.runs) else { return };
        if text.trim().is_empty() {
            return;
        }
        let to = round.partner.as_str();
        let said = Said {
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

    /// Sends what waited for the connection.
    fn release(&mut self) {
        if self.session.is_open() && self.round.as_ref().is_some_and(|round| round.runs) {
            self.held.drain(..).for_each(|frame| self.session.send_text(frame));
        }
    }

    fn bad(&mut self, why: &str) {
        if let Some(Heard::Bad(why)) = self.session.bad(why.to_owned()) {
            self.note(Note::BadFrame { why });
        }
    }

    fn note(&mut self, note: Note) {
        self.notes.push_back(note);
    }
}

impl Round {
    /// As people count.
    fn shown(&self) -> u16 {
        u16::try_from(self.number.saturating_add(1).max(1)).unwrap_or(u16::MAX)
    }
}
