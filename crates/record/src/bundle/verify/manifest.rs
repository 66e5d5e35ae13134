//! The readable part of the manifest: the hash of every entry.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    super::{archive::Entry, file::File},
    text_of,
};
use crate::{
    hash::Hash,
    note::{self, LONGEST_NOTE},
};

/// The readable lines of a manifest.
#[derive(Default)]
pub(super) struct Manifest {
    pub(super) text: String,
    pub(super) hashes: BTreeMap<String, Hash>,
    /// True if every line is a hash and a name, and no name repeats.
    pub(super) readable: bool,
}

impl Manifest {
    pub(super) fn of<S: Read + Seek>(file: &File<S>, entry: Option<&Entry>) -> io::Result<Self> {
        Ok(entry
            .map(|entry| text_of(file, entry, LONGEST_NOTE))
            .transpose()?
            .map(|data| Self::read(&data))
            .unwrap_or_default())
    }

    fn read(data: &[u8]) -> Self {
        let Some((text, _)) = std::str::from_utf8(data).ok().and_then(|text| note::split(text).ok()) else {
            return Self::default();
        };
        let line = |line: &str| {
            let (hash, name) = line.split_once("  ")?;
            Some((name.to_owned(), hash.parse().ok()?))
        };
        let hashes: BTreeMap<_, _> = text.lines().filter_map(line).collect();
        Self { text: text.into(), readable: hashes.len() == text.lines().count(), hashes }
    }
}
