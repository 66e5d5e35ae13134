//! Types whole lines as a person would: one key per interval, never in a burst.

use std::{collections::VecDeque, time::Duration};

use rulebook::Key;

/// The maximum number of keys in the queue: about eight minutes of typing at the median speed of the finals of 2012
/// (117 ms).
pub(crate) const WAITING_MAX: usize = 4_000;

/// The delay up to which a late typist catches up, in contest time. Without it, a contest in fast time, where an
/// interval is shorter than a timer's step, would lag; a longer one would turn a pause into a burst.
const CATCH_UP: Duration = Duration::from_secs(1);

/// A queue of keys, and the time of the next one.
#[derive(Debug)]
pub(crate) struct Typist {
    interval: Duration,
    waiting: VecDeque<Key>,
    due: Duration,
}

impl Typist {
    pub(crate) fn new(interval: Duration) -> Self {
        Self { interval, waiting: VecDeque::new(), due: Duration::ZERO }
    }

    /// Queues these keys; false, and none queued, if they do not fit. The first is due one interval from now or after
    /// the keys in the queue.
    #[must_use]
    pub(crate) fn take(&mut self, keys: impl Iterator<Item = Key>, now: Duration) -> bool {
        let before = self.waiting.len();
        let idle = before == 0;
        self.waiting.extend(keys.take(WAITING_MAX + 1 - before));
        if self.waiting.len() > WAITING_MAX {
            self.waiting.truncate(before);
            return false;
        }
        if idle {
            self.due = self.due.max(now.saturating_add(self.interval));
        }
        true
    }

    /// The next key, if it is due.
    pub(crate) fn press(&mut self, now: Duration) -> Option<Key> {
        if self.due()? > now {
            return None;
        }
        self.due = self.due.saturating_add(self.interval).max(now.saturating_sub(CATCH_UP));
        self.waiting.pop_front()
    }

    pub(crate) fn due(&self) -> Option<Duration> {
        (!self.waiting.is_empty()).then_some(self.due)
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(100);

    fn pressed(typist: &mut Typist, now: u64) -> usize {
        std::iter::from_fn(|| typist.press(Duration::from_millis(now))).count()
    }

    #[test]
    fn keys_come_one_per_interval() {
        let mut typist = Typist::new(INTERVAL);
        assert!(typist.take(keys_of("abc"), Duration::from_millis(1_000)));
        assert_eq!([1_000, 1_099, 1_100, 1_150, 1_200, 1_300].map(|now| pressed(&mut typist, now)), [0, 0, 1, 0, 1, 1]);
    }

    #[test]
    fn a_long_pause_does_not_end_in_a_burst() {
        let mut typist = Typist::new(INTERVAL);
        assert!(typist.take(keys_of(&"x".repeat(1_000)), Duration::ZERO));
        assert!(pressed(&mut typist, 60_000) <= 12);
    }

    #[test]
    fn a_line_that_does_not_fit_is_left_out_whole() {
        let mut typist = Typist::new(INTERVAL);
        assert!(typist.take(keys_of(&"x".repeat(WAITING_MAX - 1)), Duration::ZERO));
        assert!(!typist.take(keys_of("ab"), Duration::ZERO));
        assert!(typist.take(keys_of("a"), Duration::ZERO));
        assert_eq!(typist.waiting.len(), WAITING_MAX);
    }

    proptest! {
        #[test]
        fn every_key_is_typed_in_order(text in "[a-z ]{0,80}", steps in prop::collection::vec(0_u64..500, 0..300)) {
            let mut typist = Typist::new(INTERVAL);
            prop_assert!(typist.take(keys_of(&text), Duration::ZERO));
            let (mut now, mut typed) = (0, String::new());
            for step in steps.into_iter().chain(std::iter::repeat_n(100, 90)) {
                now += step;
                while let Some(key) = typist.press(Duration::from_millis(now)) {
                    typed.push_str(&key.to_string());
                }
            }
            prop_assert_eq!(typed, text);
        }
    }
}
