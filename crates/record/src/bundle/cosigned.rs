//! The cosigners of a bundle's head, with their current keys.

use std::io::{self, Read, Seek};

use super::{archive::Entry, file::File, verify::Examined};
use crate::{
    cosigner::{LONGEST_NEW_KEY, NewKey, keys_of},
    note::{self, MOST_SIGNATURES, NoteError, Signed, VerifierKey},
};

/// The folder of attachments with cosigners' new keys, one note each.
pub const NEW_KEYS: &str = "cosigners/";

/// The new keys that cosigners have announced in a bundle. Attachments without a valid announcement are ignored.
pub(super) fn new_keys<'e, S: Read + Seek>(
    file: &File<S>,
    entries: impl Iterator<Item = &'e Entry>,
) -> io::Result<Vec<NewKey>> {
    let notes = entries.filter(|entry| entry.header.name.starts_with(NEW_KEYS)).take(MOST_SIGNATURES);
    let mut keys = Vec::new();
    for entry in notes {
        let size = usize::try_from(entry.header.size).unwrap_or(usize::MAX).min(LONGEST_NEW_KEY + 1);
        let text = file.read(entry.header.data, size)?;
        keys.extend(String::from_utf8(text).ok().and_then(|text| NewKey::read(&text).ok()));
    }
    Ok(keys)
}

/// The signature of a cosigner on a note, under any of its keys.
pub(super) fn signed<'n>(note: &'n str, cosigner: &VerifierKey, named: &[NewKey]) -> Result<Signed<'n>, NoteError> {
    let mut keys = keys_of(cosigner, named).into_iter();
    let first =
        keys.next().map_or(Err(NoteError::NotSigned(cosigner.name().to_owned())), |key| note::signed(note, &key));
    keys.fold(first, |found, key| match found {
        Err(NoteError::NotSigned(_)) => note::signed(note, &key),
        found => found,
    })
}

impl<S: Read + Seek> Examined<S> {
    /// The time of a cosigner's signature on the head, under any of its keys, in seconds since 1970 by its own clock. The inner
    /// option is absent for a signature without a time; the outer one, without a signature.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn cosigned_by(&self, cosigner: &VerifierKey) -> io::Result<Option<Option<u64>>> {
        let named = new_keys(&self.file, self.entries.iter())?;
        let note = self.checkpoint()?.unwrap_or_default();
        Ok(signed(&note, cosigner, &named).ok().map(|signed| signed.time))
    }
}
