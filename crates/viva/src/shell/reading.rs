//! The input of commands: files by their paths, and `-` for standard input.
//!
//! Standard input can be read once, but a record is read several times and out of order. So standard input is copied
//! into a temporary file without a name, which vanishes when the command ends, even by a crash.

use std::{
    fs::File,
    io::{self, IsTerminal, Read, Seek, SeekFrom, Write},
    os::fd::AsRawFd,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use super::{Failure, Progress, ShownPath, Unit, talk};

/// The path that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The most bytes read from standard input: 64 GiB, far above the largest record, but finite.
const INPUT_MAX: u64 = 64 << 30;

/// The bytes read at a time.
const PIECE: usize = 1 << 16;

/// The largest text file read, in bytes.
const TEXT_MAX: u64 = 4 * rulebook::reader::LARGEST_FILE as u64;

/// A file that cannot be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("failed to read {}", called(path))]
#[diagnostic(help("{}", way_out(path)))]
pub(crate) struct Unreadable {
    path: PathBuf,
    #[source]
    source: io::Error,
}

fn called(path: &Path) -> String {
    if is_input(path) { "standard input".to_owned() } else { format!("`{}`", path.shown()) }
}

fn way_out(path: &Path) -> &'static str {
    match is_input(path) {
        true => "`-` stands for standard input: pipe the whole file into it, as text or as it was written",
        false => "check the path, and that the file may be read",
    }
}

/// Returns true if a path means standard input.
pub(crate) fn is_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// The name of a file in messages, on one line.
pub(crate) fn name_of(path: &Path) -> String {
    if is_input(path) { "standard input".to_owned() } else { path.shown().to_string() }
}

/// An open file. Reading it draws progress on a terminal.
#[derive(Debug)]
pub(crate) struct OpenFile {
    file: File,
    length: u64,
    at: u64,
    progress: Progress,
}

impl OpenFile {
    /// Opens a file, or the copy of standard input.
    fn open(path: &Path) -> io::Result<Self> {
        let file = if is_input(path) { input(INPUT_MAX)? } else { File::open(path)? };
        let length = file.metadata()?.len();
        let progress = Progress::of(format_args!("reading {}", name_of(path)), Unit::Bytes, length);
        Ok(Self { file, length, at: 0, progress })
    }

    /// The length of the file when it was opened, in bytes; 0 for a file without a length, such as a pipe.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }
}

impl Read for OpenFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.at += read as u64;
        self.progress.is_at(self.at);
        Ok(read)
    }
}

impl Seek for OpenFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

/// The copy of standard input, up to `most` bytes, read from its beginning on each call.
fn input(most: u64) -> io::Result<File> {
    static KEPT: OnceLock<File> = OnceLock::new();
    if KEPT.get().is_none() {
        if io::stdin().is_terminal() {
            talk("reading from the terminal; end with Ctrl-D on a line of its own");
        }
        let _ = KEPT.set(keep(&mut io::stdin().lock(), most)?);
    }
    let kept = KEPT.get().expect("it was kept just now");
    // Opened again, so that every reader has its own position.
    File::open(format!("/proc/self/fd/{}", kept.as_raw_fd()))
}

/// Copies a stream of at most `most` bytes into a file without a name.
fn keep(stream: &mut impl Read, most: u64) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    let progress = Progress::of("reading standard input", Unit::Bytes, 0);
    let (mut bytes, mut kept) = (vec![0; PIECE], 0);
    loop {
        let read = match stream.read(&mut bytes) {
            Ok(0) => return Ok(file),
            Ok(read) => read,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        };
        kept += read as u64;
        if kept > most {
            return Err(too_large(most));
        }
        file.write_all(&bytes[..read])?;
        progress.is_at(kept);
    }
}

/// Opens a file to be read in pieces.
pub(crate) fn open(path: &Path) -> Result<OpenFile, Failure> {
    OpenFile::open(path).map_err(|source| unreadable(path, source))
}

/// Reads a text file, at most as large as a rulebook or contest file may be.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    read_text_of(path, TEXT_MAX)
}

/// Reads a text file of at most `most` bytes.
pub(crate) fn read_text_of(path: &Path, most: u64) -> Result<String, Failure> {
    let file = if is_input(path) { input(most) } else { File::open(path) };
    file.and_then(|file| text_up_to(file, most)).map_err(|source| unreadable(path, source))
}

/// Reads all of an open text file. The same limit holds for a file without a length, such as a pipe or a device.
pub(crate) fn text_of(file: File) -> io::Result<String> {
    text_up_to(file, TEXT_MAX)
}

fn text_up_to(file: File, most: u64) -> io::Result<String> {
    let bytes = up_to(file, most)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

fn up_to(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    let most = if most < 1_000_000 { format!("{most} bytes") } else { format!("{} MB", most / 1_000_000) };
    io::Error::other(format!("it is larger than the {most} that are read of it"))
}

/// Reads a file of at most `most` bytes.
pub(crate) fn read_bytes_of(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    OpenFile::open(path).and_then(|source| up_to(source, most)).map_err(|source| unreadable(path, source))
}

/// The failure of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, source: io::Error) -> Failure {
    Unreadable { path: path.to_owned(), source }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_up_to_its_limit_and_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("text");
        std::fs::write(&file, "abcd").unwrap();
        assert_eq!(read_text_of(&file, 4).unwrap(), "abcd");
        assert!(read_text_of(&file, 3).is_err());
        assert_eq!(read_bytes_of(&file, 4).unwrap(), b"abcd");
        assert!(read_bytes_of(&file, 3).is_err());
    }

    #[test]
    fn what_was_kept_of_a_stream_is_read_as_often_as_somebody_asks() {
        assert!(keep(&mut &b"a record"[..], 7).is_err());
        let kept = keep(&mut &b"a record"[..], 8).unwrap();
        for _ in 0..2 {
            let again = File::open(format!("/proc/self/fd/{}", kept.as_raw_fd())).unwrap();
            assert_eq!(up_to(again, 100).unwrap(), b"a record");
        }
    }
}
