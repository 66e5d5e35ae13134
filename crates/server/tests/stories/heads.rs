//! A server never signs two histories of one contest, whatever happens to its store.

use std::{path::Path, sync::Arc};

use archive::audit::audit;
use contest::{
    Command, Recorded,
    command::{Ending, Opening},
    event::Terms,
    ledger,
    seed::SeedOpening,
};
use record::{Checkpoint, SigningKey, Tree};
use rulebook::{Participant, RoundNumber};
use server::{
    clock::SystemTime,
    heads::{Beginning, HeadError, Heads},
    keyring::Keyring,
    meters::Meters,
    running_contest::{OpenContestError, RunningContest, Services, drawn_salts},
};
use store::{Bus, EventStore, Limits, LocalBus, Registry, SqliteStore, Timers};

use crate::stage::roster_of;

const CONTEST: &str = "medal";

/// Opens the contest of a data folder; the store goes with the second value.
async fn open(data: &Path, continue_shorter: bool) -> Result<(RunningContest, Arc<SqliteStore>), OpenContestError> {
    let store = Arc::new(SqliteStore::open(data, Limits { max_bytes: None }).unwrap());
    let means = Services {
        events: Arc::clone(&store) as Arc<dyn EventStore>,
        registry: Arc::clone(&store) as Arc<dyn Registry>,
        heads: Heads::new(Arc::clone(&store) as Arc<dyn Registry>, data),
        bus: Arc::new(LocalBus::new()) as Arc<dyn Bus>,
        timers: Arc::clone(&store) as Arc<dyn Timers>,
        address: None,
        salts: drawn_salts(),
        meters: Meters::default(),
        time: Arc::new(SystemTime::new()),
        keys: Arc::new(Keyring::open(data).unwrap()),
        continue_shorter,
    };
    Ok((RunningContest::open(CONTEST, 1.0, means).await?, store))
}

/// The server ends, and its store is closed.
async fn close((hall, store): (RunningContest, Arc<SqliteStore>)) {
    drop(hall);
    while Arc::strong_count(&store) > 1 {
        tokio::task::yield_now().await;
    }
}

fn opening() -> Opening {
    let rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    Opening {
        roster: roster_of(&rulebook),
        terms: Terms::of("Medal", "Nobody", rulebook),
        shown: Vec::new(),
        seed: SeedOpening::Rehearsal { seed: "medal".into() },
    }
}

/// Plays a round to its signed head. Returns the head.
async fn play((hall, store): &(RunningContest, Arc<SqliteStore>), round: u16) -> (u64, String) {
    let round = RoundNumber::new(round);
    hall.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    for ending in [Ending::Talk { round }, Ending::Scoring { round }] {
        hall.ask(Participant::Organiser, Command::EndPhase(ending)).await.unwrap();
    }
    let size = *hall.grown().borrow();
    loop {
        match store.latest_checkpoint(CONTEST).await.unwrap() {
            Some(head) if head.0 == size => return head,
            _ => tokio::task::yield_now().await,
        }
    }
}

async fn facts(store: &SqliteStore) -> Vec<Recorded> {
    let events = store.read(CONTEST, 0, 1000).await.unwrap();
    events.iter().map(|event| ledger::open(&event.leaf, event.private.as_deref()).unwrap()).collect()
}

/// A data folder whose contest has played its first round, an earlier copy of its store with its number of events, and
/// the signed head.
async fn after_a_round() -> (tempfile::TempDir, (tempfile::TempDir, u64), (u64, String)) {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = open(data.path(), false).await.unwrap();
    server.0.set_up(opening()).await.unwrap();
    server.0.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    let copied = *server.0.grown().borrow();
    close(server).await;
    std::fs::copy(data.path().join("store.db"), copy.path().join("store.db")).unwrap();
    let server = open(data.path(), false).await.unwrap();
    let head = play(&server, 1).await;
    close(server).await;
    (data, (copy, copied), head)
}

fn refused(outcome: Result<(RunningContest, Arc<SqliteStore>), OpenContestError>) -> HeadError {
    match outcome {
        Err(OpenContestError::Head(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it started"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn heads_that_are_signed_at_the_same_time_are_signed_one_after_the_other() {
    let data = tempfile::tempdir().unwrap();
    let store: Arc<dyn Registry> = Arc::new(SqliteStore::open(data.path(), Limits { max_bytes: None }).unwrap());
    let (heads, key) = (Heads::new(store, data.path()), Arc::new(SigningKey::from_bytes(CONTEST, [7; 32]).unwrap()));
    let mut tree = Tree::new();
    tree.append(b"{}");
    let signed: Vec<_> = (0..100)
        .map(|_| {
            let (heads, key, tree) = (heads.clone(), Arc::clone(&key), tree.clone());
            tokio::spawn(async move { heads.sign(CONTEST, &tree, &[], &key).await })
        })
        .collect();
    for outcome in signed {
        outcome.await.unwrap().unwrap();
    }
}

/// Announces this text to everybody.
async fn announce(hall: &RunningContest, words: &str) {
    let to = contest::announcement::Addressee::Everybody;
    hall.ask(Participant::Organiser, Command::Announce { to, words: words.to_owned() }).await.unwrap();
}

/// The tree of all events of the store.
async fn tree_of(store: &SqliteStore) -> Tree {
    let mut tree = Tree::new();
    store.read(CONTEST, 0, 1000).await.unwrap().iter().for_each(|event| _ = tree.append(&event.leaf));
    tree
}

#[tokio::test]
async fn a_record_that_grows_while_it_is_read_is_signed_as_it_was_read() {
    let data = tempfile::tempdir().unwrap();
    let server = open(data.path(), false).await.unwrap();
    let (hall, store) = (&server.0, &server.1);
    hall.set_up(opening()).await.unwrap();
    hall.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    announce(hall, "Tea at four.").await;
    let read = tree_of(store).await;
    announce(hall, "Tea at five.").await;
    let heads = Heads::new(Arc::clone(store) as Arc<dyn Registry>, data.path());

    // Meanwhile one announcement more was acknowledged.
    let first = heads.sign(CONTEST, &read, &[], hall.key()).await.unwrap();
    let why = heads.check(CONTEST, &read, &[]).await.unwrap_err();
    assert!(matches!(why, HeadError::Shorter { .. }), "a shorter store is refused at take-up: {why}");

    // Meanwhile a whole round was signed.
    let (size, last) = play(&server, 1).await;
    assert!(size > read.size());
    let whole = tree_of(store).await;
    let beginning = Beginning { record: &whole, size: read.size() };
    beginning.is(CONTEST, &read).unwrap();
    assert_eq!(heads.sign(CONTEST, &beginning, &[], hall.key()).await.unwrap(), first);
    let between = Beginning { record: &whole, size: size - 1 };
    heads.sign(CONTEST, &between, &[], hall.key()).await.unwrap();
    assert_eq!(
        store.latest_checkpoint(CONTEST).await.unwrap(),
        Some((size, last.clone())),
        "the longest head stays the last"
    );
    assert_eq!(std::fs::read_to_string(data.path().join("heads").join(CONTEST)).unwrap(), last);

    let mut forged = Tree::new();
    (0..read.size()).for_each(|_| _ = forged.append(b"{}"));
    assert!(matches!(beginning.is(CONTEST, &forged), Err(HeadError::TwoHistories { .. })));
    let longer = Beginning { record: &read, size };
    assert!(matches!(longer.is(CONTEST, &whole), Err(HeadError::Shorter { .. })));
}

#[tokio::test]
async fn a_leaf_that_somebody_edited_in_the_store_keeps_the_server_from_starting() {
    let (data, _copy, _) = after_a_round().await;
    let edit = rusqlite::Connection::open(data.path().join("store.db")).unwrap();
    edit.execute_batch("DROP TRIGGER events_keep_their_words").unwrap();
    let changed = edit.execute(
        "UPDATE events SET leaf = CAST(replace(CAST(leaf AS TEXT), '\"Nobody\"', '\"Somebody\"') AS BLOB) WHERE position = 1",
        [],
    );
    assert_eq!(changed, Ok(1));
    drop(edit);
    for decided in [false, true] {
        let why = refused(open(data.path(), decided).await);
        assert!(matches!(why, HeadError::TwoHistories { .. }), "{why}");
        assert!(why.to_string().contains("restore the data folder from a copy"), "{why}");
    }
}

#[tokio::test]
async fn a_history_that_was_played_again_from_a_copy_is_not_signed_beside_the_first() {
    let (data, (copy, _), _) = after_a_round().await;
    let first = std::fs::read(data.path().join("heads").join(CONTEST)).unwrap();
    std::fs::copy(copy.path().join("store.db"), data.path().join("store.db")).unwrap();
    // Without the file as well, the loss cannot be noticed.
    std::fs::remove_file(data.path().join("heads").join(CONTEST)).unwrap();
    std::fs::remove_file(data.path().join("heads").join("medal.acknowledged")).unwrap();
    let server = open(data.path(), false).await.unwrap();
    play(&server, 1).await;
    // The head of the first history turns up again.
    std::fs::write(data.path().join("heads").join(CONTEST), &first).unwrap();
    close(server).await;
    let why = refused(open(data.path(), false).await);
    assert!(matches!(why, HeadError::TwoHistories { .. }), "{why}");
    assert!(why.to_string().contains("restore the data folder from a copy"), "{why}");
    let why = refused(open(data.path(), true).await);
    assert!(matches!(why, HeadError::TwoHistories { .. }), "a decision does not help there: {why}");
}

#[tokio::test]
async fn an_older_copy_of_the_store_goes_on_by_decision_only_under_a_key_that_names_what_is_lost() {
    let (data, (copy, copied), (lost, note)) = after_a_round().await;
    std::fs::copy(copy.path().join("store.db"), data.path().join("store.db")).unwrap();
    let why = refused(open(data.path(), false).await);
    let HeadError::Shorter { size, found, root, .. } = why else { panic!("{why}") };
    assert_eq!((size, found), (lost, copied));
    assert!(why.to_string().contains("--continue-shorter medal"), "{why}");

    let server = open(data.path(), true).await.unwrap();
    let restored = server.0.views().room().contest().unwrap().restored().to_vec();
    let [told] = &restored[..] else { panic!("{restored:?}") };
    assert_eq!((told.kept, told.lost_size, told.lost_root), (copied, lost, root));
    let name = format!("vivavoce/medal/after-{lost}-{}", &root.to_string()[..16]);
    assert!(told.key.starts_with(&format!("{name}+")), "{}", told.key);
    let (_, now) = play(&server, 1).await;
    let head = Checkpoint::verify(&now, &server.0.key().verifier()).unwrap();
    assert_eq!(head.origin, name);
    assert_eq!(audit(&facts(&server.1).await).faults, []);
    let kept = server.1.checkpoints(CONTEST).await.unwrap();
    assert!(kept.iter().any(|(_, kept)| *kept == note), "the lost head stays known");
    close(server).await;

    // From there on it is a record like any other.
    let server = open(data.path(), false).await.unwrap();
    assert_eq!(server.0.key().name(), name);
    play(&server, 2).await;
    close(server).await;
    std::fs::copy(copy.path().join("store.db"), data.path().join("store.db")).unwrap();
    assert!(
        matches!(refused(open(data.path(), false).await), HeadError::Shorter { .. }),
        "the next loss is a loss too"
    );
}

#[tokio::test]
async fn a_head_that_cannot_be_read_is_no_reason_to_sign_another() {
    let (data, _copy, _) = after_a_round().await;
    std::fs::write(data.path().join("heads").join(CONTEST), "nothing").unwrap();
    let why = refused(open(data.path(), false).await);
    assert!(matches!(why, HeadError::NoHead { .. }), "{why}");
}

/// The data folder of a machine that stops at this moment: the round is signed, and the events after it are
/// acknowledged and no more. With the number of events.
async fn stopped_after_unsigned_events() -> (tempfile::TempDir, (tempfile::TempDir, u64), u64) {
    let (data, copy, (signed, _)) = after_a_round().await;
    let server = open(data.path(), false).await.unwrap();
    for words in ["Tea at four.", "Tea at five."] {
        announce(&server.0, words).await;
    }
    let acknowledged = *server.0.grown().borrow();
    assert!(acknowledged >= signed + 2, "two announcements are not signed");
    let image = tempfile::tempdir().unwrap();
    for file in ["store.db", "store.db-wal", "signing-key"] {
        std::fs::copy(data.path().join(file), image.path().join(file)).unwrap();
    }
    std::fs::create_dir(image.path().join("heads")).unwrap();
    for file in std::fs::read_dir(data.path().join("heads")).unwrap().map(Result::unwrap) {
        std::fs::copy(file.path(), image.path().join("heads").join(file.file_name())).unwrap();
    }
    close(server).await;
    (image, copy, acknowledged)
}

/// Deletes the last events from the store.
fn without_events_after(data: &Path, last: u64) {
    let edit = rusqlite::Connection::open(data.join("store.db")).unwrap();
    let triggers: Vec<String> = {
        let mut names = edit.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        let names = names.query_map([], |row| row.get(0)).unwrap();
        names.collect::<Result<_, _>>().unwrap()
    };
    for trigger in triggers {
        edit.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
    }
    let position = i64::try_from(last).unwrap();
    assert!(edit.execute("DELETE FROM events WHERE position > ?1", [position]).unwrap() > 0);
    edit.execute_batch(
        "DELETE FROM streams;
         INSERT INTO streams (contest, stream, number) SELECT contest, stream, max(number) FROM events GROUP BY contest, stream",
    )
    .unwrap();
}

/// Cuts the write-ahead log in the middle of the frame that made the last event durable. Frames after it may be of
/// heartbeats, or of an earlier use of the file. A log begins with 32 bytes, a frame with 24
/// (<https://sqlite.org/fileformat2.html#walformat>).
fn cut_log(data: &Path, acknowledged: u64) {
    let log = std::fs::read(data.join("store.db-wal")).unwrap();
    let page = u32::from_be_bytes(log[8..12].try_into().unwrap()) as usize;
    let end = |frames: usize| 32 + frames * (24 + page);
    let events_in = |frames| {
        let scratch = tempfile::tempdir().unwrap();
        std::fs::copy(data.join("store.db"), scratch.path().join("store.db")).unwrap();
        std::fs::write(scratch.path().join("store.db-wal"), &log[..end(frames)]).unwrap();
        let store = rusqlite::Connection::open(scratch.path().join("store.db")).unwrap();
        let count: i64 = store.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap();
        u64::try_from(count).unwrap()
    };
    let frames = (0..(log.len() - 32) / (24 + page)).rev().find(|frames| events_in(*frames) < acknowledged).unwrap();
    std::fs::write(data.join("store.db-wal"), &log[..end(frames + 1) - 1]).unwrap();
}

#[tokio::test]
async fn a_store_that_lost_what_was_acknowledged_and_never_signed_is_known_to_be_shorter() {
    let (whole, _, acknowledged) = stopped_after_unsigned_events().await;
    let server = open(whole.path(), false).await.unwrap();
    assert!(*server.0.grown().borrow() >= acknowledged, "nothing is lost where nothing was taken");
    close(server).await;

    // The remains after a cut log, a lost row, an emptied store and an older copy, each in a folder of its own.
    for harm in ["log", "row", "everything", "copy"] {
        let (data, (copy, _), acknowledged) = stopped_after_unsigned_events().await;
        let store = data.path().join("store.db");
        let log = data.path().join("store.db-wal");
        match harm {
            "log" => cut_log(data.path(), acknowledged),
            "row" => without_events_after(data.path(), acknowledged - 1),
            "everything" => without_events_after(data.path(), 0),
            _ => {
                std::fs::remove_file(&log).unwrap();
                std::fs::copy(copy.path().join("store.db"), &store).unwrap();
            }
        }
        let why = refused(open(data.path(), false).await);
        let HeadError::Shorter { size, found, .. } = why else { panic!("{harm}: {why}") };
        assert!(size == acknowledged && found < size, "{harm}: {found} of {size}, and {acknowledged} were told");
        assert!(harm != "row" || found == acknowledged - 1);

        // The organiser's decision is recorded, under a key that names the lost head.
        let server = open(data.path(), true).await.unwrap();
        if harm == "everything" {
            assert_eq!(found, 0);
            server.0.set_up(opening()).await.unwrap();
            server.0.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
        }
        let restored = server.0.views().room().contest().unwrap().restored().to_vec();
        let [told] = &restored[..] else { panic!("{harm}: {restored:?}") };
        assert_eq!((told.kept, told.lost_size), (found, size), "{harm}");
        play(&server, if harm == "log" || harm == "row" { 2 } else { 1 }).await;
        assert_eq!(audit(&facts(&server.1).await).faults, []);
        close(server).await;
        close(open(data.path(), false).await.unwrap()).await;
    }
}

#[tokio::test]
async fn what_was_acknowledged_is_known_before_anybody_is_told() {
    let (data, _, acknowledged) = stopped_after_unsigned_events().await;
    let file = data.path().join("heads").join("medal.acknowledged");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.len(), 512, "a disk writes it whole or not at all");
    assert_eq!(text.lines().nth(1).unwrap(), acknowledged.to_string());
    // A machine that stopped while the file was made left it empty.
    std::fs::write(&file, "\n\n").unwrap();
    close(open(data.path(), false).await.unwrap()).await;
    std::fs::write(&file, "vivavoce/medal\nmany\n").unwrap();
    let why = refused(open(data.path(), false).await);
    assert!(matches!(why, HeadError::NoHead { .. }), "{why}");
}
