//! The disk space for the record, so that the organiser is warned before it is used up.

use std::{
    sync::{Arc, PoisonError, RwLock, Weak},
    time::Duration,
};

use language::Message;
use store::Registry;
use tracing::{error, info, warn};

use crate::clock::TimeSource;

/// The interval between two looks at the disk.
const LOOK_EVERY: Duration = Duration::from_secs(15);

/// Below this many bytes somebody should free space: a large contest writes some ten megabytes, and programs of entries
/// write too.
pub const SHORT_BELOW: u64 = 1_000_000_000;

/// Below this many bytes the next round may not fit.
pub const ENDING_BELOW: u64 = 100_000_000;

/// The space for the record: on the disk, or within the bound that the server was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskRoom {
    /// Enough, or unknown.
    Enough,
    /// This many bytes: free space soon.
    Short(u64),
    /// This many bytes: free space now.
    Ending(u64),
}

impl DiskRoom {
    /// Classifies this many bytes.
    #[must_use]
    pub fn of(bytes: u64) -> Self {
        match bytes {
            ..ENDING_BELOW => Self::Ending(bytes),
            ENDING_BELOW..SHORT_BELOW => Self::Short(bytes),
            SHORT_BELOW.. => Self::Enough,
        }
    }

    /// A warning for the organiser; none where there is enough.
    #[must_use]
    pub fn warning(self) -> Option<Message> {
        let megabytes = |bytes: u64| bytes / 1_000_000;
        match self {
            Self::Enough => None,
            Self::Short(bytes) => Some(say!("course-disk-short", megabytes = megabytes(bytes))),
            Self::Ending(bytes) => Some(say!("course-disk-ending", megabytes = megabytes(bytes))),
        }
    }

    /// True when both call for the same advice.
    fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// The latest result.
#[derive(Debug)]
pub struct Disk(RwLock<DiskRoom>);

impl Default for Disk {
    fn default() -> Self {
        Self(RwLock::new(DiskRoom::Enough))
    }
}

impl Disk {
    /// The space at the latest look.
    #[must_use]
    pub fn room(&self) -> DiskRoom {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks at the disk regularly for as long as `disk` lives; `tell` is called whenever the advice changes.
pub(crate) async fn watch(
    disk: Weak<Disk>,
    registry: Arc<dyn Registry>,
    time: Arc<dyn TimeSource>,
    tell: impl Fn() + Send,
) {
    loop {
        {
            let Some(disk) = disk.upgrade() else { return };
            let room = registry.bytes_left().await.map_or(DiskRoom::Enough, DiskRoom::of);
            let before = std::mem::replace(&mut *disk.0.write().unwrap_or_else(PoisonError::into_inner), room);
            if !room.is_like(before) {
                match room {
                    DiskRoom::Enough => info!("there is room for the record again"),
                    DiskRoom::Short(bytes) => warn!(bytes, "{} bytes are left for the record: make room", bytes),
                    DiskRoom::Ending(bytes) => error!(bytes, "{} bytes are left for the record: make room now", bytes),
                }
                tell();
            }
        }
        time.reach(time.elapsed() + LOOK_EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_organiser_is_warned_before_the_disk_is_full() {
        assert_eq!(DiskRoom::of(SHORT_BELOW).warning(), None);
        let warning = |bytes| DiskRoom::of(bytes).warning().unwrap().to_string();
        assert!(warning(SHORT_BELOW - 1).starts_with("Only 999 MB"));
        assert!(warning(ENDING_BELOW - 1).contains("nearly full: 99 MB"));
        assert!(warning(0).contains("0 MB"));
    }
}
