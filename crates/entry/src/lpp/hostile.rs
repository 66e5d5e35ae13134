//! The directories of hostile, broken and unlucky programs, and the judge's view of them.

use std::{collections::BTreeMap, fs, os::unix::fs::symlink, path::Path, time::Duration};

use proptest::prelude::*;
use rulebook::{
    Key,
    key::{Typed, keys_of},
};

use super::{DirectoryItem, EntrySide, JudgeSide, Removal, directory::Directory, name::Extension};
use crate::FromEntry;

/// A conversation in which the judge has pressed a key.
fn asked() -> JudgeSide {
    let mut judge = JudgeSide::new(Duration::MAX, 0);
    judge.begin(&[]);
    judge.key(Key::Return, Duration::ZERO, 0);
    judge.take_makings();
    judge
}

/// The reports to the contest: text, and kinds of incidents.
fn heard(judge: &mut JudgeSide) -> (String, Vec<&'static str>) {
    let (mut typed, mut kinds) = (Typed::default(), Vec::new());
    while let Some(report) = judge.take_report() {
        match report {
            FromEntry::Key(key) => typed.press(key),
            FromEntry::Incident(incident) => kinds.push(incident.kind()),
            FromEntry::Ready | FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_) => {}
        }
    }
    (typed.as_str().to_owned(), kinds)
}

/// Scans a real directory as a link does, twice.
fn look(judge: &mut JudgeSide, place: &Path) {
    let directory = Directory::at(place.to_owned());
    for _ in 0..2 {
        judge.scan(&directory.look(Extension::Other).unwrap());
        while judge.has_removals() {
            for name in judge.take_removals() {
                judge.removed(&name, directory.remove(&name), Duration::ZERO);
            }
        }
    }
}

/// A case: its title, the entry's actions, the judge's view, the organiser's incidents, and the number of names left.
type Case = (&'static str, fn(&Path), &'static str, &'static [&'static str], usize);

#[test]
fn every_hostile_directory_is_read_for_what_it_holds() {
    let cases: [Case; 22] = [
        ("no number", |p| made(p, &[".a.other", "five.a.other", "-1.a.other"]), "", &["malformed"; 3], 0),
        ("no key", |p| made(p, &["1.other", "2..other"]), "", &["malformed", "unknown-key-name"], 0),
        ("a key of two characters", |p| made(p, &["1.ab.other"]), "", &["unknown-key-name"], 0),
        ("a full stop as itself", |p| made(p, &["1...other"]), ".", &[], 0),
        ("four parts", |p| made(p, &["108.a.b.other"]), "", &["unknown-key-name"], 0),
        ("another script", |p| made(p, &["1.é.other", "٣.a.other"]), "", &["malformed", "unknown-key-name"], 0),
        ("a control character", |p| made(p, &["1.\u{1b}[2J.other", "2.\n.other"]), "", &["unknown-key-name"; 2], 0),
        ("no text at all", bytes_that_are_no_text, "b", &["unknown-key-name"], 0),
        (
            "the longest name there is",
            |p| made(p, &[&format!("1.{}.other", "x".repeat(247))]),
            "",
            &["unknown-key-name"],
            0,
        ),
        ("an enormous number", |p| made(p, &[&format!("{}.z.other", "9".repeat(240)), "1.a.other"]), "az", &[], 0),
        ("numbers that start again", |p| made(p, &["7.a.other", "007.b.other"]), "ba", &["duplicate-number"], 0),
        ("numbers without zeros", |p| made(p, &["9.a.other", "10.b.other", "100.c.other"]), "abc", &[], 0),
        ("a path in the key", |p| made(p, &["1.%2e%2e%2fetc.other", "2.\\.other"]), "\\", &["unknown-key-name"], 0),
        (
            "dots",
            |p| made(p, &["...", "..other", "1.a.other."]),
            "",
            &["malformed", "wrong-extension", "wrong-extension"],
            2,
        ),
        ("the judge's keys", |p| made(p, &["1.a.judge", "2.nokey.judge", "3.b.JUDGE"]), "", &["wrong-extension"], 3),
        ("a broadcast", |p| made(p, &["1.left.judge.a.webcast"]), "", &["wrong-extension"], 1),
        ("files", |p| fs::write(p.join("1.a.other"), "words").unwrap(), "a", &["not-a-directory"], 1),
        ("a link to a folder", link_to_a_folder, "a", &["not-a-directory"], 2),
        ("a link to nowhere", |p| symlink("/nowhere", p.join("1.a.other")).unwrap(), "a", &["not-a-directory"], 1),
        ("a link to itself", |p| symlink("1.a.other", p.join("1.a.other")).unwrap(), "a", &["not-a-directory"], 1),
        ("a full directory", full_directory, "ab", &["cannot-delete"], 1),
        (
            "old programs",
            |p| made(p, &["1.RETURN.Other", "2.apostrophe.other", "3.GRAVE.OTHER", "4.quotedble.other"]),
            "\n'`\"",
            &[],
            0,
        ),
    ];
    for (title, does, seen, told, stays) in cases {
        let place = tempfile::tempdir().unwrap();
        let mut judge = asked();
        does(place.path());
        look(&mut judge, place.path());
        let (typed, mut kinds) = heard(&mut judge);
        kinds.sort_unstable();
        assert_eq!((typed.as_str(), kinds.as_slice()), (seen, told), "{title}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), stays, "{title}");
    }
}

fn made(place: &Path, names: &[&str]) {
    names.iter().for_each(|name| fs::create_dir(place.join(name)).unwrap());
}

fn bytes_that_are_no_text(place: &Path) {
    use std::os::unix::ffi::OsStrExt;
    fs::create_dir(place.join(std::ffi::OsStr::from_bytes(b"1.\xff\xfe.other"))).unwrap();
    fs::create_dir(place.join("2.b.other")).unwrap();
}

fn link_to_a_folder(place: &Path) {
    fs::create_dir(place.join("1.b.judge")).unwrap();
    symlink("1.b.judge", place.join("1.a.other")).unwrap();
}

fn full_directory(place: &Path) {
    fs::create_dir_all(place.join("1.a.other/inside")).unwrap();
    fs::create_dir(place.join("2.b.other")).unwrap();
}

#[test]
fn ten_thousand_keys_at_once_are_read_in_order_and_none_is_lost() {
    let mut judge = asked();
    let text: String = "The quick brown fox. ".chars().cycle().take(10_000).collect();
    let keys = keys_of(&text).enumerate();
    let names = keys.map(|(n, key)| format!("{n}.{}.other", rulebook::key_names::key_name(key)));
    let mut found: Vec<_> = names.map(|name| DirectoryItem { name, is_directory: true }).collect();
    found.reverse();
    judge.scan(&found);
    let mut rounds = 0;
    while judge.has_removals() {
        rounds += 1;
        for name in judge.take_removals() {
            judge.removed(&name, Removal::Done, Duration::ZERO);
        }
    }
    assert!(rounds > 100, "the judge is heard in between: {rounds}");
    assert_eq!(heard(&mut judge), (text, vec![]));
}

#[test]
fn incidents_of_a_program_that_makes_nothing_but_nonsense_are_bounded() {
    let mut judge = asked();
    let found: Vec<_> =
        (0..5_000).map(|n| DirectoryItem { name: format!("{n}.nonsense.other"), is_directory: true }).collect();
    judge.scan(&found);
    while judge.has_removals() {
        for name in judge.take_removals() {
            judge.removed(&name, Removal::Done, Duration::ZERO);
        }
    }
    assert_eq!(heard(&mut judge).1.len(), 21);
}

/// Names as programs make them, and stranger ones.
fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{0,30}\\.[a-zA-Z]{0,9}\\.(judge|other|OTHER|txt)?",
        (0_u32..30, "[a-c]").prop_map(|(number, key)| format!("{number}.{key}.other")),
        (0_u32..30, "[a-c]|Return").prop_map(|(number, key)| format!("{number}.{key}.judge")),
        "\\PC{0,20}",
    ]
}

fn any_removal() -> impl Strategy<Value = Removal> {
    prop_oneof![
        6 => Just(Removal::Done),
        1 => Just(Removal::Gone),
        1 => Just(Removal::NotADirectory),
        1 => Just(Removal::Failed),
    ]
}

proptest! {
    #[test]
    fn whatever_is_in_a_directory_both_sides_go_on(
        steps in prop::collection::vec((prop::collection::vec(any_name(), 0..12), any::<u8>()), 1..12),
        removals in prop::collection::vec(any_removal(), 1..20),
    ) {
        let (mut judge, mut entry) = (JudgeSide::new(Duration::from_secs(60), 0), EntrySide::new(1, Duration::ZERO));
        let mut outcomes = removals.into_iter().cycle();
        let mut counted: BTreeMap<String, u32> = BTreeMap::new();
        let mut done: BTreeMap<String, u32> = BTreeMap::new();
        judge.begin(&[]);
        for (second, (names, what)) in steps.into_iter().enumerate() {
            let now = Duration::from_secs(second as u64);
            let found: Vec<_> =
                names.into_iter().map(|name| DirectoryItem { name, is_directory: what % 2 == 0 }).collect();
            match what % 7 {
                0 => { judge.stopped([]); judge.clear(&found) }
                1 => { judge.started(); judge.listens() }
                2 => judge.key(Key::Return, now, u64::from(what)),
                3 => { judge.arrived(&found); entry.arrived(&found) }
                _ => { judge.scan(&found); entry.scan(&found) }
            }
            while judge.has_removals() {
                for name in judge.take_removals() {
                    let removal = outcomes.next().unwrap();
                    *done.entry(name.clone()).or_default() += u32::from(removal != Removal::Gone);
                    if judge.removed(&name, removal, now) {
                        *counted.entry(name).or_default() += 1;
                    }
                }
            }
            while entry.has_removals() {
                for name in entry.take_removals() {
                    let _ = entry.removed(&name, outcomes.next().unwrap(), now);
                }
            }
            judge.wake(now);
            let _ = (entry.wake(now), entry.take_makings(now), judge.take_makings());
            while judge.take_report().is_some() {}
        }
        // No name counts more often than it existed.
        prop_assert!(counted.iter().all(|(name, count)| *count <= done[name]));
    }
}
