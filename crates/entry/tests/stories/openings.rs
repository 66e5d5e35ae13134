//! Under the rules of 2006 programs open by themselves, over each protocol: an opening from before the conversation is
//! kept until it begins, and reported once, as a line that the contest types.

use std::{path::Path, time::Duration};

use entry::{FromEntry, Incident, Setup, socketio::In};
use rulebook::{
    Key,
    contest_file::{Dialect, Encoding, Lp95, Lpp, Newline, Protocol},
    key::Typed,
    reader::read_entries,
    schema::Opener,
};

use crate::{peers, seat::Seat, socketio_peers};

const JOAN: &str = "Hello, my name is Joan, and I am a woman.";

fn setup(protocol: Protocol, opens: Opener) -> (tempfile::TempDir, Setup) {
    peers::needs("python3", &["--version"]);
    let workspace = tempfile::tempdir().unwrap();
    let mut rules = rulebook::shipped::rulebook("loebner-2006").unwrap().interview;
    rules.opens = opens;
    let setup = Setup {
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"),
        typing: None,
        ..Setup::new(protocol, rules, workspace.path())
    };
    (workspace, setup)
}

fn command(words: &[&str]) -> Vec<String> {
    ["python3", "counts.py"].iter().chain(words).map(|word| (*word).to_owned()).collect()
}

fn lines() -> Protocol {
    Protocol::Stdio { command: command(&["lines"]), prompts: vec![], dialect: Dialect::default() }
}

/// The entry of a contest file with these lines, whose server is started here.
fn served(how: &str, protocol: &str) -> (Protocol, Vec<String>) {
    let text = format!("[[entry]]\nname = \"Joan\"\ncontestant = \"A\"\n{protocol}\n");
    (read_entries("contest.toml", &text).unwrap().remove(0).protocol, command(&[how, "{port}"]))
}

/// The reports to the contest until the program is ready.
async fn until_ready(seat: &mut Seat) -> Vec<FromEntry> {
    let mut heard = Vec::new();
    loop {
        match seat.next().await {
            FromEntry::Ready => return heard,
            // The link may try to connect before the server listens.
            FromEntry::Incident(Incident::NotConnected { .. }) | FromEntry::Spent(_) => {}
            other => heard.push(other),
        }
    }
}

/// The next line, whole or key by key, skipping other reports.
async fn words(seat: &mut Seat) -> FromEntry {
    let mut typed = Typed::default();
    loop {
        match seat.next().await {
            FromEntry::Ready | FromEntry::Spent(_) | FromEntry::Incident(Incident::NotCounted) => {}
            FromEntry::Key(Key::Return) => return line(typed.as_str()),
            FromEntry::Key(key) => typed.press(key),
            other => return other,
        }
    }
}

/// The kinds of incidents until withheld text is reported; no text may be reported.
async fn until_withheld(seat: &mut Seat) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    while kinds.last() != Some(&"greeted-early") {
        match seat.next().await {
            FromEntry::Ready => {}
            FromEntry::Incident(incident) => {
                if let Incident::GreetedEarly { text } = &incident {
                    assert_eq!(text, JOAN);
                }
                kinds.push(incident.kind());
            }
            other => panic!("it is heard: {other:?}"),
        }
    }
    kinds
}

fn line(text: &str) -> FromEntry {
    FromEntry::Line(text.to_owned())
}

/// It opens with its own words, once, when the conversation begins; then it answers.
async fn opens(mut seat: Seat) {
    assert_eq!(until_ready(&mut seat).await, []);
    seat.begins().await;
    assert_eq!(words(&mut seat).await, line(JOAN));
    for answer in ["1", "2"] {
        seat.types("Who are you?\n").await;
        assert_eq!(words(&mut seat).await, line(answer));
    }
    let left = seat.ends().await;
    assert!(left.iter().all(|incident| incident.kind() == "not-counted"), "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_lines() {
    opens(Seat::start(setup(lines(), Opener::Anyone))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn by_directory() {
    let protocol = Protocol::Lpp(Lpp::Started(command(&["directory", "{directory}"])));
    opens(Seat::start(setup(protocol, Opener::Anyone))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_terminal_of_1995() {
    let protocol = Protocol::Lp95(Lp95 {
        command: command(&["1995"]),
        line_end: Newline::Cr,
        echo: false,
        terminal: false,
        turn: Duration::ZERO,
        encoding: Encoding::Utf8,
    });
    opens(Seat::start(setup(protocol, Opener::Anyone))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_page_as_a_model_and_in_frames() {
    let model =
        "protocol = \"chat\"\nurl = \"http://127.0.0.1:{port}/v1\"\nmodel = \"m\"\nstart = \"Open.\"\nstream = false";
    let page = "protocol = \"web\"\nurl = \"http://127.0.0.1:{port}/\"\nreply = \".answer\"\nstart = true";
    let frames = "protocol = \"websocket\"\nurl = \"ws://127.0.0.1:{port}/entry\"";
    for (how, protocol) in [("page", page), ("model", model), ("frames", frames)] {
        let text = format!("{protocol}\nserver = [\"python3\", \"counts.py\", \"{how}\", \"{{port}}\"]");
        let (protocol, server) = served(how, &text);
        let (workspace, setup) = setup(protocol, Opener::Anyone);
        opens(Seat::start((workspace, Setup { server: Some(server), ..setup }))).await;
    }
}

#[tokio::test]
async fn by_the_protocol_of_2016() {
    let registry = socketio_peers::registry();
    let mut visit = socketio_peers::admitted(&registry, "ai0");
    let (workspace, setup) = socketio_peers::setup(&registry, "ai0", 1);
    let mut rules = setup.rules.clone();
    rules.opens = Opener::Anyone;
    let mut seat = Seat::start((workspace, Setup { rules, typing: None, ..setup }));
    assert_eq!(seat.next().await, FromEntry::Ready);
    assert_eq!(visit.hear().await.event, "control");
    let says = |text: &str| In::Message { content: text.into(), to: "judge".into() };
    visit.say(says(JOAN)).await;
    // The answer to a later request shows that the earlier message was read.
    visit.say(In::RoundInformation).await;
    assert_eq!(visit.hear().await.event, "roundInformation");
    seat.begins().await;
    assert_eq!(visit.hear().await.json, r#"{"status":"startRound"}"#);
    assert_eq!(seat.next().await, line(JOAN));
    seat.types("Who?\n").await;
    assert_eq!(visit.hear().await.event, "message");
    visit.say(says("1")).await;
    assert_eq!(seat.next().await, line("1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_judge_begins_the_organiser_reads_what_was_withheld() {
    let mut seat = Seat::start(setup(lines(), Opener::Judge));
    assert_eq!(until_withheld(&mut seat).await, ["greeted-early"]);
    seat.begins().await;
    seat.types("Who are you?\n").await;
    assert_eq!(words(&mut seat).await, line("1"));
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_started_again_in_mid_interview_is_not_heard_opening_again() {
    let mut seat = Seat::start(setup(lines(), Opener::Anyone));
    until_ready(&mut seat).await;
    seat.begins().await;
    assert_eq!(words(&mut seat).await, line(JOAN));
    let group: i32 = seat.group().parse().unwrap();
    std::process::Command::new("kill").args(["-9", "--", &format!("-{group}")]).status().unwrap();
    assert_eq!(until_withheld(&mut seat).await, ["exited", "restarted", "greeted-early"]);
    seat.ends().await;
}
