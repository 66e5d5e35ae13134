//! Nothing that was acknowledged is lost.

use std::{
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
};

use store::{EventStore, Limits, NewEvent, OpenError, SqliteStore};

use crate::support::{MEDAL, child, event, folder_as_child, leaves, open, record};

/// What the child of the `kill -9` story prints before each number that it was promised.
const PROMISED: &str = "promised ";

#[tokio::test]
async fn what_was_stored_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let secret = NewEvent { private: Some(b"hello, and its salt".to_vec()), ..event("r1-j1-left", 1, "says") };
    assert_eq!(store.append(MEDAL, vec![event("control", 1, "opened"), secret.clone()]).await.unwrap(), 2);
    drop(store);

    let store = open(folder.path());
    let events = record(&store, MEDAL).await;
    assert_eq!(events[0].leaf, b"opened");
    assert_eq!((events[1].position, events[1].number), (2, 1));
    assert_eq!((&events[1].stream, &events[1].private), (&secret.stream, &secret.private));
    assert_eq!(store.append(MEDAL, vec![event("control", 2, "closed")]).await.unwrap(), 3);
}

#[tokio::test]
async fn a_reader_gets_exactly_what_it_missed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.append(MEDAL, (1..=5).map(|n| event("control", n, &format!("event {n}"))).collect()).await.unwrap();
    store.append("wager", vec![event("control", 1, "of another contest")]).await.unwrap();

    let missed = store.read(MEDAL, 2, 2).await.unwrap();
    assert_eq!(missed.iter().map(|event| event.position).collect::<Vec<_>>(), [3, 4]);
    assert!(store.read(MEDAL, 5, 10).await.unwrap().is_empty());
    assert!(store.read(MEDAL, u64::MAX, 10).await.unwrap().is_empty());
    assert!(store.read("nobody knows it", 0, 10).await.unwrap().is_empty());
    assert_eq!(leaves(&store, "wager").await, ["of another contest"]);
}

#[tokio::test]
async fn an_empty_batch_asks_how_far_the_contest_has_come() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    assert_eq!(store.append(MEDAL, vec![]).await.unwrap(), 0);
    store.append(MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    assert_eq!(store.append(MEDAL, vec![]).await.unwrap(), 1);
}

#[tokio::test]
async fn no_event_is_ever_changed_or_deleted() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path()).append(MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    let hand = rusqlite::Connection::open(folder.path().join("store.db")).unwrap();
    assert!(hand.execute("DELETE FROM events", []).is_err());
    assert!(hand.execute("UPDATE events SET leaf = x'00'", []).is_err());
    drop(hand);
    assert_eq!(leaves(&open(folder.path()), MEDAL).await, ["opened"]);
}

#[tokio::test]
async fn the_folder_and_its_files_are_for_their_owner_only() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let store = open(&folder);
    store.append(MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "the database, its log and the lock are there: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[test]
fn a_folder_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let database = folder.path().join("store.db");
    rusqlite::Connection::open(&database).unwrap().pragma_update(None, "user_version", 99).unwrap();

    let error = SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap_err();
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("has format 99"), "{error}");
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("store.db"), "minutes of the committee, ".repeat(400)).unwrap();
    let error = SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap_err();
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("store.db"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let parent = tempfile::tempdir().unwrap();
    let file = parent.path().join("a file");
    std::fs::write(&file, "in the way").unwrap();
    let error = SqliteStore::open(&file.join("data"), Limits { max_bytes: None }).unwrap_err();
    assert!(matches!(error, OpenError::Files { .. }), "{error}");
    assert!(error.to_string().contains("a file/data"), "{error}");
}

#[tokio::test]
async fn kill_9_takes_nothing_that_was_promised() {
    const ENOUGH: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let mut server = child("durability::a_server_that_never_stops_appending", folder.path()).spawn().unwrap();

    let mut promised: Vec<u64> = Vec::new();
    for line in BufReader::new(server.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some((_, number)) = line.split_once(PROMISED) else { continue };
        promised.push(number.parse().unwrap());
        if promised.len() == ENOUGH {
            // The lines it had written by then are still in the pipe, and count.
            server.kill().unwrap();
        }
    }
    server.wait().unwrap();
    assert!(promised.len() >= ENOUGH, "the server stopped by itself after {} events", promised.len());

    let store = open(folder.path());
    let events = record(&store, MEDAL).await;
    assert!(events.iter().map(|event| event.position).eq(1..=events.len() as u64));
    let kept: std::collections::HashSet<_> = events.iter().map(|event| event.position).collect();
    let lost: Vec<_> = promised.iter().filter(|position| !kept.contains(position)).collect();
    assert!(lost.is_empty(), "{lost:?} of {} were promised and are gone", promised.len());
    let next = events.len() as u64 + 1;
    assert_eq!(store.append(MEDAL, vec![event("after", 1, "goes on")]).await.unwrap(), next);
}

/// The child of the story above; on its own it has nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_never_stops_appending() {
    let Some(folder) = folder_as_child() else { return };
    let store = std::sync::Arc::new(open(&folder));
    let appenders = (0..8).map(|appender| {
        let store = store.clone();
        tokio::spawn(async move {
            for number in 1.. {
                let says = event(&format!("conversation {appender}"), number, &format!("key {number}"));
                let position = store.append(MEDAL, vec![says]).await.unwrap();
                writeln!(std::io::stdout(), "{PROMISED}{position}").unwrap();
            }
        })
    });
    for appender in appenders.collect::<Vec<_>>() {
        appender.await.unwrap();
    }
}
