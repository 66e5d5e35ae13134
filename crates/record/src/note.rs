//! Signed notes: a text with Ed25519 signatures under it, in the format that transparency logs share.
//!
//! A key has a name, and every signature says whose it is, so that others can add theirs (cosigners) and a reader
//! ignores those it does not know. The text means nothing until [`verify`] has returned it.
//!
//! # Source
//! C2SP `signed-note` (c2sp.org/signed-note), signature type 0x01.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signature, Signer, VerifyingKey};

use crate::hash::{Hash, lower_hex};

/// The most signature lines that are read.
pub const MOST_SIGNATURES: usize = 100;

/// The longest note that is read, in bytes.
pub const LONGEST_NOTE: usize = 1 << 20;

const ED25519: u8 = 1;
const SIGNATURE_START: &str = "— ";

/// A private key with its name. Its bytes are a secret: it prints only its public half.
#[derive(Clone)]
pub struct SigningKey {
    name: String,
    key: ed25519_dalek::SigningKey,
}

/// A public key with its name. Prints and parses as `name+id+key`, the *vkey* of the signed-note format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    /// The 32 bytes of RFC 8032, known to be a point of the curve.
    key: [u8; 32],
}

/// A text that cannot name a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` cannot name a key (it must not be empty nor hold spaces, control characters or `+`)")]
pub struct BadKeyName {
    /// The text.
    pub name: String,
}

/// A text that is no public key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadVerifierKey {
    /// The three parts are not there.
    #[error("a public key has the form `name+id+key`")]
    Shape,
    /// The name is none.
    #[error(transparent)]
    Name(#[from] BadKeyName),
    /// The last part is not base64 of 0x01 and 32 bytes.
    #[error("the last part of the public key is not an Ed25519 key in base64")]
    Key,
    /// The id is not that of this name and key.
    #[error("the id `{found}` does not belong to this name and key, whose id is {expected} (copy the key again)")]
    Id {
        /// The id in the text.
        found: String,
        /// The id computed from name and key.
        expected: String,
    },
}

/// Why a text cannot be signed, or a note not be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// The text cannot stand in a note.
    #[error("the text of a note must end in a newline and hold no other control characters")]
    Text,
    /// The note is larger than what is read.
    #[error("a note of {0} bytes is longer than {LONGEST_NOTE}")]
    TooLong(usize),
    /// Text and signatures are not set apart by an empty line.
    #[error("no empty line sets the text apart from the signatures")]
    NoSignatures,
    /// A signature line has another form.
    #[error("signature line {0} is not `— name base64`")]
    SignatureLine(usize),
    /// There are too many signature lines.
    #[error("more than {MOST_SIGNATURES} signatures")]
    TooManySignatures,
    /// None of the signatures is by this key.
    #[error("not signed by `{0}`")]
    NotSigned(String),
    /// A signature that claims to be by this key is not.
    #[error("the signature by `{0}` does not fit the text")]
    BadSignature(String),
}

impl SigningKey {
    /// The key with this name and secret seed (RFC 8032).
    ///
    /// # Errors
    /// [`BadKeyName`] when the name is empty or holds spaces, control characters or `+`.
    pub fn from_bytes(name: &str, seed: [u8; 32]) -> Result<Self, BadKeyName> {
        Ok(Self { name: key_name(name)?, key: ed25519_dalek::SigningKey::from_bytes(&seed) })
    }

    /// The name, which is the origin of the checkpoints it signs.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The public half.
    #[must_use]
    pub fn verifier(&self) -> VerifierKey {
        VerifierKey { name: self.name.clone(), key: self.key.verifying_key().to_bytes() }
    }

    /// The note of this text with one signature. The same text always gives the same note.
    ///
    /// # Errors
    /// [`NoteError::Text`] when the text does not end in a newline or holds other control characters.
    pub fn sign(&self, text: &str) -> Result<String, NoteError> {
        check_text(text)?;
        let signature = self.key.sign(text.as_bytes());
        let bytes = [&self.verifier().id()[..], &signature.to_bytes()].concat();
        Ok(format!("{text}\n{SIGNATURE_START}{} {}\n", self.name, STANDARD.encode(bytes)))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.verifier())
    }
}

impl VerifierKey {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The four bytes that tell keys of one name apart: the start of SHA-256 over name, newline, 0x01 and key.
    #[must_use]
    pub fn id(&self) -> [u8; 4] {
        let hash = Hash::of(&[self.name.as_bytes(), b"\n", &[ED25519], &self.key]);
        *hash.as_bytes().first_chunk().expect("a hash has 32 bytes")
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = [&[ED25519], &self.key[..]].concat();
        write!(f, "{}+{}+{}", self.name, hex::encode(self.id()), STANDARD.encode(key))
    }
}

impl FromStr for VerifierKey {
    type Err = BadVerifierKey;

    fn from_str(text: &str) -> Result<Self, BadVerifierKey> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(BadVerifierKey::Shape);
        };
        let bytes = STANDARD.decode(key).map_err(|_| BadVerifierKey::Key)?;
        let Some((&ED25519, bytes)) = bytes.split_first() else { return Err(BadVerifierKey::Key) };
        let key = bytes.try_into().map_err(|_| BadVerifierKey::Key)?;
        VerifyingKey::from_bytes(&key).map_err(|_| BadVerifierKey::Key)?;
        let verifier = Self { name: key_name(name)?, key };
        if lower_hex(id) != Some(verifier.id()) {
            return Err(BadVerifierKey::Id { found: id.into(), expected: hex::encode(verifier.id()) });
        }
        Ok(verifier)
    }
}

/// The text of a note, when `key` has signed it. Signatures by other keys are passed over.
///
/// # Errors
/// [`NoteError`] when the note is malformed, not signed by `key`, or signed wrongly.
pub fn verify<'a>(note: &'a str, key: &VerifierKey) -> Result<&'a str, NoteError> {
    let (text, lines) = split(note)?;
    let mut signed = false;
    for (index, line) in lines.lines().enumerate() {
        if index == MOST_SIGNATURES {
            return Err(NoteError::TooManySignatures);
        }
        let (name, bytes) = signature_line(line).ok_or(NoteError::SignatureLine(index + 1))?;
        let Some((id, signature)) = bytes.split_first_chunk() else {
            return Err(NoteError::SignatureLine(index + 1));
        };
        if name != key.name || *id != key.id() {
            continue;
        }
        let good = Signature::from_slice(signature)
            .and_then(|signature| VerifyingKey::from_bytes(&key.key)?.verify_strict(text.as_bytes(), &signature));
        good.map_err(|_| NoteError::BadSignature(name.into()))?;
        signed = true;
    }
    if signed { Ok(text) } else { Err(NoteError::NotSigned(key.name.clone())) }
}

/// The text of a note and its signature lines, **not verified**.
///
/// # Errors
/// [`NoteError`] when the note has not the form of one.
pub fn split(note: &str) -> Result<(&str, &str), NoteError> {
    if note.len() > LONGEST_NOTE {
        return Err(NoteError::TooLong(note.len()));
    }
    check_text(note)?;
    let at = note.rfind("\n\n").ok_or(NoteError::NoSignatures)?;
    let (text, lines) = (&note[..=at], &note[at + 2..]);
    if lines.is_empty() { Err(NoteError::NoSignatures) } else { Ok((text, lines)) }
}

fn signature_line(line: &str) -> Option<(&str, Vec<u8>)> {
    let (name, signature) = line.strip_prefix(SIGNATURE_START)?.split_once(' ')?;
    key_name(name).ok()?;
    Some((name, STANDARD.decode(signature).ok()?))
}

fn check_text(text: &str) -> Result<(), NoteError> {
    let clean = !text.bytes().any(|b| b < b' ' && b != b'\n');
    if clean && text.ends_with('\n') { Ok(()) } else { Err(NoteError::Text) }
}

fn key_name(name: &str) -> Result<String, BadKeyName> {
    let bad = name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control() || c == '+');
    if bad { Err(BadKeyName { name: name.into() }) } else { Ok(name.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Source: the example in the documentation of Go's golang.org/x/mod/sumdb/note, which defined the format.
    const SEED: &str = "YEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
    const VKEY: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    const TEXT: &str =
        "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const SIGNATURE: &str =
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

    fn peter() -> SigningKey {
        let bytes = STANDARD.decode(format!("A{SEED}")).unwrap();
        SigningKey::from_bytes("PeterNeumann", bytes[1..].try_into().unwrap()).unwrap()
    }

    #[test]
    fn the_published_example_is_signed_byte_for_byte() {
        assert_eq!(peter().verifier().to_string(), VKEY);
        assert_eq!(VKEY.parse::<VerifierKey>().unwrap(), peter().verifier());
        let note = format!("{TEXT}\n{SIGNATURE}");
        assert_eq!(peter().sign(TEXT).unwrap(), note);
        assert_eq!(verify(&note, &peter().verifier()).unwrap(), TEXT);
    }

    #[test]
    fn others_may_sign_too_and_strangers_are_passed_over() {
        let stranger = SigningKey::from_bytes("stranger.example", [9; 32]).unwrap();
        let theirs = stranger.sign(TEXT).unwrap();
        let note = format!("{TEXT}\n{}{SIGNATURE}", &theirs[TEXT.len() + 1..]);
        assert_eq!(verify(&note, &peter().verifier()).unwrap(), TEXT);
        assert_eq!(verify(&note, &stranger.verifier()).unwrap(), TEXT);
        assert_eq!(verify(&theirs, &peter().verifier()), Err(NoteError::NotSigned("PeterNeumann".into())));
        let namesake = SigningKey::from_bytes("PeterNeumann", [9; 32]).unwrap();
        assert_eq!(verify(&note, &namesake.verifier()), Err(NoteError::NotSigned("PeterNeumann".into())));
    }

    #[test]
    fn a_changed_text_or_a_malformed_note_is_not_believed() {
        let key = peter().verifier();
        let changed = format!("{}\n{SIGNATURE}", TEXT.replace("cryptography", "astrology"));
        assert_eq!(verify(&changed, &key), Err(NoteError::BadSignature("PeterNeumann".into())));
        assert_eq!(verify(TEXT, &key), Err(NoteError::NoSignatures));
        assert_eq!(verify(&format!("{TEXT}\n"), &key), Err(NoteError::NoSignatures));
        assert_eq!(verify(&format!("{TEXT}\n- x y\n"), &key), Err(NoteError::SignatureLine(1)));
        let second_too_short = format!("{TEXT}\n{SIGNATURE}— PeterNeumann AAA=\n");
        assert_eq!(verify(&second_too_short, &key), Err(NoteError::SignatureLine(2)));
        assert_eq!(verify(&format!("a\r\n\n{SIGNATURE}"), &key), Err(NoteError::Text));
        assert_eq!(verify("", &key), Err(NoteError::Text));
        assert_eq!(verify(&format!("{TEXT}\n{}", SIGNATURE.repeat(101)), &key), Err(NoteError::TooManySignatures));
        assert!(matches!(verify(&"a".repeat(LONGEST_NOTE + 1), &key), Err(NoteError::TooLong(_))));
        assert_eq!(verify(&"a".repeat(LONGEST_NOTE), &key), Err(NoteError::Text));
    }

    #[test]
    fn a_key_with_a_slip_in_it_is_refused() {
        for text in
            ["", "a+b", "a b+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "PeterNeumann+c74f20a3+AA=="]
        {
            assert!(text.parse::<VerifierKey>().is_err(), "{text}");
        }
        let error = VKEY.replace("c74f", "C74F").parse::<VerifierKey>().unwrap_err();
        assert!(error.to_string().contains("whose id is c74f20a3"), "{error}");
        assert!(SigningKey::from_bytes("two words", [0; 32]).is_err());
        assert!(SigningKey::from_bytes("a+b", [0; 32]).is_err());
    }

    #[test]
    fn a_private_key_prints_its_public_half_only() {
        assert_eq!(format!("{:?}", peter()), format!("SigningKey({VKEY})"));
    }
}
