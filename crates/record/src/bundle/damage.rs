//! Where a single byte was changed, from nothing but a checksum.
//!
//! A CRC is linear: the difference between the checksum that should be and the one that is depends only on the place of
//! the change and on the change itself. Running the checksum backwards from the end of the data, the difference comes
//! down to one byte exactly where the change may be. A hash known from elsewhere says which candidate is the true one.

use crate::hash::Hash;

/// One changed byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage {
    /// Its place in the data, from 0.
    pub(super) at: usize,
    /// What stood there.
    pub(super) was: u8,
    /// The data as it was.
    pub(super) repaired: Vec<u8>,
}

/// The one byte whose change explains why `data` does not have the checksum `crc`; `None` when no single byte does, or
/// when several do and `hash`, that of the data as it was, is not known.
pub(super) fn locate(data: &[u8], crc: u32, hash: Option<Hash>) -> Option<Damage> {
    let candidates = candidates(data.len(), crc32fast::hash(data) ^ crc);
    let repaired = candidates.iter().map(|&(at, flipped)| {
        let mut repaired = data.to_vec();
        repaired[at] ^= flipped;
        Damage { at, was: repaired[at], repaired }
    });
    match hash {
        Some(hash) => repaired.into_iter().find(|damage| Hash::of(&[&damage.repaired]) == hash),
        None if candidates.len() == 1 => repaired.into_iter().next(),
        None => None,
    }
}

/// The places and changes that would turn the checksum by `difference`.
fn candidates(length: usize, difference: u32) -> Vec<(usize, u8)> {
    // Every entry of the CRC table has another highest byte, by which a step can be undone.
    let mut undo = [0_usize; 256];
    for (index, step) in TABLE.iter().enumerate() {
        undo[(step >> 24) as usize] = index;
    }
    let mut found = Vec::new();
    let mut difference = difference;
    for at in (0..length).rev() {
        let index = undo[(difference >> 24) as usize];
        difference = ((difference ^ TABLE[index]) << 8) | index as u32;
        if let Ok(flipped @ 1..) = u8::try_from(difference) {
            found.push((at, flipped));
        }
    }
    found
}

/// The steps of the CRC-32 of ZIP (polynomial 0xEDB88320, reflected), one per byte.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn one_changed_byte_is_found_by_the_checksum_alone(
            data in prop::collection::vec(any::<u8>(), 1..2000), at: prop::sample::Index, flipped in 1_u8..
        ) {
            let mut changed = data.clone();
            let at = at.index(data.len());
            changed[at] ^= flipped;
            let damage = locate(&changed, crc32fast::hash(&data), Some(Hash::of(&[&data]))).unwrap();
            prop_assert_eq!((damage.at, damage.was), (at, data[at]));
            prop_assert_eq!(damage.repaired, data);
        }
    }

    #[test]
    fn more_than_one_changed_byte_is_not_guessed_at() {
        assert_eq!(
            locate(b"held together", crc32fast::hash(b"hold tigether"), Some(Hash::of(&[b"hold tigether"]))),
            None
        );
        assert_eq!(locate(b"", 1, None), None);
    }
}
