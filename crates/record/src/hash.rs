//! A SHA-256 hash as a type of its own, so that other bytes cannot be mistaken for it.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The 32 bytes of a SHA-256 hash. Prints, parses and serialises as 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

/// A text that is not 64 lowercase hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a hash (64 lowercase hexadecimal digits)")]
pub struct BadHash;

impl Hash {
    /// The hash with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The SHA-256 of the concatenated parts.
    #[must_use]
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl FromStr for Hash {
    type Err = BadHash;

    fn from_str(text: &str) -> Result<Self, BadHash> {
        lower_hex(text).map(Self).ok_or(BadHash)
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Hash {
    /// Returns whether this line is the printed hash and a newline.
    pub(crate) fn is_line(&self, line: &[u8; 65]) -> bool {
        let mut printed = [b'\n'; 65];
        for (pair, byte) in printed.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [LOWER_HEX[usize::from(byte >> 4)], LOWER_HEX[usize::from(byte & 0xf)]];
        }
        printed == *line
    }
}

/// The lowercase hexadecimal digits.
const LOWER_HEX: &[u8; 16] = b"0123456789abcdef";

/// The bytes of a text of exactly `2 * N` lowercase hexadecimal digits; one spelling per value.
pub(crate) fn lower_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    // Bytes other than digits have values above 0xf; one check after the loop finds them all.
    let (mut bytes, mut all) = ([0; N], 0);
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        let (high, low) = (DIGITS[usize::from(*high)], DIGITS[usize::from(*low)]);
        all |= high | low;
        *byte = high << 4 | low;
    }
    (all <= 0x0f).then_some(bytes)
}

/// The value of each byte as a lowercase hexadecimal digit; 0xff for other bytes.
const DIGITS: [u8; 256] = {
    let mut digits = [0xff; 256];
    let mut value = 0;
    while value < 16 {
        digits[LOWER_HEX[value as usize] as usize] = value;
        value += 1;
    }
    digits
};
