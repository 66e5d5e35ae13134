//! The rule that every fact has exactly one form in a record.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{collections::BTreeMap, io::Cursor, num::NonZeroUsize};

use contest::{
    Recorded,
    event::VERSION,
    ledger::{self, NotAFact, fact},
};
use record::{
    Bundle, Envelope, SigningKey, Trust,
    bundle::{EventText, verify_reading, write},
};
use serde_json::{Value, json};

const TIME: &str = "2010-10-23T09:30:00.000Z";

#[test]
fn stream_time_and_actor_have_one_spelling() {
    assert!(ready("contest", TIME, "J1").is_ok());
    let others = [
        "2010-10-23T09:30:00Z",
        "2010-10-23T11:30:00.000+02:00",
        "2010-10-23t09:30:00.000z",
        "2010-10-23 09:30:00.000Z",
        "2010-10-23T09:30:00.000000Z",
        "2010-10-23T09:30:00.0009Z",
    ];
    for other in others {
        assert!(matches!(ready("contest", other, "J1"), Err(NotAFact::Spelling { .. })), "{other}");
    }
    for none in ["9999-12-30T22:00:00.999Z", "0000-12-31T23:59:59.999Z", "2010-02-30T09:30:00.000Z"] {
        assert!(matches!(ready("contest", none, "J1"), Err(NotAFact::Time(_))), "{none}");
    }
    for other in ["j1", "J01", "J001"] {
        assert_eq!(
            ready("contest", TIME, other).unwrap_err().to_string(),
            format!("`{other}` is written `J1` in a record")
        );
    }
    for other in ["r1-J1-left", "1-1-left", "R01-J1-left", "R1-J1-t03"] {
        assert!(matches!(ready(other, TIME, "judge"), Err(NotAFact::Spelling { .. })), "{other}");
    }
}

/// A judge's `Ready` fact with this stream, time and actor in its envelope.
fn ready(stream: &str, time: &str, actor: &str) -> Result<Recorded, NotAFact> {
    let body = serde_json::Map::from_iter([("who".to_owned(), "J1".into())]);
    let (stream, time, actor) = (stream.to_owned(), time.to_owned(), actor.to_owned());
    let envelope =
        record::Envelope { stream, number: 7, kind: "ready".to_owned(), version: VERSION, time, actor, body };
    fact(envelope, BTreeMap::new())
}

/// The fact as read while a bundle is verified, and as read from values.
type TwoReadings = (Result<Recorded, String>, Result<Recorded, String>);

/// An event of a conversation with this body and these private parts, read in both ways.
fn read(kind: &str, body: Value, private: &[(&str, Value)], change: impl Fn(&mut Envelope)) -> TwoReadings {
    let Value::Object(body) = body else { panic!("a body is an object") };
    let time = "2010-10-23T10:00:00.000Z".to_owned();
    let (stream, actor) = ("R1-J1-left".to_owned(), "judge".to_owned());
    let mut envelope = Envelope { stream, number: 1, kind: kind.to_owned(), version: VERSION, time, actor, body };
    change(&mut envelope);
    let private = private.iter().map(|(part, data)| ((*part).to_owned(), data.clone())).collect();
    let key = SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap();
    let bundle = Bundle::new([record::seal(envelope, private, [1; 16]).unwrap()], BTreeMap::new(), &key).unwrap();
    let bytes = Cursor::new(write(&bundle, &key).unwrap());
    let told = |fact: Result<Recorded, NotAFact>| fact.map_err(|why| format!("{why:?}"));
    let both = |event: &EventText<'_>| {
        let opened = event.opened();
        (told(ledger::read(event)), told(ledger::fact(opened.envelope, opened.private)))
    };
    let mut found = None;
    verify_reading(bytes, &Trust::default(), NonZeroUsize::MIN, both, |_, both| found = Some(both)).unwrap();
    found.expect("the bundle is sound")
}

#[test]
fn a_fact_is_the_same_whether_it_is_read_from_texts_or_from_values() {
    /// A type, its body, its private parts, and whether it can be read.
    type Case<'c> = (&'c str, Value, &'c [(&'c str, Value)], bool);
    let key = json!({ "key": "Q" });
    let shown = |more: Value| {
        let mut body = json!({ "of": 1, "released": "2010-10-23T10:00:01.000Z" });
        body.as_object_mut().unwrap().append(more.clone().as_object_mut().unwrap());
        body
    };
    let cases: [Case<'_>; 20] = [
        ("key", json!({ "id": "p1" }), &[("key", key.clone())], true),
        ("key", json!({ "id": "p1", "sent": "2010-10-23T10:00:00.007Z" }), &[("key", json!({ "key": "\"" }))], true),
        ("said", json!({ "id": "p1" }), &[("text", json!({ "text": "Zoë said \"no\"\n\u{1F600}" }))], true),
        ("shown", shown(json!({})), &[], true),
        ("shown", shown(json!({ "late": true, "invented": true })), &[], true),
        // Absent members are left out, and every value has one form.
        ("shown", shown(json!({ "late": false })), &[], false),
        ("shown", shown(json!({ "released": "2010-10-23T10:00:01Z" })), &[], false),
        ("key", json!({ "id": "p1", "sent": null }), &[("key", key.clone())], false),
        ("key", json!({ "id": "p1" }), &[("key", json!(null))], false),
        ("key", json!({ "id": "p1" }), &[], false),
        ("key", json!({ "id": "p1", "key": { "$private": { "key": "Q" } } }), &[], false),
        ("key", json!({ "id": "p1", "key": { "key": "Q" } }), &[], false),
        ("key", json!({ "id": "p1", "key": 1 }), &[("key", key.clone())], false),
        ("key", json!({ "id": "p1", "more": 1 }), &[("key", key.clone())], false),
        ("key", json!({ "id": "p1" }), &[("key", key.clone()), ("more", json!(1))], false),
        ("key", json!({ "id": "p1", "a\"b\\": 1 }), &[("key", key.clone())], false),
        ("key", json!({ "id": "p 1" }), &[("key", key.clone())], false),
        ("key", json!({ "id": "p1", "type": "key" }), &[("key", key.clone())], false),
        ("nothing", json!({}), &[], false),
        ("key\",\"x\":\"", json!({ "id": "p1" }), &[("key", key.clone())], false),
    ];
    for (kind, body, private, is_fact) in cases {
        let (texts, values) = read(kind, body.clone(), private, |_| {});
        assert_eq!(texts, values, "{kind} {body}");
        assert_eq!(texts.is_ok(), is_fact, "{kind} {body} {private:?}: {texts:?}");
    }
    let changes: [fn(&mut Envelope); 6] = [
        |envelope| envelope.version += 1,
        |envelope| envelope.stream = "r1-J1-left".to_owned(),
        |envelope| envelope.stream = "contest".to_owned(),
        |envelope| envelope.time = "2010-10-23T10:00:00Z".to_owned(),
        |envelope| envelope.time = "never".to_owned(),
        |envelope| envelope.actor = "j1".to_owned(),
    ];
    for change in changes {
        let (texts, values) = read("key", json!({ "id": "p1" }), &[("key", key.clone())], change);
        assert_eq!(texts, values);
        assert!(texts.is_err(), "{texts:?}");
    }
}
