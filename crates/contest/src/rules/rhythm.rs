//! A human typing rhythm for lines that were not typed where the judge can see it: the moment of each key.
//!
//! A program gives whole lines, and a person's line may be held back and retyped. Both follow one law: a hidden speed
//! and habits for pairs of letters, drawn for each conversation; hesitations at words, signs and Return; a drift within
//! the line; slips if wanted. Every draw comes from the contest's seed by the names of the conversation and the line,
//! never from the witness: these types cannot hold one. Any line can be computed alone, so a restart continues
//! mid-word, and an audit computes every moment of a record again.
//!
//! The law and its numbers come from the keystroke logs of the final of 2012; `docs/decisions/0016-rhythm.md` derives
//! them, and lists the differences from people that remain. The queue that uses this module decides when a line begins,
//! on which grid keys are released, and which lines are typed at all.
//!
//! # The same bits everywhere
//! Draws become times by additions, multiplications, divisions, square roots and the logarithm and exponential of
//! `libm`, which consist of the same operations; IEEE 754 fixes each to the last bit. A time becomes whole milliseconds
//! in one place, `milliseconds`.
//!
//! # Streams
//! `rhythm/R1-J2-left` draws the speed and slip rate of a conversation, `…/pairs` its pair habits, `…/opening` the
//! opening moment of its witness, `…/line/3` the gaps of its line 3; `…/line/3/slips`, `…/line/3/reply`,
//! `…/line/3/further` and `…/line/3/retyped` draw for the functions of these names.

mod class;
mod hands;
#[cfg(test)]
mod law;
#[cfg(test)]
mod logs;
mod slips;
#[cfg(test)]
mod tests;
mod typist;

use std::time::Duration;

use rulebook::{ConversationId, Draws, Key, Seed, key::keys_of};
use statistics::normal::{LogNormal, cut, quantile};

use self::{hands::PAIRS, typist::Typist};

/// The grid on which keys are released where people's own keys are carried.
///
/// Keyboards are polled 125 times a second, and program timers tick 64 times: visible gaps would reveal either tick,
/// and so who is typing. Keys released only at multiples of 20 ms of contest time show neither.
pub const GRID: Duration = Duration::from_millis(20);

/// The rhythm of one conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Rhythm {
    seed: Seed,
    /// The name of its streams of draws.
    name: String,
    /// The slowdown of this hand relative to the median hand, as a natural logarithm.
    speed: f64,
    /// The probability of a slip at each character.
    slip_rate: f64,
    /// Its habit for every pair of [`hands::PAIRS`], in standard deviations; above 0 is slower.
    habits: Vec<f64>,
}

/// A key of a line and its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// The gap after the previous stroke, in whole milliseconds; zero for the first, which the queue places.
    pub after: Duration,
    /// The key.
    pub key: Key,
    /// True if the key is not part of the given line: a slip, or the BackSpace that corrects it.
    pub invented: bool,
}

/// Whether lines are typed with slips, which are corrected at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slips {
    /// Only the given keys.
    Off,
    /// A little more than one character in a hundred goes wrong, and is corrected.
    On,
}

impl Rhythm {
    /// The rhythm of a conversation, from nothing but this seed and its id.
    #[must_use]
    pub fn of(seed: Seed, conversation: ConversationId) -> Self {
        let name = format!("rhythm/{conversation}");
        let mut draws = Draws::new(seed, &name);
        let speed = 0.25 * cut(draws.uniform(), 2.2);
        let slip_rate = LogNormal { median: 0.013, spread: 0.4 }.at(draws.uniform());
        let mut draws = Draws::new(seed, &format!("{name}/pairs"));
        let habits = (0..PAIRS).map(|_| cut(draws.uniform(), 2.5)).collect();
        Self { seed, name, speed, slip_rate, habits }
    }

    /// The keys of a line and its Return, in the order they are pressed. A witness's lines count from 0.
    ///
    /// The text is read as by [`keys_of`]. Without the invented strokes the keys are the given ones; with them the
    /// screen shows the same text in the end. Every key, including the first, takes three draws from the line's stream,
    /// after one initial draw.
    #[must_use]
    pub fn line(&self, number: u64, text: &str, slips: Slips) -> Vec<Stroke> {
        let given: Vec<Key> = keys_of(text).chain([Key::Return]).collect();
        let keys = match slips {
            Slips::Off => given.into_iter().map(|key| (key, false)).collect(),
            Slips::On => slips::with_slips(&given, self.slip_rate, &mut self.draws(number, "/slips")),
        };
        let mut draws = self.draws(number, "");
        let mut typist = Typist::new(self.speed, &self.habits, quantile(draws.uniform()));
        keys.into_iter()
            .map(|(key, invented)| {
                let gap = typist.press(key, [draws.uniform(), draws.uniform(), draws.uniform()]);
                Stroke { after: milliseconds(gap), key, invented }
            })
            .collect()
    }

    /// The delay of a reply's first key: 1 s to 60 s, counted from the judge's last key of text or, if the line appears
    /// whole, from its appearance; plus 42 ms of reading time for each character of a line that is `shown_whole`.
    ///
    /// The length of the answer plays no part: in the logs of 2012 it costs people typing time, not thinking time.
    #[must_use]
    pub fn reply(&self, line: u64, shown_whole: Option<usize>) -> Duration {
        let thought = LogNormal { median: 9.0, spread: 0.85 }.between(1.0, 60.0, self.draws(line, "/reply").uniform());
        seconds(thought + 0.042 * count(shown_whole.unwrap_or(0)))
    }

    /// The delay from the start of the talk to the first key of a witness that opens: 4 s to 30 s.
    #[must_use]
    pub fn opening(&self) -> Duration {
        let mut draws = Draws::new(self.seed, &format!("{}/opening", self.name));
        seconds(LogNormal { median: 9.0, spread: 0.5 }.between(4.0, 30.0, draws.uniform()))
    }

    /// The delay from a witness's own Return to the first key of a further line, if the judge said nothing in between:
    /// 0.8 s to 60 s, in two clusters, around 2 s and 20 s.
    #[must_use]
    pub fn further(&self, line: u64) -> Duration {
        let mut draws = self.draws(line, "/further");
        let (median, spread) = if draws.uniform() < 0.53 { (1.9, 0.48) } else { (20.0, 0.56) };
        seconds(LogNormal { median, spread }.between(0.8, 60.0, draws.uniform()))
    }

    /// The time in which a person would have thought about and typed a reply of this length: the moment at which a
    /// program's line may start, where a person's line is retyped from its Return. At least 1 s.
    #[must_use]
    pub fn retyped(&self, line: u64, characters: usize) -> Duration {
        let median = libm::exp(1.74 + 0.44 * libm::log(count(characters.max(1))));
        let taken = LogNormal { median, spread: 0.60 }.at(self.draws(line, "/retyped").uniform());
        seconds(taken.max(1.0))
    }

    /// The delay of every line of this length, where all lines are held: 20 s plus 0.4 s a character.
    ///
    /// In the logs of 2012, people had 88 % of their replies ready by then. The others are late, which the judge can
    /// see.
    #[must_use]
    pub fn held(characters: usize) -> Duration {
        seconds(20.0 + 0.4 * count(characters))
    }

    fn draws(&self, line: u64, what: &str) -> Draws {
        Draws::new(self.seed, &format!("{}/line/{line}{what}", self.name))
    }
}

fn seconds(seconds: f64) -> Duration {
    milliseconds(seconds * 1000.0)
}

/// The only place where a computed time becomes a recorded moment: rounded to the nearest millisecond, halves up.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "gaps are positive and below a day")]
fn milliseconds(milliseconds: f64) -> Duration {
    Duration::from_millis((milliseconds + 0.5) as u64)
}

#[expect(clippy::cast_precision_loss, reason = "lines are far shorter than 2^53")]
fn count(characters: usize) -> f64 {
    characters as f64
}
