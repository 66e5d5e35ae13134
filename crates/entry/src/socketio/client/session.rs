//! A client's connection to a server of socket.io: opened, joined, kept alive, and bounded. It knows nothing of rounds.

use std::{collections::VecDeque, time::Duration};

use serde::Deserialize;
use serde_json::Value;

use super::super::{
    FRAME_MAX,
    packet::{Body, Engine, Message, Packet},
    reason::plain,
};

/// The number of bad frames that closes a connection.
pub const BAD_FRAMES_MAX: u32 = 20;

/// The time that the server has from the connection to the namespace, in real time.
const GREETING: Duration = Duration::from_secs(10);

/// The maximum number of packets that wait to be sent.
const OUTGOING_MAX: usize = 1_024;

/// The range to which the server's intervals are clamped, in milliseconds.
const INTERVAL_MS: std::ops::RangeInclusive<u64> = 1_000..=300_000;

/// The successive connections to one server.
#[derive(Debug)]
pub(super) struct ClientSession {
    engine: Engine,
    /// True if the other revision may be tried.
    negotiates: bool,
    line: ConnectionState,
    heartbeat: Heartbeat,
    bad_frames: u32,
    closing: Option<String>,
    outgoing: VecDeque<String>,
}

/// The result of a frame.
#[derive(Debug)]
pub(super) enum FrameResult {
    /// The connection can be used.
    Joined,
    /// The server sent an event.
    Event {
        /// Its name.
        name: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// The protocol does not define it; the reason.
    Bad(String),
}

/// The progress of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionState {
    /// There is none.
    Away,
    /// The server's opening packet is awaited.
    Opening,
    /// The namespace is being joined.
    Joining,
    /// It can be used.
    Open,
}

/// The schedule of signs of life.
#[derive(Debug, Default)]
struct Heartbeat {
    interval: Duration,
    timeout: Duration,
    /// The client's next ping, in revision 3.
    ask_at: Option<Duration>,
    /// The deadline for the server's next sign of life.
    alive_by: Option<Duration>,
}

/// The server's opening packet. Intervals are in milliseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    #[serde(rename = "sid")]
    _sid: String,
    ping_interval: u64,
    ping_timeout: u64,
}

impl ClientSession {
    /// No connection yet. `engine` is the revision to speak, `None` to detect it.
    pub(super) fn new(engine: Option<Engine>) -> Self {
        Self {
            engine: engine.unwrap_or(Engine::V4),
            negotiates: engine.is_none(),
            line: ConnectionState::Away,
            heartbeat: Heartbeat::default(),
            bad_frames: 0,
            closing: None,
            outgoing: VecDeque::new(),
        }
    }

    /// The revision to connect with.
    pub(super) fn engine(&self) -> Engine {
        self.engine
    }

    pub(super) fn connected(&mut self, now: Duration) {
        self.line = ConnectionState::Opening;
        self.closing = None;
        self.bad_frames = 0;
        self.outgoing.clear();
        self.heartbeat = Heartbeat { alive_by: Some(now + GREETING), ..Heartbeat::default() };
    }

    pub(super) fn disconnected(&mut self) {
        self.line = ConnectionState::Away;
        self.heartbeat = Heartbeat::default();
        self.outgoing.clear();
    }

    /// No connection could be made. While the server's revision is unknown, the other one is next.
    pub(super) fn unreachable(&mut self) {
        if self.negotiates {
            self.engine = if self.engine == Engine::V4 { Engine::V3 } else { Engine::V4 };
        }
    }

    /// The server sent this text.
    pub(super) fn received(&mut self, frame: &str, now: Duration) -> Option<FrameResult> {
        if self.line == ConnectionState::Away || self.closing.is_some() {
            return None;
        }
        if frame.len() > FRAME_MAX {
            return self.bad(format!("more than {FRAME_MAX} bytes"));
        }
        match Packet::read(frame) {
            Ok(packet) => self.hears(packet, now),
            Err(why) if self.line == ConnectionState::Open => self.bad(why.to_string()),
            Err(why) => self.close(&format!("it does not speak Engine.IO: {why}")),
        }
    }

    /// The server sent this many bytes of binary data.
    pub(super) fn received_bytes(&mut self, count: usize) -> Option<FrameResult> {
        if self.line == ConnectionState::Away || self.closing.is_some() {
            return None;
        }
        self.bad(format!("{count} bytes in a binary frame; events are text"))
    }

    /// Advances the time to `now`: sends due pings, and notices missing signs of life.
    pub(super) fn wake(&mut self, now: Duration) {
        if self.heartbeat.alive_by.is_some_and(|by| by <= now) {
            self.heartbeat = Heartbeat::default();
            let why =
                if self.line == ConnectionState::Open { "no sign of life from it" } else { "it did not greet in time" };
            self.close(why);
        } else if self.heartbeat.ask_at.is_some_and(|at| at <= now) {
            self.heartbeat.ask_at = Some(now + self.heartbeat.interval);
            self.heartbeat.alive_by.get_or_insert(now + self.heartbeat.timeout);
            self.send(&Packet::Ping(String::new()));
        }
    }

    pub(super) fn next_wake(&self) -> Option<Duration> {
        self.heartbeat.ask_at.into_iter().chain(self.heartbeat.alive_by).min()
    }

    pub(super) fn send(&mut self, packet: &Packet) {
        self.send_text(packet.to_string());
    }

    pub(super) fn send_text(&mut self, frame: String) {
        if self.outgoing.len() >= OUTGOING_MAX {
            self.close("it does not read what it is sent");
        } else {
            self.outgoing.push_back(frame);
        }
    }

    pub(super) fn take_frame(&mut self) -> Option<String> {
        self.outgoing.pop_front()
    }

    pub(super) fn has_frames(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// The reason to close the connection.
    pub(super) fn take_closing(&mut self) -> Option<String> {
        self.closing.take()
    }

    pub(super) fn is_open(&self) -> bool {
        self.line == ConnectionState::Open
    }

    /// Counts a frame that the protocol does not define; one too many closes the connection.
    pub(super) fn bad(&mut self, why: String) -> Option<FrameResult> {
        self.bad_frames += 1;
        if self.bad_frames == BAD_FRAMES_MAX {
            self.close("too many bad frames");
        }
        Some(FrameResult::Bad(plain(&why)))
    }

    fn hears(&mut self, packet: Packet, now: Duration) -> Option<FrameResult> {
        let (is_asked, is_begun) = (self.engine == Engine::V4, self.line != ConnectionState::Opening);
        match (packet, self.line) {
            (Packet::Open(json), ConnectionState::Opening) => return self.opens(&json, now),
            (Packet::Ping(text), _) => {
                if is_asked && is_begun {
                    self.is_alive(now);
                }
                self.send(&Packet::Pong(text));
            }
            (Packet::Pong(_), _) if !is_asked && is_begun => self.heartbeat.alive_by = None,
            (Packet::Noop | Packet::Pong(_), _) => {}
            (Packet::Close, _) => return self.close("it closed the connection"),
            (Packet::Message(message), ConnectionState::Joining | ConnectionState::Open) => {
                return self.hears_message(message, now);
            }
            (Packet::Open(_) | Packet::Upgrade, ConnectionState::Open | ConnectionState::Joining) => {
                return self.bad("a packet that comes at another time".to_owned());
            }
            (
                Packet::Open(_) | Packet::Upgrade | Packet::Message(_),
                ConnectionState::Opening | ConnectionState::Away,
            ) => {
                return self.close("its first packet does not open the connection");
            }
        }
        None
    }

    fn opens(&mut self, json: &str, now: Duration) -> Option<FrameResult> {
        let Ok(Opening { ping_interval, ping_timeout, .. }) = serde_json::from_str(json) else {
            return self.close("its first packet says neither `sid` nor intervals");
        };
        let bounded = |ms: u64| Duration::from_millis(ms.clamp(*INTERVAL_MS.start(), *INTERVAL_MS.end()));
        self.heartbeat.interval = bounded(ping_interval);
        self.heartbeat.timeout = bounded(ping_timeout);
        self.heartbeat.alive_by = Some(now + GREETING);
        self.line = ConnectionState::Joining;
        if self.engine == Engine::V4 {
            self.send(&Packet::connect());
        }
        None
    }

    fn hears_message(&mut self, message: Message, now: Duration) -> Option<FrameResult> {
        if message.namespace != "/" {
            return self.bad("a packet of a namespace that was not joined".to_owned());
        }
        match (message.body, self.line) {
            (Body::Connect(data), ConnectionState::Joining) => {
                let names_itself = data.is_some_and(|data| data.get("sid").is_some_and(Value::is_string));
                match (self.engine, names_itself) {
                    (Engine::V4, false) if self.negotiates => {
                        self.engine = Engine::V3;
                        self.close("it speaks Engine.IO 3, and so do we from now on")
                    }
                    (Engine::V4, false) => self.close("it speaks Engine.IO 3, not 4"),
                    _ => self.joined(now),
                }
            }
            (Body::Refused(why), _) => {
                let why = why.map(|why| why.to_string()).unwrap_or_default();
                self.close(&format!("it refused the connection: {why}"))
            }
            (Body::Disconnect, _) => self.close("it disconnected us"),
            (Body::Event { name, arguments, .. }, ConnectionState::Open) => {
                Some(FrameResult::Event { name, arguments })
            }
            (Body::Binary(_), _) => self.bad("an event with bytes; events are text".to_owned()),
            (Body::Ack { .. }, _) => None,
            (Body::Connect(_) | Body::Event { .. }, _) => self.bad("a packet that comes at another time".to_owned()),
        }
    }

    fn joined(&mut self, now: Duration) -> Option<FrameResult> {
        self.line = ConnectionState::Open;
        self.negotiates = false;
        self.heartbeat.alive_by = None;
        match self.engine {
            Engine::V3 => self.heartbeat.ask_at = Some(now + self.heartbeat.interval),
            Engine::V4 => self.is_alive(now),
        }
        Some(FrameResult::Joined)
    }

    /// The server of revision 4 has sent a sign of life.
    fn is_alive(&mut self, now: Duration) {
        self.heartbeat.alive_by = Some(now + self.heartbeat.interval + self.heartbeat.timeout);
    }

    fn close(&mut self, why: &str) -> Option<FrameResult> {
        self.closing.get_or_insert_with(|| plain(why));
        None
    }
}
