//! The line protocol: a child process reads a line and prints a line or more. No I/O here.
//!
//! The judge's keys are collected into lines, as on a screen; the program's lines are typed out as keys. Real programs
//! print prompts, greet before they are spoken to, wrap their replies, print carriage returns, colours and bytes that are
//! no text; all of that ends here, so that a judge sees what a person could have typed.

use std::time::Duration;

use rulebook::{Key, key::keys_of};

use crate::{
    FromEntry, Incident,
    reports::Reports,
    silence::Silence,
    typist::{Typist, WAITING_MAX},
};

/// The most characters of one line that a program prints; the rest of the line is cut.
pub const LINE_MAX: usize = 2_000;

/// The most bytes of a line that are kept before it is read as text.
const LINE_BYTES_MAX: usize = 4 * LINE_MAX;

/// The most bytes of a judge's line; a longer one is handed over in pieces.
const JUDGE_LINE_MAX: usize = 8_000;

/// The most bytes that are held back from a program that does not listen.
const HELD_BACK_MAX: usize = 2 * JUDGE_LINE_MAX;

/// How long a line without an end stays unfinished, in contest time, before it counts as a line: programs that print no
/// newline before they wait would otherwise be mute.
const UNFINISHED: Duration = Duration::from_secs(2);

/// One program's side of one conversation.
#[derive(Debug)]
pub struct Stdio {
    prompts: Vec<String>,
    judge_line: String,
    /// What the judge has said and the program has not been given.
    held_back: String,
    input: Vec<u8>,
    listens: bool,
    /// Whether this run of the program has been given a line; what it prints before is a greeting.
    spoken_to: bool,
    greeted: bool,
    line: Vec<u8>,
    line_is_long: bool,
    last_printed: Duration,
    typist: Typist,
    flooded: bool,
    silence: Silence,
    reports: Reports,
}

impl Stdio {
    /// A conversation in which nothing has been said. `prompts` are beginnings of output that are no speech; blanks around
    /// them do not matter. `typing` and `silence` are those of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(prompts: &[String], typing: Duration, silence: Duration) -> Self {
        let prompts = prompts.iter().map(|prompt| prompt.trim().to_owned()).filter(|prompt| !prompt.is_empty());
        Self {
            prompts: prompts.collect(),
            judge_line: String::new(),
            held_back: String::new(),
            input: Vec::new(),
            listens: false,
            spoken_to: false,
            greeted: false,
            line: Vec::new(),
            line_is_long: false,
            last_printed: Duration::ZERO,
            typist: Typist::new(typing),
            flooded: false,
            silence: Silence::new(silence),
            reports: Reports::default(),
        }
    }

    /// The program was started, for the first time or again: it knows nothing, and may greet again. Lines are held back
    /// until it listens.
    pub fn started(&mut self) {
        self.spoken_to = false;
        self.line.clear();
        self.line_is_long = false;
    }

    /// The program has settled: whatever it had to say by itself is said. It is given the lines that were held back.
    pub fn listens(&mut self, now: Duration) {
        self.listens = true;
        self.reports.ready();
        self.hand_over(now);
    }

    /// The program has ended; an unfinished line is its last. `why` are the incidents that go with it.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>, now: Duration) {
        self.end_line(now);
        self.listens = false;
        self.silence.heard();
        why.into_iter().for_each(|incident| self.reports.incident(incident));
    }

    /// Something happened to the program that the organiser should know.
    pub fn report(&mut self, incident: Incident) {
        self.reports.incident(incident);
    }

    /// The judge pressed a key. Return makes the line, and a newline, bytes for the program.
    pub fn key(&mut self, key: Key, now: Duration) {
        match key {
            Key::Char(c) => self.judge_line.push(c.get()),
            Key::Tab => self.judge_line.push('\t'),
            Key::BackSpace => {
                self.judge_line.pop();
            }
            Key::Return => {
                self.judge_line.push('\n');
                self.say(now);
                self.silence.asked(now);
            }
        }
        if self.judge_line.len() >= JUDGE_LINE_MAX {
            self.say(now);
        }
    }

    /// The program printed these bytes.
    pub fn printed(&mut self, bytes: &[u8], now: Duration) {
        self.last_printed = now;
        for &byte in bytes {
            if byte == b'\n' {
                self.end_line(now);
            } else if self.line.len() < LINE_BYTES_MAX {
                self.line.push(byte);
            } else {
                self.line_is_long = true;
            }
        }
    }

    /// Lets the time be `now`: keys that are due are pressed, a silence that is too long is reported.
    pub fn wake(&mut self, now: Duration) {
        if self.unfinished_due().is_some_and(|due| due <= now) {
            self.end_line(now);
        }
        while let Some(key) = self.typist.press(now) {
            self.reports.key(key);
        }
        self.flooded &= !self.typist.is_idle();
        if let Some(incident) = self.silence.check(now) {
            self.reports.incident(incident);
        }
    }

    /// When [`Stdio::wake`] will next have something to do.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        [self.typist.due(), self.silence.due(), self.unfinished_due()].into_iter().flatten().min()
    }

    /// Bytes for the program's standard input, at most once.
    pub fn take_input(&mut self) -> Option<Vec<u8>> {
        (!self.input.is_empty()).then(|| std::mem::take(&mut self.input))
    }

    /// What the contest should hear next.
    pub fn take_report(&mut self) -> Option<FromEntry> {
        self.reports.take()
    }

    /// Whether [`Stdio::take_report`] has something.
    #[must_use]
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Whether output is being dropped, because more was printed than can be typed.
    #[must_use]
    pub fn is_flooded(&self) -> bool {
        self.flooded
    }

    /// Makes the judge's line something for the program, now or when it listens.
    fn say(&mut self, now: Duration) {
        let line = std::mem::take(&mut self.judge_line);
        if self.held_back.len() + line.len() > HELD_BACK_MAX {
            self.reports.incident(Incident::NotReading);
            return;
        }
        self.held_back.push_str(&line);
        if self.listens {
            self.hand_over(now);
        }
    }

    /// Gives the program what is held back. What it printed before, and did not finish, was no answer to it.
    fn hand_over(&mut self, now: Duration) {
        if self.held_back.is_empty() {
            return;
        }
        if !self.spoken_to {
            self.end_line(now);
            self.spoken_to = true;
        }
        self.input.append(&mut std::mem::take(&mut self.held_back).into_bytes());
    }

    fn end_line(&mut self, now: Duration) {
        let line = std::mem::take(&mut self.line);
        let mut is_long = std::mem::take(&mut self.line_is_long);
        let (text, invalid) = text_of(&line);
        let speech = self.speech(&text);
        if speech.is_empty() {
            return;
        }
        let mut typed: String = speech.chars().take(LINE_MAX).collect();
        is_long |= typed.len() < speech.len();
        if !self.spoken_to {
            if !std::mem::replace(&mut self.greeted, true) {
                self.reports.incident(Incident::GreetedEarly);
            }
            return;
        }
        self.silence.heard();
        if invalid > 0 {
            self.reports.incident(Incident::NotText { invalid });
        }
        if is_long {
            self.reports.incident(Incident::LongLine { limit: LINE_MAX });
        }
        typed.push('\n');
        if !self.typist.take(keys_of(&typed), now) && !std::mem::replace(&mut self.flooded, true) {
            self.reports.incident(Incident::Flooded { limit: WAITING_MAX });
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

    fn unfinished_due(&self) -> Option<Duration> {
        let speaks = self.spoken_to && !self.line.is_empty() && !self.speech(&text_of(&self.line).0).is_empty();
        speaks.then(|| self.last_printed.saturating_add(UNFINISHED))
    }
}

/// The text in these bytes, without terminal codes and control characters other than tabs, and how often it was not UTF-8.
fn text_of(bytes: &[u8]) -> (String, usize) {
    let (mut text, mut invalid) = (String::with_capacity(bytes.len()), 0);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            invalid += 1;
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // ESC [ parameters, then a letter: colours and cursor movements (ECMA-48).
            '\u{1b}' if chars.as_str().starts_with('[') => {
                chars.next();
                chars.find(|c| ('@'..='~').contains(c));
            }
            '\t' => plain.push(c),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    (plain, invalid)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::Typed;

    use super::*;

    fn told(bytes: &[u8], piece: usize) -> (String, Vec<&'static str>) {
        let mut stdio = Stdio::new(&[], Duration::ZERO, Duration::MAX);
        stdio.listens(Duration::ZERO);
        keys_of("hi\n").for_each(|key| stdio.key(key, Duration::ZERO));
        for piece in bytes.chunks(piece) {
            stdio.printed(piece, Duration::ZERO);
            stdio.wake(Duration::ZERO);
        }
        let (mut typed, mut kinds) = (Typed::default(), Vec::new());
        while let Some(report) = stdio.take_report() {
            match report {
                FromEntry::Key(key) => typed.press(key),
                FromEntry::Incident(incident) => kinds.push(incident.kind()),
                FromEntry::Ready => {}
            }
        }
        (typed.as_str().to_owned(), kinds)
    }

    #[test]
    fn colours_and_control_characters_are_not_speech() {
        assert_eq!(told(b"\x1b[1;31mred\x1b[0m\x07 al\x08ert\r\n", 64).0, "red alert\n");
    }

    #[test]
    fn a_line_of_ten_thousand_characters_is_cut() {
        let (typed, kinds) = told(format!("{}\nnext\n", "x".repeat(10_000)).as_bytes(), 64);
        assert_eq!(typed, format!("{}\nnext\n", "x".repeat(LINE_MAX)));
        assert_eq!(kinds, ["long-line"]);
    }

    proptest! {
        #[test]
        fn how_the_output_is_cut_into_pieces_does_not_matter(bytes: Vec<u8>, piece in 1_usize..9) {
            prop_assert_eq!(told(&bytes, piece), told(&bytes, usize::MAX));
        }

        #[test]
        fn what_a_person_could_type_arrives_as_it_was_printed(lines in prop::collection::vec("[!-~]([ -~]{0,60}[!-~])?", 0..6)) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            prop_assert_eq!(told(text.as_bytes(), 7), (text, vec![]));
        }
    }
}
