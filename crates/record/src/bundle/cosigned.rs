//! Who has signed the head of a bundle beside its own key, and under which keys by now.

use std::io::{self, Read, Seek};

use super::{archive::Entry, file::File, verify::Examined};
use crate::{
    cosigner::{LONGEST_NEW_KEY, NewKey, keys_of},
    note::{self, MOST_SIGNATURES, NoteError, Signed, VerifierKey},
};

/// The folder of attachments in which cosigners name their new keys, a note in each.
pub const NEW_KEYS: &str = "cosigners/";

/// The new keys that cosigners have named in a bundle. An attachment that names none is passed over: nobody is believed for it.
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

/// What a cosigner has signed of a note, under whichever of its keys.
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
    /// When a cosigner has signed the head, under whichever of its keys (seconds since 1970, by its own clock; absent where its
    /// signature says no time); `None` where it has not.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn cosigned_by(&self, cosigner: &VerifierKey) -> io::Result<Option<Option<u64>>> {
        let named = new_keys(&self.file, self.entries.iter())?;
        let note = self.checkpoint()?.unwrap_or_default();
        Ok(signed(&note, cosigner, &named).ok().map(|signed| signed.time))
    }
}
