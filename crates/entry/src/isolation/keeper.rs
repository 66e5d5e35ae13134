//! Stays beside a program that no namespace of processes holds together, and ends all that it started.
//!
//! Under Landlock a daemon (forked twice, in a session of its own) belongs to nobody: no signal to a process group reaches it. So
//! the launcher parts in two before it becomes the program. The keeper inherits every orphan below it, and ends everything when
//! the program has ended, or when the server has: nobody else holds the other end of its *lifeline*, a pipe on which nothing is
//! ever written.

use std::{
    fs::File,
    io,
    os::fd::{AsFd, OwnedFd, RawFd},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, WaitOptions, WaitStatus, getpid, pidfd_open, set_child_subreaper, wait},
};

use crate::kin;

/// How long orphans that have ended wait until leave is taken of them.
const LOOK: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// The offset of a signal's number in an exit code, as shells and bubblewrap have it.
const BY_SIGNAL: i32 = 128;

/// Parts in two. Returns in the child, which is to become the program; the keeper ends with the number that the program ended
/// with, and never returns. Behind the program's rules the keeper could not be: then the program could send it signals.
///
/// # Errors
/// When the system allows no other process.
pub(super) fn part(lifeline: RawFd) -> io::Result<()> {
    // It inherits every orphan below it from now on.
    set_child_subreaper(Some(getpid()))?;
    let Some(program) = fork()? else { return Ok(()) };
    let code = keep(program, &super::owned(lifeline));
    kin::end_below(std::process::id());
    while wait(WaitOptions::empty()).is_ok_and(|ended| ended.is_some()) {}
    std::process::exit(code)
}

/// Waits for the end of the program or of the server; the number to end with.
fn keep(program: Pid, lifeline: &OwnedFd) -> i32 {
    // The program's pipes are its own: their reader is to see their end.
    forget_pipes();
    let Ok(ends) = pidfd_open(program, PidfdFlags::empty()) else { return BY_SIGNAL };
    loop {
        while let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG) {
            if ended == program {
                return code(status);
            }
        }
        let mut either = [PollFd::new(lifeline, PollFlags::IN), PollFd::new(&ends, PollFlags::IN)];
        let seen = poll(&mut either, Some(&LOOK));
        if seen.is_ok() && !either[0].revents().is_empty() {
            return BY_SIGNAL;
        }
    }
}

fn code(status: WaitStatus) -> i32 {
    status.exit_status().or(status.terminating_signal().map(|signal| BY_SIGNAL + signal)).unwrap_or(BY_SIGNAL)
}

/// Puts nothing in the place of standard input, output and error.
fn forget_pipes() {
    let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") else { return };
    let _ = rustix::stdio::dup2_stdin(nothing.as_fd());
    let _ = rustix::stdio::dup2_stdout(nothing.as_fd());
    let _ = rustix::stdio::dup2_stderr(nothing.as_fd());
}

#[expect(unsafe_code, reason = "the standard library parts no process in two")]
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: this process has one thread, so that nothing is held by another.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(Pid::from_raw(child)),
    }
}
