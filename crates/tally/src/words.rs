//! The clauses that sentences are made of.

use std::fmt::Display;

use statistics::proportion::{Z_95, wilson};

use crate::Missing;

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

/// `1 judge`, `3 judges`, `2 entries`, `2 witnesses`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) if noun.ends_with('s') => format!("{number} {noun}es"),
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

/// `3 of 4 interviews, 75.0 % (95 % Wilson interval: 30.1 to 95.4 %)`; `none of 0 interviews` without any.
pub(crate) fn share(part: u64, whole: u64) -> String {
    share_of(part, whole, if whole == 1 { "interview" } else { "interviews" })
}

/// The same of something else than interviews.
pub(crate) fn share_of(part: u64, whole: u64, things: &str) -> String {
    let Some(interval) = wilson(part, whole, Z_95) else { return format!("none of 0 {things}") };
    let (low, high) = (interval.low * 100.0, interval.high * 100.0);
    let per_cent = per_cent(part, whole);
    format!("{part} of {whole} {things}, {per_cent} % (95 % Wilson interval: {low:.1} to {high:.1} %)")
}

/// `J1 about E2 with C3 and E4, J2 about C1`: what is missing of each judge, in the order of the list. Of many judges the first
/// are named, with how many more there are.
pub(crate) fn missing(missing: &[Missing], trials: bool) -> String {
    let of_judge = missing.chunk_by(|a, b| (a.trial(), a.judge()) == (b.trial(), b.judge()));
    let of_judge = of_judge.map(|those| {
        let trial = if trials { format!(" in trial {}", those[0].trial()) } else { String::new() };
        format!("{}{trial} about {}", those[0].judge(), all_of(those))
    });
    first_of(of_judge, "judge").join("; ")
}

/// All of them where they are few; of many the first, with how many more there are: `J1, J2 and 30 more judges`.
pub(crate) fn named_first<T: Display>(items: impl IntoIterator<Item = T>, noun: &str) -> String {
    all_of(first_of(items, noun))
}

fn first_of<T: Display>(items: impl IntoIterator<Item = T>, noun: &str) -> Vec<String> {
    let mut names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if names.len() > MOST_NAMES {
        let more = names.split_off(MOST_NAMES).len();
        names.push(count(more, noun).replacen(' ', " more ", 1));
    }
    names
}

/// With one decimal place, the half rounded up.
fn per_cent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let tenths = (2000 * part + whole) / (2 * whole);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} {word} {last}", items.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_names_as_are_allowed_are_told_and_one_more_is_not() {
        let names = |number: usize| (1..=number).map(|number| format!("J{number}"));
        let all = names(MOST_NAMES).collect::<Vec<_>>().join(", ");
        assert_eq!(named(names(MOST_NAMES), "judge"), format!("{MOST_NAMES} judges ({all})"));
        assert_eq!(named(names(MOST_NAMES + 1), "judge"), format!("{} judges", MOST_NAMES + 1));
        assert!(!named_first(names(MOST_NAMES), "judge").contains("more"));
        assert!(named_first(names(MOST_NAMES + 1), "judge").ends_with(" and 1 more judge"));
    }

    #[test]
    fn nouns_have_their_plurals() {
        assert_eq!([1, 2].map(|number| count(number, "entry")), ["1 entry", "2 entries"]);
        assert_eq!([1, 0].map(|number| count(number, "witness")), ["1 witness", "0 witnesses"]);
        assert_eq!(count(3, "judge"), "3 judges");
    }
}
