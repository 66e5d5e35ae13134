//! The line protocol: a child process reads a line and prints a line or more. No I/O here.
//!
//! The judge's keys are collected into lines, as on a screen; the program's replies are typed out as keys. Real programs
//! print prompts, greet before they are spoken to, wrap their replies, print carriage returns, colours and bytes that are
//! no text; all of that ends here, so that a judge sees what a person could have typed. What two programs do differently
//! is their [`Dialect`].

use std::time::Duration;

use rulebook::{
    Key,
    contest_file::{Dialect, Newline, ReplyEnds, TurnEnds},
};
use serde::Deserialize;

pub use crate::line::LINE_MAX;
use crate::{
    Incident,
    encoding::bytes_of,
    line::{Line, Printed},
    spelling::{Carries, Speller},
    voice::{Voice, voiced},
};

/// The most bytes of a judge's line; a longer one is handed over in pieces.
const JUDGE_LINE_MAX: usize = 8_000;

/// The most bytes that are held back from a program that does not listen.
const HELD_BACK_MAX: usize = 2 * JUDGE_LINE_MAX;

/// How long a line without an end stays unfinished, in contest time, before it counts as a line: programs that print no
/// newline before they wait would otherwise be mute. As long lasts the silence that ends a reply.
const UNFINISHED: Duration = Duration::from_secs(2);

/// How long the mark that should end a reply may be missing, in contest time, before the reply counts without it.
const UNMARKED: Duration = Duration::from_secs(10);

/// The most bytes of a line in which a prompt is looked for.
const PROMPT_WITHIN: usize = 512;

/// One program's side of one conversation.
#[derive(Debug)]
pub struct Stdio {
    prompts: Vec<String>,
    dialect: Dialect,
    speller: Speller,
    judge_line: String,
    /// What the judge has said and the program has not been given.
    held_back: String,
    input: Vec<u8>,
    listens: bool,
    /// Its ready line has come and was not taken yet.
    declared: bool,
    /// Whether this run of the program has been given a line; earlier output is no answer.
    spoken_to: bool,
    line: Line,
    /// The finished lines of a reply that has not ended.
    reply: Printed,
    last_printed: Duration,
    voice: Voice,
}

/// A reply of a program whose replies are JSON objects. Other members do not matter.
#[derive(Deserialize)]
struct Utterance {
    text: String,
}

voiced!(Stdio);

impl Stdio {
    /// A conversation in which nothing has been said. `prompts` are beginnings of output that are no speech; blanks around
    /// them do not matter. `typing` and `silence` are those of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(prompts: &[String], dialect: &Dialect, typing: impl Into<Option<Duration>>, silence: Duration) -> Self {
        let prompts = prompts.iter().map(|prompt| prompt.trim().to_owned()).filter(|prompt| !prompt.is_empty());
        Self {
            prompts: prompts.collect(),
            dialect: dialect.clone(),
            speller: Speller::new(Carries::Encoded(dialect.encoding)),
            judge_line: String::new(),
            held_back: String::new(),
            input: Vec::new(),
            listens: false,
            declared: false,
            spoken_to: false,
            line: Line::new(dialect.encoding, dialect.newline == Newline::Cr),
            reply: Printed::default(),
            last_printed: Duration::ZERO,
            voice: Voice::new(typing.into(), silence),
        }
    }

    /// The program was started, for the first time or again: it knows nothing, and may greet again. Lines are held back
    /// until it listens.
    pub fn started(&mut self) {
        self.spoken_to = false;
        self.declared = false;
        self.line.take();
        self.reply = Printed::default();
    }

    /// Takes the program's ready line; true once.
    pub fn take_declared(&mut self) -> bool {
        std::mem::take(&mut self.declared)
    }

    /// The program has settled: whatever it had to say by itself is said. It is given the lines that were held back.
    pub fn listens(&mut self, now: Duration) {
        self.listens = true;
        self.voice.ready();
        self.hand_over(now);
    }

    /// The program has ended; an unfinished line is its last. `why` are the incidents that go with it.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>, now: Duration) {
        self.end_line(now);
        self.end_reply(now);
        self.listens = false;
        self.voice.left();
        self.voice.heard();
        why.into_iter().for_each(|incident| self.voice.report(incident));
    }

    /// The judge pressed a key. Return makes the line, and a newline or two, bytes for the program.
    pub fn key(&mut self, key: Key, now: Duration) {
        let (keys, spelled) = self.speller.press(key);
        spelled.into_iter().for_each(|spelled| self.voice.told(spelled));
        keys.into_iter().for_each(|key| self.type_in(key, now));
    }

    fn type_in(&mut self, key: Key, now: Duration) {
        match key {
            Key::Char(c) => self.judge_line.push(c.get()),
            Key::Tab => self.judge_line.push('\t'),
            Key::BackSpace => {
                self.judge_line.pop();
            }
            Key::Return => {
                self.judge_line.push_str(match self.dialect.turn_ends {
                    TurnEnds::One => "\n",
                    TurnEnds::Two => "\n\n",
                });
                self.say(now);
                self.voice.asked(now);
            }
        }
        if self.judge_line.len() >= JUDGE_LINE_MAX {
            self.say(now);
        }
    }

    /// The program printed these bytes.
    pub fn printed(&mut self, bytes: &[u8], now: Duration) {
        self.last_printed = now;
        self.voice.came(bytes.len());
        for &byte in bytes {
            if self.line.push(byte) {
                self.end_line(now);
            } else if self.dialect.reply_ends == ReplyEnds::Prompt && self.is_prompt() {
                self.line.take();
                self.end_reply(now);
            }
        }
        self.voice.looked();
    }

    /// Lets the time be `now`: keys that are due are pressed, a silence that is too long is reported.
    pub fn wake(&mut self, now: Duration) {
        if self.unfinished_due().is_some_and(|due| due <= now) {
            self.end_line(now);
            if self.spoken_to && !matches!(self.dialect.reply_ends, ReplyEnds::Silence) && !self.reply.text.is_empty() {
                self.voice.report(Incident::ReplyNotEnded);
            }
            self.end_reply(now);
        }
        if self.listens {
            self.hand_over(now);
        }
        self.voice.wake(now);
    }

    /// When [`Stdio::wake`] will next have something to do.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.voice.due().into_iter().chain(self.unfinished_due()).min()
    }

    /// Bytes for the program's standard input, at most once.
    pub fn take_input(&mut self) -> Option<Vec<u8>> {
        (!self.input.is_empty()).then(|| std::mem::take(&mut self.input))
    }

    /// What the program is told when the interview is over; it has a moment then to end by itself.
    #[must_use]
    pub fn farewell(&self) -> Option<Vec<u8>> {
        self.dialect.quit.as_deref().map(|quit| self.bytes(quit))
    }

    /// Makes the judge's line something for the program, now or when it listens.
    fn say(&mut self, now: Duration) {
        let line = std::mem::take(&mut self.judge_line);
        if self.held_back.len() + line.len() > HELD_BACK_MAX {
            self.voice.report(Incident::NotReading);
            return;
        }
        self.held_back.push_str(&line);
        if self.listens {
            self.hand_over(now);
        }
    }

    /// Gives the program what is held back. What it printed before, and did not finish, was no answer to it; what it is
    /// printing is waited for, or its rest would be taken for one.
    fn hand_over(&mut self, now: Duration) {
        if self.held_back.is_empty() || self.is_opening() {
            return;
        }
        if !self.spoken_to {
            self.end_line(now);
            self.end_reply(now);
            self.spoken_to = true;
        }
        let said = std::mem::take(&mut self.held_back);
        self.input.append(&mut self.bytes(&said));
    }

    /// The text as the program reads it.
    fn bytes(&self, text: &str) -> Vec<u8> {
        bytes_of(&text.replace('\n', self.dialect.newline.as_str()), self.dialect.encoding)
    }

    fn end_line(&mut self, now: Duration) {
        let mut printed = self.line.take();
        if let Some(ready) = self.dialect.ready.as_deref().filter(|_| !self.listens) {
            self.declared |= printed.text.contains(ready);
            return;
        }
        let is_blank = printed.text.trim().is_empty();
        printed.text = self.speech(&printed.text).to_owned();
        if is_blank && self.dialect.reply_ends == ReplyEnds::BlankLine {
            self.end_reply(now);
        }
        if printed.text.is_empty() {
            return;
        }
        match self.dialect.reply_ends {
            ReplyEnds::Line => self.utter(&printed, now),
            ReplyEnds::Json => self.read_json(&printed, now),
            ReplyEnds::Silence | ReplyEnds::BlankLine | ReplyEnds::Prompt => self.reply.join(&printed),
        }
    }

    /// Says the lines that were printed as one.
    fn end_reply(&mut self, now: Duration) {
        let reply = std::mem::take(&mut self.reply);
        if !reply.text.is_empty() {
            self.utter(&reply, now);
        }
    }

    /// The program has said this, to the judge or to nobody.
    fn utter(&mut self, printed: &Printed, now: Duration) {
        if self.spoken_to {
            self.voice.say(printed, now);
        } else {
            self.voice.unasked(printed);
        }
    }

    /// Whether the program is in the middle of unasked words.
    fn is_opening(&self) -> bool {
        !self.spoken_to && self.unfinished_due().is_some()
    }

    fn read_json(&mut self, printed: &Printed, now: Duration) {
        // A list is no object, though it could be read as one.
        let object = printed.text.starts_with('{').then(|| serde_json::from_str(&printed.text).ok()).flatten();
        let Some(Utterance { text }) = object else {
            self.voice.report(Incident::NotJson);
            return;
        };
        for line in text.lines() {
            let text: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
            let text = text.trim().to_owned();
            if !text.is_empty() {
                self.utter(&Printed { text, invalid: printed.invalid, is_long: false }, now);
            }
        }
    }

    /// The line without the prompts it begins with and the blanks around it.
    fn speech<'a>(&self, line: &'a str) -> &'a str {
        let mut speech = line.trim();
        while let Some(rest) = self.prompts.iter().find_map(|prompt| speech.strip_prefix(prompt.as_str())) {
            speech = rest.trim_start();
        }
        speech
    }

    /// Whether the line, as far as it has come, is a prompt and nothing else.
    fn is_prompt(&self) -> bool {
        self.line.len() <= PROMPT_WITHIN && {
            let text = self.line.text();
            self.prompts.iter().any(|prompt| prompt == text.trim_start())
        }
    }

    /// When the line, or the reply, counts although nothing has ended it.
    fn unfinished_due(&self) -> Option<Duration> {
        let wait = match self.dialect.reply_ends {
            _ if !self.spoken_to => UNFINISHED,
            ReplyEnds::Line | ReplyEnds::Silence => UNFINISHED,
            ReplyEnds::BlankLine | ReplyEnds::Prompt | ReplyEnds::Json => UNMARKED,
        };
        let begun = self.line.len() > 0 && !self.speech(&self.line.text()).is_empty();
        (begun || !self.reply.text.is_empty()).then(|| self.last_printed.saturating_add(wait))
    }
}

#[cfg(test)]
mod tests;
