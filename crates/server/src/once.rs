//! Acts are done once, however often they are asked for: each has an id that its asker made.
//!
//! A client without an answer does not know whether an act was done, and sends it again under the same id. What is known of an act stands
//! in the store, written in the same step as the events that it made, so that a server which was killed in between knows it too. Of the
//! act itself a hash is kept: its words may have to be taken out of the record, and must not stand beside it then.

use std::{
    collections::BTreeMap,
    fmt,
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{DeedRow, NoteRow, Registry, StoreError};

/// The longest key, in bytes.
pub const KEY_MAX: usize = 100;

/// The kind of the notes that keep which acts were done.
const ACT: &str = "act";

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

impl Key {
    /// The key of a form: the number that its page gave it, and what stands in it. The same form sent again has the same key; a form
    /// with other words, and one of a page that was made after the act was done, have others.
    pub(crate) fn of_form(number: &str, act: &impl Serialize) -> Option<Self> {
        format!("form-{number}-{}", &hash_of(act)[..32]).parse().ok()
    }
}

/// An act as the store keeps it beside the events that it makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The key, a space, and whose it is; absent where the act may be done as often as it is asked for.
    id: Option<String>,
    /// Tells one act from another under the same id.
    hash: String,
    deed: Option<DeedRow>,
}

impl Mark {
    /// Of an act of somebody, who is called so wherever they ask from; with the deed that is noted, where one is.
    pub(crate) fn new(whose: &str, key: Option<&Key>, act: &impl Serialize, deed: Option<DeedRow>) -> Self {
        Self { id: key.map(|key| format!("{key} {whose}")), hash: hash_of(act), deed }
    }

    /// The id.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// As the store keeps that it was done.
    pub(crate) fn note(&self) -> Option<NoteRow> {
        self.id.clone().map(|name| NoteRow { kind: ACT.to_owned(), name, note: self.hash.clone() })
    }

    /// The deed to note.
    pub(crate) fn deed(&self) -> Option<DeedRow> {
        self.deed.clone()
    }
}

fn hash_of(act: &impl Serialize) -> String {
    hex::encode(Sha256::digest(serde_json::to_vec(act).expect("acts have string keys")))
}

/// An act that was done before under the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It was done.
    Done,
    /// Another one was done under its id.
    Another,
}

/// The acts that were done in a contest.
pub(crate) struct Acts {
    contest: String,
    registry: Arc<dyn Registry>,
    /// The hash of each, by its id.
    done: Mutex<BTreeMap<String, String>>,
    /// Held while an act is done that makes no events.
    turn: tokio::sync::Mutex<()>,
}

impl Acts {
    /// Those that the store knows.
    pub(crate) async fn read(contest: &str, registry: Arc<dyn Registry>) -> Result<Self, StoreError> {
        let acts =
            Self { contest: contest.to_owned(), registry, done: Mutex::default(), turn: tokio::sync::Mutex::default() };
        acts.read_again().await?;
        Ok(acts)
    }

    /// Reads those that another server has done.
    pub(crate) async fn read_again(&self) -> Result<(), StoreError> {
        let notes = self.registry.notes(&self.contest).await?;
        let acts = notes.into_iter().filter(|row| row.kind == ACT).map(|row| (row.name, row.note));
        self.done().extend(acts);
        Ok(())
    }

    /// The known act with this mark; none where it is new, or has no id.
    pub(crate) fn known(&self, mark: &Mark) -> Option<Known> {
        let done = self.done();
        let hash = done.get(mark.id()?)?;
        Some(if *hash == mark.hash { Known::Done } else { Known::Another })
    }

    /// Whether an act was done under this key of somebody.
    pub(crate) fn has(&self, whose: &str, key: &Key) -> bool {
        self.done().contains_key(&format!("{key} {whose}"))
    }

    /// The number of somebody's acts with an id: pages number their forms by it.
    pub(crate) fn count(&self, whose: &str) -> usize {
        let is_theirs = |id: &&String| id.split_once(' ').is_some_and(|(_, of)| of == whose);
        self.done().keys().filter(is_theirs).count()
    }

    /// An act was done, and the store knows.
    pub(crate) fn was_done(&self, mark: &Mark) {
        if let Some(id) = &mark.id {
            self.done().insert(id.clone(), mark.hash.clone());
        }
    }

    /// Keeps that an act was done which made no events.
    pub(crate) async fn keep(&self, mark: &Mark) -> Result<(), StoreError> {
        if let Some(note) = mark.note() {
            self.registry.keep_note(&self.contest, note).await?;
        }
        if let Some(deed) = mark.deed() {
            self.registry.note_deed(&self.contest, deed).await?;
        }
        self.was_done(mark);
        Ok(())
    }

    /// Waits for whoever does an act that makes no events.
    pub(crate) async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    fn done(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_short_and_plain() {
        for bad in ["", " ", "a b", "é", "a\n", &"x".repeat(KEY_MAX + 1)] {
            assert_eq!(bad.parse::<Key>(), Err(BadKey), "{bad:?}");
        }
        assert!("x".repeat(KEY_MAX).parse::<Key>().is_ok());
        assert!(Key::of_form(&usize::MAX.to_string(), &"an act").is_some());
    }

    #[tokio::test]
    async fn an_id_names_one_act_of_one_person_in_one_contest_and_stays_known() {
        let folder = tempfile::tempdir().unwrap();
        let limits = store::Limits { max_bytes: None };
        let registry: Arc<dyn Registry> = Arc::new(store::SqliteStore::open(folder.path(), limits).unwrap());
        let acts = Acts::read("wall", Arc::clone(&registry)).await.unwrap();
        let key: Key = "round-1".parse().unwrap();
        let deed = DeedRow { at: 1, who: "Hanna".to_owned(), what: "opened a round".to_owned() };
        let mark = |whose: &str, act: &str| Mark::new(whose, Some(&key), &act, Some(deed.clone()));
        acts.keep(&mark("organiser 2", "open")).await.unwrap();
        for acts in [acts, Acts::read("wall", Arc::clone(&registry)).await.unwrap()] {
            assert_eq!(acts.known(&mark("organiser 2", "open")), Some(Known::Done));
            assert_eq!(acts.known(&mark("organiser 2", "close")), Some(Known::Another));
            assert_eq!(acts.known(&mark("organiser", "open")), None);
            assert_eq!(acts.known(&Mark::new("organiser 2", None, &"open", None)), None);
            assert_eq!((acts.count("organiser 2"), acts.count("2"), acts.count("organiser")), (1, 0, 0));
        }
        assert_eq!(Acts::read("hall", Arc::clone(&registry)).await.unwrap().known(&mark("organiser 2", "open")), None);
        assert_eq!(registry.deeds("wall", 10).await.unwrap(), [deed]);
    }
}
