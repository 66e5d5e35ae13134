//! Records longer than one read.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    cell::RefCell,
    io::{self, Cursor, Read, Seek, SeekFrom},
    num::NonZeroUsize,
    rc::Rc,
};

use record::{
    Bundle, Envelope, Examined, Report, Trust,
    bundle::{self, FaultPlace, OpenedEvent, write},
    seal,
};
use serde_json::{Map, json};

mod common;
use common::{bundle, key, range_of};

/// The number of bytes in the body of an event, and in its private part; 0 for no such part.
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

/// Checks that every event is read as written, and that changed events are named with their place.
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
        // Changes the first letter of the actor's name.
        changed[starts[event - 1] + 10] ^= 1;
    }
    let faults = examine(&changed).0.faults;
    let places = faults.iter().filter_map(|fault| match &fault.place {
        FaultPlace::Event(event) => Some((usize::try_from(event.index).unwrap(), fault.offset)),
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

/// Reads a verified file again, on this many cores: the places of its events, and their numbers.
fn read_again<S: Read + Seek>(examined: &Examined<S>, cores: usize) -> (Vec<(u64, u64)>, io::Result<()>) {
    let mut taken = Vec::new();
    let cores = NonZeroUsize::new(cores).unwrap();
    let result = examined.read(cores, |event| event.leaf.number, |index, number| taken.push((index, number)));
    (taken, result)
}

#[test]
fn a_record_that_was_verified_is_read_in_its_order_on_any_number_of_cores() {
    let examined = bundle::verify(Cursor::new(file(&[(0, 0); 3000])), &Trust::default()).unwrap();
    let all: Vec<_> = (1..=3000).map(|event| (event, event)).collect();
    for cores in [1, 2, 5] {
        let (taken, result) = read_again(&examined, cores);
        result.unwrap();
        assert_eq!(taken, all, "{cores} cores");
    }
}

#[test]
fn a_record_that_cannot_be_believed_is_not_read() {
    let mut changed = file(&[(0, 0); 5]);
    let at = range_of(&changed, "events.jsonl").start + 10;
    changed[at] ^= 1;
    let examined = bundle::verify(Cursor::new(changed), &Trust::default()).unwrap();
    let (taken, result) = read_again(&examined, 1);
    assert_eq!((taken, result.is_ok()), (vec![], true));
}

/// A file that other code can change.
struct Shared {
    bytes: Rc<RefCell<Vec<u8>>>,
    at: u64,
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&self.bytes.borrow()[usize::try_from(self.at).unwrap()..]).read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.bytes.borrow().len() as u64;
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(from) => length.checked_add_signed(from).unwrap(),
            SeekFrom::Current(from) => self.at.checked_add_signed(from).unwrap(),
        };
        Ok(self.at)
    }
}

/// Reading stops at the first event changed since verification.
#[test]
fn a_record_that_changes_after_it_was_verified_is_not_read_to_its_end() {
    let bytes = Rc::new(RefCell::new(file(&[(0, 1); 5])));
    let range = |name: &str| range_of(&bytes.borrow(), name);
    let third = |range: std::ops::Range<usize>| {
        let bytes = bytes.borrow();
        range.clone().filter(|at| bytes[*at] == b'\n').nth(1).unwrap() + 1
    };
    let (event, private) = (third(range("events.jsonl")), third(range("private.jsonl")));
    let examined = bundle::verify(Shared { bytes: Rc::clone(&bytes), at: 0 }, &Trust::default()).unwrap();
    assert_eq!(read_again(&examined, 2).0.len(), 5);
    // The first byte of the event; the digit in `{"data":"3"`.
    for (title, at) in [("the event", event), ("its private data", private + 9)] {
        bytes.borrow_mut()[at] ^= 1;
        let (taken, result) = read_again(&examined, 2);
        assert_eq!(taken, [(1, 1), (2, 2)], "{title}");
        let why = result.unwrap_err().to_string();
        assert!(why.starts_with("the file changed while it was read"), "{title}: {why}");
        bytes.borrow_mut()[at] ^= 1;
    }
}
