//! The rulebooks inside the program, as TOML that people may read, copy and change.

use crate::{Rulebook, reader::read_rulebook};

/// The text of the shipped rulebook with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == id).map(|(_, text)| *text)
}

/// The ids of all shipped rulebooks, in alphabetical order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

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

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../rulebooks/", $id, ".toml")))),*]
    };
}

/// The shipped rulebooks.
const SHIPPED: &[(&str, &str)] = shipped![
    "audio-visual",
    "five-minute-2014",
    "human-or-not-2023",
    "kurzweil-kapor-2029",
    "loebner-1995",
    "loebner-2006",
    "loebner-2010",
    "second-sight",
    "surrey-2003",
    "three-party-2025",
    "turing-1950",
    "two-party-2024",
];
