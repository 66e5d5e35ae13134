//! The reference of a rulebook's keys, generated from the types; it is copied between the markers in docs/rulebook.md.

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::{
    examples,
    page::in_order,
    shape::{self, Field, Shape, ShapeKind, TextForm, Variant},
    time::friendly,
};

/// The reference as Markdown: a section for each part, a row for each key and each word.
#[must_use]
pub fn reference() -> String {
    let shape = shape::of_rulebook();
    let mut text = String::from("## The file\n\n");
    let fields = in_order(shape);
    heading(&mut text);
    for field in &fields {
        row(&mut text, &field.key, field, &field.key);
    }
    for field in fields.into_iter().filter(|field| !matches!(field.shape.kind, ShapeKind::Text(_))) {
        let (key, inner, path) = match &field.shape.kind {
            ShapeKind::List { item, .. } => (format!("[[{}]]", field.key), &**item, format!("{}[]", field.key)),
            _ => (format!("[{}]", field.key), &field.shape, field.key.clone()),
        };
        let _ = write!(text, "\n## `{key}`\n\n{}\n\n", field.shape.meaning);
        heading(&mut text);
        inside(&mut text, "", inner, &path);
    }
    text
}

fn heading(text: &mut String) {
    text.push_str("| key | type | meaning | default | example |\n| --- | --- | --- | --- | --- |\n");
}

/// The rows of the values under a key. `shown` is the start of the rows' keys, `path` the place of examples.
fn inside(text: &mut String, shown: &str, shape: &Shape, path: &str) {
    match &shape.kind {
        ShapeKind::Table(fields) => {
            for field in fields {
                let shown = if shown.is_empty() { field.key.clone() } else { format!("{shown}.{}", field.key) };
                let path = format!("{path}.{}", field.key);
                row(text, &shown, field, &path);
                inside(text, &shown, &field.shape, &path);
            }
        }
        ShapeKind::Map(values) => inside(text, &format!("{shown}.*"), values, path),
        ShapeKind::Choice(variants) => variants.iter().for_each(|variant| of_variant(text, shown, variant, path)),
        ShapeKind::List { item, .. } => inside(text, &format!("{shown}[]"), item, &format!("{path}[]")),
        ShapeKind::Text(_) | ShapeKind::Whole { .. } | ShapeKind::Switch => {}
    }
}

fn row(text: &mut String, shown: &str, field: &Field, path: &str) {
    let default = match (&field.default, field.required) {
        (Some(default), _) => plain(default),
        (None, true) => "required".to_owned(),
        (None, false) => "none".to_owned(),
    };
    cells(text, shown, &in_words(&field.shape), &field.shape.meaning, &default, path);
}

fn of_variant(text: &mut String, shown: &str, variant: &Variant, path: &str) {
    let Variant { name, meaning, inner } = variant;
    match inner {
        None => cells(text, &format!("{shown} = \"{name}\""), "word", meaning, "", ""),
        Some(inner) => {
            let shown = if shown.is_empty() { name.clone() } else { format!("{shown}.{name}") };
            let path = format!("{path}.{name}");
            cells(text, &shown, &in_words(inner), meaning, "", &path);
            inside(text, &shown, inner, &path);
        }
    }
}

fn cells(text: &mut String, key: &str, of_type: &str, meaning: &str, default: &str, path: &str) {
    let example = examples::shipped_at(path).map(|example| format!("`{}`", example.replace('|', "\\|")));
    let (meaning, example) = (meaning.replace('|', "\\|"), example.unwrap_or_default());
    let _ = writeln!(text, "| `{key}` | {of_type} | {meaning} | {default} | {example} |");
}

/// The type of a value with its bounds.
fn in_words(shape: &Shape) -> String {
    match &shape.kind {
        ShapeKind::Table(_) => "table".to_owned(),
        ShapeKind::Map(values) => format!("table of any keys, each a {}", in_words(values)),
        ShapeKind::Choice(variants) => {
            match (variants.iter().any(|v| v.inner.is_none()), variants.iter().any(|v| v.inner.is_some())) {
                (true, true) => "word, or table with one key".to_owned(),
                (false, true) => "table with one key".to_owned(),
                _ => "word".to_owned(),
            }
        }
        ShapeKind::List { item, least, most } => {
            let items = in_words(item);
            let article = if items.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let count = match (least, *most) {
                (_, shape::MOST_ITEMS) => String::new(),
                (0, most) => format!(" of at most {most}"),
                (least, most) => format!(" of {least} to {most}"),
            };
            format!("list{count}, each {article} {items}")
        }
        ShapeKind::Text(form) => match form {
            TextForm::Line { least, most } => format!("line of {least} to {most} characters"),
            TextForm::Lines { least, most } => format!("prose of {least} to {most} characters"),
            TextForm::Slug => "short name".to_owned(),
            TextForm::Money => "money".to_owned(),
            TextForm::Date => "date".to_owned(),
            TextForm::Duration { least, most } => {
                let show = |millis| friendly::show(std::time::Duration::from_millis(millis));
                format!("duration, {} to {}", show(*least), show(*most))
            }
            TextForm::Id(letter) => format!("id such as `{letter}1`"),
            TextForm::Other(name) => name.clone(),
        },
        ShapeKind::Whole { least, most } => format!("whole number, {least} to {most}"),
        ShapeKind::Switch => "true or false".to_owned(),
    }
}

fn plain(default: &Json) -> String {
    match default {
        Json::Array(items) if items.is_empty() => "none".to_owned(),
        Json::Null => "none".to_owned(),
        value => format!("`{value}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_where_a_key_is_absent_is_told_as_it_is_written() {
        let told = |default: serde_json::Value| plain(&default);
        assert_eq!(told(serde_json::json!([])), "none");
        assert_eq!(told(serde_json::Value::Null), "none");
        assert_eq!(told(serde_json::json!(["a", "b"])), "`[\"a\",\"b\"]`");
        assert_eq!(told(serde_json::json!("15s")), "`\"15s\"`");
    }
}
