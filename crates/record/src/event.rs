//! One event: a public envelope, and private parts outside it.
//!
//! The leaf of the Merkle tree is the canonical envelope. Erasable data (typed words, identities) is not in the leaf: the leaf
//! holds a salted commitment to each private part, under its name, and the opening (data and salt) is kept beside it.
//! Dropping the opening of a part redacts it and leaves the tree, and every other part, unchanged; the salt prevents
//! guessing of short texts.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};

use crate::{
    canonical::{self, NotCanonical, NotRecordable},
    hash::{Hash, lower_hex},
};

/// The prefix of hashed commitments, which keeps their hashes apart from all others.
pub const COMMITMENT_DOMAIN: &[u8] = b"vivavoce/private/v2\0";

/// The prefix of the hash from which a part's salt is taken.
const SALT_DOMAIN: &[u8] = b"vivavoce/salt/v2\0";

/// The member of a body with the commitments, by the names of the parts. A body may not use this name at its top level for
/// anything else.
pub const COMMITMENT_MEMBER: &str = "private";

/// The maximum length of a private part's name in bytes.
pub const LONGEST_PART: usize = 32;

/// The maximum size in bytes of a leaf, and of all lines that open the parts of one event: a reader holds this much at a
/// time.
pub const LONGEST_LINE: usize = 8 << 20;

/// The maximum number of private parts per event.
pub const MOST_PARTS: usize = 16;

/// The maximum length of a stream's name in bytes: a reader holds the names of all.
pub const LONGEST_STREAM: usize = 64;

/// The private parts of an event to record, by name.
pub type Parts = BTreeMap<String, Value>;

/// The private parts of an event as read, by name.
pub type Opened = BTreeMap<String, Private>;

/// The public part of an event. The fields are in the order of the canonical bytes, by their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The pseudonym of the person or program that caused the event.
    pub actor: String,
    /// The public data of the event: strings, integers, booleans, lists and objects.
    pub body: Map<String, Value>,
    /// Its place in the stream, counted from 1 without gaps.
    pub number: u64,
    /// The stream it belongs to, such as a conversation.
    pub stream: String,
    /// The server's time, RFC 3339 in UTC; kept as text, because this crate only passes it on.
    pub time: String,
    /// The type of event.
    #[serde(rename = "type")]
    pub kind: String,
    /// The version of that type's body, so that old records stay readable.
    pub version: u32,
}

/// An event as stored bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The canonical bytes of the envelope: the leaf of the tree.
    pub leaf: Vec<u8>,
    /// The canonical bytes of `{"part":{"data":…,"salt":"…"},…}`; absent if the event has no private part.
    pub opening: Option<Vec<u8>>,
}

/// A private part of an event as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Private {
    /// It was removed from the record.
    Redacted,
    /// The data, as committed to.
    Open(Value),
}

impl Private {
    /// The data, unless redacted.
    #[must_use]
    pub fn into_data(self) -> Option<Value> {
        match self {
            Self::Redacted => None,
            Self::Open(data) => Some(data),
        }
    }
}

/// The reason an event cannot be sealed, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {number} of stream `{stream}` cannot be recorded")]
pub struct SealError {
    /// The stream.
    pub stream: String,
    /// The number in it.
    pub number: u64,
    /// The problem.
    #[source]
    pub why: Unsealable,
}

/// The reason an event cannot be sealed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsealable {
    /// The body holds a value without canonical bytes.
    #[error("its body holds what has no canonical bytes")]
    Body(#[source] NotRecordable),
    /// A private part holds a value without canonical bytes.
    #[error("its private part `{part}` holds what has no canonical bytes")]
    Private {
        /// The part.
        part: String,
        /// The problem.
        #[source]
        source: NotRecordable,
    },
    /// The body uses the name of the commitments.
    #[error("its body has a member `{COMMITMENT_MEMBER}` (rename it: the name is that of the commitments)")]
    Reserved,
    /// The name of a private part is not valid.
    #[error("a private part cannot be called `{0}` (1 to {LONGEST_PART} small letters and hyphens)")]
    PartName(String),
    /// It has more than [`MOST_PARTS`] private parts.
    #[error("it has {0} private parts, and at most {MOST_PARTS} are read")]
    TooManyParts(usize),
    /// The name of its stream exceeds [`LONGEST_STREAM`].
    #[error("the name of its stream has more than {LONGEST_STREAM} bytes")]
    StreamName,
    /// The number is 0.
    #[error("it has the number 0 (events are counted from 1)")]
    NumberZero,
    /// It would exceed [`LONGEST_LINE`].
    #[error("it has {0} bytes, and at most {LONGEST_LINE} are read")]
    TooLong(usize),
}

/// The reason a leaf, or its opening, is unreadable.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The leaf exceeds [`LONGEST_LINE`].
    #[error("the leaf has {0} bytes, and at most {LONGEST_LINE} are read")]
    TooLong(usize),
    /// The leaf is not canonical JSON.
    #[error("the leaf is not canonical JSON")]
    Leaf(#[source] NotCanonical),
    /// The leaf is canonical JSON, but not an envelope.
    #[error("the leaf is not an event's envelope")]
    Envelope(#[source] serde_json::Error),
    /// The number in the leaf is 0.
    #[error("the number is 0 (events are counted from 1)")]
    NumberZero,
    /// The name of the stream exceeds [`LONGEST_STREAM`].
    #[error("the name of the stream has {0} bytes, and at most {LONGEST_STREAM} are read")]
    StreamName(usize),
    /// There are more than [`MOST_PARTS`] private parts.
    #[error("the leaf commits to {0} private parts, and at most {MOST_PARTS} are read")]
    TooManyParts(usize),
    /// The commitments in the leaf are malformed.
    #[error("the commitments in the body are not 64 lowercase hexadecimal digits for each named part")]
    Commitment,
    /// The opening is not canonical JSON.
    #[error("the opening is not canonical JSON")]
    Opening(#[source] NotCanonical),
    /// The opening is not `{"part":{"data":…,"salt":"…"},…}`.
    #[error("the opening is not an object of `data` and `salt` (32 lowercase hexadecimal digits) for each part")]
    OpeningShape,
    /// There is an opening without a commitment.
    #[error("there is private data `{0}`, but the leaf has no commitment to it")]
    NothingToOpen(String),
    /// Data and salt do not match the commitment.
    #[error("the private data `{0}` is not what the leaf commits to")]
    Mismatch(String),
}

/// Turns an event into stored bytes. `salt` is used only if there are private parts, and each gets a salt of its own from it.
/// The caller draws it anew, unpredictably, for every event, and throws it away.
///
/// # Errors
/// [`SealError`] if body or private data hold fractions, integers beyond ±(2^53 - 1) or too many levels, if the body
/// has a member `private` of its own, if a part's name is not 1 to [`LONGEST_PART`] small letters and hyphens, if the
/// number is 0, or if the event is longer than [`LONGEST_LINE`], its stream's name than [`LONGEST_STREAM`], or the list
/// of its parts than [`MOST_PARTS`].
pub fn seal(mut envelope: Envelope, private: Parts, salt: [u8; 16]) -> Result<Sealed, SealError> {
    let (stream, number) = (envelope.stream.clone(), envelope.number);
    let sealed = (|| {
        if number == 0 {
            return Err(Unsealable::NumberZero);
        }
        if envelope.stream.len() > LONGEST_STREAM {
            return Err(Unsealable::StreamName);
        }
        if private.len() > MOST_PARTS {
            return Err(Unsealable::TooManyParts(private.len()));
        }
        if envelope.body.contains_key(COMMITMENT_MEMBER) {
            return Err(Unsealable::Reserved);
        }
        let opening = if private.is_empty() { None } else { Some(commit(&mut envelope.body, private, salt)?) };
        let leaf = canonical::to_bytes(&envelope).map_err(Unsealable::Body)?;
        match leaf.len().max(opening.as_ref().map_or(0, Vec::len)) {
            longest if longest > LONGEST_LINE - LINE_OVERHEAD => Err(Unsealable::TooLong(longest)),
            _ => Ok(Sealed { leaf, opening }),
        }
    })();
    sealed.map_err(|why| SealError { stream, number, why })
}

/// The maximum size of the lines that open an event's parts, beyond the openings themselves: `"event"`, `"part"` and their
/// values, for each part.
const LINE_OVERHEAD: usize = 128 * MOST_PARTS;

/// Adds the commitment to each part to the body, and returns the opening of all.
fn commit(body: &mut Map<String, Value>, private: Parts, salt: [u8; 16]) -> Result<Vec<u8>, Unsealable> {
    let (mut commitments, mut opening) = (Map::new(), Vec::new());
    // The names need no JSON escapes, and a map of them is in canonical order.
    for (part, data) in private {
        if !is_part_name(&part) {
            return Err(Unsealable::PartName(part));
        }
        let data = canonical::to_bytes(&data).map_err(|source| Unsealable::Private { part: part.clone(), source })?;
        let salt = salt_of(&part, salt);
        opening.extend_from_slice(if opening.is_empty() { b"{\"" } else { b",\"" });
        opening.extend_from_slice(part.as_bytes());
        opening.extend_from_slice(br#"":{"data":"#);
        opening.extend_from_slice(&data);
        opening.extend_from_slice(br#","salt":""#);
        opening.extend_from_slice(hex::encode(salt).as_bytes());
        opening.extend_from_slice(br#""}"#);
        commitments.insert(part, Value::String(commitment(&salt, &data).to_string()));
    }
    opening.push(b'}');
    body.insert(COMMITMENT_MEMBER.into(), Value::Object(commitments));
    Ok(opening)
}

/// Reads an event: the envelope as given to [`seal`] (without the commitments), and each private part in the leaf's
/// commitments, redacted if it has no opening.
///
/// # Errors
/// [`OpenError`] if the leaf or the opening are not in canonical form, are not of the right shape, or do not belong
/// together.
pub fn open(leaf: &[u8], opening: Option<&[u8]>) -> Result<(Envelope, Opened), OpenError> {
    let leaf = Leaf::read(leaf)?;
    let mut openings = match opening {
        None => BTreeMap::new(),
        Some(opening) => openings(opening)?,
    };
    let mut opened = Opened::new();
    for (part, committed) in &leaf.commitments {
        let private = match openings.remove(*part) {
            None => Private::Redacted,
            Some(opening) if opening.opens(*committed) => {
                Private::Open(serde_json::from_str(opening.data.get()).expect("what is canonical is JSON"))
            }
            Some(_) => return Err(OpenError::Mismatch((*part).to_owned())),
        };
        opened.insert((*part).to_owned(), private);
    }
    match openings.into_keys().next() {
        Some(part) => Err(OpenError::NothingToOpen(part)),
        None => Ok((leaf.envelope(), opened)),
    }
}

/// An event as source text in a leaf; only strings with escapes are copied.
#[derive(Debug)]
pub struct Leaf<'l> {
    /// As [`Envelope::actor`].
    pub actor: Cow<'l, str>,
    /// The members of the body except the commitments, in canonical order: name, and value in canonical JSON.
    pub body: Vec<(Cow<'l, str>, &'l str)>,
    /// As [`Envelope::number`].
    pub number: u64,
    /// As [`Envelope::stream`].
    pub stream: Cow<'l, str>,
    /// As [`Envelope::time`].
    pub time: Cow<'l, str>,
    /// As [`Envelope::kind`].
    pub kind: Cow<'l, str>,
    /// As [`Envelope::version`].
    pub version: u32,
    /// The leaf's commitments, by the names of the parts, in ascending order.
    pub(crate) commitments: Vec<(&'l str, Hash)>,
}

/// The members of an envelope, in canonical order.
const MEMBERS: [&str; 7] = ["actor", "body", "number", "stream", "time", "type", "version"];

impl<'l> Leaf<'l> {
    /// Reads the bytes of a leaf.
    pub(crate) fn read(leaf: &'l [u8]) -> Result<Self, OpenError> {
        if leaf.len() > LONGEST_LINE {
            return Err(OpenError::TooLong(leaf.len()));
        }
        let (read, private) = Self::of(leaf).ok_or_else(|| why_no_envelope(leaf))?;
        if read.number == 0 {
            return Err(OpenError::NumberZero);
        }
        if read.stream.len() > LONGEST_STREAM {
            return Err(OpenError::StreamName(read.stream.len()));
        }
        let commitments = private.map_or(Ok(Vec::new()), commitments)?;
        Ok(Self { commitments, ..read })
    }

    /// The envelope in these bytes, and the source text of the commitments.
    fn of(leaf: &'l [u8]) -> Option<(Self, Option<&'l str>)> {
        let [actor, whole, number, stream, time, kind, version] = canonical::members(leaf, MEMBERS)?;
        let (mut body, mut private) = (Vec::new(), None);
        canonical::each_member(whole, |name, value| match &*name {
            COMMITMENT_MEMBER => private = Some(value),
            _ => body.push((name, value)),
        })?;
        let text = canonical::said;
        let (number, version) = (number.parse().ok()?, version.parse().ok()?);
        let (actor, stream, time, kind) = (text(actor)?, text(stream)?, text(time)?, text(kind)?);
        Some((Self { actor, body, number, stream, time, kind, version, commitments: Vec::new() }, private))
    }

    /// The envelope, without the commitments.
    #[must_use]
    pub fn envelope(&self) -> Envelope {
        let value = |text| serde_json::from_str(text).expect("what is canonical is JSON");
        Envelope {
            actor: self.actor.clone().into_owned(),
            body: self.body.iter().map(|(name, text)| (name.clone().into_owned(), value(text))).collect(),
            number: self.number,
            stream: self.stream.clone().into_owned(),
            time: self.time.clone().into_owned(),
            kind: self.kind.clone().into_owned(),
            version: self.version,
        }
    }
}

/// The reason these bytes are not an envelope in canonical form.
fn why_no_envelope(leaf: &[u8]) -> OpenError {
    match canonical::check_bytes(leaf).map(|()| serde_json::from_slice::<Envelope>(leaf)) {
        Err(why) => OpenError::Leaf(why),
        Ok(Err(why)) => OpenError::Envelope(why),
        // The JSON library also accepts an array of the values in place of the object.
        Ok(Ok(_)) => OpenError::Envelope(serde::de::Error::custom("it is no object")),
    }
}

/// The commitments in a body.
fn commitments(private: &str) -> Result<Vec<(&str, Hash)>, OpenError> {
    let (mut commitments, mut count) = (Vec::new(), 0);
    // Values other than objects have no members.
    let _ = canonical::each_member(private, |part, hash| {
        // Part names need no escapes, so a name with one is not a part's.
        let hash = hash.strip_prefix('"').and_then(|hash| hash.strip_suffix('"')?.parse().ok());
        match (part, hash) {
            (Cow::Borrowed(part), Some(hash)) if is_part_name(part) => commitments.push((part, hash)),
            _ => {}
        }
        count += 1;
    });
    match count {
        many if many > MOST_PARTS => Err(OpenError::TooManyParts(many)),
        1.. if commitments.len() == count => Ok(commitments),
        _ => Err(OpenError::Commitment),
    }
}

/// Data and salt of a part.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    /// The data, as its canonical bytes.
    pub(crate) data: Box<RawValue>,
    pub(crate) salt: Salt,
}

impl Opening {
    /// Returns whether data and salt match the leaf's commitment.
    fn opens(&self, committed: Hash) -> bool {
        self.salt.opens(self.data.get(), committed)
    }
}

/// The random bytes that prevent guessing of short texts. Written as 32 lowercase hexadecimal digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Salt([u8; 16]);

impl Salt {
    /// The salt in 32 lowercase hexadecimal digits.
    pub(crate) fn read(text: &str) -> Option<Self> {
        lower_hex(text).map(Self)
    }

    /// Returns whether this data, in canonical form, and this salt match the leaf's commitment.
    pub(crate) fn opens(&self, data: &str, committed: Hash) -> bool {
        commitment(&self.0, data.as_bytes()) == committed
    }
}

impl Serialize for Salt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let salt = Self::read(&String::deserialize(deserializer)?);
        salt.ok_or_else(|| serde::de::Error::custom("not a salt (32 lowercase hexadecimal digits)"))
    }
}

/// Returns whether a name is valid for a part: 1 to [`LONGEST_PART`] small letters and hyphens.
pub(crate) fn is_part_name(name: &str) -> bool {
    (1..=LONGEST_PART).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// The openings of an event by part: `{"part":{"data":…,"salt":"…"},…}`.
pub(crate) fn openings(opening: &[u8]) -> Result<BTreeMap<String, Opening>, OpenError> {
    canonical::check_bytes(opening).map_err(OpenError::Opening)?;
    let parts = serde_json::from_slice(opening).ok();
    parts.filter(|parts: &BTreeMap<_, _>| !parts.is_empty()).ok_or(OpenError::OpeningShape)
}

/// An opening without these parts, in the form it would have had without them; `None` if no part is left.
///
/// # Errors
/// [`OpenError`] if it is malformed.
pub fn without(opening: &[u8], parts: &BTreeSet<&str>) -> Result<Option<Vec<u8>>, OpenError> {
    let mut openings = openings(opening)?;
    openings.retain(|part, _| !parts.contains(&**part));
    // Ordered names and unchanged data are the canonical form.
    let left = (!openings.is_empty()).then(|| serde_json::to_vec(&openings).expect("keys are strings"));
    Ok(left)
}

/// The salt of a part. It appears in the part's opening, and reveals nothing about the salts of the others.
fn salt_of(part: &str, salt: [u8; 16]) -> [u8; 16] {
    let hash = Hash::of(&[SALT_DOMAIN, &salt, part.as_bytes()]);
    *hash.as_bytes().first_chunk().expect("a hash has 32 bytes")
}

fn commitment(salt: &[u8; 16], data: &[u8]) -> Hash {
    Hash::of(&[COMMITMENT_DOMAIN, salt, data])
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

    fn parts<const N: usize>(parts: [(&str, Value); N]) -> Parts {
        parts.map(|(name, data)| (name.to_owned(), data)).into()
    }

    /// An event with one private part, `text`.
    fn said(text: Value, salt: u8) -> Sealed {
        seal(envelope(json!({})), parts([("text", text)]), [salt; 16]).unwrap()
    }

    #[test]
    fn what_was_typed_is_committed_to_but_not_in_the_leaf() {
        let private = parts([("key", json!({ "key": "Q" }))]);
        let sealed = seal(envelope(json!({ "side": "judge" })), private, [0x11; 16]).unwrap();
        let leaf = String::from_utf8(sealed.leaf.clone()).unwrap();
        let salt = Hash::of(&[b"vivavoce/salt/v2\0", &[0x11; 16], b"key"]).as_bytes()[..16].to_vec();
        let commitment = Hash::of(&[b"vivavoce/private/v2\0", &salt, br#"{"key":"Q"}"#]);
        assert_eq!(
            leaf,
            format!(
                "{{\"actor\":\"judge\",\"body\":{{\"private\":{{\"key\":\"{commitment}\"}},\"side\":\"judge\"}},\"number\":3,\
                 \"stream\":\"R1-J1-left\",\"time\":\"2010-10-23T10:00:00.000Z\",\"type\":\"key\",\"version\":1}}"
            )
        );
        let opening = sealed.opening.unwrap();
        let expected = format!(r#"{{"key":{{"data":{{"key":"Q"}},"salt":"{}"}}}}"#, hex::encode(salt));
        assert_eq!(String::from_utf8(opening.clone()).unwrap(), expected);
        let (read, private) = open(&sealed.leaf, Some(&opening)).unwrap();
        assert_eq!(read, envelope(json!({ "side": "judge" })));
        assert_eq!(private, [("key".to_owned(), Private::Open(json!({ "key": "Q" })))].into());
    }

    #[test]
    fn a_redacted_event_keeps_its_leaf_and_loses_its_text() {
        let sealed = said(json!("secret"), 1);
        assert_eq!(open(&sealed.leaf, None).unwrap().1, [("text".to_owned(), Private::Redacted)].into());
        let plain = seal(envelope(json!({})), Parts::new(), [1; 16]).unwrap();
        assert_eq!(open(&plain.leaf, None).unwrap().1, Opened::new());
    }

    #[test]
    fn a_reason_can_be_deleted_without_the_vote() {
        let private = parts([("answers", json!({ "choice": "left" })), ("reason", json!("Zoë is slow"))]);
        let sealed = seal(envelope(json!({})), private, [1; 16]).unwrap();
        let Value::Object(mut opening) = serde_json::from_slice(&sealed.opening.unwrap()).unwrap() else { panic!() };
        assert_ne!(opening["answers"]["salt"], opening["reason"]["salt"], "one salt does not open the other part");
        opening.remove("reason");
        let opening = canonical::to_bytes(&Value::Object(opening)).unwrap();
        let (_, private) = open(&sealed.leaf, Some(&opening)).unwrap();
        assert_eq!(private["answers"], Private::Open(json!({ "choice": "left" })));
        assert_eq!(private["reason"], Private::Redacted);
    }

    #[test]
    fn an_opening_fits_its_own_event_only() {
        let (one, two, salted) = (said(json!("one"), 1), said(json!("two"), 1), said(json!("one"), 2));
        let plain = seal(envelope(json!({})), Parts::new(), [1; 16]).unwrap();
        let named = seal(envelope(json!({})), parts([("word", json!("one"))]), [1; 16]).unwrap();
        assert!(matches!(open(&one.leaf, two.opening.as_deref()), Err(OpenError::Mismatch(_))));
        assert!(matches!(open(&one.leaf, salted.opening.as_deref()), Err(OpenError::Mismatch(_))));
        assert!(matches!(open(&one.leaf, named.opening.as_deref()), Err(OpenError::NothingToOpen(_))));
        assert!(matches!(open(&plain.leaf, one.opening.as_deref()), Err(OpenError::NothingToOpen(_))));
        for shape in [&br#"{"text":{"data":"one","salt":"11"}}"#[..], b"{}", b"[]", br#"{"text":{"data":1}}"#] {
            assert!(matches!(open(&one.leaf, Some(shape)), Err(OpenError::OpeningShape)));
        }
    }

    #[test]
    fn commitments_have_one_form() {
        let leaf = String::from_utf8(said(json!("one"), 1).leaf).unwrap();
        let (before, rest) = leaf.split_once(r#"{"text":""#).unwrap();
        let (hash, after) = rest.split_once(r#""}"#).unwrap();
        let upper = hash.to_uppercase();
        let long = "x".repeat(LONGEST_PART + 1);
        for private in [
            "{}".to_owned(),
            format!("\"{hash}\""),
            format!(r#"{{"text":"{upper}"}}"#),
            format!(r#"{{"Text":"{hash}"}}"#),
            format!(r#"{{"":"{hash}"}}"#),
            format!(r#"{{"{long}":"{hash}"}}"#),
            r#"{"text":1}"#.to_owned(),
        ] {
            let leaf = format!("{before}{private}{after}");
            assert!(matches!(open(leaf.as_bytes(), None), Err(OpenError::Commitment)), "{leaf}");
        }
    }

    #[test]
    fn what_cannot_be_recorded_is_refused_before_it_is() {
        let why = |envelope, private| seal(envelope, private, [0; 16]).unwrap_err().why;
        let fraction = seal(envelope(json!({ "delay": 0.5 })), Parts::new(), [0; 16]).unwrap_err();
        assert_eq!(fraction.to_string(), "event 3 of stream `R1-J1-left` cannot be recorded");
        assert!(matches!(fraction.why, Unsealable::Body(_)));
        assert!(matches!(why(envelope(json!({})), parts([("a", json!(0.5))])), Unsealable::Private { .. }));
        assert!(matches!(why(envelope(json!({})), parts([("A", json!(0))])), Unsealable::PartName(_)));
        assert!(matches!(why(envelope(json!({ "private": 1 })), Parts::new()), Unsealable::Reserved));
        let zero = Envelope { number: 0, ..envelope(json!({})) };
        assert!(matches!(why(zero, Parts::new()), Unsealable::NumberZero));
    }

    #[test]
    fn what_is_too_long_to_be_read_is_not_written() {
        let room = LONGEST_LINE - LINE_OVERHEAD - said(json!(""), 1).opening.unwrap().len();
        assert!(seal(envelope(json!({})), parts([("text", json!("x".repeat(room)))]), [0; 16]).is_ok());
        let longer = seal(envelope(json!({})), parts([("text", json!("x".repeat(room + 1)))]), [0; 16]);
        assert!(matches!(longer.unwrap_err().why, Unsealable::TooLong(_)));
        let body = envelope(json!({ "text": "x".repeat(LONGEST_LINE) }));
        assert!(matches!(seal(body, Parts::new(), [0; 16]).unwrap_err().why, Unsealable::TooLong(_)));
    }

    #[test]
    fn a_leaf_with_an_unknown_or_missing_field_is_no_envelope() {
        for leaf in [&br#"{"actor":"x"}"#[..], br#"[]"#, br#"7"#] {
            assert!(matches!(open(leaf, None), Err(OpenError::Envelope(_))));
        }
        let leaf = seal(envelope(json!({})), Parts::new(), [0; 16]).unwrap().leaf;
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
            // At most 64 bytes, for any characters.
            stream in ".{0,16}", number in 1_u64..=9_007_199_254_740_991, kind: String, version: u32, actor: String,
            body in prop::collection::btree_map("[a-oq-z]{1,8}", any_value(), 0..4),
            private in prop::collection::btree_map("[a-z-]{1,32}", any_value(), 0..3), salt: [u8; 16],
        ) {
            let body = body.into_iter().collect();
            let envelope = Envelope { stream, number, kind, version, time: "2029-12-31T23:59:59.999Z".into(), actor, body };
            let sealed = seal(envelope.clone(), private.clone(), salt).unwrap();
            prop_assert!(!sealed.leaf.contains(&b'\n'), "a leaf is one line");
            let (read, data) = open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
            prop_assert_eq!(read, envelope);
            let private: Opened = private.into_iter().map(|(part, data)| (part, Private::Open(data))).collect();
            prop_assert_eq!(data, private);
        }
    }
}
