//! Gaps of questions: the words of a clause that answer a question for a place, a time, a number, a thing.

use std::ops::Range;

use vocabulary::Vocabulary;

use super::question::{AUXILIARIES, Gap, Question};
use crate::{
    forms::{bare, base},
    memory::{Clause, is_verb, meaning},
    numbers,
    text::{Sentence, turned},
};

/// The words of a clause that fill the gap, from the other side's view.
pub(super) fn filled(question: &Question, clause: &Clause) -> Option<String> {
    let words = &clause.words;
    let part = match &question.gap {
        Gap::Everything => 0..words.low.len(),
        Gap::Subject => subject(words)?,
        Gap::Object => object(question, words)?,
        Gap::Kind(kind) => of_kind(question, kind, words)?,
        Gap::Number(noun) => number(noun, words)?,
        Gap::Where => after(
            words,
            &[
                "in", "at", "to", "on", "under", "behind", "near", "from", "into", "inside", "beside", "next", "above",
                "by",
            ],
            false,
        )?,
        Gap::When => time(words)?,
        Gap::Why => {
            let place = words
                .low
                .iter()
                .position(|word| word == "because" || word == "since")
                .or_else(|| words.low.windows(2).position(|pair| pair[0] == "to" && is_verb(&pair[1])))?;
            place..words.low.len()
        }
        Gap::After(preposition) => {
            let part = after(words, &[preposition.as_str()], true)?;
            part.start + 1..part.end
        }
        Gap::How => after(words, &["by", "with"], true)?,
    };
    (!part.is_empty()).then(|| turned(&words.raw[part]))
}

/// The words before the verb.
fn subject(words: &Sentence) -> Option<Range<usize>> {
    let verb = words
        .low
        .iter()
        .position(|word| is_verb(word) || AUXILIARIES.contains(&word.as_str()))
        .filter(|verb| *verb > 0);
    let verb = verb.or_else(|| {
        (1..words.low.len()).find(|place| words.low[*place].ends_with('s') || words.low[*place].ends_with("ed"))
    })?;
    Some(0..verb)
}

const PREPOSITIONS: [&str; 24] = [
    "in",
    "at",
    "on",
    "to",
    "with",
    "for",
    "from",
    "by",
    "near",
    "under",
    "behind",
    "after",
    "before",
    "because",
    "when",
    "every",
    "during",
    "yesterday",
    "today",
    "tomorrow",
    "last",
    "this",
    "named",
    "called",
];

/// The object: the words after the last key or verb, up to a preposition.
fn object(question: &Question, words: &Sentence) -> Option<Range<usize>> {
    let key = |word: &String| question.keys.contains(&meaning(word)) || AUXILIARIES.contains(&word.as_str());
    let verb = subject(words).map_or(0, |subject| subject.end);
    // Keys after the object, such as `for breakfast`, are passed over.
    let verb_key = (verb..words.low.len())
        .take_while(|place| {
            key(&words.low[*place])
                || is_verb(&words.low[*place])
                || words.low[*place] == "to" && words.low.get(place + 1).is_some_and(|next| is_verb(next))
        })
        .last();
    let mut start = verb_key.map_or(verb + 1, |place| place + 1);
    let place_only = words.low.get(start).is_some_and(|word| ["to", "in", "at"].contains(&word.as_str()));
    if place_only {
        start += 1;
    }
    let end = noun_end(words, start);
    (start < end).then_some(start..end)
}

fn noun_end(words: &Sentence, start: usize) -> usize {
    (start..words.low.len())
        .find(|place| *place > start && PREPOSITIONS.contains(&words.low[*place].as_str()))
        .unwrap_or(words.low.len())
}

/// The noun of a kind, or the noun after `favourite KIND is`.
fn of_kind(question: &Question, kind: &str, words: &Sentence) -> Option<Range<usize>> {
    let vocabulary = Vocabulary::shipped();
    let kind = if kind == "color" { "colour" } else { kind };
    let is_kind = |place: usize, length: usize| {
        let text = words.low[place..place + length].join(" ");
        let singular = vocabulary
            .lookup(&text)
            .any(|word| vocabulary.is_a(&word.word, kind) || word.kinds.iter().any(|known| known == kind));
        singular && !question.keys.contains(&meaning(&text))
    };
    for length in [2, 1] {
        for place in 0..words.low.len().saturating_sub(length - 1) {
            if is_kind(place, length) {
                let start = if place > 0 && ["a", "an", "the", "my", "some"].contains(&words.low[place - 1].as_str()) {
                    place - 1
                } else {
                    place
                };
                return Some(start..place + length);
            }
        }
    }
    // `a small grey pony` for `which pony`, `my favourite colour is blue`.
    if let Some(at) = words.low.iter().position(|word| base(word) == kind) {
        if words.low.get(at + 1).is_some_and(|word| ["is", "was", "are", "were"].contains(&word.as_str())) {
            let end = noun_end(words, at + 2);
            return (at + 2 < end).then_some(at + 2..end);
        }
        let start = (0..at)
            .rev()
            .take_while(|place| !is_verb(&words.low[*place]) && !PREPOSITIONS.contains(&words.low[*place].as_str()))
            .last();
        if let Some(start) = start.filter(|start| at - start > 1) {
            return Some(start..at + 1);
        }
    }
    let known = vocabulary.noun(kind).is_some_and(|kind| vocabulary.members(&kind.word).next().is_some());
    let object = object(question, words)?;
    // A thing of another kind is no answer.
    let text = words.low[object.clone()].join(" ");
    let other = vocabulary.noun(bare(&text)).is_some();
    (!(known && other)).then_some(object)
}

/// A number with its noun.
fn number(noun: &str, words: &Sentence) -> Option<Range<usize>> {
    let mut place = 0;
    while place < words.low.len() {
        let Some((_, length)) = numbers::leading(&words.low[place..]) else {
            place += 1;
            continue;
        };
        let end = place + length;
        let after = &words.low[end..(end + 3).min(words.low.len())];
        let counted = after.iter().position(|word| base(word) == noun);
        if noun.is_empty() {
            let unit = after.first().is_some_and(|unit| {
                [
                    "years",
                    "year",
                    "metres",
                    "miles",
                    "kilometres",
                    "hours",
                    "minutes",
                    "feet",
                    "days",
                    "weeks",
                    "months",
                    "pounds",
                    "centimetres",
                    "times",
                ]
                .contains(&unit.as_str())
            });
            return Some(place..end + usize::from(unit));
        }
        if let Some(counted) = counted {
            return Some(place..end + counted + 1);
        }
        place = end;
    }
    None
}

/// Words that name a time.
const TIMES: [&str; 38] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "morning",
    "evening",
    "afternoon",
    "night",
    "noon",
    "midnight",
    "o'clock",
    "summer",
    "winter",
    "spring",
    "autumn",
    "weekend",
    "week",
    "year",
    "month",
    "christmas",
    "easter",
    "mondays",
    "sundays",
];

fn is_time(words: &[String]) -> bool {
    words.iter().any(|word| {
        TIMES.contains(&word.as_str())
            || TIMES.contains(&word.trim_end_matches('s'))
            || word.len() == 4 && word.parse::<u16>().is_ok()
    })
}

fn time(words: &Sentence) -> Option<Range<usize>> {
    let low = &words.low;
    if let Some(place) =
        low.iter().position(|word| matches!(word.as_str(), "yesterday" | "today" | "tomorrow" | "tonight"))
    {
        let end =
            if low.get(place + 1).is_some_and(|next| TIMES.contains(&next.as_str())) { place + 2 } else { place + 1 };
        return Some(place..end);
    }
    if let Some(place) = low
        .iter()
        .position(|word| matches!(word.as_str(), "last" | "next" | "every" | "this"))
        .filter(|place| is_time(&low[*place..(*place + 3).min(low.len())]))
    {
        return Some(place..(place + 2).min(low.len()));
    }
    if let Some(place) = low.iter().position(|word| word == "ago") {
        return Some(place.saturating_sub(2)..place + 1);
    }
    let starts =
        (0..low.len()).filter(|place| ["at", "on", "in", "during", "before", "after"].contains(&low[*place].as_str()));
    for place in starts {
        let end = noun_end(words, place + 1);
        let clock = low.get(place + 1).is_some_and(|word| numbers::of_word(word).is_some() || word.contains(':'));
        if is_time(&low[place..end]) || clock {
            return Some(place..end);
        }
    }
    None
}

/// The phrase after one of the prepositions; the last one that is no time.
fn after(words: &Sentence, prepositions: &[&str], times: bool) -> Option<Range<usize>> {
    let low = &words.low;
    let mut places = (1..low.len().max(1)).rev().filter(|place| {
        let verb_follows =
            low[*place] == "to" && low.get(place + 1).is_some_and(|next| is_verb(next) && next != "work");
        prepositions.contains(&low[*place].as_str()) && !verb_follows
    });
    places.find_map(|place| {
        let end = (place + 1..low.len())
            .find(|at| PREPOSITIONS.contains(&low[*at].as_str()) && low[*at] != "this")
            .unwrap_or(low.len());
        (end > place + 1 && (times || !is_time(&low[place..end]))).then_some(place..end)
    })
}
