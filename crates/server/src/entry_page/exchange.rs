//! The messages between a judge and an entry on the page, and the times at which they are shown. No I/O here.
//!
//! The judge sends whole messages; the entry types keystrokes, which make answers: an answer ends after a pause in the
//! typing. No answer is shown before the delay, counted from the judge's last message, so that speed reveals nothing.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use rulebook::{
    Key, Side, Timestamp,
    key::{Alphabet, Typed},
};

/// The most characters of a judge's message.
pub(super) const WORDS_MAX: usize = 4_000;

/// The pause after a Return that completes an answer.
const QUIET: Duration = Duration::from_millis(1_500);

/// The pause that completes an answer whose last line has not ended.
const UNFINISHED: Duration = Duration::from_secs(4);

/// The most characters of an answer; at this length it is complete.
const ANSWER_MAX: usize = 4_000;

/// The most characters of a conversation; after that neither side can add anything.
const CONVERSATION_MAX: usize = 256 * 1_024;

/// A message that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownMessage {
    pub(super) by: Side,
    pub(super) at: Timestamp,
    /// Lines, without an empty one at the end.
    pub(super) text: String,
}

/// The reason why a judge's message is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("You have written nothing.")]
    Nothing,
    #[error("That is too long: at most {WORDS_MAX} characters, please.")]
    TooLong,
    #[error("This conversation is as long as it may get.")]
    Full,
    #[error("Your partner is no longer there.")]
    Gone,
    #[error("Your words could not be recorded, and were not passed on. Please call for help.")]
    Unrecorded,
}

/// The judge's view.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Screen {
    pub(super) said: Arc<Vec<ShownMessage>>,
    /// True while the judge's last message has no answer.
    pub(super) waits: bool,
    /// True when the entry is in place, or was.
    pub(super) present: bool,
    /// True when it is gone for good.
    pub(super) gone: bool,
    /// True when it is known who begins.
    pub(super) opened: bool,
}

/// A conversation.
#[derive(Debug)]
pub(super) struct Exchange {
    delay: Duration,
    greeting: Option<String>,
    screen: Screen,
    characters: usize,
    /// The entry's unfinished answer, and the time of its last keystroke.
    typing: Typed,
    typed: Timestamp,
    /// Complete answers that are not shown yet.
    answers: VecDeque<String>,
    /// The time of the judge's last message.
    asked: Option<Timestamp>,
    ready: Option<Timestamp>,
    /// Answers that are due and not yet recorded.
    shown: VecDeque<ShownMessage>,
}

impl Exchange {
    /// An empty conversation.
    pub(super) fn new(delay: Duration, greeting: Option<String>) -> Self {
        Self {
            delay,
            greeting,
            screen: Screen::default(),
            characters: 0,
            typing: Typed::default(),
            typed: Timestamp::from_millis(0),
            answers: VecDeque::new(),
            asked: None,
            ready: None,
            shown: VecDeque::new(),
        }
    }

    /// Notes that the entry is in place.
    pub(super) fn ready(&mut self, now: Timestamp) {
        self.screen.present = true;
        self.ready.get_or_insert(now);
    }

    /// Notes that the entry will send nothing more.
    pub(super) fn gone(&mut self, now: Timestamp) {
        self.complete();
        self.screen.gone = true;
        self.screen.opened = true;
        self.wake(now);
        self.screen.waits &= !self.answers.is_empty();
    }

    /// The judge's message in the characters of a keyboard, if it is accepted.
    pub(super) fn words(&self, text: &str) -> Result<String, Refusal> {
        let mut typed = Typed::default();
        let one_line = text.replace(['\r', '\n', '\u{8}'], " ");
        Alphabet::Ascii.keys_of(one_line.trim()).take(WORDS_MAX + 1).for_each(|key| typed.press(key));
        let words = typed.as_str().trim();
        match () {
            () if self.screen.gone => Err(Refusal::Gone),
            () if words.is_empty() => Err(Refusal::Nothing),
            () if words.len() > WORDS_MAX => Err(Refusal::TooLong),
            () if self.characters + words.len() > CONVERSATION_MAX => Err(Refusal::Full),
            () => Ok(words.to_owned()),
        }
    }

    /// Shows the judge's message at once.
    pub(super) fn judge_said(&mut self, words: ShownMessage) {
        self.asked = Some(words.at);
        self.screen.waits = true;
        self.screen.opened = true;
        self.characters += words.text.len();
        Arc::make_mut(&mut self.screen.said).push(words);
    }

    /// Takes a keystroke of the entry.
    pub(super) fn key(&mut self, key: Key, now: Timestamp) {
        if self.characters + self.typing.as_str().len() >= CONVERSATION_MAX {
            return;
        }
        self.typing.press(key);
        self.typed = now;
        if self.typing.as_str().len() >= ANSWER_MAX {
            self.complete();
        }
    }

    /// Sets the time to `now`: a complete answer is shown when it is due.
    pub(super) fn wake(&mut self, now: Timestamp) {
        if self.typing_due().is_some_and(|due| due <= now) {
            self.complete();
        }
        if self.opening_due().is_some_and(|due| due <= now) {
            self.screen.opened = true;
            self.answers.extend(self.greeting.take().filter(|_| self.answers.is_empty()));
        }
        if self.showing_due().is_some_and(|due| due <= now) {
            self.shown.extend(self.answers.drain(..).map(|text| ShownMessage { by: Side::Witness, at: now, text }));
            self.greeting = None;
        }
    }

    /// The next time at which [`Exchange::wake`] has something to do.
    pub(super) fn next_wake(&self) -> Option<Timestamp> {
        [self.typing_due(), self.opening_due(), self.showing_due()].into_iter().flatten().min()
    }

    /// The entry's next answer that is due. It is shown once it is [recorded](Exchange::record).
    pub(super) fn next_shown(&self) -> Option<&ShownMessage> {
        self.shown.front()
    }

    /// Notes that the next answer is in the log: the judge sees it.
    pub(super) fn record(&mut self) {
        let Some(said) = self.shown.pop_front() else { return };
        Arc::make_mut(&mut self.screen.said).push(said);
        self.screen.opened = true;
        self.screen.waits &= !self.shown.is_empty();
    }

    /// The judge's present view.
    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Completes the typed answer, unless it is blank.
    fn complete(&mut self) {
        let typed = std::mem::take(&mut self.typing);
        let lines = typed.as_str().lines().map(str::trim).filter(|line| !line.is_empty());
        let text = lines.collect::<Vec<_>>().join("\n");
        if !text.is_empty() {
            self.characters += text.len();
            self.answers.push_back(text);
        }
    }

    fn typing_due(&self) -> Option<Timestamp> {
        match self.typing.as_str() {
            "" => None,
            typed => Some(self.typed + if typed.ends_with('\n') { QUIET } else { UNFINISHED }),
        }
    }

    /// The time at which it is known that the entry does not begin.
    fn opening_due(&self) -> Option<Timestamp> {
        self.ready.filter(|_| !self.screen.opened && self.typing.as_str().is_empty()).map(|ready| ready + QUIET)
    }

    fn showing_due(&self) -> Option<Timestamp> {
        let first = !self.answers.is_empty();
        first.then(|| self.asked.map_or(self.typed, |asked| asked + self.delay))
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000 + millis)
    }

    /// The times and texts of the answers that are shown until then.
    fn shown(exchange: &mut Exchange, until: i64) -> Vec<(i64, String)> {
        let mut shown = Vec::new();
        while let Some(due) = exchange.next_wake().filter(|due| *due <= at(until)) {
            exchange.wake(due);
            while let Some(said) = exchange.next_shown() {
                shown.push((said.at.as_millis() - 1_000_000, said.text.clone()));
                exchange.record();
            }
        }
        shown
    }

    fn asks(exchange: &mut Exchange, words: &str, now: i64) {
        let text = exchange.words(words).unwrap();
        exchange.judge_said(ShownMessage { by: Side::Judge, at: at(now), text });
    }

    fn types(exchange: &mut Exchange, text: &str, now: i64) {
        keys_of(text).for_each(|key| exchange.key(key, at(now)));
    }

    fn exchange(greeting: Option<&str>) -> Exchange {
        let mut exchange = Exchange::new(Duration::from_secs(5), greeting.map(str::to_owned));
        exchange.ready(at(0));
        exchange
    }

    #[test]
    fn a_quick_answer_waits_for_the_delay_and_a_slow_one_is_shown_when_it_is_complete() {
        let mut exchange = exchange(None);
        assert_eq!(shown(&mut exchange, 2_000), []);
        assert!(exchange.screen().opened);
        asks(&mut exchange, "Hi", 3_000);
        types(&mut exchange, "Hello.\nHow are you?\n", 3_100);
        assert_eq!(shown(&mut exchange, 7_999), []);
        assert!(exchange.screen().waits);
        assert_eq!(shown(&mut exchange, 8_000), [(8_000, "Hello.\nHow are you?".to_owned())]);
        assert!(!exchange.screen().waits);
        asks(&mut exchange, "Well", 9_000);
        types(&mut exchange, "Good\n", 19_000);
        assert_eq!(shown(&mut exchange, 30_000), [(20_500, "Good".to_owned())]);
        asks(&mut exchange, "And?", 31_000);
        types(&mut exchange, "no retunr", 37_000);
        types(&mut exchange, "\u{8}\u{8}rn", 38_000);
        assert_eq!(shown(&mut exchange, 60_000), [(42_000, "no return".to_owned())]);
        assert_eq!(exchange.screen().said.len(), 6);
    }

    #[test]
    fn the_entrys_own_greeting_comes_before_ours() {
        let mut own = exchange(Some("Hello, stranger."));
        types(&mut own, "I am first.\n", 1_000);
        assert_eq!(shown(&mut own, 60_000), [(2_500, "I am first.".to_owned())]);
        let mut ours = exchange(Some("Hello, stranger."));
        assert_eq!(shown(&mut ours, 60_000), [(1_500, "Hello, stranger.".to_owned())]);
        let mut eager = exchange(Some("Hello, stranger."));
        asks(&mut eager, "Anybody?", 100);
        assert_eq!(shown(&mut eager, 60_000), []);
    }

    #[test]
    fn words_that_make_no_line_are_refused_and_others_are_as_a_keyboard_has_them() {
        let mut exchange = exchange(None);
        assert_eq!(exchange.words(" caf\u{e9}\r\n\u{201c}so\u{201d} "), Ok("cafe  \"so\"".to_owned()));
        assert_eq!(exchange.words(" \r\n "), Err(Refusal::Nothing));
        assert_eq!(exchange.words(&"x".repeat(WORDS_MAX + 1)), Err(Refusal::TooLong));
        for n in 0..(CONVERSATION_MAX / WORDS_MAX) {
            asks(&mut exchange, &"x".repeat(WORDS_MAX), i64::try_from(n).unwrap());
        }
        assert_eq!(exchange.words(&"x".repeat(WORDS_MAX)), Err(Refusal::Full));
        exchange.gone(at(400_000));
        assert_eq!(exchange.words("x"), Err(Refusal::Gone));
        assert!(!exchange.screen().waits);
    }

    #[test]
    fn a_flood_is_cut_and_what_was_said_before_the_end_is_shown() {
        let mut exchange = exchange(None);
        asks(&mut exchange, "Hi", 0);
        types(&mut exchange, &"x".repeat(CONVERSATION_MAX * 2), 100);
        exchange.gone(at(200));
        let all: usize = shown(&mut exchange, 60_000).iter().map(|(_, text)| text.len()).sum();
        assert!(all <= CONVERSATION_MAX && all > CONVERSATION_MAX - 100, "{all}");
    }
}
