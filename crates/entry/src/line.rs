//! A bounded line of a program's output, received byte by byte.

use rulebook::contest_file::Encoding;

use crate::encoding::text_of;

/// The maximum length of a printed line, in characters; the rest of the line is cut.
pub const LINE_MAX: usize = 2_000;

/// The maximum number of bytes without any finished line, before endless output is reported to the organiser.
pub(crate) const ENDLESS: usize = 64 << 10;

/// The maximum number of bytes kept of a line before decoding.
const LINE_BYTES_MAX: usize = 4 * LINE_MAX;

/// An unfinished line.
#[derive(Debug)]
pub(crate) struct UnfinishedLine {
    encoding: Encoding,
    /// True if a carriage return alone ends a line too.
    returns: bool,
    after_return: bool,
    bytes: Vec<u8>,
    is_long: bool,
}

/// A finished line, or several that form one reply.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) text: String,
    /// The number of undecodable places.
    pub(crate) invalid: usize,
    /// True if the line was longer than the limit.
    pub(crate) is_long: bool,
}

impl UnfinishedLine {
    /// Lines that end with a line feed and, with `returns`, also with a carriage return or with both as one end.
    pub(crate) fn new(encoding: Encoding, returns: bool) -> Self {
        Self { encoding, returns, after_return: false, bytes: Vec::new(), is_long: false }
    }

    /// Takes a byte; true when it ends the line.
    pub(crate) fn push(&mut self, byte: u8) -> bool {
        let after_return = std::mem::take(&mut self.after_return);
        match byte {
            b'\r' if self.returns => {
                self.after_return = true;
                return true;
            }
            b'\n' => return !after_return,
            _ if self.bytes.len() < LINE_BYTES_MAX => self.bytes.push(byte),
            _ => self.is_long = true,
        }
        false
    }

    /// The text so far.
    pub(crate) fn text(&self) -> String {
        text_of(&self.bytes, self.encoding).0
    }

    /// The number of bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Ends the line.
    pub(crate) fn take(&mut self) -> Printed {
        let (text, invalid) = text_of(&std::mem::take(&mut self.bytes), self.encoding);
        Printed { text, invalid, is_long: std::mem::take(&mut self.is_long) }
    }
}

impl Printed {
    /// Adds a line to a reply, after a space. A reply beyond the limit is not extended.
    pub(crate) fn join(&mut self, line: &Self) {
        self.invalid += line.invalid;
        self.is_long |= line.is_long || self.text.len() > LINE_BYTES_MAX;
        if self.text.len() <= LINE_BYTES_MAX {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(&line.text);
        }
    }
}
