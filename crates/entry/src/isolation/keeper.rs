//! Guards a program without a process namespace, and ends all processes that it started.
//!
//! Under Landlock, a daemon (forked twice, in its own session) escapes every signal to a process group. So the launcher
//! forks before it becomes the program: the parent is the keeper. It inherits every orphan below it, and ends them all
//! when the program or the server has ended. It notices the server's end by its *lifeline*, a pipe whose other end only
//! the server holds, and on which nothing is ever written.

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

/// The interval at which ended orphans are reaped.
const LOOK: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// The offset of a signal's number in an exit code, as in shells and bubblewrap.
const BY_SIGNAL: i32 = 128;

/// Forks. Returns in the child, which becomes the program; the keeper exits with the program's code, and never returns.
/// The keeper must start outside the program's Landlock rules: inside them, the program could send it signals.
///
/// # Errors
/// If the system refuses to fork.
pub(super) fn part(lifeline: RawFd) -> io::Result<()> {
    // From now on it inherits every orphan below it.
    set_child_subreaper(Some(getpid()))?;
    let Some(program) = fork()? else { return Ok(()) };
    let code = keep(program, &super::owned(lifeline));
    kin::end_below(std::process::id());
    while wait(WaitOptions::empty()).is_ok_and(|ended| ended.is_some()) {}
    std::process::exit(code)
}

/// Waits for the end of the program or of the server; returns the exit code.
fn keep(program: Pid, lifeline: &OwnedFd) -> i32 {
    // The reader of the program's pipes must see them close.
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

/// Replaces standard input, output and error by `/dev/null`.
fn forget_pipes() {
    let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") else { return };
    let _ = rustix::stdio::dup2_stdin(nothing.as_fd());
    let _ = rustix::stdio::dup2_stdout(nothing.as_fd());
    let _ = rustix::stdio::dup2_stderr(nothing.as_fd());
}

#[expect(unsafe_code, reason = "the standard library parts no process in two")]
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: this process has one thread, so no other thread can hold a lock.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(Pid::from_raw(child)),
    }
}
