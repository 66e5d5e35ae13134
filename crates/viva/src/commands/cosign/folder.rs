//! The folder of a cosigner: the key of the contest's record, the last signed head, and a line for each signed head.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use record::{VerifierKey, cosigner::claimed};

use crate::{
    misuse::Unwritable,
    shell::{self, Failure, ShownPath},
};

const LOG: &str = "verifier.key";
const HEAD: &str = "head";
const HEADS: &str = "heads.txt";
const NEW_KEY: &str = "new-key.note";
const REFUSED: &str = "refused.txt";
const LOCK: &str = "lock";

/// A folder locked against other cosigners while this lives.
pub(super) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// The folder at this path, created if missing.
    ///
    /// # Errors
    /// When it cannot be written to, or another cosigner holds it.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
        let lock = made.and_then(|()| OpenOptions::new().create(true).append(true).open(path.join(LOCK)));
        let lock = lock.map_err(|source| Unwritable { path: path.to_owned(), source })?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(miette::miette!(
                help = "end the other one first, or name another folder with --out",
                "{}: another `viva cosign` watches with this folder",
                path.shown()
            )),
            Err(TryLockError::Error(source)) => Err(Unwritable { path: path.to_owned(), source }.into()),
        }
    }

    /// The stored key of the record.
    pub(super) fn log(&self) -> Result<Option<VerifierKey>, Failure> {
        let Some(text) = self.read(LOG)? else { return Ok(None) };
        match text.trim().parse() {
            Ok(key) => Ok(Some(key)),
            Err(why) => Err(shell::failure(why)),
        }
    }

    /// Stores the key of the record.
    pub(super) fn keep_log(&self, key: VerifierKey) -> Result<VerifierKey, Failure> {
        self.write(LOG, &format!("{key}\n"))?;
        Ok(key)
    }

    /// The last signed head.
    pub(super) fn head(&self) -> Result<Option<String>, Failure> {
        self.read(HEAD)
    }

    /// Stores a head, synced to disk when this returns, and adds a line for it.
    pub(super) fn keep_head(&self, note: &str) -> Result<(), Failure> {
        self.write(HEAD, note)?;
        let path = self.path.join(HEADS);
        let line = claimed(note).map(|head| format!("{}\t{}\n", head.size, head.root)).unwrap_or_default();
        let append = || OpenOptions::new().create(true).append(true).open(&path)?.write_all(line.as_bytes());
        Ok(append().map_err(|source| Unwritable { path: path.clone(), source })?)
    }

    /// Stores the note that names a new key.
    pub(super) fn keep_new_key(&self, note: &str) -> Result<(), Failure> {
        self.write(NEW_KEY, note)
    }

    /// Stores both heads of a refused record, and returns the path.
    pub(super) fn keep_refused(&self, told: &str) -> Result<PathBuf, Failure> {
        self.write(REFUSED, told)?;
        Ok(self.path.join(REFUSED))
    }

    fn read(&self, name: &str) -> Result<Option<String>, Failure> {
        let path = self.path.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(shell::unreadable(&path, source)),
        }
    }

    /// Writes a file atomically, and syncs it.
    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(name);
        let new = self.path.join(format!("{name}.new"));
        let write = || -> io::Result<()> {
            let mut file = File::create(&new)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            File::open(&self.path)?.sync_all()
        };
        Ok(write().map_err(|source| Unwritable { path: path.clone(), source })?)
    }
}
