//! A hall's hold on the timer of its contest: one hall holds it, says so every second, and closes rounds by the clock.
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
    timer::{GRACE, Gap, HEARTBEAT, Heartbeat, Holder},
};
use rulebook::Timestamp;
use store::{Beat, Held, StoreError, Timer, Timers};
use tokio::task::AbortHandle;
use tracing::warn;

use crate::clock::{Clock, TimeSource};

/// A holder that is silent for so long has lost the timer to whoever waits for it: early enough for the contest to go on
/// by itself.
const SILENCE: Duration = Duration::from_secs(3);

/// A hall's hold on the timer of its contest.
pub(super) struct Hold {
    contest: String,
    holder: String,
    timers: Arc<dyn Timers>,
    clock: Clock,
    pulse: Pulse,
    state: State,
    /// The gap that ended when the timer was taken, until the fact that tells of it is recorded.
    gap: Option<Gap>,
    /// When to say how far the contest has come, or to see whether the timer is free.
    next: Duration,
}

enum State {
    /// The timer is ours: the last heartbeat that was kept, and when by the clock that nobody sets.
    Ours(Heartbeat, Duration),
    /// Somebody else's: what was seen last, and since when.
    Elsewhere(Held, Duration),
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
    /// Takes the timer of a contest whose record makes this room, or learns who has it.
    pub(super) async fn take(
        contest: &str,
        timers: Arc<dyn Timers>,
        source: Arc<dyn TimeSource>,
        pace: f64,
        room: &Room,
    ) -> Result<Self, StoreError> {
        let mut drawn = [0; 16];
        getrandom::fill(&mut drawn).expect("the operating system gives random bytes");
        let holder = hex::encode(drawn);
        let (wall, elapsed) = (source.wall(), source.elapsed());
        let timer = timers.take_timer(contest, &holder, None).await?;
        let pulse = Pulse::start(Arc::clone(&source));
        let clock = Clock::start(source, pace, wall);
        let state = State::Ours(Heartbeat { reached: wall, wall }, elapsed);
        let mut hold = Self {
            contest: contest.to_owned(),
            holder,
            timers,
            clock,
            pulse,
            state,
            gap: None,
            next: elapsed + HEARTBEAT,
        };
        match timer {
            Timer::Taken(last) => hold.begin(room, last.map(heartbeat), wall, Holder::New),
            Timer::Elsewhere(held) => {
                let came = held.last.map(heartbeat).map(|last| {
                    let since = wall.since(last.wall).min(GRACE);
                    last.reached + since.mul_f64(pace)
                });
                hold.clock.set(came.max(room.latest()).unwrap_or(wall));
                hold.state = State::Elsewhere(held, elapsed);
            }
        }
        Ok(hold)
    }

    /// The contest's clock.
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether this hall closes rounds by the clock.
    pub(super) fn is_ours(&self) -> bool {
        matches!(self.state, State::Ours(..))
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
        self.state = State::Ours(self.reached(), self.elapsed());
        self.next = self.elapsed();
    }

    /// Says how far the contest has come; without the timer, sees whether it is free. Where it was taken just now, the
    /// last heartbeat of whoever had it: read on, then [`begin`](Self::begin).
    pub(super) async fn turn(&mut self, room: &Room) -> Option<Option<Heartbeat>> {
        self.next = self.elapsed() + HEARTBEAT;
        match &self.state {
            State::Ours(..) if self.gap.is_some() || !is_on(room) => None,
            State::Ours(..) => {
                let (beat, elapsed) = (self.reached(), self.elapsed());
                let kept = Beat { reached: beat.reached.as_millis(), wall: beat.wall.as_millis() };
                match self.timers.beat(&self.contest, &self.holder, kept).await {
                    Ok(true) => self.state = State::Ours(beat, elapsed),
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
        }
    }

    /// Notices that nobody held the timer for a while although it is ours. To be asked before anything is decided.
    pub(super) async fn notice(&mut self, room: &Room) {
        let State::Ours(last, at) = self.state else { return };
        let away = self.elapsed().saturating_sub(at);
        if self.gap.is_some() || !is_on(room) || away <= GRACE {
            return;
        }
        match self.timers.take_timer(&self.contest, &self.holder, None).await {
            Ok(Timer::Elsewhere(held)) => self.state = State::Elsewhere(held, self.elapsed()),
            // Where even this is not possible, nothing can be recorded either, and the gap goes on.
            taken @ (Ok(Timer::Taken(_)) | Err(_)) => {
                // That may have had to wait for the disk as well.
                let now = self.elapsed();
                let away = now.saturating_sub(at);
                let was_ours = matches!(taken, Ok(Timer::Taken(Some(beat))) if heartbeat(beat) == last);
                let is_same = was_ours && self.pulse.has_run_since(at, now);
                let holder = if is_same { Holder::Same } else { Holder::New };
                warn!(
                    contest.id = self.contest,
                    "for {away:?} nothing told that anybody holds the timer of `{}`", self.contest
                );
                self.begin(room, Some(last), last.wall + away, holder);
            }
        }
    }

    /// The timer is ours, and was nobody's since this heartbeat: the clock is set by it, and a fact has to tell.
    pub(super) fn begin(&mut self, room: &Room, last: Option<Heartbeat>, wall: Timestamp, holder: Holder) {
        let pace_per_mille = self.clock.pace_per_mille();
        let gap = Gap { last, wall, pace_per_mille, holder, is_first: room.contest().is_none() };
        self.clock.set(gap.take_up(room).now);
        self.gap = Some(gap);
        self.state = State::Ours(self.reached(), self.elapsed());
    }

    /// Gives the timer back.
    pub(super) async fn release(&self) {
        // Whoever waits for it sees that it has fallen silent.
        let _ = self.timers.release_timer(&self.contest, &self.holder).await;
    }

    async fn look(&mut self, lapsed: Option<Held>) -> Option<Option<Heartbeat>> {
        match self.timers.take_timer(&self.contest, &self.holder, lapsed).await {
            Ok(Timer::Taken(last)) => return Some(last.map(heartbeat)),
            Ok(Timer::Elsewhere(held)) => {
                if let Some(last) = held.last.map(heartbeat).filter(|last| last.reached > self.clock.now()) {
                    self.clock.set(last.reached);
                }
                if !matches!(&self.state, State::Elsewhere(seen, _) if *seen == held) {
                    self.state = State::Elsewhere(held, self.elapsed());
                }
            }
            Err(failure) => warn!(contest.id = self.contest, %failure, "the timer cannot be looked at: {failure}"),
        }
        None
    }

    fn reached(&self) -> Heartbeat {
        Heartbeat { reached: self.clock.now(), wall: self.clock.source().wall() }
    }

    fn elapsed(&self) -> Duration {
        self.clock.source().elapsed()
    }
}

/// Whether there is a contest with time to measure.
fn is_on(room: &Room) -> bool {
    room.contest().is_some_and(|contest| contest.phase != Phase::Closed)
}

fn heartbeat(beat: Beat) -> Heartbeat {
    Heartbeat { reached: Timestamp::from_millis(beat.reached), wall: Timestamp::from_millis(beat.wall) }
}
