//! Canonical JSON: one value, one spelling (RFC 8785), so that a hash of the bytes is a hash of the value.
//!
//! Two things allowed by RFC 8785 are refused here: fractions, because implementations spell them differently, and integers
//! beyond ±(2^53 - 1), which RFC 8785 would silently round. The error gives the value's JSON pointer.

mod spelling;

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

/// The largest integer, either side of zero, that every JSON reader represents exactly: 2^53 - 1.
pub const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// The maximum depth of nested objects and arrays.
pub const DEEPEST_NESTING: usize = 100;

/// A prefix forbidden in names: builds of the JSON library disagree on the meaning of objects with such a name.
const RESERVED_NAMES: &str = "$serde_json::";

/// A value without canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotRecordable {
    /// A number that is a fraction, or too large for exact representation everywhere.
    #[error(
        "the number {found} at `{pointer}` is not an integer within ±(2^53 - 1) (write it as a string, or in smaller units)"
    )]
    Number {
        /// Its position, as a JSON pointer (RFC 6901).
        pointer: String,
        /// The number.
        found: String,
    },
    /// Objects and arrays nested too deeply.
    #[error(
        "more than {DEEPEST_NESTING} objects and arrays stand inside one another at `{pointer}` (flatten the value)"
    )]
    TooDeep {
        /// The position beyond the limit, as a JSON pointer (RFC 6901).
        pointer: String,
    },
    /// A name with the reserved prefix, which some readers misread.
    #[error("no name begins with `{RESERVED_NAMES}`, as that at `{pointer}` does (choose another)")]
    Name {
        /// Its position, as a JSON pointer (RFC 6901).
        pointer: String,
    },
}

/// Bytes that are not canonical JSON.
#[derive(Debug, thiserror::Error)]
pub enum NotCanonical {
    /// Not JSON at all.
    #[error("not JSON")]
    NotJson(#[source] serde_json::Error),
    /// JSON with a value that is not allowed in a record.
    #[error(transparent)]
    NotRecordable(#[from] NotRecordable),
    /// JSON in a different spelling than the canonical one, from this byte on.
    #[error("not in canonical form (RFC 8785) from byte {0} on")]
    OtherSpelling(usize),
}

/// The canonical bytes of a JSON value, with texts as names of members.
///
/// # Errors
/// [`NotRecordable`] if the value holds a fraction, an integer beyond ±(2^53 - 1), more than [`DEEPEST_NESTING`] levels, or a
/// name with the reserved prefix `$serde_json::`.
///
/// # Panics
/// If a name is not a text.
///
/// # Source
/// RFC 8785, JSON Canonicalization Scheme.
pub fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, NotRecordable> {
    // Integers and texts have one compact spelling, so if the members are in order, the output is already canonical.
    let written = serde_json::to_vec(value).expect("the value is JSON");
    if spelling::is_canonical(&written) {
        return Ok(written);
    }
    let value = serde_json::to_value(value).expect("the value is JSON");
    check(&value, &mut Vec::new())?;
    Ok(serde_json_canonicalizer::to_vec(&value).expect("a JSON value without fractions has canonical bytes"))
}

/// The value of canonical bytes.
///
/// # Errors
/// [`NotCanonical`] if the bytes differ from the output of [`to_bytes`] for their value.
pub fn from_bytes(bytes: &[u8]) -> Result<Value, NotCanonical> {
    check_bytes(bytes)?;
    serde_json::from_slice(bytes).map_err(NotCanonical::NotJson)
}

/// Checks that bytes are canonical, in one pass without storing a value.
///
/// # Errors
/// [`NotCanonical`] if the bytes differ from the output of [`to_bytes`] for their value.
pub fn check_bytes(bytes: &[u8]) -> Result<(), NotCanonical> {
    if spelling::is_canonical(bytes) {
        return Ok(());
    }
    let value: Value = serde_json::from_slice(bytes).map_err(NotCanonical::NotJson)?;
    let canonical = to_bytes(&value)?;
    let same = canonical.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    Err(NotCanonical::OtherSpelling(same))
}

/// The values of an object with exactly these names, in canonical order, as source text; `None` if the bytes are not that
/// object, or not canonical.
pub(crate) fn members<'b, const N: usize>(bytes: &'b [u8], names: [&str; N]) -> Option<[&'b str; N]> {
    spelling::members(bytes, names)
}

/// Calls `each` for every member of an object without spaces, with its name and the source text of its value. Returns `None` if
/// it is not an object, or a value is not in canonical form; the members before that are then unreliable.
pub fn each_member<'t>(object: &'t str, each: impl FnMut(Cow<'t, str>, &'t str)) -> Option<()> {
    spelling::each_member(object, each)
}

/// The content of a string in canonical form; `None` for other values.
pub(crate) fn said(value: &str) -> Option<Cow<'_, str>> {
    spelling::said(value)
}

/// Refuses values not allowed in a record; `path` leads to `value`.
fn check<'a>(value: &'a Value, path: &mut Vec<ChildStep<'a>>) -> Result<(), NotRecordable> {
    if path.len() > DEEPEST_NESTING {
        return Err(NotRecordable::TooDeep { pointer: pointer(path) });
    }
    match value {
        Value::Number(number) => {
            let magnitude = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
            if magnitude.is_none_or(|n| n > LARGEST_INTEGER) {
                return Err(NotRecordable::Number { pointer: pointer(path), found: number.to_string() });
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(ChildStep::Index(index));
                check(item, path)?;
                path.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                path.push(ChildStep::Name(name));
                if name.starts_with(RESERVED_NAMES) {
                    return Err(NotRecordable::Name { pointer: pointer(path) });
                }
                check(member, path)?;
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
    Ok(())
}

/// One step from a value to one of its children.
enum ChildStep<'a> {
    Index(usize),
    Name(&'a str),
}

fn pointer(path: &[ChildStep<'_>]) -> String {
    path.iter()
        .map(|step| match step {
            ChildStep::Index(index) => format!("/{index}"),
            ChildStep::Name(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_sorted_by_utf16_and_nothing_is_padded() {
        // The order of RFC 8785, section 3.2.3: an emoji (two UTF-16 units from U+D83D) before U+FB33.
        let value = json!({ "\u{fb33}": 1, "\u{1f600}": 2, "\r": 3, "1": 4, "\u{80}": 5, "ö": 6, "€": 7 });
        let expected = "{\"\\r\":3,\"1\":4,\"\u{80}\":5,\"ö\":6,\"€\":7,\"\u{1f600}\":2,\"\u{fb33}\":1}";
        assert_eq!(String::from_utf8(to_bytes(&value).unwrap()).unwrap(), expected);
    }

    proptest! {
        /// Compares the direct output with that of the library.
        #[test]
        fn what_is_in_order_already_is_written_as_the_library_writes_it(value in values()) {
            let written = to_bytes(&value).unwrap();
            prop_assert_eq!(&written, &serde_json_canonicalizer::to_vec(&value).unwrap());
            prop_assert_eq!(from_bytes(&written).unwrap(), value);
        }

        /// The one-pass check agrees with writing the value again, also for bytes that are almost canonical.
        #[test]
        fn bytes_are_canonical_exactly_when_their_value_is_written_so(
            value in values(),
            at in any::<prop::sample::Index>(),
            by in prop::sample::select(NEARLY_RIGHT),
            instead in any::<bool>(),
        ) {
            let mut bytes = to_bytes(&value).unwrap();
            let at = at.index(bytes.len());
            bytes.splice(at..at + usize::from(instead), by.iter().copied());
            let witness = serde_json::from_slice::<Value>(&bytes).is_ok_and(|value| to_bytes(&value).is_ok_and(|written| written == bytes));
            prop_assert_eq!(spelling::is_canonical(&bytes), witness, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    /// Replacements that usually make canonical bytes invalid.
    const NEARLY_RIGHT: &[&[u8]] = &[
        b"", b" ", b"0", b"-", b".", b"e", b",", b"\\", b"\"", b"\\u0041", b"\\u001F", b"\\u001f", b"\\u0000", b"\\n",
        b"\\/", b"\xff", b"[", b"{}", b"null",
    ];

    /// Values of every kind, with names and texts that are difficult to order and to spell.
    fn values() -> impl Strategy<Value = Value> {
        let text = "[a-c\\u{0}-\\u{1f}\"\\\\/\u{7f}\u{e9}\u{d7ff}\u{e000}\u{fb33}\u{ffff}\u{10000}\u{1f600}]{0,4}";
        let integer = -9_007_199_254_740_991_i64..=9_007_199_254_740_991;
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            integer.prop_map(Value::from),
            text.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(text, inner, 0..6).prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    #[test]
    fn control_characters_have_one_spelling() {
        let text: String = ('\0'..='\u{1f}').chain(['"', '\\', '/', '\u{7f}', 'é']).collect();
        let expected = concat!(
            r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014"#,
            r#"\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\"\\/"#,
            "\u{7f}é\""
        );
        assert_eq!(String::from_utf8(to_bytes(&json!(text)).unwrap()).unwrap(), expected);
    }

    /// Strings are read eight bytes at a time, and a character that needs an escape may be any of the eight.
    #[test]
    fn what_needs_an_escape_is_found_anywhere_in_a_long_string() {
        for plain in [' ', '!', '#', 'a', '[', ']', '\u{7f}'] {
            for (at, special) in (0..18).flat_map(|at| ('\0'..='\u{80}').map(move |special| (at, special))) {
                let text: String = (0..18).map(|place| if place == at { special } else { plain }).collect();
                let fine = special >= ' ' && !matches!(special, '"' | '\\');
                assert_eq!(spelling::is_canonical(format!("\"{text}\"").as_bytes()), fine, "{text:?}");
            }
        }
    }

    #[test]
    fn fractions_and_huge_integers_are_refused_where_they_stand() {
        let error = to_bytes(&json!({ "a/b": [0, 1.5] })).unwrap_err();
        assert_eq!(error, NotRecordable::Number { pointer: "/a~1b/1".into(), found: "1.5".into() });
        for (value, good) in [
            (json!(9_007_199_254_740_991_u64), true),
            (json!(-9_007_199_254_740_991_i64), true),
            (json!(9_007_199_254_740_992_u64), false),
            (json!(-9_007_199_254_740_992_i64), false),
            (json!(u64::MAX), false),
            (json!(i64::MIN), false),
            (json!(1.0), false),
        ] {
            assert_eq!(to_bytes(&value).is_ok(), good, "{value}");
        }
    }

    #[test]
    fn a_name_that_readers_disagree_on_is_refused() {
        let name = "$serde_json::private::RawValue";
        let error = to_bytes(&json!({ "a": { name: "[1,2]" } })).unwrap_err();
        assert_eq!(error, NotRecordable::Name { pointer: format!("/a/{name}") });
        for text in [format!(r#"{{"{name}":"[1,2]"}}"#), format!(r#"{{"a":{{"{name}":"[1,2]"}}}}"#)] {
            assert!(from_bytes(text.as_bytes()).is_err(), "{text}");
        }
        assert!(to_bytes(&json!({ "serde_json": name })).is_ok());
    }

    #[test]
    fn what_is_written_can_be_read_back_down_to_the_deepest_level() {
        let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        let deepest = to_bytes(&nested(DEEPEST_NESTING)).unwrap();
        assert_eq!(from_bytes(&deepest).unwrap(), nested(DEEPEST_NESTING));
        assert!(matches!(to_bytes(&nested(DEEPEST_NESTING + 1)), Err(NotRecordable::TooDeep { .. })));
        assert!(matches!(from_bytes("[".repeat(100_000).as_bytes()), Err(NotCanonical::NotJson(_))));
    }

    #[test]
    fn another_spelling_of_the_same_value_is_refused() {
        for text in [r#"{"a": 1}"#, r#"{"b":1,"a":2}"#, r#"{"a":1,"a":1}"#, r#""\u0041""#, "1e2", "-0", "01", "", "[] "]
        {
            assert!(from_bytes(text.as_bytes()).is_err(), "{text}");
        }
        let error = from_bytes(br#"{"a":1, "b":2}"#).unwrap_err();
        assert!(matches!(error, NotCanonical::OtherSpelling(7)), "{error}");
    }
}
