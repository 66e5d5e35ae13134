//! The facts of a contest that a participant knows: its start, and its rounds.

use jiff::{Span, civil::DateTime};

/// The facts that were announced about a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contest {
    /// The start of the first round, in local time.
    pub start: DateTime,
    /// The number of rounds, at least 1.
    pub rounds: u16,
    /// The minutes from the start of a round to the start of the next, at least 1.
    pub round_minutes: u16,
}

/// A moment in relation to the rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Minutes before the start.
    Before(i64),
    /// The number of the round, from 1, and the minutes until its end.
    Round(i64, i64),
    /// After the last round.
    After,
}

impl Contest {
    pub(crate) fn stage(&self, now: DateTime) -> Stage {
        let minutes = minutes_between(self.start, now);
        let length = i64::from(self.round_minutes.max(1));
        if minutes < 0 {
            Stage::Before(-minutes)
        } else if minutes >= length * i64::from(self.rounds) {
            Stage::After
        } else {
            Stage::Round(minutes / length + 1, length - minutes % length)
        }
    }

    /// The end of the last round.
    pub(crate) fn end(&self) -> DateTime {
        later(self.start, i64::from(self.rounds) * i64::from(self.round_minutes))
    }
}

/// The whole minutes from one moment to another, negative if the other is earlier.
pub(crate) fn minutes_between(from: DateTime, to: DateTime) -> i64 {
    from.duration_until(to).as_secs().div_euclid(60)
}

/// The moment this many minutes later, or the same where the calendar ends.
pub(crate) fn later(moment: DateTime, minutes: i64) -> DateTime {
    Span::new().try_minutes(minutes).and_then(|span| moment.checked_add(span)).unwrap_or(moment)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_moment_is_before_in_or_after_the_rounds() {
        let start = date(2010, 10, 23).at(9, 30, 0, 0);
        let contest = Contest { start, rounds: 6, round_minutes: 30 };
        for (hour, minute, stage) in [
            (9, 0, Stage::Before(30)),
            (9, 30, Stage::Round(1, 30)),
            (10, 59, Stage::Round(3, 1)),
            (12, 29, Stage::Round(6, 1)),
            (12, 30, Stage::After),
        ] {
            assert_eq!(contest.stage(date(2010, 10, 23).at(hour, minute, 0, 0)), stage);
        }
        assert_eq!(contest.end(), date(2010, 10, 23).at(12, 30, 0, 0));
    }
}
