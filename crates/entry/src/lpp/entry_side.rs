//! The entry's side of a communications directory, for a program that answers line by line.

use std::time::Duration;

use rulebook::{
    Key,
    key::{Alphabet, Typed},
    key_names::key_name,
};

use super::{
    DirectoryItem, Removal,
    inbox::{Inbox, Read},
    name::{Extension, extension_of},
};
use crate::typist::Typist;

/// The maximum length kept of a judge's line, in bytes; further characters are ignored.
const LINE_MAX: usize = 8_000;

/// The silence after which an unfinished line counts as complete, if it ends like a sentence.
const IDLE_SENTENCE: Duration = Duration::from_millis(1_500);

/// The same silence for any other line.
const IDLE: Duration = Duration::from_millis(3_500);

/// The entry's side of one conversation.
#[derive(Debug)]
pub struct EntrySide {
    next: u64,
    line: Typed,
    /// The time of the judge's last key.
    heard: Duration,
    /// True if the line was answered before its Return came.
    answered_early: bool,
    inbox: Inbox,
    typist: Typist,
}

impl EntrySide {
    /// A program with an unused directory. `next` is the number of its first key: greater than all numbers that it has
    /// used, in earlier runs too. `typing` is the time between two keys.
    #[must_use]
    pub fn new(next: u64, typing: Duration) -> Self {
        Self {
            next,
            line: Typed::default(),
            heard: Duration::ZERO,
            answered_early: false,
            inbox: Inbox::of(Extension::Judge),
            typist: Typist::new(typing),
        }
    }

    /// The program begins, with these names in the directory: the judge's old keys are removed unread.
    pub fn begin(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.discard(found.iter().filter(|found| extension_of(&found.name) == Some(Extension::Judge)));
    }

    /// Takes a complete list of the directory: missing names count as gone.
    pub fn scan(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.listed(found);
    }

    /// Takes names that have appeared in the directory; other names may exist too.
    pub fn arrived(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.arrived(found);
    }

    /// Takes the result of removing a name from [`EntrySide::take_removals`]. Returns the judge's line, without its
    /// end, if the key completed it. A Return after [`EntrySide::wake`] took the line for complete has no effect.
    pub fn removed(&mut self, name: &str, removal: Removal, now: Duration) -> Option<String> {
        let (Read::New(Ok(name)), _) = self.inbox.removed(name, removal) else { return None };
        self.heard = now;
        self.press(name.key)
    }

    /// Advances the time to `now`. Returns an unfinished line that the judge seems to have left as it is: after 1.5 s
    /// if it ends like a sentence, after 3.5 s otherwise, as the programs of those years did.
    pub fn wake(&mut self, now: Duration) -> Option<String> {
        self.idle_at().filter(|at| *at <= now)?;
        self.answered_early = true;
        Some(std::mem::take(&mut self.line).as_str().to_owned())
    }

    /// Types these lines, each with a final Return. Lines that do not fit into the queue are left out.
    pub fn reply<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>, now: Duration) {
        for line in lines {
            let keys = Alphabet::Ascii.keys_of(line).filter(|key| *key != Key::Return).chain([Key::Return]);
            if !self.typist.take(keys, now) {
                return;
            }
        }
    }

    /// The names of directories to make now, in this order.
    pub fn take_makings(&mut self, now: Duration) -> Vec<String> {
        let mut names = Vec::new();
        while let Some(key) = self.typist.press(now) {
            names.push(format!("{:010}.{}.{}", self.next, key_name(key), Extension::Other));
            self.next += 1;
        }
        names
    }

    /// The names of directories to remove, in this order; [`EntrySide::removed`] takes each result. At most 64 at once:
    /// call again.
    pub fn take_removals(&mut self) -> Vec<String> {
        self.inbox.take()
    }

    /// True if [`EntrySide::take_removals`] has names.
    #[must_use]
    pub fn has_removals(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// The next time at which [`EntrySide::take_makings`] or [`EntrySide::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.typist.due().into_iter().chain(self.idle_at()).min()
    }

    /// The number of the next key.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        self.next
    }

    fn idle_at(&self) -> Option<Duration> {
        let line = self.line.as_str().trim_end();
        let idle = if line.ends_with(['.', '?', '!']) { IDLE_SENTENCE } else { IDLE };
        (!line.is_empty()).then(|| self.heard.saturating_add(idle))
    }

    fn press(&mut self, key: Key) -> Option<String> {
        match key {
            Key::Return => {
                let line = std::mem::take(&mut self.line);
                let answered = std::mem::take(&mut self.answered_early) && line.as_str().trim().is_empty();
                (!answered).then(|| line.as_str().to_owned())
            }
            Key::BackSpace => {
                self.line.press(key);
                None
            }
            Key::Char(_) | Key::Tab => {
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

    fn found(names: &[&str]) -> Vec<DirectoryItem> {
        names.iter().map(|name| DirectoryItem { name: (*name).to_owned(), is_directory: true }).collect()
    }

    /// Performs the removals, with a failure for `stuck`; returns the judge's lines.
    fn removes(entry: &mut EntrySide, stuck: &str, now: Duration) -> Vec<String> {
        let outcome = |name: &str| if name == stuck { Removal::Failed } else { Removal::Done };
        entry.take_removals().iter().filter_map(|name| entry.removed(name, outcome(name), now)).collect()
    }

    #[test]
    fn the_program_answers_the_line_and_numbers_its_keys() {
        let mut entry = EntrySide::new(41, Duration::ZERO);
        entry.begin(&found(&["1.x.judge", "7.y.other"]));
        entry.scan(&found(&[
            "10.RETURN.judge",
            "2.H.judge",
            "9.apostrophe.judge",
            "3.k.judge",
            "4.backspace.judge",
            "1.x.judge",
        ]));
        assert_eq!(removes(&mut entry, "", Duration::ZERO), ["H'"]);
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
        entry.scan(&found(&["1.a.judge"]));
        assert!(removes(&mut entry, "1.a.judge", Duration::ZERO).is_empty());
        entry.scan(&found(&["1.a.judge", "2.Return.judge"]));
        assert_eq!(removes(&mut entry, "1.a.judge", Duration::ZERO), ["a"]);
        entry.scan(&found(&["1.a.judge"]));
        assert!(removes(&mut entry, "1.a.judge", Duration::ZERO).is_empty());
    }

    #[test]
    fn a_line_without_return_is_answered_when_the_judge_leaves_it_at_that() {
        let second = Duration::from_secs(1);
        for (line, idle) in [("H i question", 1_500), ("H i", 3_500)] {
            let mut entry = EntrySide::new(0, Duration::ZERO);
            let names: Vec<_> = line.split(' ').enumerate().map(|(n, key)| format!("{n}.{key}.judge")).collect();
            let chars: Vec<_> = names.iter().map(String::as_str).collect();
            entry.arrived(&found(&chars));
            assert!(removes(&mut entry, "", second).is_empty());
            let due = second + Duration::from_millis(idle);
            assert_eq!((entry.next_wake(), entry.wake(due - Duration::from_millis(1))), (Some(due), None));
            assert!(entry.wake(due).is_some());
            assert_eq!((entry.next_wake(), entry.wake(due * 2)), (None, None));
            // A late Return for an answered line. The next Return is a line of its own.
            entry.arrived(&found(&["90.Return.judge"]));
            assert!(removes(&mut entry, "", due).is_empty());
            entry.arrived(&found(&["91.Return.judge"]));
            assert_eq!(removes(&mut entry, "", due), [""]);
        }
        // A line of spaces is not a line.
        let mut entry = EntrySide::new(0, Duration::ZERO);
        entry.arrived(&found(&["1.space.judge"]));
        assert!(removes(&mut entry, "", second).is_empty());
        assert_eq!(entry.next_wake(), None);
    }
}
