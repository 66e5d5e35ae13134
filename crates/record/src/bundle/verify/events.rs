//! What is concluded from one reading of all events: the tree, earlier heads, the form of events, private data, streams.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    super::{
        entry,
        report::{Fault, Trust},
    },
    Examination,
    faults::{Faults, with_source},
    place::entry_place,
    scan::Scan,
};
use crate::{checkpoint::Checkpoint, hash::Hash, merkle::Frontier};

/// What reading the events told.
pub(super) struct Events {
    pub(super) count: u64,
    pub(super) root: Option<Hash>,
    pub(super) streams: BTreeMap<String, u64>,
    pub(super) redacted: u64,
    pub(super) cut_from: Option<u64>,
    /// Whether every event, and all private data that is there, can be believed.
    pub(super) readable: bool,
}

impl<S: Read + Seek> Examination<'_, S> {
    /// Reads every event once, with its hash and its private data, and concludes what depends on them.
    pub(super) fn events(&mut self, checkpoint: Option<&Checkpoint>, trust: &Trust) -> io::Result<Events> {
        let (heads, head_faults) = self.heads(trust);
        let mut scan = Scan::new(self, heads);
        scan.run()?;
        let Scan { found, listed, differing, leaf_faults, private_faults, .. } = scan;
        let Scan { stream_faults, streams, redacted, opened, heads, .. } = scan;
        let size = found.size();
        let root = self.entries.contains_key(entry::EVENTS).then(|| found.root());
        let signed = |tree: &Frontier| checkpoint.is_some_and(|c| (c.size, c.root) == (tree.size(), tree.root()));
        let has_hashes = self.entries.contains_key(entry::LEAF_HASHES);
        let (mut faults, mut aligned, mut named) = (Vec::new(), true, self.damaged_event.is_some());
        match &listed {
            Some(listed) if differing.any() || listed.size() != size => {
                if signed(&found) {
                    if !self.damages.contains_key(entry::LEAF_HASHES) {
                        let what = "it does not list the hashes of the events, which are those that were signed";
                        faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
                    }
                } else {
                    let proven = if signed(listed) { "the leaf hash that was signed" } else { "its listed leaf hash" };
                    let damaged = self.damages.contains_key(entry::EVENTS);
                    aligned = listed.size() == size;
                    named |= aligned || !damaged;
                    if aligned || !damaged {
                        // Where one byte made a line of two, or two of one, it has named its event.
                        faults.extend(differing.faults(listed.size(), size, proven, self.damaged_event));
                    }
                }
            }
            None if has_hashes => {
                let what = "it is not one hash (64 lowercase hexadecimal digits) per line";
                faults.push(Fault::new(entry_place(entry::LEAF_HASHES), None, what));
            }
            _ => {}
        }
        match checkpoint {
            None if faults.is_empty() => self.skip("tree", "there is no valid checkpoint to compare the events with"),
            None => self.conclude("tree", faults, String::new()),
            Some(checkpoint) => {
                if checkpoint.size != size {
                    let what = format!("there are {size} events, but {} were signed", checkpoint.size);
                    faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
                } else if checkpoint.root != found.root() && faults.is_empty() {
                    let what =
                        format!("the root of the events is {}, but {} was signed", found.root(), checkpoint.root);
                    faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
                }
                self.conclude("tree", faults, format!("the root of {size} events is {}", found.root()));
            }
        }
        let cut_from = heads.iter().filter(|(head, _)| head.size > size).map(|(head, _)| head.size).max();
        if !trust.heads.is_empty() {
            self.conclude_heads(heads, head_faults, size);
        }
        if !aligned {
            self.skip("events", "the events cannot be told apart");
            self.skip("private", "the events cannot be told apart");
            self.skip("streams", "not every event can be read");
            self.faults.extend(private_faults.all());
            return Ok(Events { count: size, root, streams, redacted, cut_from, readable: false });
        }
        let damaged = self.damages.contains_key(entry::PRIVATE);
        let mut readable = !named && self.entries.contains_key(entry::EVENTS);
        readable &= leaf_faults.any.is_none() && private_faults.any.is_none() && !damaged;
        // Events that the tree names already are not named again for what else is wrong with them.
        let known = |faults: Faults| if named { faults.not_differing() } else { faults.all() };
        let (leaf_faults, private_faults) = (known(leaf_faults), known(private_faults));
        self.conclude("events", leaf_faults, format!("{size} events are in canonical form"));
        if damaged {
            self.skip("private", "`private.jsonl` is damaged");
        } else if self.entries.contains_key(entry::PRIVATE) {
            let detail = format!("{opened} are what was committed to, {redacted} redacted");
            self.conclude("private", private_faults, detail);
        } else {
            self.skip("private", "there is no `private.jsonl`");
        }
        if readable {
            let detail = format!("{} streams count from 1 without a gap", streams.len());
            self.conclude("streams", stream_faults.all(), detail);
        } else {
            self.skip("streams", "not every event can be read");
        }
        Ok(Events { count: size, root, streams, redacted, cut_from, readable })
    }

    /// The earlier heads that the record must extend, and what is wrong with those that are none.
    fn heads(&self, trust: &Trust) -> (Vec<(Checkpoint, Option<Hash>)>, Vec<Fault>) {
        let (mut heads, mut faults) = (Vec::new(), Vec::new());
        for (number, note) in (1..).zip(&trust.heads) {
            let head = self.verifier.as_ref().map(|key| Checkpoint::verify(note, key));
            match head {
                Some(Ok(head)) => heads.push((head, None)),
                Some(Err(error)) => {
                    let what =
                        format!("the earlier checkpoint {number} is not of this record: {}", with_source(&error));
                    faults.push(Fault::new(entry_place(entry::CHECKPOINT), None, what));
                }
                None => {}
            }
        }
        (heads, faults)
    }

    fn conclude_heads(&mut self, heads: Vec<(Checkpoint, Option<Hash>)>, mut faults: Vec<Fault>, size: u64) {
        for (head, root) in heads {
            if let Some(root) = root.filter(|root| *root != head.root) {
                let what = format!(
                    "this is another history: the root of the first {} events was {} when it was signed, and is {root} here",
                    head.size, head.root
                );
                faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
            }
        }
        self.conclude("heads", faults, format!("no earlier checkpoint contradicts these {size} events"));
    }
}
