//! A child process with its pipes or its terminal, in its own process group, so that none of its descendants outlives
//! it.

use std::{
    ffi::OsString,
    io,
    os::fd::{AsFd, AsRawFd, OwnedFd, RawFd},
    path::PathBuf,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::unix::pipe::{Receiver, Sender},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::{Instant, timeout_at},
};

use crate::{
    clock,
    flood_throttle::FloodThrottle,
    kin,
    tap::{self, Tap},
    terminal::Terminal,
};

/// The maximum size of the queue for its standard input, in bytes.
const INPUT_MAX: usize = 64 * 1_024;

/// The maximum size kept of the end of its standard error, in bytes.
const LAST_WORDS_MAX: usize = 2_048;

/// The time for reading its pipes after its end, in case another process holds them open.
const DRAIN: Duration = Duration::from_millis(500);

/// The parameters of a start.
#[derive(Debug)]
pub(crate) struct Launch {
    /// The program and its arguments.
    pub(crate) words: Vec<OsString>,
    /// Its working folder.
    pub(crate) folder: PathBuf,
    /// Its complete environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// Open files that it inherits under the same numbers, beside its standard input, output and error.
    pub(crate) passes: Vec<OwnedFd>,
    /// Held only here: a reader of its other end notices when the program is dropped, or the server has ended.
    pub(crate) lifeline: Option<OwnedFd>,
}

/// A running program. Dropping it kills its whole process group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: i32,
    /// Held open until the group is dead: some programs answer the end of their input for ever.
    stdin: Input,
    stdout: Option<Output>,
    stderr: Option<ChildStderr>,
    input: Vec<u8>,
    input_file: Option<(u64, u64)>,
    last_words: Vec<u8>,
    /// Throttles for endless output and endless errors.
    throttle: FloodThrottle,
    error_throttle: FloodThrottle,
    ended: Option<(ExitStatus, Instant)>,
    tap: Option<Tap>,
    lifeline: Option<OwnedFd>,
}

/// The server's end of its input.
#[derive(Debug)]
enum Input {
    Pipe(ChildStdin),
    Terminal(Sender),
}

/// The server's end of its output.
#[derive(Debug)]
enum Output {
    Pipe(ChildStdout),
    Terminal(Receiver),
}

/// An event of a process.
#[derive(Debug)]
pub(crate) enum Did {
    /// It printed these bytes on its standard output.
    Printed(Vec<u8>),
    /// It ended, and all its output was read.
    Ended { status: ExitStatus, last_words: String },
}

impl Process {
    /// Starts it with pipes or, if `terminal`, on a pseudo-terminal. Its standard error is always a pipe.
    pub(crate) fn start(launch: Launch, terminal: bool) -> io::Result<Self> {
        let empty = || io::Error::new(io::ErrorKind::InvalidInput, "the command is empty");
        let (program, arguments) = launch.words.split_first().ok_or_else(empty)?;
        let terminal = terminal.then(Terminal::open).transpose()?;
        let (stdin, stdout) = match &terminal {
            Some(terminal) => (terminal.seat.try_clone()?.into(), terminal.seat.try_clone()?.into()),
            None => (Stdio::piped(), Stdio::piped()),
        };
        let tap = tap::current();
        let mut command = Command::new(program);
        command.env_clear().envs(launch.environment.iter().map(|(name, value)| (name, value)));
        pass(&mut command, launch.passes.iter().map(AsRawFd::as_raw_fd).collect());
        let mut child = command
            .args(arguments)
            .current_dir(&launch.folder)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(!tap.as_ref().is_some_and(|tap| tap.cuts_off))
            .spawn()?;
        let group =
            child.id().and_then(|id| i32::try_from(id).ok()).expect("a child that was not waited for has an id");
        let input_file = match (&terminal, &child.stdin) {
            (Some(terminal), _) => file_of(&terminal.seat),
            (None, Some(pipe)) => file_of(pipe),
            (None, None) => None,
        };
        let (stdin, stdout) = match terminal {
            Some(Terminal { keyboard, screen, .. }) => (Input::Terminal(keyboard), Some(Output::Terminal(screen))),
            None => {
                let stdin = child.stdin.take().expect("its standard input is a pipe");
                (Input::Pipe(stdin), child.stdout.take().map(Output::Pipe))
            }
        };
        Ok(Self {
            group,
            stdin,
            stdout,
            stderr: child.stderr.take(),
            child,
            input: Vec::new(),
            input_file,
            last_words: Vec::new(),
            throttle: FloodThrottle::default(),
            error_throttle: FloodThrottle::default(),
            ended: None,
            tap,
            lifeline: launch.lifeline,
        })
    }

    /// Device and number of its standard input, which identify its reads.
    pub(crate) fn input(&self) -> Option<(u64, u64)> {
        self.input_file
    }

    /// The number of its process group, equal to its process number.
    pub(crate) fn group(&self) -> i32 {
        self.group
    }

    /// Queues bytes for its standard input; false, and none queued, if they do not fit.
    #[must_use]
    pub(crate) fn tell(&mut self, bytes: &[u8]) -> bool {
        let fits = self.input.len() + bytes.len() <= INPUT_MAX;
        if fits {
            self.input.extend_from_slice(bytes);
        }
        fits
    }

    /// The next event. Cancel-safe; must not be called after [`Did::Ended`].
    pub(crate) async fn next(&mut self) -> Did {
        let (mut output, mut errors) = ([0; 4_096], [0; 1_024]);
        loop {
            if let Some((status, drain_until)) = self.ended {
                if let Ok(count @ 1..) = timeout_at(drain_until, print(&mut self.stdout, &mut output)).await {
                    return Did::Printed(output[..count].to_vec());
                }
                while let Ok(count @ 1..) = timeout_at(drain_until, read(&mut self.stderr, &mut errors)).await {
                    self.keep(&errors[..count]);
                }
                let last_words = String::from_utf8_lossy(&self.last_words).trim().to_owned();
                return Did::Ended { status, last_words };
            }
            let now = Instant::now();
            let (throttle, error_throttle) = (self.throttle.until(now), self.error_throttle.until(now));
            tokio::select! {
                biased;
                count = print(&mut self.stdout, &mut output), if self.stdout.is_some() && throttle.is_none() => match count {
                    0 => self.stdout = None,
                    _ => {
                        self.throttle.heard(count, false, Instant::now());
                        return Did::Printed(output[..count].to_vec());
                    }
                },
                count = read(&mut self.stderr, &mut errors), if self.stderr.is_some() && error_throttle.is_none() => match count {
                    0 => self.stderr = None,
                    _ => {
                        self.error_throttle.heard(count, false, Instant::now());
                        self.keep(&errors[..count]);
                    }
                },
                () = clock::until(error_throttle), if error_throttle.is_some() => {}
                () = clock::until(throttle), if throttle.is_some() => {}
                written = self.stdin.write(&self.input), if !self.input.is_empty() => match written {
                    Ok(count) => drop(self.input.drain(..count)),
                    // It closed its input. `wait` reports its end, if it ended.
                    Err(_) => self.input.clear(),
                },
                status = self.child.wait() => {
                    kill_group(self.group);
                    let status = status.expect("a child of ours can be waited for");
                    self.ended = Some((status, Instant::now() + DRAIN));
                }
            }
        }
    }

    fn keep(&mut self, errors: &[u8]) {
        self.tap.iter().for_each(|tap| tap.complained(errors));
        self.last_words.extend_from_slice(errors);
        let surplus = self.last_words.len().saturating_sub(LAST_WORDS_MAX);
        self.last_words.drain(..surplus);
    }
}

impl Input {
    async fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Pipe(pipe) => pipe.write(bytes).await,
            Self::Terminal(terminal) => terminal.write(bytes).await,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let runs = self.ended.is_none();
        if runs && self.tap.as_ref().is_some_and(|tap| tap.leaves(self.group)) {
            // Only its pipes may close.
            std::mem::forget(self.lifeline.take());
        } else if runs {
            end(self.group);
        } else {
            kill_group(self.group);
        }
    }
}

/// Passes these open files to a child; they stay open in this process until it was started. No other child inherits
/// them.
#[expect(
    unsafe_code,
    reason = "files are let through between fork and exec, where one system call for each is all that runs"
)]
fn pass(command: &mut Command, files: Vec<RawFd>) {
    let let_through = move || {
        for file in &files {
            // SAFETY: `fcntl` with `F_SETFD` has no precondition on memory, and is safe to call after a fork.
            if unsafe { libc::fcntl(*file, libc::F_SETFD, 0) } < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: the closure allocates nothing and takes no lock.
    unsafe { command.pre_exec(let_through) };
}

/// Kills a program that was not waited for yet: all descendants of its first process, in any group, and its group.
pub(crate) fn end(group: i32) {
    if let Ok(first) = u32::try_from(group) {
        kin::end_below(first);
    }
    kill_group(group);
}

/// Kills every process of a group. No error if the group is gone already.
#[expect(unsafe_code, reason = "the standard library signals no groups; this call takes no pointers")]
fn kill_group(group: i32) {
    // A group of 1 or less would mean all processes.
    if group > 1 {
        // SAFETY: `kill` has no preconditions on memory.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// Device and number of an open file. Both ends of a pipe have the same.
fn file_of(file: impl AsFd) -> Option<(u64, u64)> {
    let stat = rustix::fs::fstat(file).ok()?;
    Some((stat.st_dev, stat.st_ino))
}

/// Reads its output; 0 at the end or after an error: a terminal without a process fails to read.
async fn print(output: &mut Option<Output>, buffer: &mut [u8]) -> usize {
    let count = match output {
        Some(Output::Pipe(pipe)) => pipe.read(buffer).await,
        Some(Output::Terminal(terminal)) => terminal.read(buffer).await,
        None => Ok(0),
    };
    count.unwrap_or(0)
}

/// Reads available bytes; 0 at the end of the pipe or after an error.
async fn read(pipe: &mut Option<impl AsyncReadExt + Unpin>, buffer: &mut [u8]) -> usize {
    match pipe {
        Some(pipe) => pipe.read(buffer).await.unwrap_or(0),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flood_throttle::{AT_ONCE, PER_SECOND};

    /// A shell that runs this script.
    fn shell(does: &str) -> Process {
        let words = ["sh", "-c", does].map(OsString::from).to_vec();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let environment = vec![(OsString::from("PATH"), path)];
        let launch = Launch { words, folder: PathBuf::from("."), environment, passes: Vec::new(), lifeline: None };
        Process::start(launch, false).unwrap()
    }

    #[tokio::test]
    async fn of_a_program_that_prints_without_end_a_bounded_part_is_read() {
        let begun = Instant::now();
        let mut process = shell("while :; do printf %01000d 0; done");
        let mut read = 0;
        while read < AT_ONCE + (32 << 10) {
            let Did::Printed(bytes) = process.next().await else { panic!("it goes on") };
            read += bytes.len() as u64;
            let most = AT_ONCE + PER_SECOND * (begun.elapsed().as_millis() as u64 + 1) / 1_000 + 4_096;
            assert!(read <= most, "{read} bytes, and {most} may be read by now");
        }
    }

    #[tokio::test]
    async fn errors_without_end_do_not_keep_its_words_from_being_heard() {
        let mut process = shell("while :; do printf %01000d 0 >&2; done & echo here; wait");
        let Did::Printed(bytes) = process.next().await else { panic!("it goes on") };
        assert_eq!(bytes, b"here\n");
        assert!(process.last_words.len() <= LAST_WORDS_MAX);
    }
}
