//! Two halls of one contest, as on two nodes: whoever is slower reads on and decides again, and nothing is lost or doubled.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{path::Path, sync::Arc, time::Duration};

use contest::{
    Command, Views,
    command::{Opening, Press, To},
    event::{Beforehand, Roster, Settled},
    seed::SeedOpening,
};
use rulebook::{ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Seat, key::keys_of};
use server::{
    clock::SystemTime,
    hall::{Hall, Means},
    heads::Heads,
    keyring::Keyring,
};
use store::{Bus, EventStore, Limits, LocalBus, Registry, SqliteStore, Timers};
use tokio::task::JoinSet;

const PATIENCE: Duration = Duration::from_secs(60);

fn means(folder: &Path, store: &Arc<SqliteStore>, bus: &Arc<LocalBus>) -> Means {
    Means {
        events: Arc::clone(store) as Arc<dyn EventStore>,
        registry: Arc::clone(store) as Arc<dyn Registry>,
        heads: Heads::new(Arc::clone(store) as Arc<dyn Registry>, folder),
        bus: Arc::clone(bus) as Arc<dyn Bus>,
        timers: Arc::clone(store) as Arc<dyn Timers>,
        time: Arc::new(SystemTime::new()),
        keys: Arc::new(Keyring::open(folder).unwrap()),
        continue_shorter: false,
    }
}

fn opening() -> Opening {
    let mut rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rulebook.interview.medium = rulebook::schema::Medium::Keystrokes { keys_per_second: 1000, keys: 20_000 };
    Opening {
        name: "Two".into(),
        organiser: "Nobody".into(),
        rulebook,
        roster: Roster::default(),
        scripted: Vec::new(),
        beforehand: Beforehand::default(),
        settled: Settled::default(),
        plan: None,
        countdown: None,
        seed: SeedOpening::Rehearsal { seed: "two".into() },
    }
}

async fn reaches(hall: &Hall, position: u64) {
    let mut grown = hall.grown();
    tokio::time::timeout(PATIENCE, grown.wait_for(|at| *at >= position)).await.expect("it hears of it").unwrap();
}

/// Types this into the judge's left conversation, a key at a time, through this hall.
async fn type_in(hall: Hall, judge: JudgeId, text: &str, name: &str) {
    for (n, key) in keys_of(text).enumerate() {
        let id = format!("{name}-{n}").try_into().unwrap();
        let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
        let press = Press { id, to, keys: vec![key], sent: None };
        hall.ask(Participant::Judge(judge), Command::Press(press)).await.unwrap();
    }
}

fn typed(views: &Views, judge: JudgeId) -> String {
    let interview = InterviewId { round: RoundNumber::new(1), judge };
    let id = ConversationId { interview, seat: Seat::Left };
    views.room().conversation(id).map(|conversation| conversation.transcript.judge_types.clone()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_write_one_record_and_show_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let bus = Arc::new(LocalBus::new());
    let one = Hall::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    one.set_up(opening()).await.unwrap();
    let other = Hall::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    one.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    one.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    reaches(&other, 5).await;

    // The same judge has a page on each node, and both type into the same conversation; other judges type elsewhere.
    let mut typists = JoinSet::new();
    for (hall, judge, text, name) in [
        (&one, 1, "abcdefghijklmnopqrstuvwxyz", "one"),
        (&other, 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "other"),
        (&one, 2, "the quick brown fox", "fox"),
        (&other, 3, "jumps over the lazy dog", "dog"),
    ] {
        typists.spawn(type_in(hall.clone(), JudgeId::new(judge), text, name));
    }
    typists.join_all().await;

    let total = 5 + 26 + 26 + 19 + 23;
    reaches(&one, total).await;
    reaches(&other, total).await;
    let (one, other) = (one.views(), other.views());
    assert_eq!(one.room(), other.room());
    for judge in JudgeId::first(4) {
        assert_eq!(one.judge(judge), other.judge(judge), "the same updates with the same numbers");
    }
    assert_eq!(typed(&one, JudgeId::new(2)), "the quick brown fox");
    assert_eq!(typed(&one, JudgeId::new(3)), "jumps over the lazy dog");
    let both = typed(&one, JudgeId::new(1));
    let (lower, upper): (String, String) = both.chars().partition(char::is_ascii_lowercase);
    assert_eq!(lower, "abcdefghijklmnopqrstuvwxyz");
    assert_eq!(upper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

#[tokio::test]
async fn a_hall_that_is_opened_again_stands_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let bus = Arc::new(LocalBus::new());
    let hall = Hall::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    hall.set_up(opening()).await.unwrap();
    assert!(hall.set_up(opening()).await.is_err(), "once");
    let room = hall.views().room().clone();
    let stood = room.contest().unwrap();
    drop(hall);
    let again = Hall::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    // That it was taken up again is a fact, and changes nothing.
    assert_eq!(again.views().room().contest().unwrap(), stood);
    assert!(again.clock().now() >= room.latest().unwrap(), "time does not run backwards");
}
