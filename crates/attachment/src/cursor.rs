//! A reader of bytes from front to back that knows its position, for errors.

use language::Message;

use crate::{FileFault, Format};

/// The unread rest of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'b> {
    format: Format,
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Cursor<'b> {
    pub(crate) fn new(format: Format, bytes: &'b [u8]) -> Self {
        Self { format, bytes, at: 0 }
    }

    /// The position, in bytes from the beginning of the file.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The number of unread bytes.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.left() == 0
    }

    /// The unread bytes, without consuming them.
    pub(crate) fn rest(&self) -> &'b [u8] {
        &self.bytes[self.at..]
    }

    /// Reads the next `count` bytes.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'b [u8], FileFault> {
        if count > self.left() {
            return Err(self.fault(say!("refused-broken-ends")));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// Reads the next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        let taken = self.take(N)?;
        Ok(taken.try_into().unwrap_or([0; N]))
    }

    pub(crate) fn byte(&mut self) -> Result<u8, FileFault> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// Reads two bytes, big-endian.
    pub(crate) fn u16_be(&mut self) -> Result<u16, FileFault> {
        self.array().map(u16::from_be_bytes)
    }

    /// Reads two bytes, little-endian.
    pub(crate) fn u16_le(&mut self) -> Result<u16, FileFault> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads four bytes, big-endian.
    pub(crate) fn u32_be(&mut self) -> Result<u32, FileFault> {
        self.array().map(u32::from_be_bytes)
    }

    /// Reads four bytes, little-endian.
    pub(crate) fn u32_le(&mut self) -> Result<u32, FileFault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads eight bytes, big-endian.
    pub(crate) fn u64_be(&mut self) -> Result<u64, FileFault> {
        self.array().map(u64::from_be_bytes)
    }

    /// Reads the next `count` bytes as a separate cursor; its positions stay those of the file.
    pub(crate) fn part(&mut self, count: usize) -> Result<Self, FileFault> {
        let start = self.at;
        self.take(count)?;
        Ok(Self { format: self.format, bytes: &self.bytes[..start + count], at: start })
    }

    /// A fault at the current position.
    pub(crate) fn fault(&self, what: Message) -> FileFault {
        FileFault::broken(self.format, self.at, what)
    }
}
