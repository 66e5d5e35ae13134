//! The hashes that a bundle lists for its events.

use std::io::{self, Read, Seek};

use super::super::file::Lines;
use crate::{hash::Hash, merkle::Frontier};

/// The lines of `leaf-hashes` and their tree; reading stops at the first line that is not a hash.
pub(super) struct Listing<'f, S> {
    lines: Lines<'f, S>,
    /// Absent after a line that is not a hash.
    tree: Option<Frontier>,
}

impl<'f, S: Read + Seek> Listing<'f, S> {
    pub(super) fn new(lines: Lines<'f, S>) -> Self {
        Self { lines, tree: Some(Frontier::default()) }
    }

    /// The lines from here on, after these hashes.
    pub(super) fn after(hashes: Frontier, lines: Lines<'f, S>) -> Self {
        Self { lines, tree: Some(hashes) }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Hash>> {
        let Some(tree) = &mut self.tree else { return Ok(None) };
        let Some(line) = self.lines.next()? else { return Ok(None) };
        let hash = std::str::from_utf8(&line.text).ok().and_then(|text| text.parse().ok()).filter(|_| line.ended);
        match hash {
            Some(hash) => tree.append(hash),
            None => self.tree = None,
        }
        Ok(hash)
    }

    /// The tree of all lines, including the unread rest, if each is a hash.
    pub(super) fn whole(mut self) -> io::Result<Option<Frontier>> {
        while self.next()?.is_some() {}
        Ok(self.tree)
    }
}
