//! What programs ask for once, however often they send it: each act under a key of whoever asks.
//!
//! A program that has no answer does not know whether its act was done. It sends the act again under the same key, and is told how
//! the contest stands. Keys are known to the server that keeps the contest, for as long as it does.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
};

use crate::acts::Act;

/// The longest key, in bytes.
pub const KEY_MAX: usize = 100;

/// How many keys a server knows; of more, the oldest is forgotten.
pub const KEYS_MAX: usize = 1000;

/// The name by which whoever asks knows an act.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(String);

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has 1 to {KEY_MAX} letters, digits or marks of ASCII, and no spaces")]
pub struct BadKey;

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let fits = (1..=KEY_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(BadKey) }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What became of the act of a key. Locked while it is carried out: whoever sends it again meanwhile waits for the answer.
pub(crate) type Slot = Arc<tokio::sync::Mutex<Option<Act>>>;

/// Contest, whoever asks, key.
type Name = (String, String, Key);

/// The keys that a server knows.
#[derive(Debug, Default)]
pub(crate) struct Once {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    slots: BTreeMap<Name, Slot>,
    /// From the oldest to the newest.
    order: VecDeque<Name>,
}

impl Once {
    /// What is known of this key; nothing, where it is new.
    pub(crate) fn slot(&self, contest: &str, who: &str, key: Key) -> Slot {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (contest.to_owned(), who.to_owned(), key);
        if let Some(slot) = known.slots.get(&name) {
            return Arc::clone(slot);
        }
        if known.order.len() >= KEYS_MAX
            && let Some(oldest) = known.order.pop_front()
        {
            known.slots.remove(&oldest);
        }
        let slot = Slot::default();
        known.order.push_back(name.clone());
        known.slots.insert(name, Arc::clone(&slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_short_and_plain_and_names_one_act_of_one_program() {
        for bad in ["", " ", "a b", "é", "a\n", &"x".repeat(KEY_MAX + 1)] {
            assert_eq!(bad.parse::<Key>(), Err(BadKey), "{bad:?}");
        }
        let once = Once::default();
        let key: Key = "round-1".parse().unwrap();
        let first = once.slot("wall", "Script", key.clone());
        assert!(Arc::ptr_eq(&first, &once.slot("wall", "Script", key.clone())));
        for (contest, who) in [("wall", "Other"), ("hall", "Script")] {
            assert!(!Arc::ptr_eq(&first, &once.slot(contest, who, key.clone())));
        }
        for number in 0..KEYS_MAX {
            once.slot("wall", "Script", number.to_string().parse().unwrap());
        }
        assert_eq!(once.known.lock().unwrap().slots.len(), KEYS_MAX);
        assert!(!Arc::ptr_eq(&first, &once.slot("wall", "Script", key)), "the oldest is forgotten");
    }
}
