//! The texts of a rulebook that a translation leaves out, found along the shape of a translation.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::{
    Rulebook,
    shape::{self, Shape, ShapeKind},
};

impl Rulebook {
    /// The texts without a translation into this language, by their keys in a translation: `awards.gold.title`. A text
    /// that `de-AT` leaves out is not looked up in `de`.
    ///
    /// # Panics
    /// Never: every rulebook has a JSON form.
    #[must_use]
    pub fn untranslated(&self, tag: &str) -> Vec<String> {
        let rulebook = crate::json::to_value(self).expect("a rulebook has a JSON form");
        let said = rulebook.get("translations").and_then(|languages| languages.get(tag));
        let mut left_out = Vec::new();
        collect(shape_of_translation(), &rulebook, said, "", &mut left_out);
        let mut rules = BTreeSet::new();
        collect_rules(&rulebook, &mut rules);
        let named = said.and_then(|said| said.get("rules"));
        let unnamed = rules.into_iter().filter(|rule| named.and_then(|named| named.get(*rule)).is_none());
        left_out.extend(unnamed.map(|rule| format!("rules.\"{rule}\"")));
        left_out
    }
}

fn shape_of_translation() -> &'static Shape {
    let languages = shape::of_rulebook().fields().iter().find(|field| field.key == "translations");
    match languages.map(|field| &field.shape.kind) {
        Some(ShapeKind::Map(translation)) => translation,
        other => unreachable!("translations are a table by languages, and not {other:?}"),
    }
}

fn collect(shape: &Shape, original: &Json, said: Option<&Json>, path: &str, left_out: &mut Vec<String>) {
    let mut below = |key: &str, shape: &Shape, original: &Json| {
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        collect(shape, original, said.and_then(|said| said.get(key)), &path, left_out);
    };
    match (&shape.kind, original) {
        (ShapeKind::Table(fields), original) => {
            for field in fields {
                if let Some(original) = original.get(&field.key) {
                    below(&field.key, &field.shape, original);
                }
            }
        }
        (ShapeKind::Map(values), Json::Object(items)) => items.iter().for_each(|(key, item)| below(key, values, item)),
        (ShapeKind::Map(values), Json::Array(items)) => {
            for item in items {
                let (of, name) = item.get("rating").map_or((item, "id"), |rating| (rating, "name"));
                if let Some(name) = of.get(name).and_then(Json::as_str) {
                    below(name, values, of);
                }
            }
        }
        (ShapeKind::List { .. }, Json::Array(items)) if items.is_empty() => {}
        _ if said.is_none() => left_out.push(path.to_owned()),
        _ => {}
    }
}

fn collect_rules<'j>(json: &'j Json, rules: &mut BTreeSet<&'j str>) {
    match json {
        Json::Object(items) => {
            for (key, item) in items.iter().filter(|(key, _)| *key != "translations") {
                match item {
                    Json::String(rule) if key == "rule" => _ = rules.insert(rule),
                    item => collect_rules(item, rules),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect_rules(item, rules)),
        _ => {}
    }
}
