//! Numbers as engines keep them: with a sign.

/// A number for an engine. One beyond its integers is larger than any that is stored, and so is the largest.
pub(crate) fn to_integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The inverse of [`to_integer`], for what a schema keeps from being negative.
pub(crate) fn from_integer(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
