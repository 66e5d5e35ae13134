//! Many writers, one order.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use proptest::{prelude::*, test_runner::TestRunner};
use store::{AppendError, Store};
use tokio::{
    runtime::Handle,
    task::{JoinSet, block_in_place},
};

use crate::{
    place::Place,
    support::{MEDAL, append, event, leaves, record},
};

stories! {
    of_two_writers_who_want_the_same_number_one_gets_it,
    a_number_too_far_or_behind_is_a_conflict_and_stores_nothing_of_its_batch,
    a_conflict_says_what_to_do,
    each_contest_counts_for_itself,
    any_interleaving_leaves_no_gap_and_no_double,
}

async fn of_two_writers_who_want_the_same_number_one_gets_it(place: Place) {
    let [store, other] = place.open_twice().await;
    let (left, right) = tokio::join!(
        append(&store, MEDAL, vec![event("control", 1, "left")]),
        append(&other, MEDAL, vec![event("control", 1, "right")]),
    );
    let (won, lost) = if left.is_ok() { (left, right) } else { (right, left) };
    assert_eq!(won.unwrap(), 1);
    let AppendError::Conflict { stream, expected, found } = lost.unwrap_err() else { panic!("the other one lost") };
    assert_eq!((stream.as_str(), expected, found), ("control", 1, 1));
    assert_eq!(record(&store, MEDAL).await.len(), 1);
}

async fn a_number_too_far_or_behind_is_a_conflict_and_stores_nothing_of_its_batch(place: Place) {
    let store = place.open().await;
    append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    for number in [0, 1, 3, u64::MAX] {
        let batch = vec![event("r1-j1-left", 1, "says"), event("control", number, "skips")];
        let error = append(&store, MEDAL, batch).await.unwrap_err();
        assert!(matches!(error, AppendError::Conflict { found: 1, .. }), "{number}: {error}");
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened"]);
}

async fn a_conflict_says_what_to_do(place: Place) {
    let error = append(&place.open().await, MEDAL, vec![event("control", 4, "too far")]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "stream `control` has reached number 0, so its next event cannot be number 4 (read what is new, then decide again)"
    );
}

async fn each_contest_counts_for_itself(place: Place) {
    let store = place.open().await;
    for contest in [MEDAL, "wager"] {
        assert_eq!(append(&store, contest, vec![event("control", 1, "opened")]).await.unwrap(), 1);
    }
}

/// The appends of one writer: the stream and the number of events of each.
type Script = Vec<(u8, u8)>;

async fn any_interleaving_leaves_no_gap_and_no_double(place: Place) {
    let nodes = place.open_twice().await;
    let scripts = prop::collection::vec(prop::collection::vec((0u8..3, 1u8..4), 1..8), 1..6);
    let contests = AtomicU64::new(1);
    let mut runner = TestRunner::new(ProptestConfig { cases: 24, ..ProptestConfig::default() });
    let outcome = block_in_place(|| {
        runner.run(&(scripts,), |(scripts,)| {
            let contest = format!("contest {}", contests.fetch_add(1, Ordering::Relaxed));
            Handle::current().block_on(write_and_check(&nodes, &contest, scripts));
            Ok(())
        })
    });
    outcome.unwrap();
}

async fn write_and_check(nodes: &[Arc<dyn Store>; 2], contest: &str, scripts: Vec<Script>) {
    let events: usize = scripts.iter().flatten().map(|(_, size)| usize::from(*size)).sum();
    let mut writers = JoinSet::new();
    for (writer, script) in scripts.into_iter().enumerate() {
        let (store, contest) = (Arc::clone(&nodes[writer % 2]), contest.to_owned());
        writers.spawn(async move { follow_script(&store, &contest, writer, script).await });
    }
    let promised: HashMap<u64, String> = writers.join_all().await.into_iter().flatten().collect();

    let record = record(&nodes[0], contest).await;
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
async fn follow_script(store: &Arc<dyn Store>, contest: &str, writer: usize, script: Script) -> Vec<(u64, String)> {
    let mut promised = Vec::new();
    for (step, (stream, size)) in script.into_iter().enumerate() {
        let stream = format!("stream {stream}");
        let leaf = |n: u64| format!("writer {writer}, step {step}, event {n}");
        loop {
            let head = record(store, contest).await.iter().filter(|event| event.stream == stream).count() as u64;
            let batch = (1..=u64::from(size)).map(|n| event(&stream, head + n, &leaf(n))).collect();
            match append(store, contest, batch).await {
                Ok(position) => break promised.push((position, leaf(u64::from(size)))),
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    promised
}
