//! Limits the rate at which a program's output is read, so that an endless talker cannot occupy a processor.
//!
//! A program may send a burst at once, and after it a steady rate. A flood (more text than can be typed) adds a pause
//! after each piece. Unread output stays in the system's pipe, which then blocks the program.

use std::time::Duration;

use tokio::time::Instant;

/// The burst: bytes that are read without a pause.
pub(crate) const AT_ONCE: u64 = 256 << 10;

/// Bytes per second of real time that are read after the burst: fifty times a reader's speed.
pub(crate) const PER_SECOND: u64 = 64 << 10;

/// The smallest count for one piece: each frame or read costs work of its own.
const PIECE_MIN: u64 = 256;

/// The pause in reading after each piece of a flood, in real time.
const PAUSE: Duration = Duration::from_millis(10);

/// The throttle of one program.
#[derive(Debug, Default)]
pub(crate) struct FloodThrottle {
    /// The recent bytes, less the allowance of the steady rate.
    weight: u64,
    weighed: Option<Instant>,
    until: Option<Instant>,
}

impl FloodThrottle {
    /// The end of the current pause; `None` outside a pause.
    pub(crate) fn until(&self, now: Instant) -> Option<Instant> {
        self.until.filter(|until| now < *until)
    }

    /// Counts bytes that were read.
    pub(crate) fn heard(&mut self, bytes: usize, is_flooded: bool, now: Instant) {
        let passed = self.weighed.map_or(Duration::ZERO, |weighed| now.saturating_duration_since(weighed));
        let allowed = u64::try_from(passed.as_micros()).unwrap_or(u64::MAX).saturating_mul(PER_SECOND) / 1_000_000;
        self.weight = self.weight.saturating_sub(allowed);
        self.weight = self.weight.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX).max(PIECE_MIN));
        self.weighed = Some(now);
        let over = self.weight.saturating_sub(AT_ONCE).saturating_mul(1_000_000) / PER_SECOND;
        let pause = Duration::from_micros(over).max(if is_flooded { PAUSE } else { Duration::ZERO });
        self.until = (!pause.is_zero()).then(|| now + pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes read within these seconds from a program that always has more, in pieces of this size.
    fn read(piece: usize, seconds: u64) -> u64 {
        let (mut throttle, begun, mut read) = (FloodThrottle::default(), Instant::now(), 0);
        let (mut now, end) = (begun, begun + Duration::from_secs(seconds));
        while now < end {
            throttle.heard(piece, false, now);
            read += piece as u64;
            now = throttle.until(now).unwrap_or(now);
        }
        read
    }

    #[test]
    fn of_an_endless_output_a_bounded_part_is_read() {
        for piece in [PIECE_MIN as usize, 1_000, 4_096, 65_536] {
            let most = AT_ONCE + 30 * PER_SECOND + 2 * piece as u64;
            let read = read(piece, 30);
            assert!(read <= most && read > most / 2, "{read} bytes in pieces of {piece}");
        }
        assert!(read(1, 30) <= (AT_ONCE + 30 * PER_SECOND) / PIECE_MIN + 2, "small pieces cost work too");
    }

    #[test]
    fn talk_is_not_paused_and_a_flood_is_after_each_piece() {
        let (mut throttle, mut now) = (FloodThrottle::default(), Instant::now());
        for _ in 0..10_000 {
            now += Duration::from_millis(100);
            throttle.heard(200, false, now);
            assert_eq!(throttle.until(now), None);
        }
        throttle.heard(200, true, now);
        assert_eq!(throttle.until(now), Some(now + PAUSE));
        assert_eq!(throttle.until(now + PAUSE), None);
    }
}
