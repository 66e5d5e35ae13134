//! Runs a program by itself: without a network, on a file system that it cannot change, within limits.
//!
//! [bubblewrap](https://github.com/containers/bubblewrap) (`bwrap`) builds the walls, `prlimit` sets the limits. This
//! module only composes the command; starting and ending it is the runner's business as for every program. What is
//! enforced:
//!
//! - No network but a loopback of its own, no processes but its own, no terminal of ours, an environment of four names.
//! - The whole file system can be read and nothing of it written. Homes, `/run`, `/tmp`, `/var/tmp` and the folder that
//!   holds the link's workspace are not there; the entry's own folder is, wherever it lies.
//! - It may write in its home (`$HOME`, the folder `home` of the workspace, where a communications directory lies too),
//!   and in a `/tmp` and `/dev/shm` of its own, which together hold as much as its memory.
//! - Address space and processor time of each process; the number of processes and threads; the length of a file.
//!
//! Limits on processes do not bind root. A server that runs as root therefore gives every hermetic program a user of
//! its own, one that owns nothing but the program's home; the entry's folder has to be readable by everybody then. A
//! server that is an ordinary user uses a user namespace, in which only the program's own processes count.

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    os::unix::fs::{MetadataExt, chown},
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::atomic::{AtomicU32, Ordering},
};

use rulebook::contest_file::Hermetic;

use crate::{Incident, process::Launch};

/// The folder in a workspace that a hermetic program may write to.
pub(crate) const HOME: &str = "home";

/// Users that a server which runs as root gives to programs: those that systemd sets apart for such uses.
const USERS: std::ops::Range<u32> = 61_184..65_520;

/// Where people and services keep what no program needs: it is not there.
const HIDDEN: [&str; 6] = ["/home", "/root", "/run", "/tmp", "/var/tmp", "/dev/shm"];

/// Of these, where it has a folder of its own in memory.
const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];

/// Folders that programs are made of.
const SYSTEM: [&str; 11] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store", "/proc"];

/// What every program is told of its surroundings, if we know it.
const ENVIRONMENT: [&str; 3] = ["PATH", "LANG", "TERM"];

/// A room of a program's own.
#[derive(Debug, Clone)]
pub(crate) struct Room {
    limits: Hermetic,
    workspace: PathBuf,
    /// What it may write to beside its home.
    writable: Option<PathBuf>,
    /// Its user, where we are root.
    user: Option<u32>,
}

impl Room {
    /// A room with these limits, in the workspace of its link, with a communications directory if there is one outside.
    pub(crate) fn new(limits: Hermetic, workspace: PathBuf, writable: Option<PathBuf>) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let user = is_root().then(|| {
            let turn = std::process::id().wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
            USERS.start + turn % (USERS.end - USERS.start)
        });
        Self { limits, workspace, writable, user }
    }

    /// The command as it is started in its room. Makes the program's home and gives it to the program's user.
    ///
    /// # Errors
    /// An incident that says what is missing.
    pub(crate) fn launch(&self, command: &[String], folder: &Path) -> Result<Launch, Incident> {
        let refused = |why: String| Incident::NotHermetic { why };
        if let Some(why) = self.lacks(&std::env::var_os("PATH").unwrap_or_default()) {
            return Err(refused(why));
        }
        let home = self.workspace.join(HOME);
        self.give(&home)
            .map_err(|error| refused(format!("the folder `{}` cannot be made: {error}", home.display())))?;
        let real = |path: &Path| {
            fs::canonicalize(path).map_err(|error| refused(format!("the folder `{}`: {error}", path.display())))
        };
        let (home, folder, workspace) = (real(&home)?, real(folder)?, real(&self.workspace)?);
        let mut writable = vec![home.clone()];
        if let Some(directory) = &self.writable {
            self.give(directory).map_err(|error| refused(format!("`{}`: {error}", directory.display())))?;
            writable.push(real(directory)?);
        }
        if self.user.is_some() && !is_open(&folder) {
            return Err(refused(format!(
                "not everybody may read the folder `{}`, and the server runs as root, who gives the program a user of \
                 its own (chmod o+rx the folder, or run the server as an ordinary user)",
                folder.display()
            )));
        }
        let mut words = self.walls(&folder, &workspace, &writable);
        words.extend(self.limited());
        words.push("--".into());
        words.extend(command.iter().map(OsString::from));
        let known = ENVIRONMENT.iter().filter_map(|name| Some(((*name).into(), std::env::var_os(name)?)));
        let mut environment: Vec<(OsString, OsString)> = known.collect();
        environment.push(("HOME".into(), home.into()));
        Ok(Launch { words, folder, environment: Some(environment) })
    }

    /// What has to be installed first.
    fn lacks(&self, path: &OsStr) -> Option<String> {
        let mut tools = ["bwrap", "prlimit"].into_iter().chain(self.user.map(|_| "setpriv"));
        let tool = tools.find(|tool| !std::env::split_paths(path).any(|folder| folder.join(tool).is_file()))?;
        let package = if tool == "bwrap" { "bubblewrap" } else { "util-linux" };
        Some(format!("`{tool}` is not installed (install {package})"))
    }

    /// Makes a folder that the program may write to.
    fn give(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        match self.user {
            Some(user) => chown(folder, Some(user), Some(user)),
            None => Ok(()),
        }
    }

    fn walls(&self, folder: &Path, workspace: &Path, writable: &[PathBuf]) -> Vec<OsString> {
        let mut words: Vec<OsString> = ["bwrap", "--die-with-parent", "--new-session"].map(Into::into).into();
        words.extend(["ipc", "pid", "net", "uts"].map(|of| format!("--unshare-{of}").into()));
        words.push("--unshare-cgroup-try".into());
        match self.user {
            // What `setpriv` needs to become the program's user; it keeps nothing of it.
            Some(_) => words.extend(
                ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"].map(OsString::from),
            ),
            None => words.push("--unshare-user".into()),
        }
        words.extend(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"].map(OsString::from));
        let hidden = hidden(folder, workspace);
        let mounts = in_order(&hidden, folder, writable);
        for (place, (mount, path)) in mounts.iter().enumerate() {
            for missing in missing(&mounts[..place], path) {
                // Without these words they would be root's alone.
                words.extend(["--perms", "0755", "--dir"].map(OsString::from));
                words.push(missing.into());
            }
            words.extend(self.mount(*mount, path));
        }
        // Only now can nothing be made in them any more.
        let sealed = mounts.iter().filter(|(mount, path)| *mount == Mount::Hidden && !is_scratch(path));
        for path in sealed.map(|(_, path)| path.as_path()).chain([Path::new("/dev")]) {
            words.extend(["--remount-ro".into(), path.into()]);
        }
        words.extend(["--chdir".into(), folder.into(), "--".into()]);
        words
    }

    fn mount(&self, mount: Mount, path: &Path) -> Vec<OsString> {
        match mount {
            // Each for half as much as the program may have of memory.
            Mount::Hidden if is_scratch(path) => {
                let size = (self.memory() / 2).to_string();
                let mut words: Vec<OsString> =
                    ["--perms", "1777", "--size", &size, "--tmpfs"].map(OsString::from).into();
                words.push(path.into());
                words
            }
            Mount::Hidden => vec!["--tmpfs".into(), path.into()],
            Mount::Readable => vec!["--ro-bind".into(), path.into(), path.into()],
            Mount::Writable => vec!["--bind".into(), path.into(), path.into()],
        }
    }

    fn limited(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        if let Some(user) = self.user {
            let (user, group) = (format!("--reuid={user}"), format!("--regid={user}"));
            words.extend(["setpriv", &user, &group, "--clear-groups", "--inh-caps=-all", "--"].map(OsString::from));
        }
        let memory = self.memory();
        let seconds = self.limits.processor.as_secs();
        // Where it has no user of its own, the namespace's first process counts too.
        let processes = u32::from(self.limits.processes) + u32::from(self.user.is_none());
        words.push("prlimit".into());
        words.extend([
            format!("--as={memory}").into(),
            // The signal that can be told from others first, then the one that cannot be caught.
            format!("--cpu={seconds}:{}", seconds + 1).into(),
            format!("--nproc={processes}").into(),
            format!("--fsize={memory}").into(),
            "--core=0".into(),
        ]);
        words
    }

    fn memory(&self) -> u64 {
        u64::from(self.limits.memory_mib) * 1_024 * 1_024
    }

    /// What the end of a program says about its room, if anything; with true when there is no sense in starting it
    /// again.
    pub(crate) fn ending(&self, status: ExitStatus, last_words: &str) -> Option<(Incident, bool)> {
        let over = |limit: String| Some((Incident::OverLimit { limit }, false));
        match status.code() {
            Some(code) if code == 128 + libc::SIGXCPU => {
                over(format!("`processor`, {} s", self.limits.processor.as_secs()))
            }
            Some(code) if code == 128 + libc::SIGXFSZ => {
                over(format!("`memory_mib`, {}, which a file may not be longer than", self.limits.memory_mib))
            }
            Some(1) if last_words.starts_with("bwrap: ") => {
                Some((Incident::NotHermetic { why: last_words.to_owned() }, true))
            }
            Some(126 | 127) => {
                let why = last_words.strip_prefix("prlimit: failed to execute ")?;
                Some((Incident::DidNotStart { why: why.to_owned() }, true))
            }
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mount {
    Hidden,
    Readable,
    Writable,
}

fn is_scratch(path: &Path) -> bool {
    SCRATCH.iter().any(|scratch| path == Path::new(scratch))
}

/// What stands where: a folder after those around it; where several claim a place, what shows most.
fn in_order(hidden: &[PathBuf], folder: &Path, writable: &[PathBuf]) -> Vec<(Mount, PathBuf)> {
    let hidden = hidden.iter().map(|path| (Mount::Hidden, path.clone()));
    let readable = (folder != Path::new("/")).then(|| (Mount::Readable, folder.to_owned()));
    let writable = writable.iter().map(|path| (Mount::Writable, path.clone()));
    let mut mounts: Vec<_> = hidden.chain(readable).chain(writable).collect();
    mounts.sort_by_key(|(mount, path)| (path.components().count(), path.clone(), std::cmp::Reverse(*mount)));
    mounts.dedup_by(|next, first| next.1 == first.1);
    mounts
}

/// The folders on the way to a place that are missing because something around it is hidden, outermost first.
fn missing<'p>(around: &[(Mount, PathBuf)], path: &'p Path) -> Vec<&'p Path> {
    let nearest = around.iter().rev().find(|(_, around)| path.starts_with(around));
    let Some((Mount::Hidden, hidden)) = nearest else { return Vec::new() };
    let mut missing: Vec<_> = path.ancestors().skip(1).take_while(|folder| *folder != hidden).collect();
    missing.reverse();
    missing
}

/// The folders that are not there: homes and the like, and what lies around the workspace.
fn hidden(folder: &Path, workspace: &Path) -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut needed: Vec<PathBuf> = std::env::split_paths(&path).chain(SYSTEM.map(PathBuf::from)).collect();
    needed.push(folder.to_owned());
    let places = HIDDEN.into_iter().map(PathBuf::from).chain(home);
    let mut hidden: Vec<_> = places.filter_map(|place| fs::canonicalize(place).ok()).collect();
    hidden.retain(|place| place.parent().is_some());
    hidden.extend(vault(workspace, &needed));
    hidden.sort();
    hidden.dedup();
    hidden
}

/// The largest folder around the workspace in which nothing lies that the program needs: the contest's own data.
fn vault(workspace: &Path, needed: &[PathBuf]) -> Option<PathBuf> {
    let is_free = |around: &&Path| around.parent().is_some() && !needed.iter().any(|needed| needed.starts_with(around));
    workspace.ancestors().skip(1).take_while(is_free).last().map(Path::to_owned)
}

/// Whether everybody may look into a folder.
fn is_open(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|folder| folder.mode() & 0o005 == 0o005)
}

/// Whether this process is root, for whom limits on processes do not count.
fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(paths: &[&str]) -> Vec<PathBuf> {
        paths.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn what_lies_inside_comes_after_what_lies_around_it() {
        let hidden = paths(&["/home", "/home/ada/contest/data", "/tmp"]);
        let writable = paths(&["/home/ada/contest/data/entries/E1/home"]);
        let mounts = in_order(&hidden, Path::new("/home/ada/contest"), &writable);
        let told: Vec<_> = mounts.iter().map(|(mount, path)| (*mount, path.to_str().unwrap())).collect();
        assert_eq!(
            told,
            [
                (Mount::Hidden, "/home"),
                (Mount::Hidden, "/tmp"),
                (Mount::Readable, "/home/ada/contest"),
                (Mount::Hidden, "/home/ada/contest/data"),
                (Mount::Writable, "/home/ada/contest/data/entries/E1/home"),
            ]
        );
        let home = Path::new("/home/ada/contest/data/entries/E1/home");
        let entries = ["/home/ada/contest/data/entries", "/home/ada/contest/data/entries/E1"].map(Path::new);
        assert_eq!(missing(&mounts[..4], home), entries);
        assert_eq!(missing(&mounts[..2], Path::new("/home/ada/contest")), [Path::new("/home/ada")]);
        assert!(missing(&mounts[..2], Path::new("/srv/contest")).is_empty());
        let same = in_order(&paths(&["/tmp/x"]), Path::new("/tmp/x"), &paths(&["/tmp/x"]));
        assert_eq!(same, [(Mount::Writable, PathBuf::from("/tmp/x"))]);
        assert_eq!(in_order(&[], Path::new("/"), &[]), []);
    }

    #[test]
    fn what_is_missing_and_what_the_kernel_said_is_told_with_the_way_out() {
        use std::os::unix::process::ExitStatusExt;

        let room = Room::new(Hermetic::default(), PathBuf::from("/nowhere"), None);
        let tools = tempfile::tempdir().unwrap();
        let lacks = || room.lacks(tools.path().as_os_str()).unwrap_or_default();
        assert_eq!(lacks(), "`bwrap` is not installed (install bubblewrap)");
        fs::write(tools.path().join("bwrap"), "").unwrap();
        assert_eq!(lacks(), "`prlimit` is not installed (install util-linux)");

        let said = "bwrap: No permissions to create new namespace, likely because the kernel does not allow it";
        let ending = |code: i32, words: &str| room.ending(ExitStatus::from_raw(code << 8), words);
        let (incident, is_hopeless) = ending(1, said).unwrap();
        assert!(is_hopeless && incident.to_string().contains("kernel does not allow it"), "{incident}");
        assert!(incident.to_string().contains("take `hermetic` out"), "{incident}");
        let (incident, _) = ending(127, "prlimit: failed to execute bot: No such file or directory").unwrap();
        assert_eq!(incident, Incident::DidNotStart { why: "bot: No such file or directory".to_owned() });
        assert!(matches!(ending(152, ""), Some((Incident::OverLimit { .. }, false))));
        assert_eq!((ending(0, ""), ending(1, "my own words"), ending(127, "not found")), (None, None, None));
    }

    #[test]
    fn the_contests_data_is_hidden_and_nothing_that_the_program_needs() {
        let workspace = Path::new("/srv/contest/data/entries/my-contest/E1-R1J1");
        for (needed, vault_is) in [
            (&["/srv/contest"][..], Some("/srv/contest/data")),
            (&["/opt/bot"], Some("/srv")),
            (&["/srv/contest/data/entries/my-contest"], None),
            (&["/usr/bin", "/srv/bin"], Some("/srv/contest")),
            (&["/"], Some("/srv")),
        ] {
            assert_eq!(vault(workspace, &paths(needed)), vault_is.map(PathBuf::from), "{needed:?}");
        }
    }
}
