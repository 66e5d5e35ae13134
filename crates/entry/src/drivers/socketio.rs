//! Connects a registered client of socket.io to its conversation.

use rulebook::contest_file::Socketio;
use tokio::{
    sync::mpsc::{self, Permit},
    time::Instant,
};

use crate::{
    FromEntry, Incident, Setup, ToEntry,
    clock::{PacedClock, until},
    ear::Ear,
    flood_throttle::FloodThrottle,
    opening::Opening,
    socketio::{Attendance, Event, In, Out, host::Host},
    tap,
};

/// An event that wakes the loop.
enum SocketIoEvent<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Program(Event),
    Due,
}

pub(super) async fn drive(setup: Setup, client: Socketio, contest: Ear, reports: mpsc::Sender<FromEntry>) {
    let Some(attendance) = setup.registry.attend(&client) else {
        let (id, file) = (&client.id, client.secret_file.display());
        let why = format!("`{id}` is not let in, for its secret in `{file}` could not be read when the server started");
        return super::fail(Incident::DidNotStart { why }, contest, reports).await;
    };
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let machine = Host::new(setup.number, setup.rules.opens, setup.typing, setup.silence).under(opening);
    if let Some((why, contest)) = converse(PacedClock::start(setup.pace), machine, attendance, contest, &reports).await
    {
        super::fail(why, contest, reports).await;
    }
}

/// Runs the conversation to its end; returns a reason if it cannot go on.
async fn converse(
    clock: PacedClock,
    mut machine: Host,
    mut attendance: Attendance,
    mut contest: Ear,
    reports: &mpsc::Sender<FromEntry>,
) -> Option<(Incident, Ear)> {
    let mut throttle = FloodThrottle::default();
    loop {
        // While reports wait for room, the program is not heard, so that it waits too.
        let waits = machine.has_reports();
        let pause = throttle.until(Instant::now());
        let due = machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pause).min();
        let wake = tokio::select! {
            biased;
            told = contest.recv() => SocketIoEvent::Contest(told),
            room = reports.reserve(), if waits => SocketIoEvent::Room(room.ok()),
            () = until(due), if !waits => SocketIoEvent::Due,
            event = attendance.next(), if !waits && pause.is_none() => SocketIoEvent::Program(event),
        };
        let now = clock.now();
        match wake {
            SocketIoEvent::Contest(None | Some(ToEntry::Ended)) | SocketIoEvent::Room(None) => break,
            SocketIoEvent::Contest(Some(ToEntry::Began)) => machine.began(),
            SocketIoEvent::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            // The program receives a shown file as a sentence, typed as keys.
            SocketIoEvent::Contest(Some(ToEntry::Shown(_))) => {}
            SocketIoEvent::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            SocketIoEvent::Program(Event::Came(id)) => machine.came(&id),
            SocketIoEvent::Program(Event::Went) => machine.went("it left"),
            SocketIoEvent::Program(Event::Relieved) => {
                let why =
                    "another conversation of the same entry began, and a program of this protocol has one at a time";
                return Some((Incident::DidNotStart { why: why.to_owned() }, contest));
            }
            SocketIoEvent::Program(Event::Said(what)) => {
                let told = told_of(&what);
                tap::from_program(told.as_bytes());
                machine.received(what, now);
                throttle.heard(told.len(), machine.is_flooded(), Instant::now());
            }
            SocketIoEvent::Due => machine.wake(now),
        }
        while let Some(out) = machine.take_out() {
            if let Some(out) = send(&attendance, out) {
                machine.not_sent(out);
            }
        }
    }
    for out in machine.ended() {
        let _ = send(&attendance, out);
    }
    None
}

/// Sends an event, or returns it.
fn send(attendance: &Attendance, out: Out) -> Option<Out> {
    tap::to_program(format!("{} {}\n", out.event, out.json).as_bytes());
    attendance.send(out).err()
}

/// The program's event as text, for the checker's tap.
fn told_of(said: &In) -> String {
    match said {
        In::RoundInformation => "control roundInformation\n".to_owned(),
        In::Recap => "control recap\n".to_owned(),
        In::Message { content, to } => format!("message to {to}: {content}\n"),
        In::Malformed(why) => format!("malformed: {why}\n"),
    }
}
