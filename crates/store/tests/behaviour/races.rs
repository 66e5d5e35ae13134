//! Many writers, one order.

use std::{collections::HashMap, sync::Arc};

use proptest::prelude::*;
use store::{AppendError, EventStore, SqliteStore};
use tokio::task::JoinSet;

use crate::support::{MEDAL, event, leaves, open, record};

#[tokio::test]
async fn of_two_writers_who_want_the_same_number_one_gets_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (left, right) = tokio::join!(
        store.append(MEDAL, vec![event("control", 1, "left")]),
        store.append(MEDAL, vec![event("control", 1, "right")]),
    );
    let (won, lost) = if left.is_ok() { (left, right) } else { (right, left) };
    assert_eq!(won.unwrap(), 1);
    let AppendError::Conflict { stream, expected, found } = lost.unwrap_err() else { panic!("the other one lost") };
    assert_eq!((stream.as_str(), expected, found), ("control", 1, 1));
    assert_eq!(record(&store, MEDAL).await.len(), 1);
}

#[tokio::test]
async fn a_number_too_far_or_behind_is_a_conflict_and_stores_nothing_of_its_batch() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.append(MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    for number in [0, 1, 3, u64::MAX] {
        let batch = vec![event("r1-j1-left", 1, "says"), event("control", number, "skips")];
        let error = store.append(MEDAL, batch).await.unwrap_err();
        assert!(matches!(error, AppendError::Conflict { found: 1, .. }), "{number}: {error}");
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened"]);
}

#[tokio::test]
async fn a_conflict_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let error = open(folder.path()).append(MEDAL, vec![event("control", 4, "too far")]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "stream `control` has reached number 0, so its next event cannot be number 4 (read what is new, then decide again)"
    );
}

#[tokio::test]
async fn each_contest_counts_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    for contest in [MEDAL, "wager"] {
        assert_eq!(store.append(contest, vec![event("control", 1, "opened")]).await.unwrap(), 1);
    }
}

/// One writer's day: for each append, which stream it goes to and how many events it brings.
type Script = Vec<(u8, u8)>;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving_leaves_no_gap_and_no_double(
        scripts in prop::collection::vec(prop::collection::vec((0u8..3, 1u8..4), 1..8), 1..6),
    ) {
        let events: usize = scripts.iter().flatten().map(|(_, size)| usize::from(*size)).sum();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
        runtime.block_on(write_and_check(scripts, events));
    }
}

async fn write_and_check(scripts: Vec<Script>, events: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(open(folder.path()));
    let mut writers = JoinSet::new();
    for (writer, script) in scripts.into_iter().enumerate() {
        let store = store.clone();
        writers.spawn(async move { follow_script(&store, writer, script).await });
    }
    let promised: HashMap<u64, String> = writers.join_all().await.into_iter().flatten().collect();

    let record = record(&store, MEDAL).await;
    assert_eq!(record.len(), events);
    let mut heads: HashMap<&str, u64> = HashMap::new();
    for (event, position) in record.iter().zip(1..) {
        assert_eq!(event.position, position, "positions count from 1 without a gap");
        let head = heads.entry(&event.stream).or_default();
        *head += 1;
        assert_eq!(event.number, *head, "numbers count from 1 within a stream");
    }
    for (position, leaf) in promised {
        assert_eq!(record[position as usize - 1].leaf, leaf.as_bytes(), "position {position} is what was promised");
    }
}

/// Appends as the script says, reading again after each lost race. Returns the last leaf of each batch by its position.
async fn follow_script(store: &SqliteStore, writer: usize, script: Script) -> Vec<(u64, String)> {
    let mut promised = Vec::new();
    for (step, (stream, size)) in script.into_iter().enumerate() {
        let stream = format!("stream {stream}");
        let leaf = |n: u64| format!("writer {writer}, step {step}, event {n}");
        loop {
            let head = record(store, MEDAL).await.iter().filter(|event| event.stream == stream).count() as u64;
            let batch = (1..=u64::from(size)).map(|n| event(&stream, head + n, &leaf(n))).collect();
            match store.append(MEDAL, batch).await {
                Ok(position) => break promised.push((position, leaf(u64::from(size)))),
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    promised
}
