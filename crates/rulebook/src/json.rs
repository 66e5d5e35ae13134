//! Trees, indented JSON and TOML, made from the compact JSON of a value.
//!
//! Serde's derived code is compiled for each pair of a type and a form. A rulebook has a hundred types: one form is enough for them.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Number, Value};

use crate::{Rulebook, reader};

/// The value as a tree.
///
/// # Errors
/// When it has no JSON form, such as a map with keys that are not strings.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Value> {
    tree(&serde_json::to_string(value)?)
}

fn tree(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text)
}

/// The value as indented JSON.
///
/// # Errors
/// When it has no JSON form.
pub fn indented<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    Ok(indent(&serde_json::to_string(value)?))
}

/// Breaks compact JSON into the lines of `serde_json::to_string_pretty`. Numbers keep their spelling.
fn indent(compact: &str) -> String {
    let mut lines = String::with_capacity(2 * compact.len());
    let (mut depth, mut is_text, mut is_escaped, mut is_empty) = (0, false, false, false);
    for c in compact.chars() {
        if is_text {
            lines.push(c);
            is_text = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            continue;
        }
        match c {
            '}' | ']' if is_empty => depth -= 1,
            '}' | ']' => {
                depth -= 1;
                new_line(&mut lines, depth);
            }
            _ if is_empty => new_line(&mut lines, depth),
            _ => {}
        }
        lines.push(c);
        (is_text, is_empty) = (c == '"', matches!(c, '{' | '['));
        match c {
            '{' | '[' => depth += 1,
            ',' => new_line(&mut lines, depth),
            ':' => lines.push(' '),
            _ => {}
        }
    }
    lines
}

fn new_line(lines: &mut String, depth: usize) {
    lines.push('\n');
    lines.extend(std::iter::repeat_n("  ", depth));
}

/// The value as a file of TOML.
///
/// # Errors
/// When it has no such form, because it is no table or a number exceeds TOML's.
pub fn to_toml<T: Serialize + ?Sized>(value: &T) -> Result<String, toml::ser::Error> {
    toml::to_string(&InOrder::of(value).map_err(<toml::ser::Error as serde::ser::Error>::custom)?)
}

/// The rulebook in the bytes of a JSON file; `None` if they hold no rulebook.
#[must_use]
pub fn rulebook(bytes: &[u8]) -> Option<Rulebook> {
    let tree: Value = serde_json::from_slice(bytes).ok()?;
    reader::recorded(tree).ok().map(|rulebook| *rulebook)
}

/// A JSON value, its members in the order of the text.
#[derive(Debug, Clone, PartialEq)]
enum InOrder {
    Null,
    Switch(bool),
    Number(Number),
    Text(String),
    List(Vec<Self>),
    Members(Vec<(String, Self)>),
}

impl InOrder {
    fn of<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Self> {
        Self::read(&serde_json::to_string(value)?)
    }

    fn read(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }
}

impl Serialize for InOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Switch(switch) => serializer.serialize_bool(*switch),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Members(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, value))),
        }
    }
}

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = InOrder;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<InOrder, E> {
        Ok(InOrder::Null)
    }

    fn visit_bool<E>(self, switch: bool) -> Result<InOrder, E> {
        Ok(InOrder::Switch(switch))
    }

    fn visit_u64<E>(self, number: u64) -> Result<InOrder, E> {
        Ok(InOrder::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<InOrder, E> {
        Ok(InOrder::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<InOrder, E> {
        Number::from_f64(number).map(InOrder::Number).ok_or_else(|| E::custom("the number is not finite"))
    }

    fn visit_str<E>(self, text: &str) -> Result<InOrder, E> {
        Ok(InOrder::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<InOrder, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(InOrder::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<InOrder, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry()? {
            members.push(member);
        }
        Ok(InOrder::Members(members))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shipped;

    #[test]
    fn each_form_of_a_rulebook_is_the_one_that_its_types_write() {
        for id in shipped::ids() {
            let rulebook = &shipped::rulebook(id).unwrap();
            let tree = serde_json::to_value(rulebook).unwrap();
            assert_eq!(to_value(rulebook).unwrap(), tree);
            assert_eq!(*reader::recorded(tree).unwrap(), *rulebook);
            assert_eq!(indented(rulebook).unwrap(), serde_json::to_string_pretty(rulebook).unwrap());
            assert_eq!(to_toml(rulebook).unwrap(), toml::to_string(rulebook).unwrap());
        }
    }

    #[test]
    fn numbers_lists_and_nothing_keep_their_form() {
        let text = r#"{"z":[],"a":{},"f":[0.1,1e+300,-0.5],"least":-9223372036854775808,"most":18446744073709551615,"n":null,"t":"\u0001é\n","y":true}"#;
        let read = InOrder::read(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(indented(&read).unwrap(), serde_json::to_string_pretty(&read).unwrap());
        assert_eq!(to_value(&read).unwrap(), serde_json::from_str::<Value>(text).unwrap());
    }

    proptest! {
        #[test]
        fn lines_break_as_in_the_library(texts in prop::collection::vec(prop::collection::vec(any::<String>(), 0..3), 0..3)) {
            prop_assert_eq!(indented(&texts).unwrap(), serde_json::to_string_pretty(&texts).unwrap());
            let named: Vec<_> = texts.iter().map(|texts| std::collections::BTreeMap::from_iter(texts.iter().zip(0..))).collect();
            prop_assert_eq!(indented(&named).unwrap(), serde_json::to_string_pretty(&named).unwrap());
        }
    }
}
