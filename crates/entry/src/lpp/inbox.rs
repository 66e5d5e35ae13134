//! One side's inbox: names on their way from a directory to keys.
//!
//! A key counts when its directory is removed: only one can do that, so a name that is told of twice (by the system and
//! by a listing) counts once, and may come again when it is gone. What cannot be removed counts once for as long as it
//! is there.

use std::collections::{BTreeSet, VecDeque};

use super::{
    Found,
    name::{BadName, Extension, Name, extension_of},
};

/// The most names that are given out at once: then there is a look at what else happens.
const TOGETHER_MAX: usize = 64;

/// What came of removing a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// It was there and is gone.
    Done,
    /// It was not there: somebody else removed it, or it was read before.
    Gone,
    /// It is a file, or a link.
    NotADirectory,
    /// It cannot be removed: it is not empty, or there is no permission.
    Failed,
}

/// What a name is, once its directory was dealt with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A key, or no name of one.
    New(Result<Name, BadName>),
    /// Something that was to be removed unread.
    Unread(Extension),
    /// Nothing new.
    Known,
}

/// Names that one side reads, in order.
#[derive(Debug)]
pub(super) struct Inbox {
    /// Whose keys are read.
    of: Extension,
    waiting: VecDeque<String>,
    /// All that waits or was given out.
    queued: BTreeSet<String>,
    /// What counted, or was reported, and is still there.
    seen: BTreeSet<String>,
    /// What could not be removed: tried again with every listing.
    stuck: BTreeSet<String>,
    /// What is removed without being read.
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

    /// These are to be removed unread. Returns how many they are.
    pub(super) fn discard<'f>(&mut self, found: impl Iterator<Item = &'f Found>) -> usize {
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

    /// This is in the directory: all of it. Returns the names of what is nobody's, each once.
    pub(super) fn listed(&mut self, found: &[Found]) -> Vec<String> {
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

    /// These have come; nothing is known of others. Returns the names of what is nobody's, each once.
    pub(super) fn arrived(&mut self, found: &[Found]) -> Vec<String> {
        let mut strangers = Vec::new();
        let mut keys = Vec::new();
        for Found { name, .. } in found {
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
                // What is no key has no place in the order, and goes first.
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

    /// The next names to remove, in this order; the outcome of each is due at [`Inbox::removed`].
    pub(super) fn take(&mut self) -> Vec<String> {
        let count = self.waiting.len().min(TOGETHER_MAX);
        self.waiting.drain(..count).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What came of removing a name. True in the second place when it is the first time that it cannot be removed.
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
