//! Pages in `docs` that are made from types and from the program's output: their parts, and the reference of types.

use std::{fs, path::PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// A page of `docs`, by its name.
pub(crate) struct Page(pub(crate) &'static str);

impl Page {
    fn path(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(self.0)
    }

    /// The whole page.
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// The text between these two marks.
    pub(crate) fn part(&self, [begin, end]: [&str; 2]) -> String {
        let text = self.text();
        let (_, rest) = text.split_once(begin).unwrap();
        rest.split_once(end).unwrap().0.to_owned()
    }

    pub(crate) fn replace(&self, [begin, end]: [&str; 2], made: &str) {
        let text = self.text();
        let (head, rest) = text.split_once(begin).unwrap();
        let (_, tail) = rest.split_once(end).unwrap();
        fs::write(self.path(), format!("{head}{begin}{made}{end}{tail}")).unwrap();
    }
}

/// A section for this type, under this title, then for each type that it refers to, in order of reference.
pub(crate) fn reference<T: JsonSchema>(title: &str) -> String {
    let (schema, types) = written(T::json_schema);
    let schema = schema.as_value();
    let sections = [section(title, schema)].into_iter().chain(sections_of_types(schema, &types));
    sections.collect::<Vec<_>>().join("\n")
}

/// A section for each type that a schema refers to.
pub(crate) fn sections_of_types(schema: &Value, types: &Value) -> Vec<String> {
    let mut sections = vec![];
    let mut known = vec![];
    let mut waiting = spoken_of(schema);
    while let Some(name) = waiting.first().cloned() {
        waiting.remove(0);
        if !known.contains(&name) && elsewhere(&name).is_none() {
            sections.push(section(&name, &types[&name]));
            waiting.splice(0..0, spoken_of(&types[&name]));
            known.push(name);
        }
    }
    sections
}

/// The page that describes a type, if it is another one.
fn elsewhere(name: &str) -> Option<&'static str> {
    (name == "Rulebook").then_some("rulebook.md")
}

/// The types that a schema refers to, in its order.
fn spoken_of(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(members) => {
            let inside = members.iter().filter(|(key, _)| *key != "$defs").flat_map(|(key, member)| match member {
                Value::String(name) if key == "$ref" => vec![name.trim_start_matches("#/$defs/").to_owned()],
                member => spoken_of(member),
            });
            inside.collect()
        }
        Value::Array(items) => items.iter().flat_map(spoken_of).collect(),
        _ => vec![],
    }
}

fn section(name: &str, schema: &Value) -> String {
    let mut text = format!("### {name}\n\n{}\n", meaning(schema));
    match schema["oneOf"].as_array() {
        None if schema.get("properties").is_none() => text += &format!("\nWritten as {}.\n", in_words(schema)),
        None => {
            text += "\n| member | type | meaning |\n| --- | --- | --- |\n";
            rows(&mut text, schema);
        }
        Some(variants) => {
            text += "\n| value, and its members | type | meaning |\n| --- | --- | --- |\n";
            variants.iter().for_each(|variant| of_variant(&mut text, variant));
        }
    }
    text
}

/// One of several forms of a value: words, an object with its code, or an object with one member.
fn of_variant(text: &mut String, variant: &Value) {
    if let Some(words) = variant["enum"].as_array() {
        words.iter().for_each(|word| *text += &format!("| `{word}` | text | {} |\n", meaning(variant)));
    } else if let Some(word) = variant.get("const") {
        *text += &format!("| `{word}` | text | {} |\n", meaning(variant));
    } else {
        let members = members(variant);
        match members.iter().find_map(|(tag, of)| of.get("const").map(|word| (tag, word))) {
            Some((tag, word)) => {
                let more = variant["$ref"].as_str().map(|name| format!(", with the members of {}", linked(name)));
                *text +=
                    &format!("| `\"{tag}\": {word}` | object | {}{} |\n", meaning(variant), more.unwrap_or_default());
                rows(text, variant);
            }
            None => members.iter().for_each(|(name, of)| {
                *text += &format!("| `{{\"{name}\": …}}` | {} | {} |\n", in_words(of), meaning(variant));
            }),
        }
    }
}

fn rows(text: &mut String, schema: &Value) {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, of) in members(schema).into_iter().filter(|(_, of)| of["const"].as_str().is_none()) {
        let words = in_words(&of);
        let always = required.contains(&name.as_str());
        *text += &format!("| `{name}` | {} | {} |\n", with_unit(&words, &of, always), meaning(&of));
    }
}

pub(crate) fn members(schema: &Value) -> Map<String, Value> {
    schema["properties"].as_object().cloned().unwrap_or_default()
}

pub(crate) fn meaning(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

pub(crate) fn in_words(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return linked(name);
    }
    if let Some(number) = schema.get("const") {
        return format!("`{number}`");
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().map(in_words).collect::<Vec<_>>().join(" or ");
    }
    let of_type = |of_type: &str| match of_type {
        "array" => format!("list of {}", in_words(&schema["items"])),
        "object" if schema.get("properties").is_some() => {
            let names: Vec<String> = members(schema).keys().map(|name| format!("`{name}`")).collect();
            format!("object with {}", names.join(" and "))
        }
        "object" => {
            let by = schema["patternProperties"].as_object().and_then(|found| found.keys().next());
            let by = by.map_or_else(|| "id or name".to_owned(), |pattern| of_pattern(pattern));
            format!("object of {} by {by}", in_words(object_of(schema)))
        }
        "boolean" => "true or false".to_owned(),
        "string" => schema["pattern"].as_str().map_or_else(|| "text".to_owned(), of_pattern),
        "integer" => "whole number".to_owned(),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).map(of_type).collect::<Vec<_>>().join(" or "),
        one => of_type(one.as_str().unwrap_or("anything")),
    }
}

/// The meaning of texts with this pattern.
fn of_pattern(pattern: &str) -> String {
    const KNOWN: [(&str, &str); 14] = [
        ("^J[1-9][0-9]*$", "judge"),
        ("^C[1-9][0-9]*$", "confederate"),
        ("^E[1-9][0-9]*$", "entry"),
        ("^R[1-9][0-9]*$", "round"),
        ("^[CE][1-9][0-9]*$", "witness"),
        ("^(organiser|[JCEF][1-9][0-9]*)$", "participant"),
        ("^(left|right|only|t[1-9][0-9]*)$", "seat"),
        ("^R[1-9][0-9]*-J[1-9][0-9]*$", "interview"),
        ("^R[1-9][0-9]*-J[1-9][0-9]*-(left|right|only|t[1-9][0-9]*)$", "conversation"),
        ("^([ -~]|Return|BackSpace|Tab)$", "key"),
        ("^[0-9]+([.][0-9]{1,3})?$", "decimal number as text"),
        ("^[0-9]+ [A-Z]{3}$", "money such as `3000 USD`"),
        ("^[0-9a-f]{64}$", "32 bytes in hexadecimal"),
        ("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$", "moment"),
    ];
    let known = KNOWN.iter().find(|(known, _)| *known == pattern);
    known.map_or_else(|| format!("text `{}`", pattern.replace('|', "\\|")), |(_, name)| (*name).to_owned())
}

/// The schema of the values in an object with any members.
fn object_of(schema: &Value) -> &Value {
    match &schema["additionalProperties"] {
        values @ Value::Object(_) => values,
        _ => schema["patternProperties"].as_object().and_then(|found| found.values().next()).unwrap_or(&Value::Null),
    }
}

/// The words of a type with the unit of its numbers, and a note if it may be absent.
pub(crate) fn with_unit(words: &str, schema: &Value, always: bool) -> String {
    let unit = schema["x-unit"].as_str().map(|unit| format!(" ({unit})")).unwrap_or_default();
    match always {
        true => format!("{words}{unit}"),
        // Absent members are left out, never null.
        false => format!("{}{unit}, may be absent", words.trim_end_matches(" or null")),
    }
}

/// The serialised form of a type, by its schema.
pub(crate) fn written(settings: impl FnOnce(&mut SchemaGenerator) -> Schema) -> (Schema, Value) {
    let mut generator = SchemaSettings::default().for_serialize().into_generator();
    let schema = settings(&mut generator);
    (schema, Value::Object(generator.definitions().clone()))
}

fn linked(name: &str) -> String {
    let name = name.trim_start_matches("#/$defs/");
    if let Some(page) = elsewhere(name) {
        return format!("[{name}]({page})");
    }
    format!("[{name}](#{})", name.to_lowercase())
}
