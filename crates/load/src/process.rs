//! What other processes of this machine use.

use std::{fs, io};

/// What some processes have used and hold.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// Processor time so far, the system's on their behalf included, in seconds.
    pub cpu_s: f64,
    /// Resident memory, in KiB.
    pub resident_kib: f64,
}

/// What these processes have used so far, together.
///
/// # Errors
/// When one is not there.
pub fn usage(pids: &[u32]) -> io::Result<Usage> {
    pids.iter().try_fold(Usage::default(), |sum, pid| {
        let one = of(*pid)?;
        Ok(Usage { cpu_s: sum.cpu_s + one.cpu_s, resident_kib: sum.resident_kib + one.resident_kib })
    })
}

fn of(pid: u32) -> io::Result<Usage> {
    let odd = || io::Error::other(format!("/proc/{pid} is not written as expected"));
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name of the program stands in brackets and may hold anything.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).ok_or_else(odd);
    #[expect(clippy::cast_precision_loss, reason = "a hundred, nearly everywhere")]
    let ticks_per_second = rustix::param::clock_ticks_per_second() as f64;
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    Ok(Usage { cpu_s: (ticks(11)? + ticks(12)?) / ticks_per_second, resident_kib: resident.ok_or_else(odd)? })
}

/// Lets this process, and those it starts, hold as many sockets open as the system allows.
///
/// # Errors
/// When so many are not allowed.
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
