//! A reader of small files by their types alone: serde reads them, with every fault at once.
//!
//! Serde stops at the first value that it refuses. So the refused value is removed from the tree and the rest is read
//! again, until serde refuses nothing more.

use serde::de::DeserializeOwned;

use super::{
    document::{self, Item, Path, Value, ValueContent, short},
    fault::{Code, Faults, Report, SourceSpan},
    misread::{Misread, typed},
    same_names,
    word::closest,
};

/// The most faults to look for; each takes another reading.
const MOST: usize = 50;

/// Reads a file of at most `most` bytes as this type. Faults call the file `file_name`.
///
/// # Errors
/// Every fault of the file at once, each with its place.
pub fn read_plain<T: DeserializeOwned>(file_name: &str, text: &str, most: usize) -> Result<T, Faults> {
    read_checked(file_name, text, most, |_, _| ())
}

/// Like `read_plain`, for a file with a list of people under this key, each with a different `name`.
///
/// # Errors
/// Every fault of the file at once, each with its place; for two tables with one name, both places.
pub fn read_plain_people<T: DeserializeOwned>(
    file_name: &str,
    text: &str,
    most: usize,
    key: &str,
) -> Result<T, Faults> {
    read_checked(file_name, text, most, |tree, report| {
        let people = tree.find(&[key]).map_or(&[][..], Value::items);
        same_names::check("people", people.iter(), "say all of them in one table, or give one another name", report);
    })
}

fn read_checked<T: DeserializeOwned>(
    file_name: &str,
    text: &str,
    most: usize,
    check: impl FnOnce(&Value, &mut Report),
) -> Result<T, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let mut tree = document::parse_up_to(most, &file, &mut report);
    check(&tree, &mut report);
    let mut mending = Mending::default();
    let mut read = None;
    for _ in 0..MOST {
        match typed::<T>(&tree) {
            Ok(value) => {
                read = Some(value);
                break;
            }
            Err(misread) => {
                if !mending.goes_on(misread, &mut tree, &mut report) {
                    break;
                }
            }
        }
    }
    report.finish(read)
}

/// The changes to a tree that make the rest of it readable.
#[derive(Default)]
struct Mending {
    /// Removed keys, each with the place of its table; they are not missing.
    taken_out: Vec<(SourceSpan, String)>,
    /// Places of values that the reader inserted.
    put_in: Vec<(SourceSpan, String)>,
}

impl Mending {
    /// Reports a fault, and removes the refused value or inserts the missing one; false if nothing more can be read.
    fn goes_on(&mut self, misread: Misread, tree: &mut Value, report: &mut Report) -> bool {
        let Misread { message, place } = misread;
        let at = place.unwrap_or_else(|| tree.place.clone());
        if let Some(key) = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
            return self.puts_in(key, &at, tree, report);
        }
        let is_dummy =
            |value: &Value| self.put_in.iter().any(|(place, key)| same(place, &at) && value.path.ends_with(key));
        if find(tree, &at).is_some_and(is_dummy) {
            // A missing value has no text, so the table that lacks it is removed.
            return self.takes_out(&at, tree);
        }
        let (what, help) = in_words(&message);
        report.fault(Code::Malformed, &at, "refused", what, help);
        self.takes_out(&at, tree)
    }

    fn puts_in(&mut self, key: &str, at: &SourceSpan, tree: &mut Value, report: &mut Report) -> bool {
        let Some(table) = find_mut(tree, at) else { return false };
        let ValueContent::Table(items) = &mut table.kind else { return false };
        if items.contains_key(key) {
            return false;
        }
        if !self.taken_out.iter().any(|(place, taken)| same(place, at) && taken == key) {
            let message = format!("{} lacks `{key}`", table.path.as_table());
            report.fault(Code::MissingKey, at, "missing here", message, format!("write `{key} = …` there"));
        }
        self.put_in.push((at.clone(), key.to_owned()));
        let value = Value { place: at.clone(), path: table.path.key(key), kind: ValueContent::Text("-".to_owned()) };
        items.insert(key.to_owned(), Item { key: at.clone(), value });
        true
    }

    fn takes_out(&mut self, at: &SourceSpan, tree: &mut Value) -> bool {
        fn within(value: &mut Value, at: &SourceSpan, taken: &mut Vec<(SourceSpan, String)>) -> bool {
            let place = value.place.clone();
            match &mut value.kind {
                ValueContent::Table(items) => {
                    let refused = items.iter().find(|(_, item)| same(&item.value.place, at) && !same(&place, at));
                    if let Some(key) = refused.map(|(key, _)| key.clone()) {
                        items.remove(&key);
                        taken.push((place, key));
                        return true;
                    }
                    items.values_mut().any(|item| within(&mut item.value, at, taken))
                }
                ValueContent::List(list) => {
                    let before = list.len();
                    list.retain(|item| !same(&item.place, at));
                    list.len() < before || list.iter_mut().any(|item| within(item, at, taken))
                }
                _ => false,
            }
        }
        within(tree, at, &mut self.taken_out)
    }
}

fn same(one: &SourceSpan, other: &SourceSpan) -> bool {
    one.span == other.span
}

fn find<'v>(value: &'v Value, at: &SourceSpan) -> Option<&'v Value> {
    if same(&value.place, at) && !matches!(value.kind, ValueContent::Table(_)) {
        return Some(value);
    }
    match &value.kind {
        ValueContent::Table(items) => items.values().find_map(|item| find(&item.value, at)),
        ValueContent::List(items) => items.iter().find_map(|item| find(item, at)),
        _ => None,
    }
}

fn find_mut<'v>(value: &'v mut Value, at: &SourceSpan) -> Option<&'v mut Value> {
    if same(&value.place, at) && matches!(value.kind, ValueContent::Table(_)) {
        return Some(value);
    }
    match &mut value.kind {
        ValueContent::Table(items) => items.values_mut().find_map(|item| find_mut(&mut item.value, at)),
        ValueContent::List(items) => items.iter_mut().find_map(|item| find_mut(item, at)),
        _ => None,
    }
}

/// Serde's message, and a hint.
fn in_words(message: &str) -> (String, String) {
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let named = what.split('`').nth(1).unwrap_or_default();
    let is_unknown = what.starts_with("unknown field") || what.starts_with("unknown variant");
    let help = match closest(named, &names) {
        Some(meant) if is_unknown => format!("did you mean `{meant}`?"),
        _ if is_unknown => format!("write {}", listed(expected)),
        _ if expected.is_empty() => "write it as the documentation shows".to_owned(),
        _ => format!("write {expected}"),
    };
    let what = match what.strip_prefix("unknown field ") {
        Some(_) => format!("`{}` means nothing here", short(named)),
        None => short_line(what),
    };
    (what, help)
}

/// The first of the allowed names.
fn listed(expected: &str) -> String {
    const MOST: usize = 160;
    match expected.char_indices().nth(MOST).and_then(|(at, _)| expected[..at].rfind(", ")) {
        Some(end) => format!("{}, …", &expected[..end]),
        None => expected.to_owned(),
    }
}

/// A sentence on one line, shortened.
fn short_line(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Path {
    /// Returns whether the last key is this one.
    fn ends_with(&self, key: &str) -> bool {
        let (keys, _) = self.dotted();
        keys == key || keys.ends_with(&format!(".{key}"))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::schema::Date;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        name: String,
        team: String,
        #[serde(default)]
        on: Option<Date>,
        #[serde(default)]
        person: Vec<Listed>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Listed {
        name: String,
        #[serde(default)]
        is: Vec<Is>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Is {
        Judge,
        Referee,
    }

    fn faults(text: &str) -> Vec<String> {
        let told = |fault: &super::super::fault::Fault| {
            let (line, column) = fault.line_and_column();
            format!("{line}:{column} {fault} ({})", fault.help())
        };
        match read_plain::<Form>("form.toml", text, 1000) {
            Ok(form) => panic!("{form:?}"),
            Err(faults) => faults.iter().map(told).collect(),
        }
    }

    #[test]
    fn every_fault_is_told_at_once_and_each_where_it_stands() {
        assert_eq!(
            faults(
                "name = 3\nnmae = \"x\"\non = 2030-02-28\n[[person]]\nname = \"A\"\nis = [\"juge\", \"referee\"]\n\
                 [[person]]\nis = [\"judge\"]\n"
            ),
            [
                "1:1 this file lacks `team` (write `team = …` there)",
                "1:8 invalid type: integer `3` (write a string)",
                "2:8 `nmae` means nothing here (did you mean `name`?)",
                "6:7 unknown variant `juge` (did you mean `judge`?)",
                "7:1 `[[person]]` 2 lacks `name` (write `name = …` there)",
            ]
        );
    }

    #[test]
    fn a_date_stands_with_or_without_quotes() {
        for day in ["2030-06-08", "\"2030-06-08\""] {
            let form: Form =
                read_plain("form.toml", &format!("name = \"n\"\nteam = \"t\"\non = {day}\n"), 1000).unwrap();
            assert_eq!(form.on.unwrap().to_string(), "2030-06-08");
        }
        assert!(read_plain::<Form>("form.toml", &"#".repeat(1001), 1000).is_err());
    }
}
