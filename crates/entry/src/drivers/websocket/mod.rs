//! Joins a WebSocket server to `viva.entry.v1`.

mod dial;
mod line;

use std::{path::PathBuf, time::Duration};

use tokio::{
    sync::mpsc::{self, Permit},
    time::Instant,
};

pub(super) use self::{
    dial::Address,
    line::{Event, Line},
};
use crate::{
    FromEntry, Incident, Setup, ToEntry,
    clock::{Clock, until},
    tap,
    websocket::{
        WebSocket,
        frame::{FRAME_MAX, PROTOCOL, Rules},
    },
};

/// After so many frames the connection is not read for a moment, so that a flood of them cannot take a processor.
const FRAMES_AT_ONCE: u32 = 256;

/// How long it is not read then, and after each frame of a program that says more than can be typed.
const FLOOD_PAUSE: Duration = Duration::from_millis(10);

/// What wakes the loop.
enum Wake<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Line(Event),
    Due,
}

pub(super) async fn drive(
    setup: Setup,
    url: String,
    token_file: Option<PathBuf>,
    contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    let clock = Clock::start(setup.pace);
    let session = match session() {
        Ok(session) => session,
        Err(error) => {
            let why = format!("no random number for its session: {error}");
            return super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    };
    let machine = WebSocket::new(Rules::of(&setup.rules), session, setup.typing, setup.silence);
    let address = Address { url, token_file, protocol: Some(PROTOCOL), frame_max: FRAME_MAX };
    converse(clock, machine, Line::new(address), contest, reports).await;
}

async fn converse(
    clock: Clock,
    mut machine: WebSocket,
    mut line: Line,
    mut contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    let mut read_from = Instant::now();
    let mut frames: u32 = 0;
    loop {
        // While reports wait for room, the program is not read: it waits too.
        let waits = machine.has_reports();
        let pauses = Instant::now() < read_from;
        let due =
            machine.next_wake().map(|due| clock.instant(due)).into_iter().chain(pauses.then_some(read_from)).min();
        let wake = tokio::select! {
            biased;
            said = contest.recv() => Wake::Contest(said),
            room = reports.reserve(), if waits => Wake::Room(room.ok()),
            () = until(due), if !waits => Wake::Due,
            event = line.next(!waits && !pauses, machine.has_frames()) => Wake::Line(event),
        };
        let now = clock.now();
        match wake {
            Wake::Contest(None | Some(ToEntry::Ended)) | Wake::Room(None) => break,
            Wake::Contest(Some(ToEntry::Began)) => machine.began(),
            Wake::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            Wake::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            Wake::Line(Event::Connected) => machine.connected(),
            Wake::Line(Event::NotConnected(why)) => machine.unreachable(&why),
            Wake::Line(Event::Lost(why)) => machine.disconnected(&why),
            Wake::Line(Event::Writable) => {
                if let Some(frame) = machine.take_frame() {
                    tap::to_program(frame.as_bytes());
                    line.send(frame);
                }
            }
            Wake::Line(event @ (Event::Text(_) | Event::Bytes(_))) => {
                match event {
                    Event::Text(frame) => {
                        tap::from_program(frame.as_bytes());
                        machine.received(&frame, now);
                    }
                    Event::Bytes(count) => machine.received_bytes(count),
                    _ => {}
                }
                frames = frames.wrapping_add(1);
                if machine.is_flooded() || frames.is_multiple_of(FRAMES_AT_ONCE) {
                    read_from = Instant::now() + FLOOD_PAUSE;
                }
                if machine.is_open() {
                    line.accept();
                }
            }
            Wake::Due => machine.wake(now),
        }
        if let Some(why) = machine.take_closing() {
            line.close(&why);
            machine.disconnected(&why);
        }
    }
    line.farewell(machine.ended()).await;
}

/// A name that nothing can be learned from.
fn session() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
