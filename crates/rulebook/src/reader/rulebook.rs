//! A rulebook from its text: checked along the schema, then between the parts, then read into the types.

use serde::{Deserialize, Deserializer, de::Error};

use super::{
    checks,
    document::{self, Value},
    fault::{Code, Faults, Report},
    misread::{Misread, typed},
    walk::walk,
};
use crate::{schema::Rulebook, shape};

/// Reads a rulebook. Faults call the file `file_name`.
///
/// # Errors
/// Every fault of the file at once, each with its place and its remedy.
pub fn read_rulebook(file_name: &str, text: &str) -> Result<Rulebook, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let tree = document::parse(&file, &mut report);
    let rulebook = rulebook(&tree, &mut report);
    report.finish(rulebook)
}

/// Reads a rulebook in the JSON of a record or a log, through the same tree as a file. For fields:
/// `#[serde(deserialize_with = "rulebook::reader::recorded")]`.
///
/// # Errors
/// The first part that fits no type.
pub fn recorded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Rulebook>, D::Error> {
    let json = serde_json::Value::deserialize(deserializer)?;
    of_json(json).map(Box::new).map_err(D::Error::custom)
}

fn of_json(json: serde_json::Value) -> Result<Rulebook, Misread> {
    typed(&document::of_json(json, &document::file("rulebook.json", "")))
}

/// Reads the tree of a rulebook, with overrides already applied.
pub(super) fn rulebook(tree: &Value, report: &mut Report) -> Option<Rulebook> {
    let fits = walk(tree, shape::of_rulebook(), report);
    checks::check(tree, report);
    if !fits {
        return None;
    }
    match typed(tree) {
        Ok(rulebook) => Some(rulebook),
        Err(why) => {
            let at = why.place.as_ref().unwrap_or(&tree.place);
            let help = "write it as docs/rulebook.md explains";
            report.fault(Code::Malformed, at, "refused", format!("this cannot be read: {}", why.message), help);
            None
        }
    }
}
