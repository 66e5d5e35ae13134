//! The one place where commands read the clock on the wall.

use std::time::{SystemTime, UNIX_EPOCH};

use rulebook::Timestamp;

/// The time, by the system's clock.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
