//! Finds a phrase in keys that were pressed one by one: each key is an event of its own, so no event holds the phrase.
//!
//! A phrase is found on the finished line, with the slips between its letters and their corrections, and also where it
//! was typed and deleted again: a reader of the record sees both.

use std::collections::{BTreeMap, BTreeSet};

use record::Envelope;
use rulebook::Key;
use serde_json::Value;

/// The owner of the line on which this key was pressed: the actor; in an imported record, whose events all have one
/// actor, the `by` and `side` of the event's body.
#[must_use]
pub fn presser(envelope: &Envelope) -> String {
    let named = ["by", "side"].into_iter().filter_map(|member| envelope.body.get(member).and_then(Value::as_str));
    let named: Vec<_> = named.collect();
    if named.is_empty() { envelope.actor.clone() } else { named.join(" ") }
}

/// Finds a phrase, key by key.
#[derive(Debug)]
pub struct KeyedPhrase {
    /// The characters of the phrase, in lower case.
    wanted: Vec<String>,
    /// The present line of each stream and side.
    lines: BTreeMap<(String, String), Line>,
}

/// One side's line of one conversation.
#[derive(Debug, Default)]
struct Line {
    /// The event of every key.
    events: Vec<u64>,
    /// The characters that were pressed, deleted or not, each with the index of its key.
    pressed: Vec<(String, usize)>,
    /// The characters left on the line, each with the index of its key.
    standing: Vec<(String, usize)>,
}

impl KeyedPhrase {
    /// A finder of this phrase, in any case.
    #[must_use]
    pub fn new(phrase: &str) -> Self {
        Self { wanted: phrase.chars().map(lower).collect(), lines: BTreeMap::new() }
    }

    /// Takes a key of a side (`actor`) of a conversation (`stream`), recorded as this event. If the key completes the
    /// phrase, returns the events of all keys from the phrase's first.
    pub fn press(&mut self, stream: &str, actor: &str, event: u64, key: Key) -> BTreeSet<u64> {
        let line = self.lines.entry((stream.to_owned(), actor.to_owned())).or_default();
        let place = line.events.len();
        line.events.push(event);
        let character = match key {
            Key::Return => {
                *line = Line::default();
                return BTreeSet::new();
            }
            Key::BackSpace => {
                line.standing.pop();
                return BTreeSet::new();
            }
            Key::Tab => '\t',
            Key::Char(c) => c.get(),
        };
        line.pressed.push((lower(character), place));
        line.standing.push((lower(character), place));
        let ends = [&line.pressed, &line.standing].into_iter().filter_map(|keys| begin_of(keys, &self.wanted));
        ends.flat_map(|begin| line.events[begin..].iter().copied()).collect()
    }
}

/// The index of the first key of the phrase, if these keys end with it.
fn begin_of(keys: &[(String, usize)], wanted: &[String]) -> Option<usize> {
    let tail = &keys[keys.len().checked_sub(wanted.len())?..];
    let is_it = !wanted.is_empty() && tail.iter().map(|(c, _)| c).eq(wanted);
    is_it.then(|| tail[0].1)
}

fn lower(c: char) -> String {
    c.to_lowercase().collect()
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    /// The keys that hold the phrase, as they were pressed; `←` is a BackSpace.
    fn found(phrase: &str, typed: &str) -> String {
        let mut finder = KeyedPhrase::new(phrase);
        let keys: Vec<Key> = keys_of(typed).collect();
        let numbered = (1..).zip(&keys);
        let events: BTreeSet<u64> =
            numbered.flat_map(|(event, key)| finder.press("R1-J1-left", "witness", event, *key)).collect();
        let text = |event: &u64| match keys[usize::try_from(event - 1).unwrap()] {
            Key::BackSpace => "←".to_owned(),
            key => key.to_string(),
        };
        events.iter().map(text).collect()
    }

    #[test]
    fn a_phrase_is_found_across_its_keys_with_the_slips_in_it() {
        assert_eq!(found("I am bob", "Hello. I am Bob.\n"), "I am Bob");
        assert_eq!(found("Bob", "I am Bpo\u{8}\u{8}ob.\n"), "Bpo←←ob");
        assert_eq!(found("bob", "BOB and bob\nbob"), "BOBbobbob");
    }

    #[test]
    fn what_was_pressed_and_taken_back_is_found_as_well() {
        assert_eq!(found("Bob", "I am Bob\u{8}\u{8}\u{8}nobody\n"), "Bob");
    }

    #[test]
    fn a_phrase_ends_with_its_line_and_belongs_to_one_side_of_one_conversation() {
        assert_eq!(found("Bob", "Bo\nb\n"), "");
        assert_eq!(found("", "anything\n"), "");
        let mut finder = KeyedPhrase::new("ab");
        let keys: Vec<Key> = keys_of("ab").collect();
        assert_eq!(finder.press("R1-J1-left", "witness", 1, keys[0]), BTreeSet::new());
        assert_eq!(finder.press("R1-J1-left", "judge", 2, keys[1]), BTreeSet::new());
        assert_eq!(finder.press("R1-J1-right", "witness", 3, keys[1]), BTreeSet::new());
        assert_eq!(finder.press("R1-J1-left", "witness", 4, keys[1]), BTreeSet::from([1, 4]));
    }
}
