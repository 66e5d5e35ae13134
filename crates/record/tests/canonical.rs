//! Errors for bytes that are not canonical: they show whether a record could hold the value at all.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use record::canonical::{DEEPEST_NESTING, LARGEST_INTEGER, NotCanonical, NotRecordable, from_bytes, to_bytes};

/// The error for a text with a blank in front, which canonical bytes never have.
fn told(text: &str) -> NotCanonical {
    from_bytes(format!(" {text}").as_bytes()).unwrap_err()
}

/// An object with two names in a different order than in UTF-8, so that its bytes have to be reordered.
fn object(inner: &str) -> String {
    format!("{{\"\u{1f600}\":{inner},\"\u{fb33}\":0}}")
}

#[test]
fn a_blank_before_the_largest_integers_is_another_spelling_and_no_other_number() {
    for largest in [LARGEST_INTEGER.to_string(), format!("-{LARGEST_INTEGER}")] {
        for text in [largest.clone(), object(&largest)] {
            assert_eq!(to_bytes(&from_bytes(text.as_bytes()).unwrap()).unwrap(), text.as_bytes());
            assert!(matches!(told(&text), NotCanonical::OtherSpelling(0)), "{text}");
        }
    }
    let larger = LARGEST_INTEGER + 1;
    for larger in [larger.to_string(), format!("-{larger}")] {
        for text in [larger.clone(), object(&larger)] {
            let why = told(&text);
            assert!(matches!(why, NotCanonical::NotRecordable(NotRecordable::Number { .. })), "{why}");
        }
    }
}

#[test]
fn arrays_and_objects_are_nested_as_deep_as_may_be_and_no_deeper() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let nested = |levels: usize| format!("{}{}{}", open.repeat(levels - 1), object("1"), close.repeat(levels - 1));
        let deepest = nested(DEEPEST_NESTING);
        assert_eq!(to_bytes(&from_bytes(deepest.as_bytes()).unwrap()).unwrap(), deepest.as_bytes());
        assert!(matches!(told(&deepest), NotCanonical::OtherSpelling(0)));
        let deeper = nested(DEEPEST_NESTING + 1);
        for why in [from_bytes(deeper.as_bytes()).unwrap_err(), told(&deeper)] {
            assert!(matches!(why, NotCanonical::NotRecordable(NotRecordable::TooDeep { .. })), "{why}");
        }
    }
}
