//! The JSON Schema of a contest file, for editors, and its agreement with the reader of contest files.
//!
//! `UPDATE=1 cargo test -p rulebook --test form` writes the schema into `docs`.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use rulebook::{read_contest_file, schema_of_contest_file};
use serde_json::Value as Json;

#[test]
fn the_schema_of_contest_files_for_editors_is_that_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/contest-file.schema.json");
    let made = format!("{}\n", serde_json::to_string_pretty(&schema_of_contest_file()).unwrap());
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        assert!(fs::read_to_string(&path).is_ok_and(|text| text == made), "{} is behind: UPDATE=1", path.display());
    }
}

/// The keys that the reader knows in a table: it lists them where a key is unknown and like no other.
fn known_to_reader(file: &str) -> BTreeSet<String> {
    let unknown = "zzzzzzzzzzzzzzzzzzzz";
    let faults = read_contest_file("contest.toml", file, &|_| Err("no file".to_owned())).unwrap_err();
    let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
    let told = faults.iter().find(|fault| fault.to_string().contains(unknown)).unwrap_or_else(|| panic!("{all:?}"));
    let help = miette::Diagnostic::help(told).unwrap().to_string();
    let keys = help.strip_prefix("the keys here are ").unwrap_or_else(|| panic!("{help}"));
    keys.split(", ").map(|key| key.trim_matches('`').to_owned()).collect()
}

/// The keys that the schema has in a part.
fn known_to_schema(schema: &Json, part: &str) -> BTreeSet<String> {
    let part = if part.is_empty() { schema } else { &schema["$defs"][part] };
    assert_eq!(part["additionalProperties"], false, "{part}");
    part["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_reader_and_the_schema_have_the_same_keys_in_every_table() {
    let schema = schema_of_contest_file();
    let entry = "name = \"E\"\ncontestant = \"C\"\nprotocol = \"stdio\"\ncommand = [\"a\"]\n";
    let unknown = "zzzzzzzzzzzzzzzzzzzz = 1\n";
    for (part, file) in [
        ("", unknown.to_owned()),
        ("JudgeTable", format!("[[judge]]\n{unknown}")),
        ("ConfederateTable", format!("[[confederate]]\n{unknown}")),
        ("RefereeTable", format!("[[referee]]\n{unknown}")),
        ("CosignerTable", format!("[[cosigner]]\n{unknown}")),
        ("SourceTable", format!("[[source]]\n{unknown}")),
        ("CommitteeTable", format!("[committee]\n{unknown}")),
        ("SignatureTable", format!("[committee]\nmembers = []\n[[committee.signature]]\n{unknown}")),
        ("EntryTable", format!("[[entry]]\n{entry}{unknown}")),
        ("EntryTable", format!("[[reserve]]\n{entry}{unknown}")),
        ("LimitsTable", format!("[[entry]]\n{entry}[entry.limits]\n{unknown}")),
    ] {
        assert_eq!(known_to_reader(&file), known_to_schema(&schema, part), "`{part}`: {file}");
    }
    // Each part of the schema that is not a rulebook's is compared here, or is a list of words.
    let own = schema["$defs"].as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("Rules"));
    let tables: Vec<_> =
        own.filter(|(_, part)| part["properties"].is_object()).map(|(name, _)| name.as_str()).collect();
    let compared = [
        "CommitteeTable",
        "ConfederateTable",
        "CosignerTable",
        "EntryTable",
        "JudgeTable",
        "LimitsTable",
        "Overrides",
        "RefereeTable",
        "SignatureTable",
        "SourceTable",
    ];
    assert_eq!(tables, compared);
}

#[test]
fn the_reader_and_the_schema_demand_the_same_keys() {
    let schema = schema_of_contest_file();
    let demanded = |part: &Json| {
        let keys = part["required"].as_array().unwrap();
        keys.iter().map(|key| key.as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    for (part, at, file) in [
        ("", "this file", String::new()),
        ("JudgeTable", "`[[judge]]` 1", "[[judge]]\n".to_owned()),
        ("CosignerTable", "`[[cosigner]]` 1", "[[cosigner]]\n".to_owned()),
        ("SourceTable", "`[[source]]` 1", "[[source]]\n".to_owned()),
        ("CommitteeTable", "`[committee]`", "[committee]\n".to_owned()),
        ("EntryTable", "`[[entry]]` 1", "[[entry]]\n".to_owned()),
    ] {
        let faults = read_contest_file("contest.toml", &file, &|_| Err("no file".to_owned())).unwrap_err();
        let lacking = faults.iter().map(ToString::to_string).filter_map(|fault| {
            let (table, key) = fault.split_once(" lacks ")?;
            (table == at).then(|| key.trim_matches('`').to_owned())
        });
        // Whether a contest lists confederates and entries depends on its rulebook.
        let by_rules = |key: &String| part.is_empty() && ["confederate", "entry"].contains(&key.as_str());
        let lacking: BTreeSet<String> = lacking.filter(|key| !by_rules(key)).collect();
        let part = if part.is_empty() { &schema } else { &schema["$defs"][part] };
        assert_eq!(demanded(part), lacking, "{at}: {faults:?}");
    }
}

#[test]
fn overrides_have_the_keys_of_a_rulebook_and_demand_none() {
    let schema = schema_of_contest_file();
    let overrides = &schema["$defs"]["Overrides"];
    let rulebook = rulebook::schema_of_rulebook();
    let keys = |schema: &Json| schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(overrides), keys(&rulebook));
    let text = serde_json::to_string(&schema).unwrap();
    for (place, _) in text.match_indices("\"$ref\":\"#/$defs/") {
        let name = text[place + "\"$ref\":\"#/$defs/".len()..].split('"').next().unwrap();
        assert!(schema["$defs"][name].is_object(), "{name} is referred to and absent");
    }
    let parts = schema["$defs"].as_object().unwrap().iter().filter(|(name, _)| name.starts_with("Rules"));
    assert!(parts.clone().count() > 50);
    for (name, part) in parts.chain([(&"Overrides".to_owned(), overrides)]) {
        assert!(!part.get("required").is_some_and(Json::is_array), "{name} demands {part}");
    }
}
