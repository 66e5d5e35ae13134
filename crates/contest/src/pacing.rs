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
    schema::{Delivery, InterviewRules, Medium, Opener, Start},
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
    /// When time to talk began; absent where it has not.
    pub began: Option<Moment>,
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

    /// When what could be shown at this moment is released: where keys travel, on one grid with them.
    fn released(&self, at: Moment) -> Moment {
        if self.carries_keys() { at.on_grid() } else { at }
    }

    /// Whether a witness that has given nothing yet may open by itself. Where every witness is held to opening words they are an
    /// opening even after the judge's first words.
    /// Where both sides see the same page neither is a witness: nothing is held back, or it would tell who answers.
    fn lets_open(&self, is_asked: bool) -> bool {
        self.opened_at().is_some() && (!is_asked || self.rules.opening_enforced)
    }

    /// When time to talk began, where witnesses may open.
    fn opened_at(&self) -> Option<Moment> {
        self.began.filter(|_| self.rules.opens == Opener::Anyone && !self.rules.symmetric)
    }

    /// Whether an utterance is released key by key.
    fn types(&self) -> bool {
        self.carries_keys() && self.has_rhythm()
    }

    /// Whether the moments of an utterance follow from its text and the seed.
    fn has_rhythm(&self) -> bool {
        matches!(self.rules.delivery, Delivery::AsTyped | Delivery::CommonRhythm { .. })
    }

    /// Whether the moments of an utterance can be computed: for a rhythm its text and the seed have to be known.
    fn can_time(&self, text: Option<&str>) -> bool {
        !self.has_rhythm() || text.is_some() && self.seed.is_some()
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
    /// A moment was drawn for the beginning of its utterance. None is drawn for a key that is shown as it was pressed, nor for
    /// what is shown when it is given.
    pub drawn: bool,
    /// Its utterance was given after the moment drawn for it, and so began at once.
    pub late: bool,
}

impl Piece {
    /// What a fact says of it once it is shown.
    #[must_use]
    pub fn release(&self) -> Release {
        let Self { of, at, invented, late, .. } = *self;
        Release { of, at, invented, late }
    }
}

/// What a fact says of something that was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// The number of the fact that completed what it is a part of.
    pub of: u64,
    /// When it was released.
    pub at: Moment,
    /// The platform made this key.
    pub invented: bool,
    /// Its utterance began at once, after the moment drawn for it.
    pub late: bool,
}

/// How many utterances began later than at the moment drawn for them. Their beginning is the witness's own, and may tell it from
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
pub struct Lateness {
    /// The utterances that a judge was shown, in whole or in part, and for which a moment was drawn.
    pub utterances: u64,
    /// Those of them that were given after it.
    pub late: u64,
}

/// What a judge is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A key.
    Key(Key),
    /// A finished utterance.
    Said(String),
    /// A key or an utterance that was redacted since.
    Redacted,
    /// Whatever came of keys or of an utterance that were redacted since: any number of things, perhaps none.
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
    /// The witness has given something.
    has_given: bool,
    /// By how much the keys of an opening are shown later than they were pressed, until its Return.
    put_off: Duration,
    /// The judge's line that is being typed has a key of text.
    asking: bool,
    /// When the last of what the judge showed ends to play.
    plays_until: Option<Moment>,
    /// How many utterances were planned.
    utterances: u64,
    /// When the last of all that was planned is released.
    ends: Option<Moment>,
    /// When the last thing that was shown was released.
    released: Option<Moment>,
    /// The number of the fact that completed what was shown last, in whole or in part.
    showing: Option<u64>,
    /// A referee holds back whatever has not begun to be shown.
    held: bool,
    /// Something was redacted on which moments depend. Moments are the earliest that are possible from here on.
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
    /// When the last key of text was pressed, the utterance said or the file shown; where something plays, not before its end.
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

/// How an utterance begins to be shown.
#[derive(Debug, Clone, Copy)]
struct Beginning {
    at: Moment,
    drawn: bool,
    late: bool,
}

impl Queue {
    /// The judge pressed a key; which, unless it was redacted.
    pub fn judge_pressed(&mut self, pace: &Pace<'_>, key: Option<Key>, at: Moment) {
        self.settle(pace, at);
        // Whether it was a Return decides from when a reply is timed.
        self.uncertain |= key.is_none() && pace.rules.delivery != Delivery::WholeLines;
        let is_text = key != Some(Key::Return);
        // The clock of a reply starts at the last key of text, or at a Return that ends none.
        if is_text || !self.asking {
            self.asked = Some(Asked { at: self.heard(at), whole: None, answered: false });
        }
        self.asking = is_text;
    }

    /// The judge said this, unless it was redacted.
    pub fn judge_said(&mut self, pace: &Pace<'_>, text: Option<&str>, at: Moment) {
        self.settle(pace, at);
        // A reply that is typed begins the later, the more there is to read.
        self.uncertain |= text.is_none() && pace.rules.delivery == Delivery::AsTyped;
        self.asked = Some(Asked { at: self.heard(at), whole: text.map(length), answered: false });
    }

    /// The judge showed a file that plays for so long. A reply to it is timed from its end: whoever answers has had to see and hear
    /// it first.
    pub fn judge_attached(&mut self, pace: &Pace<'_>, plays: Duration, at: Moment) {
        self.settle(pace, at);
        self.plays_until = self.plays_until.max(Some(at.after(plays)));
        self.asked = Some(Asked { at: self.heard(at), whole: None, answered: false });
    }

    /// From when a reply is timed to what the judge said at this moment: what plays has to end first.
    fn heard(&self, at: Moment) -> Moment {
        self.plays_until.map_or(at, |end| at.max(end))
    }

    /// The witness pressed a key, in the fact with this number; which, unless it was redacted.
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
                // It may have been a Return.
                let drawn = self.is_drawn(pace, Came::Typed);
                self.plan(Piece { of, at, what: What::Unknown, invented: false, drawn, late: false });
            }
        }
    }

    /// The witness pressed a key that travels as it was pressed. The keys of an opening are later together, with the gaps they had.
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
            // It may have been the Return that ends the opening.
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

    /// Whether the witness's next words are its opening.
    fn opens(&self, pace: &Pace<'_>) -> bool {
        !self.has_given && pace.lets_open(self.asked.is_some())
    }

    /// The moment drawn for the beginning of this opening, one law for every witness; `None` where the seed is not known that draws
    /// it, and where witnesses do not open.
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

    /// The witness gave a whole utterance, in the fact with this number; which, unless it was redacted.
    pub fn given(&mut self, pace: &Pace<'_>, of: u64, text: Option<&str>, at: Moment) {
        self.settle(pace, at);
        self.utter(pace, of, text, Came::Whole, at);
    }

    /// What is shown next, and when, if nothing else is given before.
    #[must_use]
    pub fn next(&self, pace: &Pace<'_>) -> Option<Piece> {
        if let Some(piece) = self.waiting.front() {
            return (!self.holds(piece.of)).then(|| piece.clone());
        }
        if self.held {
            return None;
        }
        // Asked after every key: only the first piece of what is begun is made, not all of them.
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

    /// Something is shown: what [`next`](Self::next) said or, where something was redacted, what is known of it. `None` where it
    /// is nothing that waits.
    pub fn show(&mut self, pace: &Pace<'_>, release: Release, now: Moment) -> Option<Piece> {
        self.settle(pace, now);
        let place = if self.uncertain { self.place_of(release)? } else { 0 };
        self.released = self.released.max(Some(release.at));
        self.showing = Some(release.of);
        self.waiting.drain(..place);
        let front = self.waiting.front()?;
        // Of an utterance that is typed nobody knows how many keys it has: it stays in front until something after it is shown.
        let stays = front.what == What::Unknown && pace.types();
        if stays { Some(front.clone()) } else { self.waiting.pop_front() }
    }

    /// Whether moments can no longer be computed, because of something that was redacted.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// Where moments can no longer be computed: whether this may be shown next, as far as can be told. It belongs to something
    /// that the witness gave, nothing known is left out before it or shown twice, and it was not released before it was given,
    /// nor before what was shown last.
    #[must_use]
    pub fn may_show(&self, pace: &Pace<'_>, release: Release, now: Moment) -> bool {
        let mut settled = self.clone();
        settled.settle(pace, now);
        !settled.holds(release.of) && settled.place_of(release).is_some()
    }

    /// Whether a referee holds back whatever has not begun to be shown.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Whether a piece of what this fact completed is held back: what has begun to be shown is shown to its end.
    fn holds(&self, of: u64) -> bool {
        self.held && self.showing != Some(of)
    }

    /// A referee holds back whatever has not begun to be shown.
    pub fn hold(&mut self, pace: &Pace<'_>, now: Moment) {
        self.settle(pace, now);
        self.held = true;
    }

    /// What was held back is shown from here on. All of it comes later by the same time, so that its gaps are those it would
    /// have had: as if the witness had been slower.
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

    /// Whether the utterance that this fact completed waits, and nothing of it was shown.
    #[must_use]
    pub fn is_waiting(&self, pace: &Pace<'_>, of: u64, now: Moment) -> bool {
        let mut settled = self.clone();
        settled.settle(pace, now);
        settled.showing != Some(of) && settled.waits(of)
    }

    fn waits(&self, of: u64) -> bool {
        self.waiting.iter().any(|piece| piece.of == of) || self.begun.as_ref().is_some_and(|begun| begun.of == of)
    }

    /// The utterances that can be struck: those of which nothing was shown, each with the number of its latest fact.
    #[must_use]
    pub fn strikable(&self) -> Vec<(u64, String)> {
        let mut left = self.left("");
        left.retain(|(of, _)| self.showing != Some(*of));
        left
    }

    /// What this fact completed is never shown. What it said, where it waits and is known.
    pub fn strike(&mut self, pace: &Pace<'_>, of: u64, now: Moment) -> Option<String> {
        self.settle(pace, now);
        let text = self.strikable().into_iter().find_map(|(number, text)| (number == of).then_some(text));
        self.waiting.retain(|piece| piece.of != of);
        self.begun.take_if(|begun| begun.of == of);
        text
    }

    fn place_of(&self, release: Release) -> Option<usize> {
        let Release { of, at, invented, .. } = release;
        // What is unknown may have been nothing.
        let place = self.waiting.iter().position(|piece| piece.of == of || piece.what != What::Unknown)?;
        let piece = &self.waiting[place];
        let fits = piece.of == of && (piece.invented == invented || piece.what == What::Unknown);
        let in_order = piece.at <= at && self.released.is_none_or(|latest| latest <= at);
        (fits && in_order).then_some(place)
    }

    /// When what completes the fact of this number is shown, if it waits.
    #[must_use]
    pub fn shown_at(&self, of: u64) -> Option<Moment> {
        self.waiting.iter().rev().find(|piece| piece.of == of).map(|piece| piece.at)
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
                What::Redacted | What::Unknown => {}
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
        // Which line of the conversation it is may be unknown, and the gaps are those of that line.
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

    /// Whether a moment is drawn for the beginning of an utterance that came so.
    fn is_drawn(&self, pace: &Pace<'_>, came: Came) -> bool {
        match pace.rules.delivery {
            _ if self.opens(pace) => true,
            Delivery::WholeLines => false,
            Delivery::AtLeast { .. } => self.asked.is_some(),
            Delivery::CommonRhythm { start: Start::AtReturn } => came == Came::Whole,
            Delivery::AsTyped | Delivery::CommonRhythm { start: Start::Held } => true,
        }
    }

    /// When an utterance that is ready at this moment begins, and whether it came too late for the moment drawn for it.
    fn begins(&self, pace: &Pace<'_>, text: &str, came: Came, ready: Moment) -> Beginning {
        let is_drawn = self.is_drawn(pace, came);
        let drawn = if self.uncertain || !is_drawn { None } else { self.drawn(pace, text, ready) };
        let late = drawn.is_some_and(|drawn| ready > drawn);
        let start = drawn.map_or(ready, |drawn| drawn.max(ready));
        let start = match (pace.rules.delivery, self.asked) {
            // An opening that missed its moment, given after a question, is held back as a reply is.
            (Delivery::AtLeast { delay }, Some(asked)) if late => start.max(asked.at.after(delay)),
            _ => start,
        };
        Beginning { at: self.not_before(start), drawn: is_drawn, late }
    }

    /// The moment drawn for the beginning of an utterance; `None` where the seed is not known that draws it.
    fn drawn(&self, pace: &Pace<'_>, text: &str, ready: Moment) -> Option<Moment> {
        if self.opens(pace) {
            return self.opening_due(pace, text);
        }
        if let Delivery::AtLeast { delay } = pace.rules.delivery {
            let Asked { at, answered, .. } = self.asked?;
            // What follows the answer to the same question is held back with it, and is never late.
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

/// How many characters a text has for the eye, by which delays are drawn: blanks at its ends don't count, and a run of them is one.
fn length(text: &str) -> usize {
    let words = text.split_whitespace();
    words.map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests;
