//! Each act is done once, however often it is sent: its sender gives it an id.
//!
//! A client without an answer does not know whether an act was done, and sends it again under the same id. The store
//! keeps a note of each act, written in the same step as its events, so that the server still knows it after it was
//! killed in between. The note has only a hash of the act: its text may be deleted from the record later, and must not
//! remain beside it.

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

/// The kind of the notes of done acts.
const ACT: &str = "act";

/// A sender's name for an act.
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
    /// The key of a form: the number from its page, and its content. The same form sent again has the same key; a form
    /// with other content, or from a page that was made after the act was done, has another.
    pub(crate) fn of_form(number: &str, act: &impl Serialize) -> Option<Self> {
        format!("form-{number}-{}", &hash_of(act)[..32]).parse().ok()
    }
}

/// The note of an act, which the store keeps with the act's events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The key, a space, and the owner; absent for acts that are done each time.
    id: Option<String>,
    /// Tells one act from another under the same id.
    hash: String,
    deed: Option<DeedRow>,
}

impl Mark {
    /// The mark of an act of this owner, whose name is the same for every way in; with the deed for the list, if there
    /// is one.
    pub(crate) fn new(whose: &str, key: Option<&Key>, act: &impl Serialize, deed: Option<DeedRow>) -> Self {
        Self { id: key.map(|key| format!("{key} {whose}")), hash: hash_of(act), deed }
    }

    /// The id.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The note for the store that the act was done.
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

/// A result of looking up an id that was used before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// The same act was done.
    Done,
    /// Another act was done under its id.
    Another,
}

/// The acts that were done in a contest.
pub(crate) struct Acts {
    contest: String,
    registry: Arc<dyn Registry>,
    /// The hash of each, by its id.
    done: Mutex<BTreeMap<String, String>>,
    /// Held during an act that makes no events.
    turn: tokio::sync::Mutex<()>,
}

impl Acts {
    /// The acts in the store.
    pub(crate) async fn read(contest: &str, registry: Arc<dyn Registry>) -> Result<Self, StoreError> {
        let acts =
            Self { contest: contest.to_owned(), registry, done: Mutex::default(), turn: tokio::sync::Mutex::default() };
        acts.read_again().await?;
        Ok(acts)
    }

    /// Reads the acts that another server has done.
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

    /// True when an act of this owner was done under this key.
    pub(crate) fn has(&self, whose: &str, key: &Key) -> bool {
        self.done().contains_key(&format!("{key} {whose}"))
    }

    /// The number of the owner's acts with an id: pages number their forms by it.
    pub(crate) fn count(&self, whose: &str) -> usize {
        let is_theirs = |id: &&String| id.split_once(' ').is_some_and(|(_, of)| of == whose);
        self.done().keys().filter(is_theirs).count()
    }

    /// Notes an act that the store has already.
    pub(crate) fn was_done(&self, mark: &Mark) {
        if let Some(id) = &mark.id {
            self.done().insert(id.clone(), mark.hash.clone());
        }
    }

    /// Keeps an act that made no events, in the store and here.
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

    /// Waits for the turn to do an act that makes no events.
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
