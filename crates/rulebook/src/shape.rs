//! The shape of a rulebook: its JSON Schema as a tree for code to follow.
//!
//! The reader checks files along it, and the page and the reference are printed along it, so a key added to the types
//! is read, shown and explained without further code. It is made once, from the types alone; an item of the schema that
//! it cannot hold stops every test at once.

use std::sync::LazyLock;

use serde_json::{Map, Value as Json};

/// The allowed values at one place of a rulebook.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// Its meaning, from the documentation of its type; empty if there is none.
    pub(crate) meaning: String,
    pub(crate) kind: ShapeKind,
}

/// The kind of a value.
#[derive(Debug, Clone)]
pub(crate) enum ShapeKind {
    /// A table with these keys: required keys first, in the order of the types.
    Table(Vec<Field>),
    /// A table with any keys, and values of one shape.
    Map(Box<Shape>),
    /// One of several: a word, or a table with one key.
    Choice(Vec<Variant>),
    /// A list of items of one shape.
    List { item: Box<Shape>, least: usize, most: usize },
    /// A text.
    Text(TextForm),
    /// A whole number, bounds included.
    Whole { least: i128, most: i128 },
    /// True or false.
    Switch,
}

/// A key of a table.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) key: String,
    pub(crate) required: bool,
    /// The value when the key is absent, if the types have one.
    pub(crate) default: Option<Json>,
    pub(crate) shape: Shape,
}

/// One of the alternatives for a value.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) meaning: String,
    /// The value under the key `name`; absent if the name alone is the value.
    pub(crate) inner: Option<Shape>,
}

/// The form of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// One line, of this many characters.
    Line { least: usize, most: usize },
    /// Several lines, of this many characters in all.
    Lines { least: usize, most: usize },
    /// A short name for addresses.
    Slug,
    /// An amount of money.
    Money,
    /// A duration, bounds in milliseconds.
    Duration { least: u64, most: u64 },
    /// A day of the calendar.
    Date,
    /// An id: this letter and a number from 1.
    Id(char),
    /// A text that only its type can check.
    Other(String),
}

/// The schema of a rulebook, as published.
const PUBLISHED: &str = include_str!("../../../docs/rulebook.schema.json");

/// The shape of a whole rulebook.
pub(crate) fn of_rulebook() -> &'static Shape {
    static SHAPE: LazyLock<Shape> = LazyLock::new(|| {
        let schema: Json = serde_json::from_str(PUBLISHED).expect("a test compares it with the types");
        let schema = schema.as_object().expect("a schema of a struct is an object");
        let none = Map::new();
        let names = schema.get("$defs").and_then(Json::as_object).unwrap_or(&none);
        shape(schema, names)
    });
    &SHAPE
}

impl Shape {
    /// The fields of a table; empty if it is no table.
    pub(crate) fn fields(&self) -> &[Field] {
        match &self.kind {
            ShapeKind::Table(fields) => fields,
            _ => &[],
        }
    }

    /// Returns whether a value is a list of tables, each under a header of its own.
    pub(crate) fn is_list_of_tables(&self) -> bool {
        matches!(&self.kind, ShapeKind::List { item, .. } if matches!(item.kind, ShapeKind::Table(_)))
    }

    /// Returns whether a value is written in lines of its own rather than behind an equals sign.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self.kind, ShapeKind::Table(_) | ShapeKind::Map(_))
    }
}

fn shape(schema: &Map<String, Json>, names: &Map<String, Json>) -> Shape {
    let own = text(schema, "description");
    let schema = resolve(schema, names);
    let meaning = own.or_else(|| text(schema, "description")).unwrap_or_default();
    Shape { meaning, kind: kind(schema, names) }
}

/// The schema behind a reference or an optional value.
fn resolve<'s>(schema: &'s Map<String, Json>, names: &'s Map<String, Json>) -> &'s Map<String, Json> {
    if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
        let name = name.trim_start_matches("#/$defs/");
        return resolve(object(&names[name]), names);
    }
    match schema.get("anyOf").and_then(Json::as_array) {
        // The first choice is the value; the second is its absence.
        Some(choices) => resolve(object(&choices[0]), names),
        None => schema,
    }
}

fn kind(schema: &Map<String, Json>, names: &Map<String, Json>) -> ShapeKind {
    if let Some(choices) = schema.get("oneOf").and_then(Json::as_array) {
        return ShapeKind::Choice(choices.iter().flat_map(|choice| variants(object(choice), names)).collect());
    }
    let of_type = match &schema["type"] {
        Json::Array(types) => types.iter().find(|of_type| *of_type != "null").expect("an option of something"),
        of_type => of_type,
    };
    let number = |key: &str| schema.get(key).and_then(Json::as_u64);
    let size = |key: &str| number(key).and_then(|number| usize::try_from(number).ok());
    match of_type.as_str() {
        Some("object") => match schema.get("additionalProperties") {
            Some(Json::Object(values)) => ShapeKind::Map(Box::new(shape(values, names))),
            _ => ShapeKind::Table(fields(schema, names)),
        },
        Some("array") => ShapeKind::List {
            item: Box::new(shape(object(&schema["items"]), names)),
            least: size("minItems").unwrap_or(0),
            most: size("maxItems").unwrap_or(MOST_ITEMS),
        },
        Some("string") => ShapeKind::Text(form(schema, size("minLength"), size("maxLength"))),
        Some("integer") => ShapeKind::Whole {
            least: number("minimum").map_or(0, i128::from),
            most: number("maximum").map_or(i128::from(u32::MAX), i128::from),
        },
        Some("boolean") => ShapeKind::Switch,
        other => unreachable!("no value of a rulebook is of type {other:?}"),
    }
}

fn fields(schema: &Map<String, Json>, names: &Map<String, Json>) -> Vec<Field> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
    let required = schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    let required: Vec<_> = required.collect();
    let optional = properties.keys().map(String::as_str).filter(|key| !required.contains(key));
    let field = |key: &str| {
        let property = object(&properties[key]);
        Field {
            key: key.to_owned(),
            required: required.contains(&key),
            default: property.get("default").cloned(),
            shape: shape(property, names),
        }
    };
    required.iter().copied().chain(optional).map(field).collect()
}

fn variants(schema: &Map<String, Json>, names: &Map<String, Json>) -> Vec<Variant> {
    let meaning = text(schema, "description").unwrap_or_default();
    let word = |name: &Json| Variant {
        name: name.as_str().expect("words are texts").to_owned(),
        meaning: meaning.clone(),
        inner: None,
    };
    match (schema.get("const"), schema.get("enum").and_then(Json::as_array)) {
        (Some(name), _) => vec![word(name)],
        (None, Some(words)) => words.iter().map(word).collect(),
        (None, None) => {
            let field = |Field { key, shape, .. }| Variant { name: key, meaning: meaning.clone(), inner: Some(shape) };
            fields(schema, names).into_iter().map(field).collect()
        }
    }
}

fn form(schema: &Map<String, Json>, least: Option<usize>, most: Option<usize>) -> TextForm {
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(MOST_CHARACTERS));
    let bound = |key: &str| schema.get(key).and_then(Json::as_u64);
    let pattern = schema.get("pattern").and_then(Json::as_str).unwrap_or_default();
    let letter = pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix("[1-9][0-9]*$"));
    match (schema.get("format").and_then(Json::as_str), letter.and_then(|letter| letter.chars().next())) {
        (Some("slug"), _) => TextForm::Slug,
        (Some("money"), _) => TextForm::Money,
        (Some("date"), _) => TextForm::Date,
        (Some("duration"), _) => {
            TextForm::Duration { least: bound("x-least").unwrap_or(0), most: bound("x-most").unwrap_or(u64::MAX) }
        }
        (Some(other), _) => TextForm::Other(other.to_owned()),
        (None, Some(letter)) => TextForm::Id(letter),
        (None, None) if schema.contains_key("x-lines") => TextForm::Lines { least, most },
        (None, None) => TextForm::Line { least, most },
    }
}

/// The most items of a list without a limit of its own.
pub(crate) const MOST_ITEMS: usize = 1000;

/// The most characters of a text without a limit of its own.
const MOST_CHARACTERS: usize = 4000;

fn object(schema: &Json) -> &Map<String, Json> {
    schema.as_object().expect("a schema is an object")
}

/// A text of a schema, on one line.
fn text(schema: &Map<String, Json>, key: &str) -> Option<String> {
    schema.get(key).and_then(Json::as_str).map(str::to_owned)
}
