//! Proofs from a bundle: that it contains one event, or that it continues an earlier head.

use std::io::{self, Read, Seek};

use super::{entry, verify::Examined};
use crate::{
    hash::Hash,
    merkle::Tree,
    note::LONGEST_NOTE,
    proof::{Consistency, Inclusion},
};

impl<S: Read + Seek> Examined<S> {
    /// The signed head, with its cosignatures; absent if the bundle has none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn checkpoint(&self) -> io::Result<Option<String>> {
        let Some(entry) = self.entry(entry::CHECKPOINT) else { return Ok(None) };
        let size = usize::try_from(entry.header.size).unwrap_or(usize::MAX).min(LONGEST_NOTE + 1);
        Ok(String::from_utf8(self.file.read(entry.header.data, size)?).ok())
    }

    /// Proves that this event, counted from 1, is in the record; `None` if there is no such event, or if the bundle is not
    /// [sound](super::Report::is_sound). Opens no private part.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn prove(&self, event: u64) -> io::Result<Option<Inclusion>> {
        let mut found = None;
        let tree = self.tree(|number, leaf| {
            if number == event {
                found = Some(leaf.to_vec());
            }
        })?;
        let Some((tree, checkpoint)) = tree else { return Ok(None) };
        let hashes = event.checked_sub(1).and_then(|index| tree.prove(index));
        Ok(found.zip(hashes).map(|(leaf, hashes)| Inclusion { event, leaf, opening: None, hashes, checkpoint }))
    }

    /// Proves that the record continues its own state at size `from`; `None` if it is shorter, or if the bundle is not
    /// [sound](super::Report::is_sound).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn prove_since(&self, from: u64) -> io::Result<Option<Consistency>> {
        let Some((tree, checkpoint)) = self.tree(|_, _| {})? else { return Ok(None) };
        let hashes = tree.prove_consistency(from, tree.size());
        Ok(hashes.map(|hashes| Consistency { from, hashes, checkpoint }))
    }

    /// The root of the record at this size; `None` if it is shorter, or if the bundle is not
    /// [sound](super::Report::is_sound).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn root_at(&self, size: u64) -> io::Result<Option<Hash>> {
        Ok(self.tree(|_, _| {})?.and_then(|(tree, _)| tree.root_at(size)))
    }

    /// The tree over the events, and its signed head.
    fn tree(&self, mut each: impl FnMut(u64, &[u8])) -> io::Result<Option<(Tree, String)>> {
        let (Some(events), Some(checkpoint)) = (self.entry(entry::EVENTS), self.checkpoint()?) else { return Ok(None) };
        if !self.report.is_sound() {
            return Ok(None);
        }
        let mut tree = Tree::new();
        let mut lines = self.file.lines(events.header.data, events.header.size);
        while let Some(line) = lines.next()? {
            tree.append(&line.text);
            each(tree.size(), &line.text);
        }
        Ok(Some((tree, checkpoint)))
    }
}
