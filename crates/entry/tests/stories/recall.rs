//! A program restarted in the middle of an interview, over each protocol of this project's programs: with `replay` it
//! knows the earlier lines, otherwise it begins without memory. It counts the judge's lines, and its answer is their
//! number.

use crate::peers;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    path::Path,
    sync::mpsc,
    time::Duration,
};

use entry::{FinishedLine, FromEntry, History, Pace, Setup, serve::serve_websocket};
use rulebook::{
    Side,
    contest_file::{Dialect, Encoding, Lp95, Lpp, Newline, Protocol},
    reader::read_entries,
};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::seat::Seat;

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_started_again_knows_what_was_said_over_lines() {
    for (replay, knows) in [(true, "3\n"), (false, "1\n")] {
        let mut seat = seat(stdio(), replay, &[]);
        goes_on(&mut seat, replay, knows).await;
        seat.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_contest_types_a_program_is_told_again_what_was_said_and_nobody_hears_its_old_answers() {
    let (workspace, mut setup) = setup(stdio(), true, &[]);
    setup.typing = None;
    let mut seat = Seat::start((workspace, setup));
    seat.begins().await;
    seat.ready().await;
    for (line, answer) in [("one\n", "1"), ("two\n", "2")] {
        seat.types(line).await;
        assert_eq!(seat.next().await, FromEntry::Line(answer.to_owned()));
    }
    let group: i32 = seat.group().parse().unwrap();
    std::process::Command::new("kill").args(["-9", "--", &format!("-{group}")]).status().unwrap();
    let mut lines = Vec::new();
    let mut told = None;
    while told.is_none() {
        match seat.next().await {
            FromEntry::Line(line) => lines.push(line),
            FromEntry::Incident(incident) if incident.kind() == "told-again" => told = Some(incident.to_string()),
            FromEntry::Incident(_) | FromEntry::Ready | FromEntry::Told(_) | FromEntry::Spent(_) => {}
            FromEntry::Key(key) => panic!("the contest types here, and not the link: {key}"),
        }
    }
    assert_eq!(lines, [""; 0], "nobody hears an answer twice");
    assert!(told.unwrap().contains("told 2 earlier lines"));
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_begins_in_the_middle_of_a_line_gives_the_whole_of_it() {
    let command = vec!["cat".to_owned()];
    let cat = Protocol::Stdio { command, prompts: Vec::new(), dialect: Dialect::default() };
    for typed in ["hel".to_owned(), "x".repeat(1_500)] {
        let (workspace, mut setup) = setup(cat.clone(), false, &[]);
        setup.begun.clone_from(&typed);
        let mut seat = Seat::start((workspace, setup));
        seat.begins().await;
        seat.types("lo\n").await;
        seat.ready().await;
        assert_eq!(seat.reply().await, format!("{typed}lo\n"));
        seat.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_started_again_knows_what_was_said_by_directory() {
    let mut seat = seat(lpp(), true, &[]);
    goes_on(&mut seat, true, "3\n").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_started_again_knows_what_was_said_at_a_terminal_of_1995() {
    peers::needs("python3", &["--version"]);
    let mut seat = seat(lp95(), true, &[]);
    goes_on(&mut seat, true, "3\n").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_started_again_knows_what_was_said() {
    peers::needs("python3", &["--version"]);
    let url = "ws://127.0.0.1:{port}/entry".to_owned();
    let (workspace, mut setup) = setup(Protocol::WebSocket { url, token_file: None }, true, &[]);
    setup.server = Some(["python3", "counts.py", "waits", "frames", "{port}"].map(str::to_owned).to_vec());
    let mut seat = Seat::start((workspace, setup));
    seat.begins().await;
    goes_on(&mut seat, true, "3\n").await;
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_somebody_elses_that_came_back_and_forgot_knows_what_was_said() {
    for (replay, knows) in [(true, "3\n"), (false, "1\n")] {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = counts_at(address);
        let url = format!("ws://{address}/entry");
        let (workspace, setup) = setup(Protocol::WebSocket { url, token_file: None }, replay, &[]);
        let mut seat = Seat::start((workspace, setup));
        seat.begins().await;
        seat.ready().await;
        for (line, answer) in [("a\n", "1\n"), ("b\n", "2\n")] {
            seat.types(line).await;
            assert_eq!(seat.reply().await, answer);
        }
        server.shutdown_background();
        seat.incident("disconnected").await;
        let server = counts_at(address);
        if replay {
            let told = seat.incident("told-again").await.to_string();
            assert!(told.contains("told 2 earlier lines"), "{told}");
        } else {
            let told = seat.incident("met-as-stranger").await.to_string();
            assert!(told.contains("2 lines before"), "{told}");
        }
        seat.ready().await;
        seat.types("c\n").await;
        assert_eq!(seat.reply().await, knows);
        seat.ends().await;
        server.shutdown_background();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_asked_in_mid_interview_is_sent_what_was_said() {
    let (listener, requests) = (TcpListener::bind("127.0.0.1:0").unwrap(), mpsc::channel());
    let address = listener.local_addr().unwrap();
    let (asked, heard) = requests;
    std::thread::spawn(move || {
        for peer in listener.incoming() {
            let mut peer = peer.unwrap();
            let body = body_of(&mut peer);
            let answer = r#"{"choices":[{"message":{"content":"Four."},"finish_reason":"stop"}]}"#;
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ";
            write!(peer, "{head}{}\r\n\r\n{answer}", answer.len()).unwrap();
            // The first request only tests the connection.
            if !body.is_empty() && asked.send(body).is_err() {
                return;
            }
        }
    });
    let text = format!(
        "[[entry]]\nname = \"Sam\"\ncontestant = \"A\"\nprotocol = \"chat\"\nurl = \"http://{address}/v1\"\nmodel = \"m\"\n\
         instructions = \"You are Sam.\"\n"
    );
    let protocol = read_entries("contest.toml", &text).unwrap().remove(0).protocol;
    let mut seat = seat(protocol, false, &["a", "b"]);
    seat.begins().await;
    seat.types("d\n").await;
    assert_eq!(seat.reply().await, "Four.\n");
    let body: Value = serde_json::from_str(&heard.recv().unwrap()).unwrap();
    let messages: Vec<_> =
        body["messages"].as_array().unwrap().iter().filter(|said| said["role"] != "system").collect();
    let said: Vec<_> = messages.iter().map(|said| said["content"].as_str().unwrap()).collect();
    assert_eq!(said, ["a", "so", "b", "so", "d"]);
    seat.ends().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_begins_in_mid_interview_begins_with_what_was_said() {
    for protocol in [stdio(), lpp()] {
        let mut seat = seat(protocol, true, &["a", "b", "c"]);
        seat.types("d\n").await;
        seat.incident("told-again").await;
        assert_eq!(seat.reply().await, "4\n");
        seat.ends().await;
    }
    let mut seat = seat(stdio(), false, &["a"]);
    let told = seat.incident("met-as-stranger").await.to_string();
    assert!(told.contains("`replay = true`"), "{told}");
    seat.types("d\n").await;
    assert_eq!(seat.reply().await, "1\n");
    seat.ends().await;
}

/// Two lines are answered, the program ends, and the answer to a further line shows that it knows this many.
async fn goes_on(seat: &mut Seat, replay: bool, knows: &str) {
    seat.ready().await;
    for (line, answer) in [("a\n", "1\n"), ("b\n", "2\n")] {
        seat.types(line).await;
        assert_eq!(seat.reply().await, answer);
    }
    // It is killed from outside, so that no line of the judge kills it again.
    let group: i32 = seat.group().parse().unwrap();
    std::process::Command::new("kill").args(["-9", "--", &format!("-{group}")]).status().unwrap();
    seat.incident("exited").await;
    seat.incident("restarted").await;
    if replay {
        let told = seat.incident("told-again").await.to_string();
        // The last answered line is an earlier line too.
        assert!(told.contains("told 2 earlier lines"), "{told}");
    }
    seat.ready().await;
    seat.types("c\n").await;
    assert_eq!(seat.reply().await, knows);
}

/// An entry that counts a judge's lines, at this address; it ends with its runtime.
fn counts_at(address: SocketAddr) -> Runtime {
    let runtime = Runtime::new().unwrap();
    let (listens, listening) = mpsc::channel();
    runtime.spawn(async move {
        let listener = tokio::net::TcpListener::bind(address).await.unwrap();
        listens.send(()).unwrap();
        let begins = || -> entry::serve::Answers {
            let mut count = 0;
            Box::new(move |_: &str| {
                count += 1;
                vec![count.to_string()]
            })
        };
        serve_websocket(listener, begins).await
    });
    listening.recv().unwrap();
    runtime
}

/// The body of a request.
fn body_of(peer: &mut impl Read) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        peer.read_exact(&mut byte).unwrap();
        head.extend(byte);
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
    let mut body = vec![0; length.parse().unwrap()];
    peer.read_exact(&mut body).unwrap();
    String::from_utf8(body).unwrap()
}

fn seat(protocol: Protocol, replay: bool, before: &[&str]) -> Seat {
    Seat::start(setup(protocol, replay, before))
}

fn setup(protocol: Protocol, replay: bool, before: &[&str]) -> (tempfile::TempDir, Setup) {
    peers::needs("perl", &["--version"]);
    let workspace = tempfile::tempdir().unwrap();
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    let line = |side, text: &str| FinishedLine { side, text: text.to_owned() };
    let before = before.iter().flat_map(|text| [line(Side::Judge, text), line(Side::Witness, "so")]);
    let setup = Setup {
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"),
        history: History::of(before),
        replay,
        pace: Pace::new(10.0),
        ..Setup::new(protocol, rules, workspace.path())
    };
    (workspace, setup)
}

fn lp95() -> Protocol {
    let command = ["python3", "counts.py", "waits", "1995"].map(str::to_owned).to_vec();
    Protocol::Lp95(Lp95 {
        command,
        line_end: Newline::Cr,
        echo: false,
        terminal: false,
        turn: Duration::ZERO,
        encoding: Encoding::Utf8,
    })
}

fn stdio() -> Protocol {
    let command = ["perl", "counts.pl"].map(str::to_owned).to_vec();
    Protocol::Stdio { command, prompts: vec![], dialect: Dialect::default() }
}

fn lpp() -> Protocol {
    let command = ["perl", "counts.pl", "{directory}"].map(str::to_owned).to_vec();
    Protocol::Lpp(Lpp::Started(command))
}
