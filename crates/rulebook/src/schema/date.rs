//! Calendar dates, as people write them in a rulebook.

use std::{fmt, str::FromStr, time::Duration};

use jiff::{civil, tz::Offset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// A day of the Gregorian calendar. Prints and serialises as `2010-06-07`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

/// A text that is no date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no date such as \"2010-06-07\"")]
pub struct BadDate(String);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const EARLIEST: i64 = 14 * 60 * 60 * 1000;
const LATEST: Duration = Duration::from_secs(12 * 60 * 60);

/// The clock by which a date begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Clock")]
pub enum DateClock {
    /// The sender's, wherever that is. A date begins as soon as it does anywhere on Earth (14 hours before it does in
    /// UTC) and ends when it has ended everywhere (12 hours after), so that no time zone makes anyone late.
    #[default]
    Anywhere,
    /// Coordinated Universal Time.
    Utc,
}

impl DateClock {
    pub(super) fn is_anywhere(&self) -> bool {
        *self == Self::Anywhere
    }
}

impl Date {
    /// The first moment of the day.
    #[must_use]
    pub fn begins(self, clock: DateClock) -> Timestamp {
        let midnight = self.midnight();
        match clock {
            DateClock::Anywhere => Timestamp::from_millis(midnight.as_millis() - EARLIEST),
            DateClock::Utc => midnight,
        }
    }

    /// The first moment after the day.
    #[must_use]
    pub fn ends(self, clock: DateClock) -> Timestamp {
        let midnight = self.midnight() + DAY;
        match clock {
            DateClock::Anywhere => midnight + LATEST,
            DateClock::Utc => midnight,
        }
    }

    /// Noon in UTC, when it is this day almost everywhere on Earth.
    #[must_use]
    pub fn noon(self) -> Timestamp {
        self.midnight() + DAY / 2
    }

    /// The day after it; the last representable day returns itself.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.tomorrow().unwrap_or(self.0))
    }

    /// The day in UTC at this moment.
    #[must_use]
    pub fn of(moment: Timestamp) -> Self {
        let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).expect("held in range when made");
        Self(Offset::UTC.to_datetime(moment).date())
    }

    fn midnight(self) -> Timestamp {
        let moment = Offset::UTC.to_timestamp(self.0.at(0, 0, 0, 0));
        Timestamp::from_millis(moment.map_or(0, jiff::Timestamp::as_millisecond))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let bad = || BadDate(text.chars().take(40).collect());
        let shape = text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
        if shape { text.parse().map(Self).map_err(|_| bad()) } else { Err(bad()) }
    }
}

impl Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

schemars::where_published! {
    impl JsonSchema for Date {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Date".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            super::bounds::date(generator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_lasts_fifty_hours_anywhere_and_twenty_four_in_utc() {
        let date: Date = "2010-06-07".parse().unwrap();
        assert_eq!(date.begins(DateClock::Utc).to_string(), "2010-06-07T00:00:00.000Z");
        assert_eq!(date.ends(DateClock::Utc).to_string(), "2010-06-08T00:00:00.000Z");
        assert_eq!(date.begins(DateClock::Anywhere).to_string(), "2010-06-06T10:00:00.000Z");
        assert_eq!(date.ends(DateClock::Anywhere).to_string(), "2010-06-08T12:00:00.000Z");
        assert_eq!(serde_json::to_string(&date).unwrap(), "\"2010-06-07\"");
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2010-6-7",
            "2010-02-30",
            "07.06.2010",
            "2010-06-07T00:00",
            "-010-01-01",
            "２010-06-0",
            "2010-06-0712",
            "20100607",
            "2010-06-070",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn noon_lies_twelve_hours_into_the_day() {
        let date: Date = "2010-06-07".parse().unwrap();
        assert_eq!(date.noon().to_string(), "2010-06-07T12:00:00.000Z");
        assert_eq!(Date::of(date.noon()), date);
    }
}
