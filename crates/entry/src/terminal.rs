//! A pseudo-terminal: what a program that will only talk to a person sits at. Raw: no echo, no line editing, no change of
//! line ends; the protocol does all that.

use std::{
    ffi::OsStr,
    fs::{File, OpenOptions},
    io,
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
};

use rustix::{
    fs::{OFlags, fcntl_setfl},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize},
};
use tokio::net::unix::pipe::{Receiver, Sender};

/// The screen that the program believes in: that of the terminals of 1995.
const SCREEN: Winsize = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };

/// A pseudo-terminal, open. It is not the program's controlling terminal: no signal comes from it.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// Where the program sits.
    pub(crate) seat: File,
    /// What it prints. An error is the end: nobody sits there any more.
    pub(crate) screen: Receiver,
    /// What it reads.
    pub(crate) keyboard: Sender,
}

impl Terminal {
    pub(crate) fn open() -> io::Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let no_control = i32::try_from(OFlags::NOCTTY.bits()).unwrap_or_default();
        let seat = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(no_control)
            .open(OsStr::from_bytes(name.as_bytes()))?;
        let mut modes = tcgetattr(&seat)?;
        modes.make_raw();
        tcsetattr(&seat, OptionalActions::Now, &modes)?;
        tcsetwinsize(&seat, SCREEN)?;
        fcntl_setfl(&ours, OFlags::RDWR | OFlags::NONBLOCK)?;
        let ours = File::from(ours);
        let screen = Receiver::from_file_unchecked(ours.try_clone()?)?;
        Ok(Self { seat, screen, keyboard: Sender::from_file_unchecked(ours)? })
    }
}
