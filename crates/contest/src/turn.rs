//! Whose turn it is, and until when, where sides alternate.
//!
//! A turn is counted from the whole second in which what began it was said or shown. Judges are told that second anyway, so the
//! end of a turn tells them nothing that they did not know, and everybody knows it to the millisecond.

use std::time::Duration;

use rulebook::{Side, Timestamp, schema::Turns};
use serde::{Deserialize, Serialize};

/// A turn: whose it is, and until when. Nobody having spoken by then, it is the other's for as long, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Whose it is.
    pub holder: Side,
    /// When it passes to the other: at that very millisecond it is the other's. It moves by as much as clocks stand still.
    pub ends: Timestamp,
}

impl Turn {
    /// The turn of this side that begins with something said or shown at this time.
    #[must_use]
    pub fn begun(holder: Side, at: Timestamp, within: Duration) -> Self {
        Self { holder, ends: whole_second(at) + within }
    }

    /// Whose turn it is at this time, and until when, if nobody has spoken since. Where clocks stand still, `now` is since
    /// when they do.
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

    /// The same turn as somebody sees it whose own words are those of [`Side::Judge`], on whichever side they are.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { holder: other(self.holder), ..self }
    }
}

/// The last whole second: a judge is told no time that is finer.
pub(crate) fn whole_second(time: Timestamp) -> Timestamp {
    Timestamp::from_millis(time.as_millis() - time.as_millis().rem_euclid(1000))
}

/// The side across.
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
