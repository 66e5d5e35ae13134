//! A contest in the middle of a talk moves from one machine to a cluster and back, and nobody has to join again.

use std::path::Path;

use rustix::process::Signal;
use serde_json::json;
use store::{AccessTokenRow, DEEDS_MAX, DeedRow, Limits, OrganiserRow, PasskeyRow, Registry, SqliteStore};

use super::servers::{self, Nats};
use crate::support::{Guest, Server, contest_file, house_entries, viva};

/// Sends a message through a server that has just resumed the contest, once clocks run.
async fn says(judge: &Guest, server: &Server, text: &str, name: &str) -> String {
    let judge = Guest { url: server.url.clone(), ..judge.clone() };
    let mut seat = judge.connect(0).await;
    for (n, c) in text.chars().enumerate() {
        let press =
            json!({"do": "press", "id": format!("{name}-{n}"), "round": "R1", "seat": "left", "key": c.to_string()});
        while seat.ask(press.clone()).await.is_some() {
            seat.frame().await;
        }
    }
    seat.text(1, Some("left"), "judge")
}

fn stop(server: Server) {
    server.signal(Signal::TERM);
    server.ends();
}

fn admin(arguments: &[&str]) -> (bool, String) {
    let output = viva().arg("admin").args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// The printed root.
fn root(said: &str) -> String {
    said.split("root ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

/// The organisers of the contest in this store, their acts, passkeys and tokens.
async fn organised_in(store: &SqliteStore) -> (Vec<OrganiserRow>, Vec<DeedRow>, Vec<PasskeyRow>, Vec<AccessTokenRow>) {
    (
        store.organisers("story").await.unwrap(),
        store.deeds("story", DEEDS_MAX).await.unwrap(),
        store.passkeys("story").await.unwrap(),
        store.access_tokens("story").await.unwrap(),
    )
}

/// Copies the files beside the old store to the new data folder.
fn hand_over(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.join("heads")).unwrap();
    std::fs::copy(from.join("signing-key"), to.join("signing-key")).unwrap();
    for head in std::fs::read_dir(from.join("heads")).unwrap() {
        let head = head.unwrap();
        std::fs::copy(head.path(), to.join("heads").join(head.file_name())).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_contest_moves_to_a_cluster_and_back_in_the_middle_of_a_talk() {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("data");
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    let links = organiser.links().await;
    let judge = server.join(&links[0].1).await;
    let mut desk = organiser.connect(0).await;
    for begin in ["draw", "open-round"] {
        assert_eq!(desk.ask(json!({"do": begin, "anyway": true})).await, None);
    }
    assert_eq!(says(&judge, &server, "viva", "a").await, "viva");

    let (database, bus) = (servers::database(), Nats::start());
    let (is_done, said) = admin(&["move", alone.to_str().unwrap(), &database]);
    assert!(!is_done && said.contains("in use by another server"), "{said}");
    stop(server);
    let (is_done, said) = admin(&["check", alone.to_str().unwrap()]);
    assert!(is_done && said.starts_with("story: sound, "), "{said}");
    let before = root(&said);
    let kept = SqliteStore::open(&alone, Limits { max_bytes: None }).unwrap();
    let second =
        OrganiserRow { participant: "O2".to_owned(), name: "Second".to_owned(), password: "$argon2id$".to_owned() };
    kept.keep_organiser("story", second).await.unwrap();
    let (participant, name) = ("O2".to_owned(), "Laptop".to_owned());
    let passkey = PasskeyRow { participant, number: 1, name, since: 3, public_key: "{}".to_owned() };
    kept.keep_passkey("story", passkey).await.unwrap();
    let (may, name) = ("read".to_owned(), "Board".to_owned());
    let token = AccessTokenRow { number: 1, may, name, token_hash: [7; 32], seen: Some(4) };
    kept.keep_access_token("story", token).await.unwrap();
    for (at, what) in [(1, "paused"), (2, "went on")] {
        kept.note_deed("story", DeedRow { at, who: "Second".to_owned(), what: what.to_owned() }).await.unwrap();
    }
    let organised = organised_in(&kept).await;
    drop(kept);
    let (is_done, said) = admin(&["move", alone.to_str().unwrap(), &database]);
    assert!(is_done && root(&said) == before, "{said}");
    let (is_done, said) = admin(&["move", alone.to_str().unwrap(), &database]);
    assert!(!is_done && said.contains("there is a contest `story` there already"), "{said}");

    let node = folder.path().join("node");
    hand_over(&alone, &node);
    let server = Server::start(&node, &["--database", &database, "--bus", &bus.address()]);
    assert_eq!(says(&judge, &server, "voce", "b").await, "vivavoce");
    let (is_done, said) = admin(&["move", &database, folder.path().join("again").to_str().unwrap()]);
    assert!(!is_done && said.contains("a server keeps `story`"), "{said}");
    stop(server);

    let again = folder.path().join("again-alone");
    hand_over(&node, &again);
    let (is_done, said) = admin(&["move", &database, again.to_str().unwrap()]);
    assert!(is_done, "{said}");
    let server = Server::start(&again, &[]);
    assert_eq!(says(&judge, &server, "!", "c").await, "vivavoce!");
    stop(server);
    let (is_done, said) = admin(&["check", again.to_str().unwrap()]);
    assert!(is_done && said.starts_with("story: sound, ") && root(&said) != before, "{said}");

    let kept = SqliteStore::open(&again, Limits { max_bytes: None }).unwrap();
    assert_eq!(organised_in(&kept).await, organised);

    let (is_done, said) = admin(&["check", folder.path().join("nowhere").to_str().unwrap()]);
    assert!(!is_done && said.contains("there is no store in"), "{said}");
}
