//! Limits on guessing: a bound for each address, and one for all of them together.
//!
//! A guess counts from its beginning and no longer counts when it was right, so that parallel guesses do not evade the
//! bound, and an audience behind one address, who type their codes correctly, is never held up.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The longest time for which a guess counts.
const WINDOW: Duration = Duration::from_secs(60);

/// The most wrong guesses within a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuessLimits {
    /// From one address.
    pub per_address: u32,
    /// In all.
    pub all: u32,
}

/// For the codes of cards. With a thousand cards open, the permitted guesses hit one of them once in five thousand
/// years.
pub const CODES: GuessLimits = GuessLimits { per_address: 20, all: 600 };

/// For passwords, which people choose.
pub const PASSWORDS: GuessLimits = GuessLimits { per_address: 10, all: 60 };

/// For questions to `/cosign` without a cosigner's secret. A cosigner asks once more where its signature is public,
/// which happens a few times a round.
pub const QUESTIONS: GuessLimits = GuessLimits { per_address: 30, all: 600 };

/// Wrong and pending guesses.
#[derive(Debug)]
pub struct Guesses {
    limits: GuessLimits,
    counted: Mutex<Counted>,
}

#[derive(Debug, Default)]
struct Counted {
    /// The beginning of the window.
    since: Duration,
    all: u32,
    by_address: HashMap<IpAddr, u32>,
}

/// A guess that has begun. It stays counted unless it was [`right`](Self::right).
#[derive(Debug)]
#[must_use]
pub struct Guess<'a> {
    guesses: &'a Guesses,
    address: IpAddr,
}

impl Guesses {
    /// No guesses yet.
    #[must_use]
    pub fn new(limits: GuessLimits) -> Self {
        Self { limits, counted: Mutex::default() }
    }

    /// Begins a guess from this address at this moment; `None` when there were too many.
    pub fn begin(&self, address: IpAddr, now: Duration) -> Option<Guess<'_>> {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= counted.since + WINDOW {
            *counted = Counted { since: now, ..Counted::default() };
        }
        let from_here = counted.by_address.get(&address).copied().unwrap_or(0);
        if counted.all >= self.limits.all || from_here >= self.limits.per_address {
            return None;
        }
        counted.all += 1;
        counted.by_address.insert(address, from_here + 1);
        Some(Guess { guesses: self, address })
    }
}

impl Guess<'_> {
    /// Uncounts the guess: it was right.
    pub fn right(self) {
        let mut counted = self.guesses.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.all = counted.all.saturating_sub(1);
        if let Some(from_here) = counted.by_address.get_mut(&self.address) {
            *from_here = from_here.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: GuessLimits = GuessLimits { per_address: 2, all: 3 };

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn an_address_that_guessed_too_often_waits_and_others_do_not() {
        let guesses = Guesses::new(LIMITS);
        let at = |seconds| Duration::from_secs(seconds);
        for second in [1, 2] {
            assert!(guesses.begin(address(1), at(second)).is_some());
        }
        assert!(guesses.begin(address(1), at(3)).is_none());
        assert!(guesses.begin(address(2), at(3)).is_some());
        assert!(guesses.begin(address(3), at(3)).is_none(), "too many in all");
        assert!(guesses.begin(address(1), at(61)).is_some(), "a minute later");
    }

    #[test]
    fn whoever_is_right_is_never_held_up() {
        let guesses = Guesses::new(LIMITS);
        for _ in 0..10 {
            guesses.begin(address(1), Duration::ZERO).unwrap().right();
        }
    }
}
