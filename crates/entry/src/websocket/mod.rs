//! `viva.entry.v1`: JSON over a WebSocket, for programs that run as servers. No I/O here.
//!
//! The link greets and sends the rules; the program greets and chooses the form of the judge's text; then numbered
//! frames of the judge go one way, and the program's text comes back. A lost connection may be resumed within the
//! interview. A program without memory does not receive the judge's earlier frames: no person answers five questions at
//! once. The frames are defined in [`frame`]; `docs/protocols/websocket.md` is the page for authors.

pub mod frame;
mod judge_queue;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use rulebook::{
    Key,
    key::{Alphabet, Typed, keys_of},
    schema::Opener,
};

use self::{
    frame::{FRAME_MAX, FromContest, FromProgram, NUMBER_MAX, OpenerWord, Rules, Version},
    judge_queue::{Listening, SessionItems},
};
use crate::{
    FromEntry, Incident, JudgeFile,
    opening::Opening,
    reports::Reports,
    silence::Silence,
    stdio::LINE_MAX,
    typist::{Typist, WAITING_MAX},
};

/// The number of bad frames that closes a connection.
pub const BAD_FRAMES_MAX: u32 = 20;

/// The maximum length of a reason quoted in an incident, in characters.
const WHY_MAX: usize = 160;

/// The contest's side of one conversation with one program.
#[derive(Debug)]
pub struct WebSocket {
    rules: Rules,
    session: String,
    line: GreetingState,
    connections: u32,
    /// True if the conversation is open, and if this connection's program knows it.
    talking: bool,
    told: bool,
    words: SessionItems,
    outgoing: VecDeque<FromContest>,
    /// The greatest number of the program's frames, and its value at the beginning of this connection.
    heard: u64,
    heard_before: u64,
    /// True if this run of the program has received a frame of the judge.
    spoken_to: bool,
    bad_frames: u32,
    closing: Option<String>,
    /// The reason for the last failed attempt to connect.
    unreachable: Option<String>,
    /// Types key by key; `None` if whole lines are reported.
    typist: Option<Typist>,
    flooded: bool,
    /// The number of lines that the judge has ended.
    lines: usize,
    silence: Silence,
    reports: Reports,
}

/// The progress of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GreetingState {
    /// There is none.
    Away,
    /// The contest has greeted.
    Greeting,
    /// The program has greeted.
    Open,
}

impl WebSocket {
    /// A conversation before its first line. `session` is a random name for the program; `typing` and `silence` are
    /// those of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(rules: Rules, session: String, typing: impl Into<Option<Duration>>, silence: Duration) -> Self {
        let typing = typing.into();
        let opens = match rules.opens {
            OpenerWord::Judge => Opener::Judge,
            OpenerWord::Anyone => Opener::Anyone,
        };
        let mut reports = Reports::default();
        reports.under(Opening::by(opens, typing.is_some()));
        Self {
            rules,
            session,
            line: GreetingState::Away,
            connections: 0,
            talking: false,
            told: false,
            words: SessionItems::default(),
            outgoing: VecDeque::new(),
            heard: 0,
            heard_before: 0,
            spoken_to: false,
            bad_frames: 0,
            closing: None,
            unreachable: None,
            typist: typing.map(Typist::new),
            flooded: false,
            lines: 0,
            silence: Silence::new(silence),
            reports,
        }
    }

    /// Applies this rule to text that the program says unasked.
    #[must_use]
    pub fn under(mut self, opening: Opening) -> Self {
        self.reports.under(opening);
        self
    }

    /// A connection is made.
    pub fn connected(&mut self) {
        self.line = GreetingState::Greeting;
        self.unreachable = None;
        self.closing = None;
        self.bad_frames = 0;
        self.told = self.talking;
        self.outgoing.clear();
        self.outgoing.push_back(FromContest::Hello {
            protocol: Version::V1,
            session: self.session.clone(),
            rules: self.rules.clone(),
            talking: self.talking,
            words: self.words.last(),
            heard: self.heard,
        });
    }

    /// The connection has ended.
    pub fn disconnected(&mut self, why: &str) {
        self.line = GreetingState::Away;
        self.outgoing.clear();
        self.reports.forget_unasked();
        self.reports.left();
        self.silence.heard();
        self.reports.incident(Incident::Disconnected { why: plain(why) });
    }

    /// No connection could be made. The same reason is reported once.
    pub fn unreachable(&mut self, why: &str) {
        let why = plain(why);
        if self.unreachable.as_ref() != Some(&why) {
            self.reports.incident(Incident::NotConnected { why: why.clone() });
            self.unreachable = Some(why);
        }
    }

    /// The conversation is open.
    pub fn began(&mut self) {
        self.talking = true;
        self.tell_begun();
        self.reports.began();
    }

    /// The judge pressed a key.
    pub fn key(&mut self, key: Key, now: Duration) {
        self.words.key(key);
        if key == Key::Return {
            self.lines += 1;
            self.silence.asked(now);
            self.reports.asked();
        }
        if self.line == GreetingState::Open && self.words.has_gap() {
            self.close("it does not read what it is told");
        }
    }

    /// The judge showed a file. With messages as the medium, no text need follow it; a silence still begins only with
    /// the end of a line.
    pub fn shown(&mut self, shown: Arc<JudgeFile>) {
        self.words.shown(shown);
        if self.line == GreetingState::Open && self.words.has_gap() {
            self.close("it does not read what it is told");
        }
    }

    /// The conversation is over: returns the waiting frames, then the last one.
    pub fn ended(&mut self) -> Vec<String> {
        let mut frames: Vec<_> = std::iter::from_fn(|| self.take_frame()).collect();
        if self.line != GreetingState::Away {
            frames.push(text_of(&FromContest::Ended {}));
        }
        frames
    }

    /// The program sent this text.
    pub fn received(&mut self, frame: &str, now: Duration) {
        if self.line == GreetingState::Away || self.closing.is_some() {
            return;
        }
        let frame = read(frame);
        match (self.line, frame) {
            (GreetingState::Greeting, Ok(FromProgram::Hello { wants, takes, after, .. })) => {
                self.greets(Listening { wants, takes }, after);
            }
            (GreetingState::Greeting, Ok(_)) => self.close("its first frame is no `hello`"),
            (GreetingState::Greeting, Err(why)) => self.close(&format!("its first frame is no `hello`: {why}")),
            (_, Ok(FromProgram::Hello { .. })) => self.bad("a second `hello` on one connection"),
            (_, Ok(FromProgram::Say { text, typed, n })) => self.says(&text, typed, n, now),
            (_, Ok(FromProgram::Key { key, n })) => self.presses(key, n, now),
            (_, Ok(FromProgram::Typing {})) => self.silence.working(now),
            (_, Err(why)) => self.bad(&why),
        }
    }

    /// The program sent this many bytes of binary data.
    pub fn received_bytes(&mut self, count: usize) {
        match self.line {
            GreetingState::Away => {}
            GreetingState::Greeting => self.close("its first frame is no text"),
            GreetingState::Open => self.bad(&format!("{count} bytes in a binary frame; frames are text")),
        }
    }

    /// Advances the time to `now`: types due keys, and reports a long silence.
    pub fn wake(&mut self, now: Duration) {
        self.reports.rest_unasked(now);
        if let Some(typist) = &mut self.typist {
            while let Some(key) = typist.press(now) {
                self.reports.key(key);
            }
            self.flooded &= !typist.is_idle();
        }
        if let Some(incident) = self.silence.check(now) {
            self.reports.incident(incident);
        }
    }

    /// The next time at which [`WebSocket::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        let due = [self.typist.as_ref().and_then(Typist::due), self.silence.due(), self.reports.unasked_due()];
        due.into_iter().flatten().min()
    }

    /// The next frame for the program.
    pub fn take_frame(&mut self) -> Option<String> {
        if let Some(frame) = self.outgoing.pop_front() {
            return Some(text_of(&frame));
        }
        let word = (self.line == GreetingState::Open).then(|| self.words.next())??;
        self.spoken_to = true;
        Some(text_of(&word))
    }

    /// True if [`WebSocket::take_frame`] has a frame.
    #[must_use]
    pub fn has_frames(&self) -> bool {
        !self.outgoing.is_empty() || self.line == GreetingState::Open && self.words.has_next()
    }

    /// The reason to close the connection, returned once.
    pub fn take_closing(&mut self) -> Option<String> {
        self.closing.take()
    }

    /// True if the program has greeted on this connection.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.line == GreetingState::Open
    }

    /// The next report for the contest.
    pub fn take_report(&mut self) -> Option<FromEntry> {
        self.reports.take()
    }

    /// True if [`WebSocket::take_report`] has a report.
    #[must_use]
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// True if the program's text is being dropped, because it is more than can be typed.
    #[must_use]
    pub fn is_flooded(&self) -> bool {
        self.flooded
    }

    fn greets(&mut self, listening: Listening, after: Option<u64>) {
        let remembers = after.filter(|after| *after <= self.words.last());
        let is_first = self.connections == 0;
        let words = self.words.resume(listening, remembers);
        self.line = GreetingState::Open;
        self.connections += 1;
        if let Some(after) = after.filter(|_| remembers.is_none()) {
            self.bad(&format!("`after` is {after}, but the judge has said less in this session"));
        }
        if remembers.is_none() {
            self.spoken_to = false;
            self.heard = 0;
        }
        self.heard_before = self.heard;
        if !is_first {
            self.outgoing.push_back(FromContest::Resumed { next: words.next, discarded: words.discarded });
            self.reports.incident(Incident::Reconnected { count: self.connections });
        }
        if words.unheard > 0 {
            self.reports.incident(Incident::BacklogDiscarded { count: words.unheard });
        }
        if !is_first && remembers.is_none() && self.lines > 0 {
            self.reports.incident(Incident::MetAsStranger { lines: self.lines });
        }
        if self.talking {
            self.tell_begun();
        }
        self.reports.ready();
    }

    fn tell_begun(&mut self) {
        if self.line == GreetingState::Open && !std::mem::replace(&mut self.told, true) {
            self.outgoing.push_back(FromContest::Began {});
        }
    }

    fn says(&mut self, text: &str, typed: bool, n: Option<u64>, now: Duration) {
        let text = text.trim();
        let line: String = text.chars().take(LINE_MAX).collect();
        if Alphabet::Ascii.keys_of(&line).next().is_none() {
            return self.bad("its `text` holds nothing that can be typed");
        }
        if !self.is_new(n) {
            return;
        }
        if !self.spoken_to {
            return self.reports.unasked(line);
        }
        self.silence.heard();
        if line.len() < text.len() {
            self.reports.incident(Incident::LongLine { limit: LINE_MAX });
        }
        if typed && self.is_idle() {
            Alphabet::Ascii.keys_of(&line).chain([Key::Return]).for_each(|key| self.reports.key(key));
        } else if self.typist.is_none() {
            let mut said = Typed::default();
            keys_of(&line).for_each(|key| said.press(key));
            let lines = said.as_str().lines().filter(|line| !line.trim().is_empty());
            lines.for_each(|line| self.reports.line(line.to_owned()));
        } else {
            self.type_out(Alphabet::Ascii.keys_of(&line).chain([Key::Return]), now);
        }
    }

    fn presses(&mut self, key: Key, n: Option<u64>, now: Duration) {
        if !Alphabet::Ascii.holds(key) {
            return self
                .bad("its `key` is not one of those that a program presses: printable ASCII, Return, BackSpace, Tab");
        }
        if !self.is_new(n) {
            return;
        }
        if !self.spoken_to || self.reports.types_unasked() {
            return self.reports.press_unasked(key, now);
        }
        self.silence.heard();
        if self.is_idle() {
            self.reports.key(key);
        } else {
            self.type_out(std::iter::once(key), now);
        }
    }

    /// True if the typing queue is empty.
    fn is_idle(&self) -> bool {
        self.typist.as_ref().is_none_or(Typist::is_idle)
    }

    fn type_out(&mut self, keys: impl Iterator<Item = Key>, now: Duration) {
        let Some(typist) = &mut self.typist else { return };
        if !typist.take(keys, now) && !std::mem::replace(&mut self.flooded, true) {
            self.reports.incident(Incident::Flooded { limit: WAITING_MAX });
        }
    }

    /// True if no frame with this number or a later one came before. Otherwise it was sent again, or miscounted.
    fn is_new(&mut self, n: Option<u64>) -> bool {
        let Some(n) = n else { return true };
        if n > self.heard {
            self.heard = n;
            return true;
        }
        if n > self.heard_before {
            self.bad(&format!("number {n} came after number {}", self.heard));
        }
        false
    }

    fn bad(&mut self, why: &str) {
        self.reports.incident(Incident::BadFrame { why: plain(why) });
        self.bad_frames += 1;
        if self.bad_frames == BAD_FRAMES_MAX {
            self.close("too many bad frames");
        }
    }

    fn close(&mut self, why: &str) {
        self.closing.get_or_insert_with(|| plain(why));
    }
}

/// Reads a frame of the program.
fn read(text: &str) -> Result<FromProgram, String> {
    if text.len() > FRAME_MAX {
        return Err(format!("more than {FRAME_MAX} bytes"));
    }
    let frame = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match frame {
        FromProgram::Hello { after: Some(number), .. } if number > NUMBER_MAX => {
            Err(format!("`after` is more than {NUMBER_MAX}"))
        }
        FromProgram::Say { n: Some(number), .. } | FromProgram::Key { n: Some(number), .. }
            if !(1..=NUMBER_MAX).contains(&number) =>
        {
            Err(format!("`n` is outside 1 to {NUMBER_MAX}"))
        }
        frame @ (FromProgram::Hello { .. }
        | FromProgram::Say { .. }
        | FromProgram::Key { .. }
        | FromProgram::Typing {}) => Ok(frame),
    }
}

fn text_of(frame: &FromContest) -> String {
    serde_json::to_string(frame).expect("a frame is text, numbers and lists")
}

/// A reason without control characters, of a bounded length.
fn plain(why: &str) -> String {
    why.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(WHY_MAX).collect()
}
