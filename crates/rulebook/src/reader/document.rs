//! A TOML file as a tree in which every value has its file, its span and its name.
//!
//! The parser is the `toml` crate's in its recovering form, which continues after a syntax error. Because every value
//! knows its file, a contest's overrides can be applied to a rulebook before it is read, and faults still point into
//! the right file.

use std::{collections::BTreeMap, fmt, ops::Range, rc::Rc, sync::Arc};

use miette::NamedSource;
use serde_json::Value as Json;
use toml::{
    Spanned,
    de::{DeString, DeTable, DeValue},
};

use super::{
    LARGEST_FILE,
    fault::{Code, File, Report, SourceSpan},
};

/// A value of a TOML file.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) place: SourceSpan,
    pub(super) path: Path,
    pub(super) kind: ValueContent,
}

/// The content of a value.
#[derive(Debug, Clone)]
pub(super) enum ValueContent {
    Text(String),
    /// A whole number. One beyond 128 bits becomes the nearest of them, which no allowed range includes.
    Whole(i128),
    Switch(bool),
    List(Vec<Value>),
    Table(BTreeMap<String, Item>),
    /// A day, or a moment, without quotes, as written.
    Date(String),
    /// A number with a fraction, which no key takes.
    Other(&'static str),
}

impl ValueContent {
    /// The kind in words.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Whole(_) => "a whole number",
            Self::Switch(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Date(_) => "a date",
            Self::Other(name) => name,
        }
    }
}

/// A key of a table with its value.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The place of the key.
    pub(super) key: SourceSpan,
    pub(super) value: Value,
}

impl Value {
    /// The value at the end of these keys, if there is one.
    pub(super) fn find(&self, keys: &[&str]) -> Option<&Self> {
        keys.iter().try_fold(self, |value, key| match &value.kind {
            ValueContent::Table(items) => items.get(*key).map(|item| &item.value),
            _ => None,
        })
    }

    /// The items of a list; empty for any other value.
    pub(super) fn items(&self) -> &[Self] {
        match &self.kind {
            ValueContent::List(items) => items,
            _ => &[],
        }
    }

    /// The words of a text; `None` for any other value.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            ValueContent::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The words of a text, or a date as written without quotes; `None` for any other value.
    pub(super) fn text_or_date(&self) -> Option<&str> {
        match &self.kind {
            ValueContent::Text(text) | ValueContent::Date(text) => Some(text),
            _ => None,
        }
    }

    /// Applies overrides to this table: tables are merged, everything else is replaced.
    pub(super) fn overlay(&mut self, over: Self) {
        match (&mut self.kind, over) {
            (ValueContent::Table(items), Self { kind: ValueContent::Table(over), .. }) => {
                for (key, item) in over {
                    match items.get_mut(&key) {
                        Some(below) => below.value.overlay(item.value),
                        None => {
                            items.insert(key, item);
                        }
                    }
                }
            }
            (_, over) => *self = over,
        }
    }
}

/// The name of a value: the keys that lead to it. Prints as `` `interview.talk` `` or `` `name` of `[[judge]]` 3 ``.
#[derive(Debug, Clone)]
pub(super) struct Path(Option<Rc<PathStep>>);

#[derive(Debug)]
enum PathStep {
    Key(Path, String),
    /// An item of a list, counted from 1, and whether it is a table under a header of its own.
    Item(Path, usize, bool),
}

impl Path {
    /// The name of the file's own table.
    pub(super) fn root() -> Self {
        Self(None)
    }

    /// The name of this key of the table.
    pub(super) fn key(&self, key: &str) -> Self {
        Self(Some(Rc::new(PathStep::Key(self.clone(), key.to_owned()))))
    }

    fn item(&self, number: usize, has_header: bool) -> Self {
        Self(Some(Rc::new(PathStep::Item(self.clone(), number, has_header))))
    }

    /// The keys of a rulebook that lead here, without the numbers of list items: `awards[].to.place`. Overrides of a
    /// contest file are named like the keys they override.
    pub(super) fn pattern(&self) -> String {
        fn of(path: &Path) -> String {
            match path.0.as_deref() {
                None => String::new(),
                Some(PathStep::Item(list, ..)) => format!("{}[]", of(list)),
                Some(PathStep::Key(parent, key)) => match of(parent).as_str() {
                    "" | "overrides" => key.clone(),
                    keys => format!("{keys}.{key}"),
                },
            }
        }
        of(self)
    }

    /// The name of the table or list that holds this.
    pub(super) fn parent(&self) -> Self {
        match self.0.as_deref() {
            None => Self(None),
            Some(PathStep::Key(parent, _) | PathStep::Item(parent, ..)) => parent.clone(),
        }
    }

    /// The table at the path, as a phrase after "in": `` `[roles]` ``, `` `[[judge]]` 3 `` or `this file`.
    pub(super) fn as_table(&self) -> String {
        match self.0.as_deref() {
            None => "this file".to_owned(),
            Some(PathStep::Key(..)) => match self.dotted() {
                (keys, None) => format!("`[{keys}]`"),
                (_, Some(_)) => self.to_string(),
            },
            Some(PathStep::Item(..)) => self.to_string(),
        }
    }

    /// The keys since the last list, joined with dots, and the item of that list.
    pub(super) fn dotted(&self) -> (String, Option<&Self>) {
        match self.0.as_deref() {
            None => (String::new(), None),
            Some(PathStep::Item(..)) => (String::new(), Some(self)),
            Some(PathStep::Key(parent, key)) => {
                let (keys, item) = parent.dotted();
                let dot = if keys.is_empty() { "" } else { "." };
                (format!("{keys}{dot}{}", short(key)), item)
            }
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            Some(PathStep::Item(list, number, has_header)) => match list.dotted() {
                (keys, None) if *has_header => write!(f, "`[[{keys}]]` {number}"),
                _ => write!(f, "item {number} of {list}"),
            },
            _ => match self.dotted() {
                (keys, Some(item)) => write!(f, "`{keys}` of {item}"),
                (keys, None) => write!(f, "`{keys}`"),
            },
        }
    }
}

/// A text for a message: on one line, without control characters, at most 60 characters long.
pub(super) fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(60).flat_map(escaped).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

/// A source text with its name.
pub(super) fn file(file_name: &str, text: &str) -> File {
    Arc::new(NamedSource::new(file_name, text.to_owned()))
}

/// Reads a file into a tree, and reports syntax errors.
pub(super) fn parse(file: &File, report: &mut Report) -> Value {
    parse_up_to(LARGEST_FILE, file, report)
}

/// Like `parse`, for a file of at most this many bytes.
pub(super) fn parse_up_to(most: usize, file: &File, report: &mut Report) -> Value {
    let text = file.inner().as_str();
    let root = |items| Value {
        place: SourceSpan { file: file.clone(), span: 0..0 },
        path: Path::root(),
        kind: ValueContent::Table(items),
    };
    if text.len() > most {
        report.fault(
            Code::TooLarge,
            &SourceSpan { file: file.clone(), span: 0..0 },
            "this file",
            format!("the file has {} bytes, more than the {most} that are read", text.len()),
            "check that this is the right file: a rulebook or contest is a few kilobytes",
        );
        report.text_lost = true;
        return root(BTreeMap::new());
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let tree = root(items(table.get_ref(), file, &Path::root()));
    report_syntax(&tree, errors, file, report);
    tree
}

fn items(table: &DeTable<'_>, file: &File, path: &Path) -> BTreeMap<String, Item> {
    let item = |(key, value): (&Spanned<DeString<'_>>, &_)| {
        let name = key.get_ref().to_string();
        let place = SourceSpan { file: file.clone(), span: key.span() };
        let value = to_value(value, file, path.key(&name));
        (name, Item { key: place, value })
    };
    table.iter().map(item).collect()
}

fn to_value(value: &Spanned<DeValue<'_>>, file: &File, path: Path) -> Value {
    let kind = match value.get_ref() {
        DeValue::String(text) => ValueContent::Text(text.to_string()),
        DeValue::Integer(number) => {
            let nearest = if number.as_str().starts_with('-') { i128::MIN } else { i128::MAX };
            ValueContent::Whole(i128::from_str_radix(number.as_str(), number.radix()).unwrap_or(nearest))
        }
        DeValue::Boolean(switch) => ValueContent::Switch(*switch),
        DeValue::Float(_) => ValueContent::Other("a number with a fraction"),
        DeValue::Datetime(_) => ValueContent::Date(file.inner()[value.span()].to_owned()),
        DeValue::Array(list) => {
            let item = |(index, value): (usize, &Spanned<DeValue<'_>>)| {
                let has_header = value.get_ref().is_table() && file.inner()[value.span()].starts_with('[');
                to_value(value, file, path.item(index + 1, has_header))
            };
            ValueContent::List(list.iter().enumerate().map(item).collect())
        }
        DeValue::Table(table) => ValueContent::Table(items(table, file, &path)),
    };
    Value { place: SourceSpan { file: file.clone(), span: value.span() }, path, kind }
}

/// A JSON value as such a tree, at the beginning of this file. A key with the value null is absent.
pub(super) fn of_json(value: Json, file: &File) -> Value {
    let kind = match value {
        Json::Null => ValueContent::Other("null"),
        Json::Bool(switch) => ValueContent::Switch(switch),
        Json::Number(number) => {
            number.as_i128().map_or(ValueContent::Other("a number with a fraction"), ValueContent::Whole)
        }
        Json::String(text) => ValueContent::Text(text),
        Json::Array(items) => ValueContent::List(items.into_iter().map(|item| of_json(item, file)).collect()),
        Json::Object(members) => {
            let said = members.into_iter().filter(|(_, value)| !value.is_null());
            let item = |(name, value)| {
                let value = of_json(value, file);
                (name, Item { key: value.place.clone(), value })
            };
            ValueContent::Table(said.map(item).collect())
        }
    };
    Value { place: SourceSpan { file: file.clone(), span: 0..0 }, path: Path::root(), kind }
}

/// The beginning of the parser's message about a text without its quotes.
const UNQUOTED: &str = "string values must be quoted";

/// Reports the parser's errors: the first of each value and each line, because the others only follow from it.
fn report_syntax(tree: &Value, errors: Vec<toml::de::Error>, file: &File, report: &mut Report) {
    let text = file.inner().as_str();
    let mut written = Vec::new();
    collect_written(tree, &mut written);
    written.sort_by_key(|span| span.start);
    let mut errors: Vec<_> = errors.into_iter().map(|error| (error.span().unwrap_or(0..0), error)).collect();
    errors.sort_by_key(|(span, _)| span.start);

    let mut told_until = 0;
    let mut told_last = String::new();
    for (span, error) in errors {
        let duplicate = error.message() == "duplicate key";
        let before = written.partition_point(|value| value.start <= span.start);
        let value = before.checked_sub(1).map(|index| &written[index]).filter(|value| span.end <= value.end);
        let swallowed = !duplicate && value.is_some_and(|value| text[value.clone()].contains('\n'));
        let lost = swallowed || (!duplicate && value.is_none());
        report.text_lost |= lost;
        report.broken |= !duplicate && (lost || !error.message().starts_with(UNQUOTED));
        if lost {
            let from = value.filter(|_| swallowed).map_or(span.start, |value| value.start);
            report.lose(file, from, swallowed);
        }
        if span.start < told_until || (lost && told_last == error.message()) {
            continue;
        }
        let line_end = text[span.start..].find('\n').map_or(text.len(), |length| span.start + length);
        told_until = value.map_or(0, |value| value.end).max(line_end) + 1;
        told_last = error.message().to_owned();
        let place = SourceSpan { file: file.clone(), span: span.clone() };
        if duplicate {
            let message = format!("`{}` is set twice in the same table", short(&text[span]));
            report.fault(Code::Duplicate, &place, "set before", message, "keep one of the two");
        } else {
            let (what, help) = syntax_in_words(error.message(), &text[span], value.map(|value| &text[value.clone()]));
            let help = match value.filter(|_| swallowed) {
                Some(value) => {
                    let line = text[..value.start].lines().count().max(1);
                    format!("close what begins in line {line}, or {help}")
                }
                None => help,
            };
            report.fault(Code::Syntax, &place, "here", format!("this is no TOML: {what}"), help);
        }
    }
}

/// The meaning of a parser's message about some text, and its remedy. `value` is the whole value around the text.
fn syntax_in_words(message: &str, text: &str, value: Option<&str>) -> (String, String) {
    if message.starts_with(UNQUOTED) && text.is_empty() {
        return ("a value is missing".to_owned(), "write one after the `=`".to_owned());
    }
    let bare = match value {
        // In a list or a table on one line, other words may be right.
        Some(value) if value.starts_with(['[', '{']) => message.starts_with(UNQUOTED).then_some(text),
        value => value.filter(|value| message.starts_with(UNQUOTED) || value.starts_with(char::is_alphabetic)),
    };
    if let Some(bare) = bare {
        let bare = short(bare);
        return (format!("`{bare}` stands without quotes"), format!("write \"{bare}\" if it is a text or a duration"));
    }
    match message.split_once(", expected ") {
        Some((what, expected)) => (what.to_owned(), format!("write {expected} here")),
        None => (message.to_owned(), "see https://toml.io for how TOML is written".to_owned()),
    }
}

/// The spans of all values behind an equals sign, outermost values only.
fn collect_written(value: &Value, spans: &mut Vec<Range<usize>>) {
    let ValueContent::Table(items) = &value.kind else { return };
    for Item { key, value } in items.values() {
        match &value.kind {
            // A table or list that begins before or at its key has a header instead of an equals sign.
            ValueContent::Table(_) if value.place.span.start <= key.span.start => collect_written(value, spans),
            ValueContent::List(tables) if value.place.span.start <= key.span.start => {
                tables.iter().for_each(|table| collect_written(table, spans));
            }
            _ => spans.push(value.place.span.clone()),
        }
    }
}

/// A character in a form for messages.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let control = c.is_control().then(|| c.escape_default());
    let plain = control.is_none().then_some(c);
    control.into_iter().flatten().chain(plain)
}
