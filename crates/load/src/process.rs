//! Processor time and memory of other processes on this machine, and this process's limit of open sockets.

use std::{fs, io};

/// Processor time and memory of some processes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// Processor time so far, in seconds, including the system's time on their behalf.
    pub cpu_s: f64,
    /// Resident memory, in KiB.
    pub resident_kib: f64,
}

/// The usage of these processes so far, together.
///
/// # Errors
/// When one of them does not exist.
pub fn usage(pids: &[u32]) -> io::Result<Usage> {
    pids.iter().try_fold(Usage::default(), |sum, pid| {
        let one = of(*pid)?;
        Ok(Usage { cpu_s: sum.cpu_s + one.cpu_s, resident_kib: sum.resident_kib + one.resident_kib })
    })
}

fn of(pid: u32) -> io::Result<Usage> {
    let odd = || io::Error::other(format!("/proc/{pid} is not written as expected"));
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The program's name is in brackets and may hold anything.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).ok_or_else(odd);
    #[expect(clippy::cast_precision_loss, reason = "a hundred, nearly everywhere")]
    let ticks_per_second = rustix::param::clock_ticks_per_second() as f64;
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    Ok(Usage { cpu_s: (ticks(11)? + ticks(12)?) / ticks_per_second, resident_kib: resident.ok_or_else(odd)? })
}

/// Raises the number of open files of this process, and of those it starts, to the most that the system allows.
///
/// # Errors
/// When the system allows fewer than `wanted` and 100 more.
pub fn allow_sockets(wanted: usize) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    let needed = u64::try_from(wanted).unwrap_or(u64::MAX).saturating_add(100);
    match maximum {
        Some(most) if most < needed => Err(io::Error::other(format!(
            "{wanted} sockets need {needed} open files, and {most} are allowed (ulimit -Hn)"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_holds_memory_and_twice_as_much_when_named_twice() {
        let own = std::process::id();
        let (one, two) = (usage(&[own]).unwrap(), usage(&[own, own]).unwrap());
        assert!(one.resident_kib > 100.0, "{one:?}");
        assert!(two.resident_kib > 1.5 * one.resident_kib, "{one:?} {two:?}");
        assert!(usage(&[u32::MAX]).is_err());
    }
}
