//! How an entry's program is kept apart from the contest, from other entries and from the machine.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

/// What stands between an entry's program and everything else on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// Namespaces of its own for mounts, processes, messages, users and host name, made by bubblewrap (`bwrap`). What it
    /// must not see is not there.
    #[default]
    Bubblewrap,
    /// Rules of the kernel's Landlock, for machines without bubblewrap. What it must not read is refused, but not hidden.
    Landlock,
    /// Nothing: it may do what the server's user may.
    None,
}

impl Isolation {
    /// The word of contest files.
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

/// How much of the machine an entry's program may use, in each of its interviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most memory of its own that each of its processes may have, and all of them together with what they share, in MiB.
    pub memory_mib: u32,
    /// The most that it may write, in MiB: half of it in its folder and home together, a quarter in `/tmp`, a quarter in
    /// `/dev/shm`.
    pub disk_mib: u32,
    /// The most processes and threads at the same time.
    pub processes: u16,
    /// The most files that each of its processes may have open.
    pub open_files: u32,
    /// The most processor time that each of its processes may use, in whole seconds. Absent: any.
    pub processor: Option<Duration>,
}

impl Default for Limits {
    /// 2,048 MiB of memory, 512 MiB of disk, 256 processes, 1,024 open files, any processor time: ample for a program
    /// that answers lines, and nothing that brings a machine down.
    fn default() -> Self {
        Self { memory_mib: 2_048, disk_mib: 512, processes: 256, open_files: 1_024, processor: None }
    }
}
