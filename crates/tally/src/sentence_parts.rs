//! The clauses of sentences: as messages for the reader of a result, and in English for faults of files.

use std::fmt::Display;

use language::{Message, Say};
use statistics::share::{Method, Share as Sampled};

use crate::{Missing, Score, Share};

/// The most names in a sentence; of more it has the number only.
const MOST_NAMES: usize = 12;

/// The things a sentence counts and names.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Counted {
    Answers,
    Confederates,
    Interviews,
    Judges,
    Ranks,
    Votes,
    Witnesses,
}

impl Counted {
    /// `3 judges`; `no judge`.
    fn number(self, number: usize) -> Message {
        match self {
            Self::Answers => say!("result-answers", number = number),
            Self::Confederates => say!("result-confederates", number = number),
            Self::Interviews => say!("result-interviews", number = number),
            Self::Judges => say!("result-judges", number = number),
            Self::Ranks => say!("result-ranks", number = number),
            Self::Votes => say!("result-votes", number = number),
            Self::Witnesses => say!("result-witnesses", number = number),
        }
    }

    /// `3 judges (J1, J2, J4)`; `no judge`; `40 judges` when there are too many to name.
    pub(crate) fn named<T: Into<Message>>(self, items: impl IntoIterator<Item = T>) -> Message {
        let names: Vec<Message> = items.into_iter().map(Into::into).collect();
        let number = self.number(names.len());
        match names.len() {
            1..=MOST_NAMES => say!("result-named", counted = number, names = row(names)),
            _ => number,
        }
    }
}

/// `3 judges (J1, J2, J4)`, of ids.
pub(crate) fn named<T: Display>(what: Counted, items: impl IntoIterator<Item = T>) -> Message {
    what.named(items.into_iter().map(|item| item.to_string()))
}

/// `E1`, `E1 and E2`, `E1, E2 and E3`.
pub(crate) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> Message {
    Message::list(items.into_iter().map(|item| item.to_string()))
}

/// `E1, E2, E3`.
pub(crate) fn row(parts: Vec<Message>) -> Message {
    joined(parts, |first, then| say!("list-part", first = first, then = then))
}

/// Clauses, one after the other: `the mean rank decides: 1 for E1 and 2 for E2; the coin decided`.
pub(crate) fn clauses(parts: impl IntoIterator<Item = Message>) -> Message {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    joined(parts.collect(), |first, then| say!("result-clauses", first = first, then = then))
}

/// The parts joined in halves, so that nesting of messages stays shallow, even for a thousand parts.
fn joined(mut parts: Vec<Message>, join: fn(Message, Message) -> Message) -> Message {
    if parts.len() < 2 {
        return parts.pop().unwrap_or_else(|| Message::verbatim(""));
    }
    let then = parts.split_off(parts.len() / 2);
    join(joined(parts, join), joined(then, join))
}

/// A figure for a sentence; `none` when there is none.
pub(crate) fn or_none(score: Option<Score>) -> Message {
    score.map_or_else(|| say!("result-no-figure"), |score| score.to_string().into())
}

/// `3 of 4 interviews, 75.0 % (95 % interval 19.4 to 99.4 %, by Clopper-Pearson over 4 judges and 4 witnesses)`; `none of
/// 0 interviews` without any.
pub(crate) fn share(share: Share, interval: Option<&Sampled>) -> Message {
    share_of(share, say!("result-share-interviews", number = share.whole()), interval)
}

/// The share of anything else than interviews, with the number of the whole: `4 about people`. Without an interval if the
/// judgements allow none, and if they are not those of the share.
pub(crate) fn share_of(share: Share, whole: Message, interval: Option<&Sampled>) -> Message {
    let (part, all) = (share.part(), share.whole());
    if all == 0 {
        return say!("result-share-none", whole = whole);
    }
    let Some(found) = interval.filter(|found| found.n as u64 == all) else {
        return say!("result-share-alone", part = part, whole = whole, percent = per_cent(part, all));
    };
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    say!(
        "result-share",
        part = part,
        whole = whole,
        percent = per_cent(part, all),
        low = percent(found.interval.low),
        high = percent(found.interval.high),
        method = method(found.method),
        clusters = clusters(found.judges, found.witnesses)
    )
}

/// The name of the method of an interval.
#[must_use]
pub fn method(method: Method) -> Message {
    match method {
        Method::ClopperPearson => say!("result-by-exact"),
        Method::Wilson => say!("result-by-wilson"),
        Method::ClusteredWilson => say!("result-by-clusters"),
    }
}

/// The clusters of an interval: `4 judges and 3 witnesses`; `4 judges` where they all judged the same one.
#[must_use]
pub fn clusters(judges: usize, witnesses: usize) -> Message {
    let judges = say!("result-over-judges", number = judges);
    match witnesses {
        1 => judges,
        number => {
            let witnesses = say!("result-over-witnesses", number = number);
            say!("result-clusters", judges = judges, witnesses = witnesses)
        }
    }
}

/// `J1 about E2 with C3 and E4; J2 about C1`: the missing answers of each judge, in the order of the list. Of many
/// judges the first are named, with the number of further ones.
pub(crate) fn missing(missing: &[Missing], trials: bool) -> Message {
    let of_judge = missing.chunk_by(|a, b| (a.trial(), a.judge()) == (b.trial(), b.judge()));
    let of_judge = of_judge.map(|those| {
        let (judge, trial) = (those[0].judge().to_string(), those[0].trial());
        let what = Message::list(those.iter().map(Say::message));
        match trials {
            true => say!("result-missing-in-trial", judge = judge, trial = trial, what = what),
            false => say!("result-missing", judge = judge, what = what),
        }
    });
    let mut parts: Vec<Message> = of_judge.collect();
    if parts.len() > MOST_NAMES {
        let more = parts.split_off(MOST_NAMES).len();
        parts.push(say!("result-more-judges", number = more));
    }
    clauses(parts)
}

/// `E1`, `E1 and E2`, `E1, E2 and E3`, in English.
pub(crate) fn all_of<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined_by(items, "and")
}

/// `left`, `left or right`, `t1, t2 or t3`, in English.
pub(crate) fn one_of<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined_by(items, "or")
}

/// `1 judge`, `3 judges`, `2 entries`, `2 witnesses`, in English.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) if noun.ends_with('s') => format!("{number} {noun}es"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// The items, if they are few; of many the first, with the number of further ones: `J1, J2 and 30 more judges`, in
/// English.
pub(crate) fn named_first<T: Display>(items: impl IntoIterator<Item = T>, noun: &str) -> String {
    let mut names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if names.len() > MOST_NAMES {
        let more = names.split_off(MOST_NAMES).len();
        names.push(count(more, noun).replacen(' ', " more ", 1));
    }
    all_of(names)
}

/// The per cent with one decimal place, halves rounded up.
fn per_cent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let tenths = (2000 * part + whole) / (2 * whole);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn joined_by<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
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
        let named = |number| Counted::Judges.named(names(number)).to_string();
        assert_eq!(named(MOST_NAMES), format!("{MOST_NAMES} judges ({all})"));
        assert_eq!(named(MOST_NAMES + 1), format!("{} judges", MOST_NAMES + 1));
        assert_eq!(named(0), "no judge");
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
