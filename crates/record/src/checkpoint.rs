//! A checkpoint: the size and root of a tree, signed, so that its holder can detect later changes of history.
//!
//! # Source
//! C2SP `tlog-checkpoint` (c2sp.org/tlog-checkpoint). We write no extension lines, and accept none: nothing would
//! check them.

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    hash::Hash,
    merkle::Tree,
    note::{self, NoteError, SigningKey, VerifierKey},
};

/// The head of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The owner of the tree: the name of the key that signs it, such as `contest.example/2010`.
    pub origin: String,
    /// The number of leaves in the tree.
    pub size: u64,
    /// The root over those leaves.
    pub root: Hash,
}

/// The reason a checkpoint is unreadable or not trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The note around it is malformed or not signed correctly.
    #[error("the checkpoint is not a note signed as it should be")]
    Note(#[from] NoteError),
    /// The text is not an origin, a size and a root.
    #[error("the text of the checkpoint is not three lines: origin, size, root in base64")]
    Shape,
    /// It belongs to a different tree than the key's.
    #[error("the checkpoint of `{origin}` is signed by `{key}` (the two names must be the same)")]
    Origin {
        /// The origin in the text.
        origin: String,
        /// The name of the key.
        key: String,
    },
}

impl Checkpoint {
    /// The current head of this tree, for the key that will sign it.
    #[must_use]
    pub fn of(tree: &Tree, key: &SigningKey) -> Self {
        Self { origin: key.name().into(), size: tree.size(), root: tree.root() }
    }

    /// The three lines to sign.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, STANDARD.encode(self.root.as_bytes()))
    }

    /// The signed note of this checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Origin`] if the key's name differs from the origin; [`CheckpointError::Note`] if the text cannot be
    /// signed.
    pub fn sign(&self, key: &SigningKey) -> Result<String, CheckpointError> {
        self.check_name(key.name())?;
        Ok(key.sign(&self.text())?)
    }

    /// The checkpoint in a note signed by `key`; cosignatures by other keys are ignored.
    ///
    /// # Errors
    /// [`CheckpointError`] if the note is not signed by `key`, is malformed, or has a different origin than the key's name.
    pub fn verify(note: &str, key: &VerifierKey) -> Result<Self, CheckpointError> {
        let checkpoint = Self::parse(note::verify(note, key)?)?;
        checkpoint.check_name(key.name())?;
        Ok(checkpoint)
    }

    /// Reads the text of a checkpoint: the signed part of the note.
    ///
    /// # Errors
    /// [`CheckpointError::Shape`] if it is not an origin, a size without leading zeros and a root.
    pub fn parse(text: &str) -> Result<Self, CheckpointError> {
        let mut lines = text.strip_suffix('\n').ok_or(CheckpointError::Shape)?.split('\n');
        let (Some(origin), Some(size), Some(root), None) = (lines.next(), lines.next(), lines.next(), lines.next())
        else {
            return Err(CheckpointError::Shape);
        };
        let root = STANDARD.decode(root).ok().and_then(|bytes| bytes.try_into().ok()).map(Hash::new);
        let checkpoint = Self {
            origin: origin.into(),
            size: size.parse().map_err(|_| CheckpointError::Shape)?,
            root: root.ok_or(CheckpointError::Shape)?,
        };
        // One spelling only: no `+1`, no `01`.
        if origin.is_empty() || checkpoint.text() != text { Err(CheckpointError::Shape) } else { Ok(checkpoint) }
    }

    fn check_name(&self, key: &str) -> Result<(), CheckpointError> {
        if self.origin == key {
            return Ok(());
        }
        Err(CheckpointError::Origin { origin: self.origin.clone(), key: key.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> SigningKey {
        SigningKey::from_bytes(name, [7; 32]).unwrap()
    }

    #[test]
    fn a_checkpoint_reads_back_from_its_note() {
        let mut tree = Tree::new();
        tree.append(b"first");
        let checkpoint = Checkpoint::of(&tree, &key("contest.example/2010"));
        let note = checkpoint.sign(&key("contest.example/2010")).unwrap();
        assert!(note.starts_with("contest.example/2010\n1\n"));
        assert_eq!(Checkpoint::verify(&note, &key("contest.example/2010").verifier()).unwrap(), checkpoint);
    }

    #[test]
    fn the_example_of_the_specification_parses() {
        // Source: C2SP tlog-checkpoint, the example at its head.
        let text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
        let checkpoint = Checkpoint::parse(text).unwrap();
        assert_eq!((checkpoint.origin.as_str(), checkpoint.size), ("example.com/behind-the-sofa", 20_852_163));
        assert_eq!(checkpoint.root.to_string(), "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62");
        assert_eq!(checkpoint.text(), text);
    }

    #[test]
    fn other_spellings_and_other_owners_are_refused() {
        let root = STANDARD.encode([0; 32]);
        for text in [
            String::new(),
            format!("o\n1\n{root}"),
            format!("o\n01\n{root}\n"),
            format!("o\n+1\n{root}\n"),
            format!("\n1\n{root}\n"),
            format!("o\n1\n{root}\nextension\n"),
            "o\n1\nAAAA\n".into(),
        ] {
            assert_eq!(Checkpoint::parse(&text), Err(CheckpointError::Shape), "{text:?}");
        }
        let checkpoint = Checkpoint { origin: "one".into(), size: 0, root: Hash::of(&[]) };
        assert!(matches!(checkpoint.sign(&key("two")), Err(CheckpointError::Origin { .. })));
        let note = key("two").sign(&checkpoint.text()).unwrap();
        assert!(matches!(Checkpoint::verify(&note, &key("two").verifier()), Err(CheckpointError::Origin { .. })));
    }
}
