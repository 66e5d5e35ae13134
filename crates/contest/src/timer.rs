//! Clocks stop with the server: what it means for a contest's time that nobody held its timer for a while.
//!
//! Whoever holds the timer of a contest writes a [`Heartbeat`] every second of real time, beside the record, and measures
//! the contest's time by a clock that nobody can set. Whoever takes the contest up finds the last heartbeat and asks
//! [`take_up`] how time goes on. Where a clock ran, it has stood still since that heartbeat, whatever the clock on the
//! wall says now: nobody loses a second to a server that was away. After at most [`GRACE`] it goes on at once; after
//! more, people have gone for help or for tea, and it waits for the organiser or for a countdown that the contest
//! declared.
//!
//! A server that lived through the gap (its disk kept nothing for a while) is another matter: people still sit at their pages. After
//! at most [`STALL_MAX`](crate::standing::STALL_MAX) of that they are told, and clocks go on by themselves after [`NOTICE`](crate::standing::NOTICE).
//!
//! Who holds the timer, and how long a second is, is the caller's to know. See `docs/decisions/0012-clocks.md`.

use std::time::Duration;

use rulebook::Timestamp;

use crate::{
    Actor, ControlEvent, Draft, Event, Room,
    contest::{Contest, Phase},
    standing::GRACE,
};

/// How often whoever holds the timer says so, in real time.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// The pace of a contest in real time: contest milliseconds in a real second.
pub const REAL_TIME: u32 = 1000;

/// How far the holder of a contest's timer had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// The contest's time.
    pub reached: Timestamp,
    /// The clock on the wall at that moment. It only tells how long ago that was, and is believed only where it says
    /// that it was a moment ago.
    pub wall: Timestamp,
}

/// Who holds the timer after a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A server that has started, was stopped, or takes over.
    New,
    /// The server that held it before: it ran all the while, nobody else held the timer, and yet nothing could be kept.
    Same,
}

/// A stretch of time in which nobody held the timer, until the fact that tells of it is durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// How far the contest had come; `None` where nobody has ever said.
    pub last: Option<Heartbeat>,
    /// The clock on the wall when it ended.
    pub wall: Timestamp,
    /// Contest milliseconds in a real second.
    pub pace_per_mille: u32,
    /// Who holds the timer now.
    pub holder: Holder,
    /// It ended before the contest was opened: the fact then has the time of the opening.
    pub is_first: bool,
}

impl Gap {
    /// How the contest goes on.
    #[must_use]
    pub fn take_up(&self, room: &Room) -> TakeUp {
        take_up(room, self.last, self.wall, self.pace_per_mille, self.holder)
    }

    /// The fact to record before any other, and its time, when it is this time now.
    #[must_use]
    pub fn fact(&self, room: &Room, now: Timestamp) -> Option<(Timestamp, Draft)> {
        let taken_up = self.take_up(room);
        Some((if self.is_first { now } else { taken_up.now }, taken_up.fact?))
    }
}

/// How a contest goes on when a server takes it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeUp {
    /// The contest's time at this moment: not before any fact, nor before the last heartbeat.
    pub now: Timestamp,
    /// The fact to record, at that time; none in a contest that is not opened yet, or closed.
    pub fact: Option<Draft>,
}

/// How a contest goes on from its record and the last heartbeat, at this moment of the wall's clock, with this pace
/// (contest milliseconds in a real second).
///
/// The time that passed since then is counted in real time, at any pace. The time of an old contest comes back to the
/// wall's, where that is later. Where the wall's clock says that the heartbeat is still to come, it cannot tell how long
/// the server was away, and that counts as long.
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

/// The last heartbeat, or the latest fact where that came after it: what was recorded was a moment of the contest.
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
