//! One side's inbox: turns names in a directory into keys.
//!
//! A key counts when its directory is removed: only one removal can succeed, so a name reported twice (by a
//! notification and by a listing) counts once, and may come again after that. A name that cannot be removed counts once
//! for as long as it exists.

use std::collections::{BTreeSet, VecDeque};

use super::{
    DirectoryItem,
    name::{BadName, Extension, Name, extension_of},
};

/// The maximum number of names returned at once, so that other events are handled in between.
const TOGETHER_MAX: usize = 64;

/// The result of removing a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// It existed and was removed.
    Done,
    /// It did not exist: another process removed it, or it was read before.
    Gone,
    /// It is a file, or a link.
    NotADirectory,
    /// The removal failed: it is not empty, or permission is missing.
    Failed,
}

/// The meaning of a name, after the removal of its directory.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A key, or a bad name.
    New(Result<Name, BadName>),
    /// An old name that was removed unread.
    Unread(Extension),
    /// Nothing new.
    Known,
}

/// The names that one side reads, in order.
#[derive(Debug)]
pub(super) struct Inbox {
    /// The extension of the keys to read.
    of: Extension,
    waiting: VecDeque<String>,
    /// All names that wait or were returned for removal.
    queued: BTreeSet<String>,
    /// Names that counted, or were reported, and still exist.
    seen: BTreeSet<String>,
    /// Names that could not be removed: retried after every listing.
    stuck: BTreeSet<String>,
    /// Names to remove without reading.
    unread: BTreeSet<String>,
}

impl Inbox {
    pub(super) fn of(of: Extension) -> Self {
        Self {
            of,
            waiting: VecDeque::new(),
            queued: BTreeSet::new(),
            seen: BTreeSet::new(),
            stuck: BTreeSet::new(),
            unread: BTreeSet::new(),
        }
    }

    /// Marks names to be removed unread. Returns their number.
    pub(super) fn discard<'f>(&mut self, found: impl Iterator<Item = &'f DirectoryItem>) -> usize {
        let mut count = 0;
        for found in found {
            if self.seen.contains(&found.name) || !self.queued.insert(found.name.clone()) {
                continue;
            }
            self.unread.insert(found.name.clone());
            self.waiting.push_back(found.name.clone());
            count += 1;
        }
        count
    }

    /// Takes a complete list of the directory. Returns the names that belong to neither side, each once.
    pub(super) fn listed(&mut self, found: &[DirectoryItem]) -> Vec<String> {
        let present: BTreeSet<&str> = found.iter().map(|found| found.name.as_str()).collect();
        self.seen.retain(|name| present.contains(name.as_str()));
        self.stuck.retain(|name| present.contains(name.as_str()));
        for name in &self.stuck {
            if self.queued.insert(name.clone()) {
                self.waiting.push_back(name.clone());
            }
        }
        self.arrived(found)
    }

    /// Takes names that have appeared; others may exist. Returns the names that belong to neither side, each once.
    pub(super) fn arrived(&mut self, found: &[DirectoryItem]) -> Vec<String> {
        let mut strangers = Vec::new();
        let mut keys = Vec::new();
        for DirectoryItem { name, .. } in found {
            if self.seen.contains(name) || self.queued.contains(name) {
                continue;
            }
            let parsed = name.parse::<Name>();
            let extension = match &parsed {
                Ok(name) => Some(name.extension),
                Err(BadName::Malformed(extension) | BadName::UnknownKey(extension)) => Some(*extension),
                Err(BadName::WrongExtension) => None,
            };
            if extension == Some(self.of) {
                // Bad names have no place in the order, and come first.
                keys.push((parsed.ok().map(|parsed| parsed.number), name));
            } else if parsed.is_err() {
                self.seen.insert(name.clone());
                strangers.push(name.clone());
            }
        }
        keys.sort();
        for (_, name) in keys {
            if self.queued.insert(name.clone()) {
                self.waiting.push_back(name.clone());
            }
        }
        strangers
    }

    /// The next names to remove, in this order; [`Inbox::removed`] takes each result.
    pub(super) fn take(&mut self) -> Vec<String> {
        let count = self.waiting.len().min(TOGETHER_MAX);
        self.waiting.drain(..count).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Takes the result of removing a name. The second value is true if the removal failed for the first time.
    pub(super) fn removed(&mut self, name: &str, removal: Removal) -> (Read, bool) {
        self.queued.remove(name);
        let unread = self.unread.remove(name);
        let known = self.seen.contains(name);
        if matches!(removal, Removal::Done | Removal::Gone) {
            self.seen.remove(name);
            self.stuck.remove(name);
        } else {
            self.seen.insert(name.to_owned());
        }
        let stuck = match removal {
            Removal::Failed => self.stuck.insert(name.to_owned()),
            Removal::NotADirectory => unread,
            Removal::Done | Removal::Gone => false,
        };
        let read = match extension_of(name) {
            _ if known || removal == Removal::Gone => Read::Known,
            Some(extension) if unread => Read::Unread(extension),
            _ => Read::New(name.parse()),
        };
        (read, stuck)
    }
}
