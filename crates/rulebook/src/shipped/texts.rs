//! The texts of the shipped rulebooks, by id.

/// The text of the shipped rulebook with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == id).map(|(_, text)| *text)
}

/// The ids of all shipped rulebooks, in alphabetical order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../../rulebooks/", $id, ".toml")))),*]
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
