//! Joins a communications directory, and the program behind it if we start it, to the judge's side of the protocol.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use tokio::{
    sync::mpsc::{self, Permit},
    task::{JoinError, spawn_blocking},
};

use crate::{
    FromEntry, Incident, Setup, ToEntry,
    clock::{Clock, until},
    lpp::{
        JudgeSide,
        directory::{Errand, Findings},
        name::Extension,
    },
    runner::{Happening, Runner},
    watch::Watch,
};

/// The file in the workspace that holds the number of the last key.
const LAST_MADE_FILE: &str = "last-key";

/// How far the link is. Keys from earlier go before anybody can press one of today's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nobody has looked into the directory.
    New,
    /// What was found in it is being removed.
    Clearing,
    /// The interview.
    Open,
}

/// What wakes the loop.
enum Wake<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Happening),
    Changed,
    Back(Result<Findings, JoinError>),
    Due,
}

pub(super) async fn drive(
    setup: Setup,
    directory: PathBuf,
    command: Option<Vec<String>>,
    mut contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    if let Err(error) = prepare(&directory) {
        let why = format!("the directory `{}` cannot be used: {error}", directory.display());
        return super::fail(Incident::DidNotStart { why }, contest, reports).await;
    }
    let clock = Clock::start(setup.pace);
    let last_made_file = setup.workspace.join(LAST_MADE_FILE);
    let mut machine = JudgeSide::new(setup.silence, last_made(&last_made_file));
    let mut watch = Watch::new(&directory);
    let mut runner = match command {
        Some(command) => {
            let named = |argument: String| argument.replace("{directory}", &directory.to_string_lossy());
            Some(Runner::new(command.into_iter().map(named).collect(), false, setup.folder, setup.workspace))
        }
        None => None,
    };

    let mut phase = Phase::New;
    let mut to_make = Vec::new();
    let mut look = true;
    let mut errand = None;
    let mut trouble = None;
    loop {
        let waits = machine.has_reports();
        to_make.append(&mut machine.take_makings());
        if errand.is_none() {
            let removals = machine.take_removals();
            // After a failure it is tried again with the next look, not at once.
            let makes = phase == Phase::Open && trouble.is_none() && !to_make.is_empty();
            let looks = !waits && std::mem::take(&mut look);
            if looks || !removals.is_empty() || makes {
                let makings =
                    if makes || looks && phase == Phase::Open { std::mem::take(&mut to_make) } else { Vec::new() };
                let trip = Errand {
                    directory: directory.clone(),
                    makings,
                    removals,
                    look_for: looks.then_some(Extension::Other),
                    note: Some((last_made_file.clone(), machine.last_made())),
                };
                errand = Some(spawn_blocking(|| trip.run()));
            }
        }
        let due = machine.next_wake().map(|due| clock.instant(due));
        let wake = tokio::select! {
            biased;
            said = contest.recv() => Wake::Contest(said),
            room = reports.reserve(), if waits => Wake::Room(room.ok()),
            findings = back(&mut errand), if errand.is_some() => Wake::Back(findings),
            () = until(due), if !waits => Wake::Due,
            happening = next(&mut runner), if !waits && phase == Phase::Open => Wake::Program(happening),
            () = watch.changed(), if !look => Wake::Changed,
        };
        let now = clock.now();
        match wake {
            Wake::Contest(None | Some(ToEntry::Ended)) | Wake::Room(None) => return,
            Wake::Contest(Some(ToEntry::Began)) => {}
            Wake::Contest(Some(ToEntry::Key(key))) => machine.key(key, now, wall_us()),
            Wake::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            Wake::Program(Happening::Started) => machine.started(),
            Wake::Program(Happening::Settled) => machine.listens(),
            // The directory is where it speaks; what it prints is for its author.
            Wake::Program(Happening::Printed(_)) => {}
            Wake::Program(Happening::Stopped(why)) => machine.stopped(why),
            Wake::Program(Happening::Noted(incident)) => machine.report(incident),
            Wake::Changed => look = true,
            Wake::Back(Err(_)) => errand = None,
            Wake::Back(Ok(findings)) => {
                errand = None;
                let before = trouble.take();
                trouble = findings.trouble();
                if let Some(incident) = trouble.clone().filter(|_| trouble != before) {
                    machine.report(incident);
                }
                to_make.splice(..0, findings.not_made.into_iter().map(|(name, _)| name));
                findings.not_removed.iter().for_each(|name| machine.not_removed(name));
                match findings.found {
                    Some(Ok(found)) if phase == Phase::New => {
                        machine.begin(&found);
                        look = true;
                    }
                    Some(Ok(found)) => machine.scan(&found),
                    Some(Err(_)) | None => continue,
                }
                phase = match phase {
                    Phase::New => Phase::Clearing,
                    Phase::Clearing if runner.is_none() => {
                        machine.listens();
                        Phase::Open
                    }
                    Phase::Clearing | Phase::Open => Phase::Open,
                };
            }
            Wake::Due => machine.wake(now),
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

fn last_made(file: &Path) -> u64 {
    fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

fn wall_us() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(0)
}

async fn back(errand: &mut Option<tokio::task::JoinHandle<Findings>>) -> Result<Findings, JoinError> {
    match errand {
        Some(errand) => errand.await,
        None => std::future::pending().await,
    }
}

async fn next(runner: &mut Option<Runner>) -> Happening {
    match runner {
        Some(runner) => runner.next().await,
        None => std::future::pending().await,
    }
}
