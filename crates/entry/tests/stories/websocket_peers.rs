//! `viva.entry.v1` over real sockets: the examples for authors in Python and JavaScript, servers with every kind of
//! fault, and the information that a program could gain about the judge.
//!
//! No test sleeps for a fixed time; each waits for an event, for a minute at most.

#![allow(clippy::print_stderr, reason = "tests")]

use crate::peers;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use entry::{
    FromEntry, Incident, Pace, Setup, ToEntry,
    talk::{Farewell, talk},
};
use futures_util::{SinkExt, StreamExt};
use rulebook::contest_file::Protocol;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpSocket, TcpStream},
    process::Child,
    sync::mpsc,
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::{
            derive_accept_key,
            server::{Request, Response},
        },
    },
};

use crate::seat::{PATIENCE, Seat};

/// A ping with 126 bytes, one more than a control frame may hold (RFC 6455, 5.5).
const LONG_PING: &[u8] = &{
    let mut frame = [0; 130];
    (frame[0], frame[1], frame[3]) = (0x89, 126, 126);
    frame
};
const HELLO: &str = r#"{"type":"hello","protocol":"viva.entry.v1"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn the_example_in_python_plays() {
    let python = peers::python("import websockets");
    an_example_plays(&[&python, &peers::example("websocket/echo.py")], None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_in_javascript_plays() {
    let packages = peers::node("ws");
    an_example_plays(&["node", &peers::example("websocket/echo.js")], Some(&packages)).await;
}

/// A conversation, a second interview at the same time, and a program that dies and comes back without memory.
async fn an_example_plays(command: &[&str], packages: Option<&Path>) {
    let (mut program, url) = begin(command, packages, "0").await;
    let mut seat = Seat::start(setup(url.clone(), None));
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.begins().await;
    seat.types("Helko\u{8}\u{8}lo, \"Jim\"?\n").await;
    assert_eq!(seat.reply().await, "You said: Hello, \"Jim\"?\n");
    let mut other = Seat::start(setup(url.clone(), None));
    assert_eq!(other.next().await, FromEntry::Ready);
    other.begins().await;
    other.types("Me too.\n").await;
    seat.types("And now?\n").await;
    assert_eq!(other.reply().await, "You said: Me too.\n");
    assert_eq!(seat.reply().await, "You said: And now?\n");
    assert_eq!(other.ends().await, []);

    program.kill().await.unwrap();
    seat.incident("disconnected").await;
    seat.types("Anybody?\nAnybody at all?\n").await;
    seat.incident("not-connected").await;
    let port = url.split(':').nth(2).unwrap().split('/').next().unwrap().to_owned();
    let (_program, _) = begin(command, packages, &port).await;
    assert_eq!(seat.incident("reconnected").await, Incident::Reconnected { count: 2 });
    assert_eq!(seat.incident("backlog-discarded").await, Incident::BacklogDiscarded { count: 2 });
    // It requests no earlier frames, and the organiser gets an incident about its lost memory.
    assert!(matches!(seat.incident("met-as-stranger").await, Incident::MetAsStranger { .. }));
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.types("Welcome back.\n").await;
    assert_eq!(seat.reply().await, "You said: Welcome back.\n");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_resumed_with_what_was_missed() {
    let (listener, url) = listen().await;
    let mut seat = Seat::start(setup(url, None));
    let (mut program, _) = accept(&listener).await;
    assert!(hear(&mut program).await.contains(r#""words":0"#));
    say(&mut program, HELLO).await;
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.begins().await;
    seat.types("One.\n").await;
    assert_eq!(hear(&mut program).await, r#"{"type":"began"}"#);
    assert_eq!(hear(&mut program).await, r#"{"type":"said","n":1,"text":"One."}"#);
    say(&mut program, r#"{"type":"say","text":"Yes","n":1}"#).await;
    assert_eq!(seat.reply().await, "Yes\n");
    // Disconnected without a close frame.
    drop(program);
    seat.incident("disconnected").await;
    seat.types("Two.\n").await;
    let (mut program, _) = accept(&listener).await;
    let hello = hear(&mut program).await;
    assert!(hello.contains(r#""talking":true"#) && hello.contains(r#""heard":1"#), "{hello}");
    say(&mut program, r#"{"type":"hello","protocol":"viva.entry.v1","after":1}"#).await;
    assert_eq!(hear(&mut program).await, r#"{"type":"resumed","next":2,"discarded":0}"#);
    assert_eq!(hear(&mut program).await, r#"{"type":"said","n":2,"text":"Two."}"#);
    seat.incident("reconnected").await;
    assert_eq!(seat.next().await, FromEntry::Ready);
    // The end is announced, and the connection closed in order.
    seat.link.to_entry.send(ToEntry::Ended).await.unwrap();
    assert_eq!(hear(&mut program).await, r#"{"type":"ended"}"#);
    assert!(matches!(program.next().await, Some(Ok(Message::Close(_)))));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_talks_with_a_program_says_goodbye_to_it() {
    let (listener, url) = listen().await;
    let (_home, setup) = setup(url, None);
    let (keyboard, input) = tokio::io::duplex(64);
    let talk = tokio::spawn(talk(setup, BufReader::new(input), Farewell::AtOnce, |_| None, |_| {}));
    let (mut program, _) = accept(&listener).await;
    // The conversation begins before the program has connected, or just after.
    let hello = hear(&mut program).await;
    say(&mut program, HELLO).await;
    if !hello.contains(r#""talking":true"#) {
        assert_eq!(hear(&mut program).await, r#"{"type":"began"}"#);
    }
    drop(keyboard);
    assert_eq!(hear(&mut program).await, r#"{"type":"ended"}"#);
    assert!(matches!(program.next().await, Some(Ok(Message::Close(_)))));
    assert!(program.next().await.is_none());
    talk.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_learns_nothing_of_who_judges() {
    let mut told = Vec::new();
    for workspace in ["E1-R1J1", "E4-R3J2"] {
        let (listener, url) = listen().await;
        let (home, mut setup) = setup(url.clone(), None);
        setup.workspace = home.path().join(workspace);
        let mut seat = Seat::start((home, setup));
        let (mut program, request) = accept(&listener).await;
        let mut frames = vec![hear(&mut program).await];
        say(&mut program, HELLO).await;
        assert_eq!(seat.next().await, FromEntry::Ready);
        seat.begins().await;
        seat.types("Who are you?\n").await;
        frames.extend([hear(&mut program).await, hear(&mut program).await]);
        seat.link.to_entry.send(ToEntry::Ended).await.unwrap();
        frames.push(hear(&mut program).await);
        let hello: serde_json::Value = serde_json::from_str(&frames[0]).unwrap();
        let session = hello["session"].as_str().unwrap().to_owned();
        let frames = frames.join("\n").replace(&session, "SESSION");
        // The handshake and the address must differ only in the nonce and the port.
        let mut headers = request.headers().clone();
        assert!(headers.remove("sec-websocket-key").is_some() && headers.remove("host").is_some());
        let mut names: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
        names.sort();
        told.push((session, request.uri().to_string(), names, frames));
    }
    let [first, second] = <[_; 2]>::try_from(told).unwrap();
    assert_ne!(first.0, second.0);
    assert_eq!((first.1, first.2, first.3), (second.1, second.2, second.3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_goes_to_the_server_and_nowhere_else() {
    let (listener, url) = listen().await;
    let (home, setup) = setup(url, Some("secret".into()));
    fs::write(home.path().join("secret"), "two words\n").unwrap();
    let mut seat = Seat::start((home, setup));
    let why = seat.incident("not-connected").await.to_string();
    assert!(why.contains("holds no token") && !why.contains("two words"), "{why}");
    fs::write(seat.folder.path().join("secret"), "t0k3n\n").unwrap();
    let (mut program, request) = accept(&listener).await;
    assert_eq!(request.headers()["authorization"], "Bearer t0k3n");
    assert!(!hear(&mut program).await.contains("t0k3n"));
    say(&mut program, "nonsense").await;
    let why = seat.incident("disconnected").await.to_string();
    assert!(why.contains("no `hello`"), "{why}");
    assert!(matches!(program.next().await, Some(Ok(Message::Close(Some(frame)))) if frame.reason.contains("hello")));
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_servers_are_reported_and_hold_nobody_up() {
    use Peer::{Answers, Extends, Upgrades, Vanishes};
    let upgrades = |then: &'static [u8]| Upgrades { protocol: Some("viva.entry.v1"), honest: true, then, stays: true };
    let breaks_off =
        |then: &'static [u8]| Upgrades { protocol: Some("viva.entry.v1"), honest: true, then, stays: false };
    let cases = [
        ("nobody listens", Vanishes, "not-connected", "refused"),
        ("it closes at once", Answers(b""), "not-connected", ""),
        ("garbage", Answers(b"\x00\xff\x00\xff\r\n\r\n"), "not-connected", ""),
        ("a page", Answers(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), "not-connected", "HTTP 200"),
        (
            "a redirection",
            Answers(b"HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:9/\r\n\r\n"),
            "not-connected",
            "not followed",
        ),
        ("no admittance", Answers(b"HTTP/1.1 401 Unauthorized\r\n\r\n"), "not-connected", "HTTP 401"),
        (
            "too many requests",
            Answers(b"HTTP/1.1 429 Slow Down\r\nRetry-After: 9999\r\n\r\n"),
            "not-connected",
            "HTTP 429",
        ),
        ("an error", Answers(b"HTTP/1.1 500 Oh\r\n\r\n"), "not-connected", "HTTP 500"),
        ("half an answer", Answers(b"HTTP/1.1 101 Switching Proto"), "not-connected", ""),
        (
            "no subprotocol",
            Upgrades { protocol: None, honest: true, then: b"", stays: true },
            "not-connected",
            "subprotocol",
        ),
        (
            "another subprotocol",
            Upgrades { protocol: Some("chat"), honest: true, then: b"", stays: true },
            "not-connected",
            "subprotocol",
        ),
        (
            "a forged key",
            Upgrades { protocol: Some("viva.entry.v1"), honest: false, then: b"", stays: true },
            "not-connected",
            "Accept",
        ),
        ("an extension that nobody asked for", Extends, "not-connected", "`permessage-deflate`"),
        ("it never answers the upgrade", Peer::Holds, "not-connected", "did not answer within 5 s"),
        ("it never greets", upgrades(b""), "disconnected", "did not greet within 10 s"),
        ("a masked frame", upgrades(b"\x81\x82\x00\x00\x00\x00{}"), "disconnected", "masked"),
        ("a compressed frame", upgrades(b"\xc1\x02{}"), "disconnected", "Reserved"),
        (
            "a frame without end",
            upgrades(b"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff"),
            "disconnected",
            "more than 16384 bytes",
        ),
        ("text that is not UTF-8", upgrades(b"\x81\x02\xff\xfe"), "disconnected", "UTF-8"),
        ("a partial frame", breaks_off(b"\x81\x30{\"type\":"), "disconnected", "broke"),
        ("a fragmented ping", upgrades(b"\x09\x01x"), "disconnected", "ragmented"),
        ("a ping that is too big", upgrades(LONG_PING), "disconnected", "too big"),
        ("a continuation of nothing", upgrades(b"\x80\x02{}"), "disconnected", "nothing to continue"),
        ("an opcode that is none", upgrades(b"\x83\x02{}"), "disconnected", ""),
        ("it closes in order", upgrades(b"\x88\x06\x03\xe9away"), "disconnected", "1001: away"),
        ("bytes for a greeting", upgrades(b"\x82\x02hi"), "disconnected", "no text"),
    ];
    let played = cases.map(|(title, peer, kind, text)| {
        tokio::spawn(async move {
            let mut seat = Seat::start(setup(peer.listen().await, None));
            // The judge's keys are accepted during every fault.
            seat.begins().await;
            seat.types(&"Hello?\n".repeat(300)).await;
            let incident = seat.incident(kind).await.to_string();
            assert!(incident.contains(text), "{title}: {incident}");
            assert!(!incident.contains(char::is_control), "{title}: {incident:?}");
            seat.ends().await;
        })
    });
    for case in played {
        case.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_never_stops_is_bounded_and_can_be_ended() {
    let (listener, url) = listen().await;
    let mut seat = Seat::start(setup(url, None));
    let (mut program, _) = accept(&listener).await;
    say(&mut program, HELLO).await;
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.begins().await;
    seat.types("Hello?\n").await;
    while !hear(&mut program).await.contains("said") {}
    tokio::spawn(async move {
        let frame = format!(r#"{{"type":"say","text":"{}"}}"#, "never ".repeat(300));
        while program.send(Message::text(frame.clone())).await.is_ok() {}
    });
    seat.incident("flooded").await;
    seat.ends().await;
}

/// The number of pings that are read without a pause, and per second after that.
const PINGS_AT_ONCE: u64 = 1_024;
const PINGS_PER_SECOND: u64 = 256;

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_pings_is_answered_at_a_bounded_rate_and_holds_nobody_up() {
    let (listener, url) = listen().await;
    let mut seat = Seat::start(setup(url, None));
    let (mut program, _) = accept(&listener).await;
    say(&mut program, HELLO).await;
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.begins().await;
    let begun = std::time::Instant::now();
    let (mut words, mut hears) = program.split();
    let flood = tokio::spawn(async move { while words.send(Message::Ping(vec![0; 125].into())).await.is_ok() {} });
    seat.types("Hello?\n").await;
    let (mut pongs, mut is_told) = (0_u64, false);
    while !is_told || pongs < PINGS_AT_ONCE {
        let message = tokio::time::timeout(PATIENCE, hears.next()).await.expect("something comes");
        match message.unwrap().unwrap() {
            Message::Pong(_) => pongs += 1,
            Message::Text(text) => is_told |= text.contains("said"),
            _ => {}
        }
    }
    let most = PINGS_AT_ONCE + PINGS_PER_SECOND * (begun.elapsed().as_secs() + 1);
    assert!(pongs <= most, "{pongs} pings were read, and {most} may be by now");
    assert_eq!(seat.ends().await, []);
    flood.abort();
}

/// A faulty server.
enum Peer {
    /// No server listens.
    Vanishes,
    /// Accepts, and sends nothing.
    Holds,
    /// Answers the request with these bytes and closes.
    Answers(&'static [u8]),
    /// Upgrades with an extension.
    Extends,
    /// Upgrades, sends these bytes, and stays or closes.
    Upgrades { protocol: Option<&'static str>, honest: bool, then: &'static [u8], stays: bool },
}

impl Peer {
    async fn listen(self) -> String {
        if matches!(self, Self::Vanishes) {
            return nobody_listens();
        }
        let (listener, url) = listen().await;
        tokio::spawn(async move {
            let mut held = Vec::new();
            while let Ok((mut socket, _)) = listener.accept().await {
                self.meet(&mut socket).await;
                if matches!(self, Self::Holds | Self::Upgrades { stays: true, .. }) {
                    held.push(socket);
                }
            }
        });
        url
    }

    async fn meet(&self, socket: &mut TcpStream) {
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if socket.read(&mut byte).await.unwrap_or_default() == 0 {
                return;
            }
            request.push(byte[0]);
        }
        let answer = match self {
            Self::Vanishes | Self::Holds => return,
            Self::Answers(bytes) => bytes.to_vec(),
            Self::Extends => upgrade(&request, true, "viva.entry.v1\r\nSec-WebSocket-Extensions: permessage-deflate"),
            Self::Upgrades { protocol, honest, then, .. } => {
                [&upgrade(&request, *honest, protocol.unwrap_or_default()), *then].concat()
            }
        };
        let _ = socket.write_all(&answer).await;
    }
}

/// The answer to a request to upgrade, with this subprotocol, if any.
fn upgrade(request: &[u8], honest: bool, protocol: &str) -> Vec<u8> {
    let request = std::str::from_utf8(request).unwrap();
    let key = request.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap();
    let accept = derive_accept_key(if honest { key.as_bytes() } else { b"another" });
    let protocol = if protocol.is_empty() { String::new() } else { format!("Sec-WebSocket-Protocol: {protocol}\r\n") };
    let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
    format!("{head}Sec-WebSocket-Accept: {accept}\r\n{protocol}\r\n").into_bytes()
}

fn setup(url: String, token_file: Option<PathBuf>) -> (TempDir, Setup) {
    let home = tempfile::tempdir().unwrap();
    let setup = Setup {
        typing: Some(Duration::from_millis(60)),
        folder: home.path().to_owned(),
        pace: Pace::new(60.0),
        ..Setup::new(
            Protocol::WebSocket { url, token_file },
            rulebook::shipped::rulebook("loebner-2010").unwrap().interview,
            home.path().join("link"),
        )
    };
    (home, setup)
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/entry", listener.local_addr().unwrap());
    (listener, url)
}

/// An address without a server: the port stays reserved while the test runs, so no other test can listen there.
fn nobody_listens() -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("ws://{}/entry", socket.local_addr().unwrap());
    tokio::spawn(async move {
        let _taken = socket;
        std::future::pending::<()>().await;
    });
    url
}

/// The next connection, accepted as by a program that speaks the protocol, and its request.
async fn accept(listener: &TcpListener) -> (WebSocketStream<TcpStream>, Request) {
    let (socket, _) = tokio::time::timeout(PATIENCE, listener.accept()).await.expect("it connects").unwrap();
    let (tell, mut told) = mpsc::unbounded_channel();
    #[expect(clippy::result_large_err, reason = "the library's signature")]
    let answer = move |request: &Request, mut response: Response| {
        tell.send(request.clone()).unwrap();
        response.headers_mut().insert("sec-websocket-protocol", "viva.entry.v1".parse().unwrap());
        Ok(response)
    };
    let socket = accept_hdr_async(socket, answer).await.unwrap();
    (socket, told.recv().await.unwrap())
}

/// The next text frame for the program.
async fn hear(program: &mut WebSocketStream<TcpStream>) -> String {
    loop {
        let message = tokio::time::timeout(PATIENCE, program.next()).await.expect("something comes");
        if let Message::Text(text) = message.unwrap().unwrap() {
            return text.as_str().to_owned();
        }
    }
}

async fn say(program: &mut WebSocketStream<TcpStream>, frame: &str) {
    program.send(Message::text(frame.to_owned())).await.unwrap();
}

/// Starts an example, and reads its address.
async fn begin(command: &[&str], packages: Option<&Path>, port: &str) -> (Child, String) {
    let mut example = tokio::process::Command::new(command[0]);
    example.args(&command[1..]).arg(port).stdout(Stdio::piped()).kill_on_drop(true);
    example.envs(packages.map(|packages| ("NODE_PATH", packages)));
    let mut program = example.spawn().unwrap();
    let mut url = String::new();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    tokio::time::timeout(PATIENCE, output.read_line(&mut url)).await.expect("it listens").unwrap();
    assert!(url.starts_with("ws://"), "{command:?} said {url:?}");
    (program, url.trim().to_owned())
}
