//! The table made from the types.

use std::collections::BTreeSet;

use rulebook::Timestamp;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::{DEFS, MOST_NUMBER};
use crate::{
    deletions::Deletion,
    event::{ControlEvent, ConversationEvent, VERSION},
    versions::Versions,
    wire::FromClient,
};

/// The most items of a list, and the most characters of a text, in a rulebook that sets no limit of its own.
const MOST_ITEMS: u64 = 1000;
const MOST_CHARACTERS: u64 = 4000;

/// Pattern of a number from 1 to 65535, and the looser pattern that the types use for it.
const NUMBER: &str = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";
const ANY_NUMBER: &str = "[1-9][0-9]*";

/// Patterns of values that people may write in several ways, each with the pattern of the one recorded form.
const RECORDED: [(&str, &str); 2] = [
    ("^[0-9]+([.][0-9]{1,3})?$", "^((0|[1-9][0-9]{0,5})([.][0-9]{0,2}[1-9])?|1000000)$"),
    ("^[0-9]+ [A-Z]{3}$", "^(0|[1-9][0-9]{0,9}) [A-Z]{3}$"),
];

/// Builds the table.
#[must_use]
pub fn table() -> Value {
    let mut generator = SchemaSettings::default().for_serialize().into_generator();
    let contest = generator.subschema_for::<ControlEvent>().to_value();
    let conversation = generator.subschema_for::<ConversationEvent>().to_value();
    let deletions = generator.subschema_for::<Vec<Deletion>>().to_value();
    let versions = generator.subschema_for::<Versions>().to_value();
    let frame = generator.subschema_for::<FromClient>().to_value();
    let mut types = generator.definitions().clone();
    for name in spoken_of(&types, "Rulebook") {
        types.get_mut(&name).into_iter().for_each(limit);
    }
    let types = strict(Value::Object(types));
    let [contest, conversation, deletions, versions, frame] =
        [contest, conversation, deletions, versions, frame].map(strict);
    json!({
        "$defs": types,
        "conversation": conversation,
        "deletions": deletions,
        "frame": frame,
        "moments": { "least": Timestamp::EARLIEST.to_string(), "most": Timestamp::LATEST.to_string() },
        "record": contest,
        "rulebook": { "$ref": "#/$defs/Rulebook" },
        "version": VERSION,
        "versions": versions,
    })
}

/// The names of this type and of all types that it refers to, directly or not.
fn spoken_of(types: &Map<String, Value>, name: &str) -> BTreeSet<String> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![name.to_owned()]);
    while let Some(name) = waiting.pop() {
        if found.insert(name.clone()) {
            types.get(&name).into_iter().for_each(|of| references(of, &mut waiting));
        }
    }
    found
}

/// The names of the types that a schema refers to.
fn references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str) {
                names.push(name.trim_start_matches(DEFS).to_owned());
            }
            members.values().for_each(|member| references(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds limits where a rulebook's schema sets none.
fn limit(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is = |members: &Map<String, Value>, of: &str| members.get("type").is_some_and(|found| *found == of);
            if is(members, "array") {
                members.entry("maxItems").or_insert(MOST_ITEMS.into());
            }
            let is_free = ["const", "enum", "pattern", "format"].iter().all(|key| !members.contains_key(*key));
            if is(members, "string") && is_free {
                members.entry("maxLength").or_insert(MOST_CHARACTERS.into());
            }
            members.values_mut().for_each(limit);
        }
        Value::Array(items) => items.iter_mut().for_each(limit),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Makes a schema strict: removes descriptions, writes out every bound, and gives each optional member the value that
/// is never written.
fn strict(schema: Value) -> Value {
    match schema {
        Value::Object(mut members) => {
            for told in ["description", "title", "$schema", "x-unit", "examples"] {
                if members.get(told).is_some_and(|value| value.is_string() || value.is_array()) {
                    members.remove(told);
                }
            }
            bound_number(&mut members);
            if members.get("format").is_some_and(|format| format == "money") {
                members.insert("x-most".to_owned(), u32::MAX.into());
            }
            if let Some(Value::String(pattern)) = members.get_mut("pattern") {
                *pattern = exact(pattern);
            }
            if let Some(Value::Object(patterns)) = members.get_mut("patternProperties") {
                *patterns = std::mem::take(patterns).into_iter().map(|(name, of)| (exact(&name), of)).collect();
            }
            let required = members.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                for (name, property) in properties.iter_mut() {
                    if !required.iter().any(|one| one == name) {
                        optional(property);
                    }
                }
            }
            Value::Object(members.into_iter().map(|(name, member)| (name, strict(member))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(strict).collect()),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

/// The pattern of the recorded form.
fn exact(pattern: &str) -> String {
    let recorded = RECORDED.into_iter().find(|(written, _)| *written == pattern);
    recorded.map_or_else(|| pattern.replace(ANY_NUMBER, NUMBER), |(_, recorded)| recorded.to_owned())
}

/// Writes out the bounds of a whole number's type.
fn bound_number(members: &mut Map<String, Value>) {
    let most = match members.get("format").and_then(Value::as_str) {
        Some("uint8") => u64::from(u8::MAX),
        Some("uint16") => u64::from(u16::MAX),
        Some("uint32") => u64::from(u32::MAX),
        Some("uint" | "uint64") => MOST_NUMBER,
        _ => return,
    };
    members.remove("format");
    members.entry("minimum").or_insert(0.into());
    members.entry("maximum").or_insert(most.into());
}

/// Adapts an optional member: its absent value, null or the usual one, is never written.
fn optional(property: &mut Value) {
    let Value::Object(members) = property else { return };
    let is_null = |schema: &Value| schema["type"] == "null";
    if let Some(Value::Array(choices)) = members.get_mut("anyOf")
        && choices.iter().any(is_null)
    {
        choices.retain(|choice| !is_null(choice));
        members.remove("default");
        return;
    }
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|of_type| of_type != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
        members.remove("default");
        return;
    }
    let usual = match members.get("type").and_then(Value::as_str) {
        Some("boolean") => json!(false),
        Some("integer") => json!(0),
        Some("array") => json!([]),
        Some("object") | None => json!({}),
        _ => return,
    };
    members.entry("default").or_insert(usual);
}
