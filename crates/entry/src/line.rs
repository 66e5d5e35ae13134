//! One line of a program's output while it comes in, byte by byte and bounded.

use rulebook::contest_file::Encoding;

use crate::encoding::text_of;

/// The most characters of one line that a program prints; the rest of the line is cut.
pub const LINE_MAX: usize = 2_000;

/// How many bytes may be printed in which nothing is finished, before the organiser is told of an output without end.
pub(crate) const ENDLESS: usize = 64 << 10;

/// The most bytes of a line that are kept before it is read as text.
const LINE_BYTES_MAX: usize = 4 * LINE_MAX;

/// A line that has not ended.
#[derive(Debug)]
pub(crate) struct Line {
    encoding: Encoding,
    /// Whether a carriage return alone ends a line too.
    returns: bool,
    after_return: bool,
    bytes: Vec<u8>,
    is_long: bool,
}

/// A finished line, or several that are one reply.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) text: String,
    /// Places that were no text.
    pub(crate) invalid: usize,
    /// Whether more was printed than is kept.
    pub(crate) is_long: bool,
}

impl Line {
    /// Lines that end with a line feed and, if it `returns`, also with a carriage return or with both: one end, not two.
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

    /// What has come of the line.
    pub(crate) fn text(&self) -> String {
        text_of(&self.bytes, self.encoding).0
    }

    /// How many bytes have come.
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
    /// Adds a line to a reply, after a blank. What is too long anyway is not kept.
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
