//! Isolates an entry's program from the contest, from other entries and from the machine.
//!
//! A program that can read the contest's data, or the server's command line, knows the judges; one that can fill a disk
//! stops the contest. So every program that the contest starts runs in a sandbox, which holds only the things named in
//! its table:
//!
//! - the system (`/usr`, `/etc` and the like), and the installation of its interpreter, read-only;
//! - its own copy of the files that its command and `files` name, under the same names (`needs`);
//! - an environment of a few variables, and the same home and host name for every program.
//!
//! `bubblewrap` builds the sandbox; on a machine without it, an organiser may choose Landlock or no isolation in the
//! entry's table. [`launcher`] is the last step, inside the sandbox: it makes the copy, sets the limits, and becomes
//! the program. `calls` filters system calls that no limit covers, `keeper` ends a program's daemons under Landlock.
//! `scratch` makes the folders that server and program share; `group` lets the kernel limit a program's memory, if it
//! can, and `watching` checks everything that has no kernel limit. `reach` describes the program's remaining reach.
//!
//! Built-in programs (`viva entry play`) are trusted: they start on any machine, without a sandbox.

mod bubblewrap;
mod calls;
pub(crate) mod first_line;
mod group;
mod keeper;
pub mod launcher;
mod needs;
mod reach;
pub(crate) mod scratch;
mod telecommunication;
mod user;
pub(crate) mod walls;
pub(crate) mod watching;

use std::{
    collections::BTreeMap,
    os::{
        fd::{FromRawFd, OwnedFd, RawFd},
        unix::fs::MetadataExt,
    },
    path::{Path, PathBuf},
};

use rulebook::contest_file::{EntrySpec, Isolation, KeySource, Limits, Protocol};

pub use self::reach::Reach;

/// The first arguments of a built-in program's command.
const HOUSE: [&str; 2] = ["entry", "play"];

/// The isolation of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The means of isolation.
    pub isolation: Isolation,
    /// True if it runs without a network.
    pub hermetic: bool,
    /// The limits on its use of the machine.
    pub limits: Limits,
    /// The variables of its environment, beside those of every program.
    pub environment: BTreeMap<String, String>,
    /// Files and folders of the program, beside those that its command names; relative to its folder.
    pub files: Vec<PathBuf>,
    /// Paths that no program may ever see: the contest file, the contest's data, the secrets of entries.
    pub hidden: Vec<PathBuf>,
    /// The executable that calls [`launcher::take_over`] first: `viva` itself.
    pub launcher: PathBuf,
}

impl Apart {
    /// No isolation and no limits, for a program that is tried out by itself.
    #[must_use]
    pub fn not() -> Self {
        Self {
            isolation: Isolation::None,
            hermetic: false,
            limits: Limits::default(),
            environment: BTreeMap::new(),
            files: Vec::new(),
            hidden: Vec::new(),
            launcher: PathBuf::from("/proc/self/exe"),
        }
    }

    /// The isolation in an entry's table; `hidden` are the paths that no program may see.
    #[must_use]
    pub fn of(spec: &EntrySpec, hidden: Vec<PathBuf>) -> Self {
        Self {
            isolation: spec.isolation,
            hermetic: spec.hermetic,
            limits: spec.limits.clone(),
            environment: spec.environment.clone(),
            files: spec.files.clone(),
            hidden,
            ..Self::not()
        }
    }

    /// True if this command runs a built-in program, with this very executable.
    #[must_use]
    pub fn is_of_the_house(&self, command: &[String], folder: &Path) -> bool {
        let Some((program, arguments)) = command.split_first() else { return false };
        let same = |path: &Path| {
            let what = |path: &Path| std::fs::metadata(path).map(|what| (what.dev(), what.ino())).ok();
            what(path).is_some_and(|file| Some(file) == what(&self.launcher))
        };
        arguments.iter().take(HOUSE.len()).eq(HOUSE.iter()) && needs::program(program, folder).is_some_and(|p| same(&p))
    }
}

/// The isolation of this entry's program, as a word for the record; `None` for a program started elsewhere.
#[must_use]
pub fn of(entry: &EntrySpec, folder: &Path) -> Option<&'static str> {
    let command = entry.command();
    let house = || Apart::of(entry, Vec::new()).is_of_the_house(command, folder);
    (!command.is_empty()).then(|| if house() { "house" } else { entry.isolation.as_str() })
}

/// The paths that no program of a contest may see, even if its table names them: the contest files in its folder, and
/// the secrets of its entries. `folder` is the contest file's.
#[must_use]
pub fn hidden<'e>(entries: impl IntoIterator<Item = &'e EntrySpec>, folder: &Path) -> Vec<PathBuf> {
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|item| item.path());
    let contests = beside.filter(|path| path.extension().is_some_and(|kind| kind == "toml") && is_contest(path));
    contests.chain(secrets(entries, folder)).collect()
}

/// True if this file lists the participants of a contest.
fn is_contest(file: &Path) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().any(|line| ["[[judge]]", "[[entry]]"].contains(&line.trim()))
}

fn secrets<'e>(entries: impl IntoIterator<Item = &'e EntrySpec>, folder: &Path) -> Vec<PathBuf> {
    let files = entries.into_iter().filter_map(|entry| match &entry.protocol {
        Protocol::WebSocket { token_file, .. } => token_file.as_ref(),
        Protocol::Socketio(client) => Some(&client.secret_file),
        Protocol::Chat(chat) => match &chat.key {
            Some(KeySource::File(file)) => Some(file),
            _ => None,
        },
        Protocol::Stdio { .. } | Protocol::Lp95(_) | Protocol::Lpp(_) | Protocol::Web(_) => None,
    });
    files.map(|file| folder.join(file)).collect()
}

/// Takes ownership of an open file that this process inherited.
#[expect(unsafe_code, reason = "the number of the open file is all that a process is given of it")]
fn owned(file: RawFd) -> OwnedFd {
    // SAFETY: the plan names a file that was passed for one use, and nothing else here uses it.
    unsafe { OwnedFd::from_raw_fd(file) }
}
