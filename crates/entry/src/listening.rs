//! Detects that a program is ready for its first line, from the system calls of its threads (proc(5)).
//!
//! A thread that reads the program's own standard input listens. A program that uses a processor, or waits for a disk,
//! loads. A program in `poll` or a similar call may do either, and counts as ready after a quiet second.

use std::{fs, os::unix::fs::MetadataExt, time::Duration};

use tokio::time::Instant;

use crate::kin;

/// The time between two samples, in real time, as every time here.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// The quiet time of a program with an unknown wait.
const QUIET: Duration = Duration::from_secs(1);

/// The quiet time of a program that sleeps, and the time for a first prompt.
const ASLEEP: Duration = Duration::from_secs(10);

/// The longest time for loading; a program that still works then counts as ready.
const AT_WORK: Duration = Duration::from_secs(60);

/// System calls that read from the file given as their first argument.
const READS: [libc::c_long; 4] = [libc::SYS_read, libc::SYS_readv, libc::SYS_recvfrom, libc::SYS_recvmsg];

/// System calls for sleeping.
const SLEEPS: [libc::c_long; 2] = [libc::SYS_nanosleep, libc::SYS_clock_nanosleep];

/// The present occupation of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// It reads its standard input, and does nothing else.
    Reads,
    /// It uses a processor, or waits for a disk.
    Works,
    /// It sleeps for a time of its own choice.
    Sleeps,
    /// An unknown wait.
    Waits,
}

/// Samples one program.
#[derive(Debug)]
pub(crate) struct Observer {
    root: u32,
    /// Device and number of its standard input.
    input: Option<(u64, u64)>,
    /// The processor time used at the last sample, in ticks.
    used: Option<u64>,
}

impl Observer {
    /// Observes the program with this first process and this standard input.
    pub(crate) fn of(root: u32, input: Option<(u64, u64)>) -> Self {
        Self { root, input, used: None }
    }

    /// Its present occupation. Costs a few reads for each of its threads.
    pub(crate) fn look(&mut self) -> Doing {
        let mut all = Seen::default();
        for process in std::iter::once(self.root).chain(kin::below(self.root)) {
            all.look_at(process, self.input);
        }
        let before = self.used.replace(all.used);
        match all {
            Seen { works: true, .. } => Doing::Works,
            Seen { used, .. } if before != Some(used) => Doing::Works,
            Seen { reads: true, .. } => Doing::Reads,
            Seen { sleeps: true, polls: false, .. } => Doing::Sleeps,
            Seen { .. } => Doing::Waits,
        }
    }
}

/// The sum over all its threads.
#[derive(Debug, Default)]
struct Seen {
    used: u64,
    works: bool,
    reads: bool,
    sleeps: bool,
    polls: bool,
}

impl Seen {
    fn look_at(&mut self, process: u32, input: Option<(u64, u64)>) {
        let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        for task in tasks.map(|task| task.path()) {
            let Ok(stat) = fs::read_to_string(task.join("stat")) else { continue };
            // Fields from the third on: the state, and in fields 14 and 15 processor time.
            let fields: Vec<&str> =
                stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_ascii_whitespace().collect();
            let ticks = |field: usize| fields.get(field).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0);
            self.used += ticks(11) + ticks(12);
            self.works |= matches!(fields.first(), Some(&"R" | &"D"));
            let text = |name| fs::read_to_string(task.join(name)).unwrap_or_default();
            match Call::of(&text("syscall"), &text("wchan")) {
                Call::Reads(file) => self.reads |= input.is_some() && file_of(process, file) == input,
                Call::Sleeps => self.sleeps = true,
                Call::Polls => self.polls = true,
                Call::Other => {}
            }
        }
    }
}

/// The system call of a waiting thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// Reads the open file of this number.
    Reads(u64),
    Sleeps,
    /// Waits for several things at once.
    Polls,
    Other,
}

impl Call {
    /// Classifies the call by its number and arguments, or without permission to see these, by the place in the kernel.
    fn of(syscall: &str, place: &str) -> Self {
        let mut words = syscall.split_ascii_whitespace();
        let number = words.next().and_then(|number| number.parse::<libc::c_long>().ok());
        let mut next = || u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok();
        if let (Some(number), Some(first)) = (number, next()) {
            return match number {
                number if READS.contains(&number) => Self::Reads(first),
                number if SLEEPS.contains(&number) => Self::Sleeps,
                // Without files to wait for, these calls only sleep.
                libc::SYS_pselect6 if first == 0 => Self::Sleeps,
                libc::SYS_ppoll if next() == Some(0) => Self::Sleeps,
                libc::SYS_pselect6 | libc::SYS_ppoll | libc::SYS_epoll_pwait => Self::Polls,
                number => Self::of_old(number, first, next().unwrap_or(u64::MAX)),
            };
        }
        match place {
            place if place.contains("pipe_read") || place.contains("tty_read") => Self::Reads(0),
            place if place.contains("nanosleep") => Self::Sleeps,
            place if place.contains("poll") || place.contains("select") => Self::Polls,
            _ => Self::Other,
        }
    }

    /// Calls that newer processors lack.
    #[cfg(target_arch = "x86_64")]
    fn of_old(number: libc::c_long, first: u64, second: u64) -> Self {
        match number {
            libc::SYS_select if first == 0 => Self::Sleeps,
            libc::SYS_poll if second == 0 => Self::Sleeps,
            libc::SYS_select | libc::SYS_poll | libc::SYS_epoll_wait => Self::Polls,
            _ => Self::Other,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_old(_: libc::c_long, _: u64, _: u64) -> Self {
        Self::Other
    }
}

/// Device and number of an open file of a process.
fn file_of(process: u32, file: u64) -> Option<(u64, u64)> {
    let metadata = fs::metadata(format!("/proc/{process}/fd/{file}")).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// A program's progress to readiness. Moments are arguments.
#[derive(Debug)]
pub(crate) struct Settling {
    started: Instant,
    /// The earliest moment of readiness.
    warm_at: Instant,
    /// The moment of its latest output or work.
    stirred: Instant,
    /// Its first prompt is still to come.
    is_awaited: bool,
    /// True if the last sample saw a read, and no output followed.
    reads: bool,
    /// True if it polls a folder, and sleeps between two polls.
    looks_by_itself: bool,
}

impl Settling {
    /// A program at its start, with this time to warm up. A program with `prompts` prints one when it listens; one that
    /// `looks_by_itself` polls a folder.
    pub(crate) fn new(now: Instant, warm_up: Duration, prompts: bool, looks_by_itself: bool) -> Self {
        let warm_at = now + warm_up;
        Self { started: now, warm_at, stirred: now, is_awaited: prompts, reads: false, looks_by_itself }
    }

    /// It has printed something.
    pub(crate) fn printed(&mut self, now: Instant) {
        (self.stirred, self.is_awaited, self.reads) = (now, false, false);
    }

    /// Takes the result of a sample; true if the program listens.
    pub(crate) fn is_ready(&mut self, doing: Doing, now: Instant) -> bool {
        let rests = now.saturating_duration_since(self.stirred);
        let has_read = std::mem::replace(&mut self.reads, doing == Doing::Reads);
        let is_ready = match doing {
            Doing::Works => {
                self.stirred = now;
                now.saturating_duration_since(self.started) >= AT_WORK
            }
            Doing::Reads => has_read,
            Doing::Sleeps if !self.looks_by_itself => rests >= ASLEEP,
            Doing::Waits if self.is_awaited => rests >= ASLEEP,
            Doing::Sleeps | Doing::Waits => rests >= QUIET,
        };
        is_ready && now >= self.warm_at
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Read,
        process::{Child, Command, Stdio},
    };

    use super::*;

    /// A shell that runs this script, and its observer.
    fn shell(does: &str) -> (Child, Observer) {
        let mut child =
            Command::new("sh").args(["-c", does]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = std::os::fd::AsRawFd::as_raw_fd(child.stdin.as_ref().unwrap());
        let input = file_of(std::process::id(), u64::try_from(input).unwrap());
        assert!(input.is_some());
        // It has begun.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let root = child.id();
        (child, Observer::of(root, input))
    }

    /// Samples until this occupation is seen.
    fn is_seen(does: &str, doing: Doing) {
        let (mut child, mut observer) = shell(does);
        while observer.look() != doing {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn a_program_is_seen_reading_working_sleeping_and_waiting() {
        is_seen("echo; read -r line", Doing::Reads);
        is_seen("echo; while :; do :; done", Doing::Works);
        is_seen("echo; sleep 1000", Doing::Sleeps);
        // A pipe of its own is not its standard input.
        is_seen(
            "echo; mkfifo_of_its_own=$(mktemp -u); mkfifo $mkfifo_of_its_own; exec 3<>$mkfifo_of_its_own; rm $mkfifo_of_its_own; read -r line <&3",
            Doing::Waits,
        );
    }

    #[test]
    fn calls_are_read_by_their_numbers_or_by_their_place() {
        let read = format!("{} 0x0 0x7fe46e534000 0x20000 0x7fe46e5c7b60 0xffffffff 0x0 0x7ffd 0x7fe4", libc::SYS_read);
        assert_eq!(Call::of(&read, "0"), Call::Reads(0));
        assert_eq!(Call::of(&format!("{} 0x0 0x0", libc::SYS_clock_nanosleep), "0"), Call::Sleeps);
        assert_eq!(Call::of(&format!("{} 0x0 0x0", libc::SYS_pselect6), "0"), Call::Sleeps);
        assert_eq!(Call::of(&format!("{} 0x4 0x7ffd", libc::SYS_pselect6), "0"), Call::Polls);
        for (place, call) in [
            ("anon_pipe_read", Call::Reads(0)),
            ("hrtimer_nanosleep", Call::Sleeps),
            ("do_epoll_wait", Call::Polls),
            ("0", Call::Other),
        ] {
            assert_eq!(Call::of("", place), call, "{place}");
        }
        assert_eq!(Call::of("running", "0"), Call::Other);
    }

    /// The number of samples until readiness; `None` in the input means output.
    fn looks(seen: impl IntoIterator<Item = Option<Doing>>, warm_up: Duration, prompts: bool) -> Option<u32> {
        let begun = Instant::now();
        let mut settling = Settling::new(begun, warm_up, prompts, false);
        for (number, seen) in (1..).zip(seen) {
            let now = begun + LOOK * number;
            match seen {
                Some(doing) if settling.is_ready(doing, now) => return Some(number),
                Some(_) => {}
                None => settling.printed(now),
            }
        }
        None
    }

    fn always(doing: Doing) -> impl Iterator<Item = Option<Doing>> {
        std::iter::repeat_n(Some(doing), 10_000)
    }

    #[test]
    fn what_is_seen_decides_and_a_guess_only_where_nothing_is() {
        let no = Duration::ZERO;
        assert_eq!(looks(always(Doing::Reads), no, false), Some(2));
        assert_eq!(looks(always(Doing::Reads), no, true), Some(2), "a prompt may be kept back in a buffer");
        assert_eq!(looks(always(Doing::Waits), no, false), Some(20));
        assert_eq!(looks(always(Doing::Waits), no, true), Some(200));
        assert_eq!(looks(always(Doing::Sleeps), no, false), Some(200));
        assert_eq!(looks(always(Doing::Works), no, false), Some(1_200), "it always is at work");
        assert_eq!(looks(always(Doing::Reads), Duration::from_secs(5), false), Some(100));
        // It loads for five seconds, prints a line, and reads.
        let loads = std::iter::repeat_n(Some(Doing::Works), 100).chain([None]).chain(always(Doing::Reads));
        assert_eq!(looks(loads, no, false), Some(103));
        // A line in two pieces with a sample between them.
        let pieces = [Some(Doing::Reads), None, Some(Doing::Reads), None].into_iter().chain(always(Doing::Reads));
        assert_eq!(looks(pieces, no, false), Some(6));
    }
}
