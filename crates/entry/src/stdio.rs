//! The line protocol: a child process reads a line and prints one or more lines. No I/O here.
//!
//! The judge's keys are collected into lines, as on a screen; the program's replies are typed as keys. Real programs
//! print prompts, greet unasked, wrap their replies, and print carriage returns, colours and undecodable bytes; all of
//! that is removed here, so that a judge sees only text that a person could have typed. Differences between programs
//! are settings in their [`Dialect`].

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
    line::{Printed, UnfinishedLine},
    spelling::{Carries, Speller},
    voice::{Voice, voiced},
};

/// The maximum size of a judge's line, in bytes; a longer one is sent in pieces.
const JUDGE_LINE_MAX: usize = 8_000;

/// The maximum text held back from a program that does not listen, in bytes.
const HELD_BACK_MAX: usize = 2 * JUDGE_LINE_MAX;

/// The silence, in contest time, after which an unfinished line counts as a line: some programs print no newline before
/// they wait. The same silence ends a reply.
const UNFINISHED: Duration = Duration::from_secs(2);

/// The longest wait, in contest time, for the mark that should end a reply; then the reply counts without it.
const UNMARKED: Duration = Duration::from_secs(10);

/// The maximum size of a line in which a prompt is searched for, in bytes.
const PROMPT_WITHIN: usize = 512;

/// The contest's side of one conversation with one program.
#[derive(Debug)]
pub struct Stdio {
    prompts: Vec<String>,
    dialect: Dialect,
    speller: Speller,
    judge_line: String,
    /// The judge's text that was not sent to the program yet.
    held_back: String,
    input: Vec<u8>,
    listens: bool,
    /// True if its ready line has come, and was not taken yet.
    declared: bool,
    /// True if this run of the program has received a line; earlier output is no answer.
    spoken_to: bool,
    line: UnfinishedLine,
    /// The finished lines of an unfinished reply.
    reply: Printed,
    last_printed: Duration,
    voice: Voice,
}

/// A reply of a program whose replies are JSON objects. Other members are ignored.
#[derive(Deserialize)]
struct Utterance {
    text: String,
}

voiced!(Stdio);

impl Stdio {
    /// A conversation before its first line. `prompts` are prefixes of output that are removed, ignoring spaces around
    /// them. `typing` and `silence` are those of [`Setup`](crate::Setup).
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
            line: UnfinishedLine::new(dialect.encoding, dialect.newline == Newline::Cr),
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

    /// The program listens, and its unasked output is complete: sends the lines that were held back.
    pub fn listens(&mut self, now: Duration) {
        self.listens = true;
        self.voice.ready();
        self.hand_over(now);
    }

    /// The program has ended; an unfinished line is its last. `why` are the incidents of its end.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>, now: Duration) {
        self.end_line(now);
        self.end_reply(now);
        self.listens = false;
        self.voice.left();
        self.voice.heard();
        why.into_iter().for_each(|incident| self.voice.report(incident));
    }

    /// The judge pressed a key. Return turns the line, with one or two newlines, into bytes for the program.
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

    /// Advances the time to `now`: types due keys, and reports a long silence.
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

    /// The next time at which [`Stdio::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.voice.due().into_iter().chain(self.unfinished_due()).min()
    }

    /// Bytes for the program's standard input, each returned once.
    pub fn take_input(&mut self) -> Option<Vec<u8>> {
        (!self.input.is_empty()).then(|| std::mem::take(&mut self.input))
    }

    /// The farewell at the end of the interview; the program then has a moment to end by itself.
    #[must_use]
    pub fn farewell(&self) -> Option<Vec<u8>> {
        self.dialect.quit.as_deref().map(|quit| self.bytes(quit))
    }

    /// Sends the judge's line, or holds it back until the program listens.
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

    /// Sends the text that was held back. Unfinished output from before is no answer to it; while such output still
    /// comes, the text waits, or the rest would count as an answer.
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

    /// The text in the program's encoding and newlines.
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

    /// Reports the lines of a finished reply as one.
    fn end_reply(&mut self, now: Duration) {
        let reply = std::mem::take(&mut self.reply);
        if !reply.text.is_empty() {
            self.utter(&reply, now);
        }
    }

    /// Reports a line of the program, as an answer or as unasked text.
    fn utter(&mut self, printed: &Printed, now: Duration) {
        if self.spoken_to {
            self.voice.say(printed, now);
        } else {
            self.voice.unasked(printed);
        }
    }

    /// True if the program is in the middle of unasked text.
    fn is_opening(&self) -> bool {
        !self.spoken_to && self.unfinished_due().is_some()
    }

    fn read_json(&mut self, printed: &Printed, now: Duration) {
        // Serde would also read the struct from a JSON list.
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

    /// The line without its leading prompts and the spaces around it.
    fn speech<'a>(&self, line: &'a str) -> &'a str {
        let mut speech = line.trim();
        while let Some(rest) = self.prompts.iter().find_map(|prompt| speech.strip_prefix(prompt.as_str())) {
            speech = rest.trim_start();
        }
        speech
    }

    /// True if the line so far is exactly a prompt.
    fn is_prompt(&self) -> bool {
        self.line.len() <= PROMPT_WITHIN && {
            let text = self.line.text();
            self.prompts.iter().any(|prompt| prompt == text.trim_start())
        }
    }

    /// The time at which an unfinished line or reply counts as finished.
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
