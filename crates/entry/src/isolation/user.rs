//! The user ids that a server running as root gives to programs.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    sync::atomic::{AtomicU32, Ordering},
};

/// The range that systemd reserves for such uses.
const USERS: std::ops::Range<u32> = 61_184..65_520;

/// A user for one program, if this process is root: process limits do not bind root, and each program's user owns only
/// the files made for it. A server that runs as an ordinary user uses a user namespace, in which only the program's own
/// processes count.
pub(super) fn next() -> Option<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    is_root.then(|| {
        let turn = std::process::id().wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        USERS.start + turn % (USERS.end - USERS.start)
    })
}
