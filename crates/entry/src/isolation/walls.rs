//! The sandbox of one link's program: composes its start, and interprets its end.

use std::{
    ffi::OsString,
    fs::File,
    io::{Seek, SeekFrom, Write},
    os::fd::{AsRawFd, OwnedFd, RawFd},
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::Arc,
};

use rulebook::contest_file::Isolation;
use rustix::{
    fs::{MemfdFlags, memfd_create},
    pipe::{PipeFlags, pipe_with},
};

use super::{
    Apart, bubblewrap,
    group::Group,
    launcher::{self, Copy, Limited, Plan, Rules},
    needs::{Needs, is_system, needs},
    scratch::{self, Scratch, Use},
    user,
    watching::{Watched, over_memory},
};
use crate::{Incident, process::Launch};

/// The communications directory, inside the folder shared by program and server.
pub(crate) const SHARED: &str = "directory";

/// The placeholder for the communications directory in a command.
const DIRECTORY: &str = "{directory}";

/// The server's variables that every program receives, if they are set.
const ENVIRONMENT: [&str; 4] = ["PATH", "LANG", "TERM", "TZ"];

/// The sandbox of one link's program.
#[derive(Debug)]
pub(crate) struct Walls {
    apart: Apart,
    /// The folder that the table's paths are relative to.
    folder: PathBuf,
    workspace: PathBuf,
    /// The folder shared with the server, with the communications directory inside.
    shared: Option<PathBuf>,
    /// Its user, if the server is root.
    user: Option<u32>,
    /// Its storage under Landlock, while it runs.
    room: Option<Scratch>,
    /// True if the running program is in a sandbox.
    stands: bool,
    /// Its control group, if one could be made.
    group: Option<Arc<Group>>,
}

impl Walls {
    pub(crate) fn new(apart: Apart, folder: PathBuf, workspace: PathBuf) -> Self {
        Self { apart, folder, workspace, shared: None, user: user::next(), room: None, stands: false, group: None }
    }

    /// Shares this folder between program and server; its content survives restarts.
    pub(crate) fn share(&mut self, folder: PathBuf) {
        self.shared = Some(folder);
    }

    /// The server's path of the communications directory.
    fn directory(&self) -> Option<PathBuf> {
        Some(self.shared.as_ref()?.join(SHARED))
    }

    /// True if some limits are enforced only by the watcher.
    pub(crate) fn is_watched(&self) -> bool {
        self.stands
    }

    /// The limits that only the watcher enforces on the program that this process became; `None` without a sandbox.
    pub(crate) fn watched(&self, process: u32) -> Option<Watched> {
        let room = self.room.iter().map(|room| room.path().to_owned());
        self.stands.then(|| Watched {
            process,
            folders: self.shared.iter().cloned().chain(room).collect(),
            group: self.group.clone(),
            limits: self.apart.limits.clone(),
        })
    }

    /// The command as started in its sandbox.
    ///
    /// # Errors
    /// An incident that names the obstacle.
    pub(crate) fn launch(&mut self, command: &[String]) -> Result<Launch, Incident> {
        let is_trusted = self.apart.is_of_the_house(command, &self.folder);
        self.stands = !is_trusted && self.apart.isolation != Isolation::None;
        if is_trusted {
            return Ok(self.open(command, None));
        }
        if self.stands {
            // Its folders are in memory.
            self.group = Group::make((u64::from(self.apart.limits.memory_mib) << 20) + self.disk()).map(Arc::new);
        }
        match self.apart.isolation {
            Isolation::None => Ok(self.open(command, std::env::var_os("HOME"))),
            Isolation::Bubblewrap => self.behind_bubblewrap(command),
            Isolation::Landlock => self.under_landlock(command),
        }
    }

    /// Without a sandbox: only the environment is the program's own.
    fn open(&self, command: &[String], home: Option<OsString>) -> Launch {
        let directory = self.directory();
        let words = command.iter().map(|word| with_directory(word, directory.as_deref()).into()).collect();
        let mut environment: Vec<(OsString, OsString)> = surroundings(|_| true);
        environment.extend(home.map(|home| ("HOME".into(), home)));
        environment.extend(self.apart.environment.iter().map(|(name, value)| (name.into(), value.into())));
        Launch { words, folder: self.folder.clone(), environment, passes: Vec::new(), lifeline: None }
    }

    fn behind_bubblewrap(&mut self, command: &[String]) -> Result<Launch, Incident> {
        if let Some(why) = bubblewrap::is_missing(&std::env::var_os("PATH").unwrap_or_default()) {
            return Err(Incident::NotIsolated { why: why.to_string() });
        }
        let needs = self.needed(command)?;
        let home = Path::new(bubblewrap::HOME);
        self.give_shared()?;
        let shared = self.shared.as_deref().map(|from| (from, home.join("shared")));
        let directory = shared.as_ref().map(|(_, place)| place.join(SHARED));
        let arguments =
            bubblewrap::arguments(&needs, shared.as_ref(), self.user.is_some(), self.apart.hermetic, self.disk());
        // Without a user of its own, the namespace's first process counts too.
        let processes = u64::from(self.apart.limits.processes) + u64::from(self.user.is_none());
        let (plan, mut passes) = self.plan(&needs, home, directory.as_deref(), Some(processes), None, None)?;
        let arguments = sealed("arguments", &arguments)?;
        let program = self.launcher()?;
        let words = [
            "bwrap".to_owned(),
            "--args".to_owned(),
            arguments.as_raw_fd().to_string(),
            "--".to_owned(),
            format!("/proc/self/fd/{}", program.as_raw_fd()),
            launcher::WORD.to_owned(),
            plan.as_raw_fd().to_string(),
        ];
        passes.extend([plan, arguments, program]);
        Ok(launched(&words, passes))
    }

    fn under_landlock(&mut self, command: &[String]) -> Result<Launch, Incident> {
        let needs = self.needed(command)?;
        self.room = None;
        let room = Scratch::make(&self.workspace, Use::Room)
            .map_err(|error| refused(format!("no folder can be made for it: {error}")))?;
        scratch::give(room.path(), self.user).map_err(|error| refused(format!("no folder can be its own: {error}")))?;
        self.give_shared()?;
        let rules = Rules {
            readable: needs.shown.values().cloned().collect(),
            writable: std::iter::once(room.path().to_owned()).chain(self.shared.clone()).collect(),
        };
        let directory = self.directory();
        // A limit by user would count all processes of an ordinary user.
        let processes = self.user.map(|_| u64::from(self.apart.limits.processes));
        let lifeline = pipe_with(PipeFlags::CLOEXEC);
        let (ends, lifeline) = lifeline.map_err(|error| refused(format!("there is no pipe for it: {error}")))?;
        let number = Some(ends.as_raw_fd());
        let (plan, mut passes) =
            self.plan(&needs, room.path(), directory.as_deref(), processes, Some(rules), number)?;
        let program = self.launcher()?;
        let words =
            [format!("/proc/self/fd/{}", program.as_raw_fd()), launcher::WORD.to_owned(), plan.as_raw_fd().to_string()];
        passes.extend([plan, program, ends]);
        self.room = Some(room);
        Ok(Launch { lifeline: Some(lifeline), ..launched(&words, passes) })
    }

    /// Gives the program its shared folders.
    fn give_shared(&self) -> Result<(), Incident> {
        let mut folders = self.shared.clone().into_iter().chain(self.directory());
        let given = folders.try_for_each(|folder| scratch::give(&folder, self.user));
        given.map_err(|error| refused(format!("its communications directory cannot be its own: {error}")))
    }

    /// The program's needs, or the reason why they cannot be met.
    fn needed(&self, command: &[String]) -> Result<Needs, Incident> {
        let needs = needs(command, &self.apart.files, &self.folder, &self.apart.hidden);
        if let Some(hidden) = self.apart.hidden.iter().find(|hidden| is_system(hidden)) {
            return Err(refused(format!(
                "`{}` belongs to the contest and lies where every program reads; move the contest, to a folder in /srv \
                 or a home",
                hidden.display()
            )));
        }
        let most = self.disk() / 2;
        if needs.bytes > most {
            let has = needs.bytes.div_ceil(1 << 20);
            let why = format!(
                "its files have {has} MiB, more than half of its `limits.disk_mib` ({}), of which its own copy is made; \
                 raise that, or name large folders by an absolute path, which are shown and not copied",
                self.apart.limits.disk_mib
            );
            return Err(Incident::DidNotStart { why });
        }
        Ok(needs)
    }

    /// The launcher's plan, and the open files that it needs.
    fn plan(
        &self,
        needs: &Needs,
        home: &Path,
        directory: Option<&Path>,
        processes: Option<u64>,
        rules: Option<Rules>,
        lifeline: Option<RawFd>,
    ) -> Result<(OwnedFd, Vec<OwnedFd>), Incident> {
        let mut passes: Vec<OwnedFd> = Vec::new();
        let mut copies = Vec::new();
        for copied in &needs.copies {
            let file = File::open(&copied.from)
                .map_err(|error| refused(format!("`{}` cannot be read: {error}", copied.from.display())))?;
            let to = home.join(&copied.to);
            copies.push(Copy { from: file.as_raw_fd(), to, left_out: copied.left_out.clone() });
            passes.push(file.into());
        }
        let is_seen = |path: &Path| {
            is_system(path) || needs.shown.keys().any(|shown| path.starts_with(shown)) || !path.is_absolute()
        };
        let environment = surroundings(is_seen).into_iter().chain([("HOME".into(), home.as_os_str().to_owned())]);
        let own = self.apart.environment.iter().map(|(name, value)| (name.clone(), value.clone()));
        let text = |text: OsString| text.into_string().ok();
        let environment = environment.filter_map(|(name, value)| Some((text(name)?, text(value)?))).chain(own);
        let door = self.group.as_ref().map(|group| group.door()).transpose();
        let door = door.map_err(|error| refused(format!("its control group is gone: {error}")))?;
        let number_of_door = door.as_ref().map(AsRawFd::as_raw_fd);
        passes.extend(door);
        let limits = &self.apart.limits;
        let mut links: Vec<_> = needs.links.iter().map(|(to, from)| (home.join(to), from.clone())).collect();
        if rules.is_some() {
            // Landlock cannot mount.
            let shown = needs.shown.iter().filter(|(place, _)| place.is_relative());
            links.extend(shown.map(|(place, what)| (home.join(place), what.clone())));
        }
        let plan = Plan {
            home: home.to_owned(),
            folder: home.join(&needs.folder),
            copies,
            links,
            user: self.user,
            limits: Limited {
                memory: u64::from(limits.memory_mib) << 20,
                file: self.disk(),
                processes,
                open_files: limits.open_files.into(),
                processor_s: limits.processor.map(|time| time.as_secs()),
            },
            rules,
            lifeline,
            door: number_of_door,
            environment: environment.collect(),
            words: needs.words.iter().map(|word| with_directory(word, directory)).collect(),
        };
        let plan = serde_json::to_vec(&plan).map_err(|error| refused(error.to_string()))?;
        Ok((sealed("plan", &plan)?, passes))
    }

    fn launcher(&self) -> Result<OwnedFd, Incident> {
        let file = File::open(&self.apart.launcher)
            .map_err(|error| refused(format!("`{}` cannot be read: {error}", self.apart.launcher.display())))?;
        Ok(file.into())
    }

    fn disk(&self) -> u64 {
        u64::from(self.apart.limits.disk_mib) << 20
    }

    /// The incident behind a program's end, if the sandbox caused it; true if a restart is pointless.
    pub(crate) fn ending(&self, status: ExitStatus, last_words: &str) -> Option<(Incident, bool)> {
        use std::os::unix::process::ExitStatusExt;

        let over = |limit: String| Some((Incident::OverLimit { limit }, false));
        if let Some(limit) =
            self.group.as_ref().filter(|group| group.is_over()).map(|_| over_memory(&self.apart.limits))
        {
            return over(limit);
        }
        // bubblewrap exits with 128 plus the signal's number.
        let signal = status.signal().or(status.code().map(|code| code - 128));
        match (signal, status.code()) {
            (Some(libc::SIGXCPU), _) => {
                let seconds = self.apart.limits.processor.map_or(0, |time| time.as_secs());
                over(format!("`processor`, {seconds} s"))
            }
            (Some(libc::SIGXFSZ), _) => {
                over(format!("`disk_mib`, {}, which a file may not be longer than", self.apart.limits.disk_mib))
            }
            (_, Some(1)) if last_words.starts_with("bwrap: ") => {
                let why = format!("{last_words}; {}", bubblewrap::way_out());
                Some((Incident::NotIsolated { why }, true))
            }
            (_, Some(launcher::NOT_READY)) => {
                let why = last_words.strip_prefix(launcher::SAYS)?.to_owned();
                Some((Incident::NotIsolated { why }, true))
            }
            (_, Some(launcher::NOT_STARTED)) => {
                let why = last_words.strip_prefix(launcher::SAYS)?.to_owned();
                Some((Incident::DidNotStart { why }, true))
            }
            _ => None,
        }
    }
}

fn refused(why: String) -> Incident {
    Incident::NotIsolated { why }
}

fn with_directory(word: &str, directory: Option<&Path>) -> String {
    directory.map_or_else(|| word.to_owned(), |directory| word.replace(DIRECTORY, &directory.to_string_lossy()))
}

/// The server's variables for the program; `PATH` is reduced to visible folders.
fn surroundings(is_seen: impl Fn(&Path) -> bool) -> Vec<(OsString, OsString)> {
    let known = ENVIRONMENT.iter().filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
    known
        .map(|(name, value)| {
            if name != "PATH" {
                return (name, value);
            }
            let seen: Vec<_> = std::env::split_paths(&value).filter(|place| is_seen(place)).collect();
            (name, std::env::join_paths(seen).unwrap_or(value))
        })
        .collect()
}

/// A file in memory with this content, positioned at its beginning.
fn sealed(name: &str, content: &[u8]) -> Result<OwnedFd, Incident> {
    let make = || -> std::io::Result<OwnedFd> {
        let mut file = File::from(memfd_create(name, MemfdFlags::CLOEXEC)?);
        file.write_all(content)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file.into())
    };
    make().map_err(|error| refused(format!("no file can be made in memory: {error}")))
}

/// A launch that passes only these files, with a neutral environment and folder.
fn launched(words: &[String], passes: Vec<OwnedFd>) -> Launch {
    let path = std::env::var_os("PATH").map(|path| ("PATH".into(), path));
    Launch {
        words: words.iter().map(Into::into).collect(),
        folder: PathBuf::from("/"),
        environment: path.into_iter().collect(),
        passes,
        lifeline: None,
    }
}
