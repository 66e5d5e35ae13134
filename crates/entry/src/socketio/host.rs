//! The contest's side of one conversation with a registered program. No I/O, and no frames: a program's messages arrive
//! as [`In`], events for it leave as [`Out`], and the server with its connection converts both.
//!
//! The judge's keys are collected into a message at Return; the program's messages are typed key by key. A program that
//! loses its connection may register again and ask for a recap; missed messages are not sent again unasked.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, key::Alphabet, schema::Opener};

use super::{
    In, Out,
    payloads::{Order, PARTNER, Partners, RoundInformation, SentMessage, Status, json},
    reason::plain,
};
use crate::{FromEntry, Incident, line::Printed, opening::Opening, voice::Voice};

/// The maximum size of a message to the program, in bytes; a longer line of the judge is sent in pieces.
const LINE_MAX: usize = 8_000;

/// The maximum size of the messages in a recap, in bytes; the oldest are left out.
const RECAP_MAX: usize = 128 * 1_024;

/// The maximum length of a program's message in a recap, in characters.
const RECAP_TEXT_MAX: usize = crate::line::LINE_MAX;

/// One conversation with a program that is, or will be, registered.
#[derive(Debug)]
pub struct Host {
    /// The round's number, from 1.
    number: u16,
    /// The name of the registered program.
    id: Option<String>,
    /// The number of registrations.
    connections: u32,
    talking: bool,
    /// True if a program of this conversation was sent the round's partners, and its start.
    told_round: bool,
    told_start: bool,
    /// True if the program was sent a message of the judge.
    spoken_to: bool,
    line: String,
    /// The number of the judge's messages that have reached no program since the last one left.
    missed: u64,
    /// All messages: true for the judge's, with the text.
    said: VecDeque<(bool, String)>,
    said_bytes: usize,
    outgoing: VecDeque<Out>,
    voice: Voice,
}

impl Host {
    /// A conversation before its first message. `number` is that of the round, from 1; `typing` and `silence` are those
    /// of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(number: u16, opens: Opener, typing: impl Into<Option<Duration>>, silence: Duration) -> Self {
        let typing = typing.into();
        let mut voice = Voice::new(typing, silence);
        voice.under(Opening::by(opens, typing.is_some()));
        Self {
            number,
            id: None,
            connections: 0,
            talking: false,
            told_round: false,
            told_start: false,
            spoken_to: false,
            line: String::new(),
            missed: 0,
            said: VecDeque::new(),
            said_bytes: 0,
            outgoing: VecDeque::new(),
            voice,
        }
    }

    /// Applies this rule to text that the program says unasked.
    #[must_use]
    pub fn under(mut self, opening: Opening) -> Self {
        self.voice.under(opening);
        self
    }

    /// A program has registered by this name. The first is sent the round; one that comes back knows it, or asks.
    pub fn came(&mut self, id: &str) {
        if self.id.is_some() {
            self.went("another program registered by its name");
        }
        self.id = Some(id.to_owned());
        self.connections += 1;
        if self.connections > 1 {
            self.voice.report(Incident::Reconnected { count: self.connections });
        }
        let missed = std::mem::take(&mut self.missed);
        if missed > 0 {
            self.voice.report(Incident::BacklogDiscarded { count: missed });
        }
        if !std::mem::replace(&mut self.told_round, true) {
            let partners = self.partners();
            self.send("control", json(&Order::NewRound { partners }));
        }
        self.tell_start();
        self.voice.ready();
    }

    /// An event could not be sent: the program has left, or does not read.
    pub fn not_sent(&mut self, out: Out) {
        self.outgoing.push_front(out);
        self.went("it left, or did not read what it was sent");
    }

    /// The program is gone.
    pub fn went(&mut self, why: &str) {
        if self.id.take().is_some() {
            self.missed += self.outgoing.drain(..).filter(|out| out.event == "message").count() as u64;
            self.voice.heard();
            self.voice.left();
            self.voice.report(Incident::Disconnected { why: plain(why) });
        }
    }

    /// The conversation is open.
    pub fn began(&mut self) {
        self.talking = true;
        self.tell_start();
        self.voice.began();
    }

    /// The judge pressed a key.
    pub fn key(&mut self, key: Key, now: Duration) {
        match key {
            Key::Char(c) => self.line.push(c.get()),
            Key::Tab => self.line.push('\t'),
            Key::BackSpace => drop(self.line.pop()),
            Key::Return => {
                self.voice.asked(now);
                return self.tell_line();
            }
        }
        if self.line.len() >= LINE_MAX {
            self.tell_line();
        }
    }

    /// The conversation is over: returns the waiting events, then the last one.
    pub fn ended(&mut self) -> Vec<Out> {
        if self.id.is_some() {
            self.send("control", json(&Order::EndRound));
        }
        self.outgoing.drain(..).collect()
    }

    /// Takes a message of the program.
    pub fn received(&mut self, sent: In, now: Duration) {
        match sent {
            _ if self.id.is_none() => {}
            In::RoundInformation => {
                let status = if self.talking { Status::Running } else { Status::NotStarted };
                let round_number = i64::from(self.number) - 1;
                let answer = RoundInformation { round_number, status, partners: self.partners() };
                self.send("roundInformation", json(&answer));
            }
            In::Recap => self.recap(),
            In::Message { content, to } => self.says(&content, &to, now),
            In::Malformed(why) => self.bad(&why),
        }
    }

    /// Advances the time to `now`: types due keys, and reports a long silence.
    pub fn wake(&mut self, now: Duration) {
        self.voice.wake(now);
    }

    /// The next time at which [`Host::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.voice.due()
    }

    /// The next event for the program.
    pub fn take_out(&mut self) -> Option<Out> {
        self.outgoing.pop_front()
    }

    /// The next report for the contest.
    pub fn take_report(&mut self) -> Option<FromEntry> {
        self.voice.take_report()
    }

    pub(crate) fn has_reports(&self) -> bool {
        self.voice.has_reports()
    }

    /// True if messages are being dropped, because more was said than can be typed.
    #[must_use]
    pub fn is_flooded(&self) -> bool {
        self.voice.is_flooded()
    }

    fn tell_start(&mut self) {
        if self.talking && self.id.is_some() && !std::mem::replace(&mut self.told_start, true) {
            self.send("control", json(&Order::StartRound));
        }
    }

    fn tell_line(&mut self) {
        let text = std::mem::take(&mut self.line);
        match &self.id {
            Some(id) => {
                let message = message(true, &text, id);
                self.spoken_to = true;
                self.send("message", message);
            }
            None => self.missed += 1,
        }
        self.keep(true, text);
    }

    fn says(&mut self, content: &str, to: &str, now: Duration) {
        // Messages to an unknown receiver are dropped without an answer, as programs of 2016 expect.
        if to != PARTNER {
            return self.bad(&format!("a message to `{to}`, which is not its partner; that is `{PARTNER}`"));
        }
        let text = content.trim();
        if Alphabet::Ascii.keys_of(text).next().is_none() {
            return self.bad("a message with nothing in it that can be typed");
        }
        let printed = Printed { text: text.to_owned(), ..Printed::default() };
        if self.spoken_to || self.voice.lets_open() {
            self.keep(false, content.chars().take(RECAP_TEXT_MAX).collect());
        }
        if self.spoken_to {
            self.voice.say(&printed, now);
        } else {
            self.voice.unasked(&printed);
        }
    }

    /// Sends all messages; sends nothing if there are none.
    fn recap(&mut self) {
        if let Some(id) = &self.id
            && !self.said.is_empty()
        {
            let said: Vec<_> = self.said.iter().map(|(is_judge, text)| said(*is_judge, text, id)).collect();
            let all = json(&said);
            self.send("recap", all);
        }
    }

    fn keep(&mut self, is_judge: bool, text: String) {
        self.said_bytes += weight(&text);
        self.said.push_back((is_judge, text));
        while self.said_bytes > RECAP_MAX
            && let Some((_, oldest)) = self.said.pop_front()
        {
            self.said_bytes -= weight(&oldest);
        }
    }

    fn partners(&self) -> Partners {
        self.id.iter().map(|id| (id.clone(), vec![PARTNER.to_owned()])).collect()
    }

    fn bad(&mut self, why: &str) {
        self.voice.report(Incident::BadFrame { why: plain(why) });
    }

    fn send(&mut self, event: &'static str, json: String) {
        self.outgoing.push_back(Out { event, json });
    }
}

/// The size of a message in a recap: its text, and the JSON around it.
fn weight(text: &str) -> usize {
    text.len() + 64
}

fn message(is_judge: bool, text: &str, id: &str) -> String {
    json(&said(is_judge, text, id))
}

fn said<'a>(is_judge: bool, text: &'a str, id: &'a str) -> SentMessage<'a> {
    let (from, to) = if is_judge { (PARTNER, id) } else { (id, PARTNER) };
    SentMessage { content: text.into(), to: to.into(), id: from.into(), secret: "".into() }
}
