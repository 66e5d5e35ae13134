//! Helpers of the command-line tests: a desk with files, and the answers of `viva` run there.

use std::{
    io::{Seek, Write},
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::support::viva;

/// A folder in which `viva` is run.
pub(crate) struct Desk(TempDir);

impl Desk {
    /// An empty desk.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The path of a file on the desk.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Puts a file on the desk, replacing an earlier one.
    pub(crate) fn lay(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Reads a file on the desk.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The bytes of a file on the desk.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// Runs `viva` with these words, separated by spaces; a part in '…' is one word.
    pub(crate) fn viva(&self, line: &str) -> Answer {
        self.viva_reads(line, "")
    }

    /// The same, with this standard input.
    pub(crate) fn viva_reads(&self, line: &str, input: impl AsRef<[u8]>) -> Answer {
        Answer::of(self.0.path(), line, input.as_ref())
    }
}

/// The answer of `viva`.
pub(crate) struct Answer {
    line: String,
    code: Option<i32>,
    /// Standard output.
    pub(crate) data: String,
    /// Standard error.
    pub(crate) talk: String,
}

impl Answer {
    fn of(folder: &Path, line: &str, input: &[u8]) -> Self {
        let pieces = line.split('\'').enumerate();
        let words = pieces.flat_map(|(at, piece)| match at % 2 {
            0 => piece.split_whitespace().collect(),
            _ => vec![piece],
        });
        // A file, so that writing never blocks on a program that does not read.
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(input).and_then(|()| file.rewind()).unwrap();
        let output = viva().current_dir(folder).args(words).stdin(file).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { line: line.to_owned(), code: output.status.code(), data: text(output.stdout), talk: text(output.stderr) }
    }

    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// The exit code.
    pub(crate) fn code(&self) -> Option<i32> {
        self.code
    }

    /// Checks that standard output contains this. Spaces and line breaks are ignored.
    #[track_caller]
    pub(crate) fn prints(self, part: &str) -> Self {
        assert!(plain(&self.data).contains(&plain(part)), "does not print `{part}`: {self}");
        self
    }

    /// Checks that standard error contains this. Spaces, line breaks and the frame of a message are ignored.
    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Self {
        assert!(plain(&self.talk).contains(&plain(part)), "does not say `{part}`: {self}");
        self
    }

    /// Checks that standard output is empty.
    #[track_caller]
    pub(crate) fn prints_nothing(self) -> Self {
        assert_eq!(self.data, "", "{self}");
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.data).unwrap_or_else(|why| panic!("{why}: {self}"))
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "viva {} ended with {:?}\n{}\n{}", self.line, self.code, self.data, self.talk)
    }
}

/// A text without the parts that depend on a terminal's width.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect()
}
