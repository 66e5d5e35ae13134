//! The walls that [bubblewrap](https://github.com/containers/bubblewrap) (`bwrap`) builds, as its arguments.
//!
//! - Namespaces of the program's own for mounts, processes, messages, host name and control groups; for users where the
//!   server is not root; for the network where the program is hermetic. No terminal of ours.
//! - A file system that holds the system, what the program needs, and nothing else; nothing of it can be written but the
//!   program's home, `/tmp` and `/dev/shm`, which lie in memory and have a size.
//!
//! Arguments are passed in a file, not on a command line: its first process is there for the program to see.

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use language::Message;

use super::needs::{Needs, SYSTEM, is_system};

/// The home of every program.
pub(super) const HOME: &str = "/home/guest";

/// The host name that every program sees.
const HOST: &str = "localhost";

/// What an organiser can do where there is no bubblewrap.
pub(super) fn way_out() -> Message {
    say!("reach-no-bubblewrap-way-out")
}

/// What a launcher needs while it makes the program's copy; nothing of it is left to the program.
const POWERS: [&str; 4] = ["CAP_SETUID", "CAP_SETGID", "CAP_CHOWN", "CAP_DAC_READ_SEARCH"];

/// Says what has to be done first, where bubblewrap is not installed.
pub(super) fn is_missing(path: &OsStr) -> Option<Message> {
    let is_there = std::env::split_paths(path).any(|folder| folder.join("bwrap").is_file());
    (!is_there).then(|| say!("reach-warn-no-bubblewrap", way_out = way_out()))
}

/// The arguments, each with a NUL behind it. `shared` is a folder that the program shares with us, and its place there;
/// `disk` is how much it may write, in bytes.
pub(super) fn arguments(
    needs: &Needs,
    shared: Option<&(&Path, PathBuf)>,
    as_root: bool,
    hermetic: bool,
    disk: u64,
) -> Vec<u8> {
    let mut words = Words::default();
    words.add(["--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-pid", "--unshare-uts"]);
    words.add(["--unshare-cgroup-try", "--hostname", HOST]);
    if hermetic {
        words.add(["--unshare-net"]);
    }
    if as_root {
        words.add(["--cap-drop", "ALL"]);
        POWERS.iter().for_each(|power| words.add(["--cap-add", power]));
    } else {
        words.add(["--unshare-user"]);
    }
    for folder in SYSTEM.map(Path::new) {
        match fs::read_link(folder) {
            Ok(target) => words.paths("--symlink", &target, folder),
            Err(_) => words.paths("--ro-bind-try", folder, folder),
        }
    }
    words.add(["--dev", "/dev", "--proc", "/proc"]);
    words.dir(Path::new("/run"));
    // Where the machine asks for names of hosts, which often lies in a folder that is not there.
    if let Ok(names) = fs::canonicalize("/etc/resolv.conf").as_deref()
        && !is_system(names)
    {
        words.around(names);
        words.paths("--ro-bind", names, names);
    }
    let processors = Path::new("/sys/devices/system/cpu");
    words.around(processors);
    words.paths("--ro-bind-try", processors, processors);
    for (folder, size) in [("/tmp", disk / 4), ("/dev/shm", disk / 4)] {
        words.add(["--perms", "1777", "--size", &size.to_string(), "--tmpfs", folder]);
    }
    words.dir(Path::new("/var"));
    words.add(["--symlink", "../tmp", "/var/tmp"]);
    let home = Path::new(HOME);
    // What lies around a place comes before what lies in it.
    for (place, what) in needs.shown.iter().filter(|(place, _)| place.is_absolute() && !home.starts_with(place)) {
        words.around(place);
        words.paths("--ro-bind", what, place);
    }
    words.around(home);
    words.add(["--perms", "0700", "--size", &(disk / 2).to_string(), "--tmpfs", HOME]);
    for (place, what) in needs.shown.iter().filter(|(place, _)| place.is_relative()) {
        words.around(&home.join(place));
        words.paths("--ro-bind", what, &home.join(place));
    }
    if let Some((from, to)) = shared {
        words.paths("--bind", from, to);
    }
    // Only now can nothing be made there any more.
    words.add(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]);
    words.joined()
}

#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn add<const N: usize>(&mut self, words: [&str; N]) {
        self.0.extend(words.map(OsString::from));
    }

    fn paths(&mut self, how: &str, from: &Path, to: &Path) {
        self.0.extend([how.into(), from.into(), to.into()]);
    }

    /// A folder that is there for everybody; without the words it would be root's alone.
    fn dir(&mut self, folder: &Path) {
        self.add(["--perms", "0755"]);
        self.0.extend(["--dir".into(), folder.into()]);
    }

    /// The folders on the way to a place.
    fn around(&mut self, place: &Path) {
        let mut folders: Vec<_> = place.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
        folders.reverse();
        // A folder of the system is there, and one in the program's home is the program's.
        folders.retain(|folder| !is_system(folder));
        folders.into_iter().for_each(|folder| self.dir(folder));
    }

    fn joined(self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
    }
}
