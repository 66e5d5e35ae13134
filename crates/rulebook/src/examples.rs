//! Examples of values from the shipped rulebooks, for the reference and for the help of errors.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{
    reader::written_values,
    shape::{Shape, ShapeKind, TextForm},
    shipped,
};

/// An example for this place (`interview.talk`, `awards[].purse`), as TOML: from the first shipped rulebook with a
/// short value there, or else made from the shape. Examples at the top level, such as the title, are always made.
pub(crate) fn of(pattern: &str, shape: &Shape) -> String {
    shipped_at(pattern).filter(|_| pattern.contains('.')).map_or_else(|| made(shape), str::to_owned)
}

/// The value at this place in the first shipped rulebook that has a short one, as TOML.
pub(crate) fn shipped_at(pattern: &str) -> Option<&'static str> {
    static SHIPPED: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let mut all = BTreeMap::new();
        for text in shipped::ids().filter_map(shipped::find) {
            for (pattern, written) in written_values(text) {
                all.entry(pattern).or_insert(written);
            }
        }
        all
    });
    SHIPPED.get(pattern).map(String::as_str)
}

fn made(shape: &Shape) -> String {
    match &shape.kind {
        ShapeKind::Table(fields) => {
            let required = fields.iter().filter(|field| field.required);
            let items: Vec<_> = required.map(|field| format!("{} = {}", field.key, made(&field.shape))).collect();
            format!("{{ {} }}", items.join(", "))
        }
        ShapeKind::Map(_) => "{}".to_owned(),
        ShapeKind::Choice(variants) => match variants.first().map(|first| (&first.name, &first.inner)) {
            Some((name, Some(inner))) => format!("{{ {name} = {} }}", made(inner)),
            Some((name, None)) => format!("\"{name}\""),
            None => String::new(),
        },
        ShapeKind::List { item, .. } => format!("[{}]", made(item)),
        ShapeKind::Text(form) => match form {
            TextForm::Line { .. } | TextForm::Lines { .. } | TextForm::Other(_) => "\"…\"".to_owned(),
            TextForm::Slug => "\"my-id\"".to_owned(),
            TextForm::Money => "\"3000 USD\"".to_owned(),
            TextForm::Duration { .. } => "\"5m\"".to_owned(),
            TextForm::Date => "\"2030-06-30\"".to_owned(),
            TextForm::Id(letter) => format!("\"{letter}1\""),
        },
        ShapeKind::Whole { least, .. } => least.to_string(),
        ShapeKind::Switch => "true".to_owned(),
    }
}
