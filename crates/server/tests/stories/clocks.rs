//! Clocks stop with the server: contests whose time is moved by hand, over a real store. Nothing here waits for a real
//! clock.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use archive::audit::audit;
use contest::{
    Command, ControlEvent, Event, Recorded, command::Opening, contest::Phase, event::Terms, ledger, seed::SeedOpening,
};
use futures_util::future::BoxFuture;
use rulebook::{Participant, Timestamp};
use server::{
    clock::TimeSource,
    heads::Heads,
    keyring::Keyring,
    meters::Meters,
    running_contest::{Keeper, NotDone, RunningContest, Services, drawn_salts},
};
use store::{Answer, Beat, Bus, EventStore, HeldTimer, Limits, LocalBus, Registry, SqliteStore, Timer, Timers};
use tokio::sync::watch;

use crate::stage::roster_of;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MINUTE: Duration = Duration::from_secs(60);

/// Clocks that are moved by hand.
#[derive(Debug)]
struct Hands {
    elapsed: watch::Sender<Duration>,
    wall: Mutex<Timestamp>,
}

impl Hands {
    fn new(wall: Timestamp) -> Arc<Self> {
        Arc::new(Self { elapsed: watch::Sender::new(Duration::ZERO), wall: Mutex::new(wall) })
    }

    /// Lets time pass, on the wall clock too.
    fn pass(&self, time: Duration) {
        let mut wall = self.wall.lock().unwrap();
        *wall = *wall + time;
        drop(wall);
        self.elapsed.send_modify(|elapsed| *elapsed += time);
    }

    /// Sets the wall clock.
    fn set(&self, wall: Timestamp) {
        *self.wall.lock().unwrap() = wall;
    }
}

impl TimeSource for Hands {
    fn wall(&self) -> Timestamp {
        *self.wall.lock().unwrap()
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.borrow()
    }

    fn reach(&self, elapsed: Duration) -> BoxFuture<'static, ()> {
        let mut now = self.elapsed.subscribe();
        Box::pin(async move {
            // When the test has dropped the clock, it never reaches the moment.
            if now.wait_for(|now| *now >= elapsed).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// The timers of a store, and their last stored state: the wall clock of a heartbeat, or nothing when a timer was
/// released. While the disk stalls, no heartbeat is stored.
struct Watched {
    store: Arc<SqliteStore>,
    /// The number of looks at the timer.
    looks: watch::Sender<u64>,
    /// The number of times that the timer was taken.
    takes: watch::Sender<u64>,
    kept: watch::Sender<Option<i64>>,
    stalled: watch::Sender<bool>,
}

impl Timers for Watched {
    fn take_timer(&self, contest: &str, holder: &str, lapsed: Option<HeldTimer>) -> Answer<'_, Timer> {
        let taken = self.store.take_timer(contest, holder, lapsed);
        Box::pin(async move {
            let taken = taken.await;
            if matches!(taken, Ok(Timer::Taken { .. })) {
                self.takes.send_modify(|takes| *takes += 1);
            }
            self.looks.send_modify(|looks| *looks += 1);
            taken
        })
    }

    fn beat(&self, contest: &str, holder: &str, beat: Beat) -> Answer<'_, bool> {
        let kept = self.store.beat(contest, holder, beat);
        let mut stalled = self.stalled.subscribe();
        Box::pin(async move {
            let _ = stalled.wait_for(|stalled| !stalled).await;
            let is_kept = kept.await?;
            self.kept.send_replace(Some(beat.wall));
            Ok(is_kept)
        })
    }

    fn release_timer(&self, contest: &str, holder: &str) -> Answer<'_, ()> {
        let released = self.store.release_timer(contest, holder);
        Box::pin(async move {
            released.await?;
            self.kept.send_replace(None);
            Ok(())
        })
    }
}

/// A machine with a disk and clocks, on which servers come and go.
struct Machine {
    store: Option<Arc<SqliteStore>>,
    folder: tempfile::TempDir,
    time: Arc<Hands>,
    kept: watch::Sender<Option<i64>>,
    stalled: watch::Sender<bool>,
    looks: watch::Sender<u64>,
    takes: watch::Sender<u64>,
    pace: f64,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let time = Hands::new("2026-10-24T10:00:00Z".parse().unwrap());
        let (kept, stalled) = (watch::Sender::new(None), watch::Sender::new(false));
        Self {
            store: None,
            folder,
            time,
            kept,
            stalled,
            looks: watch::Sender::new(0),
            takes: watch::Sender::new(0),
            pace: 1.0,
        }
    }

    /// Starts a server; the one before it is dead, and has given nothing back.
    async fn starts(&mut self) -> RunningContest {
        let store = Arc::new(SqliteStore::open(self.folder.path(), Limits { max_bytes: None }).unwrap());
        self.store = Some(store);
        self.opens_a_hall(&self.time).await
    }

    /// Opens the contest with these clocks.
    async fn opens_a_hall(&self, time: &Arc<Hands>) -> RunningContest {
        let store = self.store.as_ref().unwrap();
        let means = Services {
            events: Arc::clone(store) as Arc<dyn EventStore>,
            registry: Arc::clone(store) as Arc<dyn Registry>,
            heads: Heads::new(Arc::clone(store) as Arc<dyn Registry>, self.folder.path()),
            bus: Arc::new(LocalBus::new()) as Arc<dyn Bus>,
            timers: Arc::new(Watched {
                store: Arc::clone(store),
                looks: self.looks.clone(),
                takes: self.takes.clone(),
                kept: self.kept.clone(),
                stalled: self.stalled.clone(),
            }),
            address: None,
            salts: drawn_salts(),
            meters: Meters::default(),
            time: Arc::clone(time) as Arc<dyn TimeSource>,
            keys: Arc::new(Keyring::open(self.folder.path()).unwrap()),
            continue_shorter: false,
        };
        RunningContest::open("clocks", self.pace, means).await.unwrap()
    }

    /// The server dies: only its disk and the clocks remain.
    async fn dies(&mut self, hall: RunningContest) {
        drop(hall);
        let store = self.store.take().unwrap();
        // The loop notices that its handle is gone, and ends.
        while Arc::strong_count(&store) > 1 {
            tokio::task::yield_now().await;
        }
    }

    /// Lets time pass under a server, second by second, with a heartbeat for each.
    async fn runs(&self, time: Duration) {
        for _ in 0..time.as_secs() {
            self.time.pass(Duration::from_secs(1));
            self.is_kept().await;
        }
    }

    /// Stalls the disk for this long; the server keeps running.
    async fn stalls(&self, time: Duration) {
        self.stalled.send_replace(true);
        for _ in 0..time.as_secs() {
            self.time.pass(Duration::from_secs(1));
            // Every task of the server that waits for this second has its turn.
            for _ in 0..16 {
                tokio::task::yield_now().await;
            }
        }
        self.stalled.send_replace(false);
    }

    /// Ready when the heartbeat of this moment is stored.
    async fn is_kept(&self) {
        let wall = self.time.wall().as_millis();
        self.kept.subscribe().wait_for(|kept| *kept == Some(wall)).await.unwrap();
    }
}

fn opening(countdown: Option<Duration>) -> Opening {
    let mut rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rulebook.interview.talk = 20 * MINUTE;
    Opening {
        roster: roster_of(&rulebook),
        terms: Terms { countdown, ..Terms::of("Clocks", "Nobody", rulebook) },
        shown: Vec::new(),
        seed: SeedOpening::Rehearsal { seed: "clocks".into() },
    }
}

async fn organiser(hall: &RunningContest, command: Command) {
    hall.ask(Participant::Organiser, command).await.unwrap();
}

/// The remaining time of the running or paused talk.
fn left(hall: &RunningContest) -> Duration {
    let views = hall.views();
    let contest = views.room().contest().unwrap();
    let Phase::Talk(_, ends) = contest.phase else { panic!("no talk in {:?}", contest.phase) };
    ends.since(contest.paused_since.unwrap_or(hall.clock().now()))
}

fn stands(hall: &RunningContest) -> bool {
    hall.views().room().contest().unwrap().standing.is_some()
}

async fn until(hall: &RunningContest, is_so: impl Fn(&contest::contest::Contest) -> bool) {
    let mut grown = hall.grown();
    while !is_so(hall.views().room().contest().unwrap()) {
        grown.changed().await.unwrap();
    }
}

async fn facts(store: &SqliteStore) -> Vec<Recorded> {
    let events = store.read("clocks", 0, 1000).await.unwrap();
    events.iter().map(|event| ledger::open(&event.leaf, event.private.as_deref()).unwrap()).collect()
}

async fn is_sound(machine: &Machine) {
    let facts = facts(machine.store.as_ref().unwrap()).await;
    assert!(facts.is_sorted_by_key(|fact| fact.time), "recorded times never run backwards");
    assert_eq!(audit(&facts).faults, []);
}

/// A contest in its first talk of twenty minutes, `since` after its beginning.
async fn in_talk(machine: &mut Machine, countdown: Option<Duration>, since: Duration) -> RunningContest {
    let hall = machine.starts().await;
    hall.set_up(opening(countdown)).await.unwrap();
    organiser(&hall, Command::Draw { anyway: true }).await;
    organiser(&hall, Command::OpenRound { anyway: true }).await;
    machine.is_kept().await;
    machine.runs(since).await;
    hall
}

#[tokio::test]
async fn ten_minutes_without_a_server_in_a_talk_of_twenty_cost_no_judge_a_second() {
    let mut machine = Machine::new();
    let hall = in_talk(&mut machine, None, 5 * MINUTE).await;
    assert_eq!(left(&hall), 15 * MINUTE);
    machine.dies(hall).await;
    machine.time.pass(10 * MINUTE);
    let hall = machine.starts().await;
    assert!(stands(&hall));
    assert_eq!(left(&hall), 15 * MINUTE);
    machine.runs(MINUTE).await;
    organiser(&hall, Command::Resume).await;
    assert_eq!(left(&hall), 15 * MINUTE);
    machine.runs(MINUTE).await;
    assert_eq!(left(&hall), 14 * MINUTE);
    is_sound(&machine).await;
}

#[tokio::test]
async fn seventy_five_seconds_without_a_server_do_not_end_a_talk_that_had_fifty_left() {
    let mut machine = Machine::new();
    let hall = in_talk(&mut machine, None, 20 * MINUTE - Duration::from_secs(50)).await;
    machine.dies(hall).await;
    machine.time.pass(Duration::from_secs(75));
    let hall = machine.starts().await;
    organiser(&hall, Command::Resume).await;
    assert_eq!(left(&hall), Duration::from_secs(50));
    machine.runs(Duration::from_secs(49)).await;
    assert_eq!(left(&hall), Duration::from_secs(1));
    machine.time.pass(Duration::from_secs(1));
    until(&hall, |contest| matches!(contest.phase, Phase::Scoring(..))).await;
    is_sound(&machine).await;
}

#[tokio::test]
async fn a_wall_clock_a_day_ahead_or_a_day_back_changes_nothing_at_a_start_nor_while_the_contest_runs() {
    for ahead in [true, false] {
        let mut machine = Machine::new();
        let jump = |machine: &Machine, forward: bool| {
            let wall = machine.time.wall().as_millis();
            let day = i64::try_from(DAY.as_millis()).unwrap();
            machine.time.set(Timestamp::from_millis(if forward { wall + day } else { wall - day }));
        };
        let hall = in_talk(&mut machine, None, MINUTE).await;
        machine.dies(hall).await;
        machine.time.pass(Duration::from_secs(2));
        jump(&machine, ahead);
        let hall = machine.starts().await;
        assert!(stands(&hall), "nobody can tell how long the server was away");
        assert_eq!(left(&hall), 19 * MINUTE);
        organiser(&hall, Command::Resume).await;
        assert_eq!(left(&hall), 19 * MINUTE);

        // While it runs, the wall clock is corrected.
        machine.runs(MINUTE).await;
        jump(&machine, !ahead);
        machine.runs(MINUTE).await;
        assert_eq!((left(&hall), stands(&hall)), (17 * MINUTE, false));

        // And a restart within five seconds needs no help, however far the wall clock is from the contest's time by
        // now.
        machine.dies(hall).await;
        machine.time.pass(Duration::from_secs(4));
        let hall = machine.starts().await;
        assert_eq!((left(&hall), stands(&hall)), (17 * MINUTE, false));
        is_sound(&machine).await;
    }
}

#[tokio::test]
async fn a_declared_countdown_lets_the_contest_go_on_by_itself() {
    let mut machine = Machine::new();
    let hall = in_talk(&mut machine, Some(Duration::from_secs(30)), MINUTE).await;
    machine.dies(hall).await;
    machine.time.pass(10 * MINUTE);
    let hall = machine.starts().await;
    machine.is_kept().await;
    machine.runs(Duration::from_secs(29)).await;
    assert!(stands(&hall));
    machine.time.pass(Duration::from_secs(1));
    until(&hall, |contest| contest.standing.is_none()).await;
    assert_eq!(left(&hall), 19 * MINUTE);
    is_sound(&machine).await;
}

#[tokio::test]
async fn a_process_that_was_stopped_for_ten_minutes_stopped_the_clocks_too() {
    let mut machine = Machine::new();
    let hall = in_talk(&mut machine, None, MINUTE).await;
    // The server does not run while this time passes; then a request or its timer wakes it.
    machine.time.pass(30 * MINUTE);
    until(&hall, |contest| contest.standing.is_some()).await;
    assert_eq!(left(&hall), 19 * MINUTE);
    organiser(&hall, Command::Resume).await;
    assert_eq!(left(&hall), 19 * MINUTE);
    is_sound(&machine).await;
}

#[tokio::test]
async fn a_disk_that_stalled_under_a_living_server_needs_nobody_unless_it_took_more_than_a_minute() {
    for (seconds, needs_somebody) in [(4, false), (8, false), (58, false), (90, true)] {
        let mut machine = Machine::new();
        let hall = in_talk(&mut machine, None, MINUTE).await;
        machine.stalls(Duration::from_secs(seconds)).await;
        if seconds > 5 {
            // The heartbeat of the first second was on its way to the disk, and arrived in the end.
            let reached = 19 * MINUTE - Duration::from_secs(1);
            until(&hall, |contest| contest.standing.is_some()).await;
            assert_eq!(left(&hall), reached, "{seconds}");
            machine.is_kept().await;
            machine.runs(Duration::from_secs(4)).await;
            assert!(stands(&hall), "people are told first");
            machine.time.pass(Duration::from_secs(1));
            if needs_somebody {
                machine.is_kept().await;
                assert!(stands(&hall));
                organiser(&hall, Command::Resume).await;
            } else {
                until(&hall, |contest| contest.standing.is_none()).await;
            }
            assert_eq!(left(&hall), reached, "{seconds}");
        } else {
            machine.is_kept().await;
            assert_eq!(left(&hall), 19 * MINUTE - Duration::from_secs(seconds));
        }
        is_sound(&machine).await;
    }
}

#[tokio::test]
async fn the_pace_of_every_server_is_in_the_record() {
    let mut machine = Machine::new();
    machine.pace = 600.0;
    let hall = machine.starts().await;
    hall.set_up(opening(None)).await.unwrap();
    machine.dies(hall).await;
    machine.pace = 1.0;
    let hall = machine.starts().await;
    let paces: Vec<_> = hall.views().room().contest().unwrap().paces().iter().copied().collect();
    assert_eq!(paces, [1000, 600_000]);
    let told = facts(machine.store.as_ref().unwrap()).await;
    let taken_up = told.iter().filter(|fact| matches!(fact.event, Event::Control(ControlEvent::TakenUp { .. })));
    assert_eq!(taken_up.count(), 2);
}

fn take_ups(facts: &[Recorded]) -> usize {
    facts.iter().filter(|fact| matches!(fact.event, Event::Control(ControlEvent::TakenUp { .. }))).count()
}

/// Waits until the contest was taken up this many times, and this server shows it.
async fn is_taken_up(machine: &Machine, hall: &RunningContest, times: usize) {
    let mut grown = hall.grown();
    while take_ups(&facts(machine.store.as_ref().unwrap()).await) < times {
        grown.changed().await.unwrap();
    }
    // The store has a fact before the server shows it.
    assert!(hall.catches_up().await);
}

#[tokio::test]
async fn of_two_halls_one_holds_the_timer_and_the_other_takes_over_when_it_falls_silent() {
    let mut machine = Machine::new();
    let one = in_talk(&mut machine, None, MINUTE).await;
    // Another server at the same time, with hands of its own: it looks only when these move.
    let elsewhere = Hands::new(machine.time.wall());
    let other = machine.opens_a_hall(&elsewhere).await;
    for _ in 0..3 {
        machine.runs(Duration::from_secs(1)).await;
        let mut looks = machine.looks.subscribe();
        elsewhere.pass(Duration::from_secs(1));
        looks.changed().await.unwrap();
    }
    machine.runs(Duration::from_secs(57)).await;
    let store = machine.store.as_ref().unwrap();
    assert_eq!(take_ups(&facts(store).await), 1, "a hall that only follows takes nothing up");
    drop(one);
    machine.kept.subscribe().wait_for(Option::is_none).await.unwrap();
    elsewhere.pass(Duration::from_secs(58));
    is_taken_up(&machine, &other, 2).await;
    assert_eq!((left(&other), stands(&other)), (18 * MINUTE, false));
    is_sound(&machine).await;
}

#[tokio::test]
async fn a_server_whose_wall_is_an_hour_ahead_or_behind_takes_over_as_if_it_were_not() {
    for ahead in [true, false] {
        let mut machine = Machine::new();
        let one = in_talk(&mut machine, None, MINUTE).await;
        let hour = i64::try_from((60 * MINUTE).as_millis()).unwrap();
        let wall = machine.time.wall().as_millis() + if ahead { hour } else { -hour };
        let elsewhere = Hands::new(Timestamp::from_millis(wall));
        let other = machine.opens_a_hall(&elsewhere).await;
        // One server stops and gives nothing back; the other looks every second, until it has the timer. Not a second
        // passes after that.
        let takes = *machine.takes.borrow();
        while *machine.takes.borrow() == takes {
            let mut looks = machine.looks.subscribe();
            elsewhere.pass(Duration::from_secs(1));
            looks.changed().await.unwrap();
        }
        other.keeper().wait_for(|keeper| *keeper == Keeper::Here).await.unwrap();
        is_taken_up(&machine, &other, 2).await;
        assert!(other.is_kept_here() && !stands(&other), "nobody was away for long");
        assert_eq!(left(&other), 19 * MINUTE, "and no judge lost a second");
        let late = one.ask(Participant::Organiser, Command::Pause { reason: "tea".into(), told: None }).await;
        assert_eq!(late, Err(NotDone::KeptElsewhere));
        is_sound(&machine).await;
    }
}

#[tokio::test]
async fn what_a_server_writes_that_was_replaced_is_refused() {
    let mut machine = Machine::new();
    let hall = in_talk(&mut machine, None, MINUTE).await;
    let store = Arc::clone(machine.store.as_ref().unwrap());
    let before = facts(&store).await;
    // While it did not look, a third server saw it silent for long enough.
    let Timer::Elsewhere(seen) = store.take_timer("clocks", "another", None).await.unwrap() else {
        panic!("it is held")
    };
    assert!(matches!(store.take_timer("clocks", "another", Some(seen)).await.unwrap(), Timer::Taken { .. }));
    assert!(hall.is_kept_here(), "it knows nothing yet");
    let late = hall.ask(Participant::Organiser, Command::Pause { reason: "tea".into(), told: None }).await;
    assert_eq!(late, Err(NotDone::KeptElsewhere));
    assert!(!hall.is_kept_here());
    assert_eq!(facts(&store).await, before);
    assert_eq!(hall.views().room().contest().unwrap().paused_since, None, "and nobody was shown it");
}

#[tokio::test]
async fn a_server_that_leaves_writes_nothing_more_and_another_goes_on_at_once() {
    let mut machine = Machine::new();
    let one = in_talk(&mut machine, None, MINUTE).await;
    let elsewhere = Hands::new(machine.time.wall());
    let other = machine.opens_a_hall(&elsewhere).await;
    let refused = other.ask(Participant::Organiser, Command::Pause { reason: "tea".into(), told: None }).await;
    assert_eq!(refused, Err(NotDone::KeptElsewhere), "one decides");
    one.leave().await;
    assert!(!one.is_kept_here());
    let late = one.ask(Participant::Organiser, Command::Pause { reason: "tea".into(), told: None }).await;
    assert_eq!(late, Err(NotDone::Stopping));
    elsewhere.pass(Duration::from_secs(1));
    is_taken_up(&machine, &other, 2).await;
    organiser(&other, Command::Pause { reason: "tea".into(), told: None }).await;
    assert_eq!(left(&other), 19 * MINUTE, "and nobody lost a second");
    is_sound(&machine).await;
}
