//! The clock of a contest's venue: transcripts use local time, the record uses UTC.

use std::fmt;

use jiff::{
    civil::DateTime,
    tz::{Offset, TimeZone},
};
use rulebook::Timestamp;

use super::text::number;

const DAY_S: i64 = 86_400;

/// A clock with a fixed offset from UTC, in whole minutes. Prints as `UTC` or `UTC-05:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OffsetClock {
    east_min: i16,
}

impl OffsetClock {
    /// The clock of UTC.
    pub const UTC: Self = Self { east_min: 0 };

    /// The clock this many minutes ahead of UTC, negative behind it; `None` beyond 18 hours.
    #[must_use]
    pub fn east(minutes: i16) -> Option<Self> {
        (-1080..=1080).contains(&minutes).then_some(Self { east_min: minutes })
    }

    /// The time of day on the clock at this moment, to the second: `09:41:05`.
    #[must_use]
    pub fn time_of_day(self, moment: Timestamp) -> String {
        self.shows(moment).strftime("%H:%M:%S").to_string()
    }

    /// The minutes ahead of UTC, negative behind it.
    #[must_use]
    pub fn minutes_east(self) -> i16 {
        self.east_min
    }

    /// The clock with this printed name; `None` for any other text.
    pub(super) fn named(name: &str) -> Option<Self> {
        let rest = name.strip_prefix("UTC")?;
        let Some((sign, time)) = rest.split_at_checked(1) else { return rest.is_empty().then_some(Self::UTC) };
        let (hours, minutes) = time.split_once(':')?;
        let minutes = number::<i16>(hours)?.checked_mul(60)?.checked_add(number(minutes)?)?;
        match sign {
            "+" => Self::east(minutes),
            "-" => Self::east(-minutes),
            _ => None,
        }
    }

    /// The date and time on the clock at this moment.
    pub(super) fn shows(self, moment: Timestamp) -> DateTime {
        let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).expect("held in range when made");
        self.offset().to_datetime(moment)
    }

    /// The moment of this date and time on the clock; `None` outside the years 0 to 9999.
    pub(super) fn moment(self, shown: DateTime) -> Option<Timestamp> {
        let moment = TimeZone::fixed(self.offset()).to_timestamp(shown).ok()?;
        Some(Timestamp::from_millis(moment.as_millisecond()))
    }

    /// The moment nearest to `near` with this time of day on the clock, in seconds after midnight.
    pub(super) fn nearest(self, near: Timestamp, time_of_day_s: i64) -> Timestamp {
        let east_s = i64::from(self.east_min) * 60;
        let near_s = near.as_millis().div_euclid(1000) + east_s;
        let same_day = near_s.div_euclid(DAY_S) * DAY_S + time_of_day_s;
        let candidates = [same_day, same_day + DAY_S, same_day - DAY_S];
        let nearest = candidates.into_iter().min_by_key(|shown| (shown - near_s).abs()).unwrap_or(same_day);
        Timestamp::from_millis((nearest - east_s) * 1000)
    }

    fn offset(self) -> Offset {
        Offset::from_seconds(i32::from(self.east_min) * 60).expect("18 hours are an offset")
    }
}

impl fmt::Display for OffsetClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.east_min.unsigned_abs();
        match self.east_min {
            0 => f.write_str("UTC"),
            east => write!(f, "UTC{}{:02}:{:02}", if east < 0 { '-' } else { '+' }, minutes / 60, minutes % 60),
        }
    }
}

/// The moment in whole seconds, as every format writes it.
pub(super) fn whole_seconds(moment: Timestamp) -> Timestamp {
    Timestamp::from_millis(moment.as_millis().div_euclid(1000) * 1000)
}

/// The time of day in seconds after midnight, `None` beyond 23:59:59.
pub(super) fn time_of_day_s(hour: i64, minute: i64, second: i64) -> Option<i64> {
    let fits = (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second);
    fits.then(|| (hour * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_in_new_york_shows_five_hours_less() {
        let clock = OffsetClock::east(-300).unwrap();
        let start = at("1995-12-16T03:30:00Z");
        assert_eq!(clock.shows(start).to_string(), "1995-12-15T22:30:00");
        assert_eq!(clock.moment(clock.shows(start)), Some(start));
        assert_eq!((clock.to_string(), OffsetClock::UTC.to_string()), ("UTC-05:00".into(), "UTC".into()));
        assert_eq!(OffsetClock::east(330).unwrap().to_string(), "UTC+05:30");
        assert_eq!(OffsetClock::east(1081), None);
        for clock in [OffsetClock::UTC, clock, OffsetClock::east(330).unwrap()] {
            assert_eq!(OffsetClock::named(&clock.to_string()), Some(clock));
        }
        assert_eq!(
            (OffsetClock::named("UTC+99:00"), OffsetClock::named("UT"), OffsetClock::named("UTC*1:0")),
            (None, None, None)
        );
    }

    #[test]
    fn a_time_without_a_day_is_on_the_day_that_brings_it_nearest() {
        let near = at("1995-12-16T23:59:50Z");
        assert_eq!(OffsetClock::UTC.nearest(near, 5), at("1995-12-17T00:00:05Z"));
        assert_eq!(OffsetClock::UTC.nearest(near, 86_385), at("1995-12-16T23:59:45Z"));
        let after_midnight = at("1995-12-17T00:00:05Z");
        assert_eq!(OffsetClock::UTC.nearest(after_midnight, 86_395), at("1995-12-16T23:59:55Z"));
    }

    #[test]
    fn a_second_beyond_counting_is_no_time_of_day() {
        assert_eq!(time_of_day_s(23, 59, 59), Some(86_399));
        assert_eq!(time_of_day_s(0, 0, i64::MAX), None);
        assert_eq!(time_of_day_s(i64::MAX, 0, 0), None);
    }

    #[test]
    fn the_ends_of_time_have_a_nearest_moment_too() {
        for millis in [i64::MIN, i64::MAX] {
            let end = Timestamp::from_millis(millis);
            let clock = OffsetClock::east(1080).unwrap();
            clock.nearest(end, 0);
            clock.shows(end);
        }
    }
}
