//! A simulated contest is played again by the server at the same moments, over each engine: the record is the same,
//! including its root.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use contest::{Command, Recorded, ledger};
use futures_util::future::{BoxFuture, join_all};
use record::{Hash, Tree};
use rulebook::Timestamp;
use server::{
    clock::TimeSource,
    heads::Heads,
    keyring::Keyring,
    meters::Meters,
    running_contest::{RunningContest, Salts, Services},
};
use simulate::world::{Decided, Options, World};
use store::{Answer, Beat, Engine, HeldTimer, Limits, Timer, Timers};
use tokio::sync::watch;

use super::servers::{self, Nats};

const CONTEST: &str = "same";

/// The time between a server's heartbeats for a contest.
const SECOND: Duration = Duration::from_secs(1);

/// The longest wait; a busy machine takes seconds.
const PATIENCE: Duration = Duration::from_secs(100);

/// The most heartbeats in a row that may fail.
const FAILURES_MAX: usize = 5;

/// A clock moved by hand.
#[derive(Debug)]
struct Hands {
    began: Timestamp,
    elapsed: watch::Sender<Duration>,
}

impl TimeSource for Hands {
    fn wall(&self) -> Timestamp {
        self.began + self.elapsed()
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.borrow()
    }

    fn reach(&self, elapsed: Duration) -> BoxFuture<'static, ()> {
        let mut now = self.elapsed.subscribe();
        Box::pin(async move {
            // The pace is a fraction, which may lengthen a wait by a nanosecond.
            if now.wait_for(|now| *now + Duration::from_micros(1) >= elapsed).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// The timers of an engine, and the time of the last stored heartbeat.
struct Watched {
    timers: Arc<dyn Timers>,
    kept: watch::Sender<i64>,
}

impl Timers for Watched {
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<HeldTimer>) -> Answer<'_, Timer> {
        self.timers.take_timer(contest, holder, lapsed)
    }

    /// The clock is held until a heartbeat is stored, so that none follows one that a busy machine lost: it is tried
    /// again.
    fn beat(&self, contest: &str, holder: &str, beat: Beat) -> Answer<'_, bool> {
        let (contest, holder) = (contest.to_owned(), holder.to_owned());
        Box::pin(async move {
            let mut failures = 0;
            loop {
                match self.timers.beat(&contest, &holder, beat).await {
                    Ok(is_kept) => {
                        self.kept.send_replace(beat.wall);
                        return Ok(is_kept);
                    }
                    Err(failure) if failures == FAILURES_MAX => return Err(failure),
                    Err(failure) => {
                        failures += 1;
                        eprintln!("no heartbeat was kept: {failure}");
                    }
                }
            }
        })
    }

    fn release_timer(&self, contest: &str, holder: &str) -> Answer<'_, ()> {
        self.timers.release_timer(contest, holder)
    }
}

/// The same salts each time.
fn salts() -> Salts {
    let drawn = AtomicU64::new(0);
    Arc::new(move || u128::from(drawn.fetch_add(1, Ordering::SeqCst)).to_be_bytes())
}

/// Waits for something that takes milliseconds; a failure names it, rather than hang the test.
async fn in_time<T>(what: &str, comes: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, comes).await.unwrap_or_else(|_| panic!("waited {PATIENCE:?} in vain until {what}"))
}

/// The root of the record of these facts.
fn root(facts: &[Recorded]) -> Hash {
    let (salts, mut tree) = (salts(), Tree::new());
    facts.iter().for_each(|fact| _ = tree.append(&ledger::seal(fact, salts()).unwrap().leaf));
    tree.root()
}

/// Plays the decisions over an engine. Returns the stored leaves.
async fn play(decided: &[Decided], engine: Engine) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let began = decided[0].time;
    let hands = Arc::new(Hands { began, elapsed: watch::Sender::new(Duration::ZERO) });
    let kept = watch::Sender::new(0);
    let means = Services {
        events: Arc::clone(&engine.store) as _,
        registry: Arc::clone(&engine.store) as _,
        heads: Heads::new(Arc::clone(&engine.store) as _, folder.path()),
        bus: engine.bus,
        timers: Arc::new(Watched { timers: Arc::clone(&engine.store) as _, kept: kept.clone() }),
        address: None,
        salts: salts(),
        meters: Meters::default(),
        time: Arc::clone(&hands) as _,
        keys: Arc::new(Keyring::open(folder.path()).unwrap()),
        continue_shorter: false,
    };
    let hall = RunningContest::open(CONTEST, 1.0, means).await.unwrap();
    for Decided { time, asked } in decided {
        comes(&hands, &hall, &kept, *time).await;
        let mut answers = Vec::new();
        for (who, command) in asked {
            answers.push(hall.submit(*who, command.clone()).await.unwrap());
        }
        // A command refused in the simulation is refused again.
        let _ = in_time("what was asked is answered", join_all(answers)).await;
    }
    let events = engine.store.read(CONTEST, 0, usize::MAX >> 1).await.unwrap();
    events.into_iter().map(|event| event.leaf).collect()
}

/// Moves the clock to this moment, second by second, with everything due until then.
async fn comes(hands: &Hands, hall: &RunningContest, kept: &watch::Sender<i64>, time: Timestamp) {
    loop {
        let now = hands.wall();
        let left = time.since(now);
        let is_open = hall.views().room().contest().is_some_and(|contest| !contest.is_closed());
        if left.is_zero() {
            break;
        }
        hands.elapsed.send_modify(|elapsed| *elapsed += left.min(SECOND));
        if is_open && left >= SECOND {
            let wall = hands.wall().as_millis();
            in_time("a heartbeat is kept", kept.subscribe().wait_for(|kept| *kept + 1000 > wall)).await.unwrap();
        }
    }
    let mut grown = hall.grown();
    while hall.views().room().due(hall.clock().now()).is_some() {
        in_time("what is due is recorded", grown.changed()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_moments_make_the_same_record_in_the_simulation_and_over_every_engine() {
    let rulebook = simulate::world::four_by_four(12 * SECOND, 30 * SECOND);
    let outcome = World::run(7, &Options::calm(rulebook));
    assert_eq!(outcome.surprises, [""; 0]);
    let has_opened = matches!(outcome.decided[0].asked[..], [(_, Command::Open(_))]);
    assert!(has_opened && outcome.record.len() > 300, "{} facts", outcome.record.len());
    let simulated = root(&outcome.record);

    let folder = tempfile::tempdir().unwrap();
    let embedded = Engine::embedded(folder.path(), Limits { max_bytes: None }).unwrap();
    let bus = Nats::start();
    let cluster = Engine::cluster(&servers::database(), None, &bus.address()).await.unwrap();
    for (name, engine) in [("SQLite", embedded), ("PostgreSQL", cluster)] {
        let mut tree = Tree::new();
        let leaves = play(&outcome.decided, engine).await;
        leaves.iter().for_each(|leaf| _ = tree.append(leaf));
        let (mine, theirs) = (first_difference(&outcome.record, &leaves), (tree.size(), tree.root()));
        assert_eq!(theirs, (outcome.record.len() as u64, simulated), "{name}: {mine}");
    }
}

/// The first difference between a record and these facts, for debugging.
fn first_difference(facts: &[Recorded], leaves: &[Vec<u8>]) -> String {
    let salts = salts();
    let sealed = facts.iter().map(|fact| ledger::seal(fact, salts()).unwrap().leaf);
    let differs = sealed.zip(leaves).position(|(fact, leaf)| fact != *leaf);
    differs.map_or_else(
        || format!("{} facts and {} leaves", facts.len(), leaves.len()),
        |at| format!("fact {at} is {:?}, and the leaf {}", facts[at], String::from_utf8_lossy(&leaves[at])),
    )
}
