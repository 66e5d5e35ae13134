//! Words the stories share.

use std::{
    process::{Command, Stdio},
    sync::Arc,
};

use store::{AppendError, Batch, NewEvent, Store, StoredEvent};

use crate::place::Place;

/// Tells a test that it runs as somebody's child process, and at which place.
const CHILD_PLACE: &str = "STORE_TEST_CHILD_PLACE";

/// The contest most stories are about.
pub(crate) const MEDAL: &str = "medal";

/// An event that says something.
pub(crate) fn event(stream: &str, number: u64, leaf: &str) -> NewEvent {
    NewEvent { stream: stream.to_owned(), number, leaf: leaf.as_bytes().to_vec(), private: None }
}

/// Appends events whatever else may have happened.
pub(crate) async fn append(store: &Arc<dyn Store>, contest: &str, events: Vec<NewEvent>) -> Result<u64, AppendError> {
    store.append(contest, Batch::from(events)).await
}

/// Everything the store has of a contest.
pub(crate) async fn record(store: &Arc<dyn Store>, contest: &str) -> Vec<StoredEvent> {
    store.read(contest, 0, usize::MAX).await.unwrap()
}

/// What the events of a contest say, in order.
pub(crate) async fn leaves(store: &Arc<dyn Store>, contest: &str) -> Vec<String> {
    record(store, contest).await.into_iter().map(|event| String::from_utf8(event.leaf).unwrap()).collect()
}

/// This program once more, to run one test of it as a child that works at `place` and whose output we read.
pub(crate) fn child(test: &str, place: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD_PLACE, place).stdout(Stdio::piped());
    command
}

/// The place to work at when this process is such a child.
pub(crate) fn place_as_child() -> Option<Place> {
    std::env::var(CHILD_PLACE).ok().map(|name| Place::named(&name))
}
