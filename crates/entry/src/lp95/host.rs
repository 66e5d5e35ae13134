//! The contest's side of the protocol: announces the judge, sends lines as the program prompts, and reads its answers.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, contest_file::Lp95};

use super::{
    echo::Echo,
    turn::{JudgeTurn, Made},
};
use crate::{
    Incident, Pace,
    encoding::bytes_of,
    line::UnfinishedLine,
    spelling::{Carries, Speller},
    voice::{Voice, voiced},
};

/// The prompt of a listening program.
const PROMPT: char = '>';

/// The silence, in contest time, after which a missing prompt is given up, and an unfinished line counts as a line.
const QUIET: Duration = Duration::from_secs(2);

/// The longest wait for a prompt, in contest time, for a program that never stops printing.
///
/// Both are in real time until the program has answered the announcement: its loading takes as long in fast time.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum text held back from a program that does not listen, in bytes.
const HELD_BACK_MAX: usize = 16_000;

/// The maximum number of bytes before a prompt in its line: spaces, colours.
const BEFORE_PROMPT_MAX: usize = 256;

/// The contest's side of one conversation with one program.
#[derive(Debug)]
pub struct Host {
    settings: Lp95,
    announcement: String,
    pace: Pace,
    phase: Phase,
    speller: Speller,
    turn: JudgeTurn,
    /// The judge's finished lines that were not sent yet; an empty one ends a turn.
    held_back: VecDeque<String>,
    input: Vec<u8>,
    /// True if this run of the program has received a line of the judge.
    spoken_to: bool,
    /// The number of prompts due before the next line is sent: one for every Return sent.
    owed: usize,
    last_sent: Duration,
    last_stir: Duration,
    echo: Echo,
    no_echo_told: bool,
    line: UnfinishedLine,
    voice: Voice,
}

/// The progress of a run of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It loads, or prints its title, or is not running.
    Starting,
    /// It has received the announcement, and prints its welcome.
    Announced,
    /// The conversation.
    Open,
}

voiced!(Host);

impl Host {
    /// A conversation before its first line. The judge is announced by the last two digits of its own number. `pace`,
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
            turn: JudgeTurn::new(settings.turn),
            held_back: VecDeque::new(),
            input: Vec::new(),
            spoken_to: false,
            owed: 0,
            last_sent: Duration::ZERO,
            last_stir: Duration::ZERO,
            echo: Echo::default(),
            no_echo_told: false,
            line: UnfinishedLine::new(settings.encoding, true),
            voice: Voice::new(typing.into(), silence),
            settings: settings.clone(),
        }
    }

    /// The program was started, for the first time or again. Its output before it settles is its title.
    pub fn started(&mut self) {
        self.phase = Phase::Starting;
        self.spoken_to = false;
        self.owed = 0;
        self.line.take();
    }

    /// The program has settled: announces the judge. It is ready after its welcome. If witnesses may open, the welcome
    /// is its opening; otherwise it is withheld without a report.
    pub fn listens(&mut self, now: Duration) {
        self.end_line(now);
        self.phase = Phase::Announced;
        self.owed = 0;
        let announcement = self.announcement.clone();
        self.echo.announced(&announcement);
        self.send(&announcement, now);
        self.send("", now);
    }

    /// The program has ended; an unfinished line is its last. `why` are the incidents of its end.
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

    /// Advances the time to `now`: types due keys, ends a turn after a pause, and reports a long silence.
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

    /// The next time at which [`Host::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        let due = [self.voice.due(), self.turn.due(), self.unfinished_due(), self.unprompted_due()];
        due.into_iter().flatten().min()
    }

    /// Bytes for the program's keyboard, each returned once.
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
            // Never lose the end of a turn: the program would wait for it for ever.
            let held: usize = self.held_back.iter().map(|line| line.len() + 1).sum();
            if !line.is_empty() && held + line.len() > HELD_BACK_MAX {
                self.voice.report(Incident::NotReading);
            } else if !line.is_empty() || self.held_back.back().is_none_or(|last| !last.is_empty()) {
                self.held_back.push_back(line);
            }
        }
        self.give(now);
    }

    /// Sends the next lines, as the program prompts for them.
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
        // A prompt at the end of a line of text is recognised by the silence after it.
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

    /// The time at which an unfinished line counts as finished.
    fn unfinished_due(&self) -> Option<Duration> {
        (self.line.len() > 0 && !self.line.text().trim().is_empty()).then(|| self.last_stir.saturating_add(QUIET))
    }

    /// The time at which an awaited prompt is given up, if one is awaited.
    fn unprompted_due(&self) -> Option<Duration> {
        let [quiet, patience] = match self.phase {
            Phase::Announced => [QUIET, PATIENCE].map(|real| self.pace.contest(real)),
            Phase::Open if !self.held_back.is_empty() => [QUIET, PATIENCE],
            Phase::Starting | Phase::Open => return None,
        };
        (self.owed > 0).then(|| self.last_stir.saturating_add(quiet).min(self.last_sent.saturating_add(patience)))
    }
}
