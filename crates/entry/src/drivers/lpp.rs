//! Joins a communications directory, and the program behind it if we start it, to the judge's side of the protocol.
//!
//! The loop runs on a thread of its own, where it makes and removes directories without a detour: a key is on its way
//! within microseconds, and a share that hangs holds up this link and nothing else. The program is kept outside, by the
//! link's task, so that it ends with the link even then.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::{
    sync::{
        mpsc::{self, Permit, error::TrySendError},
        oneshot,
    },
    time::Instant,
};

use crate::{
    FromEntry, Incident, Setup, ToEntry,
    breath::Breath,
    clock::{Clock, until},
    lpp::{
        JudgeSide,
        directory::{Directory, FOUND_MAX, write_whole},
        name::{Extension, extension_of},
    },
    opening::Opening,
    runner::{Happening, Looks, Runner},
    shown::Ear,
    tap,
    watch::{Change, Watch},
};

/// The file in the workspace that holds the number of the last key.
const LAST_MADE_FILE: &str = "last-key";

/// How far ahead the file is, in microseconds, so that it is not written for every key.
const RESERVED_US: u64 = 1_000_000;

/// How long a program may take to read its directory, in real time. One that never does, because the system tells it what
/// comes, listens after that.
const FIRST_READ: Duration = Duration::from_secs(10);

/// How much a name that is listed, and one that is removed, weighs in bytes of output: a folder with a hundred thousand is not
/// looked into all the time.
const LISTED: usize = 4;
const REMOVED: usize = 64;

/// What waits between the program's keeper and the loop.
const WAITING_MAX: usize = 16;

/// What wakes the loop.
enum Wake<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Happening),
    Change(Change),
    Due,
    /// The program has had long enough to read its directory.
    LongEnough,
    /// There is more to do, and nothing else happened.
    More,
}

/// The program, as the loop knows it.
struct Program {
    happened: mpsc::Receiver<Happening>,
    /// It may start: once, and once more after each end.
    starts: mpsc::Sender<()>,
    /// When its folders are looked at by us.
    looks: Looks,
    /// What is waited for until it listens.
    awaited: Awaited,
}

/// What is waited for until a program listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// Nothing: it listens, or the system cannot tell.
    Nothing,
    /// That it reads its directory. Nobody else reads it meanwhile but at these looks; at this moment it has had long enough.
    Read { looks: Option<u64>, until: Instant },
}

impl Program {
    /// It may start now, and is watched from before its first step.
    fn may_start(&mut self, watch: &mut Watch) {
        let until = Instant::now() + FIRST_READ;
        self.awaited = match watch.hears_of_readers(true) {
            true => Awaited::Read { looks: self.looks.count(), until },
            false => Awaited::Nothing,
        };
        let _ = self.starts.try_send(());
    }

    /// Somebody has read the directory: whether it was the program for certain.
    fn has_read(&mut self) -> bool {
        let now = self.looks.count();
        let Awaited::Read { looks, .. } = &mut self.awaited else { return false };
        // A program that asks again and again is heard of the next time.
        let is_its_own = now.is_some() && *looks == now;
        *looks = now;
        is_its_own
    }

    /// Nothing is waited for any more.
    fn listens(&mut self, watch: &mut Watch) {
        self.awaited = Awaited::Nothing;
        watch.hears_of_readers(false);
    }

    /// When it has had long enough.
    fn until(&self) -> Option<Instant> {
        match self.awaited {
            Awaited::Nothing => None,
            Awaited::Read { until, .. } => Some(until),
        }
    }
}

/// Attends a directory, with the program that shares it where we start that.
pub(super) async fn drive(
    setup: Setup,
    directory: &Path,
    mut keeper: Option<Runner>,
    contest: Ear,
    reports: mpsc::Sender<FromEntry>,
) {
    let directory = match prepare(directory).and_then(|()| fs::canonicalize(directory)) {
        Ok(directory) => directory,
        Err(error) => {
            let why = format!("the directory `{}` cannot be used: {error}", directory.display());
            return super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    };
    let (happen, happened) = mpsc::channel(WAITING_MAX);
    let (starts, may_start) = mpsc::channel(1);
    let program = keeper.as_ref().map(|runner| {
        let looks = runner.looks();
        Program { happened, starts, looks, awaited: Awaited::Nothing }
    });
    let (done, is_done) = oneshot::channel::<()>();
    let tap = tap::current();
    let thread = std::thread::Builder::new().name("lpp".to_owned()).spawn(move || {
        let _done = done;
        let attended = attend(&setup, Directory::at(directory), program, contest, reports);
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => match tap {
                Some(tap) => runtime.block_on(tap::tapped(tap, attended)),
                None => runtime.block_on(attended),
            },
            Err(error) => tracing::error!(%error, "a directory cannot be attended: {error}"),
        }
    });
    if let Err(error) = thread {
        return tracing::error!(%error, "a directory cannot be attended: {error}");
    }
    match &mut keeper {
        Some(runner) => tokio::select! {
            _ = is_done => {}
            () = keep(runner, may_start, happen) => {}
        },
        None => drop(is_done.await),
    }
}

/// Runs the program, each time when it may start, until nobody asks for it.
async fn keep(runner: &mut Runner, mut may_start: mpsc::Receiver<()>, happen: mpsc::Sender<Happening>) {
    while may_start.recv().await.is_some() {
        loop {
            let happening = runner.next().await;
            let ends = matches!(happening, Happening::Stopped(_));
            // The directory is where it speaks; what it prints is for its author.
            if !matches!(happening, Happening::Printed(_)) && happen.send(happening).await.is_err() {
                return;
            }
            if ends {
                break;
            }
        }
    }
}

async fn attend(
    setup: &Setup,
    directory: Directory,
    mut program: Option<Program>,
    mut contest: Ear,
    reports: mpsc::Sender<FromEntry>,
) {
    let clock = Clock::start(setup.pace);
    let mut numbers = Numbers::kept_in(setup.workspace.join(LAST_MADE_FILE));
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let mut machine = JudgeSide::new(setup.silence, numbers.reserved).under(opening);
    let mut watch = Watch::new(directory.path().to_owned());
    // Keys from earlier go before anybody can press one of today's.
    let mut open = false;
    let mut looks = true;
    let mut trouble = None;
    let mut breath = Breath::default();
    loop {
        tell(&mut machine, &reports);
        let pause = breath.until(Instant::now());
        let waits = machine.has_reports();
        let awaited = program.as_ref().and_then(Program::until);
        if looks && !waits && awaited.is_none() && pause.is_none() {
            looks = false;
            match directory.look(Extension::Other) {
                Ok(found) if open => {
                    breath.heard(found.len() * LISTED, false, Instant::now());
                    machine.scan(&found);
                    trouble = None;
                }
                Ok(found) => {
                    let left = machine.begin(&found);
                    while machine.has_removals() {
                        let _ = remove(&mut machine, &directory, clock.now());
                    }
                    // The rest of a directory that holds more than a look takes in is from earlier too.
                    if left > 0 && found.len() >= FOUND_MAX {
                        looks = true;
                        continue;
                    }
                    open = true;
                    match &mut program {
                        Some(program) => program.may_start(&mut watch),
                        None => machine.listens(),
                    }
                }
                Err(error) => report(&mut machine, &mut trouble, Incident::CannotList { why: error.to_string() }),
            }
        }
        // After a failure it is tried again with the next look, not at once.
        if open && trouble.is_none() {
            make(&mut machine, &directory, &mut numbers, &mut trouble);
        }
        if !waits && pause.is_none() {
            let removed = remove(&mut machine, &directory, clock.now());
            if removed > 0 {
                breath.heard(removed * REMOVED, false, Instant::now());
            }
            tell(&mut machine, &reports);
        }
        let waits = machine.has_reports();
        let pause = breath.until(Instant::now());
        let more = !waits && pause.is_none() && (looks && awaited.is_none() || machine.has_removals());
        let due = machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pause).min();
        // In no fixed order: a judge's side that never pauses must not keep the directory from being read, nor the
        // other way round.
        let wake = tokio::select! {
            said = contest.recv() => Wake::Contest(said),
            room = reports.reserve(), if waits => Wake::Room(room.ok()),
            happening = next(&mut program), if !waits => Wake::Program(happening),
            () = std::future::ready(()), if more => Wake::More,
            change = watch.changed(), if !waits && pause.is_none() => Wake::Change(change),
            () = until(due), if !waits => Wake::Due,
            () = until(awaited), if !waits => Wake::LongEnough,
        };
        let now = clock.now();
        match wake {
            Wake::Contest(None | Some(ToEntry::Ended)) | Wake::Room(None) => return,
            // What the judge shows comes in words.
            Wake::Contest(Some(ToEntry::Shown(_))) | Wake::More => {}
            Wake::Contest(Some(ToEntry::Began)) => machine.began(),
            Wake::Contest(Some(ToEntry::Key(key))) => machine.key(key, now, wall_us()),
            Wake::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            Wake::Program(Happening::Started) => machine.started(),
            // Where it is known when it reads, that counts.
            Wake::Program(Happening::Settled) if awaited.is_some() => {}
            Wake::Program(Happening::Settled) => machine.listens(),
            Wake::Program(Happening::Printed(_)) => {}
            Wake::Program(Happening::Stopped(why)) => {
                machine.stopped(why);
                // From here on it is we who read.
                watch.hears_of_readers(false);
                // What it said before it ended counts; what it has not read goes before it starts again.
                machine.clear(&directory.list().unwrap_or_default());
                while machine.has_removals() {
                    let _ = remove(&mut machine, &directory, clock.now());
                }
                if let Some(program) = &mut program {
                    program.may_start(&mut watch);
                }
            }
            Wake::Program(Happening::Noted(incident)) => machine.report(incident),
            Wake::Change(Change::Read) if program.as_mut().is_some_and(Program::has_read) => {
                listens(&mut program, &mut watch, &mut machine);
                looks = true;
            }
            Wake::Change(Change::Read) => {}
            Wake::Change(Change::Came(found)) if open => {
                machine.arrived(&found);
                // Who types has started.
                if awaited.is_some() && found.iter().any(|found| extension_of(&found.name) == Some(Extension::Other)) {
                    listens(&mut program, &mut watch, &mut machine);
                }
            }
            Wake::Change(_) => looks = true,
            Wake::LongEnough => {
                listens(&mut program, &mut watch, &mut machine);
                looks = true;
            }
            Wake::Due => machine.wake(now),
        }
    }
}

/// The program listens, as far as can be known.
fn listens(program: &mut Option<Program>, watch: &mut Watch, machine: &mut JudgeSide) {
    program.iter_mut().for_each(|program| program.listens(watch));
    machine.listens();
}

/// Tells the contest what finds room.
fn tell(machine: &mut JudgeSide, reports: &mpsc::Sender<FromEntry>) {
    while machine.has_reports() {
        match reports.try_reserve() {
            Ok(room) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            Err(TrySendError::Full(()) | TrySendError::Closed(())) => return,
        }
    }
}

fn make(machine: &mut JudgeSide, directory: &Directory, numbers: &mut Numbers, trouble: &mut Option<Incident>) {
    if !machine.has_makings() {
        return;
    }
    numbers.reserve(machine.last_made());
    let mut names = machine.take_makings().into_iter();
    while let Some(name) = names.next() {
        match directory.make(&name) {
            Ok(()) => tap::to_program(name.as_bytes()),
            Err(error) => {
                // Order is everything: after a failure the rest waits too.
                let incident = Incident::CannotCreate { name: name.clone(), why: error.to_string() };
                machine.not_made(std::iter::once(name).chain(names).collect());
                return report(machine, trouble, incident);
            }
        }
    }
}

/// Reads some of what is there by removing it; how much.
fn remove(machine: &mut JudgeSide, directory: &Directory, now: Duration) -> usize {
    let names = machine.take_removals();
    let count = names.len();
    for name in names {
        if machine.removed(&name, directory.remove(&name), now) {
            tap::from_program(name.as_bytes());
        }
    }
    count
}

/// Reports trouble when it begins.
fn report(machine: &mut JudgeSide, trouble: &mut Option<Incident>, incident: Incident) {
    if trouble.as_ref() != Some(&incident) {
        machine.report(incident.clone());
        *trouble = Some(incident);
    }
}

/// The numbers of keys, which never come twice in a workspace whatever the clock does.
struct Numbers {
    file: PathBuf,
    reserved: u64,
}

impl Numbers {
    fn kept_in(file: PathBuf) -> Self {
        let reserved = fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        Self { file, reserved }
    }

    /// Keeps this number and some more from being used again. Best effort: it protects against a clock that is set back
    /// between two runs.
    fn reserve(&mut self, number: u64) {
        if number > self.reserved {
            self.reserved = number.saturating_add(RESERVED_US);
            let _ = write_whole(&self.file, &self.reserved.to_string());
        }
    }
}

/// Makes the directory, and sees that directories can be made in it.
fn prepare(directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let trial = directory.join(format!(".trial-{}", std::process::id()));
    fs::create_dir(&trial)?;
    fs::remove_dir(&trial)
}

fn wall_us() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_micros()).unwrap_or(0)
}

async fn next(program: &mut Option<Program>) -> Happening {
    match program {
        Some(Program { happened, .. }) => match happened.recv().await {
            Some(happening) => happening,
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}
