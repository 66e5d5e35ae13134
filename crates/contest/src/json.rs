//! The one form in which parts of a record are written as JSON.

use serde::Serialize;

/// Indented JSON with a newline at the end: read by people, compared byte by byte by verifiers.
#[must_use]
pub fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("results and rulebooks have string keys");
    bytes.push(b'\n');
    bytes
}
