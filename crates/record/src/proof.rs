//! Proofs as files: that an event is in a record, and that a record continues an earlier head of itself.
//!
//! Such a file and the public key of the record are sufficient: no other event and no server is needed. An [`Inclusion`]
//! contains its event, with the private parts its holder may know; a [`Consistency`] is about heads alone. Both are texts
//! in forms shared by transparency logs.
//!
//! # Source
//! C2SP `tlog-proof` (c2sp.org/tlog-proof) for inclusion; the body of `add-checkpoint` of C2SP `tlog-witness`
//! (c2sp.org/tlog-witness) for consistency, so that a request to a cosigner also serves as a proof. `docs/record.md` defines
//! the content of the `extra` line.

use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{
    checkpoint::{Checkpoint, CheckpointError},
    event::{self, Envelope, LONGEST_LINE, OpenError, Opened},
    hash::Hash,
    merkle::{leaf_hash, verify_consistency, verify_inclusion},
    note::{LONGEST_NOTE, VerifierKey},
};

/// The maximum number of hashes in a proof: the height of a tree with 2^64 leaves.
const MOST_HASHES: usize = 64;

/// The maximum length of a proof in bytes: a note, an event with its private parts in base64, and hashes.
pub const LONGEST_PROOF: usize = LONGEST_NOTE + 3 * LONGEST_LINE;

const FIRST_LINE: &str = "c2sp.org/tlog-proof@v1";

/// A proof that an event is at its place in the record with a signed head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inclusion {
    /// The event, counted from 1.
    pub event: u64,
    /// Its leaf.
    pub leaf: Vec<u8>,
    /// The opening of some private parts, as made by [`event::seal`], for holders who may know them.
    pub opening: Option<Vec<u8>>,
    /// The hashes on the path from the leaf to the root of the head, lowest first.
    pub hashes: Vec<Hash>,
    /// The head: a signed note, with its cosignatures.
    pub checkpoint: String,
}

/// A proof that the record with a signed head continues an earlier head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consistency {
    /// The number of events of the earlier head.
    pub from: u64,
    /// The hashes of the consistency proof.
    pub hashes: Vec<Hash>,
    /// The later head: a signed note, with its cosignatures.
    pub checkpoint: String,
}

/// The content of a verified [`Inclusion`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// The head of the record with the event.
    pub head: Checkpoint,
    /// The event, without its commitments.
    pub envelope: Envelope,
    /// Its private parts: opened by the proof, or else redacted.
    pub private: Opened,
}

/// The reason a proof is unreadable or invalid.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It exceeds [`LONGEST_PROOF`].
    #[error("a proof of {0} bytes is longer than {LONGEST_PROOF}")]
    TooLong(usize),
    /// A line is malformed.
    #[error("line {line} is not {expected}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The expected content.
        expected: &'static str,
    },
    /// The proof does not contain its event.
    #[error(
        "it has no `extra` line with its event: it was made by another program, for something else than a record of a contest"
    )]
    NoEvent,
    /// The contained event is unreadable.
    #[error("the event in it cannot be read")]
    Event(#[from] OpenError),
    /// The head in it is not valid.
    #[error("the head in it cannot be believed")]
    Checkpoint(#[from] CheckpointError),
    /// The event is not in the record with this head.
    #[error("event {event}, as it stands in the proof, is not in the record of {size} events with this head")]
    NotIncluded {
        /// The event.
        event: u64,
        /// The number of events of the head.
        size: u64,
    },
    /// The later head does not continue the earlier one.
    #[error("the head of {to} events does not continue the head of {from} events: they are of two histories")]
    NotContinued {
        /// The number of events of the earlier head.
        from: u64,
        /// The number of events of the later head.
        to: u64,
    },
    /// The earlier head is of another record, or of another size.
    #[error("the proof is about a head of {from} events of `{origin}`, and not about the earlier head that was given")]
    OtherHead {
        /// The expected number of events of the earlier head.
        from: u64,
        /// The expected origin.
        origin: String,
    },
}

impl Inclusion {
    /// The text of the proof, with its checkpoint word for word.
    #[must_use]
    pub fn text(&self) -> String {
        let opening = self.opening.iter().flat_map(|opening| [opening.as_slice(), b"\n"]);
        let extra: Vec<_> = [self.leaf.as_slice(), b"\n"].into_iter().chain(opening).collect();
        let index = self.event.saturating_sub(1);
        let mut text = format!("{FIRST_LINE}\nextra {}\nindex {index}\n", STANDARD.encode(extra.concat()));
        put_hashes(&mut text, &self.hashes);
        text + "\n" + &self.checkpoint
    }

    /// Reads the text of a proof, without verifying it.
    ///
    /// # Errors
    /// [`ProofError`] if it is malformed, or does not contain its event.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let mut lines = Lines::of(text)?;
        lines.next("the name of the format", |line| (line == FIRST_LINE).then_some(()))?;
        let extra = lines.next_if("extra ", "the event in base64", |rest| STANDARD.decode(rest).ok())?;
        let index: u64 = lines.next("`index` and a number", |line| decimal(line.strip_prefix("index ")?))?;
        let hashes = lines.hashes()?;
        let extra = extra.ok_or(ProofError::NoEvent)?;
        let mut parts = extra.strip_suffix(b"\n").ok_or(ProofError::NoEvent)?.splitn(2, |byte| *byte == b'\n');
        let leaf = parts.next().unwrap_or_default().to_vec();
        let opening = parts.next().map(<[u8]>::to_vec);
        let event = index.checked_add(1).ok_or(ProofError::Line { line: 3, expected: "`index` and a number" })?;
        Ok(Self { event, leaf, opening, hashes, checkpoint: lines.rest.to_owned() })
    }

    /// The head in the proof, unverified: neither its signature nor the event's inclusion is checked.
    ///
    /// # Errors
    /// [`ProofError::Checkpoint`] if it is malformed.
    pub fn claimed(&self) -> Result<Checkpoint, ProofError> {
        claimed(&self.checkpoint)
    }

    /// Verifies the proof with the key of the record, and returns its content.
    ///
    /// # Errors
    /// [`ProofError`] if the head is not signed by the key, the event is not in its record, or an opening does not match the
    /// event's commitment.
    pub fn verify(&self, key: &VerifierKey) -> Result<Proved, ProofError> {
        let head = Checkpoint::verify(&self.checkpoint, key)?;
        let index = self.event.saturating_sub(1);
        if self.event == 0 || !verify_inclusion(leaf_hash(&self.leaf), index, head.size, &self.hashes, head.root) {
            return Err(ProofError::NotIncluded { event: self.event, size: head.size });
        }
        let (envelope, private) = event::open(&self.leaf, self.opening.as_deref())?;
        Ok(Proved { head, envelope, private })
    }
}

impl Consistency {
    /// The text of the proof, with its checkpoint word for word.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("old {}\n", self.from);
        put_hashes(&mut text, &self.hashes);
        text + "\n" + &self.checkpoint
    }

    /// Reads the text of a proof, without verifying it.
    ///
    /// # Errors
    /// [`ProofError`] if it is malformed.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let mut lines = Lines::of(text)?;
        let from = lines.next("`old` and a number", |line| decimal(line.strip_prefix("old ")?))?;
        let hashes = lines.hashes()?;
        Ok(Self { from, hashes, checkpoint: lines.rest.to_owned() })
    }

    /// The later head, unverified.
    ///
    /// # Errors
    /// [`ProofError::Checkpoint`] if it is malformed.
    pub fn claimed(&self) -> Result<Checkpoint, ProofError> {
        claimed(&self.checkpoint)
    }

    /// Verifies the proof with the earlier head and the key of the record, and returns the later head.
    ///
    /// # Errors
    /// [`ProofError`] if the later head is not signed by the key, is of a different record than the earlier one, or does not
    /// continue it.
    pub fn verify(&self, earlier: &Checkpoint, key: &VerifierKey) -> Result<Checkpoint, ProofError> {
        let head = Checkpoint::verify(&self.checkpoint, key)?;
        if (earlier.size, &earlier.origin) != (self.from, &head.origin) {
            return Err(ProofError::OtherHead { from: self.from, origin: head.origin });
        }
        if !verify_consistency(self.from, earlier.root, head.size, head.root, &self.hashes) {
            return Err(ProofError::NotContinued { from: self.from, to: head.size });
        }
        Ok(head)
    }
}

/// Returns whether a text has the first line of an [`Inclusion`].
#[must_use]
pub fn is_inclusion(text: &str) -> bool {
    text.lines().next() == Some(FIRST_LINE)
}

fn claimed(note: &str) -> Result<Checkpoint, ProofError> {
    let (text, _) = crate::note::split(note).map_err(CheckpointError::Note)?;
    Ok(Checkpoint::parse(text)?)
}

fn put_hashes(text: &mut String, hashes: &[Hash]) {
    for hash in hashes {
        let _ = writeln!(text, "{}", STANDARD.encode(hash.as_bytes()));
    }
}

/// A decimal number in its only canonical spelling.
fn decimal(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// The lines of a proof, up to its checkpoint.
struct Lines<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Result<Self, ProofError> {
        if text.len() > LONGEST_PROOF {
            return Err(ProofError::TooLong(text.len()));
        }
        Ok(Self { rest: text, line: 0 })
    }

    fn next<T>(&mut self, expected: &'static str, read: impl FnOnce(&'t str) -> Option<T>) -> Result<T, ProofError> {
        self.line += 1;
        let wrong = ProofError::Line { line: self.line, expected };
        let Some((line, rest)) = self.rest.split_once('\n') else { return Err(wrong) };
        self.rest = rest;
        read(line).ok_or(wrong)
    }

    /// The rest of the next line, if it begins with `start`.
    fn next_if<T>(
        &mut self,
        start: &str,
        expected: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<Option<T>, ProofError> {
        if !self.rest.starts_with(start) {
            return Ok(None);
        }
        self.next(expected, |line| read(line.strip_prefix(start)?)).map(Some)
    }

    /// Reads the hashes up to the empty line, and that line.
    fn hashes(&mut self) -> Result<Vec<Hash>, ProofError> {
        let mut hashes = Vec::new();
        loop {
            let read = |line: &str| match line {
                "" => Some(None),
                _ => STANDARD.decode(line).ok()?.try_into().ok().map(|bytes| Some(Hash::new(bytes))),
            };
            match self.next("a hash in base64, or an empty line", read)? {
                Some(_) if hashes.len() == MOST_HASHES => {
                    return Err(ProofError::Line { line: self.line, expected: "an empty line after so many hashes" });
                }
                Some(hash) => hashes.push(hash),
                None => return Ok(hashes),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::{Tree, event::Private, note::SigningKey, seal};

    fn key() -> SigningKey {
        SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
    }

    fn sealed(number: u64) -> crate::Sealed {
        let envelope = Envelope {
            actor: "J1".into(),
            body: serde_json::Map::new(),
            number,
            stream: "contest".into(),
            time: "2010-10-23T10:00:00.000Z".into(),
            kind: "ballot-cast".into(),
            version: 2,
        };
        let parts = [("answers".into(), json!({"choice": "left"})), ("reason".into(), json!("a pause"))];
        seal(envelope, parts.into(), [u8::try_from(number).unwrap(); 16]).unwrap()
    }

    fn tree(size: u64) -> Tree {
        let mut tree = Tree::new();
        (1..=size).for_each(|number| _ = tree.append(&sealed(number).leaf));
        tree
    }

    fn inclusion(event: u64, size: u64) -> Inclusion {
        let tree = tree(size);
        Inclusion {
            event,
            leaf: sealed(event).leaf,
            opening: sealed(event).opening,
            hashes: tree.prove(event - 1).unwrap(),
            checkpoint: Checkpoint::of(&tree, &key()).sign(&key()).unwrap(),
        }
    }

    #[test]
    fn a_proof_of_inclusion_brings_its_event_along_and_opens_what_its_holder_may_know() {
        let proof = inclusion(3, 7);
        let text = proof.text();
        assert!(text.starts_with("c2sp.org/tlog-proof@v1\nextra "), "{text}");
        assert!(text.contains("\nindex 2\n"), "events count from 1, the format from 0: {text}");
        assert!(text.ends_with(&proof.checkpoint));
        let read = Inclusion::parse(&text).unwrap();
        assert_eq!(read, proof);
        let Proved { head, envelope, private } = read.verify(&key().verifier()).unwrap();
        assert_eq!((head.size, envelope.number), (7, 3));
        assert_eq!(private["answers"], Private::Open(json!({"choice": "left"})));

        let closed = Inclusion { opening: None, ..proof };
        let read = Inclusion::parse(&closed.text()).unwrap();
        assert_eq!(read.verify(&key().verifier()).unwrap().private["answers"], Private::Redacted);
    }

    #[test]
    fn a_proof_under_another_head_of_another_event_or_by_another_key_shows_nothing() {
        let (proof, other) = (inclusion(3, 7), inclusion(4, 8));
        let key = key().verifier();
        let stranger = SigningKey::from_bytes("contest.example/2010", [8; 32]).unwrap().verifier();
        assert!(matches!(proof.verify(&stranger), Err(ProofError::Checkpoint(_))));
        let included = |proof: Inclusion| proof.verify(&key);
        let not = |outcome| matches!(outcome, Err(ProofError::NotIncluded { .. }));
        assert!(not(included(Inclusion { checkpoint: other.checkpoint.clone(), ..proof.clone() })));
        assert!(not(included(Inclusion { leaf: other.leaf.clone(), ..proof.clone() })));
        assert!(not(included(Inclusion { event: 4, ..proof.clone() })));
        assert!(not(included(Inclusion { event: 0, ..proof.clone() })));
        assert!(not(included(Inclusion { hashes: other.hashes.clone(), ..proof.clone() })));
        let opened = included(Inclusion { opening: other.opening, ..proof });
        assert!(matches!(opened, Err(ProofError::Event(OpenError::Mismatch(_)))), "another's ballot opens nothing");
    }

    #[test]
    fn a_proof_of_consistency_is_what_a_cosigner_is_asked_to_sign() {
        let tree = tree(9);
        let proof = Consistency {
            from: 5,
            hashes: tree.prove_consistency(5, 9).unwrap(),
            checkpoint: Checkpoint::of(&tree, &key()).sign(&key()).unwrap(),
        };
        let text = proof.text();
        assert!(text.starts_with("old 5\n"), "{text}");
        let read = Consistency::parse(&text).unwrap();
        assert_eq!(read, proof);
        let earlier = Checkpoint { origin: key().name().into(), size: 5, root: tree.root_at(5).unwrap() };
        assert_eq!(read.verify(&earlier, &key().verifier()).unwrap().size, 9);

        let forged = Checkpoint { root: tree.root_at(4).unwrap(), ..earlier.clone() };
        assert!(matches!(read.verify(&forged, &key().verifier()), Err(ProofError::NotContinued { from: 5, to: 9 })));
        let shorter = Checkpoint { size: 4, ..forged };
        assert!(matches!(read.verify(&shorter, &key().verifier()), Err(ProofError::OtherHead { .. })));
        let another = Checkpoint { origin: "contest.example/2009".into(), ..earlier };
        assert!(matches!(read.verify(&another, &key().verifier()), Err(ProofError::OtherHead { .. })));
    }

    #[test]
    fn what_has_not_the_form_of_a_proof_is_named_by_its_line() {
        let proof = inclusion(3, 7).text();
        let line = |text: &str| match Inclusion::parse(text) {
            Err(ProofError::Line { line, .. }) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line(""), 1);
        assert_eq!(line(&proof.replace("@v1", "@v2")), 1);
        assert_eq!(line(&proof.replace("extra ", "extra !")), 2);
        assert_eq!(line(&proof.replace("index 2", "index 02")), 3);
        assert_eq!(line(&proof.replace("index 2", "index 18446744073709551615")), 3);
        assert_eq!(line(&proof.replace("index 2\n", "index 2\nAAAA\n")), 4);
        assert_eq!(
            line(
                &proof.replace(
                    "index 2\n",
                    &format!("index 2\n{}", format!("{}\n", STANDARD.encode([0; 32])).repeat(65))
                )
            ),
            68
        );
        // The format allows programs to omit their own data.
        let extra = proof.lines().nth(1).unwrap();
        let without = proof.replace(&format!("{extra}\n"), "");
        assert!(matches!(Inclusion::parse(&without), Err(ProofError::NoEvent)));
        assert!(matches!(Consistency::parse("old 05\n\n"), Err(ProofError::Line { line: 1, .. })));
        assert!(matches!(Inclusion::parse(&"a".repeat(LONGEST_PROOF + 1)), Err(ProofError::TooLong(_))));
    }

    proptest! {
        #[test]
        fn a_changed_byte_anywhere_leaves_no_proof_of_something_else(at in 0_usize..1000, to in any::<u8>()) {
            let proof = inclusion(3, 7);
            let mut bytes = proof.text().into_bytes();
            let at = at % bytes.len();
            bytes[at] = to;
            let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
            if let Ok(read) = Inclusion::parse(&text) && let Ok(proved) = read.verify(&key().verifier()) {
                prop_assert_eq!(proved, proof.verify(&key().verifier()).unwrap());
            }
        }
    }
}
