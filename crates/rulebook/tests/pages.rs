//! The documents made from the types: the page of a rulebook, the reference, the JSON Schema.
//!
//! `UPDATE=1 cargo test -p rulebook --test pages` writes the reference and the schema into `docs`.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeMap, env, fs, path::PathBuf};

use language::Language;
use rulebook::{Rulebook, page, read_rulebook, reference, schema_of_rulebook, shipped};
use serde_json::Value as Json;

#[test]
fn a_rulebook_can_be_read_in_a_terminal() {
    for id in ["loebner-2006", "surrey-2003", "human-or-not-2023"] {
        insta::assert_snapshot!(format!("page-{id}"), page(&shipped::rulebook(id).unwrap()));
    }
    let own = read_rulebook("own.toml", include_str!("fixtures/own/village-hall.toml")).unwrap();
    insta::assert_snapshot!("page-own", page(&own));
}

#[test]
fn a_page_has_every_key_and_every_value_in_lines_of_eighty() {
    for rulebook in shipped::ids().filter_map(shipped::rulebook) {
        let page = page(&rulebook);
        let words: Vec<_> = page.split_whitespace().collect();
        // The names of parts are in capitals.
        let words = words.join(" ").to_lowercase();
        let mut leaves = Vec::new();
        // The page shows instructions with the figures of the rules filled in.
        let mut told = rulebook.clone();
        told.instructions.judge = rulebook.told_to_judges(Language::english());
        told.instructions.confederate = rulebook.told_to_confederates(Language::english());
        // For other languages it only lists their tags.
        assert!(page.contains(&told.translations.into_keys().collect::<Vec<_>>().join(", ")));
        told.translations = BTreeMap::new();
        collect(&serde_json::to_value(&told).unwrap(), &mut leaves);
        for leaf in leaves {
            let leaf: Vec<_> = leaf.split_whitespace().collect();
            assert!(words.contains(&leaf.join(" ").to_lowercase()), "{} lacks {leaf:?}", rulebook.id);
        }
        let longest = page.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 80, "{}: {longest}", rulebook.id);
    }
}

#[test]
fn the_reference_in_the_documents_is_that_of_the_types() {
    let path = docs("rulebook.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once(BEGIN).unwrap();
    let (written, tail) = rest.split_once(END).unwrap();
    let made = format!("\n\n{}\n", reference());
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{head}{BEGIN}{made}{END}{tail}")).unwrap();
    } else {
        assert!(written == made, "docs/rulebook.md is behind the types: run this test with UPDATE=1");
    }
}

#[test]
fn the_schema_for_editors_is_that_of_the_types() {
    let path = docs("rulebook.schema.json");
    let made = format!("{}\n", serde_json::to_string_pretty(&schema_of_rulebook()).unwrap());
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        assert!(
            fs::read_to_string(&path).unwrap() == made,
            "{} is behind the types: run with UPDATE=1",
            path.display()
        );
    }
}

/// A default in the schema equals the value when the key is absent.
#[test]
fn a_default_that_is_written_out_changes_nothing() {
    let schema = schema_of_rulebook();
    for rulebook in shipped::ids().filter_map(shipped::rulebook) {
        let mut told = serde_json::to_value(&rulebook).unwrap();
        let added = write_defaults(&mut told, &schema, &schema["$defs"]);
        assert!(added > 5, "{added}");
        assert_eq!(serde_json::from_value::<Rulebook>(told).unwrap(), rulebook);
    }
}

const BEGIN: &str = "<!-- reference: made from the types -->";
const END: &str = "<!-- end of reference -->";

fn docs(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// All keys and values of a record's JSON.
fn collect(value: &Json, leaves: &mut Vec<String>) {
    match value {
        Json::Object(fields) => {
            for (key, value) in fields {
                if !matches!(key.as_str(), "id" | "title" | "source") {
                    leaves.push(key.clone());
                }
                collect(value, leaves);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, leaves)),
        Json::String(text) => leaves.push(text.clone()),
        Json::Number(number) => leaves.push(number.to_string()),
        Json::Bool(_) | Json::Null => {}
    }
}

/// Writes every default of the schema where its key is absent; returns their number.
fn write_defaults(value: &mut Json, schema: &Json, names: &Json) -> usize {
    if let Some(name) = schema["$ref"].as_str() {
        return write_defaults(value, &names[name.trim_start_matches("#/$defs/")], names);
    }
    let mut added = 0;
    for choice in ["oneOf", "anyOf"].iter().filter_map(|of| schema[of].as_array()).flatten() {
        added += write_defaults(value, choice, names);
    }
    if let (Json::Object(fields), Some(properties)) = (&mut *value, schema["properties"].as_object()) {
        // An alternative is not a table of its own.
        let is_other =
            schema["required"].as_array().into_iter().flatten().any(|key| !fields.contains_key(key.as_str().unwrap()));
        for (key, property) in properties.iter().filter(|_| !is_other) {
            match (fields.get_mut(key), property.get("default")) {
                (Some(field), _) => added += write_defaults(field, property, names),
                (None, Some(default)) if !default.is_null() => {
                    fields.insert(key.clone(), default.clone());
                    added += 1;
                }
                (None, _) => {}
            }
        }
    }
    if let (Json::Array(items), Some(of)) = (value, schema.get("items")) {
        added += items.iter_mut().map(|item| write_defaults(item, of, names)).sum::<usize>();
    }
    added
}
