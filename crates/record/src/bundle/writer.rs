//! Writing a bundle event by event, in memory that does not grow with the events.
//!
//! The header before an entry's data (size, checksum) is known only after the data. Headers have a fixed length, so
//! they are filled in last. The leaf hashes are computed from the written leaves.

use std::{
    fmt::Write as _,
    io::{Read, Seek, SeekFrom, Write},
};

use sha2::{Digest as _, Sha256};

use super::{
    FIXED, README, WriteError,
    archive::{self, Header},
    entry,
    file::File,
    is_attachment_name, manifest_text, private_lines,
};
use crate::{
    checkpoint::Checkpoint,
    event::LONGEST_LINE,
    hash::Hash,
    merkle::{Frontier, leaf_hash},
    note::{LONGEST_NOTE, SigningKey},
};

/// Writes one bundle: all leaves, then the openings, then [`finish`](Writer::finish).
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    /// The number of bytes written.
    length: u64,
    open: Option<Open>,
    written: Vec<(Header, Hash)>,
    tree: Frontier,
    /// The event of the last opening written.
    opened: u64,
}

/// The entry in progress.
#[derive(Debug)]
struct Open {
    name: String,
    data: u64,
    crc: crc32fast::Hasher,
    hash: Sha256,
}

impl<W: Read + Write + Seek> Writer<W> {
    /// Begins a bundle at the beginning of `out`, which must be empty.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W) -> Result<Self, WriteError> {
        let tree = Frontier::default();
        let mut writer = Self { out, length: 0, open: None, written: Vec::new(), tree, opened: 0 };
        writer.entry(entry::README, README.as_bytes())?;
        writer.begin(entry::EVENTS)?;
        Ok(writer)
    }

    /// Adds an event.
    ///
    /// # Errors
    /// [`WriteError::Leaf`] if it does not fit a line, or an opening was written before; [`WriteError::File`] if it cannot be
    /// written.
    pub fn leaf(&mut self, leaf: &[u8]) -> Result<(), WriteError> {
        let event = self.tree.size() + 1;
        if leaf.contains(&b'\n') || leaf.len() > LONGEST_LINE || !self.is_at(entry::EVENTS) {
            return Err(WriteError::Leaf { event });
        }
        self.tree.append(leaf_hash(leaf));
        self.put(leaf)?;
        self.put(b"\n")
    }

    /// Adds the opening of an event's private parts, counted from 1; in ascending order, after all leaves.
    ///
    /// # Errors
    /// [`WriteError::Opening`] if it is malformed or out of order.
    pub fn opening(&mut self, event: u64, opening: &[u8]) -> Result<(), WriteError> {
        let wrong = || WriteError::Opening { event };
        if event <= self.opened || event > self.tree.size() {
            return Err(wrong());
        }
        let lines = private_lines(event, opening).ok_or_else(wrong)?;
        if lines.len() > LONGEST_LINE {
            return Err(wrong());
        }
        if self.is_at(entry::EVENTS) {
            self.end()?;
            self.begin(entry::PRIVATE)?;
        }
        self.opened = event;
        self.put(&lines)
    }

    /// Adds hashes, checkpoint, attachments (in ascending order of their names) and manifest. `signed` is an existing
    /// checkpoint, with its cosignatures; without one, `key` signs.
    ///
    /// # Errors
    /// [`WriteError`] if an attachment's name is not allowed, there are too many, or the file cannot be written.
    pub fn finish(
        self,
        attachments: impl IntoIterator<Item = Result<(String, Vec<u8>), WriteError>>,
        signed: Option<String>,
        key: &SigningKey,
    ) -> Result<W, WriteError> {
        let mut attaching = self.head(signed, key)?;
        for attachment in attachments {
            let (name, data) = attachment?;
            attaching.attach(&name, &data)?;
        }
        attaching.finish(key)
    }

    /// Adds hashes and checkpoint, as [`finish`](Self::finish) does; for attachments added one by one.
    ///
    /// # Errors
    /// [`WriteError`] if the checkpoint cannot be signed, or the file cannot be written.
    pub fn head(mut self, signed: Option<String>, key: &SigningKey) -> Result<Attaching<W>, WriteError> {
        if self.is_at(entry::EVENTS) {
            self.end()?;
            self.begin(entry::PRIVATE)?;
        }
        self.end()?;
        self.leaf_hashes()?;
        let head = Checkpoint { origin: key.name().into(), size: self.tree.size(), root: self.tree.root() };
        let checkpoint = signed.map_or_else(|| head.sign(key), Ok).map_err(WriteError::Checkpoint)?;
        self.entry(entry::CHECKPOINT, checkpoint.as_bytes())?;
        self.entry(entry::VERIFIER, format!("{}\n", key.verifier()).as_bytes())?;
        if checkpoint.len() > LONGEST_NOTE {
            return Err(WriteError::TooLarge);
        }
        Ok(Attaching { writer: self, last: String::new() })
    }

    /// Writes the entry of the leaf hashes, from the leaves already written.
    fn leaf_hashes(&mut self) -> Result<(), WriteError> {
        let events = self.written.iter().find(|(header, _)| header.name == entry::EVENTS);
        let (header, _) = events.expect("the events were written first").clone();
        self.begin(entry::LEAF_HASHES)?;
        let mut next = header.data;
        loop {
            let mut text = String::new();
            {
                let file = File::open(&mut self.out)?;
                let mut lines = file.lines(next, header.data + header.size - next);
                while text.len() < AT_A_TIME {
                    let Some(line) = lines.next()? else { break };
                    next = line.offset + line.text.len() as u64 + 1;
                    let _ = writeln!(text, "{}", leaf_hash(&line.text));
                }
            }
            if text.is_empty() {
                return self.end();
            }
            self.out.seek(SeekFrom::Start(self.length))?;
            self.put(text.as_bytes())?;
        }
    }

    fn entry(&mut self, name: &str, data: &[u8]) -> Result<(), WriteError> {
        self.begin(name)?;
        self.put(data)?;
        self.end()
    }

    fn begin(&mut self, name: &str) -> Result<(), WriteError> {
        // A placeholder; the real header is written once the entry is complete.
        self.raw(&archive::local_header(name, 0, 0))?;
        let (crc, hash) = (crc32fast::Hasher::new(), Sha256::new());
        self.open = Some(Open { name: name.to_owned(), data: self.length, crc, hash });
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        if let Some(open) = &mut self.open {
            open.crc.update(bytes);
            open.hash.update(bytes);
        }
        self.raw(bytes)
    }

    fn end(&mut self) -> Result<(), WriteError> {
        if let Some(Open { name, data, crc, hash }) = self.open.take() {
            let header = Header { name, crc: crc.finalize(), data, size: self.length - data };
            self.written.push((header, Hash::new(hash.finalize().into())));
        }
        Ok(())
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.out.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn is_at(&self, name: &str) -> bool {
        self.open.as_ref().is_some_and(|open| open.name == name)
    }
}

/// A bundle that is complete except for attachments and manifest.
#[derive(Debug)]
pub struct Attaching<W> {
    writer: Writer<W>,
    /// The name of the last attachment.
    last: String,
}

impl<W: Read + Write + Seek> Attaching<W> {
    /// Adds an attachment, in ascending order of their names.
    ///
    /// # Errors
    /// [`WriteError::Name`] if its name is not allowed there; [`WriteError::File`] if the file cannot be written.
    pub fn attach(&mut self, name: &str, data: &[u8]) -> Result<(), WriteError> {
        if !is_attachment_name(name) || name <= self.last.as_str() {
            return Err(WriteError::Name { name: name.to_owned() });
        }
        name.clone_into(&mut self.last);
        self.writer.entry(name, data)
    }

    /// Adds the manifest, signed by `key`.
    ///
    /// # Errors
    /// [`WriteError`] if there are too many attachments, or the file cannot be written.
    pub fn finish(self, key: &SigningKey) -> Result<W, WriteError> {
        let mut writer = self.writer;
        let hashes = writer.written.iter().map(|(header, hash)| (header.name.as_str(), *hash));
        let manifest = key.sign(&manifest_text(hashes)).expect("names and hashes hold no control characters");
        if manifest.len() > LONGEST_NOTE {
            return Err(WriteError::TooLarge);
        }
        writer.entry(entry::MANIFEST, manifest.as_bytes())?;
        let headers: Vec<_> = writer.written.iter().map(|(header, _)| header.clone()).collect();
        let directory = archive::directory(&headers).ok_or(WriteError::TooLarge)?;
        writer.raw(&directory)?;
        for header in headers {
            let start = header.data - archive::header_length(&header.name);
            writer.out.seek(SeekFrom::Start(start))?;
            writer.out.write_all(&archive::local_header(&header.name, header.crc, header.size))?;
        }
        writer.out.flush()?;
        Ok(writer.out)
    }
}

/// The number of bytes of hashes per write.
const AT_A_TIME: usize = 1 << 20;

const _: () = assert!(FIXED.len() == 6, "the writer writes every entry that a bundle has");
