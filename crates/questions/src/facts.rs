//! Facts that are true for the questions of a suite, whatever happens to the contest.

use jiff::civil::{DateTime, Time};

/// The beginning of a contest and its rounds, as questions about time take them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The beginning of the first round, by the clock of the place.
    pub start: DateTime,
    /// The number of rounds.
    pub rounds: u16,
    /// The length of a round in minutes.
    pub round_minutes: u16,
}

impl Facts {
    /// The beginning of a round, from 1; none past midnight of the contest's day.
    #[must_use]
    pub fn start_of(&self, round: u16) -> Option<Time> {
        if round == 0 || round > self.rounds {
            return None;
        }
        let minutes = u32::from(round - 1) * u32::from(self.round_minutes);
        time_of(minute_of(self.start.time()) + minutes)
    }

    /// The round at a time of the contest's day; none before the first and after the last.
    #[must_use]
    pub fn round_at(&self, time: Time) -> Option<u16> {
        let since = minute_of(time).checked_sub(minute_of(self.start.time()))?;
        let round = u16::try_from(since / u32::from(self.round_minutes.max(1))).ok()?;
        (round < self.rounds).then_some(round + 1)
    }
}

/// The minutes since midnight.
pub(crate) fn minute_of(time: Time) -> u32 {
    u32::from(time.hour().unsigned_abs()) * 60 + u32::from(time.minute().unsigned_abs())
}

/// The time this many minutes after midnight of the same day.
pub(crate) fn time_of(minutes: u32) -> Option<Time> {
    let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
    Time::new(hour, minute, 0, 0).ok()
}
