//! The keys of a rulebook, and which of its parts cannot go together.

use serde::Deserialize;

use super::{
    document::{self, Kind, Value},
    fault::{Code, Faults, Place, Report},
};
use crate::schema::Rulebook;

/// Reads a rulebook. `file_name` is what faults call the file.
///
/// # Errors
/// Every fault of the file at once, each with its place and how to mend it.
pub fn read_rulebook(file_name: &str, text: &str) -> Result<Rulebook, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let tree = document::parse(&file, &mut report);
    let rulebook = rulebook(&tree, &mut report);
    report.finish(rulebook)
}

/// The most participants of a role.
pub(super) const MOST_OF_A_ROLE: u16 = 64;

/// Reads the tree of a rulebook, with overrides already laid over it.
pub(super) fn rulebook(tree: &Value, report: &mut Report) -> Option<Rulebook> {
    match Rulebook::deserialize(to_json(tree)) {
        Ok(rulebook) => Some(rulebook),
        Err(why) => {
            report.fault(Code::Malformed, &tree.place, "here", why.to_string(), "mend it");
            None
        }
    }
}

fn to_json(value: &Value) -> serde_json::Value {
    match &value.kind {
        Kind::Text(text) => text.clone().into(),
        Kind::Whole(number) => i64::try_from(*number).unwrap_or(i64::MAX).into(),
        Kind::Switch(switch) => (*switch).into(),
        Kind::List(items) => items.iter().map(to_json).collect(),
        Kind::Table(items) => items.iter().map(|(key, item)| (key.clone(), to_json(&item.value))).collect(),
        Kind::Other(_) => serde_json::Value::Null,
    }
}

/// The value at the end of these keys and its place, if it is there and without fault; says nothing if not.
pub(super) fn peek<'t, T>(
    tree: &'t Value,
    keys: &[&str],
    read: impl FnOnce(&Value, &mut Report) -> Option<T>,
) -> Option<(T, &'t Place)> {
    let value = tree.find(keys)?;
    let read = read(value, &mut Report::new(value.place.file.clone()))?;
    Some((read, &value.place))
}
