//! The bundle that the tests share.

use std::collections::BTreeMap;

use record::{Bundle, Envelope, SigningKey, event::Parts, seal};
use serde_json::{Value, json};

/// Its key: the 32 secret bytes are all 0x07.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
}

/// A small record: five events in two streams, three of them with private data.
pub(crate) fn bundle() -> Bundle {
    let key_of = |key: &str| Some(("key", json!({ "key": key })));
    let events = [
        event("contest", 1, "contest_opened", "organiser", json!({ "rulebook": "loebner-2010" }), None),
        event("contest", 2, "participant_named", "organiser", json!({ "id": "J1" }), Some(("name", json!("Zoë")))),
        event("R1-J1-left", 1, "key_pressed", "J1", json!({ "side": "judge" }), key_of("H")),
        event("R1-J1-left", 2, "key_pressed", "J1", json!({ "side": "judge" }), key_of("i")),
        event("contest", 3, "contest_closed", "organiser", json!({}), None),
    ];
    let sealed =
        events.into_iter().zip(1..).map(|((envelope, private), salt)| seal(envelope, private, [salt; 16]).unwrap());
    let attachments = BTreeMap::from([
        ("result.json".to_owned(), b"{\"standings\":[]}\n".to_vec()),
        ("rulebook.json".to_owned(), b"{\"name\":\"loebner-2010\"}\n".to_vec()),
    ]);
    Bundle::new(sealed, attachments, &key()).unwrap()
}

/// The example as a file.
pub(crate) fn file() -> Vec<u8> {
    record::bundle::write(&bundle(), &key()).unwrap()
}

fn event(
    stream: &str,
    number: u64,
    kind: &str,
    actor: &str,
    body: Value,
    private: Option<(&str, Value)>,
) -> (Envelope, Parts) {
    let Value::Object(body) = body else { panic!("a body is an object") };
    let time = format!("2010-10-23T10:00:{number:02}.000Z");
    let (stream, kind, actor) = (stream.into(), kind.into(), actor.into());
    (
        Envelope { stream, number, kind, version: 1, time, actor, body },
        private.map(|(part, data)| (part.to_owned(), data)).into_iter().collect(),
    )
}
