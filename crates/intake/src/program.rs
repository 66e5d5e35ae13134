//! What a program is handed in as: an archive, or one text file. What a file says of itself must be what it is.

use language::{Message, Say};

/// The most bytes of a program.
pub const LARGEST: usize = 32 * 1024 * 1024;

/// What a file is, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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

/// A file that is no program to be handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadProgram {
    /// Nothing.
    Empty,
    /// Too much.
    TooLarge(usize),
    /// Neither an archive nor text.
    Unknown(String),
    /// Its name says that it is something else.
    Lies {
        /// The name.
        name: String,
        /// What it is.
        found: Kind,
    },
}

impl Kind {
    /// What this file is; `None` where it is nothing that is taken.
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

    /// What the name of a file says that it is: text where it says nothing.
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

impl Say for Kind {
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
            Self::Lies { name, found } => say!("intake-program-lies", name = name, found = found.message()),
        }
    }
}

display_in_english!(BadProgram);

impl std::error::Error for BadProgram {}

/// Whether this file, of this name, can be handed in as a program.
///
/// # Errors
/// [`BadProgram`], with what to hand in instead.
pub fn check(name: &str, bytes: &[u8]) -> Result<Kind, BadProgram> {
    if bytes.is_empty() {
        return Err(BadProgram::Empty);
    }
    if bytes.len() > LARGEST {
        return Err(BadProgram::TooLarge(bytes.len()));
    }
    let name: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
    match Kind::of(bytes) {
        None => Err(BadProgram::Unknown(name)),
        Some(kind) if kind == Kind::named(&name) => Ok(kind),
        Some(found) => Err(BadProgram::Lies { name, found }),
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
        let taken: [(&str, &[u8], Kind); 8] = [
            ("eliza.zip", b"PK\x03\x04rest", Kind::Zip),
            ("ELIZA.ZIP", b"PK\x03\x04", Kind::Zip),
            ("eliza.tar.gz", b"\x1f\x8b\x08", Kind::Gzip),
            ("eliza.txz", b"\xfd7zXZ\0", Kind::Xz),
            ("eliza.tbz2", b"BZh91AY&SY", Kind::Bzip2),
            ("eliza.tar", &tar(), Kind::Tar),
            ("eliza.py", "print(\"héllo\")\n".as_bytes(), Kind::Text),
            ("README", b"x", Kind::Text),
        ];
        for (name, bytes, kind) in taken {
            assert_eq!(check(name, bytes), Ok(kind), "{name}");
        }
    }

    #[test]
    fn a_file_that_lies_or_is_nothing_that_is_taken_is_refused() {
        let lies = |name: &str, found| Err(BadProgram::Lies { name: name.to_owned(), found });
        assert_eq!(check("eliza.zip", b"print()"), lies("eliza.zip", Kind::Text));
        assert_eq!(check("eliza.py", b"PK\x03\x04"), lies("eliza.py", Kind::Zip));
        assert_eq!(check("eliza.tar", b"\x1f\x8b"), lies("eliza.tar", Kind::Gzip));
        for (name, bytes) in [("a.exe", &b"MZ\x90\0\x03"[..]), ("a.zip", b"PK\x05\x06\0"), ("a.txt", b"\xff\xfe")] {
            assert_eq!(check(name, bytes), Err(BadProgram::Unknown(name.to_owned())));
        }
        assert_eq!(check("a.txt", b""), Err(BadProgram::Empty));
        assert_eq!(check("a.txt", &vec![b'a'; LARGEST]), Ok(Kind::Text));
        assert_eq!(check("a.txt", &vec![b'a'; LARGEST + 1]), Err(BadProgram::TooLarge(LARGEST + 1)));
    }
}
