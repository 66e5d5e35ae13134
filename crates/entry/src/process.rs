//! One child process with its pipes, in a process group of its own, so that nothing it started outlives it.

use std::{
    io,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::{Instant, timeout_at},
};

/// The most bytes for its standard input that wait while it does not read.
const INPUT_MAX: usize = 64 * 1_024;

/// How much of the end of its standard error is kept, in bytes.
const LAST_WORDS_MAX: usize = 2_048;

/// How long its pipes are read after it ended, should somebody else hold them open.
const DRAIN: Duration = Duration::from_millis(500);

/// A running program. Dropping it ends it, with its whole process group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: i32,
    /// Held open until the group is dead: some programs answer the end of their input for ever.
    stdin: ChildStdin,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    input: Vec<u8>,
    last_words: Vec<u8>,
    ended: Option<(ExitStatus, Instant)>,
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
    pub(crate) fn start(command: &[String], folder: &Path) -> io::Result<Self> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let group =
            child.id().and_then(|id| i32::try_from(id).ok()).expect("a child that was not waited for has an id");
        Ok(Self {
            group,
            stdin: child.stdin.take().expect("its standard input is a pipe"),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            child,
            input: Vec::new(),
            last_words: Vec::new(),
            ended: None,
        })
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
                if let Ok(count @ 1..) = timeout_at(drain_until, read(&mut self.stdout, &mut output)).await {
                    return Did::Printed(output[..count].to_vec());
                }
                while let Ok(count @ 1..) = timeout_at(drain_until, read(&mut self.stderr, &mut errors)).await {
                    self.keep(&errors[..count]);
                }
                let last_words = String::from_utf8_lossy(&self.last_words).trim().to_owned();
                return Did::Ended { status, last_words };
            }
            tokio::select! {
                biased;
                count = read(&mut self.stdout, &mut output), if self.stdout.is_some() => match count {
                    0 => self.stdout = None,
                    _ => return Did::Printed(output[..count].to_vec()),
                },
                count = read(&mut self.stderr, &mut errors), if self.stderr.is_some() => match count {
                    0 => self.stderr = None,
                    _ => self.keep(&errors[..count]),
                },
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
        self.last_words.extend_from_slice(errors);
        let surplus = self.last_words.len().saturating_sub(LAST_WORDS_MAX);
        self.last_words.drain(..surplus);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(self.group);
    }
}

/// Ends every process of a group at once. A group that is gone already is no error.
#[expect(unsafe_code, reason = "the standard library signals no groups; this call takes no pointers")]
pub(crate) fn kill_group(group: i32) {
    // A group of 1 or less would mean every process there is.
    if group > 1 {
        // SAFETY: `kill` has no preconditions on memory.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// Reads what is there; 0 at the end of the pipe, which an error counts as.
async fn read(pipe: &mut Option<impl AsyncReadExt + Unpin>, buffer: &mut [u8]) -> usize {
    match pipe {
        Some(pipe) => pipe.read(buffer).await.unwrap_or(0),
        None => 0,
    }
}
