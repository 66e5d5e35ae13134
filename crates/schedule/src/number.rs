//! Numbers of people and rounds, which are small.

/// A number of people or rounds.
pub(crate) fn count(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
