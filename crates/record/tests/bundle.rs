//! Tests of a bundle: made, read, redacted, and tampered with at every byte.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use proptest::prelude::*;
use record::{
    Bundle, Checkpoint, Hash, Report, SigningKey, Trust,
    bundle::{self, Fault, FaultPlace, OpenedEvent, Outcome, RedactError, WriteError, write},
    event::{OpenError, Private},
};
use serde_json::json;

mod common;
use common::{bundle, entries_of, file, key, range_of};

fn examine(bytes: &[u8], trust: &Trust) -> (Report, Option<Vec<OpenedEvent>>) {
    let examined = bundle::verify(Cursor::new(bytes), trust).unwrap();
    let log = examined.log().map(|log| log.collect::<std::io::Result<_>>().unwrap());
    (examined.report, log)
}

fn verify(bytes: &[u8]) -> Report {
    examine(bytes, &Trust::default()).0
}

fn by_key() -> Trust {
    Trust { key: Some(key().verifier()), ..Trust::default() }
}

fn redact(bytes: &[u8], parts: &[(u64, &str)], key: &SigningKey) -> Result<Vec<u8>, RedactError> {
    let out = bundle::redact(Cursor::new(bytes), Cursor::new(Vec::new()), parts, &Default::default(), key)?;
    Ok(out.into_inner())
}

fn failed(report: &Report) -> Vec<&'static str> {
    report.checks.iter().filter(|check| check.outcome == Outcome::Failed).map(|check| check.name).collect()
}

fn sentences(report: &Report) -> Vec<String> {
    report.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn a_stranger_verifies_a_contest_and_reads_it() {
    let (report, log) = examine(&file(), &by_key());
    assert_eq!(sentences(&report), [""; 0]);
    assert!(report.vouched && !verify(&file()).vouched);
    assert!(report.is_sound());
    let names: Vec<_> = report.checks.iter().map(|check| check.name).collect();
    assert_eq!(names, ["archive", "entries", "key", "manifest", "checkpoint", "tree", "events", "private", "streams"]);
    assert_eq!((report.events, report.redacted), (5, 0));
    assert_eq!(report.streams.into_iter().collect::<Vec<_>>(), [("R1-J1-left".into(), 2), ("contest".into(), 3)]);
    assert_eq!(report.origin.as_deref(), Some("contest.example/2010"));
    assert_eq!(report.root, Some(Checkpoint::verify(&bundle().checkpoint, &key().verifier()).unwrap().root));
    let attached = bundle().attachments.into_iter().map(|(name, data)| (name, data.len() as u64));
    assert_eq!(report.attachments, attached.collect());
    let log = log.unwrap();
    assert_eq!(log[2].private["key"], Private::Open(json!({ "key": "H" })));
    assert_eq!((log[2].index, log[2].envelope.stream.as_str(), log[2].envelope.number), (3, "R1-J1-left", 1));
    assert!(log[4].private.is_empty());
}

#[test]
fn the_same_contest_gives_the_same_bytes() {
    assert_eq!(file(), file());
}

#[test]
fn a_contest_without_a_single_event_is_still_a_record() {
    let empty = Bundle::new([], Default::default(), &key()).unwrap();
    let (report, log) = examine(&write(&empty, &key()).unwrap(), &Trust::default());
    assert!(report.is_sound(), "{:?}", sentences(&report));
    assert_eq!(report.root, Some(Hash::of(&[])));
    assert_eq!(log, Some(Vec::new()));
}

#[test]
fn every_changed_byte_is_found_at_its_place() {
    let file = file();
    let events = range_of(&file, "events.jsonl");
    let private = range_of(&file, "private.jsonl");
    let event_at = |at: usize| 1 + file[events.start..at].iter().filter(|&&byte| byte == b'\n').count();
    let opened = [2, 3, 4];
    let private_at = |at: usize| opened[file[private.start..at].iter().filter(|&&byte| byte == b'\n').count()];
    for at in 0..file.len() {
        for flip in [0x01, 0xff] {
            let mut changed = file.clone();
            changed[at] ^= flip;
            let (report, log) = examine(&changed, &Trust::default());
            let fault = report.faults.iter().find(|fault| fault.offset == Some(at as u64));
            let fault = fault.unwrap_or_else(|| panic!("byte {at} ^ {flip:#x}: {:?}", sentences(&report)));
            let expected = match at {
                _ if events.contains(&at) => Some(event_at(at)),
                _ if private.contains(&at) => Some(private_at(at)),
                _ => None,
            };
            match (&fault.place, expected) {
                (FaultPlace::Event(event), Some(index)) => {
                    assert_eq!(event.index, index as u64, "byte {at}");
                    let described = [event.stream.is_some(), event.number.is_some(), event.kind.is_some()];
                    assert_eq!(described, [true; 3], "byte {at}: {fault}");
                    assert_eq!(report.faults[0], *fault, "what names the event comes first");
                    assert_eq!(log, None);
                }
                (FaultPlace::Entry { .. } | FaultPlace::Archive, None) => {}
                _ => panic!("byte {at} ^ {flip:#x}: {fault}"),
            }
        }
    }
}

#[test]
fn a_changed_byte_is_named_in_words() {
    let file = file();
    let mut changed = file.clone();
    let at = range_of(&file, "private.jsonl").start + 9;
    changed[at] = b'S';
    let report = verify(&changed);
    let expected = format!(
        "event 2 (stream `contest`, number 2, type `participant_named`): byte 9 of `private.jsonl` is 0x53, but was 0x5a \
         (byte {at} of the file)"
    );
    assert_eq!(sentences(&report), [expected]);
    let mut changed = file.clone();
    let at = range_of(&file, "result.json").start;
    changed[at] = b'[';
    let expected =
        format!("entry `result.json`: byte 0 of `result.json` is 0x5b, but was 0x7b (byte {at} of the file)");
    assert_eq!(sentences(&verify(&changed)), [expected]);
}

#[test]
fn a_file_cut_off_anywhere_or_with_a_tail_is_not_sound() {
    let file = file();
    for length in 0..file.len() {
        let report = verify(&file[..length]);
        assert!(!report.faults.is_empty(), "cut to {length} bytes");
        assert!(
            report.faults.iter().any(|fault| fault.offset == Some(length as u64)),
            "{length}: {:?}",
            sentences(&report)
        );
    }
    for tail in [&b"\0"[..], b"PK\x05\x06", &file] {
        let report = verify(&[&file, tail].concat());
        assert!(report.faults.iter().any(|fault| fault.offset == Some(file.len() as u64)), "{:?}", sentences(&report));
    }
    let nothing = verify(b"GIF89a");
    assert!(nothing.faults[0].what.contains("not a bundle"), "{:?}", sentences(&nothing));
}

/// The same contest with a change made before the archive was written, so that all its checksums match.
fn forged(change: impl FnOnce(&mut Bundle)) -> Report {
    let mut forged = bundle();
    change(&mut forged);
    examine(&write(&forged, &key()).unwrap(), &by_key()).0
}

#[test]
fn the_key_holder_cannot_change_a_signed_event_either() {
    let report = forged(|bundle| {
        let leaf = String::from_utf8(bundle.leaves[4].clone()).unwrap();
        bundle.leaves[4] = leaf.replace("contest_closed", "contest_paused").into_bytes();
    });
    assert_eq!(failed(&report), ["tree"]);
    assert!(report.faults[0].what.starts_with("the root of the events is"), "{:?}", sentences(&report));
}

#[test]
fn swapped_dropped_and_added_events_are_found() {
    let swapped = forged(|bundle| {
        bundle.leaves.swap(2, 3);
        bundle.openings.swap(2, 3);
    });
    assert_eq!(failed(&swapped), ["tree", "streams"]);
    let dropped = forged(|bundle| {
        bundle.leaves.pop();
        bundle.openings.pop();
    });
    assert!(dropped.faults[0].what.contains("there are 4 events, but 5 were signed"), "{:?}", sentences(&dropped));
    let added = forged(|bundle| {
        bundle.leaves.push(bundle.leaves[4].clone());
        bundle.openings.push(None);
    });
    assert_eq!(failed(&added), ["tree", "streams"]);
}

#[test]
fn private_data_of_another_event_is_not_believed() {
    let report = forged(|bundle| bundle.openings.swap(2, 3));
    assert_eq!(failed(&report), ["private"]);
    assert_eq!(
        sentences(&report)[0].split(" (byte").next().unwrap(),
        "event 3 (stream `R1-J1-left`, number 1, type `key_pressed`): the private data `key` is not what the leaf commits to"
    );
    let report = forged(|bundle| bundle.openings[0] = bundle.openings[1].clone());
    assert_eq!(failed(&report), ["private"]);
}

/// Two events of one stream in the wrong order: the first shows it only by its number, as it has no private data.
#[test]
fn the_first_event_that_is_wrong_is_told_first_whatever_is_wrong_with_it() {
    let report = forged(|bundle| bundle.leaves.swap(0, 1));
    assert_eq!(failed(&report), ["tree", "private", "streams"]);
    let told = sentences(&report);
    assert!(told[0].starts_with("event 1 ") && told[0].contains("it must have number 1 in its stream"), "{told:?}");
    assert!(told[1].starts_with("event 2 "), "{told:?}");
}

#[test]
fn nobody_vouches_for_a_record_with_a_fault() {
    let report = forged(|bundle| bundle.openings.swap(2, 3));
    assert_eq!((report.vouched, failed(&report)), (false, vec!["private"]));
}

#[test]
fn a_signed_gap_in_a_stream_is_still_a_gap() {
    let mut events = bundle();
    events.leaves.remove(3);
    events.openings.remove(3);
    let last = String::from_utf8(events.leaves[3].clone()).unwrap().replace("\"number\":3", "\"number\":4");
    events.leaves[3] = last.into_bytes();
    let sealed = events.leaves.into_iter().zip(events.openings);
    let sealed = sealed.map(|(leaf, opening)| record::Sealed { leaf, opening });
    let gap = Bundle::new(sealed, Default::default(), &key()).unwrap();
    let report = verify(&write(&gap, &key()).unwrap());
    assert_eq!(failed(&report), ["streams"]);
    assert!(sentences(&report)[0].starts_with("event 4 (stream `contest`, number 4"), "{:?}", sentences(&report));
}

#[test]
fn a_whole_bundle_of_somebody_else_is_not_the_trusted_one() {
    let forger = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap();
    let mut forged = bundle();
    forged.verifier = forger.verifier();
    forged.checkpoint = Checkpoint::verify(&forged.checkpoint, &key().verifier()).unwrap().sign(&forger).unwrap();
    let bytes = write(&forged, &forger).unwrap();
    assert!(verify(&bytes).is_sound());
    let report = examine(&bytes, &by_key()).0;
    assert!(!report.vouched);
    assert_eq!(failed(&report), ["key"]);
    assert!(report.faults[0].what.contains("not the trusted key"), "{:?}", sentences(&report));
}

#[test]
fn cosignatures_on_the_checkpoint_are_welcome() {
    let cosigner = SigningKey::from_bytes("society.example", [9; 32]).unwrap();
    let text = Checkpoint::verify(&bundle().checkpoint, &key().verifier()).unwrap().text();
    let cosigned = cosigner.sign(&text).unwrap();
    let report = forged(|bundle| bundle.checkpoint.push_str(&cosigned[text.len() + 1..]));
    assert!(report.is_sound(), "{:?}", sentences(&report));
}

#[test]
fn a_cosigner_who_is_named_must_have_signed() {
    let cosigner = SigningKey::from_bytes("society.example", [9; 32]).unwrap();
    let text = Checkpoint::verify(&bundle().checkpoint, &key().verifier()).unwrap().text();
    let mut cosigned = bundle();
    cosigned.checkpoint.push_str(&cosigner.sign(&text).unwrap()[text.len() + 1..]);
    let trust = Trust { cosigners: vec![cosigner.verifier()], ..Trust::default() };
    let report = examine(&write(&cosigned, &key()).unwrap(), &trust).0;
    assert!(report.is_sound() && report.vouched, "{:?}", sentences(&report));
    let report = examine(&file(), &trust).0;
    assert_eq!(failed(&report), ["cosigners"]);
    assert!(!report.vouched);
}

#[test]
fn an_earlier_head_must_be_extended() {
    let head = |leaves: &[Vec<u8>]| {
        let mut tree = record::Tree::new();
        leaves.iter().for_each(|leaf| _ = tree.append(leaf));
        Checkpoint::of(&tree, &key()).sign(&key()).unwrap()
    };
    let against = |head: String| examine(&file(), &Trust { heads: vec![head], ..Trust::default() }).0;
    for count in 0..=5 {
        let report = against(head(&bundle().leaves[..count]));
        assert!(report.is_sound() && report.cut_from.is_none(), "{count}: {:?}", sentences(&report));
    }
    let mut other = bundle().leaves;
    other.swap(2, 3);
    for count in [3, 4, 5] {
        let report = against(head(&other[..count]));
        assert_eq!(failed(&report), ["heads"], "{count}");
        assert!(sentences(&report)[0].contains("this is another history"), "{:?}", sentences(&report));
    }
    other.push(other[4].clone());
    let longer = against(head(&[&bundle().leaves[..], &other[4..5]].concat()));
    assert_eq!((longer.cut_from, longer.is_sound()), (Some(6), true));
    let foreign = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap();
    let text = Checkpoint::verify(&head(&bundle().leaves), &key().verifier()).unwrap().text();
    assert_eq!(failed(&against("no head at all".to_owned())), ["heads"]);
    // The reader cannot know about a change of the record's key: it returns the head, and the bundle is not sound.
    let foreign = against(foreign.sign(&text).unwrap());
    assert!(!foreign.is_sound() && foreign.faults.is_empty(), "{:?}", sentences(&foreign));
    assert_eq!(foreign.foreign_heads.len(), 1);
    assert_eq!(foreign.foreign_heads[0].root, foreign.root);
}

/// A file that counts how often each of its bytes is read.
struct Counted {
    file: Cursor<Vec<u8>>,
    read: std::rc::Rc<std::cell::Cell<u64>>,
}

impl std::io::Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

impl std::io::Seek for Counted {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// The report on these bytes, and the number of bytes read beyond the length of the file.
fn counted(bytes: Vec<u8>) -> (Report, u64) {
    let (length, read) = (bytes.len() as u64, std::rc::Rc::default());
    let source = Counted { file: Cursor::new(bytes), read: std::rc::Rc::clone(&read) };
    let report = bundle::verify(source, &Trust::default()).unwrap().report;
    (report, read.get().saturating_sub(length))
}

/// The example with other bytes in one entry; sizes and checksums match, the manifest does not.
fn with_entry(name: &str, data: &[u8]) -> Vec<u8> {
    changed(&file(), name, |old| *old = data.to_vec())
}

/// This file with a change in one entry; sizes and checksums match, the manifest does not.
fn changed(file: &[u8], name: &str, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut entries = entries_of(file);
    change(&mut entries.iter_mut().find(|(found, _)| found == name).unwrap().1);
    common::archive(&entries)
}

/// The same with a change in the lines of an entry.
fn relined(file: &[u8], name: &str, change: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
    changed(file, name, |data| {
        let mut lines: Vec<String> =
            std::str::from_utf8(data).unwrap().lines().map(|line| format!("{line}\n")).collect();
        change(&mut lines);
        *data = lines.concat().into_bytes();
    })
}

/// The report on a file, shortened for people: the key and its name, and the middle of a long list.
fn told(report: &Report) -> String {
    let of = |outcome| report.checks.iter().filter(move |check| check.outcome == outcome);
    let passed: Vec<_> = of(Outcome::Passed).map(|check| format!("{} ({})", check.name, check.detail)).collect();
    let line = |check: &bundle::Check| format!("{} {}: {}", check.name, check.outcome, check.detail);
    let others = of(Outcome::Failed).chain(of(Outcome::NotDone)).map(line);
    let mut faults: Vec<_> = report.faults.iter().map(|fault| format!("- {fault}")).collect();
    if faults.len() > 12 {
        let count = faults.len() - 6;
        faults.splice(3..3 + count, [format!("  … {count} more …")]);
    }
    let vouched = if report.vouched { ", vouched for" } else { "" };
    let first = format!("{} events{vouched}; passed: {}", report.events, passed.join(", "));
    let lines: Vec<_> = [first].into_iter().chain(others).chain(faults).collect();
    (lines.join("\n") + "\n").replace(&key().verifier().to_string(), "KEY").replace("contest.example/2010", "NAME")
}

/// A record of this many events, three of them with private data as in the example.
fn long(count: u64) -> Vec<u8> {
    let first = bundle();
    let (last, _) = record::open(&first.leaves[4], None).unwrap();
    let events = (6..=count).map(|number| {
        let envelope = record::Envelope { number: number - 2, ..last.clone() };
        record::seal(envelope, Default::default(), [1; 16]).unwrap()
    });
    let of_example = first.leaves.into_iter().zip(first.openings);
    let of_example = of_example.map(|(leaf, opening)| record::Sealed { leaf, opening });
    let all = Bundle::new(of_example.chain(events), first.attachments, &key()).unwrap();
    write(&all, &key()).unwrap()
}

#[test]
fn private_data_is_compared_also_where_a_line_is_missing_or_too_many() {
    type Change = fn(&mut Vec<String>);
    let mismatches = |events: Change, private: Change| {
        let file = relined(&relined(&file(), "events.jsonl", events), "private.jsonl", private);
        let sentences = sentences(&verify(&file));
        sentences.iter().filter(|sentence| sentence.contains("is not what the leaf commits to")).count()
    };
    let missing: Change = |lines| _ = lines.remove(2);
    let more: Change = |lines| lines.insert(2, lines[0].clone());
    let two_more: Change = |lines| _ = lines.splice(2..2, [lines[0].clone(), lines[0].clone()]).count();
    let right: Change = |_| {};
    // Before the line and after it.
    let wrong: Change = |lines| {
        lines[0] = lines[0].replace("Zoë", "Zoe");
        lines[2] = lines[2].replace("\"i\"", "\"j\"");
    };
    for events in [missing, more, two_more] {
        assert_eq!([right, wrong].map(|private| mismatches(events, private)), [0, 2]);
    }
}

#[test]
fn what_opens_the_last_event_is_no_fault_where_its_line_is_missing() {
    let example = bundle();
    let sealed = example.leaves.into_iter().zip(example.openings).take(4);
    let sealed = sealed.map(|(leaf, opening)| record::Sealed { leaf, opening });
    let ends_privately = write(&Bundle::new(sealed, Default::default(), &key()).unwrap(), &key()).unwrap();
    let report = verify(&relined(&ends_privately, "events.jsonl", |lines| _ = lines.pop()));
    assert!(!sentences(&report).iter().any(|told| told.contains("it opens event")), "{:?}", sentences(&report));
}

/// The places of the events passed on during verification of this file.
fn taken(file: &[u8]) -> Vec<u64> {
    let mut taken = Vec::new();
    let cores = std::num::NonZeroUsize::MIN;
    bundle::verify_reading(Cursor::new(file), &Trust::default(), cores, |_| (), |index, ()| taken.push(index)).unwrap();
    taken
}

#[test]
fn events_are_handed_over_up_to_the_first_fault() {
    assert_eq!(taken(&file()), [1, 2, 3, 4, 5]);
    let written = |change: fn(&mut Bundle)| {
        let mut forged = bundle();
        change(&mut forged);
        write(&forged, &key()).unwrap()
    };
    for (title, file) in [
        ("another event", relined(&file(), "events.jsonl", |lines| lines[2] = lines[2].replace("judge", "jury"))),
        ("no event", written(|forged| forged.leaves[2] = b"{}".to_vec())),
        ("other private data", written(|forged| forged.openings.swap(2, 3))),
    ] {
        assert_eq!(taken(&file), [1, 2], "{title}");
    }
}

/// Compares the reports on files with one fault each with a file for people to read.
#[test]
fn whatever_is_wrong_with_a_file_is_told_in_these_words() {
    let whole = file();
    let many = long(250);
    let lines = |name: &str, change: fn(&mut Vec<String>)| relined(&whole, name, change);
    let of_many = |name: &str, change: fn(&mut Vec<String>)| relined(&many, name, change);
    let entries = |change: fn(&mut Vec<(String, Vec<u8>)>)| {
        let mut entries = entries_of(&whole);
        change(&mut entries);
        common::archive(&entries)
    };
    let pause = |line: &mut String| *line = line.replace("contest_", "pause_");
    let other = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap();
    let cases = [
        ("nothing is wrong", whole.clone()),
        ("events.jsonl: the second line is missing", lines("events.jsonl", |lines| _ = lines.remove(1))),
        ("events.jsonl: the last line is missing", lines("events.jsonl", |lines| _ = lines.pop())),
        (
            "events.jsonl: the second line stands twice",
            lines("events.jsonl", |lines| lines.insert(1, lines[1].clone())),
        ),
        ("events.jsonl: two more lines at the end", {
            lines("events.jsonl", |lines| lines.extend([lines[4].clone(), lines[4].clone()]))
        }),
        ("events.jsonl: the first and the last line are other events", {
            relined(&whole, "events.jsonl", |lines| [0, 4].into_iter().for_each(|at| pause(&mut lines[at])))
        }),
        ("events.jsonl: the last newline is missing", changed(&whole, "events.jsonl", |data| _ = data.pop())),
        ("events.jsonl: it is empty", changed(&whole, "events.jsonl", Vec::clear)),
        ("events.jsonl: two lines are exchanged", lines("events.jsonl", |lines| lines.swap(1, 2))),
        ("events.jsonl: a line is missing and another stands twice", {
            lines("events.jsonl", |lines| *lines = [0, 1, 1, 3, 4].map(|at| lines[at].clone()).into())
        }),
        ("events.jsonl: a line is missing and another is no event", {
            lines("events.jsonl", |lines| lines.splice(1..3, ["{\"a\":1}\n".into()]).for_each(drop))
        }),
        ("events.jsonl: a line is an event as a list", {
            lines("events.jsonl", |lines| lines[4] = "[\"a\",{},3,\"contest\",\"t\",\"k\",1]\n".into())
        }),
        ("events.jsonl: a line is no event", lines("events.jsonl", |lines| lines[2] = "{\"a\":1}\n".into())),
        ("events.jsonl of 250: 101 are other events", {
            relined(&many, "events.jsonl", |lines| lines[100..201].iter_mut().for_each(pause))
        }),
        ("events.jsonl of 250: 102 are other events", {
            relined(&many, "events.jsonl", |lines| lines[100..202].iter_mut().for_each(pause))
        }),
        ("events.jsonl of 250: 120 are missing", of_many("events.jsonl", |lines| _ = lines.drain(100..220))),
        ("events.jsonl of 250: 100 are missing", of_many("events.jsonl", |lines| _ = lines.drain(100..200))),
        ("leaf-hashes: the second line is missing", lines("leaf-hashes", |lines| _ = lines.remove(1))),
        ("leaf-hashes: a line more at the end", lines("leaf-hashes", |lines| lines.push(lines[0].clone()))),
        ("leaf-hashes: a line is no hash", lines("leaf-hashes", |lines| lines[3] = lines[3].to_uppercase())),
        ("leaf-hashes: the last newline is missing", changed(&whole, "leaf-hashes", |data| _ = data.pop())),
        ("leaf-hashes: two lines are exchanged", lines("leaf-hashes", |lines| lines.swap(1, 3))),
        ("private.jsonl: a line is missing", lines("private.jsonl", |lines| _ = lines.remove(0))),
        ("private.jsonl: two lines are exchanged", lines("private.jsonl", |lines| lines.swap(0, 2))),
        ("private.jsonl: a line opens an event that has nothing private", {
            lines("private.jsonl", |lines| lines[0] = lines[0].replace("\"event\":2", "\"event\":1"))
        }),
        ("private.jsonl: a line opens an event that is not there", {
            lines("private.jsonl", |lines| lines.push(lines[2].replace("\"event\":4", "\"event\":6")))
        }),
        ("private.jsonl: a line opens event 0", {
            lines("private.jsonl", |lines| lines.insert(0, lines[0].replace("\"event\":2", "\"event\":0")))
        }),
        ("private.jsonl: a line is a list", {
            lines("private.jsonl", |lines| lines[2] = format!("[\"H\",4,\"key\",\"{}\"]\n", "0".repeat(32)))
        }),
        ("private.jsonl: a line says other data", {
            lines("private.jsonl", |lines| lines[1] = lines[1].replace("\"H\"", "\"J\""))
        }),
        ("private.jsonl: a member too many", {
            lines("private.jsonl", |lines| lines[1] = lines[1].replace("{\"data\"", "{\"a\":1,\"data\""))
        }),
        ("private.jsonl: the last newline is missing", changed(&whole, "private.jsonl", |data| _ = data.pop())),
        ("README.txt: another text", lines("README.txt", |lines| _ = lines.pop())),
        ("verifier.key: another spelling", changed(&whole, "verifier.key", |data| data.extend(b"\n"))),
        ("verifier.key: no newline", changed(&whole, "verifier.key", |data| _ = data.pop())),
        ("verifier.key: of somebody else", {
            changed(&whole, "verifier.key", |data| *data = format!("{}\n", other.verifier()).into_bytes())
        }),
        ("checkpoint: another size", {
            changed(&whole, "checkpoint", |data| {
                let text = Checkpoint::verify(&bundle().checkpoint, &key().verifier()).unwrap().text();
                *data = key().sign(&text.replace("\n5\n", "\n6\n")).unwrap().into_bytes();
            })
        }),
        ("checkpoint: a changed text", lines("checkpoint", |lines| lines[1] = "6\n".into())),
        ("manifest: two lines are exchanged", {
            changed(&whole, "manifest", |data| {
                let text = String::from_utf8(data.clone()).unwrap();
                let mut lines: Vec<_> = text.split_once("\n\n").unwrap().0.lines().collect();
                lines.swap(0, 1);
                *data = key().sign(&(lines.join("\n") + "\n")).unwrap().into_bytes();
            })
        }),
        ("manifest: a line is missing", lines("manifest", |lines| _ = lines.remove(0))),
        ("manifest: a line is none", lines("manifest", |lines| lines[0] = "README.txt\n".into())),
        ("manifest: it is not UTF-8", changed(&whole, "manifest", |data| data[0] = 0xff)),
        ("an entry is missing", entries(|entries| entries.retain(|(name, _)| name != "result.json"))),
        ("the events are missing", entries(|entries| entries.retain(|(name, _)| name != "events.jsonl"))),
        ("the key is missing", entries(|entries| entries.retain(|(name, _)| name != "verifier.key"))),
        ("the checkpoint is missing", entries(|entries| entries.retain(|(name, _)| name != "checkpoint"))),
        ("the manifest is missing", entries(|entries| entries.retain(|(name, _)| name != "manifest"))),
        ("the private data is missing", entries(|entries| entries.retain(|(name, _)| name != "private.jsonl"))),
        ("the leaf hashes are missing", entries(|entries| entries.retain(|(name, _)| name != "leaf-hashes"))),
        ("a file that is no archive", b"GIF89a".to_vec()),
        ("the file is cut in an entry", whole[..whole.len() / 2].to_vec()),
        ("the file is cut in its directory", whole[..whole.len() - 150].to_vec()),
        ("the file ends early", whole[..whole.len() - 10].to_vec()),
        ("the file goes on", [&whole[..], b"tail"].concat()),
        ("a byte more before the data of an entry", {
            let at = range_of(&whole, "leaf-hashes").start - 5;
            [&whole[..at], b"x", &whole[at..]].concat()
        }),
        ("a byte less in the data of an entry", {
            let at = range_of(&whole, "checkpoint").start + 9;
            [&whole[..at], &whole[at + 1..]].concat()
        }),
        ("a size before an entry is wrong", {
            let mut file = whole.clone();
            file[range_of(&whole, "private.jsonl").start - 8] ^= 1;
            file
        }),
        ("a checksum in the directory is wrong", {
            let mut file = whole.clone();
            let record = file.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
            file[record + 16] ^= 1;
            file
        }),
        ("two bytes of the directory are wrong", {
            let mut file = whole.clone();
            let end = file.len();
            file[end - 130] ^= 1;
            file[end - 400] ^= 1;
            file
        }),
        ("two bytes of an entry are wrong", {
            let mut file = whole.clone();
            let start = range_of(&whole, "events.jsonl").start;
            file[start + 60] ^= 1;
            file[start + 300] ^= 1;
            file
        }),
        ("an entry more", entries(|entries| entries.insert(7, ("notes".into(), b"Hi".to_vec())))),
        ("an entry more that no bundle may have", entries(|entries| entries.push(("../x".into(), b"Hi".to_vec())))),
        ("two entries are exchanged", entries(|entries| entries.swap(6, 7))),
        ("an entry stands twice", entries(|entries| entries.insert(7, entries[6].clone()))),
    ];
    let mut told_of = Vec::new();
    for (name, file) in cases {
        told_of.push(format!("== {name}\n{}", told(&examine(&file, &by_key()).0)));
        if name.contains("key") {
            told_of.push(format!("== {name}, and none is trusted\n{}", told(&verify(&file))));
        }
    }
    assert_eq!(told_of.join("\n"), include_str!("bundle/told.txt"));
}

/// The text of an entry of the example.
fn text_of(name: &str) -> String {
    let file = file();
    String::from_utf8(file[range_of(&file, name)].to_vec()).unwrap()
}

#[test]
fn the_manifest_has_the_signature_of_the_key_and_no_other() {
    let manifest = text_of("manifest");
    let (text, signature) = manifest.split_once("\n\n").unwrap();
    let stranger = SigningKey::from_bytes("society.example", [9; 32]).unwrap();
    let theirs = stranger.sign(&format!("{text}\n")).unwrap();
    let theirs = theirs.split_once("\n\n").unwrap().1;
    assert!(verify(&with_entry("manifest", manifest.as_bytes())).is_sound());
    for signatures in [[signature, theirs], [theirs, signature], [signature, signature]] {
        let report = verify(&with_entry("manifest", format!("{text}\n\n{}", signatures.concat()).as_bytes()));
        assert_eq!(failed(&report), ["manifest"]);
        assert!(report.faults[0].what.contains("other signatures than the one of the key"), "{:?}", sentences(&report));
    }
}

#[test]
fn a_part_is_opened_once() {
    let private = text_of("private.jsonl");
    let twice: String = private.lines().flat_map(|line| [line, "\n", line, "\n"]).collect();
    let report = verify(&with_entry("private.jsonl", twice.as_bytes()));
    assert!(failed(&report).contains(&"private"), "{:?}", sentences(&report));
    let ascending = sentences(&report).iter().filter(|fault| fault.contains("in ascending order")).count();
    assert_eq!(ascending, 3, "{:?}", sentences(&report));
}

#[test]
fn millions_of_lines_that_are_none_are_not_read_to_their_end() {
    // The original finding had 20 million; fewer suffice to show the growth.
    let count = 200_000;
    let empty = Bundle { leaves: vec![Vec::new(); count], openings: vec![None; count], ..bundle() };
    let (report, again) = counted(write(&empty, &key()).unwrap());
    assert_eq!(report.events, count as u64);
    let said = sentences(&report).join("\n");
    assert!(report.faults.len() < 3 * bundle::MOST_FAULTS, "{said}");
    assert!(said.contains("after so many faults the rest of its 200000 lines was not read"), "{said}");
    // Everything is read once for its checksums, and then a few pieces of each entry.
    assert!(again < 1 << 20, "{again} bytes were read again");
    for name in ["private.jsonl", "leaf-hashes", "manifest", "checkpoint", "verifier.key", "README.txt"] {
        let (report, again) = counted(with_entry(name, &b"\n".repeat(3 << 19)));
        assert!(!report.faults.is_empty() && report.faults.len() < 3 * bundle::MOST_FAULTS, "{name}");
        assert!(again < 4 * record::note::LONGEST_NOTE as u64, "{name}: {again} bytes were read again");
    }
}

#[test]
fn an_event_opens_no_more_than_it_may_have() {
    let line = |part: &str| {
        format!("{{\"data\":1,\"event\":2,\"part\":\"{part}\",\"salt\":\"74a3f6bdf8b24ad8ea4df7f6c423b8be\"}}\n")
    };
    let letters = || ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("{a}{b}")));
    let (report, again) =
        counted(with_entry("private.jsonl", letters().map(|part| line(&part)).collect::<String>().as_bytes()));
    assert!(failed(&report).contains(&"private"), "{:?}", sentences(&report));
    assert!(report.faults.len() < 3 * bundle::MOST_FAULTS && again < 1 << 20, "{again}");
    let too_many = letters().take(17).map(|part| (part, json!(1))).collect();
    let envelope = record::open(&bundle().leaves[0], None).unwrap().0;
    let why = record::seal(envelope.clone(), too_many, [1; 16]).unwrap_err();
    assert!(why.why.to_string().contains("17 private parts"), "{}", why.why);
    let long = record::Envelope { stream: "x".repeat(65), ..envelope.clone() };
    assert!(record::seal(long, Default::default(), [1; 16]).is_err());
    // An event at the limits of number and length is readable.
    let most = letters().take(16).map(|part| (part, json!(1))).collect();
    let sealed = record::seal(record::Envelope { stream: "x".repeat(64), ..envelope }, most, [1; 16]).unwrap();
    let (read, private) = record::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
    assert_eq!((read.stream.len(), private.len()), (64, 16));
    let leaf = String::from_utf8(sealed.leaf).unwrap();
    let longer = leaf.replace(&"x".repeat(64), &"x".repeat(65));
    let why = record::open(longer.as_bytes(), None).unwrap_err();
    assert!(matches!(why, OpenError::StreamName(65)), "{why}");
    let more = leaf.replacen("\"ap\":", &format!("\"aoo\":\"{}\",\"ap\":", "0".repeat(64)), 1);
    let why = record::open(more.as_bytes(), None).unwrap_err();
    assert!(matches!(why, OpenError::TooManyParts(17)), "{why}");
}

#[test]
fn what_a_fault_quotes_of_a_file_is_cut() {
    let mut long = bundle();
    long.leaves[0] = format!("{{\"{}\":1}}", "x".repeat(1 << 20)).into_bytes();
    let report = verify(&write(&long, &key()).unwrap());
    assert!(
        !report.faults.is_empty() && report.faults.iter().all(|fault| fault.what.len() < 1100),
        "{}",
        report.faults.len()
    );
}

#[test]
fn a_redacted_event_is_shown_as_such_and_the_tree_stays() {
    let before = verify(&file());
    let redacted = redact(&file(), &[(2, "name"), (4, "key")], &key()).unwrap();
    let (report, log) = examine(&redacted, &by_key());
    assert!(report.is_sound(), "{:?}", sentences(&report));
    assert_eq!((report.redacted, report.root), (2, before.root));
    let log = log.unwrap();
    assert_eq!(log[1].private["name"], Private::Redacted);
    assert_eq!(log[2].private["key"], Private::Open(json!({ "key": "H" })));
    assert!(!redacted.windows(4).any(|window| window == "Zoë".as_bytes()), "the name is gone");
    for (event, part) in [(2, "name"), (3, "name"), (0, "key"), (1, "key"), (99, "key")] {
        let again = redact(&redacted, &[(event, part)], &key());
        assert!(matches!(again, Err(RedactError::Nothing { event: of, .. }) if of == event), "event {event}, {part}");
    }
}

#[test]
fn what_is_not_taken_out_stays_open_part_by_part() {
    let sealed = (1..).zip([vec!["a", "b"], vec!["a"], vec!["b", "c"]]).map(|(number, parts)| {
        let envelope =
            record::Envelope { stream: "contest".into(), number, ..record::open(&bundle().leaves[4], None).unwrap().0 };
        let parts = parts.into_iter().map(|part| (part.to_owned(), json!(number))).collect();
        record::seal(envelope, parts, [1; 16]).unwrap()
    });
    let whole = write(&Bundle::new(sealed, Default::default(), &key()).unwrap(), &key()).unwrap();
    let redacted = redact(&whole, &[(1, "b"), (3, "b")], &key()).unwrap();
    let (report, log) = examine(&redacted, &by_key());
    assert!(report.is_sound(), "{:?}", sentences(&report));
    let open = |private: &record::event::Opened| -> Vec<_> {
        let data = private.iter().map(|(part, private)| (part.clone(), private.clone().into_data()));
        data.collect()
    };
    let told: Vec<_> = log.unwrap().iter().map(|event| open(&event.private)).collect();
    let part = |part: &str, data: Option<u64>| (part.to_owned(), data.map(|data| json!(data)));
    assert_eq!(
        told,
        [
            vec![part("a", Some(1)), part("b", None)],
            vec![part("a", Some(2))],
            vec![part("b", None), part("c", Some(3))],
        ]
    );
}

#[test]
fn an_attachment_is_read_by_its_name_and_nothing_else_is() {
    let examined = bundle::verify(Cursor::new(file()), &by_key()).unwrap();
    let read = |name: &str, most: u64| examined.attachment(name, most).unwrap();
    let result = b"{\"standings\":[]}\n";
    assert_eq!(read("result.json", 1000).as_deref(), Some(&result[..]));
    assert_eq!(read("result.json", result.len() as u64).as_deref(), Some(&result[..]));
    assert_eq!(read("result.json", result.len() as u64 - 1), None);
    assert_eq!(read("events.jsonl", 100_000), None);
    assert_eq!(read("missing", 100_000), None);
}

#[test]
fn nothing_is_signed_anew_that_is_not_sound() {
    let mut damaged = file();
    let at = range_of(&damaged, "result.json").start;
    damaged[at] ^= 1;
    assert!(matches!(redact(&damaged, &[(2, "name")], &key()), Err(RedactError::Unsound(_))));
    let other = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap();
    assert!(matches!(redact(&file(), &[(2, "name")], &other), Err(RedactError::Unsound(_))));
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    let other = SigningKey::from_bytes("other.example", [7; 32]).unwrap();
    assert!(matches!(write(&bundle(), &other), Err(WriteError::OtherKey { .. })));
    for name in ["", "../x", "/x", "a//b", ".hidden", "a/.b", "a b", "é", "events.jsonl", "manifest", &"x".repeat(101)]
    {
        let mut bundle = bundle();
        bundle.attachments.insert(name.into(), Vec::new());
        assert!(matches!(write(&bundle, &key()), Err(WriteError::Name { .. })), "{name}");
    }
    let with = |change: fn(&mut Bundle)| {
        let mut bundle = bundle();
        change(&mut bundle);
        write(&bundle, &key())
    };
    assert!(matches!(with(|b| _ = b.openings.pop()), Err(WriteError::Lengths { leaves: 5, openings: 4 })));
    assert!(matches!(with(|b| b.leaves[0].push(b'\n')), Err(WriteError::Leaf { event: 1 })));
    for opening in
        ["{}", r#"{"a":{"data":1,"x":2}}"#, r#"{"a":{"salt":1,"x":2}}"#, r#"{"a":{"data":1,"salt":2,"x":3}}"#]
    {
        let mut bundle = bundle();
        bundle.openings[0] = Some(opening.into());
        assert!(matches!(write(&bundle, &key()), Err(WriteError::Opening { event: 1 })), "{opening}");
    }
}

#[test]
fn other_zip_programs_open_it() {
    let path = std::env::temp_dir().join(format!("record-{}.viva", std::process::id()));
    std::fs::write(&path, file()).unwrap();
    let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
                  sys.stdout.buffer.write('\\n'.join(z.namelist()).encode() + b'\\n' + z.read('result.json'))";
    let python =
        std::process::Command::new("python3").args(["-c", script]).arg(&path).output().expect("python3 is there");
    let unzip = std::process::Command::new("unzip")
        .args(["-p"])
        .arg(&path)
        .arg("result.json")
        .output()
        .expect("unzip is there: run `./test --peers`");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        String::from_utf8(python.stdout).unwrap(),
        "README.txt\nevents.jsonl\nprivate.jsonl\nleaf-hashes\ncheckpoint\nverifier.key\nresult.json\nrulebook.json\n\
         manifest\n{\"standings\":[]}\n",
        "{}",
        String::from_utf8_lossy(&python.stderr)
    );
    assert_eq!(unzip.stdout, b"{\"standings\":[]}\n", "{}", String::from_utf8_lossy(&unzip.stderr));
}

#[test]
fn faults_read_well() {
    let fault = Fault { place: FaultPlace::Archive, offset: None, what: "the entries do not stand in order".into() };
    assert_eq!(fault.to_string(), "archive: the entries do not stand in order");
}

/// The report on this many cores, and the events passed on, in order.
fn found_on(cores: usize, bytes: &[u8]) -> (String, Vec<OpenedEvent>) {
    let (mut taken, cores) = (Vec::new(), cores.try_into().unwrap());
    let read = |event: &bundle::EventText<'_>| event.opened();
    let take = |index, event: OpenedEvent| {
        assert_eq!((index, index), (event.index, taken.len() as u64 + 1));
        taken.push(event);
    };
    let examined = bundle::verify_reading(Cursor::new(bytes), &by_key(), cores, read, take).unwrap();
    (format!("{:?}", examined.report), taken)
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_cores() {
    let many = long(3000);
    let lines = |name: &str, change: fn(&mut Vec<String>)| relined(&many, name, change);
    let cases = [
        many.clone(),
        lines("events.jsonl", |lines| lines.swap(1500, 2500)),
        lines("events.jsonl", |lines| _ = lines.remove(1500)),
        lines("events.jsonl", |lines| lines.insert(2500, lines[2].clone())),
        lines("events.jsonl", |lines| (1400..1800).step_by(3).for_each(|at| lines[at] = "{}\n".into())),
        lines("leaf-hashes", |lines| lines.swap(1500, 2500)),
        lines("leaf-hashes", |lines| lines[2000] = "none\n".into()),
        lines("private.jsonl", |lines| lines.reverse()),
    ];
    for (case, bytes) in cases.iter().enumerate() {
        let alone = found_on(1, bytes);
        assert_eq!(alone.0, format!("{:?}", examine(bytes, &by_key()).0), "case {case}");
        assert_eq!(alone.1.len() == 3000, case == 0, "case {case}: all is taken where all is right");
        for cores in [2, 3, 8] {
            assert_eq!(found_on(cores, bytes), alone, "case {case} on {cores} cores");
        }
    }
    assert_eq!(found_on(2, &many).1, examine(&many, &by_key()).1.unwrap());
}

proptest! {
    #[test]
    fn no_file_whatever_makes_the_verifier_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let file = file();
        let mut changed = file.clone();
        for (at, byte) in edits {
            let at = at.index(changed.len());
            changed[at] = byte;
        }
        if let Some(cut) = cut {
            changed.drain(..cut.index(file.len()));
        }
        let report = verify(&changed);
        prop_assert_eq!(report.is_sound(), changed == file);
        prop_assert_eq!(report.faults.is_empty(), changed == file);
    }

    #[test]
    fn several_changed_bytes_in_one_event_name_it(event in 0_usize..5, edits in prop::collection::vec(any::<prop::sample::Index>(), 2..6)) {
        let mut changed = file();
        let range = range_of(&changed, "events.jsonl");
        let lines: Vec<_> = changed[range.clone()].split_inclusive(|&byte| byte == b'\n').map(<[u8]>::len).collect();
        let start = range.start + lines[..event].iter().sum::<usize>();
        let mut touched = std::collections::BTreeSet::new();
        for edit in edits {
            let at = start + edit.index(lines[event] - 1);
            if touched.insert(at) {
                changed[at] = changed[at].wrapping_add(1).max(b' ');
            }
        }
        let report = verify(&changed);
        let named: Vec<_> = report.faults.iter().filter_map(|fault| match &fault.place {
            FaultPlace::Event(place) => Some(place.index),
            _ => None,
        }).collect();
        prop_assert_eq!(named, [event as u64 + 1]);
    }
}
