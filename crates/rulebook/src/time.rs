//! Moments in the form of records: UTC, whole milliseconds, RFC 3339.
//!
//! Nothing here reads a clock; callers pass a [`Timestamp`] in.

use std::{fmt, ops, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};

/// A moment in UTC, in whole milliseconds. Prints and serialises as `2010-10-23T09:30:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The earliest moment: 0001-01-01T00:00:00.000Z.
    pub const EARLIEST: Self = Self(-62_135_596_800_000);

    /// The latest moment: 9999-12-30T21:59:59.999Z, which is before the year 10000 everywhere on Earth.
    pub const LATEST: Self = Self(253_402_207_199_999);

    /// The moment this many milliseconds after 1970-01-01T00:00:00Z, limited to the range from the earliest to the
    /// latest.
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        Self(millis).clamp(Self::EARLIEST, Self::LATEST)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn as_millis(self) -> i64 {
        self.0
    }

    /// The time from `earlier` to this moment; zero if this is not later.
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
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let (year, month, day) = date_of(self.0.div_euclid(DAY));
        let millis = self.0.rem_euclid(DAY);
        let (seconds, minutes, hours) = (millis / 1000, millis / 60_000, millis / 3_600_000);
        // Each part is cut to its places: of the milliseconds of a day the last three digits are printed.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let parts = [year, month, day, hours, minutes % 60, seconds % 60, millis];
        for ((start, end), part) in PLACES.into_iter().zip(parts) {
            let mut rest = part;
            for digit in text[start..end].iter_mut().rev() {
                *digit = b"0123456789"[usize::try_from(rest % 10).expect("parts of a moment are not negative")];
                rest /= 10;
            }
        }
        f.write_str(std::str::from_utf8(&text).expect("it is ASCII"))
    }
}

/// The places of year, month, day, hour, minute, second and millisecond in a printed moment.
const PLACES: [(usize, usize); 7] = [(0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19), (20, 23)];

/// The moment printed as this text, if there is one. A fast path: every event of a record has a moment or two.
fn printed(text: &[u8; 24]) -> Option<Timestamp> {
    let mut parts = [0; 7];
    for (part, (start, end)) in parts.iter_mut().zip(PLACES) {
        for byte in &text[start..end] {
            *part = *part * 10 + byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        }
    }
    let marks = [4, 7, 10, 13, 16, 19, 23].map(|place| text[place]);
    let [year, month, day, hour, minute, second, milli] = parts;
    let days = days_to(year, month, day);
    let is_moment =
        marks == *b"--T::.Z" && date_of(days) == (year, month, day) && hour < 24 && minute < 60 && second < 60;
    let millis = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli;
    Some(Timestamp::from_millis(millis)).filter(|moment| is_moment && moment.0 == millis)
}

/// Days from 1970-01-01 to this date of the Gregorian calendar.
///
/// # Source
/// H. Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`: years begin in March, eras have 400 of them.
fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day so many days after 1970-01-01: the inverse of [`days_to`], `civil_from_days` of the same source.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// The zone of a contest: how far its clocks are ahead of UTC, in whole minutes. Prints as `UTC` or `UTC+01:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "i16", into = "i16")]
pub struct Zone(i16);

impl Zone {
    /// UTC itself.
    pub const UTC: Self = Self(0);

    /// The most minutes ahead of UTC or behind it.
    pub const MAX_MIN: i16 = 18 * 60;

    /// The zone this many minutes ahead of UTC, negative behind it; `None` beyond [`Self::MAX_MIN`].
    #[must_use]
    pub fn east(minutes: i16) -> Option<Self> {
        (-Self::MAX_MIN..=Self::MAX_MIN).contains(&minutes).then_some(Self(minutes))
    }

    /// The zone in which a moment is written, such as `2030-05-10T09:30:00+01:00`; `None` where that is unreadable or too far.
    #[must_use]
    pub fn written(moment: &str) -> Option<Self> {
        let offset = jiff::fmt::temporal::Pieces::parse(moment).ok()?.to_numeric_offset()?;
        Self::east(i16::try_from(offset.seconds() / 60).ok()?)
    }

    /// Whether it is UTC.
    #[must_use]
    pub fn is_utc(&self) -> bool {
        *self == Self::UTC
    }

    /// The day of a moment: `2030-05-10`.
    #[must_use]
    pub fn day(self, at: Timestamp) -> String {
        self.shown(at, 0..10)
    }

    /// The time of day of a moment: `09:30`.
    #[must_use]
    pub fn minute(self, at: Timestamp) -> String {
        self.shown(at, 11..16)
    }

    /// The time of day of a moment, to the second: `09:30:05`.
    #[must_use]
    pub fn second(self, at: Timestamp) -> String {
        self.shown(at, 11..19)
    }

    /// The time of day of a moment with the name of the zone: `09:30 UTC+01:00`.
    #[must_use]
    pub fn named_minute(self, at: Timestamp) -> String {
        format!("{} {self}", self.minute(at))
    }

    /// The day and time of a moment, to the second, with the name of the zone: `2030-05-10 09:30:05 UTC+01:00`.
    #[must_use]
    pub fn named_second(self, at: Timestamp) -> String {
        format!("{} {} {self}", self.day(at), self.second(at))
    }

    fn shown(self, at: Timestamp, part: ops::Range<usize>) -> String {
        let here = Timestamp::from_millis(at.0.saturating_add(i64::from(self.0) * 60_000)).to_string();
        here.get(part).unwrap_or_default().to_owned()
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, minutes) = (if self.0 < 0 { '-' } else { '+' }, self.0.unsigned_abs());
        match minutes {
            0 => f.write_str("UTC"),
            _ => write!(f, "UTC{sign}{:02}:{:02}", minutes / 60, minutes % 60),
        }
    }
}

impl From<Zone> for i16 {
    fn from(Zone(minutes): Zone) -> Self {
        minutes
    }
}

/// A number of minutes that is no zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no zone is {0} minutes from UTC: write -1080 to 1080")]
pub struct NoZone(i16);

impl TryFrom<i16> for Zone {
    type Error = NoZone;

    fn try_from(minutes: i16) -> Result<Self, NoZone> {
        Self::east(minutes).ok_or(NoZone(minutes))
    }
}

/// A text that is no moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no moment: write one such as 2030-06-30T09:30:00Z")]
pub struct NoMoment(String);

impl FromStr for Timestamp {
    type Err = NoMoment;

    /// Reads a moment of RFC 3339 with its time zone, cut to milliseconds. Moments before [`Timestamp::EARLIEST`] or
    /// after [`Timestamp::LATEST`] are refused.
    fn from_str(text: &str) -> Result<Self, NoMoment> {
        if let Some(moment) = text.as_bytes().try_into().ok().and_then(printed) {
            return Ok(moment);
        }
        let none = || NoMoment(text.chars().take(40).collect());
        let moment = Self(text.parse::<jiff::Timestamp>().map_err(|_| none())?.as_millisecond());
        let is_one = (Self::EARLIEST..=Self::LATEST).contains(&moment);
        is_one.then_some(moment).ok_or_else(none)
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

/// Serde form of a [`Duration`] in a rulebook: `25m`, `1h30m`, `120ms`. Whole milliseconds.
pub mod friendly {
    use std::time::Duration;

    use jiff::{SignedDuration, fmt::friendly};
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    /// The duration in the form of a rulebook.
    #[must_use]
    pub fn show(duration: Duration) -> String {
        let duration = SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX);
        friendly::SpanPrinter::new().spacing(friendly::Spacing::None).duration_to_string(&duration)
    }

    /// The duration written so, if the text is one.
    #[must_use]
    pub fn read(text: &str) -> Option<Duration> {
        Duration::try_from(friendly::SpanParser::new().parse_duration(text).ok()?).ok()
    }

    /// Writes the duration in the form of a rulebook.
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
    fn a_zone_is_that_in_which_a_moment_is_written() {
        let at: Timestamp = "2030-05-10T23:45:05+05:30".parse().unwrap();
        let zone = Zone::written("2030-05-10T23:45:05+05:30").unwrap();
        assert_eq!(zone.to_string(), "UTC+05:30");
        assert_eq!(
            (zone.day(at), zone.minute(at), zone.second(at)),
            ("2030-05-10".into(), "23:45".into(), "23:45:05".into())
        );
        assert_eq!(Zone::UTC.named_minute(at), "18:15 UTC");
        assert_eq!(zone.named_second(at), "2030-05-10 23:45:05 UTC+05:30");
        assert_eq!(Zone::written("2030-05-10T09:30:00Z"), Some(Zone::UTC));
        let west = Zone::written("2030-05-10T00:15:00-04:00").unwrap();
        assert_eq!(
            (west.to_string(), west.day("2030-05-10T00:15:00Z".parse().unwrap())),
            ("UTC-04:00".into(), "2030-05-09".into())
        );
        assert_eq!(serde_json::to_string(&west).unwrap(), "-240");
        assert_eq!(serde_json::from_str::<Zone>("-240").unwrap(), west);
        assert!(serde_json::from_str::<Zone>("1081").is_err());
        assert_eq!([Zone::written("soon"), Zone::written("2030-05-10T09:30:00")], [None, None]);
    }

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

    proptest::proptest! {
        /// Compared with jiff, which the code uses for every other spelling.
        #[test]
        fn moments_are_printed_and_read_as_a_library_does(millis in Timestamp::EARLIEST.0..=Timestamp::LATEST.0, flipped in 0..24_usize, byte: u8) {
            let theirs = format!("{:.3}", jiff::Timestamp::from_millisecond(millis).unwrap());
            let ours = Timestamp::from_millis(millis);
            proptest::prop_assert_eq!(ours.to_string(), &*theirs);
            proptest::prop_assert_eq!(printed(theirs.as_bytes().try_into().unwrap()), Some(ours));
            let mut other = theirs.into_bytes();
            other[flipped] = byte;
            let found = printed(other.as_slice().try_into().unwrap());
            let theirs = std::str::from_utf8(&other).ok().and_then(|text| text.parse::<jiff::Timestamp>().ok());
            let theirs = theirs.filter(|moment| format!("{moment:.3}").as_bytes() == other);
            let theirs = theirs.map(|moment| Timestamp(moment.as_millisecond())).filter(|moment| *moment >= Timestamp::EARLIEST);
            proptest::prop_assert_eq!(found, theirs);
        }
    }

    #[test]
    fn there_is_no_moment_before_the_first_and_after_the_last() {
        let last = Timestamp::LATEST.to_string();
        assert_eq!(
            (Timestamp::EARLIEST.to_string(), &*last),
            ("0001-01-01T00:00:00.000Z".into(), "9999-12-30T21:59:59.999Z")
        );
        for text in ["0001-01-01T00:00:00.000Z", "9999-12-30T21:59:59.999Z", "0001-01-01T01:00:00+01:00"] {
            assert!(text.parse::<Timestamp>().is_ok(), "{text}");
        }
        for text in [
            "0000-01-01T00:00:00.000Z",
            "0000-12-31T23:59:59.999Z",
            "0001-01-01T00:00:00+01:00",
            "9999-12-30T22:00:00.000Z",
            "9999-12-31T23:59:59.999Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_days_that_there_are_are_moments() {
        let is_one = |text: &str| printed(text.as_bytes().try_into().unwrap()).is_some();
        assert!(is_one("2012-02-29T23:59:59.999Z") && is_one("2000-02-29T00:00:00.000Z"));
        for text in ["2011-02-29T", "1900-02-29T", "2010-13-01T", "2010-00-01T", "2010-01-00T", "2010-04-31T"] {
            assert!(!is_one(&format!("{text}00:00:00.000Z")), "{text}");
        }
        for text in ["24:00:00.000Z", "00:60:00.000Z", "00:00:60.000Z", "00:00:00,000Z", "00:00:00.000z"] {
            assert!(!is_one(&format!("2010-10-23T{text}")), "{text}");
        }
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
