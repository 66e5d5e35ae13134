//! The hold of a running contest on its timer: one server holds it, sends a heartbeat every second, and closes rounds
//! by the clock.
//!
//! The holder of the timer is the contest's *keeper*: it alone decides, closes rounds by the clock and runs the
//! entries, and it writes under its lease. Other servers follow, and take over when it falls silent.
//!
//! [`contest::timer`] decides the meaning of a gap; this module notices it. A server may find one when it takes the
//! timer, and while it holds it: a process, a machine or a disk that stopped for longer than [`GRACE`] stopped the
//! clocks too. A [`Pulse`] tells whether the process ran meanwhile, and only the disk stopped. No heartbeat is written
//! before the event that ends the gap is durable: a crash between the two would hide the gap.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use contest::{
    Room,
    contest::Phase,
    sequencer::Now,
    stopped_clocks::GRACE,
    timer::{Gap, HEARTBEAT, Heartbeat, Holder},
};
use rulebook::Timestamp;
use store::{Beat, Fence, HeldTimer, StoreError, Timer, Timers};
use tokio::{sync::watch, task::AbortHandle};
use tracing::warn;

use crate::clock::{Clock, TimeSource};

/// The silence after which a holder loses the timer to a waiting server: early enough for the contest to go on by
/// itself.
const SILENCE: Duration = Duration::from_millis(2500);

/// The interval at which a waiting server looks at the timer.
const LOOK: Duration = Duration::from_millis(500);

/// The hold on the timer of a contest.
pub(super) struct Hold {
    contest: String,
    holder: String,
    timers: Arc<dyn Timers>,
    clock: Clock,
    pulse: Pulse,
    state: State,
    keeper: watch::Sender<Keeper>,
    /// The gap that ended when the timer was taken, until the event about it is recorded.
    gap: Option<Gap>,
    /// The end of the gap, by the monotonic clock and by the wall clock.
    gap_ended: (Duration, Timestamp),
    /// The time of the next heartbeat, or of the next look at the timer.
    next: Duration,
}

/// The server that keeps a contest: decides and runs its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeper {
    /// This one.
    Here,
    /// Another one.
    Elsewhere {
        /// Its address for other servers, such as `http://10.0.0.5:8080`; absent where it named none, or is gone.
        address: Option<String>,
    },
}

enum State {
    /// This server holds the timer.
    Ours(Ours),
    /// Another server does: the last state seen, and since when.
    Elsewhere(HeldTimer, Duration),
    /// The timer was given back: this server is stopping.
    GivenBack,
}

/// A timer that this server holds.
#[derive(Debug, Clone)]
struct Ours {
    /// The proof of the lease for writes.
    fence: Fence,
    /// The last heartbeat that was stored.
    beat: Heartbeat,
    /// Its time, by the monotonic clock.
    at: Duration,
}

/// A timer that was taken over from an earlier holder.
pub(super) struct TakenOver {
    fence: Fence,
    last: Option<Heartbeat>,
    /// The present time by the earlier holder's wall clock.
    wall: Timestamp,
}

/// Notices every second that this process runs, whatever its disk does: a task of its own, which never waits for a
/// store.
struct Pulse {
    felt: Arc<Mutex<Felt>>,
    task: AbortHandle,
}

#[derive(Clone, Copy)]
struct Felt {
    /// The beginning of the time without a silence longer than [`GRACE`], by the monotonic clock.
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

    /// True when this process has run since that moment.
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
    /// Takes the timer of a contest with this state, or learns its holder. `address` is this server's for other
    /// servers, if there are any.
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

    /// Follows the keeper of the contest.
    pub(super) fn keeper(&self) -> watch::Receiver<Keeper> {
        self.keeper.subscribe()
    }

    /// True when this server keeps the contest.
    pub(super) fn is_ours(&self) -> bool {
        matches!(self.state, State::Ours(..))
    }

    /// The proof of the lease for writes; none where another server writes.
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

    /// The time for a decision, by this server's knowledge of the timer.
    pub(super) fn now(&self) -> Now {
        Now { time: self.clock.now(), keeps_time: self.is_ours(), gap: self.gap }
    }

    /// Notes that the event about the gap is durable.
    pub(super) fn is_recorded(&mut self) {
        self.gap = None;
        let (beat, at) = (self.reached(), self.elapsed());
        if let State::Ours(ours) = &mut self.state {
            *ours = Ours { beat, at, ..ours.clone() };
        }
        self.next = self.elapsed();
    }

    /// Skips the heartbeat of this turn.
    pub(super) fn later(&mut self) {
        self.next = self.elapsed() + HEARTBEAT;
    }

    /// Sends a heartbeat or, without the timer, looks whether it is free. `Some` where it was taken over just now: read
    /// on, then [`take_over`](Self::take_over).
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

    /// Notes that another server holds the timer, as a write has shown.
    pub(super) async fn is_lost(&mut self) -> Option<TakenOver> {
        self.set(State::Elsewhere(HeldTimer { holder: String::new(), last: None }, self.elapsed()));
        self.look(None).await
    }

    /// Notices a gap in the own hold of the timer. To be called before anything is decided.
    pub(super) async fn notice(&mut self, room: &Room) {
        let State::Ours(Ours { fence, beat: last, at }) = &self.state else { return };
        let (fence, last, at) = (fence.clone(), *last, *at);
        let away = self.elapsed().saturating_sub(at);
        if self.gap.is_some() || !is_on(room) || away <= GRACE {
            return;
        }
        match self.timers.take_timer(&self.contest, &self.holder, None).await {
            Ok(Timer::Elsewhere(held)) => self.set(State::Elsewhere(held, self.elapsed())),
            // If even this fails, nothing can be recorded either, and the gap goes on.
            taken @ (Ok(Timer::Taken { .. }) | Err(_)) => {
                // The call itself may have waited for the disk.
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

    /// Extends the gap to now: the event about it could not be recorded.
    pub(super) fn lengthen_gap(&mut self, room: &Room) {
        let (ended, wall) = self.gap_ended;
        let more = self.elapsed().saturating_sub(ended);
        if let Some(gap) = &mut self.gap {
            gap.wall = wall + more;
            self.clock.set(gap.take_up(room).now);
        }
    }

    /// Takes over: no server held the timer since its last heartbeat, so the clock is set by that, and an event has to
    /// record the gap.
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
        // A failure does no harm: the next server notices the silence.
        let _ = self.timers.release_timer(&self.contest, &self.holder).await;
        self.set(State::GivenBack);
    }

    async fn look(&mut self, lapsed: Option<HeldTimer>) -> Option<TakenOver> {
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
                // A failed look says nothing about the holder's silence.
                let now = self.elapsed();
                if let State::Elsewhere(_, since) = &mut self.state {
                    *since = now;
                }
            }
        }
        None
    }

    /// The present time by the wall clock of the server with this heartbeat. Two servers' wall clocks may differ: where
    /// this one has watched the other, it measures the age of the heartbeat by its own monotonic clock.
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

/// A unique name for a holder, which contains its address for other servers.
fn holder(address: Option<&str>) -> String {
    let mut drawn = [0; 16];
    getrandom::fill(&mut drawn).expect("the operating system gives random bytes");
    format!("{}@{}", hex::encode(drawn), address.unwrap_or_default())
}

fn address_of(holder: &str) -> Option<String> {
    let (_, address) = holder.split_once('@')?;
    (!address.is_empty()).then(|| address.to_owned())
}

/// True when there is a contest with time to measure.
fn is_on(room: &Room) -> bool {
    room.contest().is_some_and(|contest| contest.phase != Phase::Closed)
}

fn heartbeat(beat: Beat) -> Heartbeat {
    Heartbeat { reached: Timestamp::from_millis(beat.reached), wall: Timestamp::from_millis(beat.wall) }
}
