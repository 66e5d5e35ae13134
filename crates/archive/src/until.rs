//! A contest at a past moment of its record: its phase, its clocks, and the judges' screens.

use std::{collections::BTreeMap, str::FromStr, time::Duration};

use rulebook::{ConversationId, NoMoment, Timestamp, time::friendly};

use crate::{
    audit::Ending,
    dialogue::{Fate, Said, Seen},
};
use contest::{Recorded, Room, contest::Contest};

/// The end of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The event of this number, counted from 1. Written `120`.
    Event(u64),
    /// This moment. Written `2031-05-01T10:01:40Z`, with optional fractions of a second.
    Time(Timestamp),
    /// This age of the contest by its own clocks, which stop in pauses. Written `1h20m`.
    Age(Duration),
}

/// The text is no moment of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no moment of a record (write the number of an event, such as 120, a time, such as 2031-05-01T10:01:40Z, or how old the contest is, such as 1h20m)"
)]
pub struct NoUntil(String);

impl FromStr for Until {
    type Err = NoUntil;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let failed = || NoUntil(text.chars().take(40).collect());
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Self::Event).map_err(|_| failed());
        }
        let time: Result<Timestamp, NoMoment> = text.parse();
        time.map(Self::Time).or_else(|_| friendly::read(text).map(Self::Age).ok_or_else(failed))
    }
}

/// Replays a record up to a moment, fact by fact.
#[derive(Debug)]
pub struct Replay {
    until: Until,
    seen: Seen,
    /// The time of the first fact.
    began: Option<Timestamp>,
    /// A fact came after the moment.
    is_over: bool,
}

/// A contest at the end of a replay.
#[derive(Debug)]
pub struct Standing<'r> {
    /// The moment by the wall clock.
    pub at: Timestamp,
    /// The contest's age by its own clocks.
    pub age: Duration,
    /// The number of facts so far.
    pub events: u64,
    /// The state of the contest.
    pub room: &'r Room,
    /// The judges' screens, including unfinished lines.
    pub said: BTreeMap<ConversationId, Vec<Said>>,
    /// The number of witnesses' utterances that the judge had not fully seen.
    pub waiting: BTreeMap<ConversationId, usize>,
}

impl Replay {
    /// A replay before the first fact of a record with this ending.
    #[must_use]
    pub fn new(ending: Ending, until: Until) -> Self {
        Self { until, seen: Seen::new(ending), began: None, is_over: false }
    }

    /// Takes the next fact, unless it is after the moment.
    pub fn take(&mut self, fact: &Recorded) {
        let began = *self.began.get_or_insert(fact.time);
        let room = self.seen.room();
        self.is_over |= match self.until {
            Until::Event(last) => room.facts() >= last,
            Until::Time(last) => fact.time > last,
            Until::Age(last) => age(room.contest(), began, fact.time) > last,
        };
        if !self.is_over {
            self.seen.take(fact);
        }
    }

    /// The contest at this moment; `None` if it was not opened yet.
    #[must_use]
    pub fn standing(&self) -> Option<Standing<'_>> {
        let room = self.seen.room();
        let (contest, latest, began) = (room.contest()?, room.latest()?, self.began?);
        let at = match self.until {
            // An event means its own time; past the last fact of a record, later states are unknown.
            Until::Event(_) => latest,
            _ if !self.is_over => latest,
            Until::Time(last) => last.max(latest),
            Until::Age(last) => latest + last.saturating_sub(age(Some(contest), began, latest)),
        };
        let mut said = self.seen.dialogues();
        let mut waiting = BTreeMap::new();
        for (id, lines) in &mut said {
            let given = lines.iter().filter(|line| line.fate == Fate::NeverShown).count();
            if given > 0 {
                waiting.insert(*id, given);
            }
            lines.retain(|line| line.fate.is_published());
        }
        Some(Standing { at, age: age(Some(contest), began, at), events: room.facts(), room, said, waiting })
    }
}

/// The age of a contest at this moment by its own clocks.
fn age(contest: Option<&Contest>, began: Timestamp, at: Timestamp) -> Duration {
    let Some(contest) = contest else { return Duration::ZERO };
    let stands = contest.paused_since.map_or(Duration::ZERO, |since| at.since(since));
    at.since(began).saturating_sub(contest.stood + stands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_an_event_a_time_or_an_age() {
        assert_eq!("120".parse(), Ok(Until::Event(120)));
        assert_eq!("1h20m".parse(), Ok(Until::Age(Duration::from_secs(4800))));
        let time: Timestamp = "2010-10-23T10:01:40Z".parse().unwrap();
        assert_eq!("2010-10-23T10:01:40.000Z".parse(), Ok(Until::Time(time)));
        for no in ["", "soon", "-3", "10:01", "99999999999999999999999"] {
            assert!(no.parse::<Until>().is_err(), "{no}");
        }
    }
}
