//! One child process with its pipes or its terminal, in a process group of its own, so that nothing it started outlives it.

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
    breath::Breath,
    clock, kin,
    tap::{self, Tap},
    terminal::Terminal,
};

/// The most bytes for its standard input that wait while it does not read.
const INPUT_MAX: usize = 64 * 1_024;

/// How much of the end of its standard error is kept, in bytes.
const LAST_WORDS_MAX: usize = 2_048;

/// How long its pipes are read after it ended, should somebody else hold them open.
const DRAIN: Duration = Duration::from_millis(500);

/// What the system is asked to start.
#[derive(Debug)]
pub(crate) struct Launch {
    /// The program and its arguments.
    pub(crate) words: Vec<OsString>,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    /// All of its environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// Open files that it inherits, by the same numbers, beside its standard input, output and error.
    pub(crate) passes: Vec<OwnedFd>,
    /// Nobody else holds it: what waits at its other end sees when the program is dropped, or the server has ended.
    pub(crate) lifeline: Option<OwnedFd>,
}

/// A running program. Dropping it ends it, with its whole process group.
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
    /// Keep endless output and endless errors from taking a processor, whoever reads them.
    breath: Breath,
    hush: Breath,
    ended: Option<(ExitStatus, Instant)>,
    tap: Option<Tap>,
    lifeline: Option<OwnedFd>,
}

/// Where it reads.
#[derive(Debug)]
enum Input {
    Pipe(ChildStdin),
    Terminal(Sender),
}

/// Where it prints.
#[derive(Debug)]
enum Output {
    Pipe(ChildStdout),
    Terminal(Receiver),
}

/// What a process did.
#[derive(Debug)]
pub(crate) enum Did {
    /// Printed these bytes on its standard output.
    Printed(Vec<u8>),
    /// Ended, with everything it printed read.
    Ended { status: ExitStatus, last_words: String },
}

impl Process {
    /// Starts it with pipes or, if `terminal`, on a pseudo-terminal. Its standard error is a pipe always.
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
            breath: Breath::default(),
            hush: Breath::default(),
            ended: None,
            tap,
            lifeline: launch.lifeline,
        })
    }

    /// Device and number of its standard input, by which it is seen to read that.
    pub(crate) fn input(&self) -> Option<(u64, u64)> {
        self.input_file
    }

    /// The number of its process group, which is its own process number.
    pub(crate) fn group(&self) -> i32 {
        self.group
    }

    /// Takes bytes for its standard input, all of them or, when too many wait, none.
    #[must_use]
    pub(crate) fn tell(&mut self, bytes: &[u8]) -> bool {
        let fits = self.input.len() + bytes.len() <= INPUT_MAX;
        if fits {
            self.input.extend_from_slice(bytes);
        }
        fits
    }

    /// The next thing it does. May be dropped and called again; not to be called after [`Did::Ended`].
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
            let (breath, hush) = (self.breath.until(now), self.hush.until(now));
            tokio::select! {
                biased;
                count = print(&mut self.stdout, &mut output), if self.stdout.is_some() && breath.is_none() => match count {
                    0 => self.stdout = None,
                    _ => {
                        self.breath.heard(count, false, Instant::now());
                        return Did::Printed(output[..count].to_vec());
                    }
                },
                count = read(&mut self.stderr, &mut errors), if self.stderr.is_some() && hush.is_none() => match count {
                    0 => self.stderr = None,
                    _ => {
                        self.hush.heard(count, false, Instant::now());
                        self.keep(&errors[..count]);
                    }
                },
                () = clock::until(hush), if hush.is_some() => {}
                () = clock::until(breath), if breath.is_some() => {}
                written = self.stdin.write(&self.input), if !self.input.is_empty() => match written {
                    Ok(count) => drop(self.input.drain(..count)),
                    // It closed its input. Whether it also ended is for `wait` to say.
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
            // It is to find nothing closed but its pipes.
            std::mem::forget(self.lifeline.take());
        } else if runs {
            end(self.group);
        } else {
            kill_group(self.group);
        }
    }
}

/// Has a child inherit these open files, which stay open in this process until it was started. No other child gets them.
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

/// Ends a program that was not waited for yet: all that its first process started, whatever group it is in, and its group.
pub(crate) fn end(group: i32) {
    if let Ok(first) = u32::try_from(group) {
        kin::end_below(first);
    }
    kill_group(group);
}

/// Ends every process of a group at once. A group that is gone already is no error.
#[expect(unsafe_code, reason = "the standard library signals no groups; this call takes no pointers")]
fn kill_group(group: i32) {
    // A group of 1 or less would mean every process there is.
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

/// Reads what it printed; 0 at the end, which an error counts as: that of a terminal nobody sits at is one.
async fn print(output: &mut Option<Output>, buffer: &mut [u8]) -> usize {
    let count = match output {
        Some(Output::Pipe(pipe)) => pipe.read(buffer).await,
        Some(Output::Terminal(terminal)) => terminal.read(buffer).await,
        None => Ok(0),
    };
    count.unwrap_or(0)
}

/// Reads what is there; 0 at the end of the pipe, which an error counts as.
async fn read(pipe: &mut Option<impl AsyncReadExt + Unpin>, buffer: &mut [u8]) -> usize {
    match pipe {
        Some(pipe) => pipe.read(buffer).await.unwrap_or(0),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breath::{AT_ONCE, PER_SECOND};

    /// A shell that does this.
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
