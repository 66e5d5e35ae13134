//! Running contests over a real store: one on two servers; one that is opened again; one whose store loses its answers.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use contest::{
    Command, Views,
    command::{Ending, Opening, Press, To},
    contest::Phase,
    deletions::Deleting,
    event::Terms,
    seed::SeedOpening,
};
use futures_util::future::BoxFuture;
use rulebook::{
    Authority, ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Seat,
    key::keys_of,
    schema::{Alphabet, Medium},
};
use server::{
    clock::SystemTime,
    heads::Heads,
    keyring::Keyring,
    meters::Meters,
    running_contest::{NotDone, RunningContest, Services, drawn_salts},
};
use store::{
    AppendError, Batch, Bus, Cause, EventStore, Limits, LocalBus, Redaction, Registry, SqliteStore, StoreError,
    StoredEvent, Timers,
};
use tokio::task::JoinSet;

use crate::stage::roster_of;

const PATIENCE: Duration = Duration::from_secs(60);

fn means(folder: &Path, store: &Arc<SqliteStore>, bus: &Arc<LocalBus>) -> Services {
    Services {
        events: Arc::clone(store) as Arc<dyn EventStore>,
        registry: Arc::clone(store) as Arc<dyn Registry>,
        heads: Heads::new(Arc::clone(store) as Arc<dyn Registry>, folder),
        bus: Arc::clone(bus) as Arc<dyn Bus>,
        timers: Arc::clone(store) as Arc<dyn Timers>,
        address: None,
        salts: drawn_salts(),
        meters: Meters::default(),
        time: Arc::new(SystemTime::new()),
        keys: Arc::new(Keyring::open(folder).unwrap()),
        continue_shorter: false,
    }
}

fn opening() -> Opening {
    let mut rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rulebook.interview.medium = Medium::Keystrokes { keys_per_second: 1000, keys: 20_000, alphabet: Alphabet::Ascii };
    Opening {
        roster: roster_of(&rulebook),
        terms: Terms::of("Two", "Nobody", rulebook),
        shown: Vec::new(),
        seed: SeedOpening::Rehearsal { seed: "two".into() },
    }
}

async fn reaches(hall: &RunningContest, position: u64) {
    let mut grown = hall.grown();
    tokio::time::timeout(PATIENCE, grown.wait_for(|at| *at >= position)).await.expect("it hears of it").unwrap();
}

/// Types this text into the judge's left conversation, keystroke by keystroke, through this server.
async fn type_in(hall: RunningContest, judge: JudgeId, text: &str, name: &str) {
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
async fn one_of_two_nodes_decides_and_both_show_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let bus = Arc::new(LocalBus::new());
    let one = RunningContest::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    one.set_up(opening()).await.unwrap();
    let other = RunningContest::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    one.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    one.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    let id = "late-1".to_owned().try_into().unwrap();
    let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
    let press = Command::Press(Press { id, to, keys: keys_of("x").collect(), sent: None });
    assert_eq!(other.ask(Participant::Judge(JudgeId::new(1)), press).await, Err(NotDone::KeptElsewhere));

    // The same judge has two pages, and other judges type elsewhere.
    let mut typists = JoinSet::new();
    for (judge, text, name) in [
        (1, "abcdefghijklmnopqrstuvwxyz", "one"),
        (1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "other"),
        (2, "the quick brown fox", "fox"),
        (3, "jumps over the lazy dog", "dog"),
    ] {
        typists.spawn(type_in(one.clone(), JudgeId::new(judge), text, name));
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
    assert_eq!(typed(&other, JudgeId::new(2)), "the quick brown fox");
    assert_eq!(typed(&other, JudgeId::new(3)), "jumps over the lazy dog");
    let both = typed(&other, JudgeId::new(1));
    let (lower, upper): (String, String) = both.chars().partition(char::is_ascii_lowercase);
    assert_eq!(lower, "abcdefghijklmnopqrstuvwxyz");
    assert_eq!(upper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

#[tokio::test]
async fn a_hall_that_is_opened_again_stands_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let bus = Arc::new(LocalBus::new());
    let hall = RunningContest::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    hall.set_up(opening()).await.unwrap();
    assert!(hall.set_up(opening()).await.is_err(), "once");
    let room = hall.views().room().clone();
    let stood = room.contest().unwrap();
    drop(hall);
    let again = RunningContest::open("two", 1.0, means(folder.path(), &store, &bus)).await.unwrap();
    // Its second opening is recorded as an event, and changes nothing.
    assert_eq!(again.views().room().contest().unwrap(), stood);
    assert!(again.clock().now() >= room.latest().unwrap(), "time does not run backwards");
}

#[tokio::test]
async fn words_wake_the_two_who_talk_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let hall =
        RunningContest::open("two", 1.0, means(folder.path(), &store, &Arc::new(LocalBus::new()))).await.unwrap();
    hall.set_up(opening()).await.unwrap();
    hall.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    let cast = hall.views().room().contest().unwrap().cast();
    let everybody: Vec<_> = cast.into_iter().chain([Participant::Organiser]).collect();
    let mut waiting: Vec<_> = everybody.iter().map(|who| (*who, hall.told(*who))).collect();
    let woken = |waiting: &mut Vec<(Participant, tokio::sync::watch::Receiver<u64>)>| {
        let woken = waiting.iter_mut().filter(|(_, told)| told.has_changed().unwrap());
        woken
            .map(|(who, told)| {
                told.mark_unchanged();
                *who
            })
            .collect::<Vec<_>>()
    };
    hall.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    assert_eq!(woken(&mut waiting), everybody, "a round concerns everybody");

    type_in(hall.clone(), JudgeId::new(1), "Hi", "one").await;
    let talk = ConversationId {
        interview: InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) },
        seat: Seat::Left,
    };
    let listener = hall.views().room().contest().unwrap().listener(talk).unwrap();
    assert_eq!(woken(&mut waiting), [Participant::Judge(JudgeId::new(1)), listener]);
}

/// A store that loses its first answers to an append: the events are there.
struct Forgetful {
    store: Arc<SqliteStore>,
    lost: AtomicU32,
}

impl EventStore for Forgetful {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        let stored = self.store.append(contest, batch);
        Box::pin(async move {
            let last = stored.await?;
            let left = self.lost.load(Ordering::SeqCst);
            self.lost.store(left.saturating_sub(1), Ordering::SeqCst);
            if left > 0 { Err(AppendError::Unavailable(Cause::new("the line is cut"))) } else { Ok(last) }
        })
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        self.store.read(contest, after, limit)
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.redact(contest, redactions)
    }
}

#[tokio::test]
async fn what_was_stored_while_its_answer_was_lost_is_done_once_and_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let forgetful = Arc::new(Forgetful { store: Arc::clone(&store), lost: AtomicU32::new(2) });
    let means = Services {
        events: Arc::clone(&forgetful) as Arc<dyn EventStore>,
        ..means(folder.path(), &store, &Arc::new(LocalBus::new()))
    };
    let hall = RunningContest::open("two", 1.0, means).await.unwrap();
    assert_eq!(hall.set_up(opening()).await, Ok(()));
    assert_eq!(forgetful.lost.load(Ordering::SeqCst), 0, "the line was cut twice");
    let events = store.read("two", 0, 100).await.unwrap();
    assert_eq!(events.len() as u64, hall.views().room().facts());
    assert!(hall.set_up(opening()).await.is_err(), "once");
}

/// A store whose disk is full while the test says so.
struct Crowded {
    store: Arc<SqliteStore>,
    is_full: AtomicBool,
    refused: AtomicU32,
}

impl EventStore for Crowded {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        if self.is_full.load(Ordering::SeqCst) {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return Box::pin(async { Err(AppendError::Full) });
        }
        self.store.append(contest, batch)
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        self.store.read(contest, after, limit)
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.redact(contest, redactions)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_while_the_disk_is_full_waits_and_is_recorded_in_order_when_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let (is_full, refused) = (AtomicBool::new(false), AtomicU32::new(0));
    let crowded = Arc::new(Crowded { store: Arc::clone(&store), is_full, refused });
    let means = Services {
        events: Arc::clone(&crowded) as Arc<dyn EventStore>,
        ..means(folder.path(), &store, &Arc::new(LocalBus::new()))
    };
    let hall = RunningContest::open("two", 1.0, means).await.unwrap();
    hall.set_up(opening()).await.unwrap();
    hall.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    hall.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    let judge = JudgeId::new(1);
    let mut records = hall.records();
    crowded.is_full.store(true, Ordering::SeqCst);
    let facts = hall.views().room().facts();
    let mut answers = Vec::new();
    for (n, key) in keys_of("Hello").enumerate() {
        let id = format!("full-{n}").try_into().unwrap();
        let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
        let press = Command::Press(Press { id, to, keys: vec![key], sent: None });
        answers.push(hall.submit(Participant::Judge(judge), press).await.unwrap());
        // Everybody is notified, and a form is answered at once.
        tokio::time::timeout(PATIENCE, records.wait_for(|works| !works)).await.unwrap().unwrap();
    }
    assert_eq!(hall.ask(Participant::Organiser, Command::Resume).await, Err(NotDone::NotSaved));
    let tried = crowded.refused.load(Ordering::SeqCst);
    while crowded.refused.load(Ordering::SeqCst) < tried + 3 {
        tokio::task::yield_now().await;
    }
    assert_eq!((hall.views().room().facts(), typed(&hall.views(), judge)), (facts, String::new()), "nothing is shown");
    crowded.is_full.store(false, Ordering::SeqCst);
    for answer in answers {
        assert_eq!(tokio::time::timeout(PATIENCE, answer).await.unwrap(), Ok(()), "nothing is refused");
    }
    assert_eq!(typed(&hall.views(), judge), "Hello");
    assert!(*hall.records().borrow());
}

/// A store that fails to be read this many times.
struct Unreadable {
    store: Arc<SqliteStore>,
    failures: AtomicU32,
}

impl EventStore for Unreadable {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        self.store.append(contest, batch)
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        let left = self.failures.load(Ordering::SeqCst);
        self.failures.store(left.saturating_sub(1), Ordering::SeqCst);
        if left > 0 {
            return Box::pin(async { Err(StoreError::Unavailable(Cause::new("the line is cut"))) });
        }
        self.store.read(contest, after, limit)
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.redact(contest, redactions)
    }
}

/// A keeper that does not know the last keeper's events would decide on an outdated state, and tell clients who know
/// more that the record is another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_contest_is_taken_over_only_by_who_can_read_what_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let one = RunningContest::open("two", 1.0, means(folder.path(), &store, &Arc::new(LocalBus::new()))).await.unwrap();
    one.set_up(opening()).await.unwrap();
    let unreadable = Arc::new(Unreadable { store: Arc::clone(&store), failures: AtomicU32::new(0) });
    let means = Services {
        events: Arc::clone(&unreadable) as Arc<dyn EventStore>,
        // No news arrives here from the other.
        ..means(folder.path(), &store, &Arc::new(LocalBus::new()))
    };
    let other = RunningContest::open("two", 1.0, means).await.unwrap();
    unreadable.failures.store(3, Ordering::SeqCst);
    assert!(!other.catches_up().await, "it cannot be read");
    one.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    let recorded = one.views().room().facts();
    one.leave().await;

    assert!(tokio::time::timeout(PATIENCE, other.is_to_keep()).await.unwrap(), "it goes on when it can be read");
    assert_eq!(unreadable.failures.load(Ordering::SeqCst), 0);
    assert!(other.views().room().facts() >= recorded, "the draw is known");
}

/// A store that fails this many times to delete private data: before it did anything, or between emptying the rows and
/// emptying the file.
struct Reluctant {
    store: Arc<SqliteStore>,
    refusals: AtomicU32,
    empties_rows: bool,
    asked: AtomicU32,
}

impl Reluctant {
    fn over(store: &Arc<SqliteStore>, refusals: u32, empties_rows: bool) -> Arc<Self> {
        let (store, refusals) = (Arc::clone(store), AtomicU32::new(refusals));
        Arc::new(Self { store, refusals, empties_rows, asked: AtomicU32::new(0) })
    }
}

impl EventStore for Reluctant {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        self.store.append(contest, batch)
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        self.store.read(contest, after, limit)
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let left = self.refusals.load(Ordering::SeqCst);
        self.refusals.store(left.saturating_sub(1), Ordering::SeqCst);
        let contest = contest.to_owned();
        Box::pin(async move {
            if left == 0 || self.empties_rows {
                self.store.redact(&contest, redactions).await?;
            }
            if left > 0 { Err(StoreError::Unavailable(Cause::new("the disk is full"))) } else { Ok(()) }
        })
    }
}

/// A finished contest, in this store.
async fn closed(folder: &Path, events: &Arc<Reluctant>) -> RunningContest {
    let events = Arc::clone(events);
    let means = Services { events: events.clone(), ..means(folder, &events.store, &Arc::new(LocalBus::new())) };
    let hall = RunningContest::open("two", 1.0, means).await.unwrap();
    let Opening { mut terms, roster, seed, shown } = opening();
    terms.rulebook.awards.clear();
    hall.set_up(Opening { terms, roster, seed, shown }).await.unwrap();
    hall.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    loop {
        let phase = hall.views().room().contest().unwrap().phase;
        let command = match Ending::of(phase) {
            Some(ending) => Command::EndPhase(ending),
            None if phase == Phase::Closed => return hall,
            None => Command::OpenRound { anyway: true },
        };
        hall.ask(Participant::Organiser, command).await.unwrap();
    }
}

/// Rules that the names are deleted.
async fn rules_names_out(hall: &RunningContest) -> Result<(), NotDone> {
    let deleting = Deleting {
        parts: ["1/roster".parse().unwrap()].into(),
        whose: None,
        name: None,
        by: Authority::Organisers,
        rule: "rule 17".into(),
        reason: "somebody asked".into(),
    };
    hall.ask(Participant::Organiser, Command::Delete(Box::new(deleting))).await
}

/// True when the store holds the names.
async fn holds_names(store: &SqliteStore) -> bool {
    let first = store.read("two", 0, 1).await.unwrap().remove(0);
    let private = String::from_utf8(first.private.unwrap_or_default()).unwrap();
    private.contains("\"roster\"")
}

async fn is_asked(events: &Reluctant, times: u32) {
    let asked = async {
        while events.asked.load(Ordering::SeqCst) < times {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, asked).await.expect("the store is asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_could_not_take_out_what_was_ruled_is_asked_again_until_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let events = Reluctant::over(&store, 2, false);
    let hall = closed(folder.path(), &events).await;
    assert!(holds_names(&store).await);
    assert_eq!(rules_names_out(&hall).await, Err(NotDone::NotTakenOut));
    assert!(holds_names(&store).await, "and it does not say that it was done");
    is_asked(&events, 3).await;
    // The contest still awaits the answer to the third try; any later request comes after it.
    assert!(hall.catches_up().await && !holds_names(&store).await);
}

/// Emptying the rows is half of it: the bytes are in the file until that is emptied too.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_failed_after_it_had_emptied_the_rows_is_asked_to_finish() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
    let events = Reluctant::over(&store, 1, true);
    let hall = closed(folder.path(), &events).await;
    assert_eq!(rules_names_out(&hall).await, Err(NotDone::NotTakenOut));
    assert!(!holds_names(&store).await, "no row has them");
    is_asked(&events, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_a_contest_up_takes_out_what_the_last_keeper_left_in_the_store() {
    for is_started_again in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path(), Limits { max_bytes: None }).unwrap());
        let refusing = Reluctant::over(&store, u32::MAX, false);
        let one = closed(folder.path(), &refusing).await;
        let events = Reluctant::over(&store, 0, false);
        let means = || Services { events: events.clone(), ..means(folder.path(), &store, &Arc::new(LocalBus::new())) };
        let follower =
            if is_started_again { None } else { Some(RunningContest::open("two", 1.0, means()).await.unwrap()) };
        assert_eq!(rules_names_out(&one).await, Err(NotDone::NotTakenOut));
        if let Some(follower) = &follower {
            assert!(follower.catches_up().await);
            assert_eq!(events.asked.load(Ordering::SeqCst), 0, "whoever follows leaves the store alone");
        }
        assert!(holds_names(&store).await);
        one.leave().await;
        let next = match follower {
            Some(follower) => follower,
            None => RunningContest::open("two", 1.0, means()).await.unwrap(),
        };
        assert!(tokio::time::timeout(PATIENCE, next.is_to_keep()).await.unwrap());
        is_asked(&events, 1).await;
        assert!(next.catches_up().await && !holds_names(&store).await, "started again: {is_started_again}");
    }
}
