//! The rulebooks inside the program, as TOML that people may read, copy and change.

mod texts;

pub use self::texts::{find, ids};
use crate::{Rulebook, reader::read_rulebook};

/// The shipped rulebook with this id, parsed.
///
/// # Panics
/// If a shipped rulebook has an error; the tests of this crate read every one.
#[must_use]
pub fn rulebook(id: &str) -> Option<Rulebook> {
    find(id).map(|text| read_rulebook(id, text).expect("shipped rulebooks have no faults"))
}

/// The text of a rulebook under another id: the first line that sets `id` is replaced. Everything else stays, comments
/// included.
#[must_use]
pub fn with_id(text: &str, id: &str) -> String {
    let mut replaced = false;
    let line = |line: &str| {
        let sets_id = !replaced && line.split_once('=').is_some_and(|(key, _)| key.trim() == "id");
        replaced |= sets_id;
        if sets_id { format!("id = \"{id}\"\n") } else { format!("{line}\n") }
    };
    text.lines().map(line).collect()
}
