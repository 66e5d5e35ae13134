//! A file read in pieces, from any position, and never held in memory whole.
//!
//! Several readers walk through the same bundle at the same time (events, their private data, their hashes), so every
//! read names its position. A line longer than the format allows is cut.

use std::{
    cell::RefCell,
    io::{self, Read, Seek, SeekFrom},
};

use sha2::{Digest as _, Sha256};

use crate::{event::LONGEST_LINE, hash::Hash};

/// The number of bytes per read.
const PIECE: usize = 64 << 10;

/// A file, with its length at the time of opening.
#[derive(Debug)]
pub(super) struct File<S> {
    source: RefCell<S>,
    length: u64,
}

/// The checksum, hash and line count of a stretch of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) crc: u32,
    pub(super) hash: Hash,
    /// The number of lines; the last one counts even without a newline.
    pub(super) lines: u64,
}

impl<S: Read + Seek> File<S> {
    pub(super) fn open(mut source: S) -> io::Result<Self> {
        let length = source.seek(SeekFrom::End(0))?;
        Ok(Self { source: RefCell::new(source), length })
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The bytes from `at` on; fewer than `most` only at the end of the file.
    pub(super) fn read(&self, at: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_into(at, most, &mut bytes)?;
        Ok(bytes)
    }

    /// Like [`Self::read`], but replaces the content of `bytes`.
    pub(super) fn read_into(&self, at: u64, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
        let most = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX).min(most);
        bytes.resize(most, 0);
        // Archives may claim positions that the system refuses to seek to.
        if most > 0 {
            let mut source = self.source.borrow_mut();
            source.seek(SeekFrom::Start(at))?;
            source.read_exact(bytes)?;
        }
        Ok(())
    }

    /// Visits every piece of a stretch with its position in the file, until `visit` returns false.
    pub(super) fn pieces(
        &self,
        at: u64,
        length: u64,
        mut visit: impl FnMut(u64, &[u8]) -> io::Result<bool>,
    ) -> io::Result<()> {
        let end = at.saturating_add(length).min(self.length);
        let (mut at, mut piece) = (at, Vec::new());
        while at < end {
            self.read_into(at, PIECE.min(usize::try_from(end - at).unwrap_or(PIECE)), &mut piece)?;
            if !visit(at, &piece)? {
                break;
            }
            at += piece.len() as u64;
        }
        Ok(())
    }

    /// The digest of a stretch. `instead` replaces one byte, at a position in the file.
    pub(super) fn digest(&self, at: u64, length: u64, instead: Option<(u64, u8)>) -> io::Result<Digest> {
        let (mut crc, mut hash) = (crc32fast::Hasher::new(), Sha256::new());
        let (mut newlines, mut last) = (0, b'\n');
        self.pieces(at, length, |start, piece| {
            let mut changed;
            let piece = match instead.and_then(|(place, byte)| Some((place.checked_sub(start)?, byte))) {
                Some((place, byte)) if place < piece.len() as u64 => {
                    changed = piece.to_vec();
                    changed[usize::try_from(place).expect("it is less than a length")] = byte;
                    &changed[..]
                }
                _ => piece,
            };
            crc.update(piece);
            hash.update(piece);
            newlines += memchr::memchr_iter(b'\n', piece).count() as u64;
            last = *piece.last().unwrap_or(&last);
            Ok(true)
        })?;
        let lines = newlines + u64::from(last != b'\n');
        Ok(Digest { crc: crc.finalize(), hash: Hash::new(hash.finalize().into()), lines })
    }

    /// The lines of a stretch.
    pub(super) fn lines(&self, at: u64, length: u64) -> Lines<'_, S> {
        Lines { file: self, at, end: at.saturating_add(length).min(self.length), piece: Vec::new(), taken: 0 }
    }
}

/// A line of a stretch of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawLine {
    /// The text without the newline; cut after one byte more than [`LONGEST_LINE`].
    pub(super) text: Vec<u8>,
    /// Its position in the file.
    pub(super) offset: u64,
    /// True if a newline ends it.
    pub(super) ended: bool,
}

/// The lines of a stretch of a file, in order.
#[derive(Debug)]
pub(super) struct Lines<'f, S> {
    file: &'f File<S>,
    /// The position of the next piece.
    at: u64,
    end: u64,
    piece: Vec<u8>,
    /// The number of consumed bytes in the piece.
    taken: usize,
}

impl<S: Read + Seek> Lines<'_, S> {
    pub(super) fn next(&mut self) -> io::Result<Option<RawLine>> {
        let mut line = RawLine::default();
        Ok(self.next_into(&mut line)?.then_some(line))
    }

    /// Reads the next line into `line`; false at the end.
    pub(super) fn next_into(&mut self, line: &mut RawLine) -> io::Result<bool> {
        line.offset = self.offset();
        line.ended = false;
        line.text.clear();
        let mut any = false;
        while self.fill()? {
            any = true;
            let rest = &self.piece[self.taken..];
            let newline = memchr::memchr(b'\n', rest);
            let part = &rest[..newline.unwrap_or(rest.len())];
            let room = (LONGEST_LINE + 1).saturating_sub(line.text.len());
            line.text.extend_from_slice(&part[..part.len().min(room)]);
            self.taken += part.len();
            if newline.is_some() {
                self.taken += 1;
                line.ended = true;
                break;
            }
        }
        Ok(any)
    }

    /// The position of the next line in the file.
    pub(super) fn offset(&self) -> u64 {
        self.at - (self.piece.len() - self.taken) as u64
    }

    /// Returns whether bytes are left; reads the next piece if the last one is consumed.
    fn fill(&mut self) -> io::Result<bool> {
        if self.taken == self.piece.len() {
            let left = self.end.saturating_sub(self.at);
            let most = PIECE.min(usize::try_from(left).unwrap_or(PIECE));
            self.file.read_into(self.at, most, &mut self.piece)?;
            self.at += self.piece.len() as u64;
            self.taken = 0;
        }
        Ok(self.taken < self.piece.len())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn lines(text: &[u8], at: u64, length: u64) -> Vec<(Vec<u8>, u64, bool)> {
        let file = File::open(Cursor::new(text)).unwrap();
        let mut lines = file.lines(at, length);
        std::iter::from_fn(|| lines.next().unwrap()).map(|line| (line.text, line.offset, line.ended)).collect()
    }

    #[test]
    fn lines_are_found_wherever_the_pieces_part() {
        let long = [b"a".repeat(PIECE - 1), b"\n".to_vec(), b"b".repeat(2 * PIECE), b"\n\nend".to_vec()].concat();
        let found = lines(&long, 0, long.len() as u64);
        let lengths: Vec<_> = found.iter().map(|(text, offset, ended)| (text.len(), *offset, *ended)).collect();
        let piece = PIECE as u64;
        assert_eq!(
            lengths,
            [(PIECE - 1, 0, true), (2 * PIECE, piece, true), (0, 3 * piece + 1, true), (3, 3 * piece + 2, false)]
        );
        assert_eq!(lines(b"xa\nb\nc", 1, 4), [(b"a".to_vec(), 1, true), (b"b".to_vec(), 3, true)]);
        assert_eq!(lines(b"", 0, 0), []);
        assert_eq!(lines(b"xa", 3, 4), []);
    }

    #[test]
    fn lines_of_every_length_are_found_in_a_file_of_many_pieces() {
        let text: Vec<u8> = (0..700).flat_map(|length| [b"a".repeat(length), b"\n".to_vec()].concat()).collect();
        assert!(text.len() > 3 * PIECE);
        let found = lines(&text, 0, text.len() as u64);
        assert_eq!(found.len(), 700);
        assert!((0..).zip(&found).all(|(length, (line, _, ended))| line.len() == length && *ended));
    }

    #[test]
    fn what_lies_beyond_the_end_of_a_real_file_is_nothing() {
        let mut real = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut real, b"few bytes").unwrap();
        let file = File::open(real).unwrap();
        for at in [9, 10, 1 << 40, 1 << 63, u64::MAX] {
            assert_eq!(file.read(at, 30).unwrap(), b"", "{at}");
        }
    }

    #[test]
    fn a_line_without_end_is_cut_not_held() {
        let found = lines(&b"x".repeat(LONGEST_LINE + 100), 0, u64::MAX);
        assert_eq!((found.len(), found[0].0.len()), (1, LONGEST_LINE + 1));
    }

    #[test]
    fn a_digest_counts_lines_and_may_put_one_byte_right() {
        let file = File::open(Cursor::new(b"one\ntwX\nthree")).unwrap();
        let digest = |instead| file.digest(0, 13, instead).unwrap();
        assert_eq!(digest(None).lines, 3);
        assert_eq!(digest(Some((6, b'o'))).hash, Hash::of(&[b"one\ntwo\nthree"]));
        assert_eq!(digest(Some((6, b'o'))).crc, crc32fast::hash(b"one\ntwo\nthree"));
        assert_eq!(file.digest(0, 4, None).unwrap().lines, 1);
        assert_eq!(file.digest(0, 0, None).unwrap().lines, 0);
    }

    #[test]
    fn a_digest_of_several_pieces_is_that_of_the_whole() {
        let mut text = b"as it was\n".repeat(PIECE / 4);
        let file = File::open(Cursor::new(text.clone())).unwrap();
        assert_eq!(file.digest(0, text.len() as u64, None).unwrap().crc, crc32fast::hash(&text));
        for place in [0, PIECE - 1, PIECE, PIECE + 1, text.len() - 1] {
            let was = std::mem::replace(&mut text[place], b'?');
            let instead = Some((place as u64, b'?'));
            assert_eq!(file.digest(0, text.len() as u64, instead).unwrap().crc, crc32fast::hash(&text), "{place}");
            text[place] = was;
        }
    }
}
