//! Keeps a program that never stops talking from taking a processor.
//!
//! It is not listened to for a moment after each piece of a flood, that is, of more than can be typed, and after every so
//! many pieces whatever they are.

use std::time::Duration;

use tokio::time::Instant;

/// How many pieces are taken without a pause.
const AT_ONCE: u32 = 256;

/// How long the program is not listened to, in real time.
const PAUSE: Duration = Duration::from_millis(10);

/// When a program is listened to again.
#[derive(Debug, Default)]
pub(super) struct Breath {
    pieces: u32,
    until: Option<Instant>,
}

impl Breath {
    /// Until when it is not listened to; `None` while it is.
    pub(super) fn until(&self, now: Instant) -> Option<Instant> {
        self.until.filter(|until| now < *until)
    }

    /// It said something.
    pub(super) fn heard(&mut self, is_flooded: bool, now: Instant) {
        self.pieces = self.pieces.wrapping_add(1);
        if is_flooded || self.pieces.is_multiple_of(AT_ONCE) {
            self.until = Some(now + PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_paused_after_each_piece_and_talk_after_many() {
        let (mut breath, now) = (Breath::default(), Instant::now());
        (1..AT_ONCE).for_each(|_| breath.heard(false, now));
        assert_eq!(breath.until(now), None);
        breath.heard(false, now);
        assert_eq!(breath.until(now), Some(now + PAUSE));
        assert_eq!(breath.until(now + PAUSE), None);
        breath.heard(true, now + PAUSE);
        assert_eq!(breath.until(now + PAUSE), Some(now + 2 * PAUSE));
    }
}
