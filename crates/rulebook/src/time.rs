//! Moments in time as the record writes them: UTC, whole milliseconds, RFC 3339.
//!
//! Nothing here reads a clock. Whoever needs the time is handed a [`Timestamp`].

use std::{fmt, ops, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};

/// A moment in UTC, in whole milliseconds. Prints and serialises as `2010-10-23T09:30:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment this many milliseconds after 1970-01-01T00:00:00Z, held within the years 0 to 9999.
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        Self(millis.clamp(-62_167_219_200_000, 253_402_207_199_999))
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn as_millis(self) -> i64 {
        self.0
    }

    /// How much later this is than `earlier`; zero if it is not later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }
}

impl ops::Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self::from_millis(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = jiff::Timestamp::from_millisecond(self.0).expect("held in range when made");
        write!(f, "{moment:.3}")
    }
}

/// A text that is no moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no moment: write one such as 2030-06-30T09:30:00Z")]
pub struct NoMoment(String);

impl FromStr for Timestamp {
    type Err = NoMoment;

    /// Reads a moment of RFC 3339 with its time zone; what is finer than a millisecond is left out.
    fn from_str(text: &str) -> Result<Self, NoMoment> {
        let moment = text.parse::<jiff::Timestamp>().map_err(|_| NoMoment(text.chars().take(40).collect()))?;
        Ok(Self::from_millis(moment.as_millisecond()))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

crate::ids::schema_of_text!(Timestamp, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$");

/// Serde form of a [`Duration`] as whole milliseconds, for records (which hold no floats).
pub mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes whole milliseconds.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
    }

    /// Reads whole milliseconds.
    ///
    /// # Errors
    /// When the value is no whole number of milliseconds.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Ok(Duration::from_millis(u64::deserialize(deserializer)?))
    }
}

/// Serde form of a [`Duration`] that may be absent, as whole milliseconds.
pub mod millis_if_any {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes whole milliseconds, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match duration {
            Some(duration) => super::millis::serialize(duration, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads whole milliseconds, or null.
    ///
    /// # Errors
    /// When the value is neither.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

/// Serde form of a [`Duration`] as people write it in a rulebook: `25m`, `1h30m`, `120ms`. Whole milliseconds.
pub mod friendly {
    use std::time::Duration;

    use jiff::{SignedDuration, fmt::friendly};
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    /// The duration as people write it.
    #[must_use]
    pub fn show(duration: Duration) -> String {
        let duration = SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX);
        friendly::SpanPrinter::new().spacing(friendly::Spacing::None).duration_to_string(&duration)
    }

    /// Writes the duration as people do.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&show(*duration))
    }

    /// Reads a duration with its units.
    ///
    /// # Errors
    /// When the value is no duration, is negative, or is finer than a millisecond.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parsed = friendly::SpanParser::new().parse_duration(&text).map_err(D::Error::custom)?;
        let duration = Duration::try_from(parsed).map_err(D::Error::custom)?;
        if duration.subsec_nanos().is_multiple_of(1_000_000) {
            Ok(duration)
        } else {
            Err(D::Error::custom(format!("`{text}` is finer than a millisecond")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_written_as_people_write_it_and_read_back() {
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        struct Talk(#[serde(with = "friendly")] Duration);
        for (millis, text) in [(1_500_000, "\"25m\""), (5_400_000, "\"1h30m\""), (120, "\"120ms\""), (0, "\"0s\"")] {
            let talk = Talk(Duration::from_millis(millis));
            assert_eq!(serde_json::to_string(&talk).unwrap(), text);
            assert_eq!(serde_json::from_str::<Talk>(text).unwrap(), talk);
        }
        assert!(serde_json::from_str::<Talk>("\"1us\"").is_err());
        assert!(serde_json::from_str::<Talk>("\"-1s\"").is_err());
    }

    #[test]
    fn a_moment_is_written_with_its_milliseconds_and_read_back() {
        let start: Timestamp = "2010-10-23T09:30:00Z".parse().unwrap();
        assert_eq!((start + Duration::from_millis(1_500_250)).to_string(), "2010-10-23T09:55:00.250Z");
        assert_eq!(start.to_string().parse::<Timestamp>().unwrap(), start);
        assert_eq!(start.since(start + Duration::from_secs(1)), Duration::ZERO);
        let bad = "x".repeat(10_000).parse::<Timestamp>().unwrap_err().to_string();
        assert!(bad.len() < 120 && bad.starts_with("`xxx"), "{bad}");
    }

    #[test]
    fn a_moment_is_as_much_later_as_lies_between() {
        let start: Timestamp = "2010-10-23T09:30:00Z".parse().unwrap();
        assert_eq!((start + Duration::from_millis(1500)).since(start), Duration::from_millis(1500));
    }

    #[test]
    fn a_record_holds_durations_in_whole_milliseconds() {
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        struct Talk {
            #[serde(with = "millis")]
            took: Duration,
            #[serde(with = "millis_if_any")]
            paused: Option<Duration>,
        }
        for (paused, text) in [(None, "null"), (Some(Duration::from_millis(250)), "250")] {
            let talk = Talk { took: Duration::from_millis(1500), paused };
            let record = format!("{{\"took\":1500,\"paused\":{text}}}");
            assert_eq!(serde_json::to_string(&talk).unwrap(), record);
            assert_eq!(serde_json::from_str::<Talk>(&record).unwrap(), talk);
        }
    }
}
