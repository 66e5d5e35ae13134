//! Location of a single changed byte, from its checksum alone.
//!
//! A CRC is linear: the difference between the expected checksum and the actual one depends only on the position of the
//! change and on the change itself. Running the checksum backwards from the end of the data, the difference shrinks to one
//! byte exactly at the possible positions. A hash from elsewhere selects the true candidate.

use std::io::{self, Read, Seek};

use super::{archive::Entry, file::File};
use crate::hash::Hash;

/// The maximum number of bytes read to select one of several candidates.
const EFFORT: u64 = 4 << 30;

/// The maximum number of candidates.
const MOST_CANDIDATES: usize = 4096;

/// One changed byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Damage {
    /// Its position in the data, from 0.
    pub(super) at: u64,
    /// The present byte.
    pub(super) is: u8,
    /// The original byte.
    pub(super) was: u8,
}

/// The one changed byte that explains an entry's wrong checksum. `None` if no single byte does, or if several do and the
/// `hash` of the original data is unknown.
pub(super) fn locate<S: Read + Seek>(file: &File<S>, entry: &Entry, hash: Option<Hash>) -> io::Result<Option<Damage>> {
    let (data, size) = (entry.header.data, entry.header.size);
    let candidates = candidates(size, entry.found.crc ^ entry.header.crc);
    let effort = size.saturating_mul(candidates.len() as u64);
    let damage = |(at, flipped): (u64, u8)| {
        let is = file.read(data + at, 1)?.first().copied().unwrap_or_default();
        io::Result::Ok(Damage { at, is, was: is ^ flipped })
    };
    match (hash, candidates.as_slice()) {
        (Some(hash), several) if effort <= EFFORT => {
            for &candidate in several {
                let damage = damage(candidate)?;
                if file.digest(data, size, Some((data + damage.at, damage.was)))?.hash == hash {
                    return Ok(Some(damage));
                }
            }
            Ok(None)
        }
        (None, [one]) => damage(*one).map(Some),
        _ => Ok(None),
    }
}

/// The positions and changes that turn the checksum by `difference`; if there are very many, the last ones.
fn candidates(length: u64, difference: u32) -> Vec<(u64, u8)> {
    // The entries of the CRC table have distinct highest bytes, so a step can be undone.
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
            if found.len() == MOST_CANDIDATES {
                break;
            }
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
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;
    use crate::bundle::archive::Header;

    /// Locates the damage in `data`, originally `was`.
    fn found(data: &[u8], was: &[u8]) -> Option<Damage> {
        found_by(data, was, Some(Hash::of(&[was])))
    }

    /// The same with another hash, or none.
    fn found_by(data: &[u8], was: &[u8], hash: Option<Hash>) -> Option<Damage> {
        let file = File::open(Cursor::new(data)).unwrap();
        let size = data.len() as u64;
        let header = Header { name: "x".into(), crc: crc32fast::hash(was), data: 0, size };
        let entry = Entry { header, found: file.digest(0, size, None).unwrap() };
        locate(&file, &entry, hash).unwrap()
    }

    proptest! {
        #[test]
        fn one_changed_byte_is_found_by_the_checksum_alone(
            data in prop::collection::vec(any::<u8>(), 1..2000), at: prop::sample::Index, flipped in 1_u8..
        ) {
            let mut changed = data.clone();
            let at = at.index(data.len());
            changed[at] ^= flipped;
            let expected = Damage { at: at as u64, is: changed[at], was: data[at] };
            prop_assert_eq!(found(&changed, &data), Some(expected));
        }
    }

    #[test]
    fn without_a_hash_a_change_is_told_where_nothing_else_explains_it() {
        assert_eq!(found_by(b"hold", b"held", None), Some(Damage { at: 1, is: b'o', was: b'e' }));
    }

    /// In data of this length, a change of the first byte by 0xf8 and one of the last byte by 0xa9 turn the checksum alike.
    #[test]
    fn of_two_changes_that_explain_a_checksum_the_hash_knows_which_it_was() {
        let was = vec![0; 145_213];
        for (at, flipped) in [(0, 0xf8), (was.len() - 1, 0xa9)] {
            let mut data = was.clone();
            data[at] = flipped;
            assert_eq!(found(&data, &was), Some(Damage { at: at as u64, is: flipped, was: 0 }));
            assert_eq!(found_by(&data, &was, None), None);
        }
    }

    #[test]
    fn more_than_one_changed_byte_is_not_guessed_at() {
        assert_eq!(found(b"held together", b"hold tigether"), None);
        assert_eq!(found(b"", b"x"), None);
    }
}
