//! Signed notes: a text with Ed25519 signatures under it, in the format that transparency logs share.
//!
//! A key has a name, and every signature names its key, so that others (cosigners) can add theirs and a reader ignores
//! unknown ones. The text is untrusted until [`verify`] has returned it.
//!
//! A key signs in one of two ways, named in its public half. A note key signs the text. A cosigner's key signs the text of
//! a checkpoint together with a time: at that time, its owner saw that the tree continued all its states seen before.
//! # Source
//! C2SP `signed-note` (c2sp.org/signed-note), signature type 0x01, and `tlog-cosignature` (c2sp.org/tlog-cosignature), Ed25519
//! cosignatures, signature type 0x04.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signature, Signer, VerifyingKey};

use crate::hash::{Hash, lower_hex};

/// The maximum number of signature lines.
pub const MOST_SIGNATURES: usize = 100;

/// The maximum length of a note in bytes.
pub const LONGEST_NOTE: usize = 1 << 20;

/// The latest time of a cosignature, in seconds since 1970.
const LATEST: u64 = i64::MAX as u64;

const SIGNATURE_START: &str = "— ";

/// The kind of signature a key makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignatureKind {
    /// A signature on a text.
    Note,
    /// A signature on a text and a time.
    Cosignature,
}

impl SignatureKind {
    /// The number of the signature type.
    fn number(self) -> u8 {
        match self {
            Self::Note => 1,
            Self::Cosignature => 4,
        }
    }

    fn numbered(number: u8) -> Option<Self> {
        [Self::Note, Self::Cosignature].into_iter().find(|kind| kind.number() == number)
    }
}

/// A private key with its name. Its bytes are secret: it prints only its public half.
#[derive(Clone)]
pub struct SigningKey {
    name: String,
    key: ed25519_dalek::SigningKey,
}

/// A public key with its name. Prints and parses as `name+id+key`, the *vkey* of the signed-note format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    kind: SignatureKind,
    /// The 32 bytes of RFC 8032, checked to be a point of the curve.
    key: [u8; 32],
}

/// A text that is not a valid name of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` cannot name a key (it must not be empty nor hold spaces, control characters or `+`)")]
pub struct BadKeyName {
    /// The text.
    pub name: String,
}

/// A text that is not a public key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadVerifierKey {
    /// The three parts are missing.
    #[error("a public key has the form `name+id+key`")]
    Shape,
    /// The name is not valid.
    #[error(transparent)]
    Name(#[from] BadKeyName),
    /// The last part is not base64 of 0x01 or 0x04 and 32 bytes.
    #[error("the last part of the public key is not an Ed25519 key in base64")]
    Key,
    /// The id does not match name and key.
    #[error("the id `{found}` does not belong to this name and key, whose id is {expected} (copy the key again)")]
    Id {
        /// The id in the text.
        found: String,
        /// The id computed from name and key.
        expected: String,
    },
}

/// The reason a text cannot be signed, or a note is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// The text is not valid in a note.
    #[error("the text of a note must end in a newline and hold no other control characters")]
    Text,
    /// The note exceeds [`LONGEST_NOTE`].
    #[error("a note of {0} bytes is longer than {LONGEST_NOTE}")]
    TooLong(usize),
    /// There is no empty line between text and signatures.
    #[error("no empty line sets the text apart from the signatures")]
    NoSignatures,
    /// A signature line is malformed.
    #[error("signature line {0} is not `— name base64`")]
    SignatureLine(usize),
    /// There are too many signature lines.
    #[error("more than {MOST_SIGNATURES} signatures")]
    TooManySignatures,
    /// None of the signatures is by this key.
    #[error("not signed by `{0}`")]
    NotSigned(String),
    /// A signature in the name of this key is not valid.
    #[error("the signature by `{0}` does not fit the text")]
    BadSignature(String),
    /// The time is out of range for a cosignature.
    #[error("{0} seconds since 1970 is no time for a cosignature")]
    Time(u64),
}

impl SigningKey {
    /// The key with this name and secret seed (RFC 8032).
    ///
    /// # Errors
    /// [`BadKeyName`] if the name is empty or holds spaces, control characters or `+`.
    pub fn from_bytes(name: &str, seed: [u8; 32]) -> Result<Self, BadKeyName> {
        Ok(Self { name: key_name(name)?, key: ed25519_dalek::SigningKey::from_bytes(&seed) })
    }

    /// The name, which is the origin of the checkpoints it signs.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The public half for signatures by [`sign`](Self::sign).
    #[must_use]
    pub fn verifier(&self) -> VerifierKey {
        self.public(SignatureKind::Note)
    }

    /// The public half for signatures by [`cosign`](Self::cosign).
    #[must_use]
    pub fn cosigner(&self) -> VerifierKey {
        self.public(SignatureKind::Cosignature)
    }

    fn public(&self, kind: SignatureKind) -> VerifierKey {
        VerifierKey { name: self.name.clone(), kind, key: self.key.verifying_key().to_bytes() }
    }

    /// The note of this text with one signature. The same text always gives the same note.
    ///
    /// # Errors
    /// [`NoteError::Text`] if the text does not end in a newline or holds other control characters.
    pub fn sign(&self, text: &str) -> Result<String, NoteError> {
        check_text(text)?;
        let signature = self.key.sign(text.as_bytes());
        Ok(format!("{text}\n{}", self.line(SignatureKind::Note, &signature.to_bytes())))
    }

    /// A signature line for the note of this checkpoint's text. It states that this is the largest state of the tree seen up to
    /// this time (seconds since 1970), and that it continues all states seen before.
    ///
    /// # Errors
    /// [`NoteError::Text`] if the text does not end in a newline or holds other control characters, [`NoteError::Time`] if
    /// the time is beyond 2^63 - 1.
    pub fn cosign(&self, text: &str, time: u64) -> Result<String, NoteError> {
        check_text(text)?;
        if time > LATEST {
            return Err(NoteError::Time(time));
        }
        let signature = self.key.sign(cosigned(text, time).as_bytes());
        Ok(self.line(SignatureKind::Cosignature, &[&time.to_be_bytes()[..], &signature.to_bytes()].concat()))
    }

    fn line(&self, kind: SignatureKind, signature: &[u8]) -> String {
        let bytes = [&self.public(kind).id()[..], signature].concat();
        format!("{SIGNATURE_START}{} {}\n", self.name, STANDARD.encode(bytes))
    }
}

/// The bytes that a cosigner signs, as text.
fn cosigned(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

/// A text that is not a private key. Never shows the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSigningKey {
    /// The parts are missing, or the last is not base64 of 0x01 and 32 bytes.
    #[error("a private key has the form `PRIVATE+KEY+name+id+key`")]
    Shape,
    /// The name is not valid.
    #[error(transparent)]
    Name(#[from] BadKeyName),
    /// The id belongs to a different key.
    #[error("the id in it does not belong to its name and key (restore the file from a copy)")]
    Id,
}

const PRIVATE: &str = "PRIVATE+KEY+";

impl SigningKey {
    /// The key as a secret text, in the form of Go's `golang.org/x/mod/sumdb/note`.
    #[must_use]
    pub fn to_secret(&self) -> String {
        let key = [&[SignatureKind::Note.number()], &self.key.to_bytes()[..]].concat();
        format!("{PRIVATE}{}+{}+{}", self.name, hex::encode(self.verifier().id()), STANDARD.encode(key))
    }

    /// The key in such a text.
    ///
    /// # Errors
    /// [`BadSigningKey`] if it is malformed, or its parts do not belong together.
    pub fn from_secret(text: &str) -> Result<Self, BadSigningKey> {
        let mut parts = text.trim().strip_prefix(PRIVATE).ok_or(BadSigningKey::Shape)?.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(BadSigningKey::Shape);
        };
        let bytes = STANDARD.decode(key).map_err(|_| BadSigningKey::Shape)?;
        let (number, seed) = bytes.split_first().ok_or(BadSigningKey::Shape)?;
        let seed =
            seed.try_into().ok().filter(|_| *number == SignatureKind::Note.number()).ok_or(BadSigningKey::Shape)?;
        let key = Self::from_bytes(name, seed)?;
        if lower_hex(id) == Some(key.verifier().id()) { Ok(key) } else { Err(BadSigningKey::Id) }
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

    /// True for a cosigner's key; its signatures have a time.
    #[must_use]
    pub fn is_cosigner(&self) -> bool {
        self.kind == SignatureKind::Cosignature
    }

    /// The same key for plain signatures: a cosigner signs with it anything but checkpoints.
    #[must_use]
    pub fn for_notes(&self) -> Self {
        Self { kind: SignatureKind::Note, ..self.clone() }
    }

    /// The four bytes that distinguish keys of one name: the start of SHA-256 over name, newline, signature type and key.
    #[must_use]
    pub fn id(&self) -> [u8; 4] {
        let hash = Hash::of(&[self.name.as_bytes(), b"\n", &[self.kind.number()], &self.key]);
        *hash.as_bytes().first_chunk().expect("a hash has 32 bytes")
    }
}

impl VerifierKey {
    /// The time of a signature over this text, if it has one; `None` if the signature is not by this key.
    fn check(&self, text: &str, signature: &[u8]) -> Option<Option<u64>> {
        let (time, signature) = match self.kind {
            SignatureKind::Note => (None, signature),
            SignatureKind::Cosignature => {
                let (time, signature) = signature.split_first_chunk()?;
                (Some(u64::from_be_bytes(*time)).filter(|time| *time <= LATEST), signature)
            }
        };
        let message = match (self.kind, time) {
            (SignatureKind::Note, _) => text.to_owned(),
            (SignatureKind::Cosignature, time) => cosigned(text, time?),
        };
        let signature = Signature::from_slice(signature).ok()?;
        VerifyingKey::from_bytes(&self.key).ok()?.verify_strict(message.as_bytes(), &signature).ok()?;
        Some(time)
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = [&[self.kind.number()], &self.key[..]].concat();
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
        let (number, bytes) = bytes.split_first().ok_or(BadVerifierKey::Key)?;
        let kind = SignatureKind::numbered(*number).ok_or(BadVerifierKey::Key)?;
        let key = bytes.try_into().map_err(|_| BadVerifierKey::Key)?;
        VerifyingKey::from_bytes(&key).ok().filter(|_| is_canonical(&key)).ok_or(BadVerifierKey::Key)?;
        let verifier = Self { name: key_name(name)?, kind, key };
        if lower_hex(id) != Some(verifier.id()) {
            return Err(BadVerifierKey::Id { found: id.into(), expected: hex::encode(verifier.id()) });
        }
        Ok(verifier)
    }
}

/// Returns whether 32 bytes are the only canonical encoding of a point (RFC 8032): its y is below 2^255 - 19, and an x of 0 has
/// no sign. With two spellings, one point would be two keys.
fn is_canonical(key: &[u8; 32]) -> bool {
    let (first, last) = (key[0], key[31]);
    let is_between = |byte: u8| key[1..31].iter().all(|found| *found == byte);
    let is_large = last & 0x7f == 0x7f && is_between(0xff);
    let is_one = first == 1 && is_between(0) && last & 0x7f == 0;
    let is_minus_one = first == 0xec && is_large;
    let is_reduced = !(is_large && first >= 0xed);
    is_reduced && !((is_one || is_minus_one) && last & 0x80 != 0)
}

/// A verified text with the time of its signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed<'n> {
    /// The text of the note.
    pub text: &'n str,
    /// The time in seconds since 1970, by the signer's clock; only cosignatures have one. The latest of several.
    pub time: Option<u64>,
}

/// The text of a note signed by `key`. Signatures by other keys are ignored.
///
/// # Errors
/// [`NoteError`] if the note is malformed, not signed by `key`, or signed wrongly.
pub fn verify<'a>(note: &'a str, key: &VerifierKey) -> Result<&'a str, NoteError> {
    Ok(signed(note, key)?.text)
}

/// The text of a note signed by `key`, with the time. Signatures by other keys are ignored.
///
/// # Errors
/// As [`verify`].
pub fn signed<'a>(note: &'a str, key: &VerifierKey) -> Result<Signed<'a>, NoteError> {
    let (text, lines) = split(note)?;
    let mut found: Option<Signed<'_>> = None;
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
        let time = key.check(text, signature).ok_or_else(|| NoteError::BadSignature(name.into()))?;
        let time = found.and_then(|found| found.time).max(time);
        found = Some(Signed { text, time });
    }
    found.ok_or_else(|| NoteError::NotSigned(key.name.clone()))
}

/// The text of a note and its signature lines, **not verified**.
///
/// # Errors
/// [`NoteError`] if the note is malformed.
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
    fn a_point_that_is_spelled_otherwise_is_no_key() {
        let spelled = |first: u8, between: u8, last: u8| {
            let mut key = [between; 32];
            (key[0], key[31]) = (first, last);
            is_canonical(&key)
        };
        assert!(spelled(1, 0, 0) && spelled(0xec, 0xff, 0x7f) && spelled(0xff, 0xff, 0x7e) && spelled(3, 0, 0x80));
        for (first, between, last) in
            [(0xed, 0xff, 0x7f), (0xee, 0xff, 0xff), (0xff, 0xff, 0x7f), (1, 0, 0x80), (0xec, 0xff, 0xff)]
        {
            assert!(!spelled(first, between, last), "{first:x} {between:x} {last:x}");
        }
        let of = |key: [u8; 32]| {
            let key = VerifierKey { name: "somewhere.example".to_owned(), kind: SignatureKind::Cosignature, key };
            key.to_string().parse::<VerifierKey>()
        };
        let mut one_again = [0xff; 32];
        (one_again[0], one_again[31]) = (0xee, 0x7f);
        assert_eq!(of(one_again), Err(BadVerifierKey::Key), "1, written as 2^255 - 18");
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
    fn the_published_private_key_is_read_and_written() {
        let text = format!("PRIVATE+KEY+PeterNeumann+c74f20a3+A{SEED}");
        assert_eq!(peter().to_secret(), text);
        let read = SigningKey::from_secret(&format!("{text}\n")).unwrap();
        assert_eq!(read.verifier(), peter().verifier());
        for (wrong, why) in [
            (text.replace("PRIVATE+KEY+", ""), BadSigningKey::Shape),
            (text.replace("+AYEK", "+BYEK"), BadSigningKey::Shape),
            (text.replace("KDFz", ""), BadSigningKey::Shape),
            (text.replace("c74f", "c74e"), BadSigningKey::Id),
            (text.replace("PeterNeumann", "PeterNewmann"), BadSigningKey::Id),
        ] {
            assert_eq!(SigningKey::from_secret(&wrong).map(|key| key.verifier()), Err(why), "{wrong}");
        }
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
        assert_eq!(
            verify(&format!("{TEXT}\n{}", SIGNATURE.repeat(MOST_SIGNATURES + 1)), &key),
            Err(NoteError::TooManySignatures)
        );
        assert_eq!(verify(&format!("{TEXT}\n{}", SIGNATURE.repeat(MOST_SIGNATURES)), &key), Ok(TEXT));
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

    const HEAD: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

    /// A cosigned head of a public certificate log. Source: a checkpoint of the staging log Arche 2025h1 of transparency.dev,
    /// and the public keys published by its cosigners.
    #[test]
    fn what_cosigners_of_public_logs_signed_is_verified() {
        const NOTE: &str = "arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n\n\
            — arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n\
            — witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==\n\
            — remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==\n";
        let log = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f";
        assert_eq!(signed(NOTE, &log.parse().unwrap()).unwrap().time, None);
        for text in [
            "witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
            "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
        ] {
            let key: VerifierKey = text.parse().unwrap();
            assert!(key.is_cosigner());
            assert_eq!(key.to_string(), text);
            assert_eq!(signed(NOTE, &key).unwrap().time, Some(1_779_573_024));
            let other = NOTE.replace("1432088532", "1432088533");
            assert_eq!(signed(&other, &key), Err(NoteError::BadSignature(key.name().into())));
        }
    }

    /// Source: the example of C2SP `tlog-cosignature` gives the signed bytes and the time.
    #[test]
    fn a_cosignature_says_when_and_signs_the_bytes_that_the_format_names() {
        assert_eq!(cosigned(HEAD, 1_679_315_147), format!("cosignature/v1\ntime 1679315147\n{HEAD}"));
        let witness = SigningKey::from_bytes("witness.example.com/w1", [9; 32]).unwrap();
        let line = witness.cosign(HEAD, 1_679_315_147).unwrap();
        let (_, bytes) = signature_line(line.trim_end()).unwrap();
        // The example's line has the same time in the same place.
        let example = STANDARD
            .decode("jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==")
            .unwrap();
        assert_eq!((bytes.len(), &bytes[4..12]), (example.len(), &example[4..12]));

        let log = SigningKey::from_bytes("example.com/behind-the-sofa", [7; 32]).unwrap();
        let note = format!("{}{line}", log.sign(HEAD).unwrap());
        let found = signed(&note, &witness.cosigner()).unwrap();
        assert_eq!(found, Signed { text: HEAD, time: Some(1_679_315_147) });
        assert_eq!(signed(&note, &log.verifier()).unwrap(), Signed { text: HEAD, time: None });
        // Neither kind of signature passes as the other.
        assert!(matches!(verify(&note, &witness.verifier()), Err(NoteError::NotSigned(_))));
        assert!(matches!(verify(&note, &log.cosigner()), Err(NoteError::NotSigned(_))));
        assert_eq!(witness.cosigner().for_notes(), witness.verifier());
    }

    #[test]
    fn a_cosignature_over_another_head_at_another_time_or_of_another_length_is_not_believed() {
        let witness = SigningKey::from_bytes("witness.example.com/w1", [9; 32]).unwrap();
        let key = witness.cosigner();
        let line = witness.cosign(HEAD, 1000).unwrap();
        let (_, bytes) = signature_line(line.trim_end()).unwrap();
        let with = |text: &str, bytes: &[u8]| {
            format!("{text}\n{SIGNATURE_START}witness.example.com/w1 {}\n", STANDARD.encode(bytes))
        };
        assert!(verify(&with(HEAD, &bytes), &key).is_ok());
        let bad = Err(NoteError::BadSignature("witness.example.com/w1".into()));
        assert_eq!(verify(&with(&HEAD.replace("20852163", "20852164"), &bytes), &key), bad);
        for place in 4..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_eq!(verify(&with(HEAD, &changed), &key), bad, "byte {place}");
        }
        for length in 4..bytes.len() {
            assert_eq!(verify(&with(HEAD, &bytes[..length]), &key), bad, "{length} bytes");
        }
        assert_eq!(witness.cosign(HEAD, 1 << 63), Err(NoteError::Time(1 << 63)));
        let later = format!("{}{}", with(HEAD, &bytes), witness.cosign(HEAD, 2000).unwrap());
        assert_eq!(signed(&later, &key).unwrap().time, Some(2000));
    }

    #[test]
    fn a_private_key_prints_its_public_half_only() {
        assert_eq!(format!("{:?}", peter()), format!("SigningKey({VKEY})"));
    }
}
