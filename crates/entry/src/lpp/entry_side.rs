//! The entry's side of a communications directory: what a program plays that answers line by line.

use std::{collections::BTreeSet, time::Duration};

use rulebook::{
    Key,
    key::{Typed, keys_of},
    key_names::key_name,
};

use super::{
    Found,
    name::{BadName, Extension, Name, extension_of},
};
use crate::typist::Typist;

/// The most keys of a judge's line that are kept; the rest of the line is not read.
const LINE_MAX: usize = 8_000;

/// The entry's side of one conversation.
#[derive(Debug)]
pub struct EntrySide {
    next: u64,
    line: Typed,
    read: BTreeSet<String>,
    to_remove: Vec<String>,
    typist: Typist,
}

impl EntrySide {
    /// A program in whose directory nothing has happened. `next` is the number of the first key it will press: greater
    /// than every number it has used, in earlier runs too. `typing` is the time between two keys.
    #[must_use]
    pub fn new(next: u64, typing: Duration) -> Self {
        Self { next, line: Typed::default(), read: BTreeSet::new(), to_remove: Vec::new(), typist: Typist::new(typing) }
    }

    /// The program begins, with this in the directory: a judge's keys from earlier are removed unread.
    pub fn begin(&mut self, found: &[Found]) {
        for found in found.iter().filter(|found| extension_of(&found.name) == Some(Extension::Judge)) {
            self.read.insert(found.name.clone());
            self.to_remove.push(found.name.clone());
        }
    }

    /// This is in the directory now. Returns the judge's lines that are complete, without their ends.
    pub fn scan(&mut self, found: &[Found]) -> Vec<String> {
        let present: BTreeSet<&str> = found.iter().map(|found| found.name.as_str()).collect();
        self.read.retain(|name| present.contains(name.as_str()));
        let mut keys = Vec::new();
        for found in found.iter().filter(|found| !self.read.contains(&found.name)) {
            match found.name.parse::<Name>() {
                Ok(name) if name.extension == Extension::Judge => keys.push((name.number, &found.name, name.key)),
                Err(BadName::UnknownKey(Extension::Judge) | BadName::Malformed(Extension::Judge)) => {}
                _ => continue,
            }
            self.to_remove.push(found.name.clone());
        }
        self.read.extend(self.to_remove.iter().cloned());
        keys.sort();
        keys.into_iter().filter_map(|(_, _, key)| self.press(key)).collect()
    }

    /// Types these lines, each with Return at its end. Lines that do not fit behind those that wait are left out.
    pub fn reply<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>, now: Duration) {
        for line in lines {
            let keys = keys_of(line).filter(|key| *key != Key::Return).chain([Key::Return]);
            if !self.typist.take(keys, now) {
                return;
            }
        }
    }

    /// Names of directories to make now, in this order.
    pub fn take_makings(&mut self, now: Duration) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(key) = self.typist.press(now) {
            names.push(format!("{:010}.{}.{}", self.next, key_name(key), Extension::Other));
            self.next += 1;
        }
        names
    }

    /// Names of directories to remove, at most once.
    pub fn take_removals(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_remove)
    }

    /// Whether [`EntrySide::take_removals`] has something.
    #[must_use]
    pub fn has_removals(&self) -> bool {
        !self.to_remove.is_empty()
    }

    /// When [`EntrySide::take_makings`] will next have something.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.typist.due()
    }

    /// The number of the next key.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        self.next
    }

    fn press(&mut self, key: Key) -> Option<String> {
        match key {
            Key::Return => Some(std::mem::take(&mut self.line).as_str().to_owned()),
            Key::BackSpace => {
                self.line.press(key);
                None
            }
            _ => {
                if self.line.as_str().len() < LINE_MAX {
                    self.line.press(key);
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str]) -> Vec<Found> {
        names.iter().map(|name| Found { name: (*name).to_owned(), is_directory: true }).collect()
    }

    #[test]
    fn the_program_answers_the_line_and_numbers_its_keys() {
        let mut entry = EntrySide::new(41, Duration::ZERO);
        entry.begin(&found(&["1.x.judge", "7.y.other"]));
        assert_eq!(entry.take_removals(), ["1.x.judge"]);
        let lines = entry.scan(&found(&[
            "10.RETURN.judge",
            "2.H.judge",
            "9.apostrophe.judge",
            "3.k.judge",
            "4.backspace.judge",
            "1.x.judge",
        ]));
        assert_eq!(lines, ["H'"]);
        entry.reply(["Hi.", "A"], Duration::ZERO);
        assert_eq!(
            entry.take_makings(Duration::ZERO),
            [
                "0000000041.H.other",
                "0000000042.i.other",
                "0000000043.period.other",
                "0000000044.Return.other",
                "0000000045.A.other",
                "0000000046.Return.other"
            ]
        );
    }

    #[test]
    fn a_key_that_cannot_be_removed_is_read_once() {
        let mut entry = EntrySide::new(0, Duration::ZERO);
        assert!(entry.scan(&found(&["1.a.judge"])).is_empty());
        assert_eq!(entry.scan(&found(&["1.a.judge", "2.Return.judge"])), ["a"]);
        assert!(entry.scan(&found(&["1.a.judge"])).is_empty());
    }
}
