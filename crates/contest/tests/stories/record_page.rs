//! `docs/record.md`: its example is a record made by the program, its reference is made from the types.
//!
//! `UPDATE=1 cargo test -p contest --test stories record_page` writes both.

use std::{collections::BTreeMap, env, fs, process::Command};

use contest::{ControlEvent, event::ConversationEvent};
use record::merkle::leaf_hash;
use schemars::JsonSchema;
use serde_json::Value;

use crate::{
    golden,
    reference::{Page, in_words, meaning, members, sections_of_types, with_unit, written},
};

const PAGE: Page = Page("record.md");
const REFERENCE: [&str; 2] = ["<!-- reference: made from the types -->\n\n", "\n<!-- end of reference -->"];

/// The types of the events on the page, each with its index among events of the type, from 0, and the members left out.
const SHOWN: [(&str, usize, &[&str]); 9] = [
    ("opened", 0, &["/terms/rulebook"]),
    ("contributed", 1, &[]),
    ("assignment-committed", 0, &[]),
    ("key", 0, &[]),
    ("line", 0, &[]),
    ("shown", 0, &[]),
    ("ballot-cast", 0, &[]),
    ("assignment-opened", 0, &[]),
    ("closed", 0, &[]),
];

#[test]
fn the_example_is_a_record_that_the_program_makes() {
    let example = golden::made().into_iter().find(|made| made.name == golden::EXAMPLE).unwrap().bytes;
    let entry = |name| entry(&example, name);
    let (events, private) = (entry("events.jsonl"), entry("private.jsonl"));
    let leaves: Vec<&str> = events.lines().collect();
    let found = |(kind, place, without): &(&str, usize, &[&str])| {
        let of_kind = (1..).zip(&leaves).filter(|(_, leaf)| leaf.contains(&format!(r#""type":"{kind}""#)));
        let (number, leaf): (usize, _) = of_kind.into_iter().nth(*place).unwrap();
        (number, without.iter().fold((*leaf).to_owned(), |leaf, member| shortened(&leaf, member)))
    };
    let shown: Vec<(usize, String)> = SHOWN.iter().map(found).collect();
    let numbered = |(number, line): &(usize, String)| format!("{number:>3}  {line}\n");
    let opened = |line: &&str| {
        let of = |(number, _): &(usize, String)| line.contains(&format!(r#""event":{number},"#));
        shown.iter().any(of) && !line.contains(r#""part":"secret""#)
    };
    let lines = |text: &str, kept: &dyn Fn(&&str) -> bool| {
        text.lines().filter(kept).map(|line| format!("{line}\n")).collect::<String>()
    };
    // The page describes these in words.
    for (number, leaf) in shown.iter().filter(|(_, leaf)| {
        ["key", "line", "shown", "ballot-cast"].iter().any(|kind| leaf.contains(&format!(r#""type":"{kind}""#)))
    }) {
        assert!(PAGE.text().contains(&format!("Event {number}:")), "the page does not tell of event {number}: {leaf}");
    }
    let (key, key_leaf) = shown.iter().find(|(_, leaf)| leaf.contains(r#""type":"key""#)).unwrap();
    let committed: Value = serde_json::from_str(key_leaf).unwrap();
    let root = record::bundle::verify(std::io::Cursor::new(&example), &record::Trust::default()).unwrap();
    let vectors = [
        (format!("leaf hash of event {key}"), leaf_hash(key_leaf.as_bytes()).to_string()),
        (format!("commitment of event {key}"), committed["body"]["private"]["key"].as_str().unwrap().to_owned()),
        ("events".to_owned(), leaves.len().to_string()),
        ("root".to_owned(), root.report.root.unwrap().to_string()),
        ("public key".to_owned(), golden::key().verifier().to_string()),
        ("bytes of the file".to_owned(), example.len().to_string()),
        ("SHA-256 of the file".to_owned(), record::Hash::of(&[&example]).to_string()),
    ];
    let vectors = vectors.map(|(what, value)| format!("| {what} | `{value}` |\n"));
    let parts = [
        ("events", shown.iter().map(numbered).collect()),
        ("private", lines(&private, &opened)),
        ("checkpoint", entry("checkpoint")),
        ("key", entry("verifier.key")),
        ("manifest", entry("manifest")),
        ("vectors", vectors.concat()),
    ];
    for (part, made) in parts {
        let begin = format!("<!-- example: {part} -->\n\n");
        let (before, after) = match part {
            "vectors" => ("| test vector | value |\n| --- | --- |\n", "\n<!-- end -->"),
            _ => ("```text\n", "```\n\n<!-- end -->"),
        };
        let marks = [&*format!("{begin}{before}"), after];
        if env::var_os("UPDATE").is_some() {
            PAGE.replace(marks, &made);
        }
        assert!(PAGE.part(marks) == made, "{part} in docs/record.md is not what the program makes: run with UPDATE=1");
    }
}

#[test]
fn what_the_page_says_to_do_by_hand_gives_what_it_says() {
    let example = fs::read(golden::folder().join(format!("{}.viva", golden::EXAMPLE))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["events.jsonl", "private.jsonl", "checkpoint"] {
        fs::write(folder.path().join(name), entry(&example, name)).unwrap();
    }
    let script = PAGE.part(["<!-- by hand -->\n\n```python\n", "```\n\n<!-- end -->"]);
    let output = Command::new("python3").args(["-c", &script]).current_dir(folder.path()).output();
    let output = output.expect("python3 is there");
    let said = String::from_utf8(output.stdout).unwrap();
    let [leaf, commitment, root, is_signed] = said.lines().collect::<Vec<_>>()[..] else {
        panic!("{said}{}", String::from_utf8_lossy(&output.stderr))
    };
    assert_eq!(is_signed, "True");
    for (what, value) in [("leaf hash of event 11", leaf), ("commitment of event 11", commitment), ("root", root)] {
        assert!(PAGE.text().contains(&format!("| {what} | `{value}` |\n")), "{what} is {value}");
    }
}

/// The text of an entry of the bundle, read with the offsets on the page.
fn entry(file: &[u8], name: &str) -> String {
    let number = |at: usize| usize::try_from(u64::from_le_bytes(file[at..at + 8].try_into().unwrap())).unwrap();
    let mut at = 0;
    loop {
        let length = usize::from(file[at + 26]);
        let (size, data) = (number(at + 34 + length), at + 50 + length);
        if &file[at + 30..at + 30 + length] == name.as_bytes() {
            return String::from_utf8(file[data..data + size].to_vec()).unwrap();
        }
        at = data + size;
    }
}

/// A line of JSON with `{…}` in place of the content of this member of its body.
fn shortened(leaf: &str, member: &str) -> String {
    let value: Value = serde_json::from_str(leaf).unwrap();
    leaf.replace(
        &String::from_utf8(
            record::canonical::to_bytes(value["body"].pointer(member).expect("a member of the event")).unwrap(),
        )
        .unwrap(),
        "{…}",
    )
}

#[test]
fn the_reference_of_events_is_that_of_the_types() {
    let made = reference();
    if env::var_os("UPDATE").is_some() {
        PAGE.replace(REFERENCE, &made);
    }
    assert!(PAGE.part(REFERENCE) == made, "docs/record.md is behind the types: run this test with UPDATE=1");
}

/// A table for each type of event, then one for each type that they refer to.
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

/// The possible actors of each type of event, as on the page.
pub(crate) fn actors() -> BTreeMap<String, Vec<String>> {
    let (_, types) = written(<(ControlEvent, ConversationEvent)>::json_schema);
    let of_type = |schema: &Value| {
        let kind = schema["properties"]["type"]["const"].as_str().unwrap().to_owned();
        (kind, schema["x-actor"].as_array().into_iter().flatten().map(|a| a.as_str().unwrap().to_owned()).collect())
    };
    let events = ["ControlEvent", "ConversationEvent"].map(|name| types[name]["oneOf"].as_array().unwrap().clone());
    events.iter().flatten().map(of_type).collect()
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

/// True for a part that the record commits to without showing it.
fn is_private(schema: &Value) -> bool {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    [schema].into_iter().chain(choices).any(|schema| schema["x-private"] == true)
}
