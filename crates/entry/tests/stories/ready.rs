//! The readiness of a program over lines: its output before it is ready is never an answer, even after a long time of
//! loading.

use std::time::Duration;

use entry::{FromEntry, Setup};
use rulebook::contest_file::{Dialect, Protocol};

use crate::{peers, seat::Seat};

/// Loads for a second, half of it asleep, prints its ready line and answers.
fn loads(dialect: Dialect) -> Seat {
    let fixture = peers::file("tests/broken", "loads-and-says-so.pl");
    let command = ["perl", &fixture, "1"].map(str::to_owned).to_vec();
    let workspace = tempfile::tempdir().unwrap();
    let rules = rulebook::shipped::rulebook("loebner-2010").unwrap().interview;
    let protocol = Protocol::Stdio { command, prompts: Vec::new(), dialect };
    let setup = Setup { typing: None, ..Setup::new(protocol, rules, workspace.path()) };
    Seat::start((workspace, setup))
}

fn line(text: &str) -> FromEntry {
    FromEntry::Line(text.to_owned())
}

const ANSWER: &str = "That is interesting. Go on.";

/// The next report other than an incident, and the kinds of the incidents before it.
async fn next(seat: &mut Seat) -> (Vec<&'static str>, FromEntry) {
    let mut kinds = Vec::new();
    loop {
        match seat.next().await {
            FromEntry::Incident(incident) => kinds.push(incident.kind()),
            other => return (kinds, other),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_printed_while_a_program_loads_is_withheld_at_its_start_and_in_mid_interview() {
    let mut seat = loads(Dialect::default());
    seat.begins().await;
    // The judge types before it is ready.
    seat.types("Hello?\n").await;
    assert_eq!(next(&mut seat).await, (vec!["greeted-early"], FromEntry::Ready));
    assert_eq!(next(&mut seat).await, (vec![], line(ANSWER)));
    let group: i32 = seat.group().parse().unwrap();
    std::process::Command::new("kill").args(["-9", "--", &format!("-{group}")]).status().unwrap();
    assert_eq!(seat.incident("restarted").await.kind(), "restarted");
    seat.types("Are you there?\n").await;
    assert_eq!(next(&mut seat).await.1, FromEntry::Ready);
    assert_eq!(next(&mut seat).await, (vec![], line(ANSWER)), "what it says of its model is no answer");
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_by_which_a_program_says_that_it_is_ready_is_no_speech() {
    let mut seat = loads(Dialect { ready: Some("Model loaded".to_owned()), ..Dialect::default() });
    seat.begins().await;
    seat.types("Hello?\n").await;
    assert_eq!(next(&mut seat).await, (vec![], FromEntry::Ready));
    assert_eq!(next(&mut seat).await, (vec![], line(ANSWER)));
    assert_eq!(seat.ends().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_given_nothing_while_it_warms_up() {
    let begun = std::time::Instant::now();
    let warm_up = Duration::from_millis(1_500);
    let mut seat = loads(Dialect { warm_up, ..Dialect::default() });
    assert_eq!(next(&mut seat).await.1, FromEntry::Ready);
    assert!(begun.elapsed() >= warm_up);
    assert_eq!(seat.ends().await, []);
}
