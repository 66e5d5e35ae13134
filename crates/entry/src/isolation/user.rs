//! The users that a server which runs as root gives to programs.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    sync::atomic::{AtomicU32, Ordering},
};

/// Those that systemd sets apart for such uses.
const USERS: std::ops::Range<u32> = 61_184..65_520;

/// A user for one program, where this process is root. Limits on processes do not bind root; each program's user owns
/// nothing but what is made for it. A server that is an ordinary user uses a user namespace, in which only the program's
/// own processes count.
pub(super) fn next() -> Option<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    is_root.then(|| {
        let turn = std::process::id().wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        USERS.start + turn % (USERS.end - USERS.start)
    })
}
