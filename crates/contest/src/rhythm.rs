//! A human rhythm for text that was not typed where the judge can see it: when each key of a line is pressed.
//!
//! A program gives whole lines, and a person's line may be held back and typed again. Both are typed with the one law of this
//! module: a hidden speed and habits for pairs of letters, drawn anew for each conversation; hesitations at words, signs and Return;
//! a drift within the line; slips where they are wanted. Every draw comes from the contest's seed by the name of the
//! conversation and the number of the line, never from who the witness is: the types here cannot hold it. Any line can be computed
//! alone, so a restart goes on in mid-word, and an audit computes every moment of a record again.
//!
//! The law and its numbers come from the keystroke logs of the final of 2012; `docs/decisions/0016-rhythm.md` says how, and what
//! they still give away. When a line begins, on which grid keys are released, and who is typed at all are decided by the queue
//! that uses this module.
//!
//! # The same bits everywhere
//! Draws become times by additions, multiplications, divisions, square roots and the logarithm and exponential of `libm`, which are
//! made of nothing else; IEEE 754 fixes each to the last bit. A time becomes whole milliseconds in one place, `milliseconds`.
//!
//! # Streams
//! `rhythm/R1-J2-left` fixes speed and slips of a conversation, `…/pairs` its pair habits, `…/opening` when its witness opens, `…/line/3` the gaps of its line 3,
//! `…/line/3/slips`, `…/line/3/reply`, `…/line/3/further` and `…/line/3/retyped` what their names say.

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

/// The grid on which keys are released where people's own keys travel.
///
/// Keyboards are asked 125 times a second and clocks of programs tick 64 times: with the gaps at hand, either tick tells who is
/// typing. Keys that are released only at multiples of 20 ms of contest time have neither.
pub const GRID: Duration = Duration::from_millis(20);

/// The rhythm of one conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Rhythm {
    seed: Seed,
    /// The name of its streams of draws.
    name: String,
    /// How much slower than the median this hand is, as a natural logarithm.
    speed: f64,
    /// How many slips it makes for each character.
    slip_rate: f64,
    /// Its habit for every pair of [`hands::PAIRS`], in standard deviations: above 0 is slower.
    habits: Vec<f64>,
}

/// A key of a line, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// How long after the stroke before it, in whole milliseconds; zero for the first, whose moment others decide.
    pub after: Duration,
    /// The key.
    pub key: Key,
    /// Whether the key is not part of what was given: a slip, or the BackSpace that takes it back.
    pub invented: bool,
}

/// Whether lines are typed with slips, which are corrected at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slips {
    /// Every key is one that was given.
    Off,
    /// A little more than one character in a hundred goes wrong, and the platform takes it back.
    On,
}

impl Rhythm {
    /// The rhythm that this seed gives this conversation. There is nothing else that it could depend on.
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

    /// The keys of a line and its Return, in the order they are pressed. Lines of a witness count from 0.
    ///
    /// The text is taken as [`keys_of`] takes it. Without the invented keys the strokes are the given ones, and with them the same
    /// text stands on the screen. Every key, the first too, costs three draws of the line's stream, which begins with one more.
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

    /// How long after the judge's last key of text (or, where the line appears whole, after it appears) the first key of a reply is
    /// pressed: 1 s to 60 s, and 42 ms for each of the characters of a line that is `shown_whole` and has to be read.
    ///
    /// The length of the answer has no part in it: in the logs of 2012 it costs people typing time, not thinking time.
    #[must_use]
    pub fn reply(&self, line: u64, shown_whole: Option<usize>) -> Duration {
        let thought = LogNormal { median: 9.0, spread: 0.85 }.between(1.0, 60.0, self.draws(line, "/reply").uniform());
        seconds(thought + 0.042 * count(shown_whole.unwrap_or(0)))
    }

    /// How long after time to talk has begun the first key of a witness that opens is pressed: 4 s to 30 s.
    #[must_use]
    pub fn opening(&self) -> Duration {
        let mut draws = Draws::new(self.seed, &format!("{}/opening", self.name));
        seconds(LogNormal { median: 9.0, spread: 0.5 }.between(4.0, 30.0, draws.uniform()))
    }

    /// How long after one's own Return the first key of a further line is pressed, where nothing was said in between: 0.8 s to 60 s,
    /// in two lumps, about 2 s and about 20 s.
    #[must_use]
    pub fn further(&self, line: u64) -> Duration {
        let mut draws = self.draws(line, "/further");
        let (median, spread) = if draws.uniform() < 0.53 { (1.9, 0.48) } else { (20.0, 0.56) };
        seconds(LogNormal { median, spread }.between(0.8, 60.0, draws.uniform()))
    }

    /// How long a person would have thought and typed at a reply of so many characters before their Return: the moment at which
    /// a program's line may start, where a person's line is typed again from its Return. Not below 1 s.
    #[must_use]
    pub fn retyped(&self, line: u64, characters: usize) -> Duration {
        let median = libm::exp(1.74 + 0.44 * libm::log(count(characters.max(1))));
        let taken = LogNormal { median, spread: 0.60 }.at(self.draws(line, "/retyped").uniform());
        seconds(taken.max(1.0))
    }

    /// How long everybody's line of so many characters is held back, where all are: 20 s and 0.4 s a character.
    ///
    /// Of the replies of people in the logs of 2012, 88 % were ready by then. The rest are late, and that shows.
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

/// The one place where a computed time becomes a moment of the record: rounded to the nearest millisecond, halves up.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "gaps are positive and below a day")]
fn milliseconds(milliseconds: f64) -> Duration {
    Duration::from_millis((milliseconds + 0.5) as u64)
}

#[expect(clippy::cast_precision_loss, reason = "lines are far shorter than 2^53")]
fn count(characters: usize) -> f64 {
    characters as f64
}
