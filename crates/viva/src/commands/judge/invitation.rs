//! An invitation as written on a judge's card, and the file that stores a seat. Both are secrets: nothing here prints
//! them.

use std::{
    fmt, fs,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use live::Seat;

use crate::shell::{self, Failure, ShownPath};

/// The largest file that can be an invitation or a kept seat, in bytes.
const FILE_MAX: usize = 16 * 1024;

/// The length of the secret at the end of an invitation, in hexadecimal digits.
const SECRET_DIGITS: usize = 32;

/// A judge's invitation.
pub(super) struct Invitation {
    /// The server's address.
    pub(super) base: String,
    /// The path of the invitation on that server.
    pub(super) path: String,
}

impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invitation").field("base", &self.base).finish_non_exhaustive()
    }
}

/// The reason why a text is no invitation. Never shows the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoInvitation {
    /// It does not begin like an address.
    #[error(
        "this is no address: an invitation looks like http://HOST:PORT/join/ and {SECRET_DIGITS} digits and letters"
    )]
    NoAddress,
    /// An address, but not of an invitation.
    #[error(
        "this address is no invitation: it should end in /join/ and {SECRET_DIGITS} digits and letters; copy it whole"
    )]
    NoSecret,
}

impl Invitation {
    /// Reads an invitation. Spaces and line breaks around it are ignored.
    pub(super) fn read(text: &str) -> Result<Self, NoInvitation> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").ok_or(NoInvitation::NoAddress)?;
        if !["http", "https"].contains(&scheme) {
            return Err(NoInvitation::NoAddress);
        }
        let (host, secret) = rest.split_once("/join/").ok_or(NoInvitation::NoSecret)?;
        if host.is_empty() || host.contains(|c: char| c == '/' || c == '@' || c.is_whitespace() || c.is_control()) {
            return Err(NoInvitation::NoAddress);
        }
        let secret = secret.trim_end_matches('/');
        if secret.len() != SECRET_DIGITS || !secret.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(NoInvitation::NoSecret);
        }
        Ok(Self { base: format!("{scheme}://{host}"), path: format!("/join/{secret}") })
    }
}

/// The seat kept in this file; `None` when there is no such file.
pub(super) fn kept(path: &Path) -> Result<Option<Seat>, Failure> {
    match fs::metadata(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => {
            let text = read(path)?;
            // A detailed error would show a part of the secret.
            serde_json::from_str(&text).map(Some).map_err(|_| {
                miette::miette!(
                    help = "name a file that `viva judge --session` has written, or one that does not exist yet",
                    "`{}` keeps no seat",
                    path.shown()
                )
            })
        }
    }
}

/// Creates the session file, readable by its owner alone. This happens before the invitation is used up, so that a
/// failure loses nothing.
pub(super) fn keeper(path: &Path) -> Result<fs::File, Failure> {
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(|why| {
        miette::miette!(help = "choose another file with --session", "failed to make `{}`: {why}", path.shown())
    })
}

/// Writes the seat to its file.
pub(super) fn keep(file: &mut fs::File, seat: &Seat) -> Result<(), Failure> {
    let text = serde_json::to_string(seat).map_err(shell::failure)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|why| {
        miette::miette!("failed to write the session file: {why}; do not close this program before the contest is over")
    })
}

/// Reads a small file of text.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let text = shell::read_text(path)?;
    if text.len() > FILE_MAX {
        return Err(miette::miette!("`{}` is too large to be an invitation", path.shown()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "5a2c1f0e9d8b7a6c5f4e3d2c1b0a9f8e";

    #[test]
    fn an_invitation_is_read_however_it_was_copied() {
        for text in [format!("http://h:8080/join/{SECRET}"), format!("  http://h:8080/join/{SECRET}/\r\n")] {
            let invitation = Invitation::read(&text).unwrap();
            assert_eq!((invitation.base.as_str(), invitation.path), ("http://h:8080", format!("/join/{SECRET}")));
            let shown = format!("{:?}", Invitation::read(&text));
            assert!(!shown.contains(SECRET), "{shown}");
        }
        assert_eq!(Invitation::read(&format!("https://h/join/{SECRET}")).unwrap().base, "https://h");
    }

    #[test]
    fn what_is_none_is_told_without_showing_it() {
        use NoInvitation as N;
        let long = format!("http://h/join/{SECRET}0");
        let cases = [
            ("nothing", String::new(), N::NoAddress),
            ("a word", "judge".into(), N::NoAddress),
            ("a secret alone", SECRET.into(), N::NoAddress),
            ("a path alone", format!("/join/{SECRET}"), N::NoAddress),
            ("no host", format!("http:///join/{SECRET}"), N::NoAddress),
            ("a name and a password", format!("http://a:b@h/join/{SECRET}"), N::NoAddress),
            ("a space in the host", format!("http://h h/join/{SECRET}"), N::NoAddress),
            ("a folder before it", format!("http://h/a/join/{SECRET}"), N::NoAddress),
            ("another protocol", format!("ftp://h/join/{SECRET}"), N::NoAddress),
            ("a page", "http://h/story/judge/1".into(), N::NoSecret),
            ("the front page", "http://h/".into(), N::NoSecret),
            ("cut off", format!("http://h/join/{}", &SECRET[1..]), N::NoSecret),
            ("too long", long, N::NoSecret),
            ("no digits", format!("http://h/join/{}", "x".repeat(32)), N::NoSecret),
            ("a question behind it", format!("http://h/join/{SECRET}?a=b"), N::NoSecret),
            ("two lines", format!("http://h/join/{SECRET}\nhttp://h/join/{SECRET}"), N::NoSecret),
        ];
        for (title, text, why) in cases {
            let found = Invitation::read(&text).err();
            assert_eq!(found.as_ref(), Some(&why), "{title}");
            assert!(!why.to_string().contains(SECRET));
        }
    }
}
