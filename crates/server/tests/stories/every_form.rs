//! Requests to every address and frames of every kind on the live connection, by every role, with absurd content.
//!
//! The addresses come from the router's own table, the frames from the page that shows each kind. For every role, no
//! answer is an error of the server, no thread panics, nothing is recorded in another participant's name, and no answer
//! to a judge or a stranger names the witness behind a seat.
//!
//! `PROPTEST_RNG_SEED` is the seed, as for properties; `./test` sets it. A failure prints it.
#![allow(clippy::print_stderr, reason = "a failure prints what it takes to see it again")]

use std::{
    fmt::Write,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use contest::{Actor, Event, Recorded};
use futures_util::{SinkExt, StreamExt};
use rulebook::{Draws, Participant, Seed, Side, Witness};
use serde_json::Value;
use tokio_tungstenite::tungstenite::{
    Message,
    client::IntoClientRequest,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use crate::served::{Story, WATCHED};

/// Bodies for each address, method and role.
const BODIES: usize = 8;

/// Frames for each role, and of each kind.
const FRAMES: usize = 8;

/// The organiser of the intake, who has nothing to do with the contest.
const OF_THE_INTAKE: &str = "organiser of the intake";

/// Words that reveal the witness behind a seat, or its fate.
const SECRETS: [&str; 4] = ["Bartholomew", "Echoparrot", "gave-up", "exit status"];

static PANICS: AtomicU32 = AtomicU32::new(0);

#[tokio::test(flavor = "multi_thread")]
async fn every_form_and_socket_message_is_answered_whoever_sends_it_and_changes_nothing_that_is_not_theirs() {
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1950".to_owned());
    eprintln!("PROPTEST_RNG_SEED={seed}");
    std::panic::set_hook(Box::new(|why| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        eprintln!("{why}");
    }));
    let draws = |name: &str| Draws::new(Seed::from_contributions([&*seed]), name);
    // The program ends at once: there is something to keep from the judge.
    let contest = WATCHED.replace("command = [\"cat\"]", "command = [\"false\"]");
    let mut story = Story::with_intake(&contest, Some("surrey-2003")).await;
    for who in ["J1", "C1", "F1"] {
        story.join_as(who).await;
    }
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    let cookie = |place: usize| story.cookies.get(place).map(|(name, value)| format!("Cookie: {name}={value}\r\n"));
    // The organiser is the last: their acts end talks and contests.
    let roles = [
        ("nobody", None),
        ("C1", cookie(3)),
        ("F1", cookie(4)),
        ("J1", cookie(2)),
        (OF_THE_INTAKE, cookie(1)),
        ("organiser", cookie(0)),
    ];
    let entered = enters(&story).await;
    let mut known = story.facts().await.len();
    for (role, cookie) in &roles {
        let cookie = cookie.as_deref().unwrap_or("");
        let mut asks = Asks { story: &story, role, cookie, entered: &entered, draws: draws(role) };
        let words = asks.words().await;
        for address in server::routes::addresses() {
            asks.forms(address, &words).await;
        }
        if !["nobody", OF_THE_INTAKE].contains(role) {
            asks.frames(&words).await;
        }
        assert_eq!(story.request("GET", "/", "").await.status, 200, "the server is there after {role}");
        let facts = story.facts().await;
        for fact in &facts[known..] {
            assert!(is_theirs(&story, role, fact), "{role} recorded {fact:?}");
        }
        known = facts.len();
    }
    assert!(known > 20, "something was recorded: {known}");
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a thread of the server panicked");
}

/// Submits an application. Returns the address of its page.
async fn enters(story: &Story) -> String {
    let form = "program=Eliza&contestant=Joseph&field-e-mail=a%40b.example&anyway=yes";
    let answer =
        story.bare_request("POST", "/apply/form", "Content-Type: application/x-www-form-urlencoded\r\n", form).await;
    let page = answer.headers.lines().find_map(|line| line.strip_prefix("location: /apply/entry/"));
    page.unwrap_or_else(|| panic!("the application is taken: {answer:?}")).to_owned()
}

/// True when this may be recorded while only this role acts; the server and the program act all the time.
fn is_theirs(story: &Story, role: &str, fact: &Recorded) -> bool {
    let own: Option<Participant> = role.parse().ok();
    match (fact.actor, &fact.event) {
        (Actor::Server | Actor::Participant(Participant::Entry(_)), _) => true,
        (Actor::Participant(who), _) => own == Some(who),
        (Actor::Side(Side::Judge), _) => matches!(own, Some(Participant::Judge(_))),
        (Actor::Side(Side::Witness), Event::Conversation(id, _)) => {
            let views = story.place.running.views();
            let seating = views.room().contest().and_then(|contest| contest.seating(id.interview).cloned());
            let witness = seating.and_then(|seating| seating.witness(id.seat));
            matches!((witness, own), (Some(Witness::Entry(_)), _) | (_, Some(Participant::Confederate(_))))
        }
        (Actor::Side(Side::Witness), Event::Control(_)) => false,
    }
}

/// A client that requests everything.
struct Asks<'s> {
    story: &'s Story,
    role: &'s str,
    cookie: &'s str,
    /// The secret in the address of an application's page.
    entered: &'s str,
    draws: Draws,
}

/// The content of forms and frames.
struct Words {
    names: Vec<String>,
    values: Vec<String>,
}

impl Asks<'_> {
    /// The names and values of fields on the pages that this role can read, and absurd ones.
    async fn words(&mut self) -> Words {
        let mut pages = String::new();
        let own = [
            "judge/1",
            "confederate/1",
            "referee/1",
            "organiser",
            "organiser/people",
            "organiser/entries",
            "organiser/public",
            "organiser/after",
            "organiser/access",
            "login",
        ]
        .map(|page| format!("/watched/{page}"));
        let of_the_intake = ["form", "people/judge", "organiser", "organiser/selection", "organiser/form"]
            .map(|page| format!("/apply/{page}"));
        let application = [format!("/apply/entry/{}", self.entered)];
        for page in own.iter().chain(&of_the_intake).chain(&application) {
            let answer = self.story.bare_request("GET", page, &self.head("text/plain"), "").await;
            pages.push_str(&answer.body);
        }
        let of = |mark: &str| -> Vec<String> {
            let found = pages.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
            found.map(str::to_owned).collect()
        };
        let names = ["round", "seat", "text", "action", "does", "who", "code", "id", "reason", "anyway", "phase"];
        let values = [
            "",
            " ",
            "\0",
            "R1",
            "R2",
            "R99",
            "R1-J1",
            "R1-J1-left",
            "R1-J1-only",
            "R1-J1-1",
            "left",
            "only",
            "1",
            "0",
            "-1",
            "65536",
            "99999999999999999999",
            "NaN",
            "1e400",
            "true",
            "draw",
            "strike",
            "mute",
            "C1",
            "J1",
            "E1",
            "J9",
            "organiser",
            "everybody",
            "2030-02-30",
            "<script>alert(1)</script>",
            "\u{202e}txt.exe",
            "e\u{301}",
            "🏳️‍🌈",
            "'; DROP TABLE events; --",
            "../../etc/passwd",
            "{\"is\":\"hello\"}",
            "%",
            "\r\nSet-Cookie: a=b",
            "talk",
            "Return",
        ];
        let long = "long ".repeat(3_000);
        let mut words = Words { names: of("name=\""), values: of("value=\"") };
        words.names.extend(names.map(str::to_owned));
        words.values.extend(values.map(str::to_owned).into_iter().chain([long]));
        words
    }

    fn head(&self, kind: &str) -> String {
        format!("{}Content-Type: {kind}\r\n", self.cookie)
    }

    fn pick<'w>(&mut self, from: &'w [String]) -> &'w str {
        &from[self.draws.index(from.len())]
    }

    /// Requests this address with each of its methods and with forms of every kind.
    async fn forms(&mut self, address: &str, words: &Words) {
        for _ in 0..BODIES {
            let path = self.path(address, words);
            for method in ["GET", "POST"] {
                let (kind, body) = self.body(words);
                // Sometimes twice, as an impatient person does.
                for _ in 0..1 + self.draws.index(2) {
                    let answer = self.story.bare_request(method, &path, &self.head(kind), &body).await;
                    self.judge(&format!("{method} {path} {body:.300}"), answer.status, &answer.body);
                }
            }
        }
    }

    fn judge(&self, what: &str, status: u16, body: &str) {
        // 503: not available now, such as a contest that another server keeps.
        assert!(status < 500 || status == 503, "{} asked {what}: {status} {body}", self.role);
        if matches!(self.role, "nobody" | "J1") {
            for secret in SECRETS {
                assert!(!body.contains(secret), "{} asked {what} and was told of {secret}: {body}", self.role);
            }
        }
    }

    /// The address with values in place of its variables: mostly existing ones.
    fn path(&mut self, address: &str, words: &Words) -> String {
        let mut path = String::new();
        for part in address.split('/').skip(1) {
            path.push('/');
            match part {
                "{contest}" if self.draws.index(8) > 0 => path.push_str("watched"),
                "{secret}" if self.draws.index(4) > 0 => path.push_str(self.entered),
                "{number}" if self.draws.index(4) > 0 => path.push('1'),
                "{interview}" if self.draws.index(4) > 0 => path.push_str("R1-J1"),
                part if part.starts_with('{') => path.push_str(&encoded(self.pick(&words.values).chars().take(200))),
                part => path.push_str(part),
            }
        }
        path
    }

    /// The type of a body, and the body.
    fn body(&mut self, words: &Words) -> (&'static str, String) {
        let mut body = String::new();
        for place in 0..self.draws.index(7) {
            let (name, value) = (self.pick(&words.names).to_owned(), self.pick(&words.values).to_owned());
            let joint = if place > 0 { "&" } else { "" };
            let _ = write!(body, "{joint}{}={}", encoded(name.chars()), encoded(value.chars()));
        }
        match self.draws.index(10) {
            0 => ("application/json", format!("{{\"act\":{body:?}}}")),
            1 => (
                "multipart/form-data; boundary=b",
                format!("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n{body}"),
            ),
            2 => ("application/x-www-form-urlencoded", format!("{body}&%ff=%fe&=&&a")),
            _ => ("application/x-www-form-urlencoded", body),
        }
    }

    /// Sends frames of every kind, whole and broken, on the live connection of this role.
    async fn frames(&mut self, words: &Words) {
        let page = include_str!("../../../../docs/live.md");
        let frames: Vec<Value> = page
            .lines()
            .filter_map(|line| line.strip_prefix("→ "))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(frames.len() > 10);
        let mut sent = 0;
        let mut rest = frames.iter().cycle().take(frames.len() * FRAMES).cloned().collect::<Vec<_>>();
        while !rest.is_empty() {
            // A socket that breaks a limit may be closed, and nothing more.
            let mut socket = self.socket().await;
            while let Some(frame) = rest.pop() {
                let text = self.mutated(frame, words);
                if socket.send(Message::text(text.clone())).await.is_err() {
                    break;
                }
                sent += 1;
                let Some(told) = heard(&mut socket).await else { break };
                for told in told {
                    self.judge(&text, 200, &told);
                }
            }
        }
        assert!(sent >= frames.len(), "{} sent {sent} frames", self.role);
        self.close().await;
    }

    /// A Close frame is answered with one (RFC 6455, section 5.5.1).
    async fn close(&mut self) {
        let mut socket = self.socket().await;
        let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        socket.close(Some(frame.clone())).await.unwrap();
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), socket.next()).await.expect("a Close is answered");
            match next {
                Some(Ok(Message::Close(answer))) => return assert_eq!(answer, Some(frame), "{}", self.role),
                Some(Ok(_)) => {}
                other => panic!("{}: {other:?}", self.role),
            }
        }
    }

    async fn socket(
        &mut self,
    ) -> tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>> {
        let page = match self.role {
            "J1" => "judge/1",
            "C1" => "confederate/1",
            "F1" => "referee/1",
            _ => "organiser",
        };
        let address = self.story.address;
        let mut request = format!("ws://{address}/watched/{page}/live?after=0").into_client_request().unwrap();
        let cookie = self.cookie.trim_start_matches("Cookie: ").trim_end();
        request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.unwrap().0
    }

    /// The frame with another id, and sometimes with a field changed or removed.
    fn mutated(&mut self, mut frame: Value, words: &Words) -> String {
        let id = format!("{}-{}", self.role.to_lowercase(), self.draws.below(1 << 40));
        let fields = frame.as_object_mut().unwrap();
        if fields.contains_key("id") {
            fields.insert("id".to_owned(), Value::String(id));
        }
        let names: Vec<String> = fields.keys().filter(|name| *name != "do").cloned().collect();
        let name = names[self.draws.index(names.len())].clone();
        let value = self.pick(&words.values).to_owned();
        match self.draws.index(8) {
            0 => drop(fields.insert(name, Value::String(value))),
            1 => drop(fields.remove(&name)),
            2 => drop(fields.insert(name, Value::Null)),
            3 => drop(fields.insert(name, serde_json::json!([[[{ "a": value }]]]))),
            4 => drop(fields.insert(name, serde_json::json!(-1.5e300))),
            5 => return frame.to_string().chars().take(self.draws.index(40)).collect(),
            _ => {}
        }
        frame.to_string()
    }
}

/// The server's frames until the sent frame, and a ping after it, are answered; `None` when the socket was closed.
async fn heard<S>(socket: &mut S) -> Option<Vec<String>>
where
    S: SinkExt<Message> + StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>> + Unpin,
{
    let ping = r#"{"do":"ping","sent":"2003-10-18T09:30:00.000Z"}"#;
    socket.send(Message::text(ping)).await.ok()?;
    let (mut told, mut answers) = (Vec::new(), 0);
    while answers < 2 {
        let next = tokio::time::timeout(Duration::from_secs(60), socket.next()).await.expect("a ping is answered");
        match next?.ok()? {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                answers += usize::from(["pong", "done", "refused", "kept"].iter().any(|word| frame["is"] == *word));
                told.push(text.to_string());
            }
            Message::Close(_) => return None,
            _ => {}
        }
    }
    Some(told)
}

fn encoded(text: impl Iterator<Item = char>) -> String {
    let mut encoded = String::new();
    for c in text {
        if c.is_ascii_alphanumeric() || "-_.~".contains(c) {
            encoded.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}
