//! The bundle shared by the tests.

use std::collections::BTreeMap;

use record::{Bundle, Envelope, Hash, SigningKey, event::Parts, seal};
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
#[allow(dead_code, reason = "not every test that shares this file reads it")]
pub(crate) fn file() -> Vec<u8> {
    record::bundle::write(&bundle(), &key()).unwrap()
}

/// The position of an entry's data in a file.
#[allow(dead_code, reason = "not every test that shares this file looks into one")]
pub(crate) fn range_of(file: &[u8], name: &str) -> std::ops::Range<usize> {
    let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
    let mut at = 0;
    while file[at..].starts_with(b"PK\x03\x04") {
        let length = usize::from(file[at + 26]);
        let data = at + 50 + length..at + 50 + length + number(at + 34 + length);
        if &file[at + 30..at + 30 + length] == name.as_bytes() {
            return data;
        }
        at = data.end;
    }
    panic!("{name} is not there");
}

/// The entries of a file by name, in order.
#[allow(dead_code, reason = "not every test that shares this file changes entries")]
pub(crate) fn entries_of(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, length: usize| {
        file[at..at + length].iter().rev().fold(0, |number, byte| number * 256 + usize::from(*byte))
    };
    let (mut at, mut entries) = (0, Vec::new());
    while file[at..].starts_with(b"PK\x03\x04") {
        let name = at + 30..at + 30 + number(at + 26, 2);
        let data = name.end + number(at + 28, 2);
        let size = number(name.end + 4, 8);
        entries.push((String::from_utf8(file[name].to_vec()).unwrap(), file[data..data + size].to_vec()));
        at = data + size;
    }
    entries
}

/// The example with a change in one entry. Sizes and checksums match, and the manifest lists the new content.
#[allow(dead_code, reason = "not every test that shares this file changes entries")]
pub(crate) fn resigned(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut entries = entries_of(&file());
    change(&mut entries.iter_mut().find(|(found, _)| found == name).unwrap().1);
    entries.pop();
    let lines = entries.iter().map(|(name, data)| format!("{}  {name}\n", Hash::of(&[data])));
    let manifest = key().sign(&lines.collect::<String>()).unwrap();
    entries.push(("manifest".to_owned(), manifest.into_bytes()));
    archive(&entries)
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

/// The canonical archive of these entries, written from the format page alone.
#[allow(dead_code, reason = "not every test that shares this file forges archives")]
pub(crate) fn archive(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let crc = |data: &[u8]| {
        !data.iter().fold(!0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1)))
        })
    };
    let shared = |name: &str, data: &[u8], extra: u16| {
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let crc = crc(data).to_le_bytes();
        [&[45, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..], &crc, &[0xff; 8], &length, &extra.to_le_bytes()].concat()
    };
    let numbers = |all: &[u64]| all.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in entries {
        let (at, size) = (file.len() as u64, data.len() as u64);
        file.extend([b"PK\x03\x04", &shared(name, data, 20)[..], name.as_bytes()].concat());
        file.extend([vec![1, 0, 16, 0], numbers(&[size, size])].concat());
        file.extend(data);
        let head =
            [b"PK\x01\x02", &[45, 0][..], &shared(name, data, 28), &[0; 10], &[0xff; 4], name.as_bytes()].concat();
        directory.extend([head, vec![1, 0, 24, 0], numbers(&[size, size, at])].concat());
    }
    let (count, at, length) = (entries.len() as u64, file.len() as u64, directory.len() as u64);
    let end = [b"PK\x06\x06", &44_u64.to_le_bytes()[..], &[45, 0, 45, 0], &[0; 8]].concat();
    let locator = [b"PK\x06\x07", &[0; 4][..], &(at + length).to_le_bytes(), &[1, 0, 0, 0]].concat();
    let tail = [b"PK\x05\x06", &[0; 4][..], &[0xff; 12], &[0; 2]].concat();
    [file, directory, end, numbers(&[count, count, length, at]), locator, tail].concat()
}
