//! The keys that sign the heads of records: files of the data folder, outside its store, readable by their owner only.
//!
//! One key signs for all contests of a folder, under a name for each. A record that is continued from an older copy of
//! the store gets a key of its own, whose name contains the lost head: a holder of that head sees at once that this is
//! another history.

use std::{
    io::{Error, ErrorKind, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use contest::event::Restored;
use hmac::{Hmac, KeyInit, Mac};
use record::{Hash, SigningKey, note::BadKeyName};
use sha2::Sha256;

/// The keys of a data folder.
#[derive(Debug, Clone)]
pub struct Keyring {
    folder: PathBuf,
    seed: [u8; 32],
}

/// The reason why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or made.
    #[error("failed to read or make the signing key `{path}`: it must hold 64 hexadecimal digits", path = .path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: Error,
    },
    /// The id of a contest cannot be the name of a key.
    #[error(transparent)]
    Name(#[from] BadKeyName),
}

impl Keyring {
    /// The keys of this folder; the first is made when there is none.
    ///
    /// # Errors
    /// When its file cannot be read or made.
    pub fn open(data: &Path) -> Result<Self, KeyError> {
        let seed = seed(&data.join("signing-key"))?;
        Ok(Self { folder: data.to_owned(), seed })
    }

    /// The public part of the key of this folder: equal for two folders exactly when they have the same key.
    #[must_use]
    pub fn public(&self) -> String {
        let key = SigningKey::from_bytes("vivavoce", self.seed).expect("a good name");
        key.verifier().to_string()
    }

    /// A secret for another purpose, derived from the first key. It reveals neither the key nor the secrets for other
    /// purposes.
    #[must_use]
    pub fn secret_for(&self, purpose: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed).expect("a key may have any length");
        mac.update(format!("vivavoce {purpose}").as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The files with keys that other users of the machine can read.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn read_by_others(data: &Path) -> std::io::Result<Vec<PathBuf>> {
        let files = std::fs::read_dir(data)?.map(|file| Ok(file?.path()));
        let mut files = files.collect::<Result<Vec<_>, Error>>()?;
        let is_key = |path: &Path| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("signing-key"))
        };
        files.retain(|path| is_key(path) && can_be_read_by_others(path));
        Ok(files)
    }

    /// The key for a contest whose record was continued from older copies at these points; the last one counts.
    ///
    /// # Errors
    /// When the file of a key of its own cannot be read.
    pub fn of(&self, contest: &str, restored: &[Restored]) -> Result<SigningKey, KeyError> {
        match restored.last() {
            None => Ok(SigningKey::from_bytes(&format!("vivavoce/{contest}"), self.seed)?),
            Some(Restored { lost_size, lost_root, .. }) => self.after(contest, *lost_size, *lost_root),
        }
    }

    /// The key for a contest that goes on without the events of this head: its own, made when there is none.
    ///
    /// # Errors
    /// When its file cannot be read or made.
    pub fn after(&self, contest: &str, lost_size: u64, lost_root: Hash) -> Result<SigningKey, KeyError> {
        let root = hex::encode(&lost_root.as_bytes()[..8]);
        let seed = seed(&self.folder.join(format!("signing-key.{contest}.after-{lost_size}-{root}")))?;
        Ok(SigningKey::from_bytes(&format!("vivavoce/{contest}/after-{lost_size}-{root}"), seed)?)
    }
}

/// True when other users of the machine can read this file: its permissions allow it, and those of its folder let them
/// enter.
#[must_use]
pub fn can_be_read_by_others(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let modes = [file, folder].map(|path| path.metadata().map(|is| is.permissions().mode()));
    let [Ok(file), Ok(folder)] = modes else { return false };
    let lets = |read: u32, enter: u32| file & read != 0 && folder & enter != 0;
    lets(0o040, 0o010) || lets(0o004, 0o001)
}

/// The 32 bytes from which a key is made: drawn once, readable by their owner only.
fn seed(path: &Path) -> Result<[u8; 32], KeyError> {
    let failed = |source| KeyError::File { path: path.to_owned(), source };
    let mut seed = [0; 32];
    match std::fs::read_to_string(path) {
        Ok(text) => hex::decode_to_slice(text.trim(), &mut seed)
            .map_err(|why| failed(Error::new(ErrorKind::InvalidData, why)))?,
        Err(why) if why.kind() == ErrorKind::NotFound => {
            getrandom::fill(&mut seed).expect("the operating system gives random bytes");
            let mut file =
                std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
            file.write_all(hex::encode(seed).as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        Err(why) => return Err(failed(why)),
    }
    Ok(seed)
}
