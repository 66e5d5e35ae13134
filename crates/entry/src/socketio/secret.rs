//! The secret that identifies a program: the first line of a file shared by its organiser and its author.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The maximum size of a secret, in bytes.
pub const SECRET_MAX: usize = 200;

/// A secret, hidden in debug forms.
#[derive(PartialEq, Eq)]
pub(super) struct Secret(pub(super) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The reason why a file has no usable secret. Never quotes the file's content.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The file cannot be read.
    #[error("failed to read the secret in `{path}`: write it into the first line of that file", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// Its first line is no secret.
    #[error(
        "the first line of `{path}` is no secret: it must hold 1 to {SECRET_MAX} bytes of text, without control characters",
        path = .path.display()
    )]
    NoSecret {
        /// The file.
        path: PathBuf,
    },
}

/// Reads the first line of a file, without its end.
///
/// # Errors
/// If the file cannot be read, or its first line is empty, longer than [`SECRET_MAX`] or no text.
pub fn read_secret(path: &Path) -> Result<String, SecretError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(SECRET_MAX as u64 + 2).read_to_end(&mut bytes))
        .map_err(|source| SecretError::Read { path: path.to_owned(), source })?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(secret) if (1..=SECRET_MAX).contains(&secret.len()) && !secret.contains(char::is_control) => {
            Ok(secret.to_owned())
        }
        _ => Err(SecretError::NoSecret { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_the_first_line_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_secret(&path).ok()
        };
        let longest = "x".repeat(SECRET_MAX);
        assert_eq!(read(b"abc 123\nnotes"), Some("abc 123".to_owned()));
        assert_eq!(read(b"abc\r\n"), Some("abc".to_owned()));
        assert_eq!(read(longest.as_bytes()), Some(longest.clone()));
        assert_eq!(read(format!("{longest}\r\nmore").as_bytes()), Some(longest.clone()));
        for none in [&b""[..], b"\nabc", b"a\0b", b"\xff", format!("{longest}x").as_bytes()] {
            assert_eq!(read(none), None);
        }
        let missing = read_secret(&folder.path().join("missing")).unwrap_err();
        assert!(matches!(missing, SecretError::Read { .. }));
    }
}
