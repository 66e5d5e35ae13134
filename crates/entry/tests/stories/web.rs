//! Entries that are web pages, over real sockets: a page of 2003 written in Python, and servers with every kind of
//! fault.
//!
//! No test sleeps for a fixed time; each waits for an event, for a minute at most.

use std::{process::Stdio, time::Duration};

use entry::{
    FromEntry, Incident, Pace, Setup,
    check::{Check, Plan, run},
};
use rulebook::{
    contest_file::{Protocol, Replies, WebForm},
    key::Typed,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    process::{Child, Command},
};

use crate::seat::{PATIENCE, Seat};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/web.py");
const GOOD: &str = "<form method=post><input name=a></form><p class=answer>Good.</p>";

#[tokio::test]
async fn a_page_of_2003_keeps_its_sessions_apart_and_is_understood() {
    let (_program, url) = page_of_2003().await;
    let mut seat = Seat::before(rene(&url));
    seat.ready().await;
    seat.begins().await;
    let mut other = Seat::before(WebForm { start: true, ..rene(&url) });
    other.ready().await;
    assert_eq!(other.any_incident().await.kind(), "greeted-early");
    other.begins().await;
    seat.types("I am sad & tired.\n").await;
    assert_eq!(seat.lines(2).await, "Why do you say <<I am sad & tired>>?\nTell me more about tired.\n");
    other.types("So?\n").await;
    assert_eq!(other.lines(2).await, "Why do you say <<So>>?\nTell me more about So.\n");
    seat.types("fail\n").await;
    let Incident::BadPage { why, .. } = seat.any_incident().await else { panic!("no bad page") };
    assert!(why.contains("status 500"), "{why}");
    seat.types("Again!\n").await;
    seat.ready().await;
    assert_eq!(seat.lines(2).await, "Why do you say <<Again>>?\nTell me more about Again.\n");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_2003_passes_every_check() {
    let place = tempfile::tempdir().unwrap();
    let server = ["python3", PAGE, "{port}"].map(str::to_owned).to_vec();
    let protocol = Protocol::Web(rene("http://127.0.0.1:{port}/"));
    let setup = Setup {
        server: Some(server),
        pace: Pace::new(6.0),
        ..Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, place.path())
    };
    let plan = Plan { setup, patience: PATIENCE, checks: Check::ALL.to_vec(), shows: Vec::new() };
    let report = run("René", &plan, |_| {}).await;
    let told: Vec<_> = report.checks.iter().map(ToString::to_string).collect();
    assert!(report.is_passed(), "{}", told.join("\n"));
}

#[tokio::test]
async fn a_set_of_frames_is_named_with_the_address_that_is_meant() {
    let (_program, url) = page_of_2003().await;
    let mut seat = Seat::before(rene(&format!("{url}frames/")));
    let told = seat.any_incident().await.to_string();
    assert!(told.contains("`log`, `form`") && told.contains("set `url` to the frame"), "{told}");
}

/// Each case is a server's response to the first submission; the next text is answered.
#[tokio::test]
async fn a_server_that_fails_is_told_of_and_met_again() {
    let cookies: String = (0..90).map(|n| format!("Set-Cookie: c{n}={}\r\n", "x".repeat(1_000))).collect();
    let loops = answer("302 Found", "Location: /again\r\n", "");
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("it hangs up", vec![], "not-connected"),
        ("it is no HTTP", b"SSH-2.0-OpenSSH\r\n".into(), "not-connected"),
        ("it breaks off in the head", b"HTTP/1.1 200 OK\r\nContent-Ty".into(), "not-connected"),
        ("it breaks off in the page", b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n<p>".into(), "not-connected"),
        (
            "its chunks are none",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n".into(),
            "not-connected",
        ),
        ("a head without an end", [b"HTTP/1.1 200 OK\r\n".as_slice(), &vec![b'x'; 600_000]].concat(), "not-connected"),
        ("a redirect to another host", answer("302 Found", "Location: http://10.0.0.1/\r\n", ""), "not-connected"),
        (
            "a redirect to another port",
            answer("307 Temporary", "Location: http://127.0.0.1:1/\r\n", ""),
            "not-connected",
        ),
        ("a redirect to a file", answer("302 Found", "Location: file:///etc/passwd\r\n", ""), "bad-page"),
        ("a redirect to itself, for ever", loops, "not-connected"),
        ("an endless page", answer("200 OK", "", &format!("{GOOD}{}", "x".repeat(1_100_000))), "not-connected"),
        ("an error", answer("500 Internal", "", GOOD), "bad-page"),
        ("no content", b"HTTP/1.1 204 No Content\r\n\r\n".into(), "bad-page"),
        ("a flood of cookies", answer("200 OK", &cookies, "<p>no form"), "bad-page"),
        ("a picture", answer("200 OK", "Content-Type: image/png\r\n", "PNG"), "bad-page"),
    ];
    for (name, hostile, kind) in cases {
        let (listener, url) = listen().await;
        let mut seat = Seat::before(WebForm { url, reply: ".answer".to_owned(), ..rene("") });
        serve(&listener, &answer("200 OK", "Set-Cookie: s=1\r\n", GOOD)).await;
        seat.ready().await;
        seat.begins().await;
        seat.types("Hello.\n").await;
        let told = tokio::select! {
            told = seat.any_incident() => told,
            () = async { loop { serve(&listener, hostile).await; } } => unreachable!("it serves for ever"),
        };
        assert_eq!(told.kind(), *kind, "{name}: {told}");
        seat.types("And now?\n").await;
        let asked = serve(&listener, &answer("200 OK", "", GOOD)).await;
        assert!(asked.starts_with("GET ") && asked.len() < 12_000, "{name}: {asked}");
        seat.ready().await;
        let asked = serve(&listener, &answer("200 OK", "", GOOD)).await;
        assert!(asked.ends_with("a=And+now%3F"), "{name}: {asked}");
        assert_eq!(seat.lines(1).await, "Good.\n", "{name}");
        assert_eq!(seat.ends().await, [], "{name}");
    }
}

#[tokio::test]
async fn a_server_that_drips_or_says_nothing_is_left_when_patience_ends() {
    let (listener, url) = listen().await;
    let patience = Duration::from_millis(300);
    let mut seat = Seat::before(WebForm { url, patience, reply: ".answer".to_owned(), ..rene("") });
    let (mut mute, _) = listener.accept().await.unwrap();
    let told = seat.any_incident().await.to_string();
    assert!(told.contains("too long to answer"), "{told}");
    let mut rest = String::new();
    mute.read_to_string(&mut rest).await.unwrap();
    assert!(rest.starts_with("GET / HTTP/1.1\r\n"), "and hung up: {rest}");
    let (mut dripping, _) = listener.accept().await.unwrap();
    dripping.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<").await.unwrap();
    let drip = async {
        while dripping.write_all(b"p").await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, drip).await.expect("it hangs up");
    serve(&listener, &answer("200 OK", "", GOOD)).await;
}

fn rene(url: &str) -> WebForm {
    WebForm {
        url: url.to_owned(),
        form: None,
        field: None,
        reply: "font[color='#FF0000']".to_owned(),
        replies: Replies::Last,
        reply_url: None,
        submit: None,
        patience: PATIENCE,
        start: false,
    }
}

/// The program in Python, and its address.
async fn page_of_2003() -> (Child, String) {
    let started = Command::new("python3").args([PAGE, "0"]).stdout(Stdio::piped()).kill_on_drop(true).spawn();
    let mut child = started.expect("python3 is not installed (install it with: apt-get install python3)");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = lines.next_line().await.unwrap().expect("it says its address");
    (child, url)
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    (listener, url)
}

/// Takes one request, answers it with these bytes, and disconnects; returns the request.
async fn serve(listener: &TcpListener, bytes: &[u8]) -> String {
    let (mut stream, _) = tokio::time::timeout(PATIENCE, listener.accept()).await.expect("nobody came").unwrap();
    let asked = request(&mut stream).await;
    // A client that has read enough disconnects first.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    asked
}

async fn request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let head = head.to_ascii_lowercase();
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
            if body.len() >= length.unwrap_or(0_usize) {
                return text;
            }
        }
        let mut some = [0; 4_096];
        match stream.read(&mut some).await {
            Ok(count) if count > 0 => bytes.extend_from_slice(&some[..count]),
            _ => return text,
        }
    }
}

fn answer(status: &str, headers: &str, page: &str) -> Vec<u8> {
    let kind = if headers.contains("Content-Type") { "" } else { "Content-Type: text/html\r\n" };
    let length = page.len();
    format!("HTTP/1.1 {status}\r\n{kind}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{page}")
        .into_bytes()
}

impl Seat {
    fn before(form: WebForm) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
        let (own, link) = (folder.path().to_owned(), folder.path().join("link"));
        // At this pace, the delay after a failed page is short.
        let setup = Setup { folder: own, pace: Pace::new(20.0), ..Setup::new(Protocol::Web(form), rules, link) };
        Self::start((folder, setup))
    }

    async fn any_incident(&mut self) -> Incident {
        match self.next().await {
            FromEntry::Incident(incident) => incident,
            other => panic!("{other:?} is no incident"),
        }
    }

    /// This many lines, with no other reports.
    async fn lines(&mut self, count: usize) -> String {
        let mut typed = Typed::default();
        while typed.as_str().matches('\n').count() < count {
            match self.next().await {
                FromEntry::Key(key) => typed.press(key),
                other => panic!("{other:?} after {:?}", typed.as_str()),
            }
        }
        typed.as_str().to_owned()
    }
}
