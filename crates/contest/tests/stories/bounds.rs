//! The table of bounds in `docs/bounds.json`: made from the types, and enforced before anything is recorded.

use std::{env, fs, path::Path};

use contest::{bounds, event::ClientId, wire::FromClient};
use rulebook::{Rulebook, shipped};
use serde_json::{Value, json};

#[test]
fn the_table_of_bounds_is_the_one_that_the_types_make() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bounds.json");
    let made = serde_json::to_string_pretty(&bounds::table()).unwrap() + "\n";
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, &made).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), made, "run the test with UPDATE=1");
}

fn reads(frame: &Value) -> bool {
    serde_json::from_value::<FromClient>(frame.clone()).is_ok()
}

#[test]
fn a_frame_that_no_record_could_hold_is_not_read() {
    let frame = |id: &str, sent: &str| json!({ "do": "press", "id": id, "round": "R1", "key": "a", "sent": sent });
    let now = "2010-10-23T09:30:00.000Z";
    for id in ["z-1", "z-999999999999999", "z-1.999999999999999", "99999999999999999999", "z-9a", "a.b_c-d"] {
        assert!(reads(&frame(id, now)), "{id}");
    }
    for id in ["z-99999999999999999999999", "z-1000000000000000", "z-1.1000000000000000", "", "z 1", "zü"] {
        assert!(!reads(&frame(id, now)), "{id}");
        assert!(ClientId::try_from(id.to_owned()).is_err(), "{id}");
    }
    for sent in ["0001-01-01T00:00:00.000Z", "9999-12-30T21:59:59.999Z"] {
        assert!(reads(&frame("z-1", sent)), "{sent}");
    }
    for sent in ["0000-01-01T00:00:00.000Z", "9999-12-30T22:00:00.000Z", "yesterday"] {
        assert!(!reads(&frame("z-1", sent)), "{sent}");
    }
}

/// Every text and every number of every shipped rulebook, set beyond the limit in its published schema.
#[test]
fn a_rulebook_beyond_its_published_limits_is_found_with_the_place() {
    let mut tried = 0;
    for id in shipped::ids() {
        let rules = shipped::rulebook(id).unwrap();
        assert_eq!(bounds::beyond(&rules), None, "{id}");
        let value = serde_json::to_value(&rules).unwrap();
        for (path, change) in changes(&value, "") {
            let mut other = value.clone();
            *other.pointer_mut(&path).unwrap() = change;
            // A value outside its type is not read in the first place.
            let Ok(other) = serde_json::from_value::<Rulebook>(other) else { continue };
            let found = bounds::beyond(&other);
            if path.ends_with("/talk")
                || path.ends_with("/title")
                || path.ends_with("_per_second")
                || path == "/roles/judges"
            {
                assert_eq!(found, Some(path[1..].replace('/', ".")), "{id}");
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

/// For each text and number, one that is too long or too great.
fn changes(value: &Value, path: &str) -> Vec<(String, Value)> {
    match value {
        Value::Object(members) => {
            members.iter().flat_map(|(name, member)| changes(member, &format!("{path}/{name}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(at, item)| changes(item, &format!("{path}/{at}"))).collect()
        }
        Value::String(text) if text.ends_with(['m', 's', 'h']) && text.starts_with(|c: char| c.is_ascii_digit()) => {
            vec![(path.to_owned(), json!("9000h"))]
        }
        Value::String(_) => vec![(path.to_owned(), json!("x".repeat(5000)))],
        Value::Number(_) => vec![(path.to_owned(), json!(65_000))],
        Value::Bool(_) | Value::Null => vec![],
    }
}
