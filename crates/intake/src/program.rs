//! Program uploads: an archive or one text file. The extension must match the content.

use language::{Message, Say};

/// The most bytes of a program.
pub const LARGEST: usize = 32 * 1024 * 1024;

/// The kind of a file, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramFormat {
    /// A zip archive.
    Zip,
    /// Compressed by gzip, such as a `.tar.gz`.
    Gzip,
    /// Compressed by xz.
    Xz,
    /// Compressed by bzip2.
    Bzip2,
    /// A tar archive.
    Tar,
    /// Text in UTF-8.
    Text,
}

/// A reason why a file is refused as a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadProgram {
    /// An empty file.
    Empty,
    /// A file above [`LARGEST`].
    TooLarge(usize),
    /// Neither an archive nor text.
    Unknown(String),
    /// The extension does not match the content.
    ExtensionMismatch {
        /// The name.
        name: String,
        /// The kind of the content.
        found: ProgramFormat,
    },
}

impl ProgramFormat {
    /// The kind of this content; `None` for a kind that is not accepted.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'P', b'K', 3, 4, ..] => Some(Self::Zip),
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [b'B', b'Z', b'h', ..] if bytes.get(4..7) == Some(b"1AY") => Some(Self::Bzip2),
            _ if bytes.get(257..262) == Some(b"ustar") => Some(Self::Tar),
            _ => {
                let is_text = str::from_utf8(bytes).is_ok_and(|text| {
                    text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}'))
                });
                is_text.then_some(Self::Text)
            }
        }
    }

    /// The kind by the extension of a name; text for any other extension.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let name = name.to_lowercase();
        let ends = |with: &[&str]| with.iter().any(|end| name.ends_with(end));
        match () {
            () if ends(&[".zip", ".jar"]) => Self::Zip,
            () if ends(&[".gz", ".tgz"]) => Self::Gzip,
            () if ends(&[".xz", ".txz"]) => Self::Xz,
            () if ends(&[".bz2", ".tbz", ".tbz2"]) => Self::Bzip2,
            () if ends(&[".tar"]) => Self::Tar,
            () => Self::Text,
        }
    }
}

impl Say for ProgramFormat {
    fn message(&self) -> Message {
        match self {
            Self::Zip => say!("intake-program-zip"),
            Self::Gzip => say!("intake-program-compressed", by = "gzip"),
            Self::Xz => say!("intake-program-compressed", by = "xz"),
            Self::Bzip2 => say!("intake-program-compressed", by = "bzip2"),
            Self::Tar => say!("intake-program-tar"),
            Self::Text => say!("intake-program-text"),
        }
    }
}

impl Say for BadProgram {
    fn message(&self) -> Message {
        match self {
            Self::Empty => say!("intake-program-empty"),
            Self::TooLarge(bytes) => say!("intake-program-too-large", bytes = *bytes, most = LARGEST),
            Self::Unknown(name) => say!("intake-program-unknown", name = name),
            Self::ExtensionMismatch { name, found } => {
                say!("intake-program-lies", name = name, found = found.message())
            }
        }
    }
}

display_in_english!(BadProgram);

impl std::error::Error for BadProgram {}

/// Checks that a file can be handed in under this name.
///
/// # Errors
/// [`BadProgram`], with the remedy.
pub fn check(name: &str, bytes: &[u8]) -> Result<ProgramFormat, BadProgram> {
    if bytes.is_empty() {
        return Err(BadProgram::Empty);
    }
    if bytes.len() > LARGEST {
        return Err(BadProgram::TooLarge(bytes.len()));
    }
    let name: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
    match ProgramFormat::of(bytes) {
        None => Err(BadProgram::Unknown(name)),
        Some(kind) if kind == ProgramFormat::named(&name) => Ok(kind),
        Some(found) => Err(BadProgram::ExtensionMismatch { name, found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tar() -> Vec<u8> {
        let mut bytes = vec![0; 512];
        bytes[257..262].copy_from_slice(b"ustar");
        bytes
    }

    #[test]
    fn a_file_is_taken_as_what_it_is_where_its_name_says_so() {
        let taken: [(&str, &[u8], ProgramFormat); 8] = [
            ("eliza.zip", b"PK\x03\x04rest", ProgramFormat::Zip),
            ("ELIZA.ZIP", b"PK\x03\x04", ProgramFormat::Zip),
            ("eliza.tar.gz", b"\x1f\x8b\x08", ProgramFormat::Gzip),
            ("eliza.txz", b"\xfd7zXZ\0", ProgramFormat::Xz),
            ("eliza.tbz2", b"BZh91AY&SY", ProgramFormat::Bzip2),
            ("eliza.tar", &tar(), ProgramFormat::Tar),
            ("eliza.py", "print(\"héllo\")\n".as_bytes(), ProgramFormat::Text),
            ("README", b"x", ProgramFormat::Text),
        ];
        for (name, bytes, kind) in taken {
            assert_eq!(check(name, bytes), Ok(kind), "{name}");
        }
    }

    #[test]
    fn a_file_that_lies_or_is_nothing_that_is_taken_is_refused() {
        let mismatch = |name: &str, found| Err(BadProgram::ExtensionMismatch { name: name.to_owned(), found });
        assert_eq!(check("eliza.zip", b"print()"), mismatch("eliza.zip", ProgramFormat::Text));
        assert_eq!(check("eliza.py", b"PK\x03\x04"), mismatch("eliza.py", ProgramFormat::Zip));
        assert_eq!(check("eliza.tar", b"\x1f\x8b"), mismatch("eliza.tar", ProgramFormat::Gzip));
        for (name, bytes) in [("a.exe", &b"MZ\x90\0\x03"[..]), ("a.zip", b"PK\x05\x06\0"), ("a.txt", b"\xff\xfe")] {
            assert_eq!(check(name, bytes), Err(BadProgram::Unknown(name.to_owned())));
        }
        assert_eq!(check("a.txt", b""), Err(BadProgram::Empty));
        assert_eq!(check("a.txt", &vec![b'a'; LARGEST]), Ok(ProgramFormat::Text));
        assert_eq!(check("a.txt", &vec![b'a'; LARGEST + 1]), Err(BadProgram::TooLarge(LARGEST + 1)));
    }
}
