//! The private key file of a cosigner: a secret, readable by its owner only.

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use record::{SigningKey, note::BadKeyName, note::BadSigningKey};
use server::keyring::can_be_read_by_others;

use crate::{
    commands::serve,
    misuse::Unwritable,
    shell::{self, Failure, ShownPath},
};

/// The reason why there is no key. Its message never shows one.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoKey {
    #[error("{}: there is no key\nhint: make one with --name, such as --name society.example", .0.shown())]
    Missing(PathBuf),
    #[error("{}: this is no private key: {why}", .file.shown())]
    Unreadable { file: PathBuf, why: BadSigningKey },
    #[error(transparent)]
    Name(#[from] BadKeyName),
    #[error("{}: the key there is called `{found}`\nhint: leave --name out, or name another file", .file.shown())]
    OtherName { file: PathBuf, found: String },
}

/// The key in this file, or a new one of this name if there is no file.
pub(crate) fn of(file: &Path, name: Option<&str>) -> Result<Result<SigningKey, NoKey>, Failure> {
    match fs::read_to_string(file) {
        Ok(text) => {
            if can_be_read_by_others(file) {
                shell::talk(serve::key_is_read(file));
            }
            Ok(match SigningKey::from_secret(&text) {
                Ok(key) if name.is_some_and(|name| name != key.name()) => {
                    Err(NoKey::OtherName { file: file.to_owned(), found: key.name().to_owned() })
                }
                Ok(key) => Ok(key),
                Err(why) => Err(NoKey::Unreadable { file: file.to_owned(), why }),
            })
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => match name {
            None => Ok(Err(NoKey::Missing(file.to_owned()))),
            Some(name) => Ok(match make(name) {
                Ok(key) => Ok(keep(file, key)?),
                Err(why) => Err(why.into()),
            }),
        },
        Err(source) => Err(shell::unreadable(file, source)),
    }
}

fn make(name: &str) -> Result<SigningKey, BadKeyName> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("the operating system gives random bytes");
    SigningKey::from_bytes(name, seed)
}

fn keep(file: &Path, key: SigningKey) -> Result<SigningKey, Failure> {
    let write = || -> io::Result<()> {
        let mut to = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
        writeln!(to, "{}", key.to_secret())?;
        to.sync_all()
    };
    write().map_err(|source| Unwritable { path: file.to_owned(), source })?;
    shell::talk(format_args!("made a key: {}\nhint: whoever has this file can sign in your name", file.shown()));
    Ok(key)
}
