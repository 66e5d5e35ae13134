//! The delays before a failed request is repeated: fixed and growing, so that the same failures give the same record.

use std::time::Duration;

/// The first delay before a request is repeated; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(500);

/// The longest delay, unless the server asks for more.
const LONGEST: Duration = Duration::from_secs(8);

/// The longest delay that a server may ask for.
const ASKED_MAX: Duration = Duration::from_secs(30);

/// The first and the longest delay for a server that has never answered.
const SEEKING_FIRST: Duration = Duration::from_millis(100);
const SEEKING_LONGEST: Duration = Duration::from_millis(6_400);

/// True if the same request may succeed later (RFC 9110: time-out, conflict, too early, too many, the server's faults).
pub(super) fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 409 | 425 | 429 | 500..=599)
}

/// True if a gateway reports that the server is not up yet, or a server that it is still loading its model.
pub(super) fn is_away(status: u16) -> bool {
    matches!(status, 502..=504)
}

/// The delay after this many failures (from 1), in real time; the server may ask for a longer one.
pub(super) fn wait(failures: u32, asked_s: Option<u64>) -> Duration {
    let own = growing(FIRST, LONGEST, failures);
    own.max(asked_s.map_or(Duration::ZERO, Duration::from_secs).min(ASKED_MAX))
}

/// The delay after this many failures of a server that has never answered.
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
