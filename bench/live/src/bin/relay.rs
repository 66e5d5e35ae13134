//! The peer: a bare WebSocket relay on axum. It passes each message of one side of a pair to the other side, and does nothing else.
//!
//! `relay` keeps nothing; `relay FILE` writes every message to this file and sends it on when the disk has it, as many at a
//! time as have come meanwhile. It says its address on standard output.

#![expect(clippy::print_stdout, reason = "the benchmark reads the address")]

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError, mpsc as thread_mpsc},
};

use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
    serve::ListenerExt,
};
use tokio::{net::TcpListener, sync::mpsc};

/// The size of a socket's buffers, in bytes.
const BUFFER: usize = 4 * 1024;

/// The message to both sides once both are connected.
const OPEN: &str = r#"{"is":"open"}"#;

type Inbox = mpsc::UnboundedSender<Utf8Bytes>;

#[derive(Clone)]
struct Relay {
    /// The inbox of each side of each pair.
    inboxes: Arc<Mutex<HashMap<(usize, u8), Inbox>>>,
    disk: Option<thread_mpsc::Sender<(Inbox, Utf8Bytes)>>,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let disk = std::env::args().nth(1).map(|path| File::create(path).map(write_to)).transpose()?;
    let relay = Relay { inboxes: Arc::default(), disk };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route("/{pair}/{side}", get(connect)).with_state(relay)).await
}

async fn connect(
    State(relay): State<Relay>,
    Path((pair, side)): Path<(usize, u8)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.on_upgrade(move |socket| serve(relay, pair, side, socket))
}

async fn serve(relay: Relay, pair: usize, side: u8, mut socket: WebSocket) {
    let (own, mut inbox) = mpsc::unbounded_channel();
    let partner = || {
        let inboxes = relay.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        inboxes.get(&(pair, 1 - side)).cloned()
    };
    relay.inboxes.lock().unwrap_or_else(PoisonError::into_inner).insert((pair, side), own.clone());
    let mut other = partner();
    if let Some(other) = &other {
        let _ = (own.send(Utf8Bytes::from_static(OPEN)), other.send(Utf8Bytes::from_static(OPEN)));
    }
    loop {
        tokio::select! {
            Some(text) = inbox.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            frame = socket.recv() => {
                let Some(Ok(frame)) = frame else { return };
                other = other.or_else(partner);
                match (frame, &other, &relay.disk) {
                    (Message::Text(text), Some(other), Some(disk)) => drop(disk.send((other.clone(), text))),
                    (Message::Text(text), Some(other), None) => drop(other.send(text)),
                    _ => {}
                }
            }
        }
    }
}

/// A thread that writes all waiting messages, waits for the disk, and sends them on.
fn write_to(mut file: File) -> thread_mpsc::Sender<(Inbox, Utf8Bytes)> {
    let (sender, receiver) = thread_mpsc::channel::<(Inbox, Utf8Bytes)>();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        while let Ok(first) = receiver.recv() {
            let batch: Vec<_> = std::iter::once(first).chain(receiver.try_iter()).collect();
            bytes.clear();
            for (_, text) in &batch {
                bytes.extend_from_slice(text.as_bytes());
                bytes.push(b'\n');
            }
            file.write_all(&bytes).and_then(|()| file.sync_data()).expect("the disk takes what is written");
            for (inbox, text) in batch {
                let _ = inbox.send(text);
            }
        }
    });
    sender
}
