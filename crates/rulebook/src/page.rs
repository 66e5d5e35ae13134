//! A rulebook as a page for a terminal: every part, every key that is set, and the meanings of its words.
//!
//! The page follows the schema, so that no key can be missing from it.

use language::Language;
use serde_json::{Map, Value as Json};

use crate::{
    Rulebook,
    schema::Instructions,
    shape::{self, Shape, ShapeKind, Variant},
};

/// The widest line, in characters.
const WIDTH: usize = 80;

/// The rulebook as text, in lines of at most 80 characters (a longer word has a line to itself).
///
/// # Panics
/// Never: every rulebook has a JSON form.
#[must_use]
pub fn page(rulebook: &Rulebook) -> String {
    let english = Language::english();
    let told =
        Instructions { judge: rulebook.told_to_judges(english), confederate: rulebook.told_to_confederates(english) };
    let rulebook = &Rulebook { instructions: told, ..rulebook.clone() };
    let json = crate::json::to_value(rulebook).expect("a rulebook has a JSON form");
    let mut page = ReferencePage::default();
    page.wrapped(0, &rulebook.title);
    page.wrapped(0, &format!("{}, from: {}", rulebook.id, rulebook.source));
    let shape = shape::of_rulebook();
    for field in in_order(shape) {
        let Some(value) = json.get(&field.key) else { continue };
        if matches!(field.shape.kind, ShapeKind::Text(_)) {
            continue;
        }
        page.line(0, "");
        page.wrapped(0, &format!("{}  {}", field.key.to_uppercase(), field.shape.meaning));
        match (&field.shape.kind, value) {
            // Readers of this page read the rulebook's own texts.
            (_, Json::Object(languages)) if field.key == "translations" => {
                let tags: Vec<&str> = languages.keys().map(String::as_str).collect();
                page.wrapped(2, &tags.join(", "));
            }
            (ShapeKind::Table(_) | ShapeKind::Map(_), Json::Object(items)) => page.table(2, items, &field.shape),
            (ShapeKind::List { item, .. }, Json::Array(items)) => page.items(2, items, item),
            (_, value) => page.key(2, field.key.chars().count(), &field.key, value, &field.shape),
        }
    }
    page.0
}

/// The parts in the order of a contest; parts missing from this list come last.
pub(crate) fn in_order(shape: &'static Shape) -> Vec<&'static shape::Field> {
    const ORDER: [&str; 20] = [
        "id",
        "title",
        "source",
        "study",
        "roles",
        "people",
        "committee",
        "referees",
        "calendar",
        "intake",
        "selection",
        "schedule",
        "interview",
        "trials",
        "ballots",
        "score",
        "awards",
        "record",
        "instructions",
        "translations",
    ];
    let place = |field: &shape::Field| ORDER.iter().position(|key| *key == field.key).unwrap_or(ORDER.len());
    let mut fields: Vec<_> = shape.fields().iter().collect();
    fields.sort_by_key(|field| place(field));
    fields
}

#[derive(Default)]
struct ReferencePage(String);

impl ReferencePage {
    fn table(&mut self, indent: usize, items: &Map<String, Json>, shape: &Shape) {
        let fields: Vec<(&str, &Json, &Shape)> = match &shape.kind {
            ShapeKind::Map(values) => items.iter().map(|(key, value)| (key.as_str(), value, &**values)).collect(),
            _ => {
                let set = |field: &'_ shape::Field| items.get(&field.key).is_some();
                let fields = shape.fields().iter().filter(|field| set(field));
                fields.map(|field| (field.key.as_str(), &items[&field.key], &field.shape)).collect()
            }
        };
        let widest = fields.iter().map(|(key, ..)| key.len()).max().unwrap_or(0);
        for (key, value, shape) in fields {
            self.key(indent, widest, key, value, shape);
        }
    }

    fn key(&mut self, indent: usize, widest: usize, key: &str, value: &Json, shape: &Shape) {
        let column = indent + widest + 2;
        match (&shape.kind, value) {
            (ShapeKind::Choice(variants), value) => self.choice(indent, column, key, value, variants),
            (ShapeKind::Table(_) | ShapeKind::Map(_), Json::Object(items)) => {
                self.line(indent, key);
                self.table(indent + 2, items, shape);
            }
            (ShapeKind::List { item, .. }, Json::Array(items)) => match plain_items(items, item) {
                Some(rows) => self.beside(indent, column, key, &rows),
                None => {
                    self.line(indent, key);
                    self.items(indent + 2, items, item);
                }
            },
            (ShapeKind::Text(_), Json::String(text)) if text.contains('\n') => {
                self.line(indent, key);
                for paragraph in text.trim().split("\n\n") {
                    self.wrapped(indent + 2, paragraph);
                    self.line(0, "");
                }
                self.0.truncate(self.0.trim_end().len());
                self.line(0, "");
            }
            (_, value) => self.beside(indent, column, key, &[scalar(value)]),
        }
    }

    /// A word with its meaning, or a word with the values under it.
    fn choice(&mut self, indent: usize, column: usize, key: &str, value: &Json, variants: &[Variant]) {
        let (name, inner) = match value {
            Json::Object(items) => items.iter().next().map_or(("", None), |(name, inner)| (name.as_str(), Some(inner))),
            Json::String(word) => (word.as_str(), None),
            _ => ("", None),
        };
        let Some(variant) = variants.iter().find(|variant| variant.name == name) else { return };
        let Some((inner, shape)) = inner.zip(variant.inner.as_ref()) else {
            self.beside(indent, column, key, &[name.to_owned()]);
            self.wrapped(column, &variant.meaning);
            return;
        };
        match (&shape.kind, inner) {
            (ShapeKind::Table(_) | ShapeKind::Map(_), Json::Object(items)) => {
                self.beside(indent, column, key, &[name.to_owned()]);
                self.wrapped(column, &variant.meaning);
                self.table(column, items, shape);
            }
            (ShapeKind::List { item, .. }, Json::Array(items)) => {
                self.beside(indent, column, key, &[name.to_owned()]);
                self.wrapped(column, &variant.meaning);
                match plain_items(items, item) {
                    Some(rows) => rows.iter().for_each(|row| self.wrapped(column, row)),
                    None => self.items(column, items, item),
                }
            }
            // A choice inside a choice, such as a measure as a tie-break: the inner one says it all.
            (ShapeKind::Choice(variants), inner) => self.choice(indent, column, key, inner, variants),
            (_, inner) => {
                self.beside(indent, column, key, &[format!("{name} {}", scalar(inner))]);
                self.wrapped(column, &variant.meaning);
            }
        }
    }

    /// The items of a list, each with its number.
    fn items(&mut self, indent: usize, items: &[Json], shape: &Shape) {
        for (index, item) in items.iter().enumerate() {
            let number = format!("{}.", index + 1);
            match (&shape.kind, item) {
                (ShapeKind::Table(_) | ShapeKind::Map(_), Json::Object(fields)) => {
                    self.line(indent, &number);
                    let start = self.0.len() - 1;
                    self.table(indent + 4, fields, shape);
                    // The first key goes beside the number.
                    let beside = self.0[start..].trim_start().to_owned();
                    self.0.truncate(start);
                    self.0.push_str(&" ".repeat(4_usize.saturating_sub(number.len()).max(1)));
                    self.0.push_str(&beside);
                }
                _ => self.key(indent, 2, &number, item, shape),
            }
        }
    }

    /// A key with its value behind it, in as many rows as needed.
    fn beside(&mut self, indent: usize, column: usize, key: &str, rows: &[String]) {
        let mut first = format!("{:indent$}{key}", "");
        while first.chars().count() < column {
            first.push(' ');
        }
        for (index, row) in rows.iter().enumerate() {
            let start = if index == 0 { first.clone() } else { " ".repeat(column) };
            self.fill(start, column, row);
        }
    }

    fn wrapped(&mut self, indent: usize, text: &str) {
        if !text.trim().is_empty() {
            self.fill(" ".repeat(indent), indent, text);
        }
    }

    /// Words behind the start of a line, and on further lines at this indent.
    fn fill(&mut self, start: String, indent: usize, text: &str) {
        let mut line = start;
        let mut is_empty = true;
        for word in text.split(' ').flat_map(|word| word.split('\n')) {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(0, &line);
                line = " ".repeat(indent);
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        self.line(0, &line);
    }

    fn line(&mut self, indent: usize, text: &str) {
        let line = format!("{:indent$}{text}", "");
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }
}

/// The rows of a list whose items need no names: one row for each item, with the items of inner lists in a row
/// together.
fn plain_items(items: &[Json], shape: &Shape) -> Option<Vec<String>> {
    match &shape.kind {
        ShapeKind::Text(_) | ShapeKind::Whole { .. } | ShapeKind::Switch => Some(items.iter().map(scalar).collect()),
        ShapeKind::List { item, .. } => {
            let row = |row: &Json| Some(plain_items(row.as_array()?, item)?.join("  "));
            items.iter().map(row).collect()
        }
        _ => None,
    }
}

fn scalar(value: &Json) -> String {
    match value {
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::String(text) => text.clone(),
        value => value.to_string(),
    }
}
