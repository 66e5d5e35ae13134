//! The walk: checks a tree along the shape of a rulebook, and reports everything that does not fit.

use std::{collections::BTreeMap, time::Duration};

use super::{
    date::date,
    document::{Item, Value, ValueContent as Written, short},
    fault::{Code, Report},
    table::{TableReader, read_table},
    value::{any_text, check_item_count, duration, id, line, money, prose, slug, switch, whole, wrong_type},
    word::{closest, list_of},
};
use crate::{
    examples,
    shape::{Field, Shape, ShapeKind, TextForm, Variant},
};

/// Returns whether a value has this shape; reports all its faults.
pub(super) fn walk(value: &Value, shape: &'static Shape, report: &mut Report) -> bool {
    match &shape.kind {
        ShapeKind::Table(fields) => read_table(value, report, |t| table(t, fields).then_some(())).is_some(),
        ShapeKind::Map(values) => map(value, values, report),
        ShapeKind::Choice(variants) => choice(value, variants, report),
        ShapeKind::List { item, least, most } => list(value, shape, item, *least, *most, report),
        ShapeKind::Text(form) => text(value, form, report),
        ShapeKind::Whole { least, most } => whole(*least..=*most)(value, report).is_some(),
        ShapeKind::Switch => switch(value, report).is_some(),
    }
}

fn table(t: &mut TableReader<'_>, fields: &'static [Field]) -> bool {
    let mut fits = true;
    for Field { key, required, shape, .. } in fields {
        match t.ask(key) {
            Some(item) => fits &= walk(&item.value, shape, t.report()),
            None if *required => {
                let path = t.path().key(key);
                let help = match shape.is_table() {
                    true => format!("add {} with its keys", path.as_table()),
                    false => format!("write `{key} = {}` there", examples::of(&path.pattern(), shape)),
                };
                t.miss(&[key], help);
            }
            None => {}
        }
    }
    fits
}

fn map(value: &Value, values: &'static Shape, report: &mut Report) -> bool {
    let Written::Table(items) = &value.kind else {
        wrong_type(value, "a table", report);
        return false;
    };
    let mut fits = true;
    for item in items.values() {
        fits &= walk(&item.value, values, report);
    }
    fits
}

fn choice(value: &Value, variants: &'static [Variant], report: &mut Report) -> bool {
    match &value.kind {
        Written::Text(written) => word(value, written, variants, report),
        Written::Table(items) if variants.iter().any(|variant| variant.inner.is_some()) => {
            keyed(value, items, variants, report)
        }
        _ => {
            let wanted = match (variants.iter().any(|v| v.inner.is_none()), variants.iter().any(|v| v.inner.is_some()))
            {
                (true, true) => "a word in quotes, or a table with one key",
                (false, true) => "a table with one key",
                _ => "a text in quotes",
            };
            wrong_type(value, wanted, report);
            false
        }
    }
}

fn word(value: &Value, written: &str, variants: &'static [Variant], report: &mut Report) -> bool {
    match variants.iter().find(|variant| variant.name == written) {
        Some(Variant { inner: None, .. }) => true,
        Some(Variant { name, inner: Some(inner), .. }) => {
            let message = format!("{} is `{name}`, which does not stand alone", value.path);
            let path = value.path.key(name);
            let help = format!("write {{ {name} = {} }}", examples::of(&path.pattern(), inner));
            report.fault(Code::MissingKey, &value.place, "this and what?", message, help);
            false
        }
        None => {
            let message = format!("{} is `{}`, which is not one of its words", value.path, short(written));
            let help = choices(written, variants);
            report.fault(Code::UnknownWord, &value.place, "unknown word", message, help);
            false
        }
    }
}

/// A table with one key, which selects the variant.
fn keyed(value: &Value, items: &BTreeMap<String, Item>, variants: &'static [Variant], report: &mut Report) -> bool {
    let mut fits = true;
    let mut found: Vec<(&str, &Item)> = Vec::new();
    for (key, item) in items {
        match variants.iter().find(|variant| variant.name == *key) {
            Some(Variant { name, inner: Some(inner), .. }) => {
                found.push((name, item));
                fits &= walk(&item.value, inner, report);
            }
            Some(Variant { name, inner: None, .. }) => {
                fits = false;
                let message = format!("`{name}` in {} is a word, and has no keys", value.path.as_table());
                let help = format!("write \"{name}\" in the table's place");
                report.fault(Code::WrongType, &item.key, "a word", message, help);
            }
            None => {
                fits = false;
                let message = format!("`{}` means nothing in {}", short(key), value.path.as_table());
                report.fault(Code::UnknownKey, &item.key, "unknown key", message, choices(key, variants));
            }
        }
    }
    if let [(one, first), (other, second), ..] = found[..] {
        fits = false;
        let message = format!("{} is both `{one}` and `{other}`, and can be one of them", value.path);
        let places = [(&second.key, "and this another"), (&first.key, "this is one")];
        report.fault_between(Code::Contradiction, &places, message, format!("keep `{one}` or `{other}`"));
    } else if items.is_empty() {
        fits = false;
        let message = format!("{} is empty", value.path);
        report.fault(Code::MissingKey, &value.place, "missing here", message, choices("", variants));
    }
    fits
}

/// A hint at the intended word, and the list of the allowed ones.
fn choices(written: &str, variants: &[Variant]) -> String {
    let names = |keyed: bool| -> Vec<&str> {
        variants.iter().filter(|v| v.inner.is_some() == keyed).map(|v| v.name.as_str()).collect()
    };
    let (words, keys) = (names(false), names(true));
    let all = match (&words[..], &keys[..]) {
        ([only], []) => format!("the only word there is `{only}`"),
        (words, []) => format!("the words are {}", list_of(words)),
        ([], keys) => format!("the keys here are {}", list_of(keys)),
        (words, keys) => format!("the words are {}; as the key of a table, {}", list_of(words), list_of(keys)),
    };
    match closest(written, &[words, keys].concat()) {
        Some(meant) => format!("did you mean `{meant}`? {all}"),
        None => all,
    }
}

fn list(value: &Value, shape: &Shape, item: &'static Shape, least: usize, most: usize, report: &mut Report) -> bool {
    let Written::List(items) = &value.kind else {
        let header = value.path.dotted().0;
        match shape.is_list_of_tables() {
            true => wrong_type(value, &format!("a list of tables, each under `[[{header}]]`"), report),
            false => wrong_type(value, "a list", report),
        }
        return false;
    };
    let mut fits = check_item_count(value, items.len(), least, most, report);
    for value in items {
        fits &= walk(value, item, report);
    }
    fits
}

fn text(value: &Value, form: &TextForm, report: &mut Report) -> bool {
    match form {
        TextForm::Line { least, most } => line(*least..=*most)(value, report).is_some(),
        TextForm::Lines { least, most } => prose(*least..=*most)(value, report).is_some(),
        TextForm::Slug => slug(value, report).is_some(),
        TextForm::Money => money(value, report).is_some(),
        TextForm::Date => date(value, report).is_some(),
        TextForm::Duration { least, most } => {
            let range = Duration::from_millis(*least)..=Duration::from_millis(*most);
            duration(range)(value, report).is_some()
        }
        TextForm::Id(letter) => id(*letter)(value, report).is_some(),
        TextForm::Other(_) => any_text(value, report).is_some(),
    }
}
