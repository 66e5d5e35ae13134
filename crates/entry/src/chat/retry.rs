//! When a server that failed is asked again: at fixed times that grow, so that the same failures have the same record.

use std::time::Duration;

/// The first wait for an answer; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(500);

/// The longest wait of our own.
const LONGEST: Duration = Duration::from_secs(8);

/// The longest wait that a server may ask for.
const ASKED_MAX: Duration = Duration::from_secs(30);

/// The waits for a server that was never there.
const SEEKING_FIRST: Duration = Duration::from_millis(100);
const SEEKING_LONGEST: Duration = Duration::from_millis(6_400);

/// Whether the same request may succeed later (RFC 9110: time-out, conflict, too early, too many, the server's faults).
pub(super) fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 409 | 425 | 429 | 500..=599)
}

/// Whether nobody is behind the address yet: a gateway says so, or a server that is still loading its model.
pub(super) fn is_away(status: u16) -> bool {
    matches!(status, 502..=504)
}

/// How long to wait after so many failures (from 1), in real time; a server may ask for longer.
pub(super) fn wait(failures: u32, asked_s: Option<u64>) -> Duration {
    let own = growing(FIRST, LONGEST, failures);
    own.max(asked_s.map_or(Duration::ZERO, Duration::from_secs).min(ASKED_MAX))
}

/// The same, for a server that has never answered.
pub(super) fn seeking(failures: u32) -> Duration {
    growing(SEEKING_FIRST, SEEKING_LONGEST, failures)
}

fn growing(first: Duration, longest: Duration, failures: u32) -> Duration {
    first.saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1))).min(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound_and_a_server_may_ask_for_more() {
        assert_eq!(
            [1, 2, 3, 5, 6, u32::MAX].map(|n| wait(n, None).as_millis()),
            [500, 1_000, 2_000, 8_000, 8_000, 8_000]
        );
        assert_eq!([Some(0), Some(3), Some(u64::MAX)].map(|asked| wait(1, asked).as_millis()), [500, 3_000, 30_000]);
        assert_eq!([1, 2, 7, 99].map(|n| seeking(n).as_millis()), [100, 200, 6_400, 6_400]);
    }
}
