//! Removed data is in no file of the folder: not in a free page, not in the log.

use std::{fs, path::Path};

use rusqlite::Connection;
use store::{NewEvent, Redaction};

use super::open;
use crate::support::{MEDAL, append, event};

const NAME: &str = "Wilhelmina Featherstonehaugh";

/// The files of a folder that contain this text.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let holds = |path: &Path| fs::read(path).unwrap().windows(text.len()).any(|bytes| bytes == text.as_bytes());
    files.filter(|path| holds(path)).map(|path| path.display().to_string()).collect()
}

/// Stores 600 events, every third with the name as private data, and drafts with it that were deleted again.
async fn filled(folder: &Path) -> u64 {
    let store = open(folder);
    for form in 0..40 {
        store
            .keep_draft(MEDAL, "J1", &format!("R{form}"), Some(&format!("{NAME} {}", "x".repeat(form * 50))))
            .await
            .unwrap();
        store.keep_draft(MEDAL, "J1", &format!("R{form}"), None).await.unwrap();
    }
    let said = |number: u64| {
        let text = if number.is_multiple_of(3) { NAME } else { "somebody" };
        NewEvent {
            private: Some(text.repeat(1 + usize::try_from(number % 9).unwrap() * 40).into()),
            ..event("talk", number, "says")
        }
    };
    for number in 0..60 {
        append(&store, MEDAL, (1..=10).map(|k| said(number * 10 + k)).collect()).await.unwrap();
    }
    600
}

fn all_of_them(last: u64) -> Vec<Redaction> {
    (1..=last)
        .filter(|position| position.is_multiple_of(3))
        .map(|position| Redaction { position, left: None })
        .collect()
}

#[tokio::test]
async fn no_byte_of_it_is_left_in_the_folder_while_the_store_is_open_and_somebody_reads() {
    let folder = tempfile::tempdir().unwrap();
    let last = filled(folder.path()).await;
    let store = open(folder.path());
    assert!(!holding(folder.path(), NAME).is_empty(), "it was there");
    let (redacted, read) = tokio::join!(store.redact(MEDAL, all_of_them(last)), store.read(MEDAL, 0, 1000));
    redacted.unwrap();
    assert_eq!(read.unwrap().len(), 600);
    assert_eq!(holding(folder.path(), NAME), [""; 0]);
    assert!(!holding(folder.path(), "somebodysomebody").is_empty(), "what others said stays");
    append(&store, MEDAL, vec![event("talk", last + 1, "on it goes")]).await.unwrap();
}

#[tokio::test]
async fn a_program_that_was_killed_in_between_ends_it_when_it_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path()).await;
    // The state after a kill: the rows are changed, and the file is not rewritten yet.
    let connection = Connection::open(folder.path().join("store.db")).unwrap();
    connection.execute("UPDATE events SET private = NULL WHERE position % 3 = 0", []).unwrap();
    connection.execute("INSERT INTO agreed (name, value) VALUES ('store/rewrite-due', 'due')", []).unwrap();
    drop(connection);
    assert!(!holding(folder.path(), NAME).is_empty(), "the rows are changed, and the bytes are there");
    let store = open(folder.path());
    assert_eq!(holding(folder.path(), NAME), [""; 0]);
    assert_eq!(store.read(MEDAL, 0, 1000).await.unwrap().len(), 600);
}

#[tokio::test]
async fn no_byte_is_left_of_a_file_that_was_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.put_attachment(MEDAL, [1; 32], NAME.repeat(5000).into_bytes()).await.unwrap();
    assert!(!holding(folder.path(), NAME).is_empty(), "it was there");
    store.remove_attachments(MEDAL, vec![[1; 32]]).await.unwrap();
    assert_eq!(holding(folder.path(), NAME), [""; 0]);
}
