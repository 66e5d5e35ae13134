//! `docs/result.md`: its example is a result that can be counted again, its reference is that of the types.
//!
//! `UPDATE=1 cargo test -p contest --test stories result_page` writes both.

use std::{env, fs, path::PathBuf};

use contest::{ContestResult, publication, result::Report};
use rulebook::{InterviewId, RoundNumber, Rulebook, Seat};
use schemars::schema_for;
use serde_json::{Map, Value};
use tally::{Answers, Ballots, Circumstances, Outcome};

use crate::story::{Story, rules};

const EXAMPLE: [&str; 2] = ["<!-- example: a result -->\n\n```json\n", "```\n\n<!-- end of example -->"];
const SENTENCES: [&str; 2] = ["<!-- example: its sentences -->\n\n```json\n", "```\n\n<!-- end of its sentences -->"];
const REFERENCE: [&str; 2] = ["<!-- reference: made from the types -->\n\n", "\n<!-- end of reference -->"];

/// The rules of 2010 for one of each.
fn small() -> Rulebook {
    rules("loebner-2010", |rules| {
        (rules.roles.judges, rules.roles.entries, rules.roles.confederates) = (1, 1, 1);
    })
}

#[test]
fn the_example_is_what_its_own_ballots_give() {
    if env::var_os("UPDATE").is_some() {
        let report = played();
        replace(EXAMPLE, &String::from_utf8(publication::to_json(&report.result)).unwrap());
        replace(SENTENCES, &String::from_utf8(publication::to_json(&report.sentences)).unwrap());
    }
    let written = part(EXAMPLE);
    let result: ContestResult = serde_json::from_str(&written).unwrap();
    assert_eq!(String::from_utf8(publication::to_json(&result)).unwrap(), written);

    let interviews = result.interviews.iter().map(|interview| Outcome {
        trial: interview.trial,
        interview: InterviewId { round: RoundNumber::new(interview.round), judge: interview.judge },
        witnesses: interview.seats.values().copied().collect(),
        answers: interview.answers.as_ref().map(|given| Answers { choice: given.choice, ..Answers::default() }),
    });
    let ballots = Ballots { interviews: interviews.collect(), rankings: result.rankings.clone() };
    assert_eq!(tally::tally(&small(), &ballots, &Circumstances::default()), result.tally);
    let told = tally::Sentences::new(&small(), &result.tally, &Default::default()).told();
    assert_eq!(String::from_utf8(publication::to_json(&told)).unwrap(), part(SENTENCES));
}

#[test]
fn the_reference_is_that_of_the_types() {
    let made = reference(schema_for!(ContestResult).as_value());
    if env::var_os("UPDATE").is_some() {
        replace(REFERENCE, &made);
    }
    assert!(part(REFERENCE) == made, "docs/result.md is behind the types: run this test with UPDATE=1");
}

/// A contest of one round, in which the judge takes whoever sits on the left for the human.
fn played() -> Report {
    let mut story = Story::under(small());
    story.open_round().unwrap();
    story.wait_out();
    story.votes(1, Seat::Left).unwrap();
    story.wait_out();
    story.play_on();
    story.wait_out();
    Report::of(story.contest()).unwrap()
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/result.md")
}

/// What stands between these two marks.
fn part([begin, end]: [&str; 2]) -> String {
    let text = fs::read_to_string(page()).unwrap();
    let (_, rest) = text.split_once(begin).unwrap();
    rest.split_once(end).unwrap().0.to_owned()
}

fn replace([begin, end]: [&str; 2], made: &str) {
    let text = fs::read_to_string(page()).unwrap();
    let (head, rest) = text.split_once(begin).unwrap();
    let (_, tail) = rest.split_once(end).unwrap();
    fs::write(page(), format!("{head}{begin}{made}{end}{tail}")).unwrap();
}

/// A section for each type, the result first, then in the order in which they are spoken of.
fn reference(schema: &Value) -> String {
    let types = &schema["$defs"];
    let mut sections = vec![section("The result", schema)];
    let mut known = vec![];
    let mut waiting = spoken_of(schema);
    while let Some(name) = waiting.first().cloned() {
        waiting.remove(0);
        if !known.contains(&name) {
            sections.push(section(&name, &types[&name]));
            waiting.splice(0..0, spoken_of(&types[&name]));
            known.push(name);
        }
    }
    sections.join("\n")
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

/// One of several forms of a value: words, an object that bears its code, or an object with one member.
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
        let always = required.contains(&name.as_str()) || words.ends_with("or null");
        let absent = if always { "" } else { ", may be absent" };
        *text += &format!("| `{name}` | {words}{absent} | {} |\n", meaning(&of));
    }
}

fn members(schema: &Value) -> Map<String, Value> {
    schema["properties"].as_object().cloned().unwrap_or_default()
}

fn meaning(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

fn in_words(schema: &Value) -> String {
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
        "object" => format!("object of {} by id or name", in_words(object_of(schema))),
        "string" => match schema["pattern"].as_str() {
            Some("^J[1-9][0-9]*$") => "judge".to_owned(),
            Some("^C[1-9][0-9]*$") => "confederate".to_owned(),
            Some("^E[1-9][0-9]*$") => "entry".to_owned(),
            Some("^[CE][1-9][0-9]*$") => "witness".to_owned(),
            Some("^R[1-9][0-9]*-J[1-9][0-9]*$") => "interview".to_owned(),
            Some(pattern) => format!("text `{}`", pattern.replace('|', "\\|")),
            None => "text".to_owned(),
        },
        "integer" => "whole number".to_owned(),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).map(of_type).collect::<Vec<_>>().join(" or "),
        one => of_type(one.as_str().unwrap_or("anything")),
    }
}

/// What an object with any members holds.
fn object_of(schema: &Value) -> &Value {
    match &schema["additionalProperties"] {
        values @ Value::Object(_) => values,
        _ => schema["patternProperties"].as_object().and_then(|found| found.values().next()).unwrap_or(&Value::Null),
    }
}

fn linked(name: &str) -> String {
    let name = name.trim_start_matches("#/$defs/");
    format!("[{name}](#{})", name.to_lowercase())
}
