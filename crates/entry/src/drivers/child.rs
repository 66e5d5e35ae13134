//! Connects a child process to any of the line protocols.

use std::time::Duration;

use tokio::{
    sync::mpsc::{self, Permit},
    time::{Instant, timeout},
};

use crate::{
    FromEntry, Incident, ToEntry,
    clock::{PacedClock, until},
    ear::Ear,
    flood_throttle::FloodThrottle,
    runner::{Happening, Runner},
    tap,
};

/// The time that a program has to end by itself after the farewell, in real time.
const FAREWELL: Duration = Duration::from_secs(2);

/// A protocol's side of one conversation with a child process: a state machine without I/O.
pub(super) trait Machine {
    fn began(&mut self);
    fn started(&mut self);
    fn listens(&mut self, now: Duration);
    fn takes_declared(&mut self) -> bool;
    fn stopped(&mut self, why: Vec<Incident>, now: Duration);
    fn report(&mut self, incident: Incident);
    fn key(&mut self, key: rulebook::Key, now: Duration);
    fn printed(&mut self, bytes: &[u8], now: Duration);
    fn wake(&mut self, now: Duration);
    fn next_wake(&self) -> Option<Duration>;
    fn take_input(&mut self) -> Option<Vec<u8>>;
    fn farewell(&self) -> Option<Vec<u8>>;
    fn take_report(&mut self) -> Option<FromEntry>;
    fn has_reports(&self) -> bool;
    fn is_flooded(&self) -> bool;
}

/// Implements the trait with a type's own methods of the same names.
macro_rules! machine {
    ($machine:ty, farewell: $farewell:expr, declares: $declares:expr) => {
        impl super::child::Machine for $machine {
            fn began(&mut self) {
                self.began();
            }
            fn started(&mut self) {
                self.started();
            }
            fn listens(&mut self, now: Duration) {
                self.listens(now);
            }
            fn takes_declared(&mut self) -> bool {
                $declares(self)
            }
            fn stopped(&mut self, why: Vec<Incident>, now: Duration) {
                self.stopped(why, now);
            }
            fn report(&mut self, incident: Incident) {
                self.report(incident);
            }
            fn key(&mut self, key: rulebook::Key, now: Duration) {
                self.key(key, now);
            }
            fn printed(&mut self, bytes: &[u8], now: Duration) {
                self.printed(bytes, now);
            }
            fn wake(&mut self, now: Duration) {
                self.wake(now);
            }
            fn next_wake(&self) -> Option<Duration> {
                self.next_wake()
            }
            fn take_input(&mut self) -> Option<Vec<u8>> {
                self.take_input()
            }
            fn farewell(&self) -> Option<Vec<u8>> {
                $farewell(self)
            }
            fn take_report(&mut self) -> Option<FromEntry> {
                self.take_report()
            }
            fn has_reports(&self) -> bool {
                self.has_reports()
            }
            fn is_flooded(&self) -> bool {
                self.is_flooded()
            }
        }
    };
}
pub(super) use machine;

/// An event that wakes the loop.
enum ChildEvent<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Happening),
    Due,
}

pub(super) async fn drive(
    mut machine: impl Machine,
    mut runner: Runner,
    clock: PacedClock,
    mut contest: Ear,
    reports: mpsc::Sender<FromEntry>,
) {
    let mut throttle = FloodThrottle::default();
    loop {
        // While reports wait for room, the program is not read, so that it waits too.
        let waits = machine.has_reports();
        let pause = throttle.until(Instant::now());
        let due = machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pause).min();
        let wake = tokio::select! {
            biased;
            said = contest.recv() => ChildEvent::Contest(said),
            room = reports.reserve(), if waits => ChildEvent::Room(room.ok()),
            () = until(due), if !waits => ChildEvent::Due,
            happening = runner.next(), if !waits && pause.is_none() => ChildEvent::Program(happening),
        };
        let now = clock.now();
        match wake {
            ChildEvent::Contest(None) | ChildEvent::Room(None) => return,
            ChildEvent::Contest(Some(ToEntry::Ended)) => break,
            ChildEvent::Contest(Some(ToEntry::Began)) => machine.began(),
            // The program receives a shown file as a sentence, typed as keys.
            ChildEvent::Contest(Some(ToEntry::Shown(_))) => {}
            ChildEvent::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            ChildEvent::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            ChildEvent::Program(Happening::Started) => machine.started(),
            ChildEvent::Program(Happening::Settled) => machine.listens(now),
            ChildEvent::Program(Happening::Printed(bytes)) => {
                tap::from_program(&bytes);
                machine.printed(&bytes, now);
                throttle.heard(bytes.len(), machine.is_flooded(), Instant::now());
            }
            ChildEvent::Program(Happening::Stopped(why)) => machine.stopped(why, now),
            ChildEvent::Program(Happening::Noted(incident)) => machine.report(incident),
            ChildEvent::Due => machine.wake(now),
        }
        if machine.takes_declared() {
            runner.settle();
        }
        if let Some(bytes) = machine.take_input() {
            tap::to_program(&bytes);
            runner.tell(&bytes);
        }
    }
    // The link is closed first: a program's answer to the farewell is discarded.
    drop(reports);
    if let Some(bytes) = machine.farewell() {
        tap::to_program(&bytes);
        runner.tell(&bytes);
        let ends = async { while !matches!(runner.next().await, Happening::Stopped(_)) {} };
        let _ = timeout(FAREWELL, ends).await;
    }
}
