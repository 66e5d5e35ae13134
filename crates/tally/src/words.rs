//! The clauses that reasons are made of.

use std::fmt::Display;

use crate::figures::{Figures, Ranks};

/// `E1`, `E1 and E2`, `E1, E2 and E3`.
pub(crate) fn all_of<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", items.join(", ")),
    }
}

/// `1 judge`, `3 judges`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `3 judges (J1, J2, J4)`.
pub(crate) fn named<T: Display>(items: impl IntoIterator<Item = T>, noun: &str) -> String {
    let names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{} ({})", count(names.len(), noun), names.join(", "))
}

/// `by 3 judges (J1, J2, J4)`, with the number of interviews where a judge met the entry more than once.
pub(crate) fn by_judges(figures: &Figures) -> String {
    match (figures.times as usize, figures.judges.len()) {
        (0, _) => "by no judge".to_owned(),
        (times, judges) if times == judges => format!("by {}", named(&figures.judges, "judge")),
        (times, _) => format!("in {times} interviews by {}", named(&figures.judges, "judge")),
    }
}

/// `2.25 (9/4)`: the mean for people, the fraction for those who check.
pub(crate) fn mean_rank(ranks: Ranks) -> String {
    match ranks.mean() {
        Some(mean) => format!("{mean:.2} ({}/{})", ranks.sum, ranks.count),
        None => "none".to_owned(),
    }
}
