//! One conversation, between one judge and one seat.
//!
//! The contest decides if anybody may speak at all, and passes that in as a [`Floor`]. The conversation itself knows if
//! the judge has begun, which side holds the turn, how fast and how much each side speaks, which of a client's messages
//! have arrived, and which of the witness's answers the judge has been or will be shown ([`pacing`](crate::pacing)).

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

/// The number of a side's latest message ids that are kept, to recognise a resend after a lost connection.
const REMEMBERED: usize = 512;

/// The contest's permission to speak at this moment.
pub type Floor = Result<(), Refusal>;

/// An addition to a conversation, before it is permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speech<'a> {
    /// A key, after other keys that are decided together with it.
    Key {
        /// The key; absent when it was redacted: then only its position is checked.
        key: Option<Key>,
        /// The other keys, in order.
        ahead: &'a [Key],
    },
    /// A finished utterance.
    Said {
        /// The text; absent when it was redacted: then only its position is checked.
        text: Option<&'a str>,
    },
    /// A whole line where keys travel.
    Line {
        /// The text; absent when it was redacted: then only its position is checked.
        text: Option<&'a str>,
    },
}

/// The state of one conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conversation {
    /// The words and keys of both sides, shown to the judge or not.
    pub transcript: Transcript,
    /// The judge's screen.
    pub seen: Transcript,
    judge: Speaker,
    witness: Speaker,
    /// The holder of the turn and its beginning, as the judge sees them, where sides alternate: a whole second.
    turn: Option<(Side, Moment)>,
    /// The number of the witness's last utterance until the judge is shown it: it has ended the witness's turn.
    given: Option<u64>,
    /// The witness's utterances that wait to be shown.
    queue: Queue,
    /// The next release to the judge, unless something earlier arrives.
    next: Option<Piece>,
    /// The latest release to the judge.
    shown: Option<What>,
    /// The number of the event that this release belongs to.
    shown_of: Option<u64>,
    lateness: Lateness,
    /// The utterances that a referee has struck.
    struck: Vec<Struck>,
    /// The time at which the witness finished its last message or line.
    finished: Option<Moment>,
    /// The ids of the judge's files, in order: at most a hundred. They are separate from those of words, because a file
    /// takes another route and may overtake words or be overtaken.
    attached: Vec<ClientId>,
    /// True if part of the witness's words was redacted: its first line is then unknown and counts as said.
    redacted: bool,
}

/// A witness's utterance that a referee has struck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Struck {
    /// The number of the event that completed it.
    pub of: u64,
    /// The text.
    pub text: String,
    /// The referee.
    pub by: Participant,
    /// The time of striking.
    pub at: Timestamp,
}

/// An utterance of a witness that its judge was not shown in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unshown {
    /// The number of the event that completed it.
    pub of: u64,
    /// The text.
    pub text: String,
    /// The referee who struck it, with the time; `None` where the talk ended first.
    pub struck: Option<(Participant, Timestamp)>,
}

/// The contribution of one side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Speaker {
    /// The number of keys or utterances.
    count: u32,
    latest: VecDeque<Timestamp>,
    ids: Ids,
}

/// The latest [`REMEMBERED`] ids of one side: clients resend unanswered messages.
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

    /// The number of files that the judge has shown.
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

    /// The time of a side's latest key or utterance; `None` before the first.
    #[must_use]
    pub fn last_sign(&self, side: Side) -> Option<Timestamp> {
        self.speaker(side).latest.back().copied()
    }

    /// True when a message with this id is already part of the conversation.
    #[must_use]
    pub fn knows(&self, side: Side, id: &ClientId) -> bool {
        self.speaker(side).ids.known.contains(id)
    }

    /// The next release to the judge with its time, unless something earlier arrives.
    #[must_use]
    pub fn next_shown(&self) -> Option<&Piece> {
        self.next.as_ref()
    }

    /// The latest of the witness's words or keys that the judge was shown.
    #[must_use]
    pub fn last_shown(&self) -> Option<&What> {
        self.shown.as_ref()
    }

    /// The number of the witness's shown utterances, and of the late ones among them.
    #[must_use]
    pub fn lateness(&self) -> Lateness {
        self.lateness
    }

    /// The turn that began last, as this side sees it, where sides alternate and a side has begun; [`Turn::at`] returns
    /// its present holder.
    ///
    /// A judge sees an answer only when it is shown. The witness's turn ends when it has spoken; the witness counts the
    /// judge's turn from the moment at which its words will be shown.
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

    /// The witness's utterances that wait to be shown.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The utterances that the judge was not shown in full, in the order in which they were given.
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

    /// The utterances that referees have struck.
    #[must_use]
    pub fn struck(&self) -> &[Struck] {
        &self.struck
    }

    /// True if the judge was shown any part of the utterance that this event completed. Utterances are shown in order,
    /// so everything before the latest release was shown too, unless it was struck.
    #[must_use]
    pub fn was_shown(&self, of: u64) -> bool {
        let is_struck = self.struck.iter().any(|struck| struck.of == of);
        of > 0 && !is_struck && self.shown_of.is_some_and(|shown| of <= shown)
    }

    /// Checks an addition against the limit that a referee set on a confederate.
    ///
    /// # Errors
    /// The refusal for the confederate.
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
        // The characters of the line or message with this addition, and true if it begins one.
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

    /// Folds a referee's act on the waiting utterances; other acts change nothing here.
    pub fn referee(&mut self, pace: &Pace<'_>, by: Participant, deed: &Deed, time: Timestamp) {
        let at = pace.moment(time);
        match *deed {
            Deed::Hold { .. } => self.queue.hold(pace, at),
            Deed::Release { .. } => self.queue.release(pace, at),
            Deed::Strike { of, .. } => {
                let text = self.queue.strike(pace, of, at);
                self.struck.extend(text.map(|text| Struck { of, text, by, at: time }));
                if self.given == Some(of) {
                    // The judge has seen no answer: it is still the witness's turn.
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

    /// True if the witness began with words that the rulebook allows; `None` before its first line, or where any words
    /// are allowed.
    #[must_use]
    pub fn opened_well(&self, rules: &InterviewRules) -> Option<bool> {
        if rules.opening_words.is_empty() {
            return None;
        }
        let first = self.transcript.lines.iter().find(|line| line.side == Side::Witness)?;
        Some(rules.opening_words.iter().any(|words| words == first.text.trim()))
    }

    /// True if the witness has finished a line. Redacted words count as finished.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.redacted || self.transcript.lines.iter().any(|line| line.side == Side::Witness)
    }

    /// Checks an addition of a witness that is held to its opening words.
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
                // A Return among the keys before this one has ended the line.
                typed.as_str().contains('\n') || opening::lets_key(words, typed.as_str(), key)
            }
            Speech::Said { text: Some(text) } | Speech::Line { text: Some(text) } => opening::lets_say(words, text),
            Speech::Key { key: None, .. } | Speech::Said { text: None } | Speech::Line { text: None } => true,
        };
        if fits { Ok(()) } else { Err(Refusal::OpeningFirst(opening::named(words))) }
    }

    /// Checks an addition of this side.
    ///
    /// A client numbers its messages. A key that is sent again, because its refusal was lost with the connection, must
    /// not land behind keys that were pressed after it.
    ///
    /// # Errors
    /// The refusal for the speaker.
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

    /// Checks a file that this side is about to show.
    ///
    /// A file ends neither the judge's turn nor the line that the judge is typing.
    ///
    /// # Errors
    /// The refusal for the side that shows it.
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

    /// Checks a line that the server will type: its keys and a Return count as keys.
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

    /// Folds an event of one side into the state. `number` is its number in the conversation's stream.
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

    /// Folds a release: the judge is shown the next of the witness's words or keys.
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
        // The judge's turn begins when there is something to answer, unless the judge has spoken meanwhile.
        if self.given == Some(release.of) {
            self.given = None;
            self.turn = Some((Side::Judge, pace.moment(whole_second(time))));
        }
        self.next = self.queue.next(pace);
    }

    /// Updates the judge's screen to the turns of a transcript that have been shown.
    pub fn read(&mut self, contest: &Contest, id: ConversationId) {
        let turns = contest.shown_in(id).and_then(|shown| shown.turns.held()).map_or(&[][..], Vec::as_slice);
        let mut seen = Transcript::default();
        let lines = turns.iter().take(contest.turns_shown(id).into()).flatten();
        lines.for_each(|line| seen.say(line.by, &line.text));
        self.transcript = seen.clone();
        self.seen = seen;
    }

    /// Counts an addition of a side, and keeps its latest `keep` times.
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
