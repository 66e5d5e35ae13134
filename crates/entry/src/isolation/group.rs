//! A control group around a program, if this machine lets the server make one: the kernel then limits its memory, to
//! the byte.
//!
//! The limit covers everything: shared memory, files in memory, and the kernel's own memory for the program. The server
//! makes groups beside or below its own, in the hierarchy with the memory controller: in version 2 if that is delegated
//! to it (`Delegate=memory` and `DelegateSubgroup=` of systemd), in version 1 if it is root. It never moves itself. On
//! other machines, `watching` is the only check.

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

/// The number of random bytes in a group's name.
const NAME_BYTES: usize = 8;

/// The age from which an empty group counts as left by a dead server.
const LEFT: Duration = Duration::from_secs(60);

/// The maximum number of attempts to end the processes of a group, and the pause between two.
const ENDS: usize = 100;
const END: Duration = Duration::from_millis(5);

/// The version of control groups that has the memory controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The group of one program. Dropping it ends all processes inside.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
    version: Version,
}

impl Group {
    /// A group whose processes share this many bytes of memory; `None` if the server cannot make one.
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
                // Kernels without swap accounting have no such file.
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

    /// True if the kernel has killed one of its processes because memory ran out.
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

/// Joins the group whose file is open under this number.
///
/// # Errors
/// If the group is gone.
pub(super) fn join(door: RawFd) -> io::Result<()> {
    io::Write::write_all(&mut File::from(super::owned(door)), JOIN.as_bytes())
}

/// The folders in which groups may be made, the likeliest first, from the kernel's list for this process (cgroups(7)).
fn places(own: &str) -> Vec<(PathBuf, Version)> {
    let mut places = Vec::new();
    for line in own.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let path = Path::new(path.trim_start_matches('/'));
        if controllers.is_empty() {
            let ours = Path::new(ROOT).join(path);
            // A group with processes cannot delegate memory; then only a group beside it can.
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

/// Removes empty groups left by dead servers.
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
        // `watching` has its own tests for machines without control groups.
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
