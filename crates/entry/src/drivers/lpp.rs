//! Connects a communications directory, and its program if the server starts it, to the judge's side of the protocol.
//!
//! The loop has its own thread and makes directories synchronously, so a key is sent within microseconds, and a hanging
//! network share blocks this link only. The program runs in the link's task, so that it ends with the link even then.

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
    clock::{PacedClock, until},
    ear::Ear,
    flood_throttle::FloodThrottle,
    lpp::{
        JudgeSide,
        directory::{Directory, FOUND_MAX, write_whole},
        name::{Extension, extension_of},
    },
    opening::Opening,
    runner::{Happening, Looks, Runner},
    tap,
    watch::{Change, Watch},
};

/// The file in the workspace with the highest reserved key number.
const LAST_MADE_FILE: &str = "last-key";

/// The reserve ahead of the last key, in microseconds, so that the file is not written for every key.
const RESERVED_US: u64 = 1_000_000;

/// The time that a program has to read its directory, in real time. A program that never reads it, because the system
/// notifies it of changes, counts as listening after that.
const FIRST_READ: Duration = Duration::from_secs(10);

/// The bytes of output counted for each listed and each removed name, so that a folder with a hundred thousand names is
/// not scanned all the time.
const LISTED: usize = 4;
const REMOVED: usize = 64;

/// The capacity of the channel from the program's task to the loop.
const WAITING_MAX: usize = 16;

/// An event that wakes the loop.
enum DirectoryEvent<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Happening),
    Change(Change),
    Due,
    /// The time to read the directory is over.
    LongEnough,
    /// More work is pending.
    More,
}

/// The program, as seen by the loop.
struct Program {
    happened: mpsc::Receiver<Happening>,
    /// Permits a start: once, and once more after each end.
    starts: mpsc::Sender<()>,
    /// The counter of the server's own scans of the program's folders.
    looks: Looks,
    /// The condition under which it counts as listening.
    awaited: Awaited,
}

/// The condition under which a program counts as listening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// None: it listens, or the system does not report reads.
    Nothing,
    /// It has to read its directory. In the meantime the server reads only in counted scans; at `until` the wait ends.
    Read { looks: Option<u64>, until: Instant },
}

impl Program {
    /// Permits a start, and begins to watch for reads before it.
    fn may_start(&mut self, watch: &mut Watch) {
        let until = Instant::now() + FIRST_READ;
        self.awaited = match watch.hears_of_readers(true) {
            true => Awaited::Read { looks: self.looks.count(), until },
            false => Awaited::Nothing,
        };
        let _ = self.starts.try_send(());
    }

    /// The directory was read; true if the reader was certainly the program.
    fn has_read(&mut self) -> bool {
        let now = self.looks.count();
        let Awaited::Read { looks, .. } = &mut self.awaited else { return false };
        // A polling program is noticed at its next read.
        let is_its_own = now.is_some() && *looks == now;
        *looks = now;
        is_its_own
    }

    /// Ends the wait for a read.
    fn listens(&mut self, watch: &mut Watch) {
        self.awaited = Awaited::Nothing;
        watch.hears_of_readers(false);
    }

    /// The end of the wait.
    fn until(&self) -> Option<Instant> {
        match self.awaited {
            Awaited::Nothing => None,
            Awaited::Read { until, .. } => Some(until),
        }
    }
}

/// Serves a directory, and runs its program if there is one.
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

/// Runs the program at each permit, until the permits end.
async fn keep(runner: &mut Runner, mut may_start: mpsc::Receiver<()>, happen: mpsc::Sender<Happening>) {
    while may_start.recv().await.is_some() {
        loop {
            let happening = runner.next().await;
            let ends = matches!(happening, Happening::Stopped(_));
            // The program speaks through the directory; its printed output is for its author.
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
    let clock = PacedClock::start(setup.pace);
    let mut numbers = Numbers::kept_in(setup.workspace.join(LAST_MADE_FILE));
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let mut machine = JudgeSide::new(setup.silence, numbers.reserved).under(opening);
    let mut watch = Watch::new(directory.path().to_owned());
    // Old keys are removed before the judge's first key can be pressed.
    let mut open = false;
    let mut looks = true;
    let mut trouble = None;
    let mut throttle = FloodThrottle::default();
    loop {
        tell(&mut machine, &reports);
        let pause = throttle.until(Instant::now());
        let waits = machine.has_reports();
        let awaited = program.as_ref().and_then(Program::until);
        if looks && !waits && awaited.is_none() && pause.is_none() {
            looks = false;
            match directory.look(Extension::Other) {
                Ok(found) if open => {
                    throttle.heard(found.len() * LISTED, false, Instant::now());
                    machine.scan(&found);
                    trouble = None;
                }
                Ok(found) => {
                    let left = machine.begin(&found);
                    while machine.has_removals() {
                        let _ = remove(&mut machine, &directory, clock.now());
                    }
                    // A full scan may have missed old keys.
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
        // After a failure, retry with the next scan.
        if open && trouble.is_none() {
            make(&mut machine, &directory, &mut numbers, &mut trouble);
        }
        if !waits && pause.is_none() {
            let removed = remove(&mut machine, &directory, clock.now());
            if removed > 0 {
                throttle.heard(removed * REMOVED, false, Instant::now());
            }
            tell(&mut machine, &reports);
        }
        let waits = machine.has_reports();
        let pause = throttle.until(Instant::now());
        let more = !waits && pause.is_none() && (looks && awaited.is_none() || machine.has_removals());
        let due = machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pause).min();
        // Not biased: neither a busy judge's side nor a busy directory may starve the other.
        let wake = tokio::select! {
            said = contest.recv() => DirectoryEvent::Contest(said),
            room = reports.reserve(), if waits => DirectoryEvent::Room(room.ok()),
            happening = next(&mut program), if !waits => DirectoryEvent::Program(happening),
            () = std::future::ready(()), if more => DirectoryEvent::More,
            change = watch.changed(), if !waits && pause.is_none() => DirectoryEvent::Change(change),
            () = until(due), if !waits => DirectoryEvent::Due,
            () = until(awaited), if !waits => DirectoryEvent::LongEnough,
        };
        let now = clock.now();
        match wake {
            DirectoryEvent::Contest(None | Some(ToEntry::Ended)) | DirectoryEvent::Room(None) => return,
            // The program receives a shown file as a sentence, typed as keys.
            DirectoryEvent::Contest(Some(ToEntry::Shown(_))) | DirectoryEvent::More => {}
            DirectoryEvent::Contest(Some(ToEntry::Began)) => machine.began(),
            DirectoryEvent::Contest(Some(ToEntry::Key(key))) => machine.key(key, now, wall_us()),
            DirectoryEvent::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            DirectoryEvent::Program(Happening::Started) => machine.started(),
            // A detected read is the better sign.
            DirectoryEvent::Program(Happening::Settled) if awaited.is_some() => {}
            DirectoryEvent::Program(Happening::Settled) => machine.listens(),
            DirectoryEvent::Program(Happening::Printed(_)) => {}
            DirectoryEvent::Program(Happening::Stopped(why)) => {
                machine.stopped(why);
                // From here on the server itself reads.
                watch.hears_of_readers(false);
                // Its last keys count; keys that it has not read are removed before it starts again.
                machine.clear(&directory.list().unwrap_or_default());
                while machine.has_removals() {
                    let _ = remove(&mut machine, &directory, clock.now());
                }
                if let Some(program) = &mut program {
                    program.may_start(&mut watch);
                }
            }
            DirectoryEvent::Program(Happening::Noted(incident)) => machine.report(incident),
            DirectoryEvent::Change(Change::Read) if program.as_mut().is_some_and(Program::has_read) => {
                listens(&mut program, &mut watch, &mut machine);
                looks = true;
            }
            DirectoryEvent::Change(Change::Read) => {}
            DirectoryEvent::Change(Change::Came(found)) if open => {
                machine.arrived(&found);
                // A program that types has started.
                if awaited.is_some() && found.iter().any(|found| extension_of(&found.name) == Some(Extension::Other)) {
                    listens(&mut program, &mut watch, &mut machine);
                }
            }
            DirectoryEvent::Change(_) => looks = true,
            DirectoryEvent::LongEnough => {
                listens(&mut program, &mut watch, &mut machine);
                looks = true;
            }
            DirectoryEvent::Due => machine.wake(now),
        }
    }
}

/// Treats the program as listening.
fn listens(program: &mut Option<Program>, watch: &mut Watch, machine: &mut JudgeSide) {
    program.iter_mut().for_each(|program| program.listens(watch));
    machine.listens();
}

/// Sends reports while the channel has room.
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
                // The order must be kept: after a failure the rest waits too.
                let incident = Incident::CannotCreate { name: name.clone(), why: error.to_string() };
                machine.not_made(std::iter::once(name).chain(names).collect());
                return report(machine, trouble, incident);
            }
        }
    }
}

/// Reads some of the keys by removing them; returns their number.
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

/// Reports a trouble once, when it begins.
fn report(machine: &mut JudgeSide, trouble: &mut Option<Incident>, incident: Incident) {
    if trouble.as_ref() != Some(&incident) {
        machine.report(incident.clone());
        *trouble = Some(incident);
    }
}

/// The numbers of keys, never repeated in a workspace, even if the clock is set back.
struct Numbers {
    file: PathBuf,
    reserved: u64,
}

impl Numbers {
    fn kept_in(file: PathBuf) -> Self {
        let reserved = fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        Self { file, reserved }
    }

    /// Reserves this number and some more. Best effort: it protects against a clock that is set back between two runs.
    fn reserve(&mut self, number: u64) {
        if number > self.reserved {
            self.reserved = number.saturating_add(RESERVED_US);
            let _ = write_whole(&self.file, &self.reserved.to_string());
        }
    }
}

/// Makes the directory, and checks that directories can be made in it.
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
