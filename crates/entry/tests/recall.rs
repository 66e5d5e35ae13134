//! A program that is started again in mid-interview, over each protocol that a program of ours speaks: with `replay` it
//! knows what was said, otherwise it is met as a stranger. It counts the judge's lines, and shows by its answer how many it
//! knows.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/peers.rs"]
mod peers;
#[path = "support/seat.rs"]
mod seat;

use std::path::Path;

use entry::{History, Said, Setup};
use rulebook::{
    Side,
    contest_file::{Dialect, Protocol},
};

use self::seat::Seat;

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_started_again_knows_what_was_said_over_lines() {
    for (replay, knows) in [(true, "3\n"), (false, "1\n")] {
        let mut seat = seat(stdio(), replay, &[]);
        goes_on(&mut seat, replay, knows).await;
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

/// Two lines are answered, the program ends, and a further line is answered as by one that knows so much.
async fn goes_on(seat: &mut Seat, replay: bool, knows: &str) {
    seat.ready().await;
    for (line, answer) in [("a\n", "1\n"), ("b\n", "2\n")] {
        seat.types(line).await;
        assert_eq!(seat.reply().await, answer);
    }
    // It is ended from outside, so that no line of the judge ends it again.
    let group: i32 = seat.group().parse().unwrap();
    std::process::Command::new("kill").args(["-9", "--", &format!("-{group}")]).status().unwrap();
    seat.incident("exited").await;
    seat.incident("restarted").await;
    if replay {
        let told = seat.incident("told-again").await.to_string();
        // The line that was answered last is earlier too.
        assert!(told.contains("told 2 earlier lines"), "{told}");
    }
    seat.ready().await;
    seat.types("c\n").await;
    assert_eq!(seat.reply().await, knows);
}

fn seat(protocol: Protocol, replay: bool, before: &[&str]) -> Seat {
    peers::needs("perl", &["--version"]);
    let workspace = tempfile::tempdir().unwrap();
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    let line = |side, text: &str| Said { side, text: text.to_owned() };
    let before = before.iter().flat_map(|text| [line(Side::Judge, text), line(Side::Witness, "so")]);
    let setup = Setup {
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"),
        history: History::of(before),
        replay,
        pace: 10.0,
        ..Setup::new(protocol, rules, workspace.path())
    };
    Seat::start((workspace, setup))
}

fn stdio() -> Protocol {
    let command = ["perl", "counts.pl"].map(str::to_owned).to_vec();
    Protocol::Stdio { command, prompts: vec![], dialect: Dialect::default() }
}

fn lpp() -> Protocol {
    let command = ["perl", "counts.pl", "{directory}"].map(str::to_owned).to_vec();
    Protocol::Lpp { directory: None, command: Some(command) }
}
