//! Records with a value just beyond its bounds in `docs/bounds.json`, otherwise correctly signed.

use std::{collections::BTreeMap, fs, path::Path};

use record::Hash;
use serde_json::{Value, json};

use crate::{
    cases::{self, Case, Verdict},
    contests,
    differential::{Base, Happened},
    files::Files,
};

/// Changes the events of a record.
type Change<'c> = &'c dyn Fn(&mut Vec<Happened>);

/// Changes an attachment.
type OfText<'c> = &'c dyn Fn(&str) -> String;

/// All such records. `messages` is an honest one.
pub(crate) fn all() -> Vec<Case> {
    let messages = Base::of("messages", Files::of(&cases::published(&contests::of_messages(), &cases::key())));
    let mut all = Vec::new();
    for (what, change) in values() {
        all.push(case(what, &messages, change));
    }
    let refereed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records/surrey-2003-refereed.viva");
    let refereed = Base::of("refereed", Files::of(&fs::read(refereed).unwrap()));
    all.push(case("a flag beyond its conversation", &refereed, &|events| {
        let flag = events.iter_mut().find_map(|event| {
            let deed = &mut event.private.get_mut("deed")?.1;
            (deed["does"] == "flag").then_some(deed)
        });
        flag.unwrap()["at"] = json!(60_000);
    }));
    let redacted = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records/names-redacted.viva");
    let redacted = Files::of(&fs::read(redacted).unwrap()).change("deletions.json", |text| {
        assert!(text.contains("\"event\": 1,"), "{text}");
        text.replacen("\"event\": 1,", "\"event\": true,", 1)
    });
    let bytes = redacted.signed(&cases::key()).zip();
    all.push(Case::new("an attachment written otherwise", "true for event 1", bytes, Verdict::Broken));
    for (what, name, change) in attachments() {
        let files = messages.files.clone();
        let files = if files.0.iter().any(|(found, _)| found == name) {
            let text = change(&files.text(name));
            assert_ne!(text, files.text(name), "{what}");
            files.set(name, text)
        } else {
            files.with(name, change("").as_bytes())
        };
        all.push(Case::new(
            "an attachment written otherwise",
            what,
            files.listed(&cases::key()).zip(),
            Verdict::Broken,
        ));
    }
    all
}

fn case(what: &str, base: &Base, change: Change<'_>) -> Case {
    let mut forged = base.clone();
    change(&mut forged.events);
    forged.number();
    Case::new("beyond its bounds", what, forged.written(true).signed(&cases::key()).zip(), Verdict::Broken)
}

fn first<'e>(events: &'e mut [Happened], kind: &str) -> &'e mut Happened {
    events.iter_mut().find(|event| event.leaf["type"] == kind).unwrap()
}

fn terms(events: &mut [Happened]) -> &mut Value {
    &mut events[0].leaf["body"]["terms"]
}

fn rules(events: &mut [Happened]) -> &mut Value {
    &mut terms(events)["rulebook"]
}

fn values() -> Vec<(&'static str, Change<'static>)> {
    vec![
        ("the year 0", &|events| events[0].leaf["time"] = json!("0000-01-01T00:00:00.000Z")),
        ("sent in the year 0", &|events| {
            first(events, "said").leaf["body"]["sent"] = json!("0000-01-01T00:00:00.000Z");
        }),
        ("sent when the year 10000 begins somewhere", &|events| {
            first(events, "said").leaf["body"]["sent"] = json!("9999-12-30T22:00:00.000Z");
        }),
        ("an id with a number that nobody counts to", &|events| {
            first(events, "said").leaf["body"]["id"] = json!("z-99999999999999999999999");
        }),
        ("an id with a part that nobody counts to", &|events| {
            first(events, "said").leaf["body"]["id"] = json!("z-1.1000000000000000");
        }),
        ("a pace of 2^32", &|events| first(events, "taken-up").leaf["body"]["pace_per_mille"] = json!(1_u64 << 32)),
        ("no referees, said", &|events| terms(events)["referees"] = json!(0)),
        ("the zone of UTC, said", &|events| terms(events)["zone_min"] = json!(0)),
        ("a zone that no clock has", &|events| terms(events)["zone_min"] = json!(1081)),
        ("nothing known beforehand, said", &|events| terms(events)["beforehand"] = json!({})),
        ("anything known beforehand", &|events| terms(events)["beforehand"] = json!({ "weather": "fine" })),
        ("a source counted as true", &|events| terms(events)["referees"] = json!(true)),
        ("a member that a library reads otherwise", &|events| {
            events[0].leaf["body"]["terms"]["settled"] =
                json!({ "texts": { "$serde_json::private::Number": "1" }, "attested": [] });
        }),
        ("talk of 25 hours", &|events| rules(events)["interview"]["talk"] = json!("25h")),
        ("no time to talk", &|events| rules(events)["interview"]["talk"] = json!("0s")),
        ("a title of 5000 characters", &|events| rules(events)["title"] = json!("x".repeat(5000))),
        ("a title that says nothing", &|events| rules(events)["title"] = json!(" ")),
        ("a title of two lines", &|events| rules(events)["title"] = json!("a\nb")),
        ("an id of capitals", &|events| rules(events)["id"] = json!("Two Parties")),
        ("instructions of 20000 characters", &|events| {
            rules(events)["instructions"]["judge"] = json!("x".repeat(20_000));
        }),
        ("513 judges", &|events| rules(events)["roles"]["judges"] = json!(513)),
        ("a roster of one judge more", &|events| {
            let roster = &mut events[0].private.get_mut("roster").unwrap().1;
            roster["judges"].as_array_mut().unwrap().push(json!("Somebody"));
        }),
        ("a roster of one program less", &|events| {
            drop(events[0].private.get_mut("roster").unwrap().1["entries"].as_array_mut().unwrap().pop());
        }),
        ("words that are opened as nothing", &|events| {
            first(events, "said").private.get_mut("text").unwrap().1 = Value::Null;
        }),
        ("a reason beside what is scored", &|events| {
            first(events, "ballot-cast").private.get_mut("answers").unwrap().1["reason"] = json!("because");
        }),
        ("a file whose digest is a word", &|events| {
            let mut deposited = events[1].clone();
            let file = json!({ "name": "a", "sha256": "human", "bytes": 1 });
            let deposit = json!({ "entry": "E1", "files": [file], "settings": {} });
            deposited.leaf["type"] = json!("entry-deposited");
            deposited.leaf["actor"] = json!("server");
            deposited.leaf["body"] = json!({ "private": { "deposit": "" } });
            deposited.private = BTreeMap::from([("deposit".to_owned(), ("00".repeat(16), deposit))]);
            events.insert(2, deposited);
        }),
        ("a cosigner whose key is 1, written as 2^255 - 18", &|events| {
            let mut key = [0xff; 33];
            (key[0], key[1], key[32]) = (4, 0xee, 0x7f);
            let id = Hash::of(&[b"somewhere.example\n", &key]).to_string()[..8].to_owned();
            terms(events)["cosigners"] = json!([format!("somewhere.example+{id}+{}", base64(&key))]);
        }),
    ]
}

fn attachments() -> Vec<(&'static str, &'static str, OfText<'static>)> {
    vec![
        ("true for 1", "versions.json", &|text| text.replace(": 1", ": true")),
        ("in another order", "versions.json", &|_| "{\n  \"result\": 1,\n  \"events\": 2\n}\n".to_owned()),
        ("true for 1", "rulebook.json", &|text| text.replacen("\"judges\": 1", "\"judges\": true", 1)),
        ("in another order", "rulebook.json", &|text| {
            let value: Value = serde_json::from_str(text).unwrap();
            let (first, rest) = text.split_once("\n  \"ballots\"").unwrap();
            let (_, title) = (value.as_object().unwrap(), value["title"].clone());
            let title = format!("\n  \"title\": {title},");
            format!("{first}{title}\n  \"ballots\"{}", rest.replace(&title, ""))
        }),
        ("null", "deletions.json", &|_| "null\n".to_owned()),
        ("an empty list", "deletions.json", &|_| "[]\n".to_owned()),
    ]
}

/// RFC 4648, section 4, for byte counts without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let four = |three: &[u8]| {
        let number = three.iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[number >> shift & 63]))
    };
    bytes.chunks_exact(3).flat_map(four).collect()
}
