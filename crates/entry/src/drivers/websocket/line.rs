//! One connection at a time to an entry's server: made, kept alive, dropped when it hangs, and made again.
//!
//! All times here are real: networks and programs do not speed up in fast time.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{
    Bytes, Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::dial::{Address, Socket, dial, words};

/// The delay before a connection is made again; it doubles with each failure.
const BACKOFF: Duration = Duration::from_millis(100);

/// The maximum number of doublings: up to 6.4 s.
const BACKOFF_DOUBLINGS: u32 = 6;

/// The age from which a lost connection does not count as a failure.
const LASTED: Duration = Duration::from_secs(10);

/// The time that the program has to greet.
const GREETING: Duration = Duration::from_secs(10);

/// The time in which a frame must be written.
const WRITING: Duration = Duration::from_secs(10);

/// The additional time for each MiB of a frame: a shown file may be large.
const WRITING_PER_MIB: Duration = Duration::from_secs(5);

/// The time between two pings.
const PING: Duration = Duration::from_secs(10);

/// The maximum time without any frame, pongs included.
const SIGN_OF_LIFE: Duration = Duration::from_secs(30);

/// The time for the last frames and the closing of a connection.
const FAREWELL: Duration = Duration::from_secs(1);

/// An event on a line.
#[derive(Debug)]
pub(in crate::drivers) enum Event {
    /// A connection is made.
    Connected,
    /// No connection could be made.
    NotConnected(String),
    /// The program sent a text.
    Text(String),
    /// The program sent this many bytes of binary data.
    Bytes(usize),
    /// The program sent a control frame, such as a ping or a pong, of this many bytes.
    Control(usize),
    /// A frame can be sent.
    Writable,
    /// The connection has ended, for this reason.
    Lost(String),
}

/// The line to an entry's server.
pub(in crate::drivers) struct EntryConnection {
    address: Address,
    state: State,
    failures: u32,
}

enum State {
    Waits(Instant),
    Dials(Pin<Box<dyn Future<Output = Result<Socket, String>> + Send>>),
    Open(Box<Connection>),
}

struct Connection {
    socket: Socket,
    made_at: Instant,
    greet_by: Option<Instant>,
    /// The deadline of an unfinished write.
    write_by: Option<Instant>,
    ping_at: Instant,
    pings: bool,
    alive_by: Instant,
}

impl EntryConnection {
    /// A line that connects at the first call of [`EntryConnection::next`].
    pub(in crate::drivers) fn new(address: Address) -> Self {
        Self { address, state: State::Waits(Instant::now()), failures: 0 }
    }

    /// Sets the address for later connections.
    pub(in crate::drivers) fn redirect(&mut self, url: String) {
        self.address.url = url;
    }

    /// The next event; cancel-safe. With `reads`, it reads frames of the program; with `writes`, it reports that a
    /// frame can be sent.
    pub(in crate::drivers) async fn next(&mut self, reads: bool, writes: bool) -> Event {
        loop {
            match &mut self.state {
                State::Waits(until) => {
                    sleep_until(*until).await;
                    self.state = State::Dials(dial(self.address.clone()).boxed());
                }
                State::Dials(dialling) => match dialling.await {
                    Ok(socket) => {
                        self.state = State::Open(Box::new(Connection::new(socket)));
                        return Event::Connected;
                    }
                    Err(why) => {
                        self.wait();
                        return Event::NotConnected(why);
                    }
                },
                State::Open(connection) => {
                    let event = connection.next(reads, writes).await;
                    if let Event::Lost(_) = event {
                        self.wait();
                    }
                    return event;
                }
            }
        }
    }

    /// Sends a frame, after [`Event::Writable`].
    pub(in crate::drivers) fn send(&mut self, frame: String) {
        if let State::Open(connection) = &mut self.state {
            connection.send(Message::text(frame));
        }
    }

    /// The program has greeted.
    pub(in crate::drivers) fn accept(&mut self) {
        if let State::Open(connection) = &mut self.state {
            connection.greet_by = None;
        }
    }

    /// Closes the connection with this reason for the program; a new one will be made.
    pub(in crate::drivers) fn close(&mut self, why: &str) {
        if let State::Open(connection) = &mut self.state {
            // A close frame has room for 123 bytes of reason (RFC 6455, 5.5).
            let end = (0..=123.min(why.len())).rev().find(|end| why.is_char_boundary(*end)).unwrap_or(0);
            let reason = why[..end].to_owned().into();
            connection.send(Message::Close(Some(CloseFrame { code: CloseCode::Policy, reason })));
            let _ = connection.socket.flush().now_or_never();
        }
        self.wait();
    }

    /// Sends the last frames and ends the connection, within a second.
    pub(in crate::drivers) async fn farewell(self, frames: Vec<String>) {
        let State::Open(connection) = self.state else { return };
        let mut socket = connection.socket;
        let _ = timeout(FAREWELL, async {
            for frame in frames {
                socket.send(Message::text(frame)).await?;
            }
            socket.close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() })).await?;
            while socket.next().await.transpose()?.is_some() {}
            Ok::<_, tokio_tungstenite::tungstenite::Error>(())
        })
        .await;
    }

    fn wait(&mut self) {
        if let State::Open(connection) = &self.state
            && connection.made_at.elapsed() >= LASTED
        {
            self.failures = 0;
        }
        self.state = State::Waits(Instant::now() + BACKOFF * 2_u32.pow(self.failures.min(BACKOFF_DOUBLINGS)));
        self.failures += 1;
    }
}

impl Connection {
    fn new(socket: Socket) -> Self {
        let now = Instant::now();
        Self {
            socket,
            made_at: now,
            greet_by: Some(now + GREETING),
            write_by: None,
            ping_at: now + PING,
            pings: false,
            alive_by: now + SIGN_OF_LIFE,
        }
    }

    async fn next(&mut self, reads: bool, writes: bool) -> Event {
        if !reads {
            // Its pongs wait unread.
            self.alive_by = self.alive_by.max(Instant::now() + PING);
        }
        loop {
            let deadline = [Some(self.alive_by), Some(self.ping_at), self.greet_by, self.write_by];
            let deadline = deadline.into_iter().flatten().min().unwrap_or(self.alive_by);
            tokio::select! {
                biased;
                event = poll_fn(|cx| self.poll(reads, writes, cx)) => return event,
                () = sleep_until(deadline) => {}
            }
            let now = Instant::now();
            if self.write_by.is_some_and(|by| by <= now) {
                return Event::Lost(format!("it did not read for {} s", WRITING.as_secs()));
            }
            if self.greet_by.is_some_and(|by| by <= now) {
                return Event::Lost(format!("it did not greet within {} s", GREETING.as_secs()));
            }
            if self.alive_by <= now {
                return Event::Lost(format!("no sign of life for {} s", SIGN_OF_LIFE.as_secs()));
            }
            if self.ping_at <= now {
                self.pings = true;
                self.ping_at = now + PING;
            }
        }
    }

    fn poll(&mut self, reads: bool, writes: bool, cx: &mut Context<'_>) -> Poll<Event> {
        if reads && let Poll::Ready(read) = self.socket.poll_next_unpin(cx) {
            self.alive_by = Instant::now() + SIGN_OF_LIFE;
            match read {
                Some(Ok(Message::Text(text))) => return Poll::Ready(Event::Text(text.as_str().to_owned())),
                Some(Ok(Message::Binary(bytes))) => return Poll::Ready(Event::Bytes(bytes.len())),
                Some(Ok(frame @ (Message::Ping(_) | Message::Pong(_) | Message::Frame(_)))) => {
                    return Poll::Ready(Event::Control(frame.len()));
                }
                Some(Ok(Message::Close(frame))) => {
                    let _ = self.socket.flush().now_or_never();
                    return Poll::Ready(Event::Lost(closing(frame)));
                }
                Some(Err(error)) => return Poll::Ready(Event::Lost(words(&error))),
                None => return Poll::Ready(Event::Lost("it closed the connection".to_owned())),
            }
        }
        match self.socket.poll_flush_unpin(cx) {
            Poll::Ready(Ok(())) => self.write_by = None,
            Poll::Ready(Err(error)) => return Poll::Ready(Event::Lost(words(&error))),
            Poll::Pending => {
                self.write_by.get_or_insert_with(|| Instant::now() + WRITING);
                return Poll::Pending;
            }
        }
        if std::mem::take(&mut self.pings) {
            self.send(Message::Ping(Bytes::new()));
            return self.poll(reads, writes, cx);
        }
        if writes { Poll::Ready(Event::Writable) } else { Poll::Pending }
    }

    /// Queues a message; errors appear at the flush.
    fn send(&mut self, message: Message) {
        let time = WRITING + WRITING_PER_MIB * u32::try_from(message.len() >> 20).unwrap_or(u32::MAX);
        let _ = self.socket.start_send_unpin(message);
        self.write_by.get_or_insert_with(|| Instant::now() + time);
    }
}

fn closing(frame: Option<CloseFrame>) -> String {
    match frame {
        Some(CloseFrame { code, reason }) if reason.is_empty() => format!("it closed the connection ({code})"),
        Some(CloseFrame { code, reason }) => format!("it closed the connection ({code}: {reason})"),
        None => "it closed the connection".to_owned(),
    }
}
