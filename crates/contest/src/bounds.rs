//! One table, made from the types, with the bounds of everything that a record holds and a client sends.
//!
//! `docs/bounds.json` is [`table`], and the second verifier reads nothing else. Most bounds hold because the types
//! cannot exceed them. The types of a rulebook can, because people write them with any text and number; [`beyond`]
//! checks those. *Invariant:* a value that the table refuses is never recorded.

use std::{collections::BTreeSet, sync::LazyLock};

use rulebook::{Rulebook, Timestamp, time::friendly};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    deletions::Deletion,
    event::{ControlEvent, ConversationEvent, VERSION},
    publication::Versions,
    wire::FromClient,
};

/// The greatest whole number in a record.
const MOST_NUMBER: u64 = (1 << 53) - 1;

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

/// The prefix of a type's address in the table.
const DEFS: &str = "#/$defs/";

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

/// The path of the first value of a rulebook that exceeds the table, such as `interview.talk`; `None` if all fit.
#[must_use]
pub fn beyond(rulebook: &Rulebook) -> Option<String> {
    let value = serde_json::to_value(rulebook).ok()?;
    let mut path = Vec::new();
    (!fits(&value, &TABLE["rulebook"], &mut path)).then(|| path.join("."))
}

static TABLE: LazyLock<Value> = LazyLock::new(table);

/// True if a value fits this schema of a rulebook; otherwise `path` leads to the misfit.
fn fits(value: &Value, schema: &Value, path: &mut Vec<String>) -> bool {
    if *schema == Value::Bool(false) {
        return false;
    }
    if let Some(name) = schema["$ref"].as_str()
        && !fits(value, &TABLE["$defs"][name.trim_start_matches(DEFS)], path)
    {
        return false;
    }
    for choices in ["anyOf", "oneOf"].iter().filter_map(|key| schema[*key].as_array()) {
        if let [only] = &choices[..] {
            return fits(value, only, path);
        }
        if !choices.iter().any(|choice| fits(value, choice, &mut path.clone())) {
            // Report the form that has this member.
            let is_meant = |choice: &&Value| {
                value.as_object().is_some_and(|of| of.keys().all(|key| choice["properties"].get(key).is_some()))
            };
            return choices.iter().find(is_meant).is_some_and(|choice| fits(value, choice, path));
        }
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return false;
    }
    let number = |key: &str| schema[key].as_u64();
    match value {
        Value::Object(members) => {
            let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let of = |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            needed.into_iter().all(|name| members.contains_key(name))
                && members.iter().all(|(name, member)| within(name, member, of(name), path))
        }
        Value::Array(items) => {
            let (least, most) = (number("minItems").unwrap_or(0), number("maxItems").unwrap_or(u64::MAX));
            (least..=most).contains(&(items.len() as u64))
                && items.iter().enumerate().all(|(at, item)| within(&at.to_string(), item, &schema["items"], path))
        }
        Value::String(text) => is_text(text, schema),
        Value::Number(found) => found.as_u64().is_none_or(|found| {
            (number("minimum").unwrap_or(0)..=number("maximum").unwrap_or(MOST_NUMBER)).contains(&found)
        }),
        Value::Bool(_) | Value::Null => true,
    }
}

fn within(name: &str, value: &Value, schema: &Value, path: &mut Vec<String>) -> bool {
    path.push(name.to_owned());
    let fits = fits(value, schema, path);
    if fits {
        path.pop();
    }
    fits
}

/// True if a text has the length and form of this schema. Values that a type parses (dates, money, ids) need no check.
fn is_text(text: &str, schema: &Value) -> bool {
    let number = |key: &str| schema[key].as_u64();
    match schema["format"].as_str() {
        Some("duration") => friendly::read(text).is_some_and(|found| {
            let most = number("x-most").unwrap_or(u64::MAX);
            (u128::from(number("x-least").unwrap_or(0))..=u128::from(most)).contains(&found.as_millis())
        }),
        Some("slug") => {
            let is_in = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            (1..=40).contains(&text.len())
                && text.bytes().all(|byte| is_in(byte) || byte == b'-')
                && !text.starts_with('-')
                && !text.ends_with('-')
        }
        Some(_) => true,
        None if schema.get("pattern").is_some() || schema["type"] != "string" => true,
        None => {
            let (least, most) = (number("minLength").unwrap_or(0), number("maxLength").unwrap_or(u64::MAX));
            let is_break = |c: char| schema.get("x-lines").is_some() && matches!(c, '\n' | '\t');
            (least..=most).contains(&(text.chars().count() as u64))
                && (least == 0 || !text.trim().is_empty())
                && !text.chars().any(|c| c.is_control() && !is_break(c))
        }
    }
}
