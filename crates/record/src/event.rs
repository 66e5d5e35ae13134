//! One event: an envelope that everybody may read, and a private part that stays outside it.
//!
//! The leaf of the Merkle tree is the canonical envelope. What must be erasable (the words people typed, who they are)
//! is not in the leaf: the leaf holds a salted commitment, and the opening (data and salt) is kept beside it. Dropping
//! the opening redacts the event and leaves the tree as it was; the salt keeps short texts from being guessed.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    canonical::{self, NotCanonical, NotRecordable},
    hash::{Hash, lower_hex},
};

/// What a commitment starts with, so that its hash can be mistaken for no other.
pub const COMMITMENT_DOMAIN: &[u8] = b"vivavoce/private/v1\0";

/// The member of a body that holds the commitment. No other use of the name is allowed at the top of a body.
pub const COMMITMENT_MEMBER: &str = "private";

/// What everybody may know about an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The stream it belongs to, such as a conversation.
    pub stream: String,
    /// Its place in the stream, counted from 1 without gaps.
    pub number: u64,
    /// What kind of event it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version of that kind's body, so that old records stay readable.
    pub version: u32,
    /// The server's time, RFC 3339 in UTC; kept as text, because this crate only passes it on.
    pub time: String,
    /// Who caused it, under a pseudonym.
    pub actor: String,
    /// The public data of the event: strings, integers, booleans, lists and objects.
    pub body: Map<String, Value>,
}

/// An event in the bytes that are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The canonical bytes of the envelope: the leaf of the tree.
    pub leaf: Vec<u8>,
    /// The canonical bytes of `{"data":…,"salt":"…"}`; absent when the event has no private part.
    pub opening: Option<Vec<u8>>,
}

/// The private part of an event that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Private {
    /// The event has none.
    Absent,
    /// The event has one, and it was taken out of the record.
    Redacted,
    /// The data, as committed to.
    Open(Value),
}

/// Why an event cannot be sealed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The body holds something that has no canonical bytes.
    #[error("event {number} of stream `{stream}` has a body that cannot be recorded")]
    Body {
        /// The stream.
        stream: String,
        /// The number in it.
        number: u64,
        /// What is wrong.
        #[source]
        source: NotRecordable,
    },
    /// The private part holds something that has no canonical bytes.
    #[error("event {number} of stream `{stream}` has private data that cannot be recorded")]
    Private {
        /// The stream.
        stream: String,
        /// The number in it.
        number: u64,
        /// What is wrong.
        #[source]
        source: NotRecordable,
    },
    /// The body uses the name of the commitment.
    #[error(
        "event {number} of stream `{stream}` has a body with a member `{COMMITMENT_MEMBER}` (rename it: the name is the commitment's)"
    )]
    Reserved {
        /// The stream.
        stream: String,
        /// The number in it.
        number: u64,
    },
    /// The number is 0.
    #[error("an event of stream `{stream}` has the number 0 (events are counted from 1)")]
    NumberZero {
        /// The stream.
        stream: String,
    },
}

/// Why a leaf, or its opening, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The leaf is not canonical JSON.
    #[error("the leaf is not canonical JSON")]
    Leaf(#[source] NotCanonical),
    /// The leaf is canonical JSON, but no envelope.
    #[error("the leaf is not an event's envelope")]
    Envelope(#[source] serde_json::Error),
    /// The number in the leaf is 0.
    #[error("the number is 0 (events are counted from 1)")]
    NumberZero,
    /// The commitment in the leaf is not a hash.
    #[error("the commitment in the body is not 64 lowercase hexadecimal digits")]
    Commitment,
    /// The opening is not canonical JSON.
    #[error("the opening is not canonical JSON")]
    Opening(#[source] NotCanonical),
    /// The opening is not `{"data":…,"salt":"…"}`.
    #[error("the opening is not an object of `data` and `salt` (32 lowercase hexadecimal digits)")]
    OpeningShape,
    /// There is an opening, and nothing it could open.
    #[error("there is an opening, but the leaf has no commitment")]
    NothingToOpen,
    /// The data and salt are not those that were committed to.
    #[error("the private data is not what the leaf commits to")]
    Mismatch,
}

/// Turns an event into the bytes that are kept. `salt` is used only when there is a private part; it must be drawn
/// anew, unpredictably, for every event.
///
/// # Errors
/// [`SealError`] when body or private data hold fractions, integers beyond ±(2^53 - 1) or too many levels, when the body
/// has a member `private` of its own, or when the number is 0.
pub fn seal(envelope: Envelope, private: Option<Value>, salt: [u8; 16]) -> Result<Sealed, SealError> {
    let (stream, number) = (envelope.stream.clone(), envelope.number);
    if number == 0 {
        return Err(SealError::NumberZero { stream });
    }
    if envelope.body.contains_key(COMMITMENT_MEMBER) {
        return Err(SealError::Reserved { stream, number });
    }
    let mut envelope = envelope;
    let opening = match private {
        None => None,
        Some(data) => {
            let members = [("data", data), ("salt", Value::String(hex::encode(salt)))];
            let opening: Map<_, _> = members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let opening = canonical::to_bytes(&Value::Object(opening)).map_err(|source| SealError::Private {
                stream: stream.clone(),
                number,
                source,
            })?;
            let commitment = commitment(&salt, &opening[BEFORE_DATA.len()..opening.len() - AFTER_DATA]);
            envelope.body.insert(COMMITMENT_MEMBER.into(), Value::String(commitment.to_string()));
            Some(opening)
        }
    };
    let value = serde_json::to_value(envelope).expect("an envelope is a JSON object");
    let leaf = canonical::to_bytes(&value).map_err(|source| SealError::Body { stream, number, source })?;
    Ok(Sealed { leaf, opening })
}

/// Reads an event back: the envelope as it was given to [`seal`] (without the commitment), and the private data.
///
/// A leaf with a commitment and no opening has been redacted; its private data is `None`, like that of an event that
/// never had any.
///
/// # Errors
/// [`OpenError`] when the leaf or the opening are not in canonical form, are not of the right shape, or do not belong
/// together.
pub fn open(leaf: &[u8], opening: Option<&[u8]>) -> Result<(Envelope, Option<Value>), OpenError> {
    let (envelope, private) = unseal(leaf, opening)?;
    Ok(match private {
        Private::Open(data) => (envelope, Some(data)),
        Private::Absent | Private::Redacted => (envelope, None),
    })
}

/// [`open`] that tells a redacted event from one without private data.
///
/// # Errors
/// As [`open`].
pub fn unseal(leaf: &[u8], opening: Option<&[u8]>) -> Result<(Envelope, Private), OpenError> {
    let value = canonical::from_bytes(leaf).map_err(OpenError::Leaf)?;
    let mut envelope: Envelope = serde_json::from_value(value).map_err(OpenError::Envelope)?;
    if envelope.number == 0 {
        return Err(OpenError::NumberZero);
    }
    let committed = match envelope.body.remove(COMMITMENT_MEMBER) {
        None => None,
        Some(Value::String(text)) => Some(text.parse::<Hash>().map_err(|_| OpenError::Commitment)?),
        Some(_) => return Err(OpenError::Commitment),
    };
    let private = match (committed, opening) {
        (None, None) => Private::Absent,
        (None, Some(_)) => return Err(OpenError::NothingToOpen),
        (Some(_), None) => Private::Redacted,
        (Some(committed), Some(opening)) => {
            let (data, salt) = opening_parts(opening)?;
            let bytes = canonical::to_bytes(&data).expect("part of a canonical value is canonical");
            if commitment(&salt, &bytes) != committed {
                return Err(OpenError::Mismatch);
            }
            Private::Open(data)
        }
    };
    Ok((envelope, private))
}

/// What stands before the canonical bytes of the data in an opening, which are the bytes that are committed to.
const BEFORE_DATA: &[u8] = br#"{"data":"#;

/// How many bytes stand behind them: the salt, in hexadecimal digits.
const AFTER_DATA: usize = r#","salt":""}"#.len() + 32;

fn commitment(salt: &[u8; 16], data: &[u8]) -> Hash {
    Hash::of(&[COMMITMENT_DOMAIN, salt, data])
}

fn opening_parts(opening: &[u8]) -> Result<(Value, [u8; 16]), OpenError> {
    let Value::Object(mut members) = canonical::from_bytes(opening).map_err(OpenError::Opening)? else {
        return Err(OpenError::OpeningShape);
    };
    match (members.remove("data"), members.remove("salt"), members.is_empty()) {
        (Some(data), Some(Value::String(salt)), true) => {
            lower_hex(&salt).map(|salt| (data, salt)).ok_or(OpenError::OpeningShape)
        }
        _ => Err(OpenError::OpeningShape),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn envelope(body: Value) -> Envelope {
        let Value::Object(body) = body else { panic!("a body is an object") };
        Envelope {
            stream: "R1-J1-left".into(),
            number: 3,
            kind: "key".into(),
            version: 1,
            time: "2010-10-23T10:00:00.000Z".into(),
            actor: "judge".into(),
            body,
        }
    }

    #[test]
    fn what_was_typed_is_committed_to_but_not_in_the_leaf() {
        let sealed = seal(envelope(json!({ "side": "judge" })), Some(json!({ "key": "Q" })), [0x11; 16]).unwrap();
        let leaf = String::from_utf8(sealed.leaf.clone()).unwrap();
        let commitment = Hash::of(&[b"vivavoce/private/v1\0", &[0x11; 16], br#"{"key":"Q"}"#]);
        assert_eq!(
            leaf,
            format!(
                "{{\"actor\":\"judge\",\"body\":{{\"private\":\"{commitment}\",\"side\":\"judge\"}},\"number\":3,\
                 \"stream\":\"R1-J1-left\",\"time\":\"2010-10-23T10:00:00.000Z\",\"type\":\"key\",\"version\":1}}"
            )
        );
        let opening = sealed.opening.unwrap();
        assert_eq!(opening, br#"{"data":{"key":"Q"},"salt":"11111111111111111111111111111111"}"#);
        let (read, private) = open(&sealed.leaf, Some(&opening)).unwrap();
        assert_eq!((read, private), (envelope(json!({ "side": "judge" })), Some(json!({ "key": "Q" }))));
    }

    #[test]
    fn a_redacted_event_keeps_its_leaf_and_loses_its_text() {
        let sealed = seal(envelope(json!({})), Some(json!("secret")), [1; 16]).unwrap();
        assert_eq!(open(&sealed.leaf, None).unwrap(), (envelope(json!({})), None));
        assert_eq!(unseal(&sealed.leaf, None).unwrap().1, Private::Redacted);
        let plain = seal(envelope(json!({})), None, [1; 16]).unwrap();
        assert_eq!(unseal(&plain.leaf, None).unwrap().1, Private::Absent);
    }

    #[test]
    fn an_opening_fits_its_own_event_only() {
        let one = seal(envelope(json!({})), Some(json!("one")), [1; 16]).unwrap();
        let two = seal(envelope(json!({})), Some(json!("two")), [1; 16]).unwrap();
        let salted = seal(envelope(json!({})), Some(json!("one")), [2; 16]).unwrap();
        let plain = seal(envelope(json!({})), None, [1; 16]).unwrap();
        assert!(matches!(open(&one.leaf, two.opening.as_deref()), Err(OpenError::Mismatch)));
        assert!(matches!(open(&one.leaf, salted.opening.as_deref()), Err(OpenError::Mismatch)));
        assert!(matches!(open(&plain.leaf, one.opening.as_deref()), Err(OpenError::NothingToOpen)));
        let shape = br#"{"data":"one","salt":"11"}"#;
        assert!(matches!(open(&one.leaf, Some(shape)), Err(OpenError::OpeningShape)));
    }

    #[test]
    fn what_cannot_be_recorded_is_refused_before_it_is() {
        let fraction = seal(envelope(json!({ "delay": 0.5 })), None, [0; 16]).unwrap_err();
        assert_eq!(fraction.to_string(), "event 3 of stream `R1-J1-left` has a body that cannot be recorded");
        assert!(matches!(seal(envelope(json!({})), Some(json!(0.5)), [0; 16]), Err(SealError::Private { .. })));
        assert!(matches!(seal(envelope(json!({ "private": 1 })), None, [0; 16]), Err(SealError::Reserved { .. })));
        let zero = Envelope { number: 0, ..envelope(json!({})) };
        assert!(matches!(seal(zero, None, [0; 16]), Err(SealError::NumberZero { .. })));
    }

    #[test]
    fn a_leaf_with_an_unknown_or_missing_field_is_no_envelope() {
        for leaf in [&br#"{"actor":"x"}"#[..], br#"[]"#, br#"7"#] {
            assert!(matches!(open(leaf, None), Err(OpenError::Envelope(_))));
        }
        let leaf = seal(envelope(json!({})), None, [0; 16]).unwrap().leaf;
        let longer = String::from_utf8(leaf).unwrap().replace("\"version\":1}", "\"version\":1,\"x\":1}");
        assert!(matches!(open(longer.as_bytes(), None), Err(OpenError::Envelope(_))));
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-9_007_199_254_740_991_i64..=9_007_199_254_740_991).prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        scalar.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn opening_what_was_sealed_gives_it_back(
            stream: String, number in 1_u64..=9_007_199_254_740_991, kind: String, version: u32, actor: String,
            body in prop::collection::btree_map("[a-oq-z]{1,8}", any_value(), 0..4),
            private in prop::option::of(any_value()), salt: [u8; 16],
        ) {
            let body = body.into_iter().collect();
            let envelope = Envelope { stream, number, kind, version, time: "2029-12-31T23:59:59.999Z".into(), actor, body };
            let sealed = seal(envelope.clone(), private.clone(), salt).unwrap();
            prop_assert!(!sealed.leaf.contains(&b'\n'), "a leaf is one line");
            let (read, data) = open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
            prop_assert_eq!(read, envelope);
            prop_assert_eq!(data, private);
        }
    }
}
