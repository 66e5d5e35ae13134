//! The gain of group commit: the same events, all equally durable, stored in three ways in one run.
//!
//! The baseline is the engine itself, one row per transaction, with the same table of events. `bench/README.md` says
//! how to run this and how to read the result. It prints numbers and asserts none: the speed of a disk is not a test.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and stops at the first surprise")]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use store::{Limits, NewEvent, SqliteStore, Store};
use tokio::task::JoinSet;

/// Events stored in each way, unless the environment says otherwise.
const EVENTS: u64 = 20_000;
const APPENDERS: u64 = 256;
/// The approximate size of a keystroke's leaf with its commitment.
const LEAF_BYTES: usize = 320;
/// The runs of each way, in turn; the median counts.
const RUNS: usize = 5;

fn main() {
    let events = from_environment("STORE_BENCH_EVENTS").map_or(EVENTS, |text| text.parse().unwrap());
    let folder = from_environment("STORE_BENCH_FOLDER").unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").to_owned());
    let folder = PathBuf::from(folder);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();

    let mut times = [const { Vec::new() }; 3];
    for _run in 0..RUNS {
        times[0].push(in_new_folder(&folder, |folder| bare_rows(folder, events)));
        times[1].push(in_new_folder(&folder, |folder| runtime.block_on(appenders(embedded(folder), 1, events))));
        times[2]
            .push(in_new_folder(&folder, |folder| runtime.block_on(appenders(embedded(folder), APPENDERS, events))));
    }

    println!("{events} events of {LEAF_BYTES} bytes, durable one by one, median of {RUNS} runs:\n");
    let per_second = times.map(|times| events as f64 / median(times).as_secs_f64());
    let [rows, alone, together] = per_second;
    println!("  SQLite, one row a transaction       {rows:>9.0} events/s");
    println!("  store, 1 appender that waits        {alone:>9.0} events/s   {:>6.2} x", alone / rows);
    println!("  store, {APPENDERS} appenders at a time     {together:>9.0} events/s   {:>6.2} x", together / rows);
    #[cfg(feature = "cluster")]
    if let Some(address) = from_environment("STORE_BENCH_DATABASE") {
        for appenders in [1, APPENDERS] {
            let times = (0..RUNS).map(|_| runtime.block_on(cluster(&address, appenders, events))).collect();
            let per_second = events as f64 / median(times).as_secs_f64();
            println!(
                "  PostgreSQL, {appenders:>3} at a time           {per_second:>9.0} events/s   {:>6.2} x",
                per_second / rows
            );
        }
    }
}

fn bare_rows(folder: &Path, events: u64) -> Duration {
    let database = rusqlite::Connection::open(folder.join("rows.db")).unwrap();
    database.pragma_update(None, "journal_mode", "WAL").unwrap();
    database.pragma_update(None, "synchronous", "FULL").unwrap();
    database
        .execute_batch(
            "CREATE TABLE events (contest TEXT, position INTEGER, stream TEXT, number INTEGER, leaf BLOB, private BLOB,
                 PRIMARY KEY (contest, position)) STRICT, WITHOUT ROWID;",
        )
        .unwrap();
    let mut insert = database.prepare("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, NULL)").unwrap();
    let leaf = vec![b'k'; LEAF_BYTES];
    let start = Instant::now();
    for number in 1..=events.cast_signed() {
        insert.execute(rusqlite::params!["medal", number, "stream", number, leaf]).unwrap();
    }
    start.elapsed()
}

/// Each appender has its own stream and waits for each of its events before it sends the next.
async fn appenders(store: Arc<dyn Store>, appenders: u64, events: u64) -> Duration {
    let contest = contest();
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for appender in 0..appenders {
        let (store, contest) = (store.clone(), contest.clone());
        let share = events / appenders + u64::from(appender < events % appenders);
        tasks.spawn(async move {
            for number in 1..=share {
                let stream = format!("stream {appender}");
                let event = NewEvent { stream, number, leaf: vec![b'k'; LEAF_BYTES], private: None };
                store.append(&contest, vec![event].into()).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let elapsed = start.elapsed();
    assert_eq!(store.append(&contest, vec![].into()).await.unwrap(), events);
    elapsed
}

fn embedded(folder: &Path) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(folder, Limits { max_bytes: None }).unwrap())
}

/// The same in a PostgreSQL database, which is not emptied afterwards.
#[cfg(feature = "cluster")]
async fn cluster(address: &str, at_a_time: u64, events: u64) -> Duration {
    appenders(Arc::new(store::PostgresStore::open(address, None).await.unwrap()), at_a_time, events).await
}

/// The id of a contest without events.
fn contest() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    format!("medal {}", now.as_nanos())
}

fn in_new_folder(parent: &Path, measure: impl FnOnce(&Path) -> Duration) -> Duration {
    let folder = tempfile::tempdir_in(parent).unwrap();
    measure(folder.path())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn from_environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
