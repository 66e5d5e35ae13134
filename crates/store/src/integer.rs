//! Conversion to and from the signed integers of the engines.

/// A number for an engine. A number beyond its range becomes the largest one, which is above every stored number.
pub(crate) fn to_integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The inverse of [`to_integer`], for columns that the schema keeps from being negative.
pub(crate) fn from_integer(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
