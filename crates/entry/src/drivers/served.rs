//! Starts an entry that is a server, and connects its protocol's own driver to it.
//!
//! After a restart, the driver begins a new conversation with the program; the judge's keys from the time without it
//! are discarded.

use std::{io, ops::ControlFlow, pin::Pin, time::Duration};

use rulebook::contest_file::Protocol;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    FromEntry, Incident, Setup, ToEntry,
    runner::{Happening, Runner},
};

/// The placeholder for the port, in the command and in the address.
const PORT: &str = "{port}";

/// The time that a server has to listen, in real time; after it, the driver begins anyway.
const LISTENING: Duration = Duration::from_secs(20);

/// The time between two attempts to connect.
const LOOK: Duration = Duration::from_millis(20);

/// The capacity of the channel to the driver.
const WAITING_MAX: usize = 1_024;

/// The maximum number of keys held for a program that starts: the channel's capacity, less one for `Began`.
const HELD_MAX: usize = WAITING_MAX - 1;

/// An event that wakes the loop.
enum ServedEvent {
    Contest(Option<ToEntry>),
    Program(Happening),
    Listens,
    DriverEnded,
}

/// The state of the program.
enum Stage {
    /// Not running, or not listening yet.
    Starts(Listening),
    /// Connected to the driver.
    Talks(Driver),
}

type Listening = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The protocol's own driver, and the channel to it.
struct Driver {
    ear: mpsc::Sender<ToEntry>,
    runs: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// Runs the program beside the link, on a port of its own.
pub(super) async fn drive(
    mut setup: Setup,
    command: Vec<String>,
    mut contest: mpsc::Receiver<ToEntry>,
    reports: mpsc::Sender<FromEntry>,
) {
    let port = match free_port().await {
        Ok(port) => port.to_string(),
        Err(error) => {
            let why = format!("there is no free port for it: {error}");
            return super::fail(Incident::DidNotStart { why }, contest, reports).await;
        }
    };
    address(&mut setup.protocol, &port);
    let command = command.into_iter().map(|word| word.replace(PORT, &port)).collect();
    let mut runner = Runner::new(command, false, &setup);
    let mut stage = Stage::Starts(Box::pin(listens(format!("127.0.0.1:{port}"))));
    // Keys for a program that is starting. After a restart they are discarded.
    let (mut held, mut restarted, mut began) = (Vec::new(), false, false);
    loop {
        let wake = match &mut stage {
            Stage::Starts(listening) => tokio::select! {
                said = contest.recv() => ServedEvent::Contest(said),
                happening = runner.next() => ServedEvent::Program(happening),
                () = listening => ServedEvent::Listens,
            },
            Stage::Talks(driver) => tokio::select! {
                said = contest.recv() => ServedEvent::Contest(said),
                happening = runner.next() => ServedEvent::Program(happening),
                () = &mut driver.runs => ServedEvent::DriverEnded,
            },
        };
        match wake {
            ServedEvent::DriverEnded => return,
            ServedEvent::Listens => {
                let driver = begin(&setup, &reports, began);
                for said in held.drain(..) {
                    // Never full: it has room for all held keys.
                    let _ = driver.ear.try_send(said);
                }
                stage = Stage::Talks(driver);
            }
            ServedEvent::Contest(None) => return,
            ServedEvent::Contest(Some(said)) => {
                began |= said == ToEntry::Began;
                match &mut stage {
                    Stage::Talks(driver) => {
                        if driver.tell(said).await.is_break() {
                            return;
                        }
                    }
                    Stage::Starts(_) if said == ToEntry::Ended => return,
                    Stage::Starts(_)
                        if matches!(said, ToEntry::Key(_) | ToEntry::Shown(_)) && held.len() < HELD_MAX =>
                    {
                        held.push(said);
                    }
                    Stage::Starts(_) => {}
                }
            }
            ServedEvent::Program(Happening::Stopped(why)) => {
                why.into_iter().for_each(|incident| report(&reports, incident));
                stage = Stage::Starts(Box::pin(std::future::pending()));
                restarted = true;
            }
            ServedEvent::Program(Happening::Started) if restarted => {
                let port = port.clone();
                stage = Stage::Starts(Box::pin(async move { listens(format!("127.0.0.1:{port}")).await }));
                let count = held.drain(..).count();
                if let Ok(count @ 1..) = u64::try_from(count) {
                    report(&reports, Incident::BacklogDiscarded { count });
                }
            }
            ServedEvent::Program(Happening::Noted(incident)) => report(&reports, incident),
            ServedEvent::Program(Happening::Started | Happening::Settled | Happening::Printed(_)) => {}
        }
    }
}

/// Starts the driver for a program that listens.
fn begin(setup: &Setup, reports: &mpsc::Sender<FromEntry>, began: bool) -> Driver {
    let (ear, contest) = mpsc::channel(WAITING_MAX);
    if began {
        let _ = ear.try_send(ToEntry::Began);
    }
    Driver { ear, runs: Box::pin(super::speak(setup.clone(), contest, reports.clone())) }
}

impl Driver {
    /// Passes an event to the driver, while it runs; breaks when it has ended, as it does after [`ToEntry::Ended`].
    async fn tell(&mut self, said: ToEntry) -> ControlFlow<()> {
        let ends = said == ToEntry::Ended;
        tokio::select! {
            told = self.ear.send(said) => if told.is_err() { return ControlFlow::Break(()) },
            () = &mut self.runs => return ControlFlow::Break(()),
        }
        if ends {
            self.runs.as_mut().await;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Sends a report. If the receiver is gone, the link ends by itself.
fn report(reports: &mpsc::Sender<FromEntry>, incident: Incident) {
    let _ = reports.try_send(FromEntry::Incident(incident));
}

/// Waits until a program accepts connections there, or the time is over.
async fn listens(address: String) {
    let deadline = Instant::now() + LISTENING;
    while !matches!(timeout_at(deadline, TcpStream::connect(&address)).await, Ok(Ok(_)) | Err(_)) {
        sleep(LOOK).await;
    }
}

async fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port())
}

/// Writes the port into the address.
fn address(protocol: &mut Protocol, port: &str) {
    let url = match protocol {
        Protocol::WebSocket { url, .. } => url,
        Protocol::Web(form) => &mut form.url,
        Protocol::Chat(chat) => &mut chat.url,
        Protocol::Stdio { .. } | Protocol::Lpp(_) | Protocol::Lp95(_) | Protocol::Socketio(_) => return,
    };
    *url = url.replace(PORT, port);
}
