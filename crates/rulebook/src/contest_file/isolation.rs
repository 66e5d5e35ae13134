//! The isolation of an entry's program from the contest, from other entries and from the machine.

use std::{fmt, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The barrier between an entry's program and everything else on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// Its own namespaces for mounts, processes, messages, users and host name, made by bubblewrap (`bwrap`). Files
    /// that it must not see do not exist for it.
    #[default]
    Bubblewrap,
    /// Rules of the kernel's Landlock, for machines without bubblewrap. Files that it must not read are refused, but
    /// not hidden.
    Landlock,
    /// None: it has the rights of the server's user.
    None,
}

impl Isolation {
    /// The word in contest files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The limits on the use of the machine by an entry's program, in each of its interviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most memory, in MiB: for each of its processes by itself, and for all of them together with shared memory.
    pub memory_mib: u32,
    /// The most disk space, in MiB: half of it for its folder and home together, a quarter for `/tmp`, a quarter for
    /// `/dev/shm`.
    pub disk_mib: u32,
    /// The most processes and threads at the same time.
    pub processes: u16,
    /// The most open files of each of its processes.
    pub open_files: u32,
    /// The most processor time of each of its processes, in whole seconds. Absent: no limit.
    pub processor: Option<Duration>,
}

impl Default for Limits {
    /// 2,048 MiB of memory, 512 MiB of disk, 256 processes, 1,024 open files, any processor time: ample for a program
    /// that answers lines, and too little to bring a machine down.
    fn default() -> Self {
        Self { memory_mib: 2_048, disk_mib: 512, processes: 256, open_files: 1_024, processor: None }
    }
}
