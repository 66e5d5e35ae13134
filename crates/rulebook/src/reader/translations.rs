//! A rulebook's translations beside their originals, and their fate when a contest overrides a text.

use super::document::{Item, Value, ValueContent};

/// The rulebook's counterpart of this key of a translation: the value of the key; in a list, the item with this id, or
/// the rating with this name.
pub(super) fn of_rulebook<'t>(original: &'t Value, key: &str) -> Option<&'t Value> {
    match &original.kind {
        ValueContent::Table(items) => items.get(key).map(|item| &item.value),
        ValueContent::List(items) => {
            items.iter().find_map(|item| named(item).filter(|(name, _)| *name == key)).map(|(_, of)| of)
        }
        _ => None,
    }
}

/// The name of a list item in translations, and the table with its texts.
pub(super) fn named(item: &Value) -> Option<(&str, &Value)> {
    let (of, key) = match item.find(&["rating"]) {
        Some(rating) => (rating, "name"),
        None => (item, "id"),
    };
    Some((of.find(&[key])?.text()?, of))
}

/// Collects the rulebook's names of rules, from every `rule` key.
pub(super) fn rules_named<'t>(tree: &'t Value, names: &mut Vec<&'t str>) {
    match &tree.kind {
        ValueContent::Table(items) => {
            for (key, item) in items.iter().filter(|(key, _)| *key != "translations") {
                match item.value.text() {
                    Some(name) if key == "rule" => names.push(name),
                    _ => rules_named(&item.value, names),
                }
            }
        }
        ValueContent::List(items) => items.iter().for_each(|item| rules_named(item, names)),
        _ => {}
    }
}

/// Applies the overrides of a contest to a rulebook. A translation belongs to a text: if the contest has another text,
/// the rulebook's translations of it are dropped, and the contest's own are kept.
pub(super) fn overlay(rulebook: &mut Value, overrides: Value) {
    let before = rulebook.clone();
    let mut translations = take(rulebook);
    rulebook.overlay(overrides);
    let own = take(rulebook);
    if let Some(Item { value, .. }) = &mut translations {
        drop_overridden(value, &before, rulebook);
    }
    let translations = match (translations, own) {
        (Some(mut of_rulebook), Some(own)) => {
            of_rulebook.value.overlay(own.value);
            Some(of_rulebook)
        }
        (of_rulebook, own) => of_rulebook.or(own),
    };
    if let (ValueContent::Table(items), Some(translations)) = (&mut rulebook.kind, translations) {
        items.insert("translations".to_owned(), translations);
    }
}

fn take(rulebook: &mut Value) -> Option<Item> {
    match &mut rulebook.kind {
        ValueContent::Table(items) => items.remove("translations"),
        _ => None,
    }
}

fn drop_overridden(translations: &mut Value, before: &Value, after: &Value) {
    let (mut named_before, mut named_after) = (Vec::new(), Vec::new());
    rules_named(before, &mut named_before);
    rules_named(after, &mut named_after);
    let is_gone = |name: &String| named_before.contains(&name.as_str()) && !named_after.contains(&name.as_str());
    let ValueContent::Table(languages) = &mut translations.kind else { return };
    for texts in languages.values_mut() {
        let ValueContent::Table(texts) = &mut texts.value.kind else { continue };
        texts.retain(|key, item| match &mut item.value.kind {
            ValueContent::Table(names) if key == "rules" => {
                names.retain(|name, _| !is_gone(name));
                true
            }
            _ => still_holds(&mut item.value, of_rulebook(before, key), of_rulebook(after, key)),
        });
    }
}

/// Returns whether any of the texts still translates the rulebook's own; the others are removed. A translation of
/// nothing is a fault of the rulebook, and stays to be reported.
fn still_holds(texts: &mut Value, before: Option<&Value>, after: Option<&Value>) -> bool {
    let Some(before) = before else { return true };
    match &mut texts.kind {
        ValueContent::Table(items) => {
            let were = items.len();
            items.retain(|key, item| {
                still_holds(&mut item.value, of_rulebook(before, key), after.and_then(|after| of_rulebook(after, key)))
            });
            were == 0 || !items.is_empty()
        }
        _ => after.is_some_and(|after| are_alike(before, after)),
    }
}

fn are_alike(one: &Value, other: &Value) -> bool {
    match (&one.kind, &other.kind) {
        (ValueContent::Text(one), ValueContent::Text(other)) => one == other,
        (ValueContent::List(one), ValueContent::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| are_alike(one, other))
        }
        _ => false,
    }
}
