//! The server is killed in the middle of a round, and everything continues.

use rulebook::Timestamp;
use serde_json::{Value, json};

use crate::support::{Guest, Server, Socket, contest_file, house_entries};

#[tokio::test]
async fn after_kill_9_in_mid_round_clocks_seats_text_and_ballots_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    let links = organiser.links().await;
    let judge = server.join(&links[0].1).await;
    let mut desk = organiser.connect(0).await;
    let mut seat = judge.connect(0).await;

    // Round 1: a ballot is submitted, then the round is closed.
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    seat.until_phase("talk").await;
    seat.types(1, Some("left"), "Hello, who are you?\n", "a").await;
    assert_eq!(desk.ask(json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R1"}})).await, None);
    seat.until_phase("scoring").await;
    assert_eq!(seat.ask(json!({"do": "ballot", "round": "R1", "answers": {"choice": "right"}})).await, None);
    assert_eq!(desk.ask(json!({"do": "end-phase", "ending": {"phase": "scoring", "round": "R1"}})).await, None);

    // Round 2: killed while the judge is in the middle of a line.
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    seat.until_phase("talk").await;
    seat.types(2, Some("right"), "In the middle of a li", "b").await;
    let ends = seat.updates.iter().rev().find(|update| update["phase"] == "talk").unwrap()["ends"].clone();
    let told = seat.updates.clone();
    server.kill();

    let server = Server::start(&folder.path().join("data"), &[]);
    let judge = Guest { url: server.url.clone(), ..judge };
    let organiser = Guest { url: server.url.clone(), ..organiser };
    // The cookie still holds the seat; a client that lost everything receives everything again, unchanged.
    let mut seat = judge.connect(0).await;
    while seat.updates.len() < told.len() {
        seat.frame().await;
    }
    assert_eq!(seat.updates[..told.len()], told[..]);
    // Clocks have stopped since the server was killed. They resume by themselves, at once or after the countdown, and
    // the deadline moves by the time they stopped.
    let stages = |seat: &Socket| seat.updates[told.len()..].iter().filter(|u| u["kind"] == "stage").cloned().collect();
    let mut after: Vec<Value> = stages(&seat);
    while after.last().is_none_or(|stage| !stage["paused"].is_null()) {
        seat.frame().await;
        after = stages(&seat);
    }
    let (stood, went_on) = (&after[0], &after[after.len() - 1]);
    assert!(!stood["paused"].is_null() && stood["away"].is_object() && went_on["away"].is_null(), "{after:?}");
    let moment = |value: &Value| value.as_str().unwrap().parse::<Timestamp>().unwrap();
    let ended = moment(&ends);
    assert_eq!(moment(&stood["ends"]), ended);
    // Judges see the times of events in whole seconds.
    let later = moment(&went_on["ends"]).since(ended);
    let stood_for = moment(&went_on["at"]).since(moment(&stood["paused"]));
    assert!(later.abs_diff(stood_for) < std::time::Duration::from_secs(1), "{later:?} {stood_for:?}");
    // The key under way is sent again with its id, and not doubled; the line goes on.
    let again = json!({"do": "press", "id": "b-20", "round": "R2", "seat": "right", "key": "i"});
    assert_eq!(seat.ask(again).await, None);
    seat.types(2, Some("right"), "ne\n", "c").await;
    assert_eq!(seat.text(2, Some("right"), "judge"), "In the middle of a line\n");

    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R2"}})).await, None);
    seat.until_phase("scoring").await;
    assert_eq!(
        seat.ask(json!({"do": "ballot", "round": "R1", "answers": {"choice": "left"}})).await.as_deref(),
        Some("round 1 is over: this came too late and was not recorded")
    );
    let (_, page) = judge.get(&judge.page).await;
    assert!(page.contains("In the middle of a line"));
}
