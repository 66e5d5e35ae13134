//! A cosigner: an outside observer who watches a record grow and signs only heads that continue all heads before.
//!
//! Two heads without a consistency proof are two histories of one contest, both signed by its key; together they prove that
//! the record was rewritten. So a cosigner remembers the last head it saw, and never accepts one that does not continue it.
//! This module has no clock, disk or network: it makes questions, reads answers, and signs or refuses. A cosigner may
//! change its key: [`NewKey`].
//!
//! The question to a server is itself a cosigned note: of the last head seen, or at first of the empty tree. So the
//! question gives the asker, the time and the starting point, and is the receipt for the head before.
//!
//! # Source
//! C2SP `tlog-witness` (c2sp.org/tlog-witness) defines the content of an answer and the necessary checks. There the log
//! calls the witness; here the cosigner calls, so it needs no address.

use crate::{
    checkpoint::{Checkpoint, CheckpointError},
    hash::Hash,
    note::{self, NoteError, SigningKey, VerifierKey},
    proof::{Consistency, ProofError},
};

/// The first line of a note in which a cosigner announces its next key.
const NEW_KEY: &str = "vivavoce/cosigner-key/v1";

/// The maximum length of such a note in bytes.
pub const LONGEST_NEW_KEY: usize = 4096;

/// A cosigner with the last head it saw of a record.
#[derive(Debug, Clone)]
pub struct Cosigner {
    key: SigningKey,
    log: VerifierKey,
    /// The last head, as the log signed it; `None` before the first.
    note: Option<String>,
    seen: Checkpoint,
}

/// The reason a head is not signed.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The answer is not a head with a proof, or not signed by the key of the record.
    #[error("what the server answered is no signed head with a proof")]
    Unreadable(#[from] ProofError),
    /// The record was rewritten, or cut.
    #[error("{}", TwoHeads(.seen, .shown))]
    TwoHistories {
        /// The last head seen: a note.
        seen: String,
        /// The head in the answer, which does not continue it: a note.
        shown: String,
    },
}

/// Both heads, for people.
struct TwoHeads<'h>(&'h str, &'h str);

impl std::fmt::Display for TwoHeads<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(seen, shown) = self;
        let size = |note: &str| claimed(note).map_or(0, |head| head.size);
        let what = if size(shown) < size(seen) {
            "the record is shorter than it was: it was cut, or an older copy came back"
        } else {
            "the record was rewritten: the head that is shown now does not continue the one that was seen before"
        };
        write!(
            f,
            "{what}\n\nseen before, {} events:\n\n{seen}\nshown now, {} events:\n\n{shown}",
            size(seen),
            size(shown)
        )
    }
}

impl Cosigner {
    /// A cosigner that has seen nothing of the record of this key.
    #[must_use]
    pub fn new(key: SigningKey, log: VerifierKey) -> Self {
        let seen = Checkpoint { origin: log.name().to_owned(), size: 0, root: Hash::of(&[]) };
        Self { key, log, note: None, seen }
    }

    /// A cosigner that continues from the last head it saw: the note returned by [`take`](Self::take).
    ///
    /// # Errors
    /// [`CheckpointError`] if the note is not signed by the log.
    pub fn going_on(key: SigningKey, log: VerifierKey, note: String) -> Result<Self, CheckpointError> {
        let seen = Checkpoint::verify(&note, &log)?;
        Ok(Self { key, log, note: Some(note), seen })
    }

    /// The number of events of the last head seen.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.seen.size
    }

    /// The question to the server at this time (seconds since 1970).
    ///
    /// # Errors
    /// [`NoteError`] if the time is out of range for a cosignature.
    pub fn question(&self, time: u64) -> Result<String, NoteError> {
        let text = self.seen.text();
        Ok(format!("{text}\n{}", self.key.cosign(&text, time)?))
    }

    /// Checks a server's answer and returns a new head with this cosigner's signature; `None` if there is no new head. The caller
    /// stores the head before publishing it.
    ///
    /// # Errors
    /// [`Refused`] if the answer is unreadable or does not continue the last head seen; nothing is signed.
    pub fn take(&mut self, answer: &str, time: u64) -> Result<Option<String>, Refused> {
        let proof = Consistency::parse(answer)?;
        let head = match proof.verify(&self.seen, &self.log) {
            Ok(head) => head,
            Err(ProofError::NotContinued { .. }) => {
                let seen = self.note.clone().unwrap_or_else(|| self.seen.text());
                return Err(Refused::TwoHistories { seen, shown: proof.checkpoint });
            }
            Err(why) => return Err(why.into()),
        };
        if head.size == self.seen.size {
            return Ok(None);
        }
        let signature =
            self.key.cosign(&head.text(), time).map_err(CheckpointError::Note).map_err(ProofError::Checkpoint)?;
        // Signatures of others besides the log are not kept.
        let by_log = by(&proof.checkpoint, &self.log).map_err(CheckpointError::Note).map_err(ProofError::Checkpoint)?;
        let note = by_log + &signature;
        (self.seen, self.note) = (head, Some(note.clone()));
        Ok(Some(note))
    }
}

/// A note reduced to the signature lines with the name of this key.
fn by(note: &str, key: &VerifierKey) -> Result<String, NoteError> {
    let (text, lines) = note::split(note)?;
    let start = format!("— {} ", key.name());
    let lines = lines.lines().filter(|line| line.starts_with(&start)).map(|line| format!("{line}\n"));
    Ok(format!("{text}\n{}", lines.collect::<String>()))
}

/// The head in a note, unverified.
#[must_use]
pub fn claimed(note: &str) -> Option<Checkpoint> {
    let (text, _) = note::split(note).ok()?;
    Checkpoint::parse(text).ok()
}

/// The announcement of a cosigner's new key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The former key.
    pub old: VerifierKey,
    /// The new key.
    pub new: VerifierKey,
}

/// The reason a note is not a valid announcement of a new key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewKeyError {
    /// It is malformed.
    #[error("it is not `{NEW_KEY}`, the old key and the new one, a line each, under two signatures")]
    Shape,
    /// The keys are not two keys of one cosigner.
    #[error("the two keys are not two cosigner keys of one name")]
    Names,
    /// One of the keys has not signed it.
    #[error("both keys must have signed it")]
    Unsigned(#[source] NoteError),
}

impl NewKey {
    /// The note in which the owner of a key announces the next one, signed by both.
    ///
    /// # Errors
    /// [`NewKeyError::Names`] if the keys have different names, or are the same.
    pub fn note(old: &SigningKey, new: &SigningKey) -> Result<String, NewKeyError> {
        let text = format!("{NEW_KEY}\n{}\n{}\n", old.cosigner(), new.cosigner());
        if old.name() != new.name() || old.cosigner() == new.cosigner() {
            return Err(NewKeyError::Names);
        }
        let first = old.sign(&text).map_err(NewKeyError::Unsigned)?;
        let second = new.sign(&text).map_err(NewKeyError::Unsigned)?;
        Ok(first + &second[text.len() + 1..])
    }

    /// Reads and verifies such a note: both keys must have signed it.
    ///
    /// # Errors
    /// [`NewKeyError`] if it is malformed, or one of the two signatures is missing.
    pub fn read(note: &str) -> Result<Self, NewKeyError> {
        if note.len() > LONGEST_NEW_KEY {
            return Err(NewKeyError::Shape);
        }
        let (text, _) = note::split(note).map_err(|_| NewKeyError::Shape)?;
        let lines: Vec<_> = text.lines().collect();
        let [NEW_KEY, old, new] = lines[..] else { return Err(NewKeyError::Shape) };
        let key = |line: &str| line.parse::<VerifierKey>().ok().filter(VerifierKey::is_cosigner);
        let (Some(old), Some(new)) = (key(old), key(new)) else { return Err(NewKeyError::Shape) };
        if old.name() != new.name() || old == new {
            return Err(NewKeyError::Names);
        }
        for key in [&old, &new] {
            note::verify(note, &key.for_notes()).map_err(NewKeyError::Unsigned)?;
        }
        Ok(Self { old, new })
    }

    /// Returns whether a text begins like such a note.
    #[must_use]
    pub fn is_claimed_by(text: &str) -> bool {
        text.lines().next() == Some(NEW_KEY)
    }
}

/// All keys of a cosigner: the first, then those announced after it, in order.
#[must_use]
pub fn keys_of(first: &VerifierKey, named: &[NewKey]) -> Vec<VerifierKey> {
    let mut keys = vec![first.clone()];
    let mut next = 0;
    while let Some(key) = keys.get(next) {
        let after: Vec<_> = named.iter().filter(|named| named.old == *key).map(|named| named.new.clone()).collect();
        after.into_iter().for_each(|key| {
            if !keys.contains(&key) {
                keys.push(key);
            }
        });
        next += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;

    const NOW: u64 = 1_700_000_000;

    fn log() -> SigningKey {
        SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
    }

    fn society(seed: u8) -> SigningKey {
        SigningKey::from_bytes("society.example", [seed; 32]).unwrap()
    }

    fn tree(leaves: &[&str]) -> Tree {
        let mut tree = Tree::new();
        leaves.iter().for_each(|leaf| _ = tree.append(leaf.as_bytes()));
        tree
    }

    /// The answer of a server with this record to a cosigner that has seen `from` events.
    fn answer(tree: &Tree, from: u64) -> String {
        let hashes = tree.prove_consistency(from, tree.size()).unwrap_or_default();
        let checkpoint = Checkpoint::of(tree, &log()).sign(&log()).unwrap();
        Consistency { from, hashes, checkpoint }.text()
    }

    #[test]
    fn each_head_that_continues_the_one_before_is_signed_once() {
        let mut cosigner = Cosigner::new(society(1), log().verifier());
        let question = cosigner.question(NOW).unwrap();
        assert!(question.starts_with("contest.example/2010\n0\n"), "it has seen the empty tree: {question}");
        assert_eq!(note::signed(&question, &society(1).cosigner()).unwrap().time, Some(NOW));
        let mut seen = 0;
        for leaves in [&["a"][..], &["a", "b", "c"], &["a", "b", "c", "d", "e"]] {
            let tree = tree(leaves);
            let note = cosigner.take(&answer(&tree, seen), NOW + 1).unwrap().unwrap();
            assert_eq!(Checkpoint::verify(&note, &log().verifier()).unwrap(), Checkpoint::of(&tree, &log()));
            assert_eq!(note::signed(&note, &society(1).cosigner()).unwrap().time, Some(NOW + 1));
            seen = tree.size();
            assert_eq!(cosigner.take(&answer(&tree, seen), NOW + 2).unwrap(), None, "nothing happened");
            // After a restart, a cosigner continues from the stored note.
            cosigner = Cosigner::going_on(society(1), log().verifier(), note).unwrap();
            assert_eq!(cosigner.size(), seen);
        }
    }

    #[test]
    fn a_record_that_was_rewritten_or_cut_is_refused_with_both_heads() {
        let before = tree(&["a", "b", "c"]);
        let mut cosigner = Cosigner::new(society(1), log().verifier());
        let kept = cosigner.take(&answer(&before, 0), NOW).unwrap().unwrap();
        for other in [&["a", "X", "c", "d"][..], &["a", "X", "c"], &["a", "b"], &[]] {
            let other = tree(other);
            let why = cosigner.take(&answer(&other, 3), NOW).unwrap_err();
            let told = why.to_string();
            let Refused::TwoHistories { seen, shown } = why else { panic!("{told}") };
            assert_eq!((&seen, claimed(&shown).unwrap().size), (&kept, other.size()));
            assert!(told.contains(&seen) && told.contains(&shown), "{told}");
            let is_cut = other.size() < 3;
            assert_eq!(told.contains("an older copy came back"), is_cut, "{told}");
        }
        // It still accepts later heads of its own record.
        let later = tree(&["a", "b", "c", "d"]);
        assert!(cosigner.take(&answer(&later, 3), NOW).unwrap().is_some());
    }

    #[test]
    fn what_the_log_did_not_sign_or_what_answers_another_question_is_not_signed() {
        let mut cosigner = Cosigner::new(society(1), log().verifier());
        cosigner.take(&answer(&tree(&["a"]), 0), NOW).unwrap();
        let later = tree(&["a", "b"]);
        let forger = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap();
        let forged = Checkpoint::of(&later, &forger).sign(&forger).unwrap();
        let hashes = later.prove_consistency(1, 2).unwrap();
        for answer in [
            String::new(),
            "old 1\n".to_owned(),
            answer(&later, 0),
            Consistency { from: 1, hashes, checkpoint: forged }.text(),
        ] {
            assert!(matches!(cosigner.take(&answer, NOW), Err(Refused::Unreadable(_))), "{answer}");
        }
        assert_eq!(cosigner.size(), 1);
        let other = Checkpoint::of(&later, &forger).sign(&forger).unwrap();
        assert!(Cosigner::going_on(society(1), log().verifier(), other).is_err());
    }

    #[test]
    fn a_new_key_is_named_by_the_old_one_and_proves_that_somebody_has_it() {
        let note = NewKey::note(&society(1), &society(2)).unwrap();
        let read = NewKey::read(&note).unwrap();
        assert_eq!(read, NewKey { old: society(1).cosigner(), new: society(2).cosigner() });
        assert!(NewKey::is_claimed_by(&note));
        let (text, lines) = note::split(&note).unwrap();
        for line in lines.lines() {
            let alone = format!("{text}\n{line}\n");
            assert!(matches!(NewKey::read(&alone), Err(NewKeyError::Unsigned(_))), "{alone}");
        }
        // The note cannot be changed to another key, and a key cannot take another name.
        let swapped = note.replace(&society(1).cosigner().to_string(), &society(3).cosigner().to_string());
        assert!(matches!(NewKey::read(&swapped), Err(NewKeyError::Unsigned(_))));
        let stranger = SigningKey::from_bytes("stranger.example", [2; 32]).unwrap();
        assert_eq!(NewKey::note(&society(1), &stranger), Err(NewKeyError::Names));
        assert_eq!(NewKey::note(&society(1), &society(1)), Err(NewKeyError::Names));
        assert_eq!(NewKey::read(&log().sign("a text\n").unwrap()), Err(NewKeyError::Shape));
        assert_eq!(NewKey::read(&"a".repeat(LONGEST_NEW_KEY + 1)), Err(NewKeyError::Shape));
    }

    #[test]
    fn keys_are_followed_from_the_first_on_and_never_in_a_circle() {
        let named = |old, new| NewKey { old: society(old).cosigner(), new: society(new).cosigner() };
        let all = [named(2, 3), named(1, 2), named(3, 1), named(8, 9)];
        let keys = keys_of(&society(1).cosigner(), &all);
        assert_eq!(keys, [1, 2, 3].map(|seed| society(seed).cosigner()));
        assert_eq!(keys_of(&society(4).cosigner(), &all), [society(4).cosigner()]);
    }
}
