//! What a record may not say in two ways.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;

use contest::{
    Recorded,
    event::VERSION,
    ledger::{NotAFact, fact},
};

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
        "9999-12-30T22:00:00.999Z",
    ];
    for other in others {
        assert!(matches!(ready("contest", other, "J1"), Err(NotAFact::Spelling { .. })), "{other}");
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

/// The fact that a judge is in place, with these three as they stand in its envelope.
fn ready(stream: &str, time: &str, actor: &str) -> Result<Recorded, NotAFact> {
    let body = serde_json::Map::from_iter([("who".to_owned(), "J1".into())]);
    let (stream, time, actor) = (stream.to_owned(), time.to_owned(), actor.to_owned());
    let envelope =
        record::Envelope { stream, number: 7, kind: "ready".to_owned(), version: VERSION, time, actor, body };
    fact(envelope, BTreeMap::new())
}
