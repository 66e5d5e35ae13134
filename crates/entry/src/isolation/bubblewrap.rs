//! The sandbox made by [bubblewrap](https://github.com/containers/bubblewrap) (`bwrap`), as its arguments.
//!
//! - Separate namespaces for mounts, processes, messages and host name; for control groups where the machine lets us; for users
//!   if the server is not root; for the network if the program is hermetic. No access to the server's terminal.
//! - A file system with the system's folders and the program's needs only; read-only except for the program's home,
//!   `/tmp` and `/dev/shm`, which are in memory and limited in size.
//!
//! Arguments are passed in a file: a command line would be visible to the program.

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use language::Message;

use super::needs::{Needs, SYSTEM, is_system};

/// The home folder of every program.
pub(super) const HOME: &str = "/home/guest";

/// The host name shown to every program.
const HOST: &str = "localhost";

/// The remedy for an organiser without bubblewrap.
pub(super) fn way_out() -> Message {
    say!("reach-no-bubblewrap-way-out")
}

/// Capabilities that a launcher needs while it makes the program's copy; the program has none of them.
const POWERS: [&str; 4] = ["CAP_SETUID", "CAP_SETGID", "CAP_CHOWN", "CAP_DAC_READ_SEARCH"];

/// The installation hint, if bubblewrap is missing.
pub(super) fn is_missing(path: &OsStr) -> Option<Message> {
    let is_there = std::env::split_paths(path).any(|folder| folder.join("bwrap").is_file());
    (!is_there).then(|| say!("reach-warn-no-bubblewrap", way_out = way_out()))
}

/// The arguments, each followed by a NUL. `shared` is a folder shared between the program and the server, and its path
/// inside; `disk` is the limit on written data, in bytes.
pub(super) fn arguments(
    needs: &Needs,
    shared: Option<&(&Path, PathBuf)>,
    as_root: bool,
    hermetic: bool,
    disk: u64,
) -> Vec<u8> {
    let mut words = Arguments::default();
    words.add(["--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-pid", "--unshare-uts"]);
    if has_group_namespaces(as_root) {
        words.add(["--unshare-cgroup"]);
    }
    words.add(["--hostname", HOST]);
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
    // The resolver's configuration, often a link into a folder that is not mounted.
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
    // Parents come before their contents.
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
    // Make `/dev` and `/` read-only last, after all mount points exist.
    words.add(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]);
    words.joined()
}

/// Whether bubblewrap can make a namespace for control groups here; tried once. An old kernel has none, and a service may be
/// forbidden this one kind (`RestrictNamespaces=` of systemd), which ends bubblewrap even with `--unshare-cgroup-try`. Without
/// it, a program can read the path of its group: that of the service, and a random name.
fn has_group_namespaces(as_root: bool) -> bool {
    static TRIED: OnceLock<bool> = OnceLock::new();
    *TRIED.get_or_init(|| {
        let mut trial = Command::new("bwrap");
        trial.args(if as_root { &[][..] } else { &["--unshare-user"] });
        trial.args(["--unshare-cgroup", "--ro-bind", "/", "/", "--", "bwrap", "--version"]);
        let trial = trial.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        trial.is_ok_and(|status| status.success())
    })
}

#[derive(Default)]
struct Arguments(Vec<OsString>);

impl Arguments {
    fn add<const N: usize>(&mut self, words: [&str; N]) {
        self.0.extend(words.map(OsString::from));
    }

    fn paths(&mut self, how: &str, from: &Path, to: &Path) {
        self.0.extend([how.into(), from.into(), to.into()]);
    }

    /// A folder with access for every user; by default it would be root's alone.
    fn dir(&mut self, folder: &Path) {
        self.add(["--perms", "0755"]);
        self.0.extend(["--dir".into(), folder.into()]);
    }

    /// Creates the parent folders of a path.
    fn around(&mut self, place: &Path) {
        let mut folders: Vec<_> = place.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
        folders.reverse();
        // Folders of the system exist already.
        folders.retain(|folder| !is_system(folder));
        folders.into_iter().for_each(|folder| self.dir(folder));
    }

    fn joined(self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
    }
}
