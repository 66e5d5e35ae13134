//! Our side of the protocol: announces the judge, gives lines when the program prompts, and hears its answers.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, contest_file::Lp95};

use super::{
    echo::Echo,
    turn::{Made, Turn},
};
use crate::{
    Incident, Pace,
    encoding::bytes_of,
    line::Line,
    spelling::{Carries, Speller},
    voice::{Voice, voiced},
};

/// What the program prints when it listens.
const PROMPT: char = '>';

/// How long nothing is printed, in contest time, until a prompt that does not come is not waited for, and an unfinished
/// line counts as a line.
const QUIET: Duration = Duration::from_secs(2);

/// How long a prompt is waited for at most, in contest time, by a program that never stops printing.
///
/// Both are real time until the program has answered the announcement: it may still be loading, which no pace hurries.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes that are held back from a program that does not listen.
const HELD_BACK_MAX: usize = 16_000;

/// The most bytes before a prompt in its line: blanks, colours.
const BEFORE_PROMPT_MAX: usize = 256;

/// One program's side of one conversation, told what a judge types.
#[derive(Debug)]
pub struct Host {
    settings: Lp95,
    announcement: String,
    pace: Pace,
    phase: Phase,
    speller: Speller,
    turn: Turn,
    /// Lines that the judge has finished and the program has not been given; an empty one ends a turn.
    held_back: VecDeque<String>,
    input: Vec<u8>,
    /// Whether this run of the program has been given a line of the judge.
    spoken_to: bool,
    /// Prompts that should come before the program is given more: one for every Return it was sent.
    owed: usize,
    last_sent: Duration,
    last_stir: Duration,
    echo: Echo,
    no_echo_told: bool,
    line: Line,
    voice: Voice,
}

/// How far a run of the program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It loads, or shows its title, or is not there.
    Starting,
    /// It has been told of the judge, and says welcome.
    Announced,
    /// The conversation.
    Open,
}

voiced!(Host);

impl Host {
    /// A conversation in which nothing has been said. The judge is announced by the last two digits of its own number. `pace`,
    /// `typing` and `silence` are those of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(
        settings: &Lp95,
        judge: u16,
        pace: Pace,
        typing: impl Into<Option<Duration>>,
        silence: Duration,
    ) -> Self {
        Self {
            pace,
            announcement: format!("@@{:02}", judge % 100),
            phase: Phase::Starting,
            speller: Speller::new(Carries::Encoded(settings.encoding)),
            turn: Turn::new(settings.turn),
            held_back: VecDeque::new(),
            input: Vec::new(),
            spoken_to: false,
            owed: 0,
            last_sent: Duration::ZERO,
            last_stir: Duration::ZERO,
            echo: Echo::default(),
            no_echo_told: false,
            line: Line::new(settings.encoding, true),
            voice: Voice::new(typing.into(), silence),
            settings: settings.clone(),
        }
    }

    /// The program was started, for the first time or again. What it prints before it settles is its title.
    pub fn started(&mut self) {
        self.phase = Phase::Starting;
        self.spoken_to = false;
        self.owed = 0;
        self.line.take();
    }

    /// The program has settled: the judge is announced to it. It is ready when it has said its welcome: its opening, where
    /// witnesses may open, and withheld elsewhere without a report.
    pub fn listens(&mut self, now: Duration) {
        self.end_line(now);
        self.phase = Phase::Announced;
        self.owed = 0;
        let announcement = self.announcement.clone();
        self.echo.announced(&announcement);
        self.send(&announcement, now);
        self.send("", now);
    }

    /// The program has ended; an unfinished line is its last. `why` are the incidents that go with it.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>, now: Duration) {
        self.end_line(now);
        self.phase = Phase::Starting;
        self.voice.left();
        self.voice.heard();
        why.into_iter().for_each(|incident| self.voice.report(incident));
    }

    /// The judge pressed a key.
    pub fn key(&mut self, key: Key, now: Duration) {
        let (keys, spelled) = self.speller.press(key);
        spelled.into_iter().for_each(|spelled| self.voice.told(spelled));
        for key in keys {
            let made = self.turn.key(key, now);
            self.take_turn(made, now);
        }
    }

    /// The program printed these bytes.
    pub fn printed(&mut self, bytes: &[u8], now: Duration) {
        self.last_stir = now;
        self.voice.came(bytes.len());
        for &byte in bytes {
            if self.line.push(byte) {
                self.end_line(now);
            } else if byte == PROMPT as u8 && self.is_prompt() {
                self.line.take();
                self.prompted();
            }
        }
        self.voice.looked();
        self.give(now);
    }

    /// Lets the time be `now`: keys that are due are pressed, a turn is ended by a pause, a silence that is too long is
    /// reported.
    pub fn wake(&mut self, now: Duration) {
        let made = self.turn.wake(now);
        self.take_turn(made, now);
        if self.unfinished_due().is_some_and(|due| due <= now) {
            self.end_line(now);
        }
        if self.unprompted_due().is_some_and(|due| due <= now) {
            self.end_line(now);
            self.owed = 0;
        }
        self.give(now);
        self.voice.wake(now);
    }

    /// When [`Host::wake`] will next have something to do.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        let due = [self.voice.due(), self.turn.due(), self.unfinished_due(), self.unprompted_due()];
        due.into_iter().flatten().min()
    }

    /// Bytes for the program's keyboard, at most once.
    pub fn take_input(&mut self) -> Option<Vec<u8>> {
        (!self.input.is_empty()).then(|| std::mem::take(&mut self.input))
    }

    fn take_turn(&mut self, made: Vec<Made>, now: Duration) {
        for made in made {
            let line = match made {
                Made::Line(line) => line,
                Made::End => {
                    self.voice.asked(now);
                    String::new()
                }
            };
            // The end of a turn is never lost: without it the program would wait for ever.
            let held: usize = self.held_back.iter().map(|line| line.len() + 1).sum();
            if !line.is_empty() && held + line.len() > HELD_BACK_MAX {
                self.voice.report(Incident::NotReading);
            } else if !line.is_empty() || self.held_back.back().is_none_or(|last| !last.is_empty()) {
                self.held_back.push_back(line);
            }
        }
        self.give(now);
    }

    /// Gives the program the next lines, as it prompts for them.
    fn give(&mut self, now: Duration) {
        if self.phase == Phase::Announced && self.owed == 0 {
            self.phase = Phase::Open;
            if self.settings.echo && !self.echo.is_sure() && !std::mem::replace(&mut self.no_echo_told, true) {
                self.voice.report(Incident::NoEcho);
            }
            self.voice.ready();
        }
        while self.phase == Phase::Open
            && self.owed == 0
            && let Some(line) = self.held_back.pop_front()
        {
            if !self.spoken_to {
                self.end_line(now);
                self.spoken_to = true;
            }
            self.echo.sent(&line);
            self.send(&line, now);
        }
    }

    fn send(&mut self, line: &str, now: Duration) {
        self.input.append(&mut bytes_of(line, self.settings.encoding));
        self.input.extend_from_slice(self.settings.line_end.as_str().as_bytes());
        self.owed += 1;
        self.last_sent = now;
        self.last_stir = now;
    }

    fn prompted(&mut self) {
        self.owed = self.owed.saturating_sub(1);
    }

    fn is_prompt(&self) -> bool {
        self.line.len() <= BEFORE_PROMPT_MAX && self.line.text().trim_start() == ">"
    }

    fn end_line(&mut self, now: Duration) {
        let mut printed = self.line.take();
        // A prompt that is printed without a line of its own is seen when nothing follows it.
        if let Some(before) = printed.text.trim_end().strip_suffix(PROMPT).filter(|_| self.is_quiet(now)) {
            printed.text = before.to_owned();
            self.prompted();
        }
        printed.text = match self.settings.echo {
            true => self.echo.rest(printed.text.trim()),
            false => printed.text.trim().to_owned(),
        };
        let is_heard = match self.phase {
            Phase::Starting => false,
            Phase::Announced => self.voice.lets_open(),
            Phase::Open => true,
        };
        if printed.text.is_empty() || !is_heard {
            return;
        }
        if self.spoken_to {
            self.voice.say(&printed, now);
        } else {
            self.voice.unasked(&printed);
        }
    }

    fn is_quiet(&self, now: Duration) -> bool {
        self.last_stir.saturating_add(QUIET) <= now
    }

    /// When a line counts although nothing has ended it.
    fn unfinished_due(&self) -> Option<Duration> {
        (self.line.len() > 0 && !self.line.text().trim().is_empty()).then(|| self.last_stir.saturating_add(QUIET))
    }

    /// When a prompt is not waited for any longer, if something waits for it.
    fn unprompted_due(&self) -> Option<Duration> {
        let [quiet, patience] = match self.phase {
            Phase::Announced => [QUIET, PATIENCE].map(|real| self.pace.contest(real)),
            Phase::Open if !self.held_back.is_empty() => [QUIET, PATIENCE],
            Phase::Starting | Phase::Open => return None,
        };
        (self.owed > 0).then(|| self.last_stir.saturating_add(quiet).min(self.last_sent.saturating_add(patience)))
    }
}
