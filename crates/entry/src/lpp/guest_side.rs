//! The entry's side of another program's directory, key by key: it lets an entry of any protocol play for another judge
//! program.
//!
//! Lines have no meaning here: the judge's keys go to the program as they come, the program's keys become directories.
//! Names that are not keys are removed without a report, as the programs of those years did: the judge program's owner
//! knows its output.

use rulebook::{Key, key::Alphabet, key_names::key_name};

use super::{
    DirectoryItem, Removal,
    inbox::{Inbox, Read},
    name::{Extension, extension_of},
};

/// The entry's side of one conversation.
#[derive(Debug)]
pub struct GuestSide {
    next: u64,
    inbox: Inbox,
    to_make: Vec<String>,
}

impl GuestSide {
    /// A seat with an unused directory. `next` is the number of its first key: greater than all numbers used in this
    /// directory, because a judge program remembers them as long as it runs.
    #[must_use]
    pub fn new(next: u64) -> Self {
        Self { next, inbox: Inbox::of(Extension::Judge), to_make: Vec::new() }
    }

    /// Removes these old keys of the judge unread. Returns their number.
    pub fn begin(&mut self, found: &[DirectoryItem]) -> usize {
        self.inbox.discard(found.iter().filter(|found| extension_of(&found.name) == Some(Extension::Judge)))
    }

    /// Takes a complete list of the directory: missing names count as gone.
    pub fn scan(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.listed(found);
    }

    /// Takes names that have appeared in the directory; other names may exist too.
    pub fn arrived(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.arrived(found);
    }

    /// Takes the result of removing a name from [`GuestSide::take_removals`]; returns the judge's key, if it is one.
    pub fn removed(&mut self, name: &str, removal: Removal) -> Option<Key> {
        match self.inbox.removed(name, removal) {
            (Read::New(Ok(name)), _) => Some(name.key),
            _ => None,
        }
    }

    /// Presses a key of the program. A key that is not ASCII has no name here, and is replaced by its nearest spelling.
    pub fn types(&mut self, key: Key) {
        for key in Alphabet::Ascii.spelled(key) {
            self.to_make.push(format!("{:010}.{}.{}", self.next, key_name(key), Extension::Other));
            self.next += 1;
        }
    }

    /// The names of directories to make, in this order, each returned once.
    pub fn take_makings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_make)
    }

    /// Puts back names that could not be made, before all others.
    pub fn not_made(&mut self, names: Vec<String>) {
        self.to_make.splice(..0, names);
    }

    /// The names of directories to remove, in this order; [`GuestSide::removed`] takes each result. At most 64 at once.
    pub fn take_removals(&mut self) -> Vec<String> {
        self.inbox.take()
    }

    /// True if [`GuestSide::take_removals`] has names.
    #[must_use]
    pub fn has_removals(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// The number of the next key.
    #[must_use]
    pub fn next_number(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    fn found(names: &[&str]) -> Vec<DirectoryItem> {
        names.iter().map(|name| DirectoryItem { name: (*name).to_owned(), is_directory: true }).collect()
    }

    #[test]
    fn keys_go_both_ways_and_what_is_none_is_only_removed() {
        let mut guest = GuestSide::new(41);
        assert_eq!(guest.begin(&found(&["1.x.judge", "2.y.other"])), 1);
        guest.scan(&found(&["1.x.judge", "5.Return.judge", "3.H.judge", "4.foo.judge", "6.i.other"]));
        let mut keys = Vec::new();
        while guest.has_removals() {
            for name in guest.take_removals() {
                keys.extend(guest.removed(&name, Removal::Done));
            }
        }
        assert_eq!(keys, keys_of("H\n").collect::<Vec<_>>());
        keys_of("é!\u{8}\n").for_each(|key| guest.types(key));
        let names = guest.take_makings();
        let expected =
            ["0000000041.e.other", "0000000042.exclam.other", "0000000043.BackSpace.other", "0000000044.Return.other"];
        assert_eq!(names, expected);
        guest.types(Key::Tab);
        guest.not_made(names[2..].to_vec());
        assert_eq!(guest.take_makings(), [expected[2], expected[3], "0000000045.Tab.other"]);
        assert_eq!(guest.next_number(), 46);
    }
}
