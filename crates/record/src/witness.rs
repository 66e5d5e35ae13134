//! A standard witness: a cosigner called by logs, which signs heads of any number of logs.
//!
//! A log sends it a head with a proof that it continues the last head the witness signed; the witness answers with its
//! signature. This module has no clock, disk or network: it only builds requests and reads answers.
//!
//! # Source
//! C2SP `tlog-witness` (c2sp.org/tlog-witness), `add-checkpoint`; signatures as `tlog-cosignature` has them.

use crate::{
    checkpoint::Checkpoint,
    note::{self, NoteError, VerifierKey},
    proof::Consistency,
};

/// The path after a witness's address.
pub const ADD_CHECKPOINT: &str = "/add-checkpoint";

/// The maximum size of an answer in bytes.
pub const LONGEST_ANSWER: usize = 16 * 1024;

/// The maximum number of hashes in a proof that a witness accepts.
const MOST_HASHES: usize = 63;

/// The content type of an answer with the size of the last head the witness has seen.
const SIZE: &str = "text/x.tlog.size";

/// The maximum number of characters quoted from a witness's answer.
const LONGEST_WHY: usize = 200;

/// A witness's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It has signed the head: signature lines, unverified.
    Signed(String),
    /// The size of the last head it signed; the proof has to begin there.
    Seen(u64),
    /// The head does not continue the last one it signed.
    OtherHistory,
    /// It does not know the record or its key, or cannot process the head now: its words.
    Refused(String),
}

/// The body of the request to sign a head; `None` if the proof is longer than witnesses accept.
#[must_use]
pub fn request(proof: &Consistency) -> Option<String> {
    (proof.hashes.len() <= MOST_HASHES).then(|| proof.text())
}

/// Reads an answer by its status, the type of its body, and its body.
#[must_use]
pub fn read(status: u16, content_type: &str, body: &str) -> Answer {
    let is_size = content_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(SIZE));
    match status {
        200 => Answer::Signed(body.to_owned()),
        409 if is_size => match size(body) {
            Some(size) => Answer::Seen(size),
            None => Answer::Refused("its answer of how far it has seen the record grow is no number".to_owned()),
        },
        409 | 422 => Answer::OtherHistory,
        404 => Answer::Refused(
            "it does not know this record (404): its operator has to be given the record's key".to_owned(),
        ),
        403 => Answer::Refused(
            "it trusts another key for this record (403): its operator has to be given the key".to_owned(),
        ),
        status => {
            let said: String = body.trim().chars().take(LONGEST_WHY).collect();
            Answer::Refused(format!("it answered {status}: {}", rulebook::visible(said)))
        }
    }
}

/// The size in an answer: decimal, without leading zeros, with a line feed at the end.
fn size(body: &str) -> Option<u64> {
    let digits = body.strip_suffix('\n')?;
    let is_plain = digits == "0" || !digits.starts_with('0');
    (is_plain && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

/// The signature line of this witness on the head, among these lines.
///
/// # Errors
/// [`NoteError`] if none of them is by this witness.
pub fn signature(head: &Checkpoint, lines: &str, witness: &VerifierKey) -> Result<String, NoteError> {
    let text = head.text();
    // Other lines are signatures of unknown keys, or no signatures.
    let alone = lines.lines().map(|line| format!("{line}\n"));
    let mut signed = alone.filter(|line| note::signed(&format!("{text}\n{line}"), witness).is_ok());
    signed.next().ok_or_else(|| NoteError::NotSigned(witness.name().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SigningKey, Tree};

    const NOW: u64 = 1_700_000_000;

    fn log() -> SigningKey {
        SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
    }

    fn witness(seed: u8) -> SigningKey {
        SigningKey::from_bytes("witness.example/w1", [seed; 32]).unwrap()
    }

    fn tree() -> Tree {
        let mut tree = Tree::new();
        ["a", "b", "c"].iter().for_each(|leaf| _ = tree.append(leaf.as_bytes()));
        tree
    }

    #[test]
    fn a_head_is_brought_as_the_specification_writes_it() {
        let tree = tree();
        let checkpoint = Checkpoint::of(&tree, &log()).sign(&log()).unwrap();
        let first = Consistency { from: 0, hashes: Vec::new(), checkpoint: checkpoint.clone() };
        assert_eq!(request(&first).unwrap(), format!("old 0\n\n{checkpoint}"));
        let hashes = tree.prove_consistency(1, 3).unwrap();
        let lines = request(&Consistency { from: 1, hashes: hashes.clone(), checkpoint: checkpoint.clone() }).unwrap();
        assert_eq!(lines.lines().position(str::is_empty), Some(1 + hashes.len()));
        assert!(lines.starts_with("old 1\n") && lines.ends_with(&format!("\n\n{checkpoint}")), "{lines}");
        let long = Consistency { from: 1, hashes: vec![hashes[0]; 64], checkpoint };
        assert_eq!(request(&long), None);
    }

    #[test]
    fn answers_are_read_by_status_and_type() {
        assert_eq!(read(200, "text/plain", "— w x\n"), Answer::Signed("— w x\n".to_owned()));
        assert_eq!(read(409, "text/x.tlog.size", "20852014\n"), Answer::Seen(20_852_014));
        assert_eq!(read(409, "Text/X.tlog.size; charset=utf-8", "0\n"), Answer::Seen(0));
        for wrong in ["20852014", "007\n", "-1\n", "1 \n", "\n", "18446744073709551616\n"] {
            assert!(matches!(read(409, "text/x.tlog.size", wrong), Answer::Refused(_)), "{wrong:?}");
        }
        assert_eq!((read(409, "text/plain", "no"), read(422, "", "")), (Answer::OtherHistory, Answer::OtherHistory));
        for status in [400, 403, 404, 429, 500, 503] {
            let Answer::Refused(why) = read(status, "text/plain", "busy\u{1b}[2J\n") else { panic!("{status}") };
            assert!(why.contains(&status.to_string()) && !why.contains('\u{1b}'), "{why}");
        }
    }

    #[test]
    fn only_the_signature_of_the_key_that_was_named_is_taken() {
        let head = Checkpoint::of(&tree(), &log());
        let line = |key: &SigningKey| key.cosign(&head.text(), NOW).unwrap();
        let own = line(&witness(1));
        assert_eq!(signature(&head, &own, &witness(1).cosigner()).unwrap(), own);
        // Ignore other signatures.
        let beside = format!("{}{}{own}", line(&witness(2)), line(&log()));
        assert_eq!(signature(&head, &beside, &witness(1).cosigner()).unwrap(), own);
        let other_head = Checkpoint { size: 2, ..head.clone() };
        for wrong in [
            line(&witness(2)),
            witness(1).cosign(&other_head.text(), NOW).unwrap(),
            String::new(),
            "— w x\n".to_owned(),
        ] {
            assert!(signature(&head, &wrong, &witness(1).cosigner()).is_err(), "{wrong}");
        }
    }
}
