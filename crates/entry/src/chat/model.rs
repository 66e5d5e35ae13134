//! One model in one conversation: decides when to send a request, and handles the response.

use std::{sync::Arc, time::Duration};

use rulebook::{
    Key, Side,
    contest_file::{Chat, Price},
};

use super::{
    answer::{Answer, PartialResponse},
    body::Body,
    cost::cost_micro,
    failure::{Cause, Failure},
    history::{History, is_sent},
    lines::lines_of,
    notation::Spoken,
    retry,
    secret::{Secret, without},
};
use crate::{
    FinishedLine, FromEntry, Incident, JudgeFile, Pace, Usage,
    http::{Asking, Method, Request, ResponsePart},
    opening::Opening,
    voice::Voice,
};

/// The maximum size of a response, in bytes: a stream wraps each token in some 300.
const BODY_MAX: usize = 8 << 20;

/// The timeout of the first contact with a server, in real time.
const SEEKING: Duration = Duration::from_secs(10);

/// The size at which a judge's unfinished line is passed on as a piece, in bytes.
const LINE_MAX: usize = 16 << 10;

/// The maximum length of a reason quoted in an incident, in characters.
const WHY_MAX: usize = 160;

/// A model behind an address, in one conversation.
#[derive(Debug)]
pub struct Model {
    url: String,
    key: Option<Secret>,
    body: Body,
    patience: Duration,
    retries: u32,
    price: Option<Price>,
    /// Contest seconds per real second: retries wait in real time.
    pace: Pace,
    state: State,
    out: Option<Out>,
    history: History,
    /// The prompt for an opening, until it is sent or the judge has begun; and true while an opening is requested.
    start: Option<String>,
    opens: bool,
    /// The judge's current line.
    line: String,
    /// True if the judge has ended a line that no request holds.
    asked: bool,
    /// True if a shown file asks for an answer by itself, as a message does.
    shown_asks: bool,
    /// The reason for the last failed contact with the server.
    unreachable: Option<String>,
    /// True while streams are asked for a token count; and true once its absence was reported.
    counts: bool,
    uncounted_said: bool,
    spent: Usage,
    voice: Voice,
}

/// The next action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The server has never answered; contact it at this time.
    Seeking { failures: u32, at: Duration },
    /// The server is there, and nothing is owed.
    Listens,
    /// An answer is owed; request it at this time.
    Owes { failures: u32, at: Duration },
}

/// The request that is out.
#[derive(Debug)]
enum Out {
    /// A request that tests the connection.
    Seeks,
    /// A request for an answer.
    Asks(Box<PartialResponse>),
}

impl Model {
    /// A conversation before its first message. `instructions` are rendered; `pace`, `typing` and `silence` are those
    /// of [`Setup`](crate::Setup).
    #[must_use]
    pub fn new(
        chat: &Chat,
        instructions: Option<String>,
        key: Option<Secret>,
        pace: Pace,
        typing: impl Into<Option<Duration>>,
        silence: Duration,
    ) -> Self {
        Self {
            url: chat.url.clone(),
            key,
            body: Body::new(chat, instructions),
            patience: chat.patience,
            retries: chat.retries,
            price: chat.price.clone(),
            pace,
            state: State::Seeking { failures: 0, at: Duration::ZERO },
            out: None,
            history: History::new(chat.history),
            start: chat.start.clone(),
            opens: false,
            line: String::new(),
            asked: false,
            shown_asks: false,
            unreachable: None,
            counts: true,
            uncounted_said: false,
            spent: Usage::default(),
            voice: Voice::new(typing.into(), silence),
        }
    }

    /// Adds the lines of an earlier conversation. An unanswered last line of the judge is sent with the judge's next
    /// line.
    #[must_use]
    pub fn knowing(mut self, lines: impl IntoIterator<Item = FinishedLine>) -> Self {
        for FinishedLine { side, text } in lines {
            match side {
                Side::Judge => drop(self.history.heard(text)),
                Side::Witness => {
                    self.history.ask();
                    self.history.answered(text);
                }
            }
        }
        self
    }

    /// Applies this rule to text that the model says unasked.
    #[must_use]
    pub fn under(mut self, opening: Opening) -> Self {
        self.voice.under(opening);
        self
    }

    /// Treats a shown file as a message of its own, which asks for an answer.
    #[must_use]
    pub fn asked_by_files(mut self) -> Self {
        self.shown_asks = true;
        self
    }

    fn request(&self, method: Method, path: &str, body: Vec<u8>, patience: Duration) -> Request {
        // The response reader does not decompress.
        let mut headers = vec![("accept-encoding".to_owned(), "identity".to_owned())];
        if method == Method::Post {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        if let Some(key) = &self.key {
            headers.push(("authorization".to_owned(), format!("Bearer {}", key.reveal())));
        }
        Request { method, url: format!("{}{path}", self.url), headers, body, patience, body_max: BODY_MAX }
    }

    fn heard(&mut self, line: String) {
        self.start = None;
        let count = self.history.heard(line);
        if count > 0 {
            self.voice.report(Incident::BacklogDiscarded { count });
        }
    }

    /// Handles the response to a contact. Every status counts as an answer, except a gateway's error.
    fn found(&mut self, part: ResponsePart<'_>, failures: u32, now: Duration) {
        let why = match part {
            ResponsePart::Head(head) if retry::is_away(head.status) => format!("status {}", head.status),
            ResponsePart::Failed(why) => plain(why, self.key.as_ref()),
            ResponsePart::Head(_) | ResponsePart::Body(_) | ResponsePart::End => {
                self.state = State::Listens;
                self.ask_for_opening(now);
                return self.voice.ready();
            }
        };
        if self.unreachable.as_ref() != Some(&why) {
            self.voice.report(Incident::NotConnected { why: why.clone() });
            self.unreachable = Some(why);
        }
        let failures = failures.saturating_add(1);
        self.state = State::Seeking { failures, at: self.after(retry::seeking(failures), now) };
    }

    /// Requests an opening, if one is configured and allowed, and the judge has said nothing yet.
    fn ask_for_opening(&mut self, now: Duration) {
        if let Some(start) = self.start.take().filter(|_| self.voice.lets_open()) {
            let _ = self.history.heard(start);
            self.opens = true;
            self.state = State::Owes { failures: 0, at: now };
        }
    }

    fn came(&mut self, come: Result<Answer, Failure>, now: Duration) {
        match come {
            Ok(answer) => self.says(&answer, now),
            Err(failure) => self.failed(failure, now),
        }
    }

    fn says(&mut self, answer: &Answer, now: Duration) {
        self.state = State::Listens;
        self.count(answer.tokens);
        if let Some(reason) =
            answer.finish.as_ref().filter(|finish| ["length", "content_filter"].contains(&finish.as_str()))
        {
            self.voice.report(Incident::CutShort { reason: reason.clone() });
        }
        let Spoken { words, went_on, doubtful, wants_tool } = Spoken::of(&answer.words);
        if answer.wants_tool || wants_tool {
            self.voice.report(Incident::ToolWanted);
        }
        if let Some(mark) = went_on {
            self.voice.report(Incident::WentOn { mark });
        }
        if let Some(mark) = doubtful {
            self.voice.report(Incident::Notation { mark });
        }
        let lines = lines_of(&words, answer, self.key.as_ref());
        if lines.is_empty() {
            self.opens = false;
            return self.voice.report(Incident::EmptyAnswer);
        }
        self.history.answered(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n"));
        if std::mem::take(&mut self.opens) {
            lines.iter().for_each(|line| self.voice.unasked(line));
        } else {
            lines.iter().for_each(|line| self.voice.say(line, now));
        }
    }

    fn failed(&mut self, failure: Failure, now: Duration) {
        let State::Owes { failures, .. } = self.state else { return };
        let why = plain(&failure.why, self.key.as_ref());
        if self.is_mended(failure.cause, &why) {
            self.state = State::Owes { failures, at: now };
        } else if failure.is_passing && failures < self.retries {
            let failures = failures + 1;
            self.voice.report(Incident::AskedAgain { why, attempt: failures + 1 });
            self.state = State::Owes { failures, at: self.after(retry::wait(failures, failure.wait_s), now) };
        } else {
            self.opens = false;
            self.voice.report(match failure.cause {
                Cause::Role => Incident::RoleRefused { why },
                Cause::TooLong | Cause::Counting | Cause::Other => Incident::NoAnswer { why },
            });
            self.report_spent();
            self.state = State::Listens;
        }
    }

    /// Removes the cause from the next request; false if that is impossible.
    fn is_mended(&mut self, cause: Cause, why: &str) -> bool {
        match cause {
            Cause::Counting => std::mem::replace(&mut self.counts, false),
            Cause::TooLong => {
                let of = self.history.earlier();
                let Some(kept) = self.history.shorten() else { return false };
                self.voice.report(Incident::Shortened { why: why.to_owned(), kept, of });
                true
            }
            Cause::Role | Cause::Other => false,
        }
    }

    fn count(&mut self, tokens: Option<(u64, u64)>) {
        match tokens {
            Some((prompt, completion)) => {
                self.spent.prompt_tokens = prompt;
                self.spent.completion_tokens = completion;
                self.spent.cost_micro = self.price.as_ref().map_or(0, |price| cost_micro(price, prompt, completion));
            }
            None if !std::mem::replace(&mut self.uncounted_said, true) => self.voice.report(Incident::NotCounted),
            None => {}
        }
        self.report_spent();
    }

    fn report_spent(&mut self) {
        let spent = std::mem::take(&mut self.spent);
        self.voice.spent(spent);
    }

    /// The contest time after this much real time from now.
    fn after(&self, real: Duration, now: Duration) -> Duration {
        now.saturating_add(self.pace.contest(real))
    }
}

impl Asking for Model {
    fn began(&mut self, _now: Duration) {
        self.voice.began();
    }

    fn key(&mut self, key: Key, now: Duration) {
        match key {
            Key::Char(c) => self.line.push(c.get()),
            Key::Tab => self.line.push('\t'),
            Key::BackSpace => drop(self.line.pop()),
            Key::Return => {
                let line = std::mem::take(&mut self.line);
                // An empty message has no answer, and many servers refuse it.
                if !line.trim().is_empty() {
                    self.heard(line);
                    self.asked = true;
                    self.voice.asked(now);
                }
                return;
            }
        }
        if self.line.len() >= LINE_MAX {
            let piece = std::mem::take(&mut self.line);
            self.heard(piece);
        }
    }

    fn shown(&mut self, shown: Arc<JudgeFile>, now: Duration) {
        if is_sent(&shown) {
            self.history.shown(shown);
        } else {
            self.heard(shown.unseen.clone());
        }
        if self.shown_asks {
            self.asked = true;
            self.voice.asked(now);
        }
    }

    fn take_request(&mut self, now: Duration) -> Option<Request> {
        if self.out.is_some() {
            return None;
        }
        if self.state == State::Listens && self.asked {
            self.state = State::Owes { failures: 0, at: now };
        }
        match self.state {
            State::Seeking { at, .. } if at <= now => {
                self.out = Some(Out::Seeks);
                Some(self.request(Method::Get, "/models", Vec::new(), SEEKING))
            }
            State::Owes { at, .. } if at <= now => {
                self.asked = false;
                self.history.ask();
                self.spent.requests = self.spent.requests.saturating_add(1);
                self.out = Some(Out::Asks(Box::default()));
                let body = self.body.written(&self.history, self.counts);
                Some(self.request(Method::Post, "/chat/completions", body, self.patience))
            }
            State::Seeking { .. } | State::Owes { .. } | State::Listens => None,
        }
    }

    fn answered(&mut self, part: ResponsePart<'_>, now: Duration) {
        match (&mut self.out, self.state) {
            (Some(Out::Seeks), State::Seeking { failures, .. }) => {
                self.out = None;
                self.found(part, failures, now);
            }
            (Some(Out::Asks(reading)), _) => {
                if let Some(come) = reading.part(part) {
                    self.out = None;
                    self.came(come, now);
                }
            }
            (Some(Out::Seeks) | None, _) => {}
        }
    }

    fn wake(&mut self, now: Duration) {
        self.voice.wake(now);
    }

    fn next_wake(&self) -> Option<Duration> {
        let asks = match self.state {
            _ if self.out.is_some() => None,
            State::Seeking { at, .. } | State::Owes { at, .. } => Some(at),
            State::Listens => self.asked.then_some(Duration::ZERO),
        };
        asks.into_iter().chain(self.voice.due()).min()
    }

    fn take_report(&mut self) -> Option<FromEntry> {
        self.voice.take_report()
    }

    fn has_reports(&self) -> bool {
        self.voice.has_reports()
    }

    fn is_satisfied(&self) -> bool {
        self.out.is_none()
    }

    fn secret(&self) -> Option<&str> {
        self.key.as_ref().and_then(Secret::telling)
    }
}

/// A reason without the key and control characters, cut to `WHY_MAX` characters.
fn plain(why: &str, key: Option<&Secret>) -> String {
    let why = without(why, key);
    let marked = why.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    if why.chars().count() <= WHY_MAX { marked.collect() } else { marked.take(WHY_MAX).chain(['…']).collect() }
}
