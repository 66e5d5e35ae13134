//! A control group around a program, where this machine lets the server make one: then the kernel bounds its memory, to the byte.
//!
//! Everything counts there: shared memory, files in memory, and what the kernel keeps for the program. The server makes groups beside
//! or below its own, in the hierarchy that has the memory controller: in version 2 where that is delegated to it (`Delegate=memory`
//! and `DelegateSubgroup=` of systemd), in version 1 where it is root. It never moves itself. Elsewhere `watching` does what it can.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::fd::{OwnedFd, RawFd},
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

/// The mount point of control groups.
const ROOT: &str = "/sys/fs/cgroup";

/// The prefix of group names.
const PREFIX: &str = "viva-entry-";

/// Random bytes in a group's name.
const NAME_BYTES: usize = 8;

/// A group that nobody removed for so long was left by a server that is gone.
const LEFT: Duration = Duration::from_secs(60);

/// How often the kernel is asked to end what is in a group, and how long it may take each time.
const ENDS: usize = 100;
const END: Duration = Duration::from_millis(5);

/// Which of the two kinds of control groups has the memory controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The group of one program. Everything in it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
    version: Version,
}

impl Group {
    /// A group whose processes have at most so many bytes together; `None` where the server cannot make one.
    pub(super) fn make(most: u64) -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        places(&own).into_iter().find_map(|(around, version)| Self::in_folder(&around, version, most).ok())
    }

    fn in_folder(around: &Path, version: Version, most: u64) -> io::Result<Self> {
        if version == Version::Two {
            let control = around.join("cgroup.subtree_control");
            if !fs::read_to_string(&control)?.split_ascii_whitespace().any(|name| name == "memory") {
                fs::write(&control, "+memory")?;
            }
        }
        remove_left(around);
        let mut name = [0; NAME_BYTES];
        getrandom::fill(&mut name).map_err(io::Error::other)?;
        let folder = around.join(format!("{PREFIX}{}", hex::encode(name)));
        fs::create_dir(&folder)?;
        let group = Self { folder, version };
        let most = most.to_string();
        match version {
            Version::One => {
                group.set("memory.limit_in_bytes", &most)?;
                // Kernels without an account of swap have no such file.
                let _ = group.set("memory.memsw.limit_in_bytes", &most);
            }
            Version::Two => {
                group.set("memory.max", &most)?;
                let _ = group.set("memory.swap.max", "0");
                let _ = group.set("memory.oom.group", "1");
            }
        }
        Ok(group)
    }

    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        fs::write(self.folder.join(file), value)
    }

    /// The open file through which a process joins: it writes [`JOIN`] there.
    pub(super) fn door(&self) -> io::Result<OwnedFd> {
        Ok(OpenOptions::new().write(true).open(self.folder.join("cgroup.procs"))?.into())
    }

    /// Whether the kernel has ended one of its processes for want of memory.
    pub(super) fn is_over(&self) -> bool {
        let file = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        let told = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        told.lines().filter_map(|line| line.strip_prefix("oom_kill ")).any(|count| count.trim() != "0")
    }

    fn end_all(&self) {
        if self.version == Version::Two && self.set("cgroup.kill", "1").is_ok() {
            return;
        }
        let members = fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default();
        members.lines().filter_map(|member| member.parse().ok()).for_each(crate::kin::kill);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for _ in 0..ENDS {
            if fs::remove_dir(&self.folder).is_ok() {
                return;
            }
            self.end_all();
            thread::sleep(END);
        }
    }
}

/// The text that a process writes to join a group itself.
const JOIN: &str = "0";

/// Joins the group behind the door that is open under this number.
///
/// # Errors
/// When the group is gone.
pub(super) fn join(door: RawFd) -> io::Result<()> {
    io::Write::write_all(&mut File::from(super::owned(door)), JOIN.as_bytes())
}

/// The folders in which groups may be made, the likeliest first, by what the kernel says of this process (cgroups(7)).
fn places(own: &str) -> Vec<(PathBuf, Version)> {
    let mut places = Vec::new();
    for line in own.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let path = Path::new(path.trim_start_matches('/'));
        if controllers.is_empty() {
            let ours = Path::new(ROOT).join(path);
            // In a group with processes no memory is shared out; beside it is the place then.
            places.extend(
                ours.parent().filter(|beside| beside.starts_with(ROOT)).map(|beside| (beside.to_owned(), Version::Two)),
            );
            places.push((ours, Version::Two));
        } else if controllers.split(',').any(|name| name == "memory") {
            places.push((Path::new(ROOT).join("memory").join(path), Version::One));
        }
    }
    places
}

/// Removes groups that nobody is in, and that a server which is gone has left.
fn remove_left(around: &Path) {
    let items = fs::read_dir(around).into_iter().flatten().flatten();
    for item in items.filter(|item| item.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX))) {
        let made = item.metadata().and_then(|what| what.modified());
        if made.is_ok_and(|made| SystemTime::now().duration_since(made).is_ok_and(|age| age > LEFT)) {
            let _ = fs::remove_dir(item.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        os::{
            fd::AsRawFd,
            unix::process::{CommandExt, ExitStatusExt},
        },
        process::Command,
    };

    use super::*;

    #[test]
    fn groups_are_made_beside_the_servers_own_or_below_it() {
        let own = "4:memory:/a/b\n1:name=systemd:/\n0::/system.slice/viva.service/server\n";
        let found: Vec<_> =
            places(own).into_iter().map(|(place, version)| (place.display().to_string(), version)).collect();
        let of = |place: &str, version| (format!("{ROOT}/{place}"), version);
        let service = "system.slice/viva.service";
        assert_eq!(
            found,
            [of("memory/a/b", Version::One), of(service, Version::Two), of(&format!("{service}/server"), Version::Two)]
        );
        assert!(places("0::/").iter().all(|(place, _)| place.starts_with(ROOT)));
    }

    #[test]
    #[expect(unsafe_code, reason = "the child joins the group before it begins")]
    fn the_kernel_ends_what_takes_more_than_its_group_has() {
        // On a machine that lets nobody make one, `watching` has its own tests.
        let Some(group) = Group::make(32 << 20) else { return };
        let folder = group.folder.clone();
        let mut greedy = Command::new("perl");
        greedy.args(["-e", "my $text = 'x' x (128 << 20); print length $text"]);
        let door = group.door().unwrap();
        let number = door.as_raw_fd();
        // SAFETY: between fork and exec the closure writes one byte, and closes the child's own copy of a file.
        unsafe { greedy.pre_exec(move || join(number)) };
        let ended = greedy.output().unwrap();
        assert_eq!(ended.status.signal(), Some(libc::SIGKILL), "{ended:?}");
        assert!(group.is_over());
        drop(group);
        assert!(!folder.exists());
    }
}
