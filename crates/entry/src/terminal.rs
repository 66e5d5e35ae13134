//! A pseudo-terminal, for programs that only talk to a person. It is raw: no echo, no line editing, no conversion of
//! line ends; the protocol handles all that.

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

/// The reported size of the screen: that of the terminals of 1995.
const SCREEN: Winsize = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };

/// An open pseudo-terminal. It is not the program's controlling terminal: it sends no signals.
#[derive(Debug)]
pub(crate) struct Terminal {
    /// The program's end.
    pub(crate) seat: File,
    /// The program's output. An error means its end: no process has the terminal open.
    pub(crate) screen: Receiver,
    /// The program's input.
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
