//! The descendants of a process, and their total use of memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
};

/// The maximum number of rounds of killing: a process that forks in the meantime is caught in the next.
const ROUNDS: usize = 200;

/// Bytes per kibibyte, the kernel's unit for memory, and per block, its unit for files.
const KIB: u64 = 1_024;
const BLOCK: u64 = 512;

/// The kernel's names for files in memory without a path.
const IN_MEMORY: [&str; 3] = ["/memfd:", "/dev/zero", "/SYSV"];

/// All descendants of this process, nearest first.
pub(crate) fn below(root: u32) -> Vec<u32> {
    let mut all = all();
    let mut found = all.remove(&root).unwrap_or_default();
    let mut at = 0;
    while at < found.len() {
        let theirs = all.remove(&found[at]).unwrap_or_default();
        found.extend(theirs);
        at += 1;
    }
    found
}

/// Every process with children, and those children.
fn all() -> BTreeMap<u32, Vec<u32>> {
    let mut all: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for item in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = item.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if let Some((parent, true)) = parent(&item.path()) {
            all.entry(parent).or_default().push(process);
        }
    }
    all
}

/// The parent of a process, and true if the process still runs: an ended one uses nothing.
fn parent(process: &Path) -> Option<(u32, bool)> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    // The name in parentheses may hold anything; state and parent follow it (proc(5)).
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = fields.next()?;
    Some((fields.next()?.parse().ok()?, !matches!(state, "Z" | "X")))
}

/// Kills all descendants of this process.
pub(crate) fn end_below(root: u32) {
    for _ in 0..ROUNDS {
        let below = below(root);
        if below.is_empty() {
            return;
        }
        below.into_iter().for_each(kill);
    }
}

/// Kills a process. No error if it is gone already.
#[expect(
    unsafe_code,
    reason = "the standard library ends no processes but its own children; this call takes no pointers"
)]
pub(crate) fn kill(process: u32) {
    if let Ok(process @ 2..) = i32::try_from(process) {
        // SAFETY: `kill` has no preconditions on memory.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
}

/// True if these processes together use more than this many bytes of memory, shared memory and swap.
pub(crate) fn has_more(processes: &[u32], most: u64) -> bool {
    let held = in_memory(processes);
    let is_over = |measure: fn(u32) -> Parts| {
        let parts = processes.iter().map(|process| measure(*process));
        let Parts { own, shared } = parts
            .fold(Parts::default(), |sum, part| Parts { own: sum.own + part.own, shared: sum.shared + part.shared });
        // Mappings of a nameless file are in both numbers.
        own + shared.max(held) > most
    };
    // Count shared memory for each process first: the exact share is expensive, and needed only above the limit.
    is_over(rough) && is_over(exact)
}

/// The memory of a process, in bytes.
#[derive(Debug, Default)]
struct Parts {
    own: u64,
    shared: u64,
}

/// An upper bound: shared memory counts in full.
fn rough(process: u32) -> Parts {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    Parts { own: sum(&status, &["RssAnon:", "VmSwap:"]), shared: sum(&status, &["RssShmem:"]) }
}

/// The exact use, with the process's share of shared memory. Unreadable processes count in full.
fn exact(process: u32) -> Parts {
    match fs::read_to_string(format!("/proc/{process}/smaps_rollup")) {
        Ok(maps) => Parts { own: sum(&maps, &["Pss_Anon:", "SwapPss:"]), shared: sum(&maps, &["Pss_Shmem:"]) },
        Err(_) => rough(process),
    }
}

/// The sum of these lines, in bytes.
fn sum(text: &str, names: &[&str]) -> u64 {
    let lines = text.lines().filter_map(|line| names.iter().find_map(|name| line.strip_prefix(name)));
    lines.filter_map(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok()).sum::<u64>() * KIB
}

/// The total size of files without a path held by these processes, each counted once: open, or (if readable) mapped.
fn in_memory(processes: &[u32]) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for process in processes {
        for folder in ["fd", "map_files"] {
            let items = fs::read_dir(format!("/proc/{process}/{folder}")).into_iter().flatten().flatten();
            for item in items {
                let is_in_memory = fs::read_link(item.path())
                    .is_ok_and(|to| to.to_str().is_some_and(|to| IN_MEMORY.iter().any(|name| to.starts_with(name))));
                if !is_in_memory {
                    continue;
                }
                if let Ok(what) = fs::metadata(item.path())
                    && seen.insert((what.dev(), what.ino()))
                {
                    bytes += what.blocks() * BLOCK;
                }
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn everything_below_a_process_is_found_and_ended() {
        let mut shell = Command::new("sh");
        let mut shell = shell.args(["-c", "sh -c 'sleep 1000; :' & sleep 1000; :"]).spawn().unwrap();
        while below(shell.id()).len() < 3 {
            std::thread::yield_now();
        }
        assert!(below(std::process::id()).contains(&shell.id()));
        end_below(shell.id());
        assert!(below(shell.id()).is_empty());
        shell.kill().unwrap();
        shell.wait().unwrap();
    }

    #[test]
    fn memory_is_added_up() {
        let maps = "Rss: 9 kB\nPss_Anon:   10 kB\nPss_Shmem: 20 kB\nSwapPss: 5 kB\n";
        assert_eq!(sum(maps, &["Pss_Anon:", "SwapPss:"]), 15 * KIB);
        let own = [std::process::id()];
        assert!(has_more(&own, 1_000) && !has_more(&own, u64::MAX));
    }
}
