//! The rulebooks that come inside the program, as the TOML text people may read, copy and change.

/// The text of the shipped rulebook with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == id).map(|(_, text)| *text)
}

/// The ids of all shipped rulebooks, in alphabetical order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

const SHIPPED: &[(&str, &str)] = &[("loebner-2010", include_str!("../../../rulebooks/loebner-2010.toml"))];
