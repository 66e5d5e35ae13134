//! The pacing queue: decides when a judge sees the keys and utterances of a witness.
//!
//! Everything a witness gives is recorded on arrival. This queue, a part of the [`Conversation`](crate::conversation),
//! sets the release moment of each piece from the rulebook's [`Delivery`] and the contest's seed. At that moment the
//! server records a [`Shown`](crate::event::ConversationEvent::Shown); judges' views are made from these facts alone.
//! The queue knows no kind, name or entry of a witness, and its state follows from the facts: a server that restarts
//! continues mid-word, and an audit computes the same pieces at the same moments.
//!
//! Moments are counted on the contest's own clock, which stops in pauses and interruptions ([`Moment`]). The record
//! holds three times of a piece: *given* (its own fact), *released* (computed here), *shown* (when the server recorded
//! it).

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
    time::Duration,
};

use rulebook::{
    ConversationId, Key, Seed, Timestamp,
    key::{Typed, keys_of},
    schema::{Delivery, InterviewRules, Medium, Opener, Start},
};

use crate::rhythm::{GRID, Rhythm, Slips, Stroke};

/// The most keys of a witness that may wait to be released; further keys are refused.
pub const WAITING_MAX: usize = 4_000;

/// A moment on the contest's own clock, in milliseconds: the time of day minus the total time that the clocks were
/// stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

impl Moment {
    /// The moment at this time of day; `stood` is the total time that the clocks were stopped before it.
    #[must_use]
    pub fn at(time: Timestamp, stood: Duration) -> Self {
        Self(time.as_millis() - millis(stood))
    }

    /// The time of day at this moment; `stood` is the total time that the clocks were stopped before it.
    #[must_use]
    pub fn time(self, stood: Duration) -> Timestamp {
        Timestamp::from_millis(self.0 + millis(stood))
    }

    /// The time from `earlier` to this moment; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    fn after(self, by: Duration) -> Self {
        Self(self.0 + millis(by))
    }

    /// This moment, rounded up to the grid on which keys are released.
    fn on_grid(self) -> Self {
        let step = millis(GRID).max(1);
        Self(self.0 + (-self.0).rem_euclid(step))
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX / 4)
}

/// The inputs that pace a conversation.
#[derive(Debug, Clone, Copy)]
pub struct Pace<'a> {
    /// The rules of the interview.
    pub rules: &'a InterviewRules,
    /// The contest's seed; without it no moments can be drawn.
    pub seed: Option<Seed>,
    /// The conversation.
    pub conversation: ConversationId,
    /// The total time that the clocks were stopped so far.
    pub stood: Duration,
    /// The start of the time to talk; absent before it.
    pub began: Option<Moment>,
}

impl Pace<'_> {
    /// The moment at this time of day.
    #[must_use]
    pub fn moment(&self, time: Timestamp) -> Moment {
        Moment::at(time, self.stood)
    }

    fn carries_keys(&self) -> bool {
        matches!(self.rules.medium, Medium::Keystrokes { .. })
    }

    /// The release of a piece that is ready at this moment: rounded up to the grid where keystrokes are carried.
    fn released(&self, at: Moment) -> Moment {
        if self.carries_keys() { at.on_grid() } else { at }
    }

    /// True if a witness that has given nothing yet may open by itself. With enforced opening words, its first line is
    /// an opening even after the judge's first words.
    fn lets_open(&self, is_asked: bool) -> bool {
        self.opened_at().is_some() && (!is_asked || self.rules.opening_enforced)
    }

    /// The start of the time to talk, if witnesses may open. Symmetric rules delay no opening: a delay would show which
    /// side answers.
    fn opened_at(&self) -> Option<Moment> {
        self.began.filter(|_| self.rules.opens == Opener::Anyone && !self.rules.symmetric)
    }

    /// True if an utterance is released key by key.
    fn types(&self) -> bool {
        self.carries_keys() && self.has_rhythm()
    }

    /// True if the moments of an utterance follow from its text and the seed.
    fn has_rhythm(&self) -> bool {
        matches!(self.rules.delivery, Delivery::AsTyped | Delivery::CommonRhythm { .. })
    }

    /// True if the moments of an utterance can be computed; a rhythm needs its text and the seed.
    fn can_time(&self, text: Option<&str>) -> bool {
        !self.has_rhythm() || text.is_some() && self.seed.is_some()
    }
}

/// A key or an utterance that the judge sees at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The number, in the conversation's stream, of the fact that completed the utterance of this piece.
    pub of: u64,
    /// The release moment.
    pub at: Moment,
    /// The content.
    pub what: What,
    /// The platform made this key: a slip or its correction.
    pub invented: bool,
    /// The beginning of its utterance had a drawn moment. Keys shown as they were pressed, and utterances shown as soon
    /// as they are given, have none.
    pub drawn: bool,
    /// Its utterance was given after its drawn moment, and so began at once.
    pub late: bool,
}

impl Piece {
    /// The release to record once the piece is shown.
    #[must_use]
    pub fn release(&self) -> Release {
        let Self { of, at, invented, late, .. } = *self;
        Release { of, at, invented, late }
    }
}

/// The release of a shown piece, as its fact records it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// The number of the fact that completed the utterance of the piece.
    pub of: u64,
    /// The release moment.
    pub at: Moment,
    /// The platform made this key.
    pub invented: bool,
    /// Its utterance was given after its drawn moment, and so began at once.
    pub late: bool,
}

/// The number of utterances that began later than their drawn moments. A late beginning is the witness's own timing,
/// and may distinguish it from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct Lateness {
    /// The utterances with a drawn moment that a judge has seen, in whole or in part.
    pub utterances: u64,
    /// The ones given after their drawn moment.
    pub late: u64,
}

/// The content of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A key.
    Key(Key),
    /// A finished utterance.
    Said(String),
    /// A key or an utterance that was redacted.
    Redacted,
    /// The pieces of a redacted key or utterance, in unknown number; perhaps none.
    Unknown,
}

/// The keys and utterances of a witness that the judge has not seen yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Queue {
    /// The planned pieces; their moments never decrease.
    waiting: VecDeque<Piece>,
    /// The unfinished utterance, where utterances are shown when they are finished.
    begun: Option<Begun>,
    asked: Option<LatestQuestion>,
    /// The witness has given something.
    has_given: bool,
    /// The delay of an opening's keys, until its Return.
    put_off: Duration,
    /// The judge's unfinished line has a key of text.
    asking: bool,
    /// The end of the last file that the judge showed, if it plays.
    plays_until: Option<Moment>,
    /// The number of planned utterances.
    utterances: u64,
    /// The release moment of the last piece planned so far.
    ends: Option<Moment>,
    /// The release moment of the last shown piece.
    released: Option<Moment>,
    /// The number of the fact behind the last shown piece; the rest of that utterance may still wait.
    showing: Option<u64>,
    /// A referee holds back every utterance that the judge has not begun to see.
    held: bool,
    /// A fact that moments depend on was redacted. From here on, moments are lower bounds.
    uncertain: bool,
    hand: Hand,
}

/// The rhythm of the conversation, drawn at first use. It follows from the seed and the conversation, so queues do not
/// differ by it.
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

/// An unfinished utterance of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Begun {
    typed: Typed,
    /// The number of its latest key.
    of: u64,
    latest: Moment,
    /// One of its keys was redacted.
    unknown: bool,
}

/// The judge's last words or file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LatestQuestion {
    /// The moment of the last key of text, the message or the file; if a file plays, at least its end.
    at: Moment,
    /// The number of characters that the witness received at once; absent if it saw them typed.
    whole: Option<usize>,
    /// The witness has given something since.
    answered: bool,
}

/// The form in which the witness gave an utterance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Key by key.
    Typed,
    /// Whole.
    Whole,
}

/// The computed beginning of an utterance.
#[derive(Debug, Clone, Copy)]
struct Beginning {
    at: Moment,
    drawn: bool,
    late: bool,
}

impl Queue {
    /// Notes a key of the judge; `None` if it was redacted.
    pub fn judge_pressed(&mut self, pace: &Pace<'_>, key: Option<Key>, at: Moment) {
        self.settle(pace, at);
        // A redacted key may have been a Return, which changes the start of a reply's clock.
        self.uncertain |= key.is_none() && pace.rules.delivery != Delivery::WholeLines;
        let is_text = key != Some(Key::Return);
        // The clock of a reply starts at the last key of text, or at a Return with no text before it.
        if is_text || !self.asking {
            self.asked = Some(LatestQuestion { at: self.heard(at), whole: None, answered: false });
        }
        self.asking = is_text;
    }

    /// Notes a whole message of the judge; `None` if it was redacted.
    pub fn judge_said(&mut self, pace: &Pace<'_>, text: Option<&str>, at: Moment) {
        self.settle(pace, at);
        // Where witnesses' keys are shown as typed, a reply's delay grows with the length of the question.
        self.uncertain |= text.is_none() && pace.rules.delivery == Delivery::AsTyped;
        self.asked = Some(LatestQuestion { at: self.heard(at), whole: text.map(length), answered: false });
    }

    /// Notes a file that the judge showed, with its playing time. A reply to it is timed from its end, because the
    /// witness has to see and hear it first.
    pub fn judge_attached(&mut self, pace: &Pace<'_>, plays: Duration, at: Moment) {
        self.settle(pace, at);
        self.plays_until = self.plays_until.max(Some(at.after(plays)));
        self.asked = Some(LatestQuestion { at: self.heard(at), whole: None, answered: false });
    }

    /// The moment from which a reply is timed: this one, or the end of a playing file if that is later.
    fn heard(&self, at: Moment) -> Moment {
        self.plays_until.map_or(at, |end| at.max(end))
    }

    /// Notes a key of the witness, from the fact with this number; `None` if it was redacted.
    pub fn pressed(&mut self, pace: &Pace<'_>, of: u64, key: Option<Key>, at: Moment) {
        self.settle(pace, at);
        if pace.rules.delivery == Delivery::AsTyped {
            return self.pass_on(pace, of, key, at);
        }
        let typed = Typed::default();
        let begun = self.begun.get_or_insert(Begun { typed, of, latest: at, unknown: false });
        (begun.of, begun.latest) = (of, at);
        match key {
            Some(Key::Return) => self.finish(pace, at),
            Some(key) => begun.typed.press(key),
            None => {
                begun.unknown = true;
                self.uncertain = true;
                // The redacted key may have been a Return.
                let drawn = self.is_drawn(pace, Came::Typed);
                self.plan(Piece { of, at, what: What::Unknown, invented: false, drawn, late: false });
            }
        }
    }

    /// Plans a key that is shown as it was pressed. The keys of an opening are delayed together and keep their gaps.
    fn pass_on(&mut self, pace: &Pace<'_>, of: u64, key: Option<Key>, at: Moment) {
        let opens = self.opens(pace);
        let due = if opens { self.opening_due(pace, "") } else { None };
        if opens {
            self.uncertain |= due.is_none();
            self.put_off = due.map_or(Duration::ZERO, |due| due.since(at));
        }
        self.has_given = true;
        self.asked.iter_mut().for_each(|asked| asked.answered = true);
        if key.is_none() && !self.put_off.is_zero() {
            // The redacted key may have been the Return that ends the opening.
            self.uncertain = true;
            self.put_off = Duration::ZERO;
        }
        let shown = at.after(self.put_off).on_grid();
        if key == Some(Key::Return) {
            self.put_off = Duration::ZERO;
        }
        let what = key.map_or(What::Redacted, What::Key);
        let late = due.is_some_and(|due| at > due);
        self.plan(Piece { of, at: shown, what, invented: false, drawn: opens, late });
    }

    /// True if the witness's next words are its opening.
    fn opens(&self, pace: &Pace<'_>) -> bool {
        !self.has_given && pace.lets_open(self.asked.is_some())
    }

    /// The drawn beginning of this opening; one law holds for every witness. `None` if the seed is unknown or witnesses
    /// may not open.
    #[must_use]
    pub fn opening_due(&self, pace: &Pace<'_>, text: &str) -> Option<Moment> {
        let (began, rhythm) = (pace.opened_at()?, self.hand.rhythm(pace)?);
        let typed = || rhythm.retyped(0, length(text));
        let after = match pace.rules.delivery {
            Delivery::AsTyped => rhythm.opening(),
            Delivery::CommonRhythm { start: Start::Held } => Rhythm::held(length(text)),
            Delivery::AtLeast { delay } => typed().max(delay),
            Delivery::CommonRhythm { start: Start::AtReturn } | Delivery::WholeLines => typed(),
        };
        Some(began.after(after))
    }

    /// Notes a whole utterance of the witness, from the fact with this number; `None` if it was redacted.
    pub fn given(&mut self, pace: &Pace<'_>, of: u64, text: Option<&str>, at: Moment) {
        self.settle(pace, at);
        self.utter(pace, of, text, Came::Whole, at);
    }

    /// The next piece and its release moment, provided that nothing else is given before it.
    #[must_use]
    pub fn next(&self, pace: &Pace<'_>) -> Option<Piece> {
        if let Some(piece) = self.waiting.front() {
            return (!self.holds(piece.of)).then(|| piece.clone());
        }
        if self.held {
            return None;
        }
        // This runs after every key, so only the first piece of the unfinished utterance is made.
        let Begun { typed, of, latest, unknown } = self.begun.as_ref()?;
        let (text, rests) = (typed.as_str(), latest.after(pace.rules.utterance_idle));
        if text.is_empty() && !unknown {
            return None;
        }
        let Beginning { at, drawn, late } = self.begins(pace, text, Came::Typed, rests);
        let what = match text {
            _ if *unknown || !pace.can_time(Some(text)) => What::Unknown,
            _ if pace.types() => What::Key(keys_of(text).next().unwrap_or(Key::Return)),
            _ => What::Said(text.to_owned()),
        };
        Some(Piece { of: *of, at: self.not_before(at.on_grid()), what, invented: false, drawn, late })
    }

    /// Records that a piece was shown, and returns it: the piece of [`next`](Self::next), or, after a redaction, its
    /// known content. `None` if no waiting piece matches.
    pub fn show(&mut self, pace: &Pace<'_>, release: Release, now: Moment) -> Option<Piece> {
        self.settle(pace, now);
        let place = if self.uncertain { self.place_of(release)? } else { 0 };
        self.released = self.released.max(Some(release.at));
        self.showing = Some(release.of);
        self.waiting.drain(..place);
        let front = self.waiting.front()?;
        // The number of keys in a redacted utterance is unknown: it stays in front until a later piece is shown.
        let stays = front.what == What::Unknown && pace.types();
        if stays { Some(front.clone()) } else { self.waiting.pop_front() }
    }

    /// True if a redaction has made exact moments impossible.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// True if this release is plausible in an uncertain queue: it belongs to an utterance of the
    /// witness, skips and repeats no known piece, and comes neither before that utterance nor before the last shown
    /// piece.
    #[must_use]
    pub fn may_show(&self, pace: &Pace<'_>, release: Release, now: Moment) -> bool {
        let mut settled = self.clone();
        settled.settle(pace, now);
        !settled.holds(release.of) && settled.place_of(release).is_some()
    }

    /// True if a referee holds back every utterance that the judge has not begun to see.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// True if the utterance of this fact is held back. An utterance that the judge has begun to see is shown to its
    /// end.
    fn holds(&self, of: u64) -> bool {
        self.held && self.showing != Some(of)
    }

    /// Holds back every utterance that the judge has not begun to see.
    pub fn hold(&mut self, pace: &Pace<'_>, now: Moment) {
        self.settle(pace, now);
        self.held = true;
    }

    /// Releases held utterances. All are delayed by the same time and keep their gaps, as if the witness had been
    /// slower.
    pub fn release(&mut self, pace: &Pace<'_>, now: Moment) {
        self.settle(pace, now);
        let held = self.waiting.iter().find(|piece| self.holds(piece.of)).map(|piece| piece.at);
        let later = held.map_or(Duration::ZERO, |first| pace.released(now).since(first));
        let showing = self.showing;
        for piece in self.waiting.iter_mut().filter(|piece| Some(piece.of) != showing) {
            piece.at = piece.at.after(later);
        }
        self.ends = self.ends.map(|ends| if held.is_some() { ends.after(later) } else { ends });
        self.held = false;
    }

    /// True if the utterance of this fact waits and the judge has seen nothing of it.
    #[must_use]
    pub fn is_waiting(&self, pace: &Pace<'_>, of: u64, now: Moment) -> bool {
        let mut settled = self.clone();
        settled.settle(pace, now);
        settled.showing != Some(of) && settled.waits(of)
    }

    fn waits(&self, of: u64) -> bool {
        self.waiting.iter().any(|piece| piece.of == of) || self.begun.as_ref().is_some_and(|begun| begun.of == of)
    }

    /// The utterances that can be struck, each with the number of its latest fact: the judge has seen nothing of them.
    #[must_use]
    pub fn strikable(&self) -> Vec<(u64, String)> {
        let mut left = self.left("");
        left.retain(|(of, _)| self.showing != Some(*of));
        left
    }

    /// Removes the utterance of this fact from the queue. Returns its text, if it waited and its text is known.
    pub fn strike(&mut self, pace: &Pace<'_>, of: u64, now: Moment) -> Option<String> {
        self.settle(pace, now);
        let text = self.strikable().into_iter().find_map(|(number, text)| (number == of).then_some(text));
        self.waiting.retain(|piece| piece.of != of);
        self.begun.take_if(|begun| begun.of == of);
        text
    }

    fn place_of(&self, release: Release) -> Option<usize> {
        let Release { of, at, invented, .. } = release;
        // A redacted utterance may have had no pieces.
        let place = self.waiting.iter().position(|piece| piece.of == of || piece.what != What::Unknown)?;
        let piece = &self.waiting[place];
        let fits = piece.of == of && (piece.invented == invented || piece.what == What::Unknown);
        let in_order = piece.at <= at && self.released.is_none_or(|latest| latest <= at);
        (fits && in_order).then_some(place)
    }

    /// The release moment of the last piece of this fact, if it waits.
    #[must_use]
    pub fn shown_at(&self, of: u64) -> Option<Moment> {
        self.waiting.iter().rev().find(|piece| piece.of == of).map(|piece| piece.at)
    }

    /// The number of waiting keys and utterances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// True if nothing waits, and no utterance is unfinished.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.begun.is_none()
    }

    /// The waiting and unfinished utterances, each with the number of its latest fact. `shown` is the part of the first
    /// one that the judge already sees.
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
                What::Redacted | What::Unknown => {}
            }
        }
        left.extend(typing.map(|of| (of, line.as_str().to_owned())));
        left.extend(self.begun.iter().map(|begun| (begun.of, begun.typed.as_str().to_owned())));
        left
    }

    /// Advances to `now`: finishes an utterance after the witness has rested for `utterance_idle`.
    fn settle(&mut self, pace: &Pace<'_>, now: Moment) {
        let Some(begun) = &self.begun else { return };
        let rests = begun.latest.after(pace.rules.utterance_idle);
        if rests > now {
            return;
        }
        if begun.typed.as_str().is_empty() && !begun.unknown {
            // The witness took all of it back.
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
        self.uncertain |= !pace.can_time(text) || self.opens(pace) && (pace.seed.is_none() || text.is_none());
        let Beginning { at: start, drawn, late } = self.begins(pace, text.unwrap_or_default(), came, ready);
        let number = self.utterances;
        self.utterances += 1;
        self.has_given = true;
        self.asked.iter_mut().for_each(|asked| asked.answered = true);
        let piece = |at, what, invented| Piece { of, at, what, invented, drawn, late };
        let Some(text) = text.filter(|text| pace.can_time(Some(text))) else {
            let is_one = came == Came::Whole && !pace.types();
            if is_one || self.waiting.back().is_none_or(|last| last.of != of) {
                let what = if is_one { What::Redacted } else { What::Unknown };
                self.plan(piece(pace.released(start), what, false));
            }
            return;
        };
        let slips = if pace.rules.delivery == Delivery::AsTyped { Slips::On } else { Slips::Off };
        let rhythm = if pace.has_rhythm() { self.hand.rhythm(pace) } else { None };
        let strokes = rhythm.map(|rhythm| rhythm.line(number, text, slips)).unwrap_or_default();
        // After a redaction the number of the line may be wrong, and so would the gaps drawn for it.
        let gap = |stroke: &Stroke| if self.uncertain { Duration::ZERO } else { stroke.after };
        let gaps: Vec<Duration> = strokes.iter().map(gap).collect();
        if pace.types() {
            let mut at = start;
            for (Stroke { key, invented, .. }, gap) in strokes.into_iter().zip(gaps) {
                at = at.after(gap);
                self.plan(piece(at.on_grid(), What::Key(key), invented));
            }
            return;
        }
        let end = start.after(gaps.iter().sum());
        self.plan(piece(pace.released(end), What::Said(text.to_owned()), false));
    }

    /// True if the beginning of such an utterance is drawn.
    fn is_drawn(&self, pace: &Pace<'_>, came: Came) -> bool {
        match pace.rules.delivery {
            _ if self.opens(pace) => true,
            Delivery::WholeLines => false,
            Delivery::AtLeast { .. } => self.asked.is_some(),
            Delivery::CommonRhythm { start: Start::AtReturn } => came == Came::Whole,
            Delivery::AsTyped | Delivery::CommonRhythm { start: Start::Held } => true,
        }
    }

    /// The beginning of an utterance that is ready at this moment; it is late if the drawn moment has passed.
    fn begins(&self, pace: &Pace<'_>, text: &str, came: Came, ready: Moment) -> Beginning {
        let is_drawn = self.is_drawn(pace, came);
        let drawn = if self.uncertain || !is_drawn { None } else { self.drawn(pace, text, ready) };
        let late = drawn.is_some_and(|drawn| ready > drawn);
        let start = drawn.map_or(ready, |drawn| drawn.max(ready));
        let start = match (pace.rules.delivery, self.asked) {
            // An opening that missed its moment and follows a question is held back like a reply.
            (Delivery::AtLeast { delay }, Some(asked)) if late => start.max(asked.at.after(delay)),
            _ => start,
        };
        Beginning { at: self.not_before(start), drawn: is_drawn, late }
    }

    /// The drawn beginning of an utterance; `None` if the seed is unknown.
    fn drawn(&self, pace: &Pace<'_>, text: &str, ready: Moment) -> Option<Moment> {
        if self.opens(pace) {
            return self.opening_due(pace, text);
        }
        if let Delivery::AtLeast { delay } = pace.rules.delivery {
            let LatestQuestion { at, answered, .. } = self.asked?;
            // Further words after the answer to the same question are held back with it, and are never late.
            return Some(if answered { at.after(delay).max(ready) } else { at.after(delay) });
        }
        let (rhythm, number) = (self.hand.rhythm(pace)?, self.utterances);
        let reply = |whole| match pace.rules.delivery {
            Delivery::CommonRhythm { start: Start::Held } => Rhythm::held(length(text)),
            Delivery::CommonRhythm { start: Start::AtReturn } => rhythm.retyped(number, length(text)),
            Delivery::AsTyped | Delivery::WholeLines | Delivery::AtLeast { .. } => rhythm.reply(number, whole),
        };
        Some(match (self.asked.filter(|asked| !asked.answered), self.ends) {
            (Some(asked), _) => asked.at.after(reply(asked.whole)),
            (None, Some(ends)) => ends.after(rhythm.further(number)),
            // A witness that begins by itself takes its time as well.
            (None, None) => ready.after(reply(None)),
        })
    }

    /// This moment, or that of the last planned piece if later; the order never changes.
    fn not_before(&self, at: Moment) -> Moment {
        self.ends.map_or(at, |ends| at.max(ends))
    }

    fn plan(&mut self, piece: Piece) {
        let at = self.not_before(piece.at);
        self.ends = Some(at);
        self.waiting.push_back(Piece { at, ..piece });
    }
}

/// The number of visible characters, from which delays are drawn: blanks at the ends do not count, and a run of blanks
/// is one.
fn length(text: &str) -> usize {
    let words = text.split_whitespace();
    words.map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests;
