//! Turns where sides alternate: the side that may speak, and the end of its turn.
//!
//! A turn is counted from the whole second in which the words before it were said or shown. Judges see that second
//! anyway, so the end of a turn reveals nothing new, and both sides know it to the millisecond.

use std::time::Duration;

use rulebook::{Side, Timestamp, schema::Turns};
use serde::{Deserialize, Serialize};

/// A turn. If its holder is silent until its end, the other side has the same time, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The side that may speak.
    pub holder: Side,
    /// The end: from that millisecond on it is the other side's turn. It moves by the time that clocks are stopped.
    pub ends: Timestamp,
}

impl Turn {
    /// The turn of this side, begun by words said or shown at this time.
    #[must_use]
    pub fn begun(holder: Side, at: Timestamp, within: Duration) -> Self {
        Self { holder, ends: whole_second(at) + within }
    }

    /// The turn at this time if neither side has spoken since. While clocks are stopped, `now` is the moment when they
    /// stopped.
    #[must_use]
    pub fn at(self, turns: Turns, now: Timestamp) -> Self {
        let Turns::Alternate { within } = turns else { return self };
        let Self { holder, ends } = self;
        if now < ends {
            return self;
        }
        // No turn is shorter than a millisecond, so that this ends.
        let within = within.as_millis().max(1);
        let passed = now.since(ends).as_millis() / within + 1;
        let holder = if passed.is_multiple_of(2) { holder } else { other(holder) };
        let later = u64::try_from(passed.saturating_mul(within)).unwrap_or(u64::MAX);
        Self { holder, ends: ends + Duration::from_millis(later) }
    }

    /// The same turn for a participant whose own words are those of [`Side::Judge`], whichever side they are on.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { holder: other(self.holder), ..self }
    }
}

/// The last whole second, which is the finest time that a judge sees.
pub(crate) fn whole_second(time: Timestamp) -> Timestamp {
    Timestamp::from_millis(time.as_millis() - time.as_millis().rem_euclid(1000))
}

/// The opposite side.
pub(crate) fn other(side: Side) -> Side {
    match side {
        Side::Judge => Side::Witness,
        Side::Witness => Side::Judge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURNS: Turns = Turns::Alternate { within: Duration::from_secs(20) };

    fn time(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_turn_that_nobody_uses_passes_on_at_its_end_and_back_again_at_the_next() {
        let turn = Turn::begun(Side::Witness, time(5_999), Duration::from_secs(20));
        assert_eq!(turn, Turn { holder: Side::Witness, ends: time(25_000) }, "counted from the whole second");
        let at = |millis| turn.at(TURNS, time(millis));
        assert_eq!(at(24_999), turn);
        assert_eq!(at(25_000), Turn { holder: Side::Judge, ends: time(45_000) });
        assert_eq!(at(44_999), at(25_000));
        assert_eq!(at(45_000), Turn { holder: Side::Witness, ends: time(65_000) });
        assert_eq!(at(45_000 + 400_000), Turn { holder: Side::Witness, ends: time(465_000) });
    }

    #[test]
    fn a_turn_of_no_time_ends_all_the_same() {
        let turn = Turn { holder: Side::Judge, ends: time(0) };
        assert_eq!(turn.at(Turns::Alternate { within: Duration::ZERO }, time(7)).ends, time(8));
    }
}
