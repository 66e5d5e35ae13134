//! A hall's hold on the timer of its contest: one hall holds it, says so every second, and closes rounds by the clock.
//!
//! Whoever holds the timer is the contest's *keeper*: it alone decides, closes rounds by the clock and runs the entries, and what it
//! writes it writes under its lease. The halls of other servers follow, and take over when it falls silent.
//!
//! What a gap means is decided in [`contest::timer`]; here it is noticed. A hall may find one when it takes the timer, and
//! while it holds it: whoever stopped the process, the machine or the disk for longer than [`GRACE`] stopped the clocks too. A
//! [`Pulse`] tells whether the process ran meanwhile, and it was the disk alone. How far the contest has come is not written before the fact that it was taken up is durable, or a crash between
//! the two would hide the gap.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use contest::{
    Room,
    contest::Phase,
    sequencer::Now,
    standing::GRACE,
    timer::{Gap, HEARTBEAT, Heartbeat, Holder},
};
use rulebook::Timestamp;
use store::{Beat, Fence, Held, StoreError, Timer, Timers};
use tokio::{sync::watch, task::AbortHandle};
use tracing::warn;

use crate::clock::{Clock, TimeSource};

/// A holder that is silent for so long has lost the timer to whoever waits for it: early enough for the contest to go on
/// by itself.
const SILENCE: Duration = Duration::from_millis(2500);

/// How often whoever waits for the timer looks at it.
const LOOK: Duration = Duration::from_millis(500);

/// A hall's hold on the timer of its contest.
pub(super) struct Hold {
    contest: String,
    holder: String,
    timers: Arc<dyn Timers>,
    clock: Clock,
    pulse: Pulse,
    state: State,
    keeper: watch::Sender<Keeper>,
    /// The gap that ended when the timer was taken, until the fact that tells of it is recorded.
    gap: Option<Gap>,
    /// When the gap ended, by the clock that nobody sets and by that on the wall.
    gap_ended: (Duration, Timestamp),
    /// When to say how far the contest has come, or to see whether the timer is free.
    next: Duration,
}

/// Which server keeps a contest: decides what becomes of it and runs its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeper {
    /// This one.
    Here,
    /// Another one.
    Elsewhere {
        /// Where other servers reach it, such as `http://10.0.0.5:8080`; absent where it did not say, or is gone.
        address: Option<String>,
    },
}

enum State {
    /// The timer is ours.
    Ours(Ours),
    /// Somebody else's: what was seen last, and since when.
    Elsewhere(Held, Duration),
    /// It was given back: this server is stopping.
    GivenBack,
}

/// A timer that this hall holds.
#[derive(Debug, Clone)]
struct Ours {
    /// What to show when something is written.
    fence: Fence,
    /// The last heartbeat that was kept.
    beat: Heartbeat,
    /// When that was, by the clock that nobody sets.
    at: Duration,
}

/// The timer was taken from somebody who held it before.
pub(super) struct TakenOver {
    fence: Fence,
    last: Option<Heartbeat>,
    /// What the clock on the wall of that one would say now.
    wall: Timestamp,
}

/// Feels every second that this process runs, whatever its disk does: a task of its own, which never waits for a store.
struct Pulse {
    felt: Arc<Mutex<Felt>>,
    task: AbortHandle,
}

#[derive(Clone, Copy)]
struct Felt {
    /// Since when it has never been silent for longer than [`GRACE`], by the clock that nobody sets.
    runs_since: Duration,
    last: Duration,
}

impl Pulse {
    fn start(source: Arc<dyn TimeSource>) -> Self {
        let now = source.elapsed();
        let felt = Arc::new(Mutex::new(Felt { runs_since: now, last: now }));
        let shared = Arc::clone(&felt);
        let task = tokio::spawn(async move {
            loop {
                let Felt { last, .. } = feel(&shared, source.elapsed());
                source.reach(last + HEARTBEAT).await;
            }
        });
        Self { felt, task: task.abort_handle() }
    }

    /// Whether this process has run since that moment.
    fn has_run_since(&self, at: Duration, now: Duration) -> bool {
        feel(&self.felt, now).runs_since <= at
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn feel(felt: &Mutex<Felt>, now: Duration) -> Felt {
    let mut felt = felt.lock().unwrap_or_else(PoisonError::into_inner);
    if now.saturating_sub(felt.last) > GRACE {
        felt.runs_since = now;
    }
    felt.last = now;
    *felt
}

impl Hold {
    /// Takes the timer of a contest whose record makes this room, or learns who has it. Other servers reach this one at the
    /// address, if there are any.
    pub(super) async fn take(
        contest: &str,
        timers: Arc<dyn Timers>,
        source: Arc<dyn TimeSource>,
        pace: f64,
        address: Option<&str>,
        room: &Room,
    ) -> Result<Self, StoreError> {
        let holder = holder(address);
        let (wall, elapsed) = (source.wall(), source.elapsed());
        let timer = timers.take_timer(contest, &holder, None).await?;
        let pulse = Pulse::start(Arc::clone(&source));
        let clock = Clock::start(source, pace, wall);
        let mut hold = Self {
            contest: contest.to_owned(),
            holder,
            timers,
            clock,
            pulse,
            state: State::GivenBack,
            keeper: watch::Sender::new(Keeper::Elsewhere { address: None }),
            gap: None,
            gap_ended: (elapsed, wall),
            next: elapsed + HEARTBEAT,
        };
        match timer {
            Timer::Taken { fence, last } => {
                hold.take_over(room, TakenOver { fence, last: last.map(heartbeat), wall });
            }
            Timer::Elsewhere(held) => {
                let came = held.last.map(heartbeat).map(|last| {
                    let since = wall.since(last.wall).min(GRACE);
                    last.reached + since.mul_f64(pace)
                });
                hold.clock.set(came.max(room.latest()).unwrap_or(wall));
                hold.set(State::Elsewhere(held, elapsed));
            }
        }
        Ok(hold)
    }

    /// The contest's clock.
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Follows who keeps the contest.
    pub(super) fn keeper(&self) -> watch::Receiver<Keeper> {
        self.keeper.subscribe()
    }

    /// Whether this hall keeps the contest.
    pub(super) fn is_ours(&self) -> bool {
        matches!(self.state, State::Ours(..))
    }

    /// What to show when something is written; nothing where another hall writes.
    pub(super) fn fence(&self) -> Option<Fence> {
        match &self.state {
            State::Ours(Ours { fence, .. }) => Some(fence.clone()),
            State::Elsewhere(..) | State::GivenBack => None,
        }
    }

    /// Ready when it is time for [`turn`](Self::turn).
    pub(super) async fn next(&self) {
        self.clock.source().reach(self.next).await;
    }

    /// The moment at which something is decided, by what this hall knows of the timer.
    pub(super) fn now(&self) -> Now {
        Now { time: self.clock.now(), keeps_time: self.is_ours(), gap: self.gap }
    }

    /// That fact is durable.
    pub(super) fn is_recorded(&mut self) {
        self.gap = None;
        let (beat, at) = (self.reached(), self.elapsed());
        if let State::Ours(ours) = &mut self.state {
            *ours = Ours { beat, at, ..ours.clone() };
        }
        self.next = self.elapsed();
    }

    /// Nothing is to be said at this turn.
    pub(super) fn later(&mut self) {
        self.next = self.elapsed() + HEARTBEAT;
    }

    /// Says how far the contest has come; without the timer, sees whether it is free. `Some` where it was taken from somebody just
    /// now: read on, then [`take_over`](Self::take_over).
    pub(super) async fn turn(&mut self, room: &Room) -> Option<TakenOver> {
        self.next = self.elapsed() + if self.is_ours() { HEARTBEAT } else { LOOK };
        match &self.state {
            State::Ours(..) if self.gap.is_some() || !is_on(room) => None,
            State::Ours(Ours { fence, .. }) => {
                let (fence, beat, at) = (fence.clone(), self.reached(), self.elapsed());
                let kept = Beat { reached: beat.reached.as_millis(), wall: beat.wall.as_millis() };
                match self.timers.beat(&self.contest, &self.holder, kept).await {
                    Ok(true) => self.state = State::Ours(Ours { fence, beat, at }),
                    Ok(false) => return self.look(None).await,
                    Err(failure) => warn!(contest.id = self.contest, %failure, "no heartbeat was kept: {failure}"),
                }
                None
            }
            State::Elsewhere(seen, since) => {
                let is_silent = self.elapsed().saturating_sub(*since) > SILENCE;
                let lapsed = is_silent.then(|| seen.clone());
                self.look(lapsed).await
            }
            State::GivenBack => None,
        }
    }

    /// Somebody else holds the timer, as was noticed when something was to be written.
    pub(super) async fn is_lost(&mut self) -> Option<TakenOver> {
        self.set(State::Elsewhere(Held { holder: String::new(), last: None }, self.elapsed()));
        self.look(None).await
    }

    /// Notices that nobody held the timer for a while although it is ours. To be asked before anything is decided.
    pub(super) async fn notice(&mut self, room: &Room) {
        let State::Ours(Ours { fence, beat: last, at }) = &self.state else { return };
        let (fence, last, at) = (fence.clone(), *last, *at);
        let away = self.elapsed().saturating_sub(at);
        if self.gap.is_some() || !is_on(room) || away <= GRACE {
            return;
        }
        match self.timers.take_timer(&self.contest, &self.holder, None).await {
            Ok(Timer::Elsewhere(held)) => self.set(State::Elsewhere(held, self.elapsed())),
            // Where even this is not possible, nothing can be recorded either, and the gap goes on.
            taken @ (Ok(Timer::Taken { .. }) | Err(_)) => {
                // That may have had to wait for the disk as well.
                let now = self.elapsed();
                let away = now.saturating_sub(at);
                let was_ours = matches!(&taken, Ok(Timer::Taken { last: Some(beat), .. }) if heartbeat(*beat) == last);
                let is_same = was_ours && self.pulse.has_run_since(at, now);
                let holder = if is_same { Holder::Same } else { Holder::New };
                warn!(
                    contest.id = self.contest,
                    "for {away:?} nothing told that anybody holds the timer of `{}`", self.contest
                );
                let fence = if let Ok(Timer::Taken { fence, .. }) = taken { fence } else { fence };
                self.begin(room, TakenOver { fence, last: Some(last), wall: last.wall + away }, holder);
            }
        }
    }

    /// The fact that tells of the gap could not be kept: the gap goes on until one can.
    pub(super) fn lengthen_gap(&mut self, room: &Room) {
        let (ended, wall) = self.gap_ended;
        let more = self.elapsed().saturating_sub(ended);
        if let Some(gap) = &mut self.gap {
            gap.wall = wall + more;
            self.clock.set(gap.take_up(room).now);
        }
    }

    /// The timer is ours, and was nobody's since its last heartbeat: the clock is set by it, and a fact has to tell.
    pub(super) fn take_over(&mut self, room: &Room, taken: TakenOver) {
        self.begin(room, taken, Holder::New);
    }

    fn begin(&mut self, room: &Room, TakenOver { fence, last, wall }: TakenOver, holder: Holder) {
        let pace_per_mille = self.clock.pace_per_mille();
        let gap = Gap { last, wall, pace_per_mille, holder, is_first: room.contest().is_none() };
        self.clock.set(gap.take_up(room).now);
        (self.gap, self.gap_ended) = (Some(gap), (self.elapsed(), wall));
        self.set(State::Ours(Ours { fence, beat: self.reached(), at: self.elapsed() }));
    }

    /// Gives the timer back, for good.
    pub(super) async fn give_back(&mut self) {
        // Whoever waits for it sees that it has fallen silent.
        let _ = self.timers.release_timer(&self.contest, &self.holder).await;
        self.set(State::GivenBack);
    }

    async fn look(&mut self, lapsed: Option<Held>) -> Option<TakenOver> {
        match self.timers.take_timer(&self.contest, &self.holder, lapsed).await {
            Ok(Timer::Taken { fence, last }) => {
                let last = last.map(heartbeat);
                return Some(TakenOver { fence, last, wall: self.wall_of(last) });
            }
            Ok(Timer::Elsewhere(held)) => {
                if let Some(last) = held.last.map(heartbeat).filter(|last| last.reached > self.clock.now()) {
                    self.clock.set(last.reached);
                }
                if !matches!(&self.state, State::Elsewhere(seen, _) if *seen == held) {
                    self.set(State::Elsewhere(held, self.elapsed()));
                }
            }
            Err(failure) => {
                warn!(contest.id = self.contest, %failure, "the timer cannot be looked at: {failure}");
                // Whoever could not be seen has not been silent.
                let now = self.elapsed();
                if let State::Elsewhere(_, since) = &mut self.state {
                    *since = now;
                }
            }
        }
        None
    }

    /// What the wall's clock of whoever had this heartbeat says now. Two servers need not agree what time it is: where this one has
    /// watched the other, it knows by its own monotonic clock how long ago the heartbeat was.
    fn wall_of(&self, last: Option<Heartbeat>) -> Timestamp {
        match (&self.state, last) {
            (State::Elsewhere(seen, since), Some(last)) if seen.last.map(heartbeat) == Some(last) => {
                last.wall + self.elapsed().saturating_sub(*since)
            }
            _ => self.clock.source().wall(),
        }
    }

    fn set(&mut self, state: State) {
        let keeper = match &state {
            State::Ours(..) => Keeper::Here,
            State::Elsewhere(held, _) => Keeper::Elsewhere { address: address_of(&held.holder) },
            State::GivenBack => Keeper::Elsewhere { address: None },
        };
        self.state = state;
        self.keeper.send_if_modified(|known| std::mem::replace(known, keeper.clone()) != keeper);
    }

    fn reached(&self) -> Heartbeat {
        Heartbeat { reached: self.clock.now(), wall: self.clock.source().wall() }
    }

    fn elapsed(&self) -> Duration {
        self.clock.source().elapsed()
    }
}

/// A name that no other hall has, and in it where other servers reach this one.
fn holder(address: Option<&str>) -> String {
    let mut drawn = [0; 16];
    getrandom::fill(&mut drawn).expect("the operating system gives random bytes");
    format!("{}@{}", hex::encode(drawn), address.unwrap_or_default())
}

fn address_of(holder: &str) -> Option<String> {
    let (_, address) = holder.split_once('@')?;
    (!address.is_empty()).then(|| address.to_owned())
}

/// Whether there is a contest with time to measure.
fn is_on(room: &Room) -> bool {
    room.contest().is_some_and(|contest| contest.phase != Phase::Closed)
}

fn heartbeat(beat: Beat) -> Heartbeat {
    Heartbeat { reached: Timestamp::from_millis(beat.reached), wall: Timestamp::from_millis(beat.wall) }
}
