//! Records that are longer than what is read at a time.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use record::{
    Bundle, Envelope, Report, Trust,
    bundle::{self, OpenedEvent, Place, write},
    seal,
};
use serde_json::{Map, json};

mod common;
use common::{bundle, key, range_of};

/// How many bytes are in the body of an event, and how many in its private part; none where there is no such part.
type Shape = (usize, usize);

/// A record of events of these shapes, as a file.
fn file(events: &[Shape]) -> Vec<u8> {
    let first = record::open(&bundle().leaves[4], None).unwrap().0;
    let sealed = (1..).zip(events).map(|(number, &(open, private))| {
        let body = Map::from_iter([("text".to_owned(), json!("x".repeat(open)))]);
        let part = (private > 0).then(|| ("text".to_owned(), json!(number.to_string().repeat(private))));
        seal(Envelope { number, body, ..first.clone() }, part.into_iter().collect(), [1; 16]).unwrap()
    });
    write(&Bundle::new(sealed, Default::default(), &key()).unwrap(), &key()).unwrap()
}

fn examine(file: &[u8]) -> (Report, Option<Vec<OpenedEvent>>) {
    let examined = bundle::verify(Cursor::new(file), &Trust::default()).unwrap();
    let log = examined.log().map(|log| log.collect::<std::io::Result<_>>().unwrap());
    (examined.report, log)
}

/// Checks that every event is read as it was written, and that events which are changed are named where they stand.
fn check(title: &str, events: &[Shape]) {
    let file = file(events);
    let (report, log) = examine(&file);
    assert!(report.is_sound(), "{title}: {:?}", report.faults);
    assert_eq!((report.events, report.redacted), (events.len() as u64, 0), "{title}");
    for ((number, &(open, private)), read) in (1..).zip(events).zip(log.unwrap()) {
        assert_eq!((read.index, read.envelope.number), (number, number), "{title}");
        assert_eq!(read.envelope.body["text"].as_str().map(str::len), Some(open), "{title}");
        let part = read.private.get("text").cloned().map(|part| part.into_data().unwrap());
        assert_eq!(part, (private > 0).then(|| json!(number.to_string().repeat(private))), "{title}");
    }
    let range = range_of(&file, "events.jsonl");
    let mut starts = vec![range.start];
    starts.extend(range.clone().filter(|at| file[*at] == b'\n').map(|at| at + 1));
    let mut changed = file.clone();
    let named = [1, events.len() / 2, events.len() - 1, events.len()];
    for event in named {
        // The first letter of the actor's name, which is another one now.
        changed[starts[event - 1] + 10] ^= 1;
    }
    let faults = examine(&changed).0.faults;
    let places = faults.iter().filter_map(|fault| match &fault.place {
        Place::Event(event) => Some((usize::try_from(event.index).unwrap(), fault.offset)),
        _ => None,
    });
    assert_eq!(
        places.collect::<Vec<_>>(),
        named.map(|event| (event, Some(starts[event - 1] as u64))),
        "{title}: {faults:?}"
    );
}

#[test]
fn a_record_is_read_whole_however_its_bytes_are_spread_over_events() {
    check("many short events", &[(0, 0); 3000]);
    check("events that a border cuts anywhere", &(0..600).map(|event| (event, 0)).collect::<Vec<_>>());
    check("much that is private in few events", &[(0, 3000); 150]);
    check("an event that is longer than the others together", &[(1, 1), (2, 0), (400_000, 2), (3, 200_000), (4, 4)]);
    check("long events only", &[(200_000, 0), (200_000, 1), (131_072, 1), (200_000, 0)]);
}
