//! Looks, again and again, at what a program takes that no limit of the kernel bounds: the memory of all its processes together, a
//! folder that it shares with the server, and how many files it has.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rulebook::contest_file::Limits;
use rustix::fs::{statfs, statvfs};

use super::{bubblewrap, group::Group, scratch, walls::over_memory};
use crate::{Incident, kin};

/// The file systems in memory that bubblewrap gives to a program: how much they hold is bounded, how many files is not.
const IN_MEMORY: [&str; 3] = [bubblewrap::HOME, "/tmp", "/dev/shm"];

/// How the kernel marks a file system in memory (statfs(2)).
const TMPFS: u32 = 0x0102_1994;

/// The processes and folders of a program under watch.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    /// The process below which all of the program's are.
    pub(super) process: u32,
    /// Folders on the machine's own file systems in which it may write.
    pub(super) folders: Vec<PathBuf>,
    pub(super) limits: Limits,
    /// Its control group, where there is one.
    pub(super) group: Option<Arc<Group>>,
}

/// A limit that a look found exceeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Over {
    /// The sentence for the incident.
    pub(crate) incident: Incident,
    /// Whether it would be found again where the program was started again.
    pub(crate) stays: bool,
}

impl Watched {
    /// The limit that is exceeded now, if any. Reads files.
    pub(crate) fn look(&self) -> Option<Over> {
        let Self { process, folders, limits, group } = self;
        let Limits { memory_mib, disk_mib, .. } = limits;
        let over = |limit, stays| Some(Over { incident: Incident::OverLimit { limit }, stays });
        if folders.iter().any(|folder| scratch::is_over(folder, mebibytes(*disk_mib))) {
            return over(format!("`disk_mib`, {disk_mib}"), true);
        }
        let mut processes = kin::below(*process);
        processes.push(*process);
        // Of several the kernel may have ended one.
        if group.as_ref().is_some_and(|group| group.is_over()) || kin::has_more(&processes, mebibytes(*memory_mib)) {
            return over(over_memory(limits), false);
        }
        // All that are inside see the same.
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

/// How many files there are in the file systems in memory of this process; `None` where it has none of its own.
fn files_in_memory(process: u32) -> Option<u64> {
    let root = PathBuf::from(format!("/proc/{process}/root"));
    let inside = |place: &str| root.join(place.trim_start_matches('/'));
    let is_in_memory = |place: &Path| statfs(place).is_ok_and(|kind| u32::try_from(kind.f_type) == Ok(TMPFS));
    // The machine's own are not looked at: its home of that name, if it has one, is on a disk.
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
