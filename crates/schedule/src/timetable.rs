//! Clock times of a plan that begins at a given time.
//!
//! Rounds follow each other without a gap: the time for scoring and changing places is part of every round. Two
//! sessions are separated by the rulebook's pause. Ballots after the last round have their own time at the end of every
//! trial. If the rulebook says so, each trial has a day of its own.

use std::{str::FromStr, time::Duration};

use language::{Message, Say};
use rulebook::{RoundNumber, Rulebook, schema::NextTrial};

use crate::{Plan, Session, sessions, trial_of};

/// The seconds of a day.
const DAY: u64 = 86_400;

/// The clock times of a plan, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timetable {
    /// The stretches of time, one after the other.
    pub slots: Vec<Slot>,
}

/// One stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The occasion.
    pub what: Occasion,
    /// The trial it belongs to, from 1.
    pub trial: u16,
    /// The session it belongs to, from 1; 1 where there are none.
    pub session: u16,
    /// Its begin.
    pub from: ClockTime,
    /// Its end.
    pub to: ClockTime,
}

/// An occasion on the timetable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// Judges talk with witnesses.
    Talk(RoundNumber),
    /// Ballots of the round, and changing places.
    Scoring(RoundNumber),
    /// The ballots after the last round of a trial.
    EndBallots,
}

/// A time of day, on the day a contest begins or a later one; midnight by default. Prints as `09:30`, with seconds
/// unless they are zero, and with the day from the second on: `00:30 (day 2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ClockTime {
    /// Seconds from the midnight before the contest.
    seconds: u64,
}

/// A text that is no time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadClockTime(String);

impl Say for BadClockTime {
    fn message(&self) -> Message {
        say!("refused-no-time-of-day", text = &self.0)
    }
}

display_in_english!(BadClockTime, ClockTime);

impl std::error::Error for BadClockTime {}

impl Timetable {
    /// The times of this plan under this rulebook.
    #[must_use]
    pub fn of(rulebook: &Rulebook, plan: &Plan, start: ClockTime) -> Self {
        let rounds = plan.rounds();
        let next_day = rulebook.trials.is_some_and(|trials| trials.next == NextTrial::NextDay);
        let sessions = sessions(rulebook, plan);
        let pause = rulebook.schedule.sessions.map_or(Duration::ZERO, |rules| rules.pause);
        let (mut slots, mut now, mut last_trial, mut session) = (vec![], start, 1, 1);
        for round in RoundNumber::first(usize::from(rounds)) {
            let trial = trial_of(rulebook, rounds, round);
            if trial != last_trial && next_day {
                now = start.of_day(now.day() + 1);
            }
            last_trial = trial;
            if sessions.iter().any(|begins| begins.first == round && begins.number > session) {
                now = now.later(pause);
                session += 1;
            }
            let next = RoundNumber::at(round.index() + 1);
            let is_last = next.number() > rounds || trial_of(rulebook, rounds, next) != trial;
            let asks = is_last && rulebook.ballots.asks_at_end();
            let parts = [
                (Occasion::Talk(round), rulebook.interview.talk),
                (Occasion::Scoring(round), rulebook.interview.scoring),
                (Occasion::EndBallots, if asks { rulebook.ballots.end_time } else { Duration::ZERO }),
            ];
            for (what, time) in parts.into_iter().filter(|(_, time)| !time.is_zero()) {
                let from = now;
                now = now.later(time);
                slots.push(Slot { what, trial, session, from, to: now });
            }
        }
        Self { slots }
    }

    /// The time to talk in this round; `None` when the plan has no such round.
    #[must_use]
    pub fn talk(&self, round: RoundNumber) -> Option<Slot> {
        self.slots.iter().copied().find(|slot| slot.what == Occasion::Talk(round))
    }

    /// The begin and end of this session; `None` when it has no rounds in the plan.
    #[must_use]
    pub fn session(&self, session: Session) -> Option<(ClockTime, ClockTime)> {
        let of_session = |slot: &&Slot| match slot.what {
            Occasion::Talk(round) | Occasion::Scoring(round) => session.has(round),
            Occasion::EndBallots => false,
        };
        let mut slots = self.slots.iter().filter(of_session);
        let first = slots.next()?;
        Some((first.from, slots.next_back().unwrap_or(first).to))
    }

    /// The end of the contest; `None` when the plan is empty.
    #[must_use]
    pub fn end(&self) -> Option<ClockTime> {
        self.slots.last().map(|slot| slot.to)
    }
}

impl ClockTime {
    /// This time of the first day; hours from 0 to 23, minutes from 0 to 59.
    ///
    /// # Errors
    /// [`BadClockTime`] when there is no such time.
    pub fn new(hour: u8, minute: u8) -> Result<Self, BadClockTime> {
        if hour > 23 || minute > 59 {
            return Err(BadClockTime(format!("{hour:02}:{minute:02}")));
        }
        Ok(Self { seconds: u64::from(hour) * 3600 + u64::from(minute) * 60 })
    }

    /// The time this much later; parts of a second are dropped.
    #[must_use]
    pub fn later(self, time: Duration) -> Self {
        Self { seconds: self.seconds + time.as_secs() }
    }

    /// The duration since `then`; zero when this is not later.
    #[must_use]
    pub fn since(self, then: Self) -> Duration {
        Duration::from_secs(self.seconds.saturating_sub(then.seconds))
    }

    /// The same time on this day, counted from 1.
    #[must_use]
    pub fn of_day(self, day: u64) -> Self {
        Self { seconds: self.seconds % DAY + day.saturating_sub(1) * DAY }
    }

    /// The day, from 1.
    #[must_use]
    pub fn day(self) -> u64 {
        self.seconds / DAY + 1
    }
}

impl Say for ClockTime {
    fn message(&self) -> Message {
        let of_day = self.seconds % DAY;
        let minutes = format!("{:02}:{:02}", of_day / 3600, of_day / 60 % 60);
        let time = if of_day.is_multiple_of(60) { minutes } else { format!("{minutes}:{:02}", of_day % 60) };
        if self.day() > 1 { say!("handout-time-of-day", time = time, day = self.day()) } else { time.into() }
    }
}

impl FromStr for ClockTime {
    type Err = BadClockTime;

    /// Reads hours and minutes, such as `09:30` or `9:30`.
    fn from_str(text: &str) -> Result<Self, BadClockTime> {
        let bad = || BadClockTime(text.chars().take(40).collect());
        let number = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
            let digits = lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            if digits { part.parse().map_err(|_| bad()) } else { Err(bad()) }
        };
        let (hour, minute) = text.split_once(':').ok_or_else(bad)?;
        Self::new(number(hour, 1..=2)?, number(minute, 2..=2)?).map_err(|_| bad())
    }
}
