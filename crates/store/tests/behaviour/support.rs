//! Words the stories share.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use store::{EventStore, Limits, NewEvent, SqliteStore, StoredEvent};

/// Tells a test that it runs as somebody's child process, and in which folder.
const CHILD_FOLDER: &str = "STORE_TEST_CHILD_FOLDER";

/// The contest most stories are about.
pub(crate) const MEDAL: &str = "medal";

/// Opens a store that may grow as it likes.
pub(crate) fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder, Limits { max_bytes: None }).unwrap()
}

/// An event that says something.
pub(crate) fn event(stream: &str, number: u64, leaf: &str) -> NewEvent {
    NewEvent { stream: stream.to_owned(), number, leaf: leaf.as_bytes().to_vec(), private: None }
}

/// Everything the store has of a contest.
pub(crate) async fn record(store: &SqliteStore, contest: &str) -> Vec<StoredEvent> {
    store.read(contest, 0, usize::MAX).await.unwrap()
}

/// What the events of a contest say, in order.
pub(crate) async fn leaves(store: &SqliteStore, contest: &str) -> Vec<String> {
    record(store, contest).await.into_iter().map(|event| String::from_utf8(event.leaf).unwrap()).collect()
}

/// This program once more, to run one test of it as a child that works in `folder` and whose output we read.
pub(crate) fn child(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD_FOLDER, folder).stdout(Stdio::piped());
    command
}

/// The folder to work in when this process is such a child.
pub(crate) fn folder_as_child() -> Option<PathBuf> {
    std::env::var_os(CHILD_FOLDER).map(PathBuf::from)
}
