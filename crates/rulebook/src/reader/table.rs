//! A table whose keys a reader requests: a requested key that is absent is missing, a present key that was not
//! requested is unknown.
//!
//! So the function that reads a table is the only list of its keys. A missing key and a similar unknown one are one
//! mistake, and one fault.

use std::collections::BTreeMap;

use super::{
    document::{Item, Path, Value, ValueContent, short},
    fault::{Code, Report, SourceSpan},
    value::wrong_type,
    word::{closest, list_of},
};

/// A table that is being read.
pub(super) struct TableReader<'a> {
    place: &'a SourceSpan,
    path: &'a Path,
    items: &'a BTreeMap<String, Item>,
    report: &'a mut Report,
    known: Vec<&'static str>,
    missing: Vec<Missing>,
}

/// A required key that is absent, or several of which one is required.
struct Missing {
    keys: Vec<&'static str>,
    message: String,
    help: String,
}

/// Reads a table with a function that requests every key it may have.
pub(super) fn read_table<T>(
    value: &Value,
    report: &mut Report,
    read: impl FnOnce(&mut TableReader<'_>) -> Option<T>,
) -> Option<T> {
    let ValueContent::Table(items) = &value.kind else {
        wrong_type(value, "a table", report);
        return None;
    };
    let mut table =
        TableReader { place: &value.place, path: &value.path, items, report, known: Vec::new(), missing: Vec::new() };
    let read = read(&mut table);
    let complete = table.finish();
    read.filter(|_| complete)
}

impl<'a> TableReader<'a> {
    /// The value of a required key. `example` is the value suggested if it is absent.
    pub(super) fn required<T>(
        &mut self,
        key: &'static str,
        example: &str,
        read: impl FnOnce(&Value, &mut Report) -> Option<T>,
    ) -> Option<T> {
        match self.ask(key) {
            Some(item) => read(&item.value, self.report),
            None => {
                self.miss(&[key], format!("write `{key} = {example}` there"));
                None
            }
        }
    }

    /// The value of a key, or this one if it is absent.
    pub(super) fn or<T>(
        &mut self,
        key: &'static str,
        default: T,
        read: impl FnOnce(&Value, &mut Report) -> Option<T>,
    ) -> Option<T> {
        match self.ask(key) {
            Some(item) => read(&item.value, self.report),
            None => Some(default),
        }
    }

    /// The value of an optional key; the outer `None` means that it is present and at fault.
    pub(super) fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&Value, &mut Report) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.ask(key) {
            Some(item) => read(&item.value, self.report).map(Some),
            None => Some(None),
        }
    }

    /// The items of a list of tables, each read or at fault; empty if the key is absent.
    ///
    /// The outer `None` means that the key is present and no list.
    pub(super) fn tables<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&mut TableReader<'_>) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        let Some(item) = self.ask(key) else { return Some(Vec::new()) };
        let ValueContent::List(items) = &item.value.kind else {
            wrong_type(&item.value, &format!("a list of tables, each under `[[{key}]]`"), self.report);
            return None;
        };
        Some(items.iter().map(|item| read_table(item, self.report, &mut read)).collect())
    }

    /// The item of a key, which is known from now on.
    pub(super) fn ask(&mut self, key: &'static str) -> Option<&'a Item> {
        self.known.push(key);
        self.items.get(key)
    }

    /// The place of a key, if it is present; does not make it known.
    pub(super) fn place_of(&self, key: &str) -> Option<&'a SourceSpan> {
        self.items.get(key).map(|item| &item.key)
    }

    /// Every key of the table with its value, to the letter.
    pub(super) fn written(&self) -> BTreeMap<String, String> {
        let text =
            |SourceSpan { file, span }: &SourceSpan| file.inner().get(span.clone()).unwrap_or_default().to_owned();
        self.items.iter().map(|(key, item)| (key.clone(), text(&item.value.place))).collect()
    }

    /// Reports that one of these keys is required.
    pub(super) fn miss(&mut self, keys: &[&'static str], help: String) {
        let names: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
        let message = format!("{} lacks {}", self.path.as_table(), names.join(" or "));
        self.missing.push(Missing { keys: keys.to_vec(), message, help });
    }

    /// The report, for faults about several keys of this table.
    pub(super) fn report(&mut self) -> &mut Report {
        self.report
    }

    /// The name of the table.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// Reports unknown and missing keys; true if there are none.
    fn finish(mut self) -> bool {
        let mut complete = true;
        for (key, item) in self.items {
            if self.known.contains(&key.as_str()) {
                continue;
            }
            complete = false;
            let meant = closest(key, &self.known);
            self.missing.retain(|missing| !meant.is_some_and(|meant| missing.keys.contains(&meant)));
            let help = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("the keys here are {}", list_of(&self.known)),
            };
            let message = format!("`{}` means nothing in {}", short(key), item.value.path.parent().as_table());
            self.report.fault(Code::UnknownKey, &item.key, "unknown key", message, help);
        }
        for Missing { message, help, .. } in self.missing {
            complete = false;
            self.report.fault(Code::MissingKey, self.place, "missing here", message, help);
        }
        complete
    }
}
