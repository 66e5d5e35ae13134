//! The time of an event outside the log: an exact moment where it is known, otherwise the day on a stamp.

use std::{fmt, str::FromStr};

use rulebook::{
    Timestamp,
    schema::{Date, DateClock},
};
use serde::{Deserialize, Serialize};

/// A moment, or a day. Prints and serialises as `2010-06-07T12:00:00.000Z` or `2010-06-07`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// A moment.
    At(Timestamp),
    /// A day, in the time zone of the place where it was written.
    On(Date),
}

/// A text that is neither a moment nor a day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a day such as 2030-05-10 nor a day, a time and a time zone such as 2030-05-10T12:00:00Z")]
pub struct BadMoment(String);

impl Moment {
    /// The time by which moments are ordered: a day counts as its noon in UTC.
    #[must_use]
    pub fn place(self) -> Timestamp {
        match self {
            Self::At(moment) => moment,
            Self::On(day) => day.noon(),
        }
    }

    /// The earliest moment it can be.
    #[must_use]
    pub fn earliest(self) -> Timestamp {
        match self {
            Self::At(moment) => moment,
            Self::On(day) => day.begins(DateClock::Anywhere),
        }
    }

    /// True when it is earlier than the first moment of this day.
    #[must_use]
    pub fn is_before(self, day: Date, clock: DateClock) -> bool {
        match self {
            Self::At(moment) => moment < day.begins(clock),
            Self::On(found) => found < day,
        }
    }

    /// True when it is later than the last moment of this day.
    #[must_use]
    pub fn is_after(self, day: Date, clock: DateClock) -> bool {
        match self {
            Self::At(moment) => moment >= day.ends(clock),
            Self::On(found) => found > day,
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(moment) => moment.fmt(f),
            Self::On(day) => day.fmt(f),
        }
    }
}

impl FromStr for Moment {
    type Err = BadMoment;

    fn from_str(text: &str) -> Result<Self, BadMoment> {
        let text = text.trim();
        let day = text.parse().map(Self::On);
        day.or_else(|_| text.parse().map(Self::At)).map_err(|_| BadMoment(text.chars().take(40).collect()))
    }
}

impl Serialize for Moment {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_on_a_stamp_is_in_the_window_when_the_day_is() {
        let (day, before): (Date, Moment) = ("2010-06-07".parse().unwrap(), "2010-06-06".parse().unwrap());
        let (on, after): (Moment, Moment) = ("2010-06-07".parse().unwrap(), "2010-06-08".parse().unwrap());
        for clock in [DateClock::Anywhere, DateClock::Utc] {
            assert!(before.is_before(day, clock) && !on.is_before(day, clock) && !on.is_after(day, clock));
            assert!(after.is_after(day, clock));
        }
        assert_eq!(on.place().to_string(), "2010-06-07T12:00:00.000Z");
        assert_eq!(serde_json::to_string(&on).unwrap(), "\"2010-06-07\"");
        let exact: Moment = "2010-06-07T23:00:00-12:00".parse().unwrap();
        assert_eq!(exact.to_string(), "2010-06-08T11:00:00.000Z");
        assert!("7 June 2010".parse::<Moment>().is_err());
    }
}
