//! The folder of the embedded engine: its permissions, its faults and its content.

use std::os::unix::fs::PermissionsExt;

use store::{Beat, Limits, OpenError, SqliteStore, Timer};

use super::open;
use crate::support::{MEDAL, append, event, leaves};

#[tokio::test]
async fn no_event_is_ever_changed_or_deleted() {
    let folder = tempfile::tempdir().unwrap();
    append(&open(folder.path()), MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
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
    append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
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
async fn whoever_opens_the_folder_finds_every_timer_free_and_the_last_heartbeats() {
    let folder = tempfile::tempdir().unwrap();
    const BEAT: Beat = Beat { reached: 5, wall: 12 };
    let store = open(folder.path());
    store.take_timer(MEDAL, "one", None).await.unwrap();
    store.beat(MEDAL, "one", BEAT).await.unwrap();
    drop(store);
    let store = open(folder.path());
    assert!(
        matches!(store.take_timer(MEDAL, "two", None).await.unwrap(), Timer::Taken { last, .. } if last == Some(BEAT))
    );
}
