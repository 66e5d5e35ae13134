//! The clauses that sentences are made of.

use std::fmt::Display;

/// How many names a sentence bears; of more it gives the number.
const MOST_NAMES: usize = 12;

/// `E1`, `E1 and E2`, `E1, E2 and E3`.
pub(crate) fn all_of<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "and")
}

/// `left`, `left or right`, `t1, t2 or t3`.
pub(crate) fn one_of<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "or")
}

/// `1 judge`, `3 judges`, `2 entries`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// `3 judges (J1, J2, J4)`; `no judge`; `40 judges` when there are too many to name.
pub(crate) fn named<T: Display>(items: impl IntoIterator<Item = T>, noun: &str) -> String {
    let names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match names.len() {
        0 => format!("no {noun}"),
        many if many > MOST_NAMES => count(many, noun),
        few => format!("{} ({})", count(few, noun), names.join(", ")),
    }
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} {word} {last}", items.join(", ")),
    }
}
