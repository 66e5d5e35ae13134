//! One table, made from the types, with the bounds of everything that a record holds and a client sends.
//!
//! `docs/bounds.json` is the table; the program and the second verifier read it. Most bounds hold because the types
//! cannot exceed them. The types of a rulebook can, because people write them with any text and number; [`beyond`]
//! checks those. *Invariant:* a value that the table refuses is never recorded.

use std::sync::LazyLock;

use rulebook::{Rulebook, time::friendly};
use serde_json::Value;

schemars::where_published! {
    mod made;

    pub use made::table;
}

/// The greatest whole number in a record.
const MOST_NUMBER: u64 = (1 << 53) - 1;

/// The prefix of a type's address in the table.
const DEFS: &str = "#/$defs/";

/// The path of the first value of a rulebook that exceeds the table, such as `interview.talk`; `None` if all fit.
#[must_use]
pub fn beyond(rulebook: &Rulebook) -> Option<String> {
    let value = rulebook::json::to_value(rulebook).ok()?;
    let mut path = Vec::new();
    (!fits(&value, &TABLE["rulebook"], &mut path)).then(|| path.join("."))
}

/// The table, as published.
static TABLE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../docs/bounds.json")).expect("a test compares it with the types")
});

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
