//! Checks of a whole suite: slots, keys, items that ask the same or contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use vocabulary::Vocabulary;

use crate::{
    Facts, Item, Key, Set, Wrong,
    computation::first_has_more,
    document::{Document, Place},
    text::{slots_of, words_of},
};

/// Reports every fault of the items among themselves and with the vocabulary.
pub(crate) fn check(
    document: &mut Document<'_>,
    sets: &[(Place, Set)],
    items: &[(Place, Item)],
    facts: &Facts,
    vocabulary: &Vocabulary,
) {
    repeated(document, sets.iter().map(|(place, set)| (place, set.id.as_str())));
    repeated(document, items.iter().map(|(place, item)| (place, item.id.as_str())));
    for (place, set) in sets {
        if items.iter().all(|(_, item)| item.set != set.id) {
            document.fault(place, Wrong::EmptySet(set.id.clone()));
        }
    }
    for (place, item) in items {
        if sets.iter().all(|(_, set)| set.id != item.set) {
            document.fault(place, Wrong::NoSet(item.set.clone()));
        }
        slots(document, place, item);
        key(document, place, item, facts, vocabulary);
    }
    same_items(document, items);
    orders(document, items);
}

fn repeated<'s>(document: &mut Document<'_>, names: impl Iterator<Item = (&'s Place, &'s str)>) {
    let mut lines = BTreeMap::new();
    for (place, name) in names {
        match lines.get(name) {
            Some(first) => document.fault(place, Wrong::Twice { name: name.to_owned(), first: *first }),
            None => drop(lines.insert(name, place.line)),
        }
    }
}

fn slots(document: &mut Document<'_>, place: &Place, item: &Item) {
    let texts = item.tell.iter().chain(&item.between).chain([&item.ask]);
    let in_texts: BTreeSet<&str> = texts.flat_map(|text| slots_of(text)).collect();
    for slot in in_texts.iter().filter(|slot| !item.slots.contains_key(**slot)) {
        document.fault(place, Wrong::UnfilledSlot((*slot).to_owned()));
    }
    for slot in item.slots.keys().filter(|slot| !in_texts.contains(slot.as_str())) {
        document.fault(place, Wrong::UnusedSlot(slot.clone()));
    }
    if let Some(computes) = item.computes {
        for slot in computes.slots().iter().filter(|slot| !item.slots.contains_key(**slot)) {
            document.fault(place, Wrong::NeedsSlot { computes: computes.name(), slot });
        }
    }
}

fn key(document: &mut Document<'_>, place: &Place, item: &Item, facts: &Facts, vocabulary: &Vocabulary) {
    let Some(computes) = item.computes else { return };
    if computes.needs_moment() {
        if item.key.is_some() {
            document.fault(place, Wrong::KeyOfClock(computes.name()));
        }
        return;
    }
    if computes.slots().iter().any(|slot| !item.slots.contains_key(*slot)) {
        return;
    }
    match (computes.key(vocabulary, facts, &item.slots), &item.key) {
        (Some(computed), Some(found)) if computed != *found => {
            let (found, computed) = (shown(found), shown(&computed));
            document.fault(place, Wrong::KeyContradicted { computes: computes.name(), found, computed });
        }
        (Some(_), Some(_)) => {}
        (Some(_), None) => document.fault(place, Wrong::Missing("key")),
        (None, _) => {
            let pair = computes.comparison().map(|(measure, _)| (measure, &item.slots["first"], &item.slots["second"]));
            let close = pair.filter(|(measure, first, second)| {
                vocabulary.compare(*measure, first, second).is_some()
                    && first_has_more(vocabulary, *measure, first, second).is_none()
            });
            let wrong = match close {
                Some((_, first, second)) => Wrong::TooClose { first: first.clone(), second: second.clone() },
                None => Wrong::NoKey(computes.name()),
            };
            document.fault(place, wrong);
        }
    }
}

fn shown(key: &Key) -> String {
    let lists = [("", &key.any), ("all of ", &key.all), ("not ", &key.not)];
    let lists = lists.iter().filter(|(_, list)| !list.is_empty());
    lists.map(|(word, list)| format!("{word}{}", list.join(" | "))).collect::<Vec<_>>().join("; ")
}

/// Reports items that ask the same: with the same words throughout, or the same question alone with another key.
fn same_items(document: &mut Document<'_>, items: &[(Place, Item)]) {
    let mut whole: BTreeMap<Vec<Vec<String>>, &Item> = BTreeMap::new();
    let mut alone: BTreeMap<Vec<String>, &Item> = BTreeMap::new();
    for (place, item) in items {
        let turns: Vec<Vec<String>> = item.turns().iter().map(|turn| words_of(turn)).collect();
        if let Some(first) = whole.insert(turns, item) {
            document.fault(place, Wrong::SameItem(first.id.clone()));
            continue;
        }
        if let Some(first) = alone.insert(words_of(&item.question()), item)
            && first.key != item.key
        {
            let why = "the same question has another key".to_owned();
            document.fault(place, Wrong::Contradiction { other: first.id.clone(), why });
        }
    }
}

/// Reports an order of people that the orders before it contradict.
fn orders(document: &mut Document<'_>, items: &[(Place, Item)]) {
    // For each quality and person, the people with less of it, and the item that says so.
    let mut less: BTreeMap<(&str, &str), Vec<(&str, &Item)>> = BTreeMap::new();
    for (place, item) in items.iter().filter(|(_, item)| item.computes == Some(crate::Computation::Order)) {
        let slot = |name: &str| item.slots.get(name).map(String::as_str);
        let (Some(more), Some(x), Some(y), Some(z)) = (slot("more"), slot("x"), slot("y"), slot("z")) else { continue };
        for (above, below) in [(x, y), (y, z)] {
            if let Some(other) = path(&less, more, below, above) {
                let why = format!("{above} is {more} than {below}");
                document.fault(place, Wrong::Contradiction { other: other.id.clone(), why });
                break;
            }
            less.entry((more, above)).or_default().push((below, item));
        }
    }
}

/// The item that begins a path from one person down to another; also where both are the same person.
fn path<'i>(
    less: &BTreeMap<(&str, &str), Vec<(&'i str, &'i Item)>>,
    more: &str,
    from: &str,
    to: &str,
) -> Option<&'i Item> {
    let mut open: Vec<(&str, Option<&Item>)> = vec![(from, None)];
    let mut seen = BTreeSet::new();
    while let Some((person, first)) = open.pop() {
        if person == to {
            return first;
        }
        if seen.insert(person.to_owned()) {
            let next = less.get(&(more, person)).into_iter().flatten();
            open.extend(next.map(|(below, item)| (*below, first.or(Some(*item)))));
        }
    }
    None
}
