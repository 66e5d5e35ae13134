//! The reader of suites.

use std::collections::BTreeMap;

use vocabulary::Vocabulary;

use crate::{
    Anchor, Computation, Facts, Faults, Half, ITEMS_MAX, Item, Key, Set, Suite, Wrong, checks,
    document::{Document, Place, Table},
};

/// Reads a suite from TOML and checks it with a vocabulary.
///
/// # Errors
/// All faults at once, each with its line and its place in the document.
pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Suite, Faults> {
    let (mut document, content) = Document::parse(text);
    let root = Document::root(&content);
    document.allow(&root, &["seed", "marks", "halves", "facts", "sets", "items"]);
    let seed = document.text_at(&root, "seed");
    let marks = document.need(&root, "marks").and_then(|value| document.number(&value, "a whole number"));
    let halves = document.get(&root, "halves").and_then(|value| document.switch(&value)).unwrap_or(false);
    let facts = document.need(&root, "facts").and_then(|value| document.table(value));
    let facts = facts.and_then(|table| read_facts(&mut document, &table));
    let scale = (marks.unwrap_or(2), halves);
    let sets = document.tables_at(&root, "sets");
    let sets: Vec<(Place, Set)> = sets.iter().filter_map(|table| read_set(&mut document, table, scale)).collect();
    let items = document.tables_at(&root, "items");
    if items.len() > ITEMS_MAX {
        let wrong = Wrong::Count { found: items.len(), of: "items", least: 1, most: ITEMS_MAX };
        document.fault(&root.place, wrong);
        return document.finish(None);
    }
    let items: Vec<(Place, Item)> = items.iter().filter_map(|table| read_item(&mut document, table)).collect();
    if let Some(facts) = facts {
        checks::check(&mut document, &sets, &items, &facts, vocabulary);
    }
    let suite = marks.zip(facts).map(|(marks, facts)| Suite {
        seed,
        marks,
        halves,
        facts,
        sets: sets.into_iter().map(|(_, set)| set).collect(),
        items: items.into_iter().map(|(_, item)| item).collect(),
    });
    document.finish(suite)
}

/// Reads the facts of a suite or of templates.
pub(crate) fn read_facts(document: &mut Document<'_>, table: &Table<'_>) -> Option<Facts> {
    document.allow(table, &["start", "rounds", "round_minutes"]);
    let start = document.need(table, "start");
    let start = start.and_then(|value| document.parsed(&value, "a time such as 2030-05-10T09:30"));
    let mut count = |key| {
        let value = document.need(table, key)?;
        let number: u16 = document.number(&value, "a whole number")?;
        if !(1..=1000).contains(&number) {
            let wrong = Wrong::Count { found: number.into(), of: "rounds or minutes", least: 1, most: 1000 };
            document.fault(&value.place, wrong);
            return None;
        }
        Some(number)
    };
    let (rounds, round_minutes) = (count("rounds"), count("round_minutes"));
    Some(Facts { start: start?, rounds: rounds?, round_minutes: round_minutes? })
}

/// Reads a set of a suite or of templates; `scale` is the highest mark, and whether halves are allowed.
pub(crate) fn read_set(document: &mut Document<'_>, table: &Table<'_>, scale: (u16, bool)) -> Option<(Place, Set)> {
    document.allow(table, &["id", "title", "anchors"]);
    let (id, title) = (document.needed_text(table, "id"), document.needed_text(table, "title"));
    let mut anchors = vec![];
    for anchor in document.tables_at(table, "anchors") {
        document.allow(&anchor, &["mark", "meaning"]);
        let meaning = document.needed_text(&anchor, "meaning");
        let Some(value) = document.need(&anchor, "mark") else { continue };
        let mark: Option<Half> = document.number(&value, "a mark in steps of a half");
        if let (Some(mark), Some(meaning)) = (mark, meaning) {
            if mark > Half::whole(scale.0) || (!scale.1 && !mark.is_whole()) {
                let wrong = Wrong::Mark { found: mark.to_string(), marks: scale.0, halves: scale.1 };
                document.fault(&value.place, wrong);
            }
            anchors.push(Anchor { mark, meaning });
        }
    }
    for end in [Half::whole(0), Half::whole(scale.0)] {
        if anchors.iter().all(|anchor| anchor.mark != end) {
            document.fault(&table.place, Wrong::NoAnchor(end.to_string()));
        }
    }
    anchors.sort_by_key(|anchor| anchor.mark);
    Some((table.place.clone(), Set { id: id?, title: title?, anchors }))
}

fn read_item(document: &mut Document<'_>, table: &Table<'_>) -> Option<(Place, Item)> {
    document.allow(table, &["id", "set", "tell", "between", "ask", "slots", "computes", "key"]);
    let (id, set) = (document.needed_text(table, "id"), document.needed_text(table, "set"));
    let ask = document.needed_text(table, "ask");
    let tell = document.text_at(table, "tell");
    let between = document.texts_at(table, "between");
    let slots = read_slots(document, table, "slots");
    let computes = document.get(table, "computes");
    let computes: Option<Computation> = computes.and_then(|value| document.parsed(&value, "a computation"));
    let key = document.get(table, "key").and_then(|value| document.table(value));
    let key = key.map(|table| {
        document.allow(&table, &["any", "all", "not"]);
        let mut texts = |key| document.texts_at(&table, key);
        Key { any: texts("any"), all: texts("all"), not: texts("not") }
    });
    let item = Item { id: id?, set: set?, tell, between, ask: ask?, slots, computes, key };
    Some((table.place.clone(), item))
}

/// The texts of a table under a key, by their keys.
pub(crate) fn read_slots(document: &mut Document<'_>, table: &Table<'_>, key: &str) -> BTreeMap<String, String> {
    let slots = document.get(table, key).and_then(|value| document.table(value));
    let Some(slots) = slots else { return BTreeMap::new() };
    let entries = document.entries(&slots);
    entries.into_iter().filter_map(|(name, value)| Some((name, document.text(&value)?))).collect()
}
