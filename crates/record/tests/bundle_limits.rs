//! The limits of a bundle: content at the limit is written and read back, more is refused.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use record::{
    Bundle, Envelope, Sealed, SigningKey, Trust,
    bundle::{self, WriteError, Writer, write},
    event::{LONGEST_LINE, MOST_PARTS, OpenError, Unsealable},
    note::LONGEST_NOTE,
    seal,
};
use serde_json::{Map, json};

mod common;
use common::{bundle, key};

fn writer() -> Writer<Cursor<Vec<u8>>> {
    Writer::new(Cursor::new(Vec::new())).unwrap()
}

fn is_sound(file: &[u8]) -> bool {
    bundle::verify(Cursor::new(file), &Trust::default()).unwrap().report.is_sound()
}

#[test]
fn a_leaf_is_as_long_as_a_reader_holds() {
    let mut writer = writer();
    writer.leaf(&vec![b'x'; LONGEST_LINE]).unwrap();
    let longer = writer.leaf(&vec![b'x'; LONGEST_LINE + 1]);
    assert!(matches!(longer, Err(WriteError::Leaf { event: 2 })), "{longer:?}");
}

#[test]
fn what_opens_an_event_is_as_long_as_a_reader_holds() {
    let opening = |length: usize| {
        format!("{{\"name\":{{\"data\":\"{}\",\"salt\":\"{}\"}}}}", "x".repeat(length), "0".repeat(32)).into_bytes()
    };
    // The other bytes of a line besides the data.
    let around = b"{\"data\":\"\",\"event\":1,\"part\":\"name\",\"salt\":\"\"}\n".len() + 32;
    let mut writer = writer();
    writer.leaf(b"{}").unwrap();
    let longer = writer.opening(1, &opening(LONGEST_LINE - around + 1));
    assert!(matches!(longer, Err(WriteError::Opening { event: 1 })), "{longer:?}");
    writer.opening(1, &opening(LONGEST_LINE - around)).unwrap();
}

#[test]
fn a_leaf_is_read_as_long_as_it_may_be_written() {
    let (before, after) = ("{\"actor\":\"J1\",\"body\":{\"text\":\"", "\"},\"number\":1,\"stream\":\"contest\",");
    let after = format!("{after}\"time\":\"2010-10-23T10:00:00.000Z\",\"type\":\"note\",\"version\":1}}");
    let leaf = |length: usize| format!("{before}{}{after}", "x".repeat(length - before.len() - after.len()));
    assert_eq!(record::open(leaf(LONGEST_LINE).as_bytes(), None).unwrap().0.stream, "contest");
    let why = record::open(leaf(LONGEST_LINE + 1).as_bytes(), None).unwrap_err();
    assert!(matches!(why, OpenError::TooLong(length) if length == LONGEST_LINE + 1), "{why}");
}

/// In a bundle each part has a line of its own, which also has the number of its event.
#[test]
fn an_event_of_many_parts_is_not_sealed_where_its_lines_would_be_too_long() {
    let empty = Envelope { body: Map::new(), ..record::open(&bundle().leaves[0], None).unwrap().0 };
    let parts = |data: &str| ('a'..).take(MOST_PARTS).map(|part| (part.to_string(), json!(data))).collect();
    let opening = |sealed: Sealed| sealed.opening.unwrap();
    let room = LONGEST_LINE - opening(seal(empty.clone(), parts(""), [1; 16]).unwrap()).len();
    // The opening as a whole would still be short enough.
    let data = "x".repeat((room - 200) / MOST_PARTS);
    let why = seal(empty, parts(&data), [1; 16]).unwrap_err().why;
    assert!(matches!(why, Unsealable::TooLong(length) if length <= LONGEST_LINE - 200), "{why}");
}

#[test]
fn leaves_come_first_and_openings_in_the_order_of_their_events() {
    let bundle = bundle();
    let opening = |event: usize| bundle.openings[event - 1].clone().unwrap();
    let mut writer = writer();
    for leaf in &bundle.leaves {
        writer.leaf(leaf).unwrap();
    }
    writer.opening(3, &opening(3)).unwrap();
    for event in [0, 2, 3, 6] {
        let refused = writer.opening(event, &opening(2));
        assert!(matches!(refused, Err(WriteError::Opening { event: of }) if of == event), "{event}: {refused:?}");
    }
    let late = writer.leaf(&bundle.leaves[0]);
    assert!(matches!(late, Err(WriteError::Leaf { event: 6 })), "{late:?}");
    writer.opening(4, &opening(4)).unwrap();
}

/// The example with these lines under its checkpoint, as a file.
fn with_cosignatures(lines: &str) -> Result<Vec<u8>, WriteError> {
    let mut cosigned = bundle();
    cosigned.checkpoint.push_str(lines);
    write(&cosigned, &key())
}

#[test]
fn a_checkpoint_is_as_long_as_a_note_may_be() {
    let stranger = |longer: usize| {
        // The longer the name, the longer the line.
        let cosigner = SigningKey::from_bytes(&format!("society{}.example", "x".repeat(longer)), [9; 32]).unwrap();
        cosigner.sign("any text\n").unwrap().split_once("\n\n").unwrap().1.to_owned()
    };
    let room = LONGEST_NOTE - bundle().checkpoint.len() - stranger(0).len();
    assert!(is_sound(&with_cosignatures(&stranger(room)).unwrap()));
    let longer = with_cosignatures(&stranger(room + 1));
    assert!(matches!(longer, Err(WriteError::TooLarge)), "{longer:?}");
}

#[test]
fn a_name_is_as_long_as_a_reader_takes_it() {
    let named = |length: usize| {
        let mut named = Bundle { ..bundle() };
        named.attachments.insert("x".repeat(length), b"Hi".to_vec());
        write(&named, &key())
    };
    assert!(is_sound(&named(100).unwrap()));
    assert!(matches!(named(101), Err(WriteError::Name { .. })));
}
