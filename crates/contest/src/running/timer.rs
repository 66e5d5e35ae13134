//! Clocks stop with the server: resumes a contest's time after a gap in which no server held its timer.
//!
//! The holder of a contest's timer writes a [`Heartbeat`] every second of real time, beside the record, and measures
//! the contest's time by a monotonic clock. A server that takes the contest up finds the last heartbeat and calls
//! [`take_up`]. A running clock counts as stopped since that heartbeat, whatever the wall clock says, so participants
//! lose no time to an absent server. After at most [`GRACE`] it resumes at once; after more, people may have left their
//! pages, and it waits for the organiser or for a countdown that the contest declared.
//!
//! If the server lived through the gap (its disk kept nothing for a while), people still sit at their pages. After a
//! gap of at most [`STALL_MAX`](crate::stopped_clocks::STALL_MAX) they get a notice, and clocks resume by themselves after
//! [`NOTICE`](crate::stopped_clocks::NOTICE).
//!
//! The caller decides which server holds the timer, and how long a second is. See `docs/decisions/0012-clocks.md`.

use std::time::Duration;

use rulebook::Timestamp;

use crate::{
    Actor, ControlEvent, Draft, Event, Room,
    contest::{Contest, Phase},
    stopped_clocks::GRACE,
};

/// The interval between heartbeats of the timer's holder, in real time.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// The pace of a contest in real time: contest milliseconds in a real second.
pub const REAL_TIME: u32 = 1000;

/// The progress of a contest, written by its timer's holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// The contest's time.
    pub reached: Timestamp,
    /// The wall clock at that moment. It only measures the time since then, and is trusted only for a time within
    /// [`GRACE`].
    pub wall: Timestamp,
}

/// The timer's holder after a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A server that has started, was stopped, or takes over.
    New,
    /// The server that held it before: it kept running and no other server held the timer, but nothing could be stored.
    Same,
}

/// A time without a timer holder, until the fact about it is durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The contest's last heartbeat; `None` without any.
    pub last: Option<Heartbeat>,
    /// The wall clock at its end.
    pub wall: Timestamp,
    /// Contest milliseconds in a real second.
    pub pace_per_mille: u32,
    /// The new holder of the timer.
    pub holder: Holder,
    /// It ended before the contest was opened: the fact then has the time of the opening.
    pub is_first: bool,
}

impl Gap {
    /// The contest's time and fact after the gap.
    #[must_use]
    pub fn take_up(&self, room: &Room) -> TakeUp {
        take_up(room, self.last, self.wall, self.pace_per_mille, self.holder)
    }

    /// The fact to record before any other, and its time, if it is `now`.
    #[must_use]
    pub fn fact(&self, room: &Room, now: Timestamp) -> Option<(Timestamp, Draft)> {
        let taken_up = self.take_up(room);
        Some((if self.is_first { now } else { taken_up.now }, taken_up.fact?))
    }
}

/// The contest's time and fact when a server takes it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeUp {
    /// The contest's time at this moment: not before any fact, nor before the last heartbeat.
    pub now: Timestamp,
    /// The fact to record at that time; none for a contest that is not opened yet, or closed.
    pub fact: Option<Draft>,
}

/// Computes a contest's time from its record and the last heartbeat; `wall` is the wall clock, and `pace_per_mille` the
/// contest milliseconds in a real second.
///
/// The time since the heartbeat is counted in real time, at any pace. The time of an old contest catches up with the
/// wall clock, if that is later. A heartbeat in the future of the wall clock hides the length of the absence, which
/// then counts as longer than [`GRACE`].
#[must_use]
pub fn take_up(room: &Room, last: Option<Heartbeat>, wall: Timestamp, pace_per_mille: u32, holder: Holder) -> TakeUp {
    let fact = |reached| room.contest().and_then(|contest| taken_up(contest, reached, pace_per_mille, holder));
    let Some(last) = latest(room, last, pace_per_mille) else {
        return TakeUp { now: wall, fact: fact(wall) };
    };
    let (ahead, back) = (wall.since(last.wall), last.wall.since(wall));
    let now = if ahead <= GRACE && back <= GRACE {
        last.reached + ahead
    } else {
        let longer_than_grace = last.reached + GRACE + Duration::from_millis(1);
        wall.max(last.reached + ahead).max(longer_than_grace)
    };
    TakeUp { now, fact: fact(last.reached) }
}

fn taken_up(contest: &Contest, reached: Timestamp, pace_per_mille: u32, holder: Holder) -> Option<Draft> {
    let a_clock_ran = contest.phase.ends().is_some() && contest.paused_since.is_none();
    let (stood_since, held) = (a_clock_ran.then_some(reached), a_clock_ran && holder == Holder::Same);
    let event = ControlEvent::TakenUp { pace_per_mille, stood_since, held };
    (contest.phase != Phase::Closed).then_some(Draft { actor: Actor::Server, event: Event::Control(event) })
}

/// The last heartbeat, or the latest fact if that came after it.
fn latest(room: &Room, last: Option<Heartbeat>, pace_per_mille: u32) -> Option<Heartbeat> {
    let Some(latest) = room.latest() else { return last };
    match last {
        Some(last) if last.reached >= latest => Some(last),
        Some(last) => {
            let since = latest.since(last.reached).mul_f64(f64::from(REAL_TIME) / f64::from(pace_per_mille.max(1)));
            Some(Heartbeat { reached: latest, wall: last.wall + since })
        }
        None => Some(Heartbeat { reached: latest, wall: latest }),
    }
}
