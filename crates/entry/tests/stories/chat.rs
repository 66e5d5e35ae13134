//! A model behind an address, without a network: every `docs/protocols/chat*.txt` is played request by request, hostile
//! answers are listed in a table, and arbitrary bytes must do no harm.
//!
//! A line of a file is a step; `#` begins a comment. Text in quotes knows `\n`, `\r`, `\b`, `\xff`, `\"` and `\\`. A
//! key is pressed every 0.1 s; the limit of silence is 60 s; the rules are those of 2010, in round 4.
//!
//! | step | meaning |
//! | --- | --- |
//! | `with KEY = VALUE` | a key of the entry's table, as in the contest file |
//! | `judge types "Hi\n"` | keys, one at a time |
//! | `> METHOD URL BODY` | the next request |
//! | `no request` | there is none now |
//! | `< STATUS TYPE`, `< STATUS TYPE retry-after SECONDS` | the answer begins |
//! | `< "bytes"`, `< end`, `< fails "why"` | bytes of its body; it is complete; it broke off |
//! | `ready` | the server is in place |
//! | `entry types "Hello\n"` | all keys since the last such step, after as many tenths of a second |
//! | `spent N requests P + C tokens M millionths` | the cost of an answer |
//! | `60 s pass` | time |
//! | `incident KIND text` | the next incident has this kind and contains this text |
//!
//! At the end no request, key, incident or cost may be left over.

use crate::trace_files as traces;
use std::{collections::VecDeque, fs, time::Duration};

use entry::{
    FromEntry, Incident, Pace, Usage,
    chat::{self, Model, Secret},
    http::{Asking, Method, Request, ResponseHead, ResponsePart},
};
use proptest::prelude::*;
use rulebook::{
    contest_file::{Chat, Protocol},
    key::{Typed, keys_of},
    reader::read_entries,
};

use crate::trace_files::{docs, is_incident, play, play_all, quoted, quoted_text, same, shows_the_trace, steps};

const TYPING: Duration = Duration::from_millis(100);
const SILENCE: Duration = Duration::from_secs(60);
const KEY: &str = "sk-0123456789abcdef";
const SSE: &str = "text/event-stream";

#[test]
fn every_page_of_traces_is_played_as_written() {
    play_all(|name| name.starts_with("chat"), 7, |trace| play(&mut Table::new(""), steps(trace)));
}

#[test]
fn the_example_of_the_page_is_that_of_the_trace() {
    shows_the_trace("chat.md", "chat.txt", &['>', '<']);
}

/// A case: title, status, content type and body of an answer, the incidents that follow, and the typed text.
type Case<'c> = (&'c str, u16, &'c str, &'c [u8], &'c [&'c str], &'c str);

/// Each case answers the judge's first line, once; the second attempt succeeds and says "Fine."
#[test]
fn hostile_answers_are_reported_and_the_next_is_heard() {
    let endless = format!("data: {}", "x".repeat(1 << 20));
    let huge =
        format!(r#"{{"choices":[{{"message":{{"content":"{}"}},"finish_reason":"stop"}}]}}"#, "ab ".repeat(40_000));
    let long = format!("{}\n", "x".repeat(2_000));
    let long_line = delta(&"x".repeat(3_000), "stop");
    let deep = "[".repeat(10_000);
    let echoed = format!(r#"{{"error":{{"message":"The key {KEY} is not known.","code":500}}}}"#);
    let said = delta(&format!("My key is {KEY}."), "stop");
    let hidden_key =
        delta("My key is sk-0123\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"456789abcdef.", "stop");
    let cases: &[Case<'_>] = &[
        ("nothing", 200, SSE, b"", &["asked-again"], "Fine.\n"),
        ("nothing, not streamed", 200, "application/json", b"", &["asked-again"], "Fine.\n"),
        ("no JSON", 200, "application/json", b"hello", &["asked-again"], "Fine.\n"),
        ("JSON, but no object", 200, "application/json", b"42", &["asked-again"], "Fine.\n"),
        ("half an object", 200, "application/json", br#"{"choices":[{"mess"#, &["asked-again"], "Fine.\n"),
        ("brackets without end", 200, "application/json", deep.as_bytes(), &["asked-again"], "Fine.\n"),
        ("no choices", 200, "application/json", br#"{"id":"x"}"#, &["asked-again"], "Fine.\n"),
        ("empty choices", 200, "application/json", br#"{"choices":[]}"#, &["asked-again"], "Fine.\n"),
        ("choices that are none", 200, "application/json", br#"{"choices":{"0":1}}"#, &["asked-again"], "Fine.\n"),
        ("a page", 200, "text/html", b"<html><body>Log in</body></html>", &["asked-again"], "Fine.\n"),
        ("a compressed body", 200, "application/json", b"\x1f\x8b\x08\x00\x00\xff", &["asked-again"], "Fine.\n"),
        ("NUL bytes", 200, "application/json", b"\0\0\0\0", &["asked-again"], "Fine.\n"),
        ("an event without end", 200, SSE, endless.as_bytes(), &["asked-again"], "Fine.\n"),
        ("an event that is no JSON", 200, SSE, b"data: {oops\n\n", &["asked-again"], "Fine.\n"),
        ("an error in place of an answer", 200, "application/json", br#"{"error":"no"}"#, &["asked-again"], "Fine.\n"),
        (
            "an error of an older kind",
            200,
            "application/json",
            br#"{"object":"error","message":"no"}"#,
            &["asked-again"],
            "Fine.\n",
        ),
        (
            "an error that will not pass",
            200,
            SSE,
            b"data: {\"error\":{\"code\":402,\"message\":\"pay\"}}\n\n",
            &["no-answer"],
            "",
        ),
        ("an error with the key in it", 500, "application/json", echoed.as_bytes(), &["asked-again"], "Fine.\n"),
        ("a redirect", 307, "text/html", b"", &["no-answer"], ""),
        ("not found", 404, "text/html", b"<h1>404</h1>", &["no-answer"], ""),
        ("nobody's status", 600, "text/html", b"", &["no-answer"], ""),
        ("switching", 101, "", b"", &["no-answer"], ""),
        ("events under another name", 200, "text/plain", delta("Hi.", "stop").leak().as_bytes(), &[], "Hi.\n"),
        ("no type", 200, "", br#"{"choices":[{"message":{"content":"Hi."}}]}"#, &[], "Hi.\n"),
        (
            "null content",
            200,
            "application/json",
            br#"{"choices":[{"message":{"content":null}}]}"#,
            &["empty-answer"],
            "",
        ),
        ("no message", 200, "application/json", br#"{"choices":[{}]}"#, &["empty-answer"], ""),
        (
            "a number for content",
            200,
            "application/json",
            br#"{"choices":[{"message":{"content":7}}]}"#,
            &["empty-answer"],
            "",
        ),
        (
            "only what nobody can type",
            200,
            "application/json",
            "{\"choices\":[{\"message\":{\"content\":\" \\u0000\\u0007\\ue000 \"}}]}".as_bytes(),
            &["empty-answer"],
            "",
        ),
        (
            "NUL and colours among letters",
            200,
            "application/json",
            br#"{"choices":[{"message":{"content":"a\u0000b\u001b[31mc"}}]}"#,
            &[],
            "abc\n",
        ),
        (
            "invalid UTF-8",
            200,
            SSE,
            b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xff\xfeb\"},\"finish_reason\":\"stop\"}]}\n\n",
            &["not-text"],
            "a??b\n",
        ),
        (
            "another choice first",
            200,
            "application/json",
            br#"{"choices":[{"index":1,"message":{"content":"B"}},{"index":0,"message":{"content":"A"}}]}"#,
            &[],
            "A\n",
        ),
        ("a line that is too long", 200, SSE, long_line.as_bytes(), &["long-line"], &long),
        ("the key in the answer", 200, SSE, said.as_bytes(), &[], "My key is [key].\n"),
        ("the key in two pieces", 200, SSE, hidden_key.as_bytes(), &[], "My key is [key].\n"),
    ];
    for (title, status, content_type, body, kinds, typed) in cases {
        for piece in [1, 7, usize::MAX] {
            let mut table = Table::new(KEY);
            table.listens();
            table.types("Hello.\n");
            table.answers(*status, content_type, body, piece);
            if kinds.contains(&"asked-again") {
                table.pass(Duration::from_secs(1));
                table.answers(200, SSE, delta("Fine.", "stop").as_bytes(), usize::MAX);
            }
            table.pass(Duration::from_secs(600));
            let told: Vec<_> = table
                .incidents
                .iter()
                .map(Incident::kind)
                .filter(|kind| !["not-counted", "silent"].contains(kind))
                .collect();
            assert_eq!((told, table.typed.as_str()), (kinds.to_vec(), *typed), "{title}: {:?}", table.incidents);
            table.keeps_the_key(title);
            // In every case the next line is answered.
            table.typed = Typed::default();
            table.types("And now?\n");
            table.answers(200, SSE, delta("Now.", "stop").as_bytes(), piece);
            table.pass(Duration::from_secs(600));
            assert_eq!(table.typed.as_str(), "Now.\n", "{title}");
        }
    }
    // Text beyond the typing queue is dropped, and memory is bounded.
    let mut table = Table::new(KEY);
    table.listens();
    table.types("Hello.\n");
    table.answers(200, "application/json", huge.replace("ab ab ab ", "ab ab ab\\n").as_bytes(), 1_000);
    table.pass(Duration::from_secs(600));
    assert!(table.incidents.iter().any(|incident| incident.kind() == "flooded"), "{:?}", table.incidents);
    assert!(table.typed.as_str().len() <= 4_000);
}

#[test]
fn a_judge_may_type_without_end() {
    let mut table = Table::new(KEY);
    table.listens();
    table.types(&"long ".repeat(40_000));
    table.types("\n");
    let request = table.model.take_request(table.now).unwrap();
    assert!(request.body.len() <= (64 << 10) + 1_000, "{} bytes", request.body.len());
    assert!(table.told().contains(&"backlog-discarded"));
}

#[test]
fn settings_tell_everything_but_secrets() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("persona.txt"), "You are {{ medium }}.").unwrap();
    fs::write(home.path().join("key.txt"), format!("{KEY}\r\n")).unwrap();
    let settings =
        "instructions_file = 'persona.txt'\nkey_file = 'key.txt'\ntemperature = 0.25\nprice_in = 1\ncurrency = 'USD'";
    let chat = chat_of(settings);
    let told = chat::settings(&chat, home.path()).unwrap();
    assert_eq!(told["instructions"], "You are {{ medium }}.");
    // Witness: `printf %s "You are {{ medium }}." | sha256sum`.
    assert_eq!(told["instructions_sha256"], "2fd7a01a42ff546a23a52b8209c859c9a998807600bd312295c0c4f1f6c616fa");
    assert_eq!((told["temperature"].as_str(), told["price"]["in"].as_str()), (Some("0.25"), Some("1")));
    let key = chat::key(&chat, home.path()).unwrap().unwrap();
    assert_eq!(Secret::new(KEY), Some(key.clone()));
    assert!(!format!("{told} {chat:?} {key:?}").contains("0123456789"));
    // A missing file is named; the content of an existing one is never shown.
    fs::write(home.path().join("key.txt"), format!("{KEY}\nsecond line")).unwrap();
    let fault = chat::key(&chat, home.path()).unwrap_err().to_string();
    assert!(fault.contains("`key.txt` holds no key") && !fault.contains(KEY), "{fault}");
    for (settings, told) in [
        ("key_file = \"none\"", "none"),
        ("key_env = \"SET_BY_NOBODY_HERE\"", "`SET_BY_NOBODY_HERE` is not set"),
        ("key_file = \".\"", "is no file"),
    ] {
        let fault = chat::key(&chat_of(settings), home.path()).unwrap_err().to_string();
        assert!(fault.contains(told), "{fault}");
    }
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    let rendered = chat::instructions(&chat, home.path(), &rules, 1).unwrap();
    assert_eq!(rendered.as_deref(), Some("You are keystrokes."));
    fs::write(home.path().join("persona.txt"), "You are {{ judge }}.").unwrap();
    let fault = chat::settings(&chat, home.path()).unwrap_err().to_string();
    assert!(fault.contains("`judge` is no fact"), "{fault}");
}

proptest! {
    #[test]
    fn no_answer_at_all_does_harm(
        status in prop_oneof![Just(200_u16), 100_u16..700],
        content_type in prop_oneof![Just(SSE.to_owned()), Just("application/json".to_owned()), any::<String>()],
        pieces in prop::collection::vec(
            prop_oneof![
                any::<Vec<u8>>(),
                Just(b"data: ".to_vec()),
                Just(b"\n\n".to_vec()),
                Just(br#"{"choices":[{"delta":{"content":"a"}"#.to_vec()),
                Just(br#","finish_reason":"stop"}]}"#.to_vec()),
                Just(b"[DONE]".to_vec()),
                Just(KEY.as_bytes().to_vec()),
            ],
            0..12,
        ),
        fails: bool,
    ) {
        let mut table = Table::new(KEY);
        table.listens();
        table.types("Hello.\n");
        table.model.take_request(table.now).unwrap();
        let head = ResponseHead { status, content_type, ..ResponseHead::default() };
        table.model.answered(ResponsePart::Head(&head), table.now);
        for piece in &pieces {
            table.model.answered(ResponsePart::Body(piece), table.now);
        }
        table.model.answered(if fails { ResponsePart::Failed("it broke off") } else { ResponsePart::End }, table.now);
        table.pass(Duration::from_secs(3_600));
        prop_assert!(table.model.is_satisfied());
        table.keeps_the_key("any answer");
    }
}

/// A stream with this text and this end.
fn delta(words: &str, finish: &str) -> String {
    format!(
        "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{words}\"}},\"finish_reason\":\"{finish}\"}}]}}\n\n\
         data: [DONE]\n\n"
    )
}

fn chat_of(settings: &str) -> Chat {
    let table = format!(
        "[[entry]]\nname = \"Model\"\ncontestant = \"A\"\nprotocol = \"chat\"\nmodel = \"tiny\"\n\
         url = \"http://127.0.0.1:8080/v1\"\n{settings}\n"
    );
    match read_entries("model.toml", &table).unwrap().remove(0).protocol {
        Protocol::Chat(chat) => chat,
        other => panic!("another protocol: {other:?}"),
    }
}

fn model(settings: &str, key: Option<Secret>) -> Model {
    let chat = chat_of(settings);
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    let instructions = chat::instructions(&chat, &docs(""), &rules, 4).unwrap();
    Model::new(&chat, instructions, key, Pace::REAL, TYPING, SILENCE)
}

/// A model, and its surroundings.
struct Table {
    model: Model,
    settings: String,
    now: Duration,
    ready: bool,
    typed: Typed,
    incidents: VecDeque<Incident>,
    spent: VecDeque<Usage>,
}

impl Table {
    fn new(key: &str) -> Self {
        Self {
            model: model("", Secret::new(key)),
            settings: String::new(),
            now: Duration::ZERO,
            ready: false,
            typed: Typed::default(),
            incidents: VecDeque::new(),
            spent: VecDeque::new(),
        }
    }

    fn listens(&mut self) {
        let request = self.model.take_request(self.now).unwrap();
        assert_eq!(request.method, Method::Get);
        self.model.answered(ResponsePart::Head(&ResponseHead { status: 200, ..ResponseHead::default() }), self.now);
        assert!(self.model.is_satisfied());
    }

    fn types(&mut self, text: &str) {
        keys_of(text).for_each(|key| self.model.key(key, self.now));
    }

    /// Answers the next request with this body, in pieces.
    fn answers(&mut self, status: u16, content_type: &str, body: &[u8], piece: usize) {
        let request = self.model.take_request(self.now).expect("it asks");
        assert!(request.headers.contains(&("authorization".to_owned(), format!("Bearer {KEY}"))));
        let head = ResponseHead { status, content_type: content_type.to_owned(), ..ResponseHead::default() };
        self.model.answered(ResponsePart::Head(&head), self.now);
        for piece in body.chunks(piece) {
            if self.model.is_satisfied() {
                return;
            }
            self.model.answered(ResponsePart::Body(piece), self.now);
        }
        if !self.model.is_satisfied() {
            self.model.answered(ResponsePart::End, self.now);
        }
        self.told();
    }

    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        // Requests in the meantime are left until the end: nothing answers them here.
        while let Some(due) = self.model.next_wake().filter(|due| *due > self.now && *due <= until) {
            self.now = due;
            self.model.wake(due);
            self.told();
        }
        self.now = until;
        self.model.wake(until);
        self.told();
    }

    /// Collects the reports to the contest; returns the kinds of all incidents so far.
    fn told(&mut self) -> Vec<&'static str> {
        while let Some(report) = self.model.take_report() {
            match report {
                FromEntry::Ready => self.ready = true,
                FromEntry::Key(key) => self.typed.press(key),
                FromEntry::Incident(incident) => self.incidents.push_back(incident),
                FromEntry::Spent(usage) => self.spent.push_back(usage),
                FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
            }
        }
        self.incidents.iter().map(Incident::kind).collect()
    }

    fn keeps_the_key(&self, title: &str) {
        let told = format!("{:?} {:?} {:?}", self.incidents, self.typed, self.model);
        let sentences: String = self.incidents.iter().map(ToString::to_string).collect();
        assert!(!told.contains(KEY) && !sentences.contains(KEY), "{title}: {told}");
    }
}

impl traces::Table for Table {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !self.settings.is_empty() && words[0] != "with" {
            self.model = model(&std::mem::take(&mut self.settings), None);
        }
        match words.as_slice() {
            ["with", ..] => {
                self.settings = format!("{}{}\n", self.settings, line.trim_start_matches("with"));
            }
            ["judge", "types", ..] => self.types(&quoted_text(line)),
            [">", ..] => {
                let Some(Request { method, url, body, .. }) = self.model.take_request(self.now) else {
                    return Err("there is no request".to_owned());
                };
                let method = if method == Method::Get { "GET" } else { "POST" };
                let request = format!("> {method} {url} {}", String::from_utf8(body).unwrap());
                return same(request.trim_end(), line);
            }
            ["no", "request"] => return same(&format!("{:?}", self.model.take_request(self.now)), "None"),
            ["<", "end"] => self.model.answered(ResponsePart::End, self.now),
            ["<", "fails", ..] => {
                let why = quoted_text(line);
                self.model.answered(ResponsePart::Failed(&why), self.now);
            }
            ["<", bytes, ..] if bytes.starts_with('"') => {
                self.model.answered(ResponsePart::Body(&quoted(line)), self.now);
            }
            ["<", status, rest @ ..] => {
                let rest = rest.join(" ");
                let (content_type, wait) = rest.split_once(" retry-after ").unwrap_or((&rest, ""));
                let head = ResponseHead {
                    status: status.parse().unwrap(),
                    content_type: content_type.to_owned(),
                    retry_after: wait.parse().ok(),
                    ..ResponseHead::default()
                };
                self.model.answered(ResponsePart::Head(&head), self.now);
            }
            ["ready"] => {
                self.told();
                return std::mem::take(&mut self.ready).then_some(()).ok_or("it is not".to_owned());
            }
            ["entry", "types", ..] => {
                let text = quoted_text(line);
                self.pass(TYPING * u32::try_from(text.chars().count()).unwrap());
                return same(std::mem::take(&mut self.typed).as_str(), &text);
            }
            ["spent", ..] => {
                self.told();
                let Usage { requests, prompt_tokens, completion_tokens, cost_micro } =
                    self.spent.pop_front().ok_or("nothing")?;
                let spent = format!(
                    "spent {requests} requests {prompt_tokens} + {completion_tokens} tokens {cost_micro} millionths"
                );
                return same(&spent, line);
            }
            [seconds, "s", "pass"] => self.pass(Duration::from_secs_f64(seconds.parse().unwrap())),
            ["incident", kind, text @ ..] => {
                self.told();
                let next = self.incidents.pop_front().map(|incident| (incident.kind(), incident.to_string()));
                is_incident(next, kind, text)?;
            }
            _ => return Err("no such step".to_owned()),
        }
        Ok(())
    }

    fn left(&mut self) -> Result<(), String> {
        self.told();
        let request = self.model.take_request(self.now);
        let left = (self.typed.as_str(), &self.incidents, &self.spent, request);
        if left == ("", &VecDeque::new(), &VecDeque::new(), None) {
            Ok(())
        } else {
            Err(format!(" left at the end: {left:?}"))
        }
    }
}
