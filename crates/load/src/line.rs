//! One direction of a conversation: everything sent and not yet shown to the other side.
//!
//! Each key or message sent has a position, counted from 0. It is sent as the position's sign, one of `SIGNS`: a key of
//! its own, or the first character of a message. A sign identifies its position as long as fewer than 64 are under way.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Instant,
};

/// Sign 0 is Return, so that lines end.
const SIGNS: &[u8; 64] = b"\r0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";

/// The name of the key of sign 0.
const RETURN: &str = "Return";

/// The first character of a message with sign 0.
const NO_KEY: char = '=';

/// The most that may be under way; the next one must wait.
pub const UNDER_WAY_MAX: usize = SIGNS.len() - 1;

/// The key for a position.
#[must_use]
pub fn key_of(position: u64) -> &'static str {
    let at = index(position);
    if at == 0 { RETURN } else { std::str::from_utf8(&SIGNS[at..=at]).unwrap_or_default() }
}

/// The message for a position, about as long as people's messages.
#[must_use]
pub fn message_of(position: u64) -> String {
    let sign = if index(position) == 0 { NO_KEY } else { char::from(SIGNS[index(position)]) };
    format!("{sign} what would you say if somebody asked you that on a rainy day?")
}

/// The sign of a key or a message; `None` for any other text.
#[must_use]
pub fn sign_of(shown: &str) -> Option<u8> {
    if shown == RETURN || shown.starts_with(NO_KEY) {
        return Some(0);
    }
    let first = shown.bytes().next()?;
    SIGNS.iter().position(|sign| *sign == first).and_then(|at| u8::try_from(at).ok())
}

fn index(position: u64) -> usize {
    usize::try_from(position % SIGNS.len() as u64).unwrap_or_default()
}

/// The order in which a key or message was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// In order; with its time of sending.
    InOrder(Instant),
    /// After a later one; with its time of sending.
    Late(Instant),
    /// Shown before.
    Again,
}

/// One direction of a conversation.
#[derive(Debug, Default)]
pub struct Direction {
    /// The position of the first of `under_way`.
    first: u64,
    under_way: VecDeque<Instant>,
    /// Positions not shown before a later one, with their times of sending.
    passed: BTreeSet<(u64, Instant)>,
}

impl Direction {
    /// Sends the next one. Returns its position.
    pub fn send(&mut self, now: Instant) -> u64 {
        self.under_way.push_back(now);
        self.first + self.under_way.len() as u64 - 1
    }

    /// True if another one may be sent now.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.under_way.len() < UNDER_WAY_MAX
    }

    /// Notes that the other side was shown this sign.
    pub fn show(&mut self, sign: u8) -> Arrival {
        let signs = SIGNS.len() as u64;
        let ahead = (u64::from(sign) + signs - self.first % signs) % signs;
        if ahead >= self.under_way.len() as u64 {
            let position = (self.first + ahead).checked_sub(signs);
            let late = self.passed.iter().find(|(passed, _)| Some(*passed) == position).copied();
            return late.map_or(Arrival::Again, |late| {
                self.passed.remove(&late);
                Arrival::Late(late.1)
            });
        }
        for _ in 0..ahead {
            self.passed.extend(self.under_way.pop_front().map(|sent| (self.first, sent)));
            self.first += 1;
        }
        self.first += 1;
        self.under_way.pop_front().map_or(Arrival::Again, Arrival::InOrder)
    }

    /// The number of keys or messages sent and not shown so far.
    #[must_use]
    pub fn missing(&self) -> u64 {
        (self.under_way.len() + self.passed.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_known_by_its_key_and_by_its_message() {
        for position in 0..200 {
            assert_eq!(u64::from(sign_of(key_of(position)).unwrap()), position % 64);
            assert_eq!(u64::from(sign_of(&message_of(position)).unwrap()), position % 64);
        }
        assert_eq!(sign_of("!"), None);
    }

    #[test]
    fn what_comes_in_order_misses_nothing() {
        let mut line = Direction::default();
        for position in 0..100 {
            assert_eq!(line.send(Instant::now()), position);
            assert!(matches!(line.show((position % 64) as u8), Arrival::InOrder(_)));
        }
        assert_eq!(line.missing(), 0);
    }

    #[test]
    fn loss_doubling_and_disorder_are_told_apart() {
        let mut line = Direction::default();
        for _ in 0..4 {
            line.send(Instant::now());
        }
        assert!(matches!(line.show(0), Arrival::InOrder(_)));
        assert_eq!(line.show(0), Arrival::Again);
        assert!(matches!(line.show(2), Arrival::InOrder(_)));
        assert_eq!(line.missing(), 2, "1 was passed over, 3 is under way");
        assert!(matches!(line.show(1), Arrival::Late(_)));
        assert_eq!(line.show(1), Arrival::Again);
        assert_eq!(line.missing(), 1);
    }
}
