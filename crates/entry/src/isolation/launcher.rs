//! The last step before a program runs: a process of the server's executable, already inside the sandbox, which makes
//! the program's copy of its files, sets its limits, drops all privileges, and becomes the program.
//!
//! `viva` starts itself for this, with `WORD` and the number of an open file that holds a `Plan`: command lines and
//! environments would be readable for others. Every executable that starts programs calls [`take_over`] first.

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

/// The first argument of a process that becomes a program.
pub(super) const WORD: &str = "become-an-entry";

/// The prefix of its message when it cannot become the program.
pub(super) const SAYS: &str = "not started: ";

/// Exit codes: the sandbox could not be prepared; the program could not be started.
pub(super) const NOT_READY: i32 = 125;
pub(super) const NOT_STARTED: i32 = 127;

/// The newest Landlock rules in use; older kernels apply the subset that they support.
const RULES: ABI = ABI::V6;

/// Files about the machine that programs commonly read, and that reveal nothing about the contest.
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

/// The launcher's instructions. Paths are those inside the sandbox.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) home: PathBuf,
    /// The program's working folder.
    pub(super) folder: PathBuf,
    pub(super) copies: Vec<Copy>,
    /// Links, each with its path and its target.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    /// The program's user, if the server is root.
    pub(super) user: Option<u32>,
    pub(super) limits: Limited,
    /// Rules of Landlock; `None` inside bubblewrap.
    pub(super) rules: Option<Rules>,
    /// The number of the open lifeline, which reports the server's end, if no namespace ends the program's processes.
    pub(super) lifeline: Option<RawFd>,
    /// The number of the open file through which it joins its control group, if it has one.
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
    /// Paths left out of a folder, relative to it.
    pub(super) left_out: Vec<PathBuf>,
}

/// Limits on each process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Limited {
    /// The maximum private memory, in bytes.
    pub(super) memory: u64,
    /// The maximum size of a file, in bytes.
    pub(super) file: u64,
    /// The maximum number of processes of its user.
    pub(super) processes: Option<u64>,
    pub(super) open_files: u64,
    pub(super) processor_s: Option<u64>,
}

/// The paths that Landlock allows a program, beside the system.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Rules {
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Vec<PathBuf>,
}

/// Becomes an entry's program, if this process was started for that; otherwise returns at once.
///
/// Must be called first in `main`: no other thread may run, and standard input and output belong to the program.
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

/// The reason why the program cannot run.
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
        // The keeper's death kills the program. Set here, because a change of user resets it.
        set_parent_process_death_signal(Some(Signal::KILL)).map_err(Trouble::ready)?;
    }
    close_files();
    calls::refuse().map_err(|error| Trouble::ready(format!("no system call can be refused (seccomp): {error}")))?;
    let environment = plan.environment.iter().map(|(name, value)| (name, value));
    let error = Command::new(program).args(arguments).env_clear().envs(environment).exec();
    Err(Trouble { code: NOT_STARTED, why: not_started(program, Path::new(program), &error) })
}

/// Joins the program's control group: before its files are copied, or with a keeper, after the fork, because the keeper
/// must stay outside.
fn join(plan: &Plan) -> Result<(), Trouble> {
    let Some(door) = plan.door else { return Ok(()) };
    group::join(door).map_err(|error| Trouble::ready(format!("it cannot join its control group: {error}")))
}

/// The path that reopens an open file.
fn open_file(number: impl std::fmt::Display) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{number}"))
}

/// Makes the program's folders, and its copy of its files.
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
    // Last, because only a folder's owner may create anything in it.
    plan.user.map_or(Ok(()), |user| own(&plan.home, user))
}

fn copy_folder(from: &Path, to: &Path, inside: &Path, left_out: &[PathBuf], plan: &Plan) -> io::Result<()> {
    make_folder(to, &plan.home)?;
    for item in fs::read_dir(from)? {
        let item = item?;
        let (from, to, inside) = (item.path(), to.join(item.file_name()), inside.join(item.file_name()));
        let kind = item.file_type()?;
        // Bind-mounted files exist already.
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
            // Links are resolved inside the sandbox, never by the server.
            symlink(fs::read_link(&from)?, &to)?;
        }
    }
    Ok(())
}

/// Copies a file; inside a folder, links are not followed.
fn copy_file(from: &Path, to: &Path, in_folder: bool) -> io::Result<()> {
    let follow = if in_folder { libc::O_NOFOLLOW } else { 0 };
    let mut source = OpenOptions::new().read(true).custom_flags(follow).open(from)?;
    let may_run = source.metadata()?.mode() & 0o111;
    let mut copy = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(to)?;
    io::copy(&mut source, &mut copy)?;
    copy.set_permissions(fs::Permissions::from_mode(0o644 | may_run))
}

/// Makes a folder in the program's home, with its parents.
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

/// Gives a folder to the program's user, with all its content except read-only mounts.
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

/// Ignores the error of a read-only mount.
fn given(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => Ok(()),
        other => other,
    }
}

fn limit(limits: &Limited) -> io::Result<()> {
    let set = |resource, current, maximum| -> io::Result<()> {
        // Only root could exceed the server's own limits.
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
        // First a signal that identifies the limit, then the one that cannot be caught.
        set(Resource::Cpu, seconds, seconds + 1)?;
    }
    Ok(())
}

/// Becomes a user that owns nothing else; this drops all privileges.
fn give_up(user: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    Ok(())
}

/// Applies Landlock: all rules if it is the only sandbox; inside another sandbox, only those against signals and
/// abstract sockets, as far as the kernel supports them.
fn restrict(rules: Option<&Rules>) -> Result<(), Trouble> {
    let trouble = |error: &dyn std::error::Error| Trouble::ready(format!("Landlock: {error}"));
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let Some(rules) = rules else {
        let scoped = ruleset.scope(Scope::from_all(RULES)).and_then(Ruleset::create);
        // An older kernel supports neither; the page about isolation mentions that.
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
        // A missing path needs no rule.
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

/// The rights that apply to this path: for a file, only those that files can have.
fn fitting(path: &Path, access: BitFlags<AccessFs>) -> BitFlags<AccessFs> {
    if path.is_dir() { access } else { access & AccessFs::from_file(RULES) }
}

/// Makes the program inherit only its standard input, output and error.
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
