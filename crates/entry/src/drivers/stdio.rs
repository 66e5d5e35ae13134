//! Joins a child process to the line protocol.

use std::time::Duration;

use tokio::{
    sync::mpsc::{self, Permit},
    time::Instant,
};

use crate::{
    FromEntry, Setup, ToEntry,
    clock::{Clock, until},
    runner::{Happening, Runner},
    stdio::Stdio,
};

/// How long a flooding program is not read after each piece of its output, so that it cannot take a processor.
const FLOOD_PAUSE: Duration = Duration::from_millis(10);

/// What wakes the loop.
enum Wake<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Happening),
    Due,
}

pub(super) async fn drive(
    setup: Setup,
    command: Vec<String>,
    prompts: Vec<String>,
    mut contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    let clock = Clock::start(setup.pace);
    let mut machine = Stdio::new(&prompts, setup.typing, setup.silence);
    let mut runner = Runner::new(command, !prompts.is_empty(), setup.folder, setup.workspace);
    let mut read_from = Instant::now();
    loop {
        // While reports wait for room, the program is not read: it waits too.
        let waits = machine.has_reports();
        let pauses = machine.is_flooded() && Instant::now() < read_from;
        let due =
            machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pauses.then_some(read_from)).min();
        let wake = tokio::select! {
            biased;
            said = contest.recv() => Wake::Contest(said),
            room = reports.reserve(), if waits => Wake::Room(room.ok()),
            () = until(due), if !waits => Wake::Due,
            happening = runner.next(), if !waits && !pauses => Wake::Program(happening),
        };
        let now = clock.now();
        match wake {
            Wake::Contest(None | Some(ToEntry::Ended)) | Wake::Room(None) => return,
            Wake::Contest(Some(ToEntry::Began)) => {}
            Wake::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            Wake::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            Wake::Program(Happening::Started) => machine.started(),
            Wake::Program(Happening::Settled) => machine.listens(now),
            Wake::Program(Happening::Printed(bytes)) => {
                machine.printed(&bytes, now);
                read_from = Instant::now() + FLOOD_PAUSE;
            }
            Wake::Program(Happening::Stopped(why)) => machine.stopped(why, now),
            Wake::Program(Happening::Noted(incident)) => machine.report(incident),
            Wake::Due => machine.wake(now),
        }
        if let Some(bytes) = machine.take_input() {
            runner.tell(&bytes);
        }
    }
}
