//! The entry's side of somebody else's directory, key by key: what a program of any protocol plays before a judge program that
//! is not ours.
//!
//! Lines mean nothing here: keys of the judge go to the program as they come, keys of the program become directories. What is no
//! key is removed and forgotten, as the programs of those years did: whoever runs the judge program sees what it made.

use rulebook::{Key, key::Alphabet, key_names::key_name};

use super::{
    Found, Removal,
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
    /// A seat in whose directory nothing has happened. `next` is the number of the first key: greater than every number that
    /// was used in this directory, for a judge program remembers them as long as it runs.
    #[must_use]
    pub fn new(next: u64) -> Self {
        Self { next, inbox: Inbox::of(Extension::Judge), to_make: Vec::new() }
    }

    /// These of the judge's keys are from earlier: they are removed unread. Returns how many they are.
    pub fn begin(&mut self, found: &[Found]) -> usize {
        self.inbox.discard(found.iter().filter(|found| extension_of(&found.name) == Some(Extension::Judge)))
    }

    /// This is in the directory now. All of it: what is missing counts as gone.
    pub fn scan(&mut self, found: &[Found]) {
        let _ = self.inbox.listed(found);
    }

    /// These have come into the directory, beside whatever else is there.
    pub fn arrived(&mut self, found: &[Found]) {
        let _ = self.inbox.arrived(found);
    }

    /// What came of removing a name of [`GuestSide::take_removals`]; the judge's key, if it is one.
    pub fn removed(&mut self, name: &str, removal: Removal) -> Option<Key> {
        match self.inbox.removed(name, removal) {
            (Read::New(Ok(name)), _) => Some(name.key),
            _ => None,
        }
    }

    /// The program pressed a key. One that has no name here, because it is no ASCII, is pressed in its nearest spelling.
    pub fn types(&mut self, key: Key) {
        for key in Alphabet::Ascii.spelled(key) {
            self.to_make.push(format!("{:010}.{}.{}", self.next, key_name(key), Extension::Other));
            self.next += 1;
        }
    }

    /// Names of directories to make, in this order, at most once.
    pub fn take_makings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_make)
    }

    /// These could not be made: they come first the next time.
    pub fn not_made(&mut self, names: Vec<String>) {
        self.to_make.splice(..0, names);
    }

    /// Names of directories to remove, in this order; what comes of each is for [`GuestSide::removed`]. At most 64 at once.
    pub fn take_removals(&mut self) -> Vec<String> {
        self.inbox.take()
    }

    /// Whether [`GuestSide::take_removals`] has something.
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

    fn found(names: &[&str]) -> Vec<Found> {
        names.iter().map(|name| Found { name: (*name).to_owned(), is_directory: true }).collect()
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
