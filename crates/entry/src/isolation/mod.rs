//! Keeps an entry's program apart from the contest, from other entries and from the machine.
//!
//! A program that can read the contest's data, or the command line of the server, knows who judges; one that can fill a
//! disk stops the contest. So every program that the contest starts is put behind walls, and finds there what its table
//! names and nothing else:
//!
//! - the system (`/usr`, `/etc` and the like), and the installation of its interpreter, read-only;
//! - a copy of its own: the files that its command and `files` name, under the names that they have there (`needs`);
//! - an environment of a few names, and a home and host name that are the same for every program.
//!
//! `bubblewrap` builds the walls; where it is not to be had, an organiser may write down that Landlock shall do, or
//! nothing. [`launcher`] is the last step, inside the walls: it makes the copy, sets the limits, and becomes the program.
//! `calls` refuses the calls to the kernel that no limit counts, `keeper` ends the daemons of a program under Landlock.
//! `scratch` has the folders that server and program share; `group` has the kernel count a program's memory, where it can, and `watching` looks at what nothing else bounds. `reach` says what all that leaves within reach.
//!
//! Programs of the house (`viva entry play`) are trusted: they start on any machine, without walls.

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

/// The arguments by which a program of the house is known.
const HOUSE: [&str; 2] = ["entry", "play"];

/// How a program is kept apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// By what.
    pub isolation: Isolation,
    /// Whether it runs without a network.
    pub hermetic: bool,
    /// How much of the machine it may use.
    pub limits: Limits,
    /// What it finds in its environment, beside what every program finds.
    pub environment: BTreeMap<String, String>,
    /// Files and folders that make up the program, beside those that its command names; told from its folder.
    pub files: Vec<PathBuf>,
    /// What no program is ever given, wherever it lies: the contest file, the contest's data, the secrets of entries.
    pub hidden: Vec<PathBuf>,
    /// The executable in which [`launcher::take_over`] is called first: `viva` itself.
    pub launcher: PathBuf,
}

impl Apart {
    /// Without walls and limits, for a program that is tried out by itself.
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

    /// As the table of an entry says; `hidden` is what no program is given.
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

    /// Whether this command is a program of the house, which is this very executable.
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

/// What keeps the program of this entry apart, as a word for the record; `None` where somebody else starts it.
#[must_use]
pub fn of(entry: &EntrySpec, folder: &Path) -> Option<&'static str> {
    let command = entry.command();
    let house = || Apart::of(entry, Vec::new()).is_of_the_house(command, folder);
    (!command.is_empty()).then(|| if house() { "house" } else { entry.isolation.as_str() })
}

/// What no program of a contest is given, wherever its table leads: contest files beside this one's, and the secrets of
/// its entries. `folder` is the contest file's.
#[must_use]
pub fn hidden<'e>(entries: impl IntoIterator<Item = &'e EntrySpec>, folder: &Path) -> Vec<PathBuf> {
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|item| item.path());
    let contests = beside.filter(|path| path.extension().is_some_and(|kind| kind == "toml") && is_contest(path));
    contests.chain(secrets(entries, folder)).collect()
}

/// Whether this file says who takes part in a contest.
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

/// An open file that this process was started with.
#[expect(unsafe_code, reason = "the number of the open file is all that a process is given of it")]
fn owned(file: RawFd) -> OwnedFd {
    // SAFETY: the plan names a file that was passed for one use, and nothing else here uses it.
    unsafe { OwnedFd::from_raw_fd(file) }
}
