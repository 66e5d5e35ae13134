//! Every `docs/protocols/web*.txt`, played request by request and page by page.
//!
//! A line of a file is a step; `#` begins a comment. Text in quotes knows `\n`, `\b` and `\"`, a page `\xe9`. A key is
//! pressed every 0.1 s; the limit of silence is 60 s.
//!
//! | step | meaning |
//! | --- | --- |
//! | `with KEY VALUE` | a key of the contest file |
//! | `opens anyone` | either side may begin; otherwise the judge does |
//! | `> METHOD ADDRESS`, then `= BODY` | the next request |
//! | `< STATUS TYPE`, then `| LINE`s | the answer to it |
//! | `< fails "why"` | there is none |
//! | `talk begins`, `judge types "Hi\n"` | the contest says so; keys, one at a time |
//! | `entry types "Hello\n"` | all keys since the last such step, after as many tenths of a second |
//! | `60 s pass` | time |
//! | `ready` | the entry is in place |
//! | `incident KIND text` | the next incident has this kind and contains this text |
//!
//! At the end no key, incident or unchecked request may be left over.

#[path = "../../tests/support/traces.rs"]
mod support;

use std::{collections::VecDeque, time::Duration};

use rulebook::{
    contest_file::{Replies, WebForm},
    key::{Typed, keys_of},
    schema::Opener,
};

use self::support::{is_incident, play_all, quoted_text, same, shows_the_trace, unescaped};
use super::Browser;
use crate::{
    FromEntry, Incident,
    http::{Asking, Request, ResponseHead, ResponsePart},
};

pub(super) const TYPING: Duration = Duration::from_millis(100);
pub(super) const SILENCE: Duration = Duration::from_secs(60);

#[test]
fn every_trace_is_played_as_written() {
    let ours = |name: &str| name.starts_with("web") && !name.starts_with("websocket");
    play_all(ours, 6, play);
}

#[test]
fn the_example_of_the_page_is_that_of_the_trace() {
    shows_the_trace("web.md", "web.txt", &['>', '=', '<', '|']);
}

pub(super) fn settings() -> WebForm {
    WebForm {
        url: "http://127.0.0.1/".to_owned(),
        form: None,
        field: None,
        reply: ".answer".to_owned(),
        replies: Replies::Last,
        reply_url: None,
        submit: None,
        patience: Duration::from_secs(60),
        start: false,
    }
}

fn play(trace: &str) -> Result<(), String> {
    let (mut settings, mut opens) = (settings(), Opener::Judge);
    let mut table: Option<BrowserRig> = None;
    let mut lines = trace.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |fault: String| format!("{}: {line}: {fault}", number + 1);
        if let Some(setting) = line.strip_prefix("with ") {
            let (key, value) = setting.split_once(' ').unwrap();
            set(&mut settings, key, value);
            continue;
        }
        if line == "opens anyone" {
            opens = Opener::Anyone;
            continue;
        }
        let table = table.get_or_insert_with(|| BrowserRig::new(&settings, opens));
        let mut body = |mark: char| {
            let mut bytes = Vec::new();
            while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(mark)) {
                bytes.extend(unescaped(line[1..].strip_prefix(' ').unwrap_or(&line[1..])));
                bytes.extend_from_slice(if mark == '|' { b"\r\n" } else { b"" });
            }
            bytes
        };
        match line.split_once(' ').map(|(mark, rest)| (mark, rest.trim())) {
            Some((">", asked)) => table.asks(asked, &body('=')).map_err(fault)?,
            Some(("<", answer)) => table.gets(answer, &body('|')),
            _ => table.step(line).map_err(fault)?,
        }
    }
    let mut table = table.expect("a trace has steps");
    table.collect();
    let left = (table.typed.as_str(), table.incidents.len(), table.browser.take_request(table.now));
    if left == ("", 0, None) { Ok(()) } else { Err(format!(" left at the end: {left:?} {:?}", table.incidents)) }
}

fn set(settings: &mut WebForm, key: &str, value: &str) {
    let text = value.to_owned();
    match key {
        "url" => settings.url = text,
        "form" => settings.form = Some(text),
        "field" => settings.field = Some(text),
        "reply" => settings.reply = text,
        "replies" => settings.replies = if value == "all-new" { Replies::AllNew } else { Replies::Whole },
        "reply_url" => settings.reply_url = Some(text),
        "submit" => settings.submit = Some(text),
        "start" => settings.start = value == "true",
        _ => panic!("no such key: {key}"),
    }
}

/// The browser under test, and its surroundings.
pub(super) struct BrowserRig {
    pub(super) browser: Browser,
    pub(super) asked: Option<Request>,
    pub(super) now: Duration,
    pub(super) ready: bool,
    pub(super) typed: Typed,
    pub(super) incidents: VecDeque<Incident>,
}

impl BrowserRig {
    pub(super) fn new(settings: &WebForm, opens: Opener) -> Self {
        Self {
            browser: Browser::new(settings, opens, TYPING, SILENCE).unwrap(),
            asked: None,
            now: Duration::ZERO,
            ready: false,
            typed: Typed::default(),
            incidents: VecDeque::new(),
        }
    }

    fn asks(&mut self, asked: &str, body: &[u8]) -> Result<(), String> {
        let request = self.browser.take_request(self.now).ok_or("nothing is asked for")?;
        same(
            &format!("{:?} {}", request.method, request.url).replacen("Get", "GET", 1).replacen("Post", "POST", 1),
            asked,
        )?;
        same(&String::from_utf8_lossy(&request.body), &String::from_utf8_lossy(body))?;
        self.asked = Some(request);
        Ok(())
    }

    fn gets(&mut self, answer: &str, body: &[u8]) {
        if answer.starts_with("fails") {
            return self.fails(&quoted_text(answer));
        }
        let (status, kind) = answer.split_once(' ').unwrap_or((answer, ""));
        self.answers(status.parse().unwrap(), kind, body);
    }

    pub(super) fn answers(&mut self, status: u16, kind: &str, body: &[u8]) {
        let url = self.asked.take().expect("something was asked for").url;
        let head = ResponseHead { status, url, content_type: kind.to_owned(), ..ResponseHead::default() };
        self.browser.answered(ResponsePart::Head(&head), self.now);
        for piece in body.chunks(1_000) {
            self.browser.answered(ResponsePart::Body(piece), self.now);
        }
        self.browser.answered(ResponsePart::End, self.now);
    }

    pub(super) fn fails(&mut self, why: &str) {
        self.asked = None;
        self.browser.answered(ResponsePart::Failed(why), self.now);
    }

    pub(super) fn hears(&mut self, text: &str) {
        for key in keys_of(text) {
            self.browser.key(key, self.now);
        }
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["talk", "begins"] => self.browser.began(self.now),
            ["judge", "types", ..] => self.hears(&quoted_text(line)),
            [seconds, "s", "pass"] => self.pass(Duration::from_secs_f64(seconds.parse().unwrap())),
            ["ready"] => {
                self.collect();
                return std::mem::take(&mut self.ready).then_some(()).ok_or("it is not".into());
            }
            ["entry", "types", ..] => {
                let text = quoted_text(line);
                self.pass(TYPING * u32::try_from(text.chars().count()).unwrap());
                same(std::mem::take(&mut self.typed).as_str(), &text)?;
            }
            ["incident", kind, text @ ..] => {
                self.pass(Duration::ZERO);
                let next = self.incidents.pop_front().map(|incident| (incident.kind(), incident.to_string()));
                is_incident(next, kind, text)?;
            }
            _ => return Err("no such step".into()),
        }
        Ok(())
    }

    pub(super) fn pass(&mut self, time: Duration) {
        let now = self.now + time;
        // A due request is made when a step asks for it.
        while let Some(due) = self.browser.next_wake().filter(|due| *due <= now && *due > self.now) {
            self.now = due;
            self.browser.wake(due);
            self.collect();
        }
        self.now = now;
        self.browser.wake(now);
        self.collect();
    }

    pub(super) fn collect(&mut self) {
        while let Some(report) = self.browser.take_report() {
            match report {
                FromEntry::Ready => self.ready = true,
                FromEntry::Spent(usage) => panic!("nobody counts: {usage:?}"),
                FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
                FromEntry::Key(key) => self.typed.press(key),
                FromEntry::Incident(incident) => self.incidents.push_back(incident),
            }
        }
    }
}
