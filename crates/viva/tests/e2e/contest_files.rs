//! Contest files as editors check them: by `docs/contest-file.schema.json`.

use std::{fs, path::Path};

use rulebook::shipped;
use serde_json::Value;

use crate::{desk::Desk, json::Schemas};

const SCHEMA: &str = "contest-file.schema.json";

/// A TOML file as an editor compares it with a schema: dates are texts.
fn as_json(text: &str) -> Value {
    fn json(value: toml::Value) -> Value {
        match value {
            toml::Value::Datetime(moment) => moment.to_string().into(),
            toml::Value::Array(items) => items.into_iter().map(json).collect(),
            toml::Value::Table(items) => items.into_iter().map(|(key, item)| (key, json(item))).collect(),
            toml::Value::String(text) => text.into(),
            toml::Value::Integer(number) => number.into(),
            toml::Value::Float(number) => number.into(),
            toml::Value::Boolean(is) => is.into(),
        }
    }
    json(toml::Value::Table(text.parse().unwrap()))
}

/// The deviations of a whole contest file.
fn deviations(text: &str) -> Vec<String> {
    Schemas::deviations(SCHEMA, "", &as_json(text))
}

#[test]
fn contest_files_that_are_written_fit_the_schema_for_editors() {
    let desk = Desk::new();
    let plain = desk.viva("contest new").ends(0).data;
    assert_eq!(deviations(&plain), [""; 0], "{plain}");
    for id in shipped::ids() {
        let file = desk.viva(&format!("contest new --rulebook {id}")).ends(0).data;
        assert_eq!(deviations(&file), [""; 0], "{id}: {file}");
    }
    let documented = include_str!("../../../../docs/contest-file.md");
    let whole = documented.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(deviations(whole), [""; 0], "{whole}");
}

#[test]
fn the_entries_of_the_examples_fit_the_schema_for_editors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect();
    assert!(!files.is_empty());
    for file in files {
        let json = as_json(&fs::read_to_string(&file).unwrap());
        assert!(json["entry"].as_array().is_some_and(|entries| !entries.is_empty()), "{}", file.display());
        let found = Schemas::deviations(SCHEMA, "/properties/entry", &json["entry"]);
        assert_eq!(found, [""; 0], "{}", file.display());
    }
}

#[test]
fn an_editor_marks_what_the_reader_refuses() {
    let desk = Desk::new();
    let file = desk.viva("contest new").ends(0).data;
    let entry = "\n[[entry]]\nname = \"E\"\ncontestant = \"C\"\nprotocol = \"stdio\"\ncommand = [\"a\"]\n";
    for (wrong, what) in [
        ("nmae = \"x\"\n".to_owned() + &file, "nmae"),
        (format!("{file}{entry}model = \"m\"\n"), "model"),
        (format!("{file}{entry}reply_ends = \"never\"\n"), "reply_ends"),
        (format!("{file}{entry}selection_place = 0\n"), "selection_place"),
        (format!("{file}{entry}[entry.limits]\nmemory = 1\n"), "memory"),
        (format!("{file}\n[overrides.interview]\ntlak = \"5m\"\n"), "tlak"),
        (format!("{file}\n[[referee]]\n"), "name"),
    ] {
        let found = deviations(&wrong);
        assert!(found.iter().any(|fault| fault.contains(what)), "{what}: {found:?}");
        desk.lay("wrong.toml", &wrong);
        assert!(desk.viva("contest check wrong.toml").code() != Some(0), "{what}");
    }
}
