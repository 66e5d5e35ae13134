//! What an entry's program is kept from while it takes part.

use std::time::Duration;

/// A program that runs by itself: without a network, on a file system that it cannot change, within limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hermetic {
    /// The most memory that one of its processes may ask for (address space), in MiB.
    pub memory_mib: u32,
    /// The most processor time that one of its processes may use, in whole seconds.
    pub processor: Duration,
    /// The most processes and threads at the same time.
    pub processes: u16,
}

impl Default for Hermetic {
    /// 1,024 MiB, 10 minutes, 64 processes: ample for a program that answers lines.
    fn default() -> Self {
        Self { memory_mib: 1_024, processor: Duration::from_secs(600), processes: 64 }
    }
}
