//! Reports new names in a directory: at once if the system notifies of them, otherwise by frequent polls.
//!
//! Inotify reports the actions of this machine's programs, on this machine's disks. On a network share, other machines'
//! actions are not reported, although the watch succeeds; so only file systems known to be local are trusted, and every
//! other directory is polled every 5 ms, which delays no key by more than a twentieth of the time between two and costs
//! less than a hundredth of a processor. A trusted directory is still polled every 50 ms, in case the system dropped
//! events.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use tokio::{io::AsyncReadExt, net::unix::pipe::Receiver, time::Instant};

use crate::lpp::DirectoryItem;

/// The time between two polls if the system notifies of changes.
const POLL_TOLD: Duration = Duration::from_millis(50);

/// The time between two polls if it does not.
const POLL: Duration = Duration::from_millis(5);

/// The wait before another attempt after a failed watch.
const AGAIN: Duration = Duration::from_secs(1);

/// The size of a read of events, in bytes.
const BUFFER: usize = 16 * 1_024;

/// The size of the fields before a name: watch, mask, cookie and length, of four bytes each.
const EVENT_HEAD: usize = 16;

/// File systems that change only through this machine's kernel (statfs(2)).
const LOCAL: [u64; 10] = [
    0xEF53,      // ext2, ext3, ext4
    0x5846_5342, // XFS
    0x9123_683E, // Btrfs
    0x0102_1994, // tmpfs
    0x8584_58F6, // ramfs
    0x794C_7630, // overlayfs
    0x2FC1_2FC1, // ZFS
    0x5265_4973, // ReiserFS
    0x4D44,      // FAT
    0xCA45_1A4E, // bcachefs
];

/// A change in the directory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// These names came, in this order, and may be gone again.
    Came(Vec<DirectoryItem>),
    /// The directory was read; reported only while [asked for](Watch::hears_of_readers).
    Read,
    /// The whole directory must be scanned.
    Look,
}

/// A watch over one directory. Needs a runtime with timers and I/O.
pub(crate) struct Watch {
    directory: PathBuf,
    events: Option<Events>,
    again_at: Instant,
    poll: Duration,
    poll_at: Instant,
    /// True if events were dropped.
    missed: bool,
    /// True if reads of the directory are reported, and if one was seen.
    readers: bool,
    read: bool,
}

impl Watch {
    /// Watches from now on. If the system cannot notify of changes, only the polls remain.
    pub(crate) fn new(directory: PathBuf) -> Self {
        let now = Instant::now();
        let mut watch = Self {
            directory,
            events: None,
            again_at: now,
            poll: POLL,
            poll_at: now,
            missed: false,
            readers: false,
            read: false,
        };
        watch.begin();
        watch.poll_at = now + watch.poll;
        watch
    }

    /// Starts or stops reports about reads of the directory; the caller must not read it meanwhile. False if the system
    /// cannot report them.
    pub(crate) fn hears_of_readers(&mut self, hears: bool) -> bool {
        (self.readers, self.read) = (hears, false);
        let asked = self.events.as_ref().is_some_and(|events| events.watch(&self.directory, hears).is_ok());
        hears && asked && self.poll == POLL_TOLD
    }

    /// Waits for the next change. Cancel-safe.
    pub(crate) async fn changed(&mut self) -> Change {
        loop {
            // After dropped events, a scan must precede all later events.
            if std::mem::take(&mut self.missed) {
                return Change::Look;
            }
            if std::mem::take(&mut self.read) {
                return Change::Read;
            }
            let Some(events) = &mut self.events else {
                tokio::time::sleep_until(self.poll_at).await;
                self.begin();
                break;
            };
            tokio::select! {
                biased;
                told = events.next() => {
                    let came = match told {
                        Ok(told) => self.told(&told),
                        Err(_) => {
                            self.events = None;
                            self.missed = true;
                            Vec::new()
                        }
                    };
                    if !came.is_empty() {
                        if self.poll == POLL_TOLD {
                            // With complete notifications, polls can wait for quiet moments.
                            self.poll_at = Instant::now() + self.poll;
                        }
                        return Change::Came(came);
                    }
                }
                () = tokio::time::sleep_until(self.poll_at) => break,
            }
        }
        self.poll_at = Instant::now() + self.poll;
        Change::Look
    }

    /// The names of these events, up to the first that reports dropped events: a scan must precede the rest.
    fn told(&mut self, told: &[WatchEvent]) -> Vec<DirectoryItem> {
        let mut came = Vec::new();
        for WatchEvent { mask, name } in told {
            if mask.intersects(ReadFlags::IGNORED | ReadFlags::QUEUE_OVERFLOW) {
                self.missed = true;
                if mask.contains(ReadFlags::IGNORED) {
                    self.events = None;
                }
                break;
            }
            if mask.contains(ReadFlags::ACCESS) {
                // An event without a name is about the directory itself.
                self.read |= self.readers && name.is_empty();
                continue;
            }
            came.push(DirectoryItem { name: name.clone(), is_directory: mask.contains(ReadFlags::ISDIR) });
        }
        came
    }

    /// Tries to set a missing watch, once a second.
    fn begin(&mut self) {
        if self.events.is_some() || Instant::now() < self.again_at {
            return;
        }
        let first = self.poll_at <= self.again_at;
        self.again_at = Instant::now() + AGAIN;
        match Events::of(&self.directory, self.readers) {
            Ok(events) => self.events = Some(events),
            Err(error) if first => {
                tracing::info!(%error, "the directory is polled, for the system cannot tell of changes in it: {error}");
            }
            Err(_) => {}
        }
        let is_local = rustix::fs::statfs(&self.directory)
            .is_ok_and(|kind| u64::try_from(kind.f_type).is_ok_and(|kind| LOCAL.contains(&(kind & 0xFFFF_FFFF))));
        self.poll = if self.events.is_some() && is_local { POLL_TOLD } else { POLL };
    }
}

/// The system's events for one directory.
struct Events {
    /// Read like a pipe, although it is none.
    inotify: Receiver,
    buffer: Box<[u8]>,
}

/// One event.
struct WatchEvent {
    mask: ReadFlags,
    name: String,
}

impl Events {
    fn of(directory: &Path, readers: bool) -> io::Result<Self> {
        let inotify = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        let inotify = Receiver::from_file_unchecked(File::from(inotify))?;
        let events = Self { inotify, buffer: vec![0; BUFFER].into() };
        events.watch(directory, readers)?;
        Ok(events)
    }

    /// Sets the events to report, replacing an earlier choice.
    fn watch(&self, directory: &Path, readers: bool) -> io::Result<()> {
        let comes = WatchFlags::CREATE | WatchFlags::MOVED_TO;
        inotify::add_watch(&self.inotify, directory, if readers { comes | WatchFlags::ACCESS } else { comes })?;
        Ok(())
    }

    /// The next events, at least one. Cancel-safe.
    async fn next(&mut self) -> io::Result<Vec<WatchEvent>> {
        let count = self.inotify.read(&mut self.buffer).await?;
        Ok(events(&self.buffer[..count]))
    }
}

/// Parses the system's events (inotify(7)); a truncated one is left out.
fn events(mut bytes: &[u8]) -> Vec<WatchEvent> {
    let mut events = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(EVENT_HEAD) {
        let word = |at: usize| head[at..at + 4].try_into().map_or(0, u32::from_ne_bytes);
        let length = usize::try_from(word(12)).unwrap_or(usize::MAX);
        let Some((name, rest)) = rest.split_at_checked(length) else { break };
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let mask = ReadFlags::from_bits_retain(word(4));
        events.push(WatchEvent { mask, name: String::from_utf8_lossy(name).into_owned() });
        bytes = rest;
    }
    events
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn came(names: &[&str]) -> Change {
        Change::Came(names.iter().map(|name| DirectoryItem { name: (*name).to_owned(), is_directory: true }).collect())
    }

    /// The next change other than a poll.
    async fn told_next(watch: &mut Watch) -> Change {
        loop {
            match watch.changed().await {
                Change::Look => {}
                told => return told,
            }
        }
    }

    #[tokio::test]
    async fn what_comes_is_told_in_order_and_together() {
        let place = tempfile::tempdir().unwrap();
        let mut watch = Watch::new(place.path().to_owned());
        for name in ["2", "1", "3"] {
            fs::create_dir(place.path().join(name)).unwrap();
        }
        assert_eq!(told_next(&mut watch).await, came(&["2", "1", "3"]));
        fs::write(place.path().join("file"), "").unwrap();
        let file = Change::Came(vec![DirectoryItem { name: "file".to_owned(), is_directory: false }]);
        assert_eq!(told_next(&mut watch).await, file);
    }

    #[tokio::test]
    async fn what_was_not_told_is_looked_for_before_what_is_told_next() {
        let place = tempfile::tempdir().unwrap();
        let mut watch = Watch::new(place.path().to_owned());
        let told = |mask, name: &str| WatchEvent { mask, name: name.to_owned() };
        let before = told(ReadFlags::CREATE | ReadFlags::ISDIR, "1");
        let after = told(ReadFlags::CREATE | ReadFlags::ISDIR, "3");
        let found = watch.told(&[before, told(ReadFlags::QUEUE_OVERFLOW, ""), after]);
        assert_eq!(Change::Came(found), came(&["1"]));
        fs::create_dir(place.path().join("4")).unwrap();
        assert_eq!(watch.changed().await, Change::Look);
        assert_eq!(told_next(&mut watch).await, came(&["4"]));
    }

    #[tokio::test]
    async fn whoever_reads_the_directory_is_heard_of_while_that_is_asked_for() {
        let place = tempfile::tempdir().unwrap();
        let mut watch = Watch::new(place.path().to_owned());
        let reads = || fs::read_dir(place.path()).unwrap().count();
        reads();
        if !watch.hears_of_readers(true) {
            // This file system is not known to be local.
            return;
        }
        fs::create_dir(place.path().join("1")).unwrap();
        assert_eq!(told_next(&mut watch).await, came(&["1"]), "what was read before is not told");
        reads();
        assert_eq!(told_next(&mut watch).await, Change::Read);
        fs::create_dir(place.path().join("2")).unwrap();
        fs::read_dir(place.path().join("2")).unwrap().for_each(drop);
        assert_eq!(told_next(&mut watch).await, came(&["2"]), "what is in it is another matter");
        watch.hears_of_readers(false);
        reads();
        fs::create_dir(place.path().join("3")).unwrap();
        assert_eq!(told_next(&mut watch).await, came(&["3"]));
    }

    #[test]
    fn events_are_read_as_the_system_writes_them_and_what_is_cut_is_left_out() {
        let event = |mask: u32, name: &[u8]| {
            let length = u32::try_from(name.len()).unwrap();
            [&1_u32.to_ne_bytes(), &mask.to_ne_bytes(), &0_u32.to_ne_bytes(), &length.to_ne_bytes(), name].concat()
        };
        let bytes = [event(0x4000_0100, b"1.a.other\0\0\0"), event(0x4000, b""), event(0x100, b"\xff\0")].concat();
        let names = |bytes: &[u8]| events(bytes).into_iter().map(|told| told.name).collect::<Vec<_>>();
        assert_eq!(names(&bytes), ["1.a.other", "", "\u{fffd}"]);
        for cut in 0..bytes.len() {
            assert!(names(&bytes[..cut]).len() < 3);
        }
    }

    #[tokio::test]
    async fn a_directory_that_nobody_tells_of_is_looked_at() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("gone");
        let mut watch = Watch::new(directory.clone());
        assert!(watch.events.is_none() && watch.poll == POLL);
        assert_eq!(watch.changed().await, Change::Look);
        // The directory appears, and is watched from the next second on.
        fs::create_dir(&directory).unwrap();
        watch.again_at = Instant::now();
        assert_eq!(watch.changed().await, Change::Look);
        assert!(watch.events.is_some());
        fs::create_dir(directory.join("1")).unwrap();
        assert_eq!(told_next(&mut watch).await, came(&["1"]));
        // The directory is removed, and the watch ends.
        fs::remove_dir_all(&directory).unwrap();
        while watch.events.is_some() {
            watch.changed().await;
        }
        assert_eq!(watch.changed().await, Change::Look);
    }
}
