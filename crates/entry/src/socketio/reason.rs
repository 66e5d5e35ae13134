//! Why something went wrong, in words of others that are safe to print.

/// A reason without control characters, of at most 160 characters.
pub(super) fn plain(why: &str) -> String {
    why.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(160).collect()
}
