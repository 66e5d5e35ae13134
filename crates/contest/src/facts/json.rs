//! The one JSON form of the parts of a record.

use serde::Serialize;

/// Indented JSON with a final newline: read by people, compared byte by byte by verifiers.
#[must_use]
pub fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut text = rulebook::json::indented(value).expect("results and rulebooks have string keys");
    text.push('\n');
    text.into_bytes()
}
