//! The rulebooks that come inside the program, as the TOML text people may read, copy and change.

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

/// The shipped rulebook with this id, read.
///
/// # Panics
/// When a shipped rulebook has a fault; the tests of this crate read every one.
#[must_use]
pub fn rulebook(id: &str) -> Option<Rulebook> {
    find(id).map(|text| read_rulebook(id, text).expect("shipped rulebooks have no faults"))
}

const SHIPPED: &[(&str, &str)] = &[("loebner-2010", include_str!("../../../rulebooks/loebner-2010.toml"))];
