//! Bytes that are read from front to back, with the place that an error names.

use language::Message;

use crate::{Fault, Format};

/// What is left to read of a file.
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

    /// Where it stands, in bytes from the beginning of the file.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.left() == 0
    }

    /// What is left, without reading it.
    pub(crate) fn rest(&self) -> &'b [u8] {
        &self.bytes[self.at..]
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'b [u8], Fault> {
        if count > self.left() {
            return Err(self.fault(say!("refused-broken-ends")));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// The next bytes, as many as the result holds.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let taken = self.take(N)?;
        Ok(taken.try_into().unwrap_or([0; N]))
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Fault> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// Two bytes, the higher first.
    pub(crate) fn u16_be(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_be_bytes)
    }

    /// Two bytes, the lower first.
    pub(crate) fn u16_le(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    /// Four bytes, the highest first.
    pub(crate) fn u32_be(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_be_bytes)
    }

    /// Four bytes, the lowest first.
    pub(crate) fn u32_le(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes, the highest first.
    pub(crate) fn u64_be(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_be_bytes)
    }

    /// A part of the file, read by itself; places stay those of the file.
    pub(crate) fn part(&mut self, count: usize) -> Result<Self, Fault> {
        let start = self.at;
        self.take(count)?;
        Ok(Self { format: self.format, bytes: &self.bytes[..start + count], at: start })
    }

    /// What is wrong here.
    pub(crate) fn fault(&self, what: Message) -> Fault {
        Fault::broken(self.format, self.at, what)
    }
}
