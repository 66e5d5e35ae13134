//! The pacing queue: when a judge is shown what a witness has given, key by key or whole.
//!
//! What a witness gives is recorded when it arrives; this queue, a part of the [`Conversation`](crate::conversation), decides
//! when each piece of it is released, from the rulebook's [`Delivery`] and the contest's seed. Whoever runs the contest
//! records a [`Shown`](crate::event::ConversationEvent::Shown) when that moment has come, and judges' views are made from
//! those facts alone. Nothing here knows a kind, a name or an entry, and nothing is remembered that the facts don't hold: a
//! restart that folds the record goes on in mid-word, and an audit that folds it asks for the same pieces at the same moments.
//!
//! Moments are counted on the contest's own clock, which stands still in pauses and interruptions ([`Moment`]). Three times
//! of a piece are on record: *given* (its own fact), *released* (drawn here), *shown* (when the server recorded it).

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
    time::Duration,
};

use rulebook::{
    ConversationId, Key, Seed, Timestamp,
    key::{Typed, keys_of},
    schema::{Delivery, InterviewRules, Medium, Start},
};

use crate::rhythm::{GRID, Rhythm, Slips, Stroke};

/// The most keys of a witness that wait to be released; what would be more is refused.
pub const WAITING_MAX: usize = 4_000;

/// A moment on the contest's own clock, in milliseconds: the time of the day less all the time that clocks have stood still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

impl Moment {
    /// The moment at this time of the day, after clocks have stood still for so long in all.
    #[must_use]
    pub fn at(time: Timestamp, stood: Duration) -> Self {
        Self(time.as_millis() - millis(stood))
    }

    /// The time of the day at this moment, when clocks have stood still for so long in all.
    #[must_use]
    pub fn time(self, stood: Duration) -> Timestamp {
        Timestamp::from_millis(self.0 + millis(stood))
    }

    /// How much later this is than `earlier`; zero if it is not later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    fn after(self, by: Duration) -> Self {
        Self(self.0 + millis(by))
    }

    /// The next moment of the grid on which keys are released; this one, if it is one.
    fn on_grid(self) -> Self {
        let step = millis(GRID).max(1);
        Self(self.0 + (-self.0).rem_euclid(step))
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4)
}

/// What a conversation is paced by.
#[derive(Debug, Clone, Copy)]
pub struct Pace<'a> {
    /// The rules of the interview.
    pub rules: &'a InterviewRules,
    /// The contest's seed; absent where it is not known, and then nothing can be planned.
    pub seed: Option<Seed>,
    /// The conversation.
    pub conversation: ConversationId,
    /// For how long clocks have stood still so far.
    pub stood: Duration,
}

impl Pace<'_> {
    /// The moment at this time of the day.
    #[must_use]
    pub fn moment(&self, time: Timestamp) -> Moment {
        Moment::at(time, self.stood)
    }

    fn carries_keys(&self) -> bool {
        matches!(self.rules.medium, Medium::Keystrokes { .. })
    }

    /// Whether an utterance is released key by key.
    fn types(&self) -> bool {
        self.carries_keys() && matches!(self.rules.delivery, Delivery::AsTyped | Delivery::CommonRhythm { .. })
    }
}

/// One thing that a judge is shown at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The number, in the conversation's stream, of the fact that completed what this is a part of.
    pub of: u64,
    /// When it is released.
    pub at: Moment,
    /// What is shown.
    pub what: What,
    /// The platform made this key: a slip, or the correction of one.
    pub invented: bool,
    /// Its utterance was given after the moment drawn for it, and so began at once.
    pub late: bool,
}

/// What a judge is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A key.
    Key(Key),
    /// A finished utterance.
    Said(String),
    /// Something that was redacted since. Of an utterance that is typed, any number of keys.
    Unknown,
}

/// What a witness has given and the judge has not been shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Queue {
    /// Released one after the other; their moments never run backwards.
    waiting: VecDeque<Piece>,
    /// What is being typed, where it is shown when it is finished.
    begun: Option<Begun>,
    asked: Option<Asked>,
    /// The judge's line that is being typed has a key of text.
    asking: bool,
    /// How many utterances were planned.
    utterances: u64,
    /// When the last of all that was planned is released.
    ends: Option<Moment>,
    /// Something was redacted whose pieces cannot be counted: moments can no longer be computed.
    uncertain: bool,
    hand: Hand,
}

/// The rhythm of the conversation, drawn when it is first asked for. It follows from seed and conversation, so it is no part of
/// what a queue differs in.
#[derive(Debug, Clone, Default)]
struct Hand(OnceLock<Arc<Rhythm>>);

impl Hand {
    fn rhythm(&self, pace: &Pace<'_>) -> Option<&Rhythm> {
        let seed = pace.seed?;
        Some(self.0.get_or_init(|| Arc::new(Rhythm::of(seed, pace.conversation))))
    }
}

impl PartialEq for Hand {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Hand {}

/// An utterance of a witness that is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Begun {
    typed: Typed,
    /// The number of its latest key.
    of: u64,
    latest: Moment,
    /// A key of it was redacted.
    unknown: bool,
}

/// The judge's last words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    /// When the last key of text was pressed, or the utterance said.
    at: Moment,
    /// How many characters appeared to the witness at once; none where it saw them typed.
    whole: Option<usize>,
    /// The witness has given something since.
    answered: bool,
}

/// How an utterance came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Key by key.
    Typed,
    /// As a whole.
    Whole,
}

impl Queue {
    /// The judge pressed a key; which, unless it was redacted.
    pub fn judge_pressed(&mut self, pace: &Pace<'_>, key: Option<Key>, at: Moment) {
        self.settle(pace, at);
        let is_text = key != Some(Key::Return);
        // The clock of a reply starts at the last key of text, or at a Return that ends none.
        if is_text || !self.asking {
            self.asked = Some(Asked { at, whole: None, answered: false });
        }
        self.asking = is_text;
    }

    /// The judge said so many characters.
    pub fn judge_said(&mut self, pace: &Pace<'_>, characters: usize, at: Moment) {
        self.settle(pace, at);
        self.asked = Some(Asked { at, whole: Some(characters), answered: false });
    }

    /// The witness pressed a key, in the fact with this number; which, unless it was redacted.
    pub fn pressed(&mut self, pace: &Pace<'_>, of: u64, key: Option<Key>, at: Moment) {
        self.settle(pace, at);
        if pace.rules.delivery == Delivery::AsTyped {
            self.asked.iter_mut().for_each(|asked| asked.answered = true);
            let what = key.map_or(What::Unknown, What::Key);
            return self.plan(Piece { of, at: at.on_grid(), what, invented: false, late: false });
        }
        let typed = Typed::default();
        let begun = self.begun.get_or_insert(Begun { typed, of, latest: at, unknown: false });
        (begun.of, begun.latest) = (of, at);
        match key {
            Some(Key::Return) => self.finish(pace, at),
            Some(key) => begun.typed.press(key),
            None => begun.unknown = true,
        }
    }

    /// The witness gave a whole utterance, in the fact with this number; which, unless it was redacted.
    pub fn given(&mut self, pace: &Pace<'_>, of: u64, text: Option<&str>, at: Moment) {
        self.settle(pace, at);
        self.utter(pace, of, text, Came::Whole, at);
    }

    /// What is shown next, and when, if nothing else is given before.
    #[must_use]
    pub fn next(&self, pace: &Pace<'_>) -> Option<Piece> {
        if let Some(piece) = self.waiting.front() {
            return Some(piece.clone());
        }
        // Asked after every key: only the first piece of what is begun is made, not all of them.
        let Begun { typed, of, latest, unknown } = self.begun.as_ref()?;
        let (text, rests) = (typed.as_str(), latest.after(pace.rules.utterance_idle));
        if text.is_empty() && !unknown {
            return None;
        }
        let begins = if *unknown { None } else { self.begins(pace, text, Came::Typed, rests) };
        let (at, late) = begins.unwrap_or((rests, false));
        let what = match begins {
            None => What::Unknown,
            Some(_) if pace.types() => What::Key(keys_of(text).next().unwrap_or(Key::Return)),
            Some(_) => What::Said(text.to_owned()),
        };
        Some(Piece { of: *of, at: self.not_before(at.on_grid()), what, invented: false, late })
    }

    /// Something of the fact with this number is shown: what [`next`](Self::next) said or, where that was redacted, whatever
    /// is known of it.
    pub fn show(&mut self, pace: &Pace<'_>, of: u64, at: Moment) -> Option<Piece> {
        self.settle(pace, at);
        if self.uncertain {
            // An utterance that was redacted stays in front until something after it is shown.
            while self.waiting.front().is_some_and(|piece| piece.of < of) {
                self.waiting.pop_front();
            }
            let front = self.waiting.front()?;
            return if front.of == of && front.what != What::Unknown { self.waiting.pop_front() } else { None };
        }
        self.waiting.pop_front()
    }

    /// Whether this may be shown although it cannot be computed: what it belongs to, or something before it, was redacted.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// How many keys and utterances wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// True when nothing waits to be shown, and nothing is begun.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.begun.is_none()
    }

    /// The utterances that wait, or are begun, each with the number of its latest fact. `shown` is what stands on the
    /// judge's screen of the first of them.
    #[must_use]
    pub fn left(&self, shown: &str) -> Vec<(u64, String)> {
        let mut left = Vec::new();
        let mut line = Typed::default();
        keys_of(shown).for_each(|key| line.press(key));
        let mut typing = None;
        for piece in &self.waiting {
            match &piece.what {
                What::Said(text) => left.push((piece.of, text.clone())),
                What::Key(Key::Return) => {
                    typing = None;
                    left.push((piece.of, std::mem::take(&mut line).as_str().to_owned()));
                }
                What::Key(key) => {
                    typing = Some(piece.of);
                    line.press(*key);
                }
                What::Unknown => {}
            }
        }
        left.extend(typing.map(|of| (of, line.as_str().to_owned())));
        left.extend(self.begun.iter().map(|begun| (begun.of, begun.typed.as_str().to_owned())));
        left
    }

    /// Lets it be this moment: an utterance whose witness has rested for long enough is finished.
    fn settle(&mut self, pace: &Pace<'_>, now: Moment) {
        let Some(begun) = &self.begun else { return };
        let rests = begun.latest.after(pace.rules.utterance_idle);
        if rests > now {
            return;
        }
        if begun.typed.as_str().is_empty() && !begun.unknown {
            // All of it was taken back.
            self.begun = None;
        } else {
            self.finish(pace, rests);
        }
    }

    fn finish(&mut self, pace: &Pace<'_>, at: Moment) {
        let Some(Begun { typed, of, unknown, .. }) = self.begun.take() else { return };
        self.utter(pace, of, (!unknown).then_some(typed.as_str()), Came::Typed, at);
    }

    /// Plans an utterance that is ready at this moment.
    fn utter(&mut self, pace: &Pace<'_>, of: u64, text: Option<&str>, came: Came, ready: Moment) {
        let begins = text.and_then(|text| Some((text, self.begins(pace, text, came, ready)?)));
        let number = self.utterances;
        self.utterances += 1;
        self.asked.iter_mut().for_each(|asked| asked.answered = true);
        let Some((text, (start, late))) = begins else {
            self.uncertain = true;
            return self.plan(Piece { of, at: ready, what: What::Unknown, invented: false, late: false });
        };
        let slips = if pace.rules.delivery == Delivery::AsTyped { Slips::On } else { Slips::Off };
        let is_typed = matches!(pace.rules.delivery, Delivery::AsTyped | Delivery::CommonRhythm { .. });
        let rhythm = if is_typed { self.hand.rhythm(pace) } else { None };
        let strokes = rhythm.map(|rhythm| rhythm.line(number, text, slips)).unwrap_or_default();
        if pace.types() {
            let mut at = start;
            for Stroke { after, key, invented } in strokes {
                at = at.after(after);
                self.plan(Piece { of, at: at.on_grid(), what: What::Key(key), invented, late });
            }
            return;
        }
        let end = start.after(strokes.iter().map(|stroke| stroke.after).sum());
        let at = if pace.carries_keys() { end.on_grid() } else { end };
        self.plan(Piece { of, at, what: What::Said(text.to_owned()), invented: false, late });
    }

    /// When an utterance that is ready at this moment begins, and whether it came too late for the moment drawn for it; `None`
    /// where the seed is not known that draws it.
    fn begins(&self, pace: &Pace<'_>, text: &str, came: Came, ready: Moment) -> Option<(Moment, bool)> {
        let drawn = match pace.rules.delivery {
            Delivery::WholeLines => None,
            Delivery::AtLeast { delay } => self.asked.map(|asked| {
                let drawn = asked.at.after(delay);
                // What follows the answer to the same question is held back with it, and is never late.
                if asked.answered { drawn.max(ready) } else { drawn }
            }),
            Delivery::CommonRhythm { start: Start::AtReturn } if came == Came::Typed => None,
            Delivery::AsTyped | Delivery::CommonRhythm { .. } => {
                Some(self.drawn(pace, self.hand.rhythm(pace)?, text, ready))
            }
        };
        let start = drawn.map_or(ready, |drawn| drawn.max(ready));
        Some((self.not_before(start), drawn.is_some_and(|drawn| ready > drawn)))
    }

    /// The moment drawn for the beginning of an utterance that is typed.
    fn drawn(&self, pace: &Pace<'_>, rhythm: &Rhythm, text: &str, ready: Moment) -> Moment {
        let number = self.utterances;
        let reply = |whole| match pace.rules.delivery {
            Delivery::CommonRhythm { start: Start::Held } => Rhythm::held(text.chars().count()),
            Delivery::CommonRhythm { start: Start::AtReturn } => rhythm.retyped(number, text.chars().count()),
            _ => rhythm.reply(number, whole),
        };
        match (self.asked.filter(|asked| !asked.answered), self.ends) {
            (Some(asked), _) => asked.at.after(reply(asked.whole)),
            (None, Some(ends)) => ends.after(rhythm.further(number)),
            // A witness that begins by itself takes its time as well.
            (None, None) => ready.after(reply(None)),
        }
    }

    /// This moment, or that of the last piece that waits: an order is never changed.
    fn not_before(&self, at: Moment) -> Moment {
        self.ends.map_or(at, |ends| at.max(ends))
    }

    fn plan(&mut self, piece: Piece) {
        let at = self.not_before(piece.at);
        self.ends = Some(at);
        self.waiting.push_back(Piece { at, ..piece });
    }
}

#[cfg(test)]
mod tests;
