//! Words for orders: the comparative and both superlatives of a quality.

/// A quality by which people are put into an order in questions.
pub(crate) struct Relation {
    /// The comparative: `older`.
    pub(crate) more: &'static str,
    /// The superlative: `oldest`.
    pub(crate) most: &'static str,
    /// The superlative of the other end: `youngest`.
    pub(crate) least: &'static str,
}

/// The qualities.
pub(crate) const RELATIONS: [Relation; 8] = [
    Relation { more: "older", most: "oldest", least: "youngest" },
    Relation { more: "taller", most: "tallest", least: "shortest" },
    Relation { more: "faster", most: "fastest", least: "slowest" },
    Relation { more: "stronger", most: "strongest", least: "weakest" },
    Relation { more: "richer", most: "richest", least: "poorest" },
    Relation { more: "heavier", most: "heaviest", least: "lightest" },
    Relation { more: "happier", most: "happiest", least: "saddest" },
    Relation { more: "louder", most: "loudest", least: "quietest" },
];

/// The quality with this comparative.
pub(crate) fn relation(more: &str) -> Option<&'static Relation> {
    RELATIONS.iter().find(|relation| relation.more == more)
}
