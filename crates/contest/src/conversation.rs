//! One conversation: what passes between one judge and one seat.
//!
//! Whether anybody may speak at all is the contest's to say; it is handed in as a [`Floor`]. What this aggregate knows by
//! itself: who has begun, whose turn it is, how fast and how much each side speaks, which of a client's messages it has
//! already, and what of a witness's answers the judge has been shown, and will be ([`pacing`](crate::pacing)).

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use rulebook::{
    ConversationId, Key, Participant, Side, Timestamp,
    key::{Typed, keys_of},
    schema::{Alphabet, InterviewRules, Medium, Opener, Turns},
};

use crate::{
    Refusal,
    attachment::Showing,
    contest::Contest,
    event::{ClientId, ConversationEvent, Pressed, Text, shown_file},
    opening,
    pacing::{Lateness, Moment, Pace, Piece, Queue, Release, WAITING_MAX, What},
    referee::{Deed, SpeechLimit},
    transcript::Transcript,
    turn::{Turn, whole_second},
};

/// How many of a side's latest messages are remembered, to recognise a resend after a lost connection.
const REMEMBERED: usize = 512;

/// Whether the contest lets anybody speak at this moment.
pub type Floor = Result<(), Refusal>;

/// What somebody is about to add to a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speech<'a> {
    /// A key, after this many others that are decided together with it.
    Key {
        /// The key; absent when it was redacted, and then only its place is judged.
        key: Option<Key>,
        /// The others, in order.
        ahead: &'a [Key],
    },
    /// A finished utterance.
    Said {
        /// In full; absent when it was redacted, as above.
        text: Option<&'a str>,
    },
    /// A whole line where keys travel.
    Line {
        /// In full; absent when it was redacted, as above.
        text: Option<&'a str>,
    },
}

/// The state of one conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conversation {
    /// What was said and typed, whether or not the judge was shown it.
    pub transcript: Transcript,
    /// What stands on the judge's screen.
    pub seen: Transcript,
    judge: Speaker,
    witness: Speaker,
    /// Whose turn it is since when, as the judge knows it, where sides alternate: a whole second.
    turn: Option<(Side, Moment)>,
    /// The number of the witness's last words, while the judge has not been shown them: they have ended its turn.
    given: Option<u64>,
    /// What the witness has given and the judge has not been shown.
    queue: Queue,
    /// What the judge is shown next, if nothing else is given before.
    next: Option<Piece>,
    /// What the judge was shown last.
    shown: Option<What>,
    /// The number of the fact that this is a part of.
    shown_of: Option<u64>,
    lateness: Lateness,
    /// What a referee has struck.
    struck: Vec<Struck>,
    /// When the witness finished its last message or line.
    finished: Option<Moment>,
    /// The ids of what the judge showed, in order. They are at most a hundred, and apart from those of words: a file comes by
    /// another way, and may overtake words or be overtaken.
    attached: Vec<ClientId>,
    /// Something of the witness was redacted: its first line can no longer be known, and counts as said.
    redacted: bool,
}

/// What a referee has struck of a witness's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Struck {
    /// The number of the fact that completed it.
    pub of: u64,
    /// In full.
    pub text: String,
    /// Which referee.
    pub by: Participant,
    /// When.
    pub at: Timestamp,
}

/// What a witness gave and its judge was not shown to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unshown {
    /// The number of the fact that completed it.
    pub of: u64,
    /// In full.
    pub text: String,
    /// Which referee struck it, and when; `None` where the talk was over first.
    pub struck: Option<(Participant, Timestamp)>,
}

/// What one side has contributed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Speaker {
    /// Keys or utterances.
    count: u32,
    latest: VecDeque<Timestamp>,
    ids: Ids,
}

/// The latest [`REMEMBERED`] ids of one side: clients send again what was not answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Ids {
    in_order: VecDeque<ClientId>,
    known: BTreeSet<ClientId>,
}

impl Conversation {
    /// True when the judge has begun.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.judge.count > 0 || !self.attached.is_empty()
    }

    /// How many files the judge has shown.
    #[must_use]
    pub fn attached(&self) -> usize {
        self.attached.len()
    }

    /// True when a file with this id was shown in the conversation already.
    #[must_use]
    pub fn knows_attached(&self, id: &ClientId) -> bool {
        self.attached.contains(id)
    }

    /// The number of keys or utterances of a side.
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.speaker(side).count
    }

    /// When a side last pressed a key or said something; `None` before.
    #[must_use]
    pub fn last_sign(&self, side: Side) -> Option<Timestamp> {
        self.speaker(side).latest.back().copied()
    }

    /// True when a message with this id is already part of the conversation.
    #[must_use]
    pub fn knows(&self, side: Side, id: &ClientId) -> bool {
        self.speaker(side).ids.known.contains(id)
    }

    /// What the judge is shown next, and when, if nothing else is given before.
    #[must_use]
    pub fn next_shown(&self) -> Option<&Piece> {
        self.next.as_ref()
    }

    /// What the judge was shown last of what the witness gave.
    #[must_use]
    pub fn last_shown(&self) -> Option<&What> {
        self.shown.as_ref()
    }

    /// How many of the witness's utterances, as far as the judge was shown them, were late.
    #[must_use]
    pub fn lateness(&self) -> Lateness {
        self.lateness
    }

    /// The turn that began last, as this side knows it, where sides alternate and somebody has begun; [`Turn::at`] says whose it
    /// is by now.
    ///
    /// A judge knows of an answer when it is shown, and not before. The witness's turn is over when it has spoken, and the
    /// judge's is counted from when its words will be shown.
    #[must_use]
    pub fn turn(&self, pace: &Pace<'_>, seen_by: Side) -> Option<Turn> {
        let Turns::Alternate { within } = pace.rules.turns else { return None };
        let given = self.given.filter(|_| seen_by == Side::Witness);
        if let Some(shown) = given.and_then(|number| self.queue.shown_at(number)) {
            return Some(Turn::begun(Side::Judge, shown.time(pace.stood), within));
        }
        let (holder, since) = self.turn?;
        Some(Turn { holder, ends: since.time(pace.stood) + within })
    }

    /// What the witness has given and the judge has not been shown.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// What the witness has given and the judge has not been shown to its end, in the order in which it was given.
    #[must_use]
    pub fn never_shown(&self) -> Vec<Unshown> {
        let left = self.queue.left(&self.seen.witness_types).into_iter();
        let left = left.map(|(of, text)| Unshown { of, text, struck: None });
        let struck = self.struck.iter().map(|Struck { of, text, by, at }| Unshown {
            of: *of,
            text: text.clone(),
            struck: Some((*by, *at)),
        });
        let mut all: Vec<_> = left.chain(struck).collect();
        all.sort_by_key(|unshown| unshown.of);
        all
    }

    /// What referees have struck.
    #[must_use]
    pub fn struck(&self) -> &[Struck] {
        &self.struck
    }

    /// Whether the judge was shown something of the utterance that this fact completed. What was given first is shown first, so
    /// whatever came before what was shown last was shown, too, unless it was struck.
    #[must_use]
    pub fn was_shown(&self, of: u64) -> bool {
        let is_struck = self.struck.iter().any(|struck| struck.of == of);
        of > 0 && !is_struck && self.shown_of.is_some_and(|shown| of <= shown)
    }

    /// Whether a confederate whom a referee has limited may add this now.
    ///
    /// # Errors
    /// The refusal to give to the confederate.
    pub fn permit_limited(
        &self,
        pace: &Pace<'_>,
        limit: SpeechLimit,
        speech: Speech<'_>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let line = |ahead: &[Key]| {
            let mut line = Typed::default();
            let typed = keys_of(&self.transcript.witness_types);
            for key in typed.chain(ahead.iter().copied()) {
                if key == Key::Return { line = Typed::default() } else { line.press(key) }
            }
            line.as_str().chars().count()
        };
        // How many characters there are with this, and whether it begins a message.
        let (characters, begins) = match speech {
            Speech::Key { key: Some(Key::Return | Key::BackSpace) | None, .. } => return Ok(()),
            Speech::Key { ahead, .. } => {
                let before = line(ahead);
                (before + 1, before == 0)
            }
            Speech::Said { text } | Speech::Line { text } => (text.map_or(0, |text| text.chars().count()), true),
        };
        if let Some(most) = limit.characters
            && characters > usize::try_from(most).unwrap_or(usize::MAX)
        {
            return Err(Refusal::LimitedTo(most));
        }
        let ends_ahead = matches!(speech, Speech::Key { ahead, .. } if ahead.contains(&Key::Return));
        match (limit.apart, self.finished) {
            (Some(apart), _) if begins && ends_ahead => Err(Refusal::LimitedPace(apart)),
            (Some(apart), Some(finished)) if begins && pace.moment(now).since(finished) < apart => {
                Err(Refusal::LimitedPace(apart))
            }
            _ => Ok(()),
        }
    }

    /// Folds what this referee did about what waits to be shown; anything else says nothing here.
    pub fn referee(&mut self, pace: &Pace<'_>, by: Participant, deed: &Deed, time: Timestamp) {
        let at = pace.moment(time);
        match *deed {
            Deed::Hold { .. } => self.queue.hold(pace, at),
            Deed::Release { .. } => self.queue.release(pace, at),
            Deed::Strike { of, .. } => {
                let text = self.queue.strike(pace, of, at);
                self.struck.extend(text.map(|text| Struck { of, text, by, at: time }));
                if self.given == Some(of) {
                    // The judge knows of no answer: it is still the witness's turn.
                    self.given = None;
                }
            }
            Deed::Warn { .. }
            | Deed::Limit { .. }
            | Deed::Lift { .. }
            | Deed::Mute { .. }
            | Deed::Unmute { .. }
            | Deed::Flag { .. }
            | Deed::Note { .. } => return,
        }
        self.next = self.queue.next(pace);
    }

    /// Whether the witness began with words that the rulebook allows; `None` before its first line, and where it allows
    /// any.
    #[must_use]
    pub fn opened_well(&self, rules: &InterviewRules) -> Option<bool> {
        if rules.opening_words.is_empty() {
            return None;
        }
        let first = self.transcript.lines.iter().find(|line| line.side == Side::Witness)?;
        Some(rules.opening_words.iter().any(|words| words == first.text.trim()))
    }

    /// Whether the witness has finished something, or may have: what was redacted counts as finished.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.redacted || self.transcript.lines.iter().any(|line| line.side == Side::Witness)
    }

    /// Whether a witness that is held to its opening words may add this.
    ///
    /// # Errors
    /// The refusal that names the words.
    pub fn permit_opening(&self, words: &[String], speech: Speech<'_>) -> Result<(), Refusal> {
        let fits = match speech {
            _ if self.is_answered() => true,
            Speech::Key { key: Some(key), ahead } => {
                let mut typed = Typed::default();
                let line = &self.transcript.witness_types;
                keys_of(line).chain(ahead.iter().copied()).for_each(|key| typed.press(key));
                // What ends the line together with this key has ended it.
                typed.as_str().contains('\n') || opening::lets_key(words, typed.as_str(), key)
            }
            Speech::Said { text: Some(text) } | Speech::Line { text: Some(text) } => opening::lets_say(words, text),
            Speech::Key { key: None, .. } | Speech::Said { text: None } | Speech::Line { text: None } => true,
        };
        if fits { Ok(()) } else { Err(Refusal::OpeningFirst(opening::named(words))) }
    }

    /// Whether this side may add this now.
    ///
    /// A client numbers what it sends. A key that was refused, and is sent again because the refusal was lost with the
    /// connection, must not land behind keys that were pressed after it.
    ///
    /// # Errors
    /// The refusal to give to the one who spoke.
    pub fn permit(
        &self,
        pace: &Pace<'_>,
        floor: Floor,
        side: Side,
        id: &ClientId,
        speech: Speech<'_>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        floor?;
        let rules = pace.rules;
        if side == Side::Witness && rules.opens == Opener::Judge && !self.is_live() {
            return Err(Refusal::JudgeBegins);
        }
        if self.turn(pace, side).is_some_and(|turn| turn.at(rules.turns, now).holder != side) {
            return Err(Refusal::NotYourTurn);
        }
        let speaker = self.speaker(side);
        if speaker.ids.in_order.back().is_some_and(|latest| id.is_before(latest)) {
            return Err(Refusal::Overtaken);
        }
        match (rules.medium, speech) {
            (Medium::Keystrokes { alphabet, .. }, Speech::Key { key: Some(key), .. }) if !alphabet.holds(key) => {
                Err(Refusal::WrongMedium(alphabet.refusal()))
            }
            (Medium::Keystrokes { keys_per_second, keys, .. }, Speech::Key { ahead, .. }) => {
                let ahead = u32::try_from(ahead.len()).unwrap_or(u32::MAX);
                if speaker.count.saturating_add(ahead) >= keys {
                    return Err(Refusal::TooLong(keys));
                }
                let second = Duration::from_secs(1);
                let recent = speaker.latest.iter().rev().take_while(|at| now.since(**at) < second).count();
                let recent = u32::try_from(recent).unwrap_or(u32::MAX);
                if recent.saturating_add(ahead) >= keys_per_second {
                    return Err(Refusal::TooFast(keys_per_second));
                }
                Ok(())
            }
            (Medium::Lines { characters, lines }, Speech::Said { text }) => {
                let text = text.unwrap_or_default();
                // An empty line ends a turn on a terminal, so it may be said; a line break may not.
                if text.contains(['\n', '\r']) {
                    return Err(Refusal::WrongMedium(say!("refused-carries-one-line")));
                }
                utterance(speaker, text, characters, (lines, "lines"))
            }
            (Medium::Messages { characters, messages }, Speech::Said { text }) => {
                if text.is_some_and(|text| text.trim().is_empty()) {
                    return Err(Refusal::NothingSaid);
                }
                utterance(speaker, text.unwrap_or_default(), characters, (messages, "messages"))
            }
            (Medium::Keystrokes { keys, alphabet, .. }, Speech::Line { text }) if side == Side::Witness => {
                text.map_or(Ok(()), |text| self.permit_line(text, keys, alphabet))
            }
            (Medium::Transcript { .. }, _) => Err(Refusal::WrongMedium(say!("refused-carries-nothing"))),
            (Medium::Keystrokes { .. }, _) => Err(Refusal::WrongMedium(say!("refused-carries-keys"))),
            (_, Speech::Line { .. }) => Err(Refusal::WrongMedium(say!("refused-carries-finished"))),
            (_, Speech::Key { .. }) => Err(Refusal::WrongMedium(say!("refused-carries-no-keys"))),
        }
    }

    /// Whether this side may show this now.
    ///
    /// A file ends neither the judge's turn nor the line that the judge is typing.
    ///
    /// # Errors
    /// The refusal to give to the one who showed it.
    pub fn permit_attached(
        &self,
        pace: &Pace<'_>,
        floor: Floor,
        side: Side,
        id: &ClientId,
        file: Showing<'_>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if side == Side::Witness {
            return Err(Refusal::NotYours);
        }
        let rules = pace.rules.attachments.as_ref().ok_or(Refusal::NothingShown)?;
        floor?;
        if self.turn(pace, side).is_some_and(|turn| turn.at(pace.rules.turns, now).holder != side) {
            return Err(Refusal::NotYourTurn);
        }
        if self.knows_attached(id) {
            return Err(Refusal::Overtaken);
        }
        file.permit(rules)?;
        if self.attached.len() >= usize::from(rules.most) { Err(Refusal::TooManyShown(rules.most)) } else { Ok(()) }
    }

    /// A line that is to be typed: its keys and a Return count as such.
    fn permit_line(&self, text: &str, keys: u32, alphabet: Alphabet) -> Result<(), Refusal> {
        if text.trim().is_empty() {
            return Err(Refusal::NothingSaid);
        }
        if text.chars().any(|c| !Key::of(c).is_some_and(|key| alphabet.holds(key))) {
            return Err(Refusal::WrongMedium(alphabet.refusal()));
        }
        if !self.transcript.witness_types.is_empty() {
            return Err(Refusal::LineBegun);
        }
        if self.witness.count.saturating_add(keys_in(text)) > keys {
            return Err(Refusal::TooLong(keys));
        }
        let waiting = usize::try_from(keys_in(text)).unwrap_or(usize::MAX).saturating_add(self.queue.len());
        if waiting > WAITING_MAX { Err(Refusal::TooMuchWaiting(WAITING_MAX)) } else { Ok(()) }
    }

    /// Folds what one side did into the state. `number` is the fact's in the conversation's stream.
    pub fn apply(&mut self, pace: &Pace<'_>, side: Side, event: &ConversationEvent, number: u64, time: Timestamp) {
        let at = pace.moment(time);
        match (event, side) {
            (ConversationEvent::Key { id, private, .. }, _) => {
                let key = private.held().map(|Pressed { key }| *key);
                key.into_iter().for_each(|key| self.transcript.press(side, key));
                match side {
                    Side::Judge => {
                        key.into_iter().for_each(|key| self.seen.press(side, key));
                        self.queue.judge_pressed(pace, key, at);
                    }
                    Side::Witness => {
                        if key == Some(Key::Return) {
                            self.finished = Some(at);
                        }
                        self.redacted |= key.is_none();
                        self.queue.pressed(pace, number, key, at);
                    }
                }
                let Medium::Keystrokes { keys_per_second, .. } = pace.rules.medium else { return };
                self.spoke(side, id, 1, (time, usize::try_from(keys_per_second).unwrap_or(usize::MAX)));
            }
            (ConversationEvent::Said { id, private, .. } | ConversationEvent::Line { id, private, .. }, _) => {
                let text = private.held().map(|Text { text }| text.as_str());
                let said = text.unwrap_or_default();
                self.transcript.say(side, said);
                match side {
                    Side::Judge => {
                        self.turn = Some((Side::Witness, pace.moment(whole_second(time))));
                        self.given = None;
                        self.seen.say(side, said);
                        self.queue.judge_said(pace, text, at);
                    }
                    Side::Witness => {
                        self.finished = Some(at);
                        self.given = Some(number);
                        self.redacted |= text.is_none();
                        self.queue.given(pace, number, text, at);
                    }
                }
                let is_line = matches!(event, ConversationEvent::Line { .. });
                self.spoke(side, id, if is_line { keys_in(said) } else { 1 }, (time, 1));
            }
            (ConversationEvent::Attached { id, plays_ms, private, description, .. }, _) => {
                if let Some(shown) = shown_file(private, description.as_ref()) {
                    self.transcript.attach(side, &shown);
                    self.seen.attach(side, &shown);
                }
                self.queue.judge_attached(pace, Duration::from_millis(plays_ms.unwrap_or(0)), at);
                self.attached.push(id.clone());
            }
            (ConversationEvent::Shown { .. }, _) => {}
        }
        self.next = self.queue.next(pace);
    }

    /// The judge is shown something.
    pub fn show(&mut self, pace: &Pace<'_>, release: Release, time: Timestamp) {
        let piece = self.queue.show(pace, release, pace.moment(time));
        if self.shown_of != Some(release.of) && piece.as_ref().is_some_and(|piece| piece.drawn) {
            self.lateness.utterances += 1;
            self.lateness.late += u64::from(release.late);
        }
        self.shown_of = Some(release.of);
        self.shown = piece.map(|piece| piece.what);
        match &self.shown {
            Some(What::Key(key)) => self.seen.press(Side::Witness, *key),
            Some(What::Said(text)) => self.seen.say(Side::Witness, text),
            Some(What::Redacted | What::Unknown) | None => {}
        }
        // The judge's turn begins when there is something to answer; not where the judge has spoken meanwhile.
        if self.given == Some(release.of) {
            self.given = None;
            self.turn = Some((Side::Judge, pace.moment(whole_second(time))));
        }
        self.next = self.queue.next(pace);
    }

    /// The judge has been shown so much of what they read: it stands on the screen.
    pub fn read(&mut self, contest: &Contest, id: ConversationId) {
        let turns = contest.shown_in(id).and_then(|shown| shown.turns.held()).map_or(&[][..], Vec::as_slice);
        let mut seen = Transcript::default();
        let lines = turns.iter().take(contest.turns_shown(id).into()).flatten();
        lines.for_each(|line| seen.say(line.by, &line.text));
        self.transcript = seen.clone();
        self.seen = seen;
    }

    /// A side has spoken; so many of its latest moments are kept.
    fn spoke(&mut self, side: Side, id: &ClientId, count: u32, (time, keep): (Timestamp, usize)) {
        let speaker = match side {
            Side::Judge => &mut self.judge,
            Side::Witness => &mut self.witness,
        };
        speaker.count += count;
        push_bounded(&mut speaker.latest, time, keep);
        speaker.ids.remember(id);
    }

    fn speaker(&self, side: Side) -> &Speaker {
        match side {
            Side::Judge => &self.judge,
            Side::Witness => &self.witness,
        }
    }
}

impl Ids {
    fn remember(&mut self, id: &ClientId) {
        if self.in_order.len() == REMEMBERED
            && let Some(oldest) = self.in_order.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.in_order.push_back(id.clone());
        self.known.insert(id.clone());
    }
}

fn utterance(speaker: &Speaker, text: &str, characters: u32, (most, unit): (u32, &'static str)) -> Result<(), Refusal> {
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(Refusal::WrongMedium(say!("refused-carries-no-control")));
    }
    if text.chars().count() > usize::try_from(characters).unwrap_or(usize::MAX) {
        return Err(Refusal::TooManyCharacters(characters));
    }
    if speaker.count >= most { Err(Refusal::TooManySaid(most, unit)) } else { Ok(()) }
}

/// The keys that type this line, its Return included.
fn keys_in(line: &str) -> u32 {
    u32::try_from(line.chars().count() + 1).unwrap_or(u32::MAX)
}

fn push_bounded<T>(queue: &mut VecDeque<T>, item: T, bound: usize) {
    queue.push_back(item);
    while queue.len() > bound {
        queue.pop_front();
    }
}
