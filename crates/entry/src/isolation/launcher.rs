//! The last step before a program runs: a process of ours, inside the walls already, that makes the program's copy of its
//! files, sets its limits, gives up every power, and becomes the program.
//!
//! `viva` starts itself for this, by `WORD` and the number of an open file with a `Plan`: nothing of it stands on a
//! command line or in an environment that anybody else could read. Whatever starts programs calls [`take_over`] before
//! anything else.

use std::{
    convert::Infallible,
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read},
    os::{
        fd::RawFd,
        unix::{
            fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, lchown, symlink},
            process::CommandExt,
        },
    },
    path::{Path, PathBuf},
    process::Command,
};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::{
    process::{Gid, Resource, Rlimit, Signal, Uid, getrlimit, set_parent_process_death_signal, setrlimit},
    thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid},
};
use serde::{Deserialize, Serialize};

use super::{calls, first_line::not_started, group, keeper, needs::SYSTEM};

/// The first argument of a process that is to become a program.
pub(super) const WORD: &str = "become-an-entry";

/// How what it says begins, when it cannot become the program.
pub(super) const SAYS: &str = "not started: ";

/// Exit codes: the walls could not be made ready; the program could not be started.
pub(super) const NOT_READY: i32 = 125;
pub(super) const NOT_STARTED: i32 = 127;

/// The newest rules of Landlock that are used; of older kernels what they have.
const RULES: ABI = ABI::V6;

/// Files of a machine that programs read and that tell nothing of the contest.
const MACHINE: [&str; 9] = [
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
    "/sys/devices/system/cpu",
];

/// Devices that every program may use.
const DEVICES: [&str; 7] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/ptmx", "/dev/pts"];

/// What is to be done before the program runs. Paths are those inside the walls.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) home: PathBuf,
    /// The program's working folder.
    pub(super) folder: PathBuf,
    pub(super) copies: Vec<Copy>,
    /// Links: where, and to what.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    /// The program's user, where we are root.
    pub(super) user: Option<u32>,
    pub(super) limits: Limited,
    /// Rules of Landlock; none behind the walls of bubblewrap.
    pub(super) rules: Option<Rules>,
    /// The number of the open file that ends with the server, where no namespace ends the program's processes.
    pub(super) lifeline: Option<RawFd>,
    /// The number of the open file through which it joins its control group, where it has one.
    pub(super) door: Option<RawFd>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) words: Vec<String>,
}

/// A file or folder to copy.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Copy {
    /// The number of the open file or folder.
    pub(super) from: RawFd,
    pub(super) to: PathBuf,
    /// What of a folder is left out, told from it.
    pub(super) left_out: Vec<PathBuf>,
}

/// Limits on each process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Limited {
    /// Bytes of memory of its own.
    pub(super) memory: u64,
    /// Bytes of one file.
    pub(super) file: u64,
    /// Processes of its user.
    pub(super) processes: Option<u64>,
    pub(super) open_files: u64,
    pub(super) processor_s: Option<u64>,
}

/// What a program may reach, beside the system, under Landlock.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Rules {
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Vec<PathBuf>,
}

/// Becomes an entry's program, if this process was started for that; otherwise returns at once.
///
/// To be called before anything else: no thread may run, and standard input and output are the program's.
pub fn take_over() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|word| word != WORD) {
        return;
    }
    let number = arguments.next().and_then(|number| number.into_string().ok());
    let code = match number.map_or_else(|| Err(Trouble::ready("no plan")), |number| become_program(&number)) {
        Err(Trouble { code, why }) => {
            complain(&why);
            code
        }
    };
    std::process::exit(code);
}

#[expect(clippy::print_stderr, reason = "the program's standard error is where the server reads last words")]
fn complain(why: &str) {
    eprintln!("{SAYS}{why}");
}

/// Why the program cannot run.
struct Trouble {
    code: i32,
    why: String,
}

impl Trouble {
    fn ready(why: impl ToString) -> Self {
        Self { code: NOT_READY, why: why.to_string() }
    }
}

fn become_program(plan: &str) -> Result<Infallible, Trouble> {
    let mut text = String::new();
    let read = File::open(open_file(plan)).and_then(|mut file| file.read_to_string(&mut text));
    read.map_err(|error| Trouble::ready(format!("its plan cannot be read: {error}")))?;
    let plan: Plan = serde_json::from_str(&text).map_err(Trouble::ready)?;
    if plan.lifeline.is_none() {
        join(&plan)?;
    }
    prepare(&plan).map_err(|error| Trouble::ready(format!("its folder cannot be made: {error}")))?;
    let (program, arguments) = plan.words.split_first().ok_or_else(|| Trouble::ready("the command is empty"))?;
    std::env::set_current_dir(&plan.folder).map_err(Trouble::ready)?;
    if let Some(lifeline) = plan.lifeline {
        keeper::part(lifeline).map_err(|error| Trouble::ready(format!("nobody can stay beside it: {error}")))?;
        join(&plan)?;
    }
    restrict(plan.rules.as_ref())?;
    limit(&plan.limits).map_err(|error| Trouble::ready(format!("its limits cannot be set: {error}")))?;
    if let Some(user) = plan.user {
        give_up(user).map_err(|error| Trouble::ready(format!("it cannot have a user of its own: {error}")))?;
    }
    if plan.lifeline.is_some() {
        // A keeper that is ended takes the program along. Only now, for a change of user forgets it.
        set_parent_process_death_signal(Some(Signal::KILL)).map_err(Trouble::ready)?;
    }
    close_files();
    calls::refuse().map_err(|error| Trouble::ready(format!("no system call can be refused (seccomp): {error}")))?;
    let environment = plan.environment.iter().map(|(name, value)| (name, value));
    let error = Command::new(program).args(arguments).env_clear().envs(environment).exec();
    Err(Trouble { code: NOT_STARTED, why: not_started(program, Path::new(program), &error) })
}

/// Joins the program's control group: with its copy of its files where nobody stays beside it, who must not end with it.
fn join(plan: &Plan) -> Result<(), Trouble> {
    let Some(door) = plan.door else { return Ok(()) };
    group::join(door).map_err(|error| Trouble::ready(format!("it cannot join its control group: {error}")))
}

/// The name by which an open file is opened again.
fn open_file(number: impl std::fmt::Display) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{number}"))
}

/// Makes the program's folders, with its copy of its files.
fn prepare(plan: &Plan) -> io::Result<()> {
    make_folder(&plan.folder, &plan.home)?;
    for Copy { from, to, left_out } in &plan.copies {
        if let Some(around) = to.parent() {
            make_folder(around, &plan.home)?;
        }
        let from = open_file(from);
        if fs::metadata(&from)?.is_dir() {
            copy_folder(&from, to, Path::new(""), left_out, plan)?;
        } else {
            copy_file(&from, to, false)?;
        }
    }
    for (place, target) in &plan.links {
        if let Some(around) = place.parent() {
            make_folder(around, &plan.home)?;
        }
        symlink(target, place)?;
    }
    // Last, because nobody but a folder's owner may make anything in it.
    plan.user.map_or(Ok(()), |user| own(&plan.home, user))
}

fn copy_folder(from: &Path, to: &Path, inside: &Path, left_out: &[PathBuf], plan: &Plan) -> io::Result<()> {
    make_folder(to, &plan.home)?;
    for item in fs::read_dir(from)? {
        let item = item?;
        let (from, to, inside) = (item.path(), to.join(item.file_name()), inside.join(item.file_name()));
        let kind = item.file_type()?;
        // What is shown there is there already.
        if left_out.contains(&inside) || (kind.is_file() && to.exists()) {
            continue;
        }
        if kind.is_dir() {
            if plan.links.iter().any(|(place, _)| *place == to) {
                continue;
            }
            copy_folder(&from, &to, &inside, left_out, plan)?;
        } else if kind.is_file() {
            if plan.links.iter().any(|(place, _)| *place == to) {
                continue;
            }
            copy_file(&from, &to, true)?;
        } else if kind.is_symlink() {
            // Where it leads is what the program finds there, never what we would.
            symlink(fs::read_link(&from)?, &to)?;
        }
    }
    Ok(())
}

/// Copies a file; no link is followed where `in_folder`.
fn copy_file(from: &Path, to: &Path, in_folder: bool) -> io::Result<()> {
    let follow = if in_folder { libc::O_NOFOLLOW } else { 0 };
    let mut source = OpenOptions::new().read(true).custom_flags(follow).open(from)?;
    let may_run = source.metadata()?.mode() & 0o111;
    let mut copy = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(to)?;
    io::copy(&mut source, &mut copy)?;
    copy.set_permissions(fs::Permissions::from_mode(0o644 | may_run))
}

/// Makes a folder in the program's home, and those around it.
fn make_folder(folder: &Path, home: &Path) -> io::Result<()> {
    if folder == home {
        return Ok(());
    }
    if let Some(around) = folder.parent().filter(|around| around.starts_with(home)) {
        make_folder(around, home)?;
    }
    match DirBuilder::new().mode(0o755).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Gives a folder to the program's user, with everything in it that is not shown from elsewhere.
fn own(folder: &Path, user: u32) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let item = item?;
        if item.file_type()?.is_dir() {
            own(&item.path(), user)?;
        } else {
            given(lchown(item.path(), Some(user), Some(user)))?;
        }
    }
    given(lchown(folder, Some(user), Some(user)))
}

/// What is shown read-only stays as it is.
fn given(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => Ok(()),
        other => other,
    }
}

fn limit(limits: &Limited) -> io::Result<()> {
    let set = |resource, current, maximum| -> io::Result<()> {
        // Only root may go beyond what the server has itself.
        let ours = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        Ok(setrlimit(resource, Rlimit { current: Some(ours.min(current)), maximum: Some(ours.min(maximum)) })?)
    };
    set(Resource::Data, limits.memory, limits.memory)?;
    set(Resource::Fsize, limits.file, limits.file)?;
    set(Resource::Nofile, limits.open_files, limits.open_files)?;
    set(Resource::Core, 0, 0)?;
    if let Some(processes) = limits.processes {
        set(Resource::Nproc, processes, processes)?;
    }
    if let Some(seconds) = limits.processor_s {
        // The signal that can be told from others first, then the one that cannot be caught.
        set(Resource::Cpu, seconds, seconds + 1)?;
    }
    Ok(())
}

/// Becomes a user that owns nothing else; every power goes with root.
fn give_up(user: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    Ok(())
}

/// Puts the rules of Landlock in force: all of them where they are the only wall; behind other walls only those that stop
/// signals and sockets without a place in the file system, as far as the kernel knows them.
fn restrict(rules: Option<&Rules>) -> Result<(), Trouble> {
    let trouble = |error: &dyn std::error::Error| Trouble::ready(format!("Landlock: {error}"));
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let Some(rules) = rules else {
        let scoped = ruleset.scope(Scope::from_all(RULES)).and_then(Ruleset::create);
        // An older kernel has none, and that is said where isolation is explained.
        let _ = scoped.and_then(RulesetCreated::restrict_self);
        return Ok(());
    };
    let ruleset = ruleset.handle_access(AccessFs::from_all(RULES)).map_err(|error| trouble(&error))?;
    let ruleset = ruleset.scope(Scope::from_all(RULES)).map_err(|error| trouble(&error))?;
    let mut ruleset = ruleset.create().map_err(|error| trouble(&error))?;
    let names = fs::canonicalize("/etc/resolv.conf").ok();
    let reads = SYSTEM.iter().chain(&MACHINE).map(PathBuf::from).chain(names).chain(rules.readable.iter().cloned());
    let reads = reads.map(|path| (path, AccessFs::from_read(RULES)));
    let writes = DEVICES.iter().map(PathBuf::from).chain(rules.writable.iter().cloned());
    let writes = writes.map(|path| (path, AccessFs::from_all(RULES)));
    for (path, access) in reads.chain(writes) {
        // What is not there needs no rule.
        let Ok(file) = PathFd::new(&path) else { continue };
        ruleset = ruleset.add_rule(PathBeneath::new(file, fitting(&path, access))).map_err(|error| trouble(&error))?;
    }
    let status = ruleset.restrict_self().map_err(|error| trouble(&error))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(Trouble::ready(
            "the kernel has no Landlock (Linux 5.13 and later have it, where it is switched on); install bubblewrap and \
             take `isolation` out of the entry's table, or write `isolation = \"none\"`",
        ));
    }
    Ok(())
}

/// Of these rights those that a file can have, where it is one.
fn fitting(path: &Path, access: BitFlags<AccessFs>) -> BitFlags<AccessFs> {
    if path.is_dir() { access } else { access & AccessFs::from_file(RULES) }
}

/// Sees that the program inherits nothing but its standard input, output and error.
#[expect(unsafe_code, reason = "the standard library cannot mark files that it did not open; no pointer is passed")]
fn close_files() {
    let numbers = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<RawFd> =
        numbers.filter_map(|item| item.file_name().to_str()?.parse().ok()).filter(|number| *number > 2).collect();
    for number in numbers {
        // SAFETY: `fcntl` with `F_SETFD` changes one flag of a file of ours, and has no precondition on memory.
        unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}
