//! Helpers of these tests.

use std::{
    process::{Command, Stdio},
    sync::Arc,
};

use store::{AppendError, Batch, NewEvent, Store, StoredEvent};

use crate::place::Place;

/// The environment variable that makes a test a child process, with its place.
const CHILD_PLACE: &str = "STORE_TEST_CHILD_PLACE";

/// The contest of most tests.
pub(crate) const MEDAL: &str = "medal";

/// An event without private data.
pub(crate) fn event(stream: &str, number: u64, leaf: &str) -> NewEvent {
    NewEvent { stream: stream.to_owned(), number, leaf: leaf.as_bytes().to_vec(), private: None }
}

/// Appends events without conditions.
pub(crate) async fn append(store: &Arc<dyn Store>, contest: &str, events: Vec<NewEvent>) -> Result<u64, AppendError> {
    store.append(contest, Batch::from(events)).await
}

/// All events of a contest.
pub(crate) async fn record(store: &Arc<dyn Store>, contest: &str) -> Vec<StoredEvent> {
    store.read(contest, 0, usize::MAX).await.unwrap()
}

/// The leaves of a contest's events, in order.
pub(crate) async fn leaves(store: &Arc<dyn Store>, contest: &str) -> Vec<String> {
    record(store, contest).await.into_iter().map(|event| String::from_utf8(event.leaf).unwrap()).collect()
}

/// This test program, to run one test of it as a child process at `place`, with its output piped.
pub(crate) fn child(test: &str, place: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD_PLACE, place).stdout(Stdio::piped());
    command
}

/// The place of this process, if it is such a child.
pub(crate) fn place_as_child() -> Option<Place> {
    std::env::var(CHILD_PLACE).ok().map(|name| Place::named(&name))
}
