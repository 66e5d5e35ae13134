//! A faulty model server, over real connections: with every fault, the judge's keys are accepted, the link can be
//! ended, the organiser gets an incident, and the key appears nowhere.

use std::{
    env,
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use entry::{
    FromEntry, Incident, Link, Setup, ToEntry, Usage,
    check::{Check, Plan, Progress, run},
    start,
};
use rulebook::{
    contest_file::{Chat, KeySource, Protocol},
    key::{Typed, keys_of},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

/// A timeout longer than any step here.
pub(super) const LIMIT: Duration = Duration::from_secs(60);
/// The link's timeout for an answer.
const PATIENCE: Duration = Duration::from_secs(2);
const KEY: &str = "sk-not-to-be-seen-0123456789";
const FINE: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"Fine.\"},\"finish_reason\":\"stop\"}],\
                    \"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n";

/// The server's fault on a request for an answer.
#[derive(Clone)]
enum Fault {
    /// Sends these bytes and closes.
    Says(String),
    /// Sends these bytes, and nothing more; the connection stays open.
    Holds(String),
    /// Sends the first bytes, then the others repeatedly, as fast as they are read or with a pause.
    Repeats { first: String, then: String, every: Duration },
    /// Sends these bytes and resets the connection.
    Resets(String),
}

/// Each fault affects the first request for an answer; the next one is answered.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_server_does_the_judge_is_heard_and_the_next_line_answered() {
    let says = |head: &str, body: &str| Fault::Says(answer(head, body));
    let json = "200 OK\r\ncontent-type: application/json";
    let events = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
    let key_error = format!("{{\"error\":{{\"message\":\"Bad key {KEY}\"}}}}");
    let begun = "data: {\"choices\":[{\"delta\":{\"content\":\"I was\"}}]}\n\n";
    let chunk = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
    let endless = |first: String, then: &str| Fault::Repeats { first, then: then.repeat(500), every: Duration::ZERO };
    let fast = Duration::from_millis(50);
    let cases: Vec<(&str, Fault, &str, &str)> = vec![
        ("500", says("500 Oh no", &key_error), "asked-again", "500: Bad key [key]"),
        ("429 with a wait", says("429 Slow\r\nretry-after: 1", "{}"), "asked-again", "status 429"),
        ("401", says("401 No", &key_error), "no-answer", "401: Bad key [key]"),
        ("404", says("404 None", "<title>none</title>"), "no-answer", "404: none"),
        ("a redirect", says("302 There\r\nlocation: http://192.0.2.1/", ""), "no-answer", "302: a redirect"),
        ("a page", says("200 OK\r\ncontent-type: text/html", "<html>"), "asked-again", "(text/html) is no JSON"),
        ("wrong JSON", says(json, "{\"choices\":"), "asked-again", "no JSON"),
        ("empty choices", says(json, "{\"choices\":[]}"), "asked-again", "no `choices`"),
        ("NUL bytes", says(json, "\0\0\0"), "asked-again", "no JSON"),
        ("gzip", says(&format!("{json}\r\ncontent-encoding: gzip"), "\u{1f}\u{8}"), "asked-again", "compressed (gzip)"),
        (
            "a stream that ends early",
            Fault::Says(format!("{events}\r\n{begun}")),
            "asked-again",
            "before the answer did",
        ),
        (
            "a chunk that is cut off",
            Fault::Says(format!("{events}transfer-encoding: chunked\r\n\r\n{}40\r\nda", chunk(begun))),
            "asked-again",
            "broke off",
        ),
        (
            "a chunk of no size",
            Fault::Says(format!("{events}transfer-encoding: chunked\r\n\r\nzz\r\n{begun}")),
            "asked-again",
            "broke off",
        ),
        (
            "fewer bytes than told",
            Fault::Says(format!("{events}content-length: 900\r\n\r\n{begun}")),
            "asked-again",
            "",
        ),
        (
            "an enormous length",
            Fault::Says("HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\n{}".to_owned()),
            "asked-again",
            "",
        ),
        ("no HTTP", Fault::Says("hello judge\r\n\r\n".to_owned()), "asked-again", ""),
        ("nothing", Fault::Says(String::new()), "asked-again", ""),
        ("a status that is none", Fault::Says("HTTP/1.1 ABC\r\n\r\n".to_owned()), "asked-again", ""),
        ("reset in the head", Fault::Resets("HTTP/1.1 200 OK\r\nconte".to_owned()), "asked-again", ""),
        ("reset in the stream", Fault::Resets(format!("{events}\r\n{begun}")), "asked-again", ""),
        ("a head without end", endless("HTTP/1.1 200 OK\r\nx: ".to_owned(), "xxxxxxxx"), "asked-again", ""),
        ("headers without end", endless("HTTP/1.1 200 OK\r\n".to_owned(), "x: y\r\n"), "asked-again", ""),
        ("a body without end", endless(format!("{events}\r\n"), ": nothing to see here, go on\n"), "asked-again", ""),
        ("a line without end", endless(format!("{events}\r\ndata: "), "xxxxxxxx"), "asked-again", "has no end"),
        ("half-open", Fault::Holds(String::new()), "asked-again", "too long"),
        ("half-open after its head", Fault::Holds(format!("{events}\r\n")), "asked-again", "too long"),
        (
            "a slow drip",
            Fault::Repeats { first: format!("{events}\r\n"), then: ": ping\n\n".to_owned(), every: fast },
            "asked-again",
            "too long",
        ),
        (
            "a slow head",
            Fault::Repeats { first: "HTTP/1.1 200 OK\r\n".to_owned(), then: "a: b\r\n".to_owned(), every: fast },
            "asked-again",
            "too long",
        ),
    ];
    assert!(cases.len() >= 15);
    let played = cases.into_iter().map(|(title, fault, kind, text)| {
        tokio::spawn(async move {
            let mut table = Table::start(&serve(vec![fault]).await.0);
            table.begins().await;
            table.types("Hello.\n").await;
            let incident = table.incident(kind).await.to_string();
            assert!(incident.contains(text) && !incident.contains(char::is_control), "{title}: {incident:?}");
            // The judge's keys are accepted during every fault.
            table.types(&"And so on.\n".repeat(300)).await;
            table.types("Well?\n").await;
            assert_eq!(table.reply().await, "Fine.\n", "{title}");
            table.ends(title).await;
        })
    });
    for case in played.collect::<Vec<_>>() {
        case.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_the_server_asks_for_is_waited() {
    let slow = Fault::Says(answer("429 Slow\r\nretry-after: 2", "{\"error\":\"slow down\"}"));
    let mut table = Table::start(&serve(vec![slow]).await.0);
    table.begins().await;
    table.types("Hello.\n").await;
    table.incident("asked-again").await;
    let asked = Instant::now();
    assert_eq!(table.reply().await, "Fine.\n");
    assert!(asked.elapsed() >= Duration::from_millis(1_900), "{:?}", asked.elapsed());
    let spent = Usage { requests: 2, prompt_tokens: 3, completion_tokens: 2, cost_micro: 0 };
    assert_eq!(table.spent, [spent]);
    table.ends("a wait").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_not_closed_is_over_when_it_says_so() {
    let held =
        Fault::Holds(format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{FINE}data: [DONE]\n\n"));
    let (url, requests) = serve(vec![held.clone(), held]).await;
    let mut table = Table::start(&url);
    table.begins().await;
    let asked = Instant::now();
    for _ in 0..3 {
        table.types("Hello.\n").await;
        assert_eq!(table.reply().await, "Fine.\n");
    }
    assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
    table.ends("held open").await;
    let requests = requests.lock().unwrap().join("\n");
    assert!(requests.contains(&format!("authorization: Bearer {KEY}")), "{requests}");
    assert!(requests.contains(r#"{"role":"assistant","content":"Fine."}"#), "{requests}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_ends_at_once_whatever_it_waits_for() {
    let silent = Fault::Holds(String::new());
    let (home, setup) = setup(&serve(vec![silent]).await.0, Duration::from_secs(600));
    let table = Table { link: start(setup), reports: vec![], spent: vec![], _home: home };
    table.begins().await;
    table.types("Hello.\n").await;
    let asked = Instant::now();
    table.ends("a silent server").await;
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_comes_late_is_found() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let mut table = Table::start(&format!("http://{address}/v1"));
    table.types("Are you there?\n").await;
    table.incident("not-connected").await;
    let listener = TcpListener::bind(address).await.unwrap();
    tokio::spawn(accept(listener, vec![], Arc::default()));
    table.begins().await;
    assert_eq!(table.reply().await, "Fine.\n");
    table.ends("late").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_no_server_with_it() {
    let url = serve(vec![]).await.0.replace("http://", "https://");
    let mut table = Table::start(&url);
    let incident = table.incident("not-connected").await.to_string();
    assert!(incident.contains("no connection"), "{incident}");
    table.ends("TLS").await;
}

/// Runs other tests of this file again, as on a system without certificates.
#[test]
fn plain_http_needs_no_certificates() {
    let tests = ["a_server_that_comes_late_is_found", "a_server_without_tls_is_no_server_with_it"];
    let again = Command::new(env::current_exe().unwrap())
        .arg("--exact")
        .args(tests.map(|test| format!("chat_faults::{test}")))
        .env("SSL_CERT_FILE", "/nonexistent/certificates.pem")
        .env("SSL_CERT_DIR", "/nonexistent")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && said.contains("2 passed"), "{said}");
}

#[tokio::test]
async fn a_key_that_is_not_there_is_said_and_no_key_is_shown() {
    for (key, told) in [
        (KeySource::File("no-such-key".into()), "no-such-key"),
        (KeySource::Variable("VIVA_NO_SUCH_KEY".to_owned()), "`VIVA_NO_SUCH_KEY` is not set"),
        (KeySource::File("many-lines".into()), "`many-lines` holds no key"),
    ] {
        let (home, mut setup) = setup("http://127.0.0.1:9/v1", PATIENCE);
        std::fs::write(home.path().join("many-lines"), format!("{KEY}\n{KEY}\n")).unwrap();
        let Protocol::Chat(chat) = &mut setup.protocol else { unreachable!("it is a chat") };
        chat.key = Some(key);
        let mut table = Table { link: start(setup), reports: vec![], spent: vec![], _home: home };
        let incident = table.incident("did-not-start").await.to_string();
        assert!(incident.contains(told), "{incident}");
        table.incident("gave-up").await;
        table.ends(told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_shows_what_travels_and_no_key() {
    let body = format!("{{\"choices\":[{{\"message\":{{\"content\":\"It is {KEY}, they say.\"}}}}]}}");
    let telling = answer("200 OK\r\ncontent-type: application/json", &body);
    let (_home, setup) = setup(&serve(vec![Fault::Says(telling)]).await.0, PATIENCE);
    let plan = Plan { setup, patience: LIMIT, checks: vec![Check::Connect, Check::Greet], shows: Vec::new() };
    let mut trace = String::new();
    let report = run("the model", &plan, |progress| {
        if let Progress::Judged(_, observed) = progress {
            observed.trace().for_each(|line| trace.push_str(&line.to_string()));
        }
    })
    .await;
    assert!(report.is_passed());
    assert!(trace.contains("It is [key], they say.") && trace.contains("messages"), "{trace}");
    assert!(!trace.contains(KEY), "{trace}");
}

/// A server with one of these faults per request for an answer, and none after them; returns its address, and the
/// received requests.
async fn serve(faults: Vec<Fault>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let requests = Arc::default();
    tokio::spawn(accept(listener, faults, Arc::clone(&requests)));
    (url, requests)
}

async fn accept(listener: TcpListener, faults: Vec<Fault>, requests: Arc<Mutex<Vec<String>>>) {
    let faults = Arc::new(Mutex::new(faults.into_iter()));
    while let Ok((mut socket, _)) = listener.accept().await {
        let (faults, requests) = (Arc::clone(&faults), Arc::clone(&requests));
        tokio::spawn(async move {
            let Some(request) = request(&mut socket).await else { return };
            let is_asked = request.starts_with("POST /v1/chat/completions ");
            requests.lock().unwrap().push(request);
            if !is_asked {
                let _ = socket.write_all(answer("404 None", "").as_bytes()).await;
                return;
            }
            let fault = faults.lock().unwrap().next();
            let fine = || Fault::Says(answer("200 OK\r\ncontent-type: text/event-stream", FINE));
            fault.unwrap_or_else(fine).meet(socket).await;
        });
    }
}

impl Fault {
    async fn meet(self, mut socket: TcpStream) {
        match self {
            Self::Says(text) => drop(socket.write_all(text.as_bytes()).await),
            Self::Holds(text) => {
                let _ = socket.write_all(text.as_bytes()).await;
                // Until the client disconnects.
                let _ = socket.read(&mut [0]).await;
            }
            Self::Repeats { first, then, every } => {
                let mut sent = socket.write_all(first.as_bytes()).await;
                while sent.is_ok() {
                    tokio::time::sleep(every).await;
                    sent = socket.write_all(then.as_bytes()).await;
                }
            }
            Self::Resets(text) => {
                let _ = socket.write_all(text.as_bytes()).await;
                socket.set_zero_linger().unwrap();
            }
        }
    }
}

/// A complete answer: status and headers, then the body with its length.
pub(super) fn answer(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// A complete request.
pub(super) async fn request(socket: &mut TcpStream) -> Option<String> {
    let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        let read = socket.read(&mut buffer).await.ok().filter(|read| *read > 0)?;
        request.extend_from_slice(&buffer[..read]);
    }
}

/// A judge's seat: one link with its reports.
pub(super) struct Table {
    pub(super) link: Link,
    pub(super) reports: Vec<FromEntry>,
    spent: Vec<Usage>,
    _home: TempDir,
}

impl Table {
    pub(super) fn start(url: &str) -> Self {
        Self::of(setup(url, PATIENCE))
    }

    pub(super) fn of((home, setup): (TempDir, Setup)) -> Self {
        Self { link: start(setup), reports: vec![], spent: vec![], _home: home }
    }

    pub(super) async fn begins(&self) {
        self.link.to_entry.send(ToEntry::Began).await.unwrap();
    }

    pub(super) async fn types(&self, text: &str) {
        for key in keys_of(text) {
            timeout(LIMIT, self.link.to_entry.send(ToEntry::Key(key))).await.expect("it hears").unwrap();
        }
    }

    async fn next(&mut self) -> Option<FromEntry> {
        let next = timeout(LIMIT, self.link.from_entry.recv()).await.expect("nothing came");
        self.reports.extend(next.clone());
        if let Some(FromEntry::Spent(usage)) = next {
            self.spent.push(usage);
        }
        next
    }

    /// The next incident of this kind.
    pub(super) async fn incident(&mut self, kind: &str) -> Incident {
        loop {
            match self.next().await.expect("the link ended") {
                FromEntry::Incident(incident) if incident.kind() == kind => return incident,
                _ => {}
            }
        }
    }

    /// The next line, up to Return.
    pub(super) async fn reply(&mut self) -> String {
        let mut typed = Typed::default();
        while !typed.as_str().ends_with('\n') {
            if let FromEntry::Key(key) = self.next().await.expect("the link ended") {
                typed.press(key);
            }
        }
        typed.as_str().to_owned()
    }

    /// Ends the link. No report contains the key.
    pub(super) async fn ends(mut self, title: &str) {
        self.link.to_entry.send(ToEntry::Ended).await.unwrap();
        while self.next().await.is_some() {}
        let sentences = self.reports.iter().filter_map(|report| match report {
            FromEntry::Incident(incident) => Some(format!("{incident}\n")),
            _ => None,
        });
        let told = format!("{}{:?}", sentences.collect::<String>(), self.reports);
        assert!(!told.contains(KEY), "{title}: {told}");
    }
}

pub(super) fn setup(url: &str, patience: Duration) -> (TempDir, Setup) {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("key"), format!("{KEY}\n")).unwrap();
    let chat = Chat {
        start: None,
        url: url.to_owned(),
        model: "tiny".to_owned(),
        instructions: None,
        instructions_role: rulebook::contest_file::InstructionsRole::System,
        key: Some(KeySource::File("key".into())),
        stream: true,
        temperature: None,
        max_tokens: None,
        stop: vec![],
        extra: None,
        history: 40,
        patience,
        retries: 3,
        takes: std::collections::BTreeSet::new(),
        price: None,
    };
    let setup = Setup {
        typing: Some(Duration::from_millis(1)),
        folder: home.path().to_owned(),
        ..Setup::new(
            Protocol::Chat(chat),
            rulebook::shipped::rulebook("loebner-2010").unwrap().interview,
            home.path().join("link"),
        )
    };
    (home, setup)
}
