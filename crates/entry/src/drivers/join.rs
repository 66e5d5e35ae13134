//! Plays an entry on another server that speaks the protocol of 2016: one link for each round, its keys sent as
//! messages.
//!
//! All times here are real.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::websocket::{Address, EntryConnection, Event};
use crate::{
    FromEntry, Incident, Link, Setup, ToEntry,
    clock::until,
    flood_throttle::FloodThrottle,
    socketio::{
        FRAME_MAX,
        client::{Client, Note, Order},
        packet::Engine,
    },
    start,
};

/// The time in which a link must end.
const ENDING: Duration = Duration::from_secs(3);

/// The server, and the entry's registration on it.
#[derive(Debug, Clone)]
pub struct Join {
    /// The server: `http://host:port` or `https://`, with a path if its socket.io is not at `/socket.io/`.
    pub url: String,
    /// The name for registration.
    pub id: String,
    /// The secret that belongs to the name.
    pub secret: String,
    /// The revision of Engine.IO; `None` to detect it.
    pub engine: Option<Engine>,
}

/// An event while an entry takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JoinNotice {
    /// A note about the server or the round.
    Note(Note),
    /// The program is ready.
    Ready,
    /// An incident of the program, as an organiser here would see it.
    Incident(Incident),
}

/// The reason why an entry cannot take part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The address is invalid.
    #[error("`{url}` is no address of a server")]
    Address {
        /// The address.
        url: String,
    },
    /// The server rejects the name or the secret.
    #[error("the server does not let `{id}` in: {why}")]
    Refused {
        /// The name.
        id: String,
        /// The server's reason.
        why: String,
    },
}

/// An event that wakes the loop.
enum JoinEvent {
    Stop,
    Server(Event),
    Program(Option<FromEntry>),
    Due,
}

/// Takes part until it is stopped. Lost connections are made again.
///
/// Each round is played by a new link of `setup`, with the round's number and a workspace of its own.
///
/// # Errors
/// If the address is invalid, or the server rejects the name or the secret.
pub async fn join(
    join: Join,
    setup: Setup,
    stop: impl Future<Output = ()>,
    mut hear: impl FnMut(&JoinNotice),
) -> Result<(), JoinError> {
    let base = base_of(&join.url).ok_or_else(|| JoinError::Address { url: join.url.clone() })?;
    let began = Instant::now();
    let mut client = Client::new(&join.id, &join.secret, join.engine);
    let url = address(&base, client.engine());
    let mut line = EntryConnection::new(Address {
        url,
        token_file: None,
        protocol: None,
        frame_max: FRAME_MAX,
        sent_max: FRAME_MAX,
    });
    let mut link: Option<Link> = None;
    let mut throttle = FloodThrottle::default();
    let mut stop = std::pin::pin!(stop);
    let result = loop {
        let pause = throttle.until(Instant::now());
        let due = client.next_wake().map(|due| began + due).into_iter().chain(pause).min();
        let wake = tokio::select! {
            biased;
            () = &mut stop => JoinEvent::Stop,
            said = heard_of(&mut link) => JoinEvent::Program(said),
            () = until(due) => JoinEvent::Due,
            event = line.next(pause.is_none(), client.has_frames()) => JoinEvent::Server(event),
        };
        let now = began.elapsed();
        let mut heard = None;
        match wake {
            JoinEvent::Stop => break Ok(()),
            JoinEvent::Program(None) => link = None,
            JoinEvent::Program(Some(FromEntry::Ready)) => hear(&JoinNotice::Ready),
            // Costs are not recorded on another server.
            JoinEvent::Program(Some(FromEntry::Spent(_) | FromEntry::Told(_))) => {}
            // Another server carries keys, so the link types.
            JoinEvent::Program(Some(FromEntry::Line(_))) => {}
            JoinEvent::Program(Some(FromEntry::Key(key))) => client.key(key, now),
            JoinEvent::Program(Some(FromEntry::Incident(incident))) => hear(&JoinNotice::Incident(incident)),
            JoinEvent::Server(Event::Connected) => client.connected(now),
            JoinEvent::Server(Event::NotConnected(why)) => client.unreachable(&why),
            JoinEvent::Server(Event::Lost(why)) => client.disconnected(&why),
            JoinEvent::Server(Event::Writable) => {
                if let Some(frame) = client.take_frame() {
                    line.send(frame);
                }
            }
            JoinEvent::Server(Event::Text(frame)) => {
                client.received(&frame, now);
                heard = Some(frame.len());
            }
            JoinEvent::Server(Event::Control(count)) => heard = Some(count),
            JoinEvent::Server(Event::Bytes(count)) => {
                client.received_bytes(count);
                heard = Some(count);
            }
            JoinEvent::Due => client.wake(now),
        }
        if let Some(bytes) = heard {
            throttle.heard(bytes, false, Instant::now());
            if client.is_open() {
                line.accept();
            }
        }
        while let Some(note) = client.take_note() {
            hear(&JoinNotice::Note(note));
        }
        while let Some(order) = client.take_order() {
            carry_out(order, &mut link, &setup).await;
        }
        if let Some(why) = client.refused() {
            break Err(JoinError::Refused { id: join.id, why: why.to_owned() });
        }
        if let Some(why) = client.take_closing() {
            line.close(&why);
            client.disconnected(&why);
        }
        line.redirect(address(&base, client.engine()));
    };
    ends(&mut link).await;
    line.farewell(client.leaves()).await;
    result
}

async fn carry_out(order: Order, link: &mut Option<Link>, setup: &Setup) {
    let told = match order {
        Order::Starts(number) => {
            let_go(link);
            let workspace = setup.workspace.join(format!("round-{number}"));
            *link = Some(start(Setup { number, workspace, ..setup.clone() }));
            return;
        }
        Order::Ends => return let_go(link),
        Order::Begins => ToEntry::Began,
        Order::Key(key) => ToEntry::Key(key),
    };
    if let Some(open) = link
        && open.to_entry.send(told).await.is_err()
    {
        *link = None;
    }
}

/// Ends a link in the background: its last output still travels to the server.
fn let_go(link: &mut Option<Link>) {
    let mut old = link.take();
    tokio::spawn(async move { ends(&mut old).await });
}

/// Ends a link, and waits until its program has ended.
pub(super) async fn ends(link: &mut Option<Link>) {
    let Some(Link { to_entry, mut from_entry }) = link.take() else { return };
    let _ = timeout(ENDING, async {
        let _ = to_entry.send(ToEntry::Ended).await;
        while from_entry.recv().await.is_some() {}
    })
    .await;
}

async fn heard_of(link: &mut Option<Link>) -> Option<FromEntry> {
    match link {
        Some(link) => link.from_entry.recv().await,
        None => std::future::pending().await,
    }
}

/// The address as a WebSocket address with a final slash.
fn base_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = match scheme {
        "http" | "ws" => "ws",
        "https" | "wss" => "wss",
        _ => return None,
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let fits = !host.is_empty() && !host.contains('@') && !rest.contains(['?', '#', ' ']);
    let path = if path.is_empty() { "socket.io" } else { path.trim_end_matches('/') };
    fits.then(|| format!("{scheme}://{host}/{path}/"))
}

fn address(base: &str, engine: Engine) -> String {
    format!("{base}?EIO={}&transport=websocket", engine.number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_where_socket_io_stands() {
        let shown = |url| base_of(url).map(|base| address(&base, Engine::V3));
        for (url, expected) in [
            ("http://127.0.0.1:8080", Some("ws://127.0.0.1:8080/socket.io/?EIO=3&transport=websocket")),
            ("http://contest.example/", Some("ws://contest.example/socket.io/?EIO=3&transport=websocket")),
            ("ws://[::1]:8080/other/", Some("ws://[::1]:8080/other/?EIO=3&transport=websocket")),
            ("https://contest.example", Some("wss://contest.example/socket.io/?EIO=3&transport=websocket")),
            ("ftp://contest.example", None),
            ("http://", None),
            ("http:///x", None),
            ("http://me@host", None),
            ("http://host/?EIO=3", None),
            ("127.0.0.1:8080", None),
        ] {
            assert_eq!(shown(url).as_deref(), expected, "{url}");
        }
    }
}
