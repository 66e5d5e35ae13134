//! Conclusions from one reading of all events: the tree, earlier heads, the form of events, private data, streams.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
    num::NonZeroUsize,
};

use rulebook::counted;

use super::{
    super::{
        entry,
        report::{EventText, Fault, ForeignHead, HEADS, Trust},
    },
    Examination,
    faults::{Faults, with_source},
    place::entry_place,
    scan::{Earlier, Scan},
};
use crate::{
    checkpoint::{Checkpoint, CheckpointError},
    hash::Hash,
    merkle::Frontier,
    note::{self, NoteError},
};

/// The results of reading the events.
pub(super) struct Events {
    pub(super) count: u64,
    pub(super) root: Option<Hash>,
    pub(super) streams: BTreeMap<String, u64>,
    pub(super) redacted: u64,
    pub(super) cut_from: Option<u64>,
    pub(super) foreign_heads: Vec<ForeignHead>,
    /// True if every event and all private data present is valid.
    pub(super) readable: bool,
}

impl<S: Read + Seek> Examination<'_, S> {
    /// Reads every event once, with its hash and its private data, and concludes all checks that depend on them.
    pub(super) fn events<R: Send>(
        &mut self,
        checkpoint: Option<&Checkpoint>,
        trust: &Trust,
        cores: NonZeroUsize,
        (read, take): (impl Fn(&EventText<'_>) -> R + Sync, impl FnMut(u64, R)),
    ) -> io::Result<Events> {
        let (heads, head_faults) = self.heads(trust);
        let mut scan = Scan::new(self, heads, checkpoint.map(|checkpoint| checkpoint.size));
        scan.run(cores, read, take)?;
        let Scan { found, listed, differing, shift, leaf_faults, private_faults, .. } = scan;
        let Scan { stream_faults, streams, redacted, opened, heads, given_up_of, .. } = scan;
        if let Some(count) = given_up_of {
            return Ok(self.give_up(count, leaf_faults, private_faults));
        }
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
                    named = true;
                    if aligned || !damaged {
                        // A changed byte that splits or joins lines has already been reported with its event.
                        faults.extend(match shift {
                            Some(shift) => shift.faults(proven),
                            None => differing.faults(proven, self.damaged_event),
                        });
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
        let cut_from = heads
            .iter()
            .filter(|earlier| earlier.own && earlier.head.size > size)
            .map(|earlier| earlier.head.size)
            .max();
        if !trust.heads.is_empty() {
            self.conclude_heads(&heads, head_faults, size);
        }
        let foreign_heads = foreign(heads);
        if !aligned {
            self.skip("events", "the events cannot be told apart");
            self.skip("private", "the events cannot be told apart");
            self.skip("streams", "not every event can be read");
            self.faults.extend(private_faults.all());
            return Ok(Events { count: size, root, streams, redacted, cut_from, foreign_heads, readable: false });
        }
        let damaged = self.damages.contains_key(entry::PRIVATE);
        // The number in a stream is part of the leaf, so private data does not matter here.
        let countable = !named && self.entries.contains_key(entry::EVENTS) && !leaf_faults.any();
        let readable = countable && !private_faults.any() && !damaged;
        // The tree check already reports these events; their other faults are not repeated.
        let known = |faults: Faults| if named { faults.not_differing() } else { (faults.all(), 0) };
        let (leaf_faults, known_leaves) = known(leaf_faults);
        match (leaf_faults.len(), known_leaves) {
            (0, 1..) => self
                .fail("events", &format!("not in canonical form: {known_leaves} of the events that are named already")),
            _ => self.conclude(
                "events",
                leaf_faults,
                format!("{} in canonical form", counted(size, "event is", "events are")),
            ),
        }
        let (private_faults, known_parts) = known(private_faults);
        if damaged {
            self.skip("private", "`private.jsonl` is damaged");
        } else if !self.entries.contains_key(entry::PRIVATE) {
            self.skip("private", "there is no `private.jsonl`");
        } else if private_faults.is_empty() && known_parts > 0 {
            let what = format!("not what is committed to: that of {known_parts} of the events that are named already");
            self.fail("private", &what);
        } else {
            let detail = format!("{opened} are what was committed to, {redacted} redacted");
            self.conclude("private", private_faults, detail);
        }
        if countable {
            let detail = format!("{} from 1 without a gap", counted(streams.len(), "stream counts", "streams count"));
            self.conclude("streams", stream_faults.all(), detail);
        } else {
            self.skip("streams", "not every event can be read");
        }
        Ok(Events { count: size, root, streams, redacted, cut_from, foreign_heads, readable })
    }

    /// The result if reading stopped after too many malformed events.
    fn give_up(&mut self, count: u64, leaf_faults: Faults, private_faults: Faults) -> Events {
        let mut faults = leaf_faults.all();
        faults.pop();
        let what = format!("after so many faults the rest of its {count} lines was not read");
        faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
        self.skip("tree", "the events were not read to their end");
        self.conclude("events", faults, String::new());
        if private_faults.any() {
            self.conclude("private", private_faults.all(), String::new());
        } else {
            self.skip("private", "the events were not read to their end");
        }
        self.skip("streams", "the events were not read to their end");
        let (streams, foreign_heads) = (BTreeMap::new(), Vec::new());
        Events { count, root: None, streams, redacted: 0, cut_from: None, foreign_heads, readable: false }
    }

    /// The earlier heads that the record must extend, and the faults of invalid ones.
    fn heads(&self, trust: &Trust) -> (Vec<Earlier>, Vec<Fault>) {
        let (mut heads, mut faults) = (Vec::new(), Vec::new());
        let Some(key) = &self.verifier else { return (heads, faults) };
        for (number, note) in (1..).zip(&trust.heads) {
            let signed = Checkpoint::verify(note, key);
            let claimed = note::split(note).ok().and_then(|(text, _)| Checkpoint::parse(text).ok());
            match (signed, claimed) {
                (Ok(head), _) => heads.push(Earlier { head, own: true, root: None }),
                (Err(CheckpointError::Note(NoteError::NotSigned(_))), Some(head)) => {
                    heads.push(Earlier { head, own: false, root: None });
                }
                (Err(error), _) => {
                    let what =
                        format!("the earlier checkpoint {number} is not of this record: {}", with_source(&error));
                    faults.push(Fault::new(entry_place(entry::CHECKPOINT), None, what));
                }
            }
        }
        (heads, faults)
    }

    fn conclude_heads(&mut self, heads: &[Earlier], mut faults: Vec<Fault>, size: u64) {
        for Earlier { head, own, root } in heads {
            if let Some(root) = root.filter(|root| *own && *root != head.root) {
                let what = format!(
                    "this is another history: the root of the first {} events was {} when it was signed, and is {root} here",
                    head.size, head.root
                );
                faults.push(Fault::new(entry_place(entry::EVENTS), None, what));
            }
        }
        let foreign = heads.iter().filter(|earlier| !earlier.own).count();
        if faults.is_empty() && foreign > 0 {
            self.skip(HEADS, &format!("{foreign} earlier checkpoints are signed by another key than the record"));
        } else {
            self.conclude(HEADS, faults, format!("no earlier checkpoint contradicts these {size} events"));
        }
    }
}

fn foreign(heads: Vec<Earlier>) -> Vec<ForeignHead> {
    let foreign = heads.into_iter().filter(|earlier| !earlier.own);
    foreign.map(|Earlier { head, root, .. }| ForeignHead { head, root }).collect()
}
