//! Checks at intervals a program's use of resources without a kernel limit: the memory of all its processes together, a
//! folder shared with the server, and the number of its files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rulebook::contest_file::Limits;
use rustix::fs::{statfs, statvfs};

use super::{bubblewrap, group::Group, scratch};
use crate::{Incident, kin};

/// The memory file systems that bubblewrap gives to a program: their size is limited, their number of files is not.
const IN_MEMORY: [&str; 3] = [bubblewrap::HOME, "/tmp", "/dev/shm"];

/// The kernel's identifier of a file system in memory (statfs(2)).
const TMPFS: u32 = 0x0102_1994;

/// The processes and folders of a watched program.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    /// The ancestor of all the program's processes.
    pub(super) process: u32,
    /// Writable folders on the machine's own file systems.
    pub(super) folders: Vec<PathBuf>,
    pub(super) limits: Limits,
    /// Its control group, if it has one.
    pub(super) group: Option<Arc<Group>>,
}

/// An exceeded limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Over {
    /// The sentence for the incident.
    pub(crate) incident: Incident,
    /// True if it would still be exceeded after a restart.
    pub(crate) stays: bool,
}

impl Watched {
    /// The currently exceeded limit, if any. Reads files.
    pub(crate) fn look(&self) -> Option<Over> {
        let Self { process, folders, limits, group } = self;
        let Limits { memory_mib, disk_mib, .. } = limits;
        let over = |limit, stays| Some(Over { incident: Incident::OverLimit { limit }, stays });
        if folders.iter().any(|folder| scratch::is_over(folder, mebibytes(*disk_mib))) {
            return over(format!("`disk_mib`, {disk_mib}"), true);
        }
        let mut processes = kin::below(*process);
        processes.push(*process);
        // The kernel may have killed one of several processes.
        if group.as_ref().is_some_and(|group| group.is_over()) || kin::has_more(&processes, mebibytes(*memory_mib)) {
            return over(over_memory(limits), false);
        }
        // All processes inside see the same file systems.
        if processes
            .iter()
            .find_map(|process| files_in_memory(*process))
            .is_some_and(|files| files > scratch::THINGS_MAX as u64)
        {
            return over(
                format!("`disk_mib`, {disk_mib}, in which more than {} files are too many", scratch::THINGS_MAX),
                true,
            );
        }
        None
    }
}

/// The limit on the memory of all processes together, as quoted in the incident.
pub(super) fn over_memory(limits: &Limits) -> String {
    format!("`memory_mib`, {}, of all its processes together", limits.memory_mib)
}

/// The number of files in this process's own memory file systems; `None` if it has none.
fn files_in_memory(process: u32) -> Option<u64> {
    let root = PathBuf::from(format!("/proc/{process}/root"));
    let inside = |place: &str| root.join(place.trim_start_matches('/'));
    let is_in_memory = |place: &Path| statfs(place).is_ok_and(|kind| u32::try_from(kind.f_type) == Ok(TMPFS));
    // Skip the machine's own: a home of that name would be on disk.
    is_in_memory(&inside(bubblewrap::HOME)).then(|| {
        let places = IN_MEMORY.iter().map(|place| inside(place)).filter(|place| is_in_memory(place));
        places
            .filter_map(|place| statvfs(&place).ok())
            .map(|file_system| file_system.f_files.saturating_sub(file_system.f_ffree))
            .sum()
    })
}

fn mebibytes(count: u32) -> u64 {
    u64::from(count) << 20
}
