//! The parts of the program and their permitted dependencies, as data.
//!
//! A pure part has no runtime, socket, clock or random numbers, neither its own nor through dependencies: the same record
//! always gives the same result. `ARCHITECTURE.md` describes each part.

/// A part of the program and its permitted dependencies.
pub(crate) struct Part {
    /// The name of the crate and of its folder.
    pub(crate) name: &'static str,
    /// True if time and chance only come in as arguments.
    pub(crate) pure: bool,
    /// The workspace crates that it may depend on.
    pub(crate) uses: &'static [&'static str],
}

/// Every crate under `crates/`, lowest first.
pub(crate) const PARTS: [Part; 25] = [
    // Only tests use it.
    Part { name: "fuzz", pure: false, uses: &[] },
    Part { name: "schemas-derive", pure: true, uses: &[] },
    Part { name: "schemas", pure: true, uses: &["schemas-derive"] },
    Part { name: "language", pure: true, uses: &[] },
    Part { name: "attachment", pure: true, uses: &["schemas", "language"] },
    Part { name: "rulebook", pure: true, uses: &["schemas", "attachment", "language"] },
    Part { name: "table", pure: true, uses: &[] },
    Part { name: "vocabulary", pure: true, uses: &["table"] },
    Part { name: "finalist", pure: true, uses: &["vocabulary"] },
    Part { name: "questions", pure: true, uses: &["rulebook", "vocabulary"] },
    Part { name: "schedule", pure: true, uses: &["schemas", "language", "rulebook", "table"] },
    Part { name: "statistics", pure: true, uses: &[] },
    Part { name: "tally", pure: true, uses: &["schemas", "language", "rulebook", "statistics", "table"] },
    Part { name: "record", pure: true, uses: &["schemas", "rulebook"] },
    Part {
        name: "contest",
        pure: true,
        uses: &["schemas", "attachment", "language", "rulebook", "schedule", "statistics", "tally", "record"],
    },
    Part {
        name: "archive",
        pure: true,
        uses: &["schemas", "language", "rulebook", "schedule", "tally", "record", "contest"],
    },
    Part { name: "intake", pure: true, uses: &["schemas", "language", "rulebook", "table", "schedule", "record"] },
    Part {
        name: "simulate",
        pure: true,
        uses: &["attachment", "finalist", "rulebook", "schedule", "statistics", "tally", "record", "contest"],
    },
    Part {
        name: "site",
        pure: true,
        uses: &[
            "attachment",
            "language",
            "rulebook",
            "schedule",
            "statistics",
            "tally",
            "record",
            "contest",
            "archive",
        ],
    },
    // It stores bytes and knows no type of the other crates.
    Part { name: "store", pure: false, uses: &[] },
    // Without `contest`, an entry's driver cannot learn who is judging.
    Part { name: "entry", pure: false, uses: &["schemas", "attachment", "language", "rulebook"] },
    Part {
        name: "server",
        pure: false,
        uses: &[
            "attachment",
            "language",
            "rulebook",
            "schedule",
            "tally",
            "record",
            "contest",
            "archive",
            "intake",
            "site",
            "store",
            "entry",
        ],
    },
    Part { name: "live", pure: false, uses: &["rulebook", "contest", "entry", "simulate"] },
    Part { name: "load", pure: false, uses: &["schemas", "rulebook", "contest", "live"] },
    Part {
        name: "viva",
        pure: false,
        uses: &[
            "attachment",
            "language",
            "rulebook",
            "vocabulary",
            "questions",
            "schedule",
            "statistics",
            "tally",
            "record",
            "contest",
            "archive",
            "intake",
            "simulate",
            "site",
            "store",
            "entry",
            "live",
            "load",
            "server",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_stand_in_order_and_use_only_what_stands_before_them() {
        for (place, part) in PARTS.iter().enumerate() {
            for used in part.uses {
                let below = PARTS[..place].iter().find(|lower| lower.name == *used);
                let below = below.unwrap_or_else(|| panic!("`{used}` does not stand before `{}`", part.name));
                assert!(below.pure || !part.pure, "`{}` is pure, `{used}` is not", part.name);
            }
        }
    }
}
