//! `docs/record.md`: its example is a record that the program makes, its reference is that of the types.
//!
//! `UPDATE=1 cargo test -p contest --test stories record_page` writes both.

use std::env;

use contest::{ControlEvent, event::ConversationEvent};
use schemars::JsonSchema;
use serde_json::Value;

use crate::reference::{Page, in_words, meaning, members, sections_of_types, with_unit, written};

const PAGE: Page = Page("record.md");
const REFERENCE: [&str; 2] = ["<!-- reference: made from the types -->\n\n", "\n<!-- end of reference -->"];

#[test]
fn the_reference_of_events_is_that_of_the_types() {
    let made = reference();
    if env::var_os("UPDATE").is_some() {
        PAGE.replace(REFERENCE, &made);
    }
    assert!(PAGE.part(REFERENCE) == made, "docs/record.md is behind the types: run this test with UPDATE=1");
}

/// A table for each type of event, then one for each type that they speak of.
fn reference() -> String {
    let (_, types) = written(<(ControlEvent, ConversationEvent)>::json_schema);
    let mut sections = Vec::new();
    for (title, name) in
        [("Events of the stream `contest`", "ControlEvent"), ("Events of a conversation", "ConversationEvent")]
    {
        sections.push(format!("### {title}\n"));
        sections.extend(types[name]["oneOf"].as_array().unwrap().iter().map(event));
    }
    let spoken_of = Value::Array(vec![types["ControlEvent"].clone(), types["ConversationEvent"].clone()]);
    sections.push("### What fields hold\n".to_owned());
    sections.extend(sections_of_types(&spoken_of, &types).into_iter().map(|section| format!("#{section}")));
    sections.join("\n")
}

/// The section of one type of event.
fn event(schema: &Value) -> String {
    let members = members(schema);
    let kind = members["type"]["const"].as_str().unwrap();
    let actors = schema["x-actor"].as_array().unwrap_or_else(|| panic!("who is the actor of `{kind}`?"));
    let actors: Vec<_> = actors.iter().map(|actor| format!("`{}`", actor.as_str().unwrap())).collect();
    let mut text = format!("#### `{kind}`\n\n{}\n\nActor: {}.", meaning(schema), actors.join(", "));
    let fields: Vec<_> = members.iter().filter(|(name, _)| *name != "type").collect();
    if fields.is_empty() {
        return text + " The body is empty.\n";
    }
    text += "\n\n| field | type (unit) | private | meaning |\n| --- | --- | --- | --- |\n";
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, of) in fields {
        let always = required.contains(&name.as_str());
        let private = if is_private(of) { "private" } else { "" };
        text += &format!("| `{name}` | {} | {private} | {} |\n", with_unit(&in_words(of), of, always), meaning(of));
    }
    text
}

/// Whether a field is a part that the record commits to and does not show.
fn is_private(schema: &Value) -> bool {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    [schema].into_iter().chain(choices).any(|schema| schema["x-private"] == true)
}
