//! Connects a WebSocket server to `viva.entry.v1`.

mod dial;
mod line;

use std::path::PathBuf;

use tokio::{
    sync::mpsc::{self, Permit},
    time::Instant,
};

pub(super) use self::{
    dial::Address,
    line::{EntryConnection, Event},
};
use crate::{
    FromEntry, Incident, Setup, ToEntry,
    clock::{PacedClock, until},
    flood_throttle::FloodThrottle,
    opening::Opening,
    tap,
    websocket::{
        WebSocket,
        frame::{FRAME_MAX, PROTOCOL, Rules, SHOWN_FRAME_MAX},
    },
};

/// An event that wakes the loop.
enum WebSocketEvent<'a> {
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
    let clock = PacedClock::start(setup.pace);
    let session = match session() {
        Ok(session) => session,
        Err(error) => {
            let why = format!("no random number for its session: {error}");
            return super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    };
    let opening = Opening::of(&setup.rules, setup.typing.is_some(), &setup.history);
    let machine = WebSocket::new(Rules::of(&setup.rules), session, setup.typing, setup.silence).under(opening);
    let address =
        Address { url, token_file, protocol: Some(PROTOCOL), frame_max: FRAME_MAX, sent_max: SHOWN_FRAME_MAX };
    converse(clock, machine, EntryConnection::new(address), contest, reports).await;
}

async fn converse(
    clock: PacedClock,
    mut machine: WebSocket,
    mut line: EntryConnection,
    mut contest: mpsc::Receiver<ToEntry>,
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
            said = contest.recv() => WebSocketEvent::Contest(said),
            room = reports.reserve(), if waits => WebSocketEvent::Room(room.ok()),
            () = until(due), if !waits => WebSocketEvent::Due,
            event = line.next(!waits && pause.is_none(), machine.has_frames()) => WebSocketEvent::Line(event),
        };
        let now = clock.now();
        let mut heard = None;
        match wake {
            WebSocketEvent::Contest(None | Some(ToEntry::Ended)) | WebSocketEvent::Room(None) => break,
            WebSocketEvent::Contest(Some(ToEntry::Began)) => machine.began(),
            WebSocketEvent::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            WebSocketEvent::Contest(Some(ToEntry::Shown(shown))) => machine.shown(shown),
            WebSocketEvent::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            WebSocketEvent::Line(Event::Connected) => machine.connected(),
            WebSocketEvent::Line(Event::NotConnected(why)) => machine.unreachable(&why),
            WebSocketEvent::Line(Event::Lost(why)) => machine.disconnected(&why),
            WebSocketEvent::Line(Event::Writable) => {
                if let Some(frame) = machine.take_frame() {
                    tap::to_program(frame.as_bytes());
                    line.send(frame);
                }
            }
            WebSocketEvent::Line(Event::Text(frame)) => {
                tap::from_program(frame.as_bytes());
                machine.received(&frame, now);
                heard = Some(frame.len());
            }
            // A control frame costs work, but has no content.
            WebSocketEvent::Line(Event::Control(count)) => heard = Some(count),
            WebSocketEvent::Line(Event::Bytes(count)) => {
                machine.received_bytes(count);
                heard = Some(count);
            }
            WebSocketEvent::Due => machine.wake(now),
        }
        if let Some(bytes) = heard {
            throttle.heard(bytes, machine.is_flooded(), Instant::now());
            if machine.is_open() {
                line.accept();
            }
        }
        if let Some(why) = machine.take_closing() {
            line.close(&why);
            machine.disconnected(&why);
        }
    }
    line.farewell(machine.ended()).await;
}

/// A random session name, which reveals nothing.
fn session() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
