//! A participant in a conversation, who reconnects to any server that answers and repeats the unanswered frames.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use reqwest::header;
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::watch, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::support::{Guest, PATIENCE};

/// The silence after a request at which a connection is given up.
const SILENCE_MAX: Duration = Duration::from_millis(1500);

/// The time between two keys.
const RHYTHM: Duration = Duration::from_millis(150);

const LETTERS: [char; 8] = ['v', 'i', 'v', 'a', 'v', 'o', 'c', 'e'];

/// The wait before the next server is tried.
const RETRY: Duration = Duration::from_millis(100);

/// A judge or confederate in the first round.
pub(super) struct Speaker {
    guest: Guest,
    /// A judge's seat; a confederate has one conversation.
    seat: Option<&'static str>,
    side: &'static str,
    urls: Vec<String>,
    /// The next server to try.
    next: usize,
    line: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    /// All updates, in order.
    updates: Vec<Value>,
    /// The frame without an answer.
    asked: Option<Value>,
    /// The reason of the last refusal.
    refused: String,
    /// The number of keys pressed.
    pressed: usize,
    /// All typed text.
    typed: String,
}

impl Speaker {
    /// A judge in a seat, or a confederate. `number` decides the server tried first.
    pub(super) fn new(guest: Guest, number: usize, seat: Option<&'static str>, urls: Vec<String>) -> Self {
        let side = if seat.is_some() { "judge" } else { "witness" };
        Self {
            guest,
            seat,
            side,
            urls,
            next: number,
            line: None,
            updates: Vec::new(),
            asked: None,
            refused: String::new(),
            pressed: 0,
            typed: String::new(),
        }
    }

    /// Types keys until `over` is set, and then to the end of the line. Returns the time at which the first key after
    /// it was recorded.
    pub(super) async fn speaks_until(&mut self, over: watch::Receiver<bool>) -> Instant {
        loop {
            let is_last = *over.borrow();
            self.presses(if is_last { '\n' } else { LETTERS[self.pressed % LETTERS.len()] }).await;
            if is_last {
                return Instant::now();
            }
            tokio::time::sleep(RHYTHM).await;
        }
    }

    /// Presses a key and waits until it is recorded.
    pub(super) async fn presses(&mut self, key: char) {
        let name = if key == '\n' { "Return".to_owned() } else { key.to_string() };
        self.pressed += 1;
        let mut press = json!({"do": "press", "id": format!("k{}", self.pressed), "round": "R1", "key": name});
        if let Some(seat) = self.seat {
            press["seat"] = json!(seat);
        }
        self.asked = Some(press);
        self.typed.push(key);
        if self.line.is_some() {
            self.asks().await;
        }
        let recorded = timeout(PATIENCE, async {
            while self.asked.is_some() {
                if self.line.is_none() {
                    self.connect().await;
                }
                if self.listen().await.is_none() {
                    self.line = None;
                    tokio::time::sleep(RETRY).await;
                }
            }
        });
        if recorded.await.is_err() {
            panic!("{}: {:?} was not answered; the last refusal was {:?}", self.guest.page, self.asked, self.refused);
        }
    }

    async fn asks(&mut self) {
        if let (Some(line), Some(asked)) = (&mut self.line, &self.asked) {
            // A failure here shows in listening too.
            let _ = line.send(Message::text(asked.to_string())).await;
        }
    }

    /// Connects to the next server, and sends the unanswered frame.
    async fn connect(&mut self) {
        let url = &self.urls[self.next % self.urls.len()];
        self.next += 1;
        let after = self.updates.len();
        let address = format!("{}{}/live?after={after}", url.replace("http://", "ws://"), self.guest.page);
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert(header::COOKIE, self.guest.cookie.parse().unwrap());
        let connecting = timeout(SILENCE_MAX, tokio_tungstenite::connect_async(request)).await;
        self.line = connecting.ok().and_then(Result::ok).map(|(line, _)| line);
        self.asks().await;
    }

    /// Takes the next frame; `None` if the connection is of no use any more.
    async fn listen(&mut self) -> Option<()> {
        let message = timeout(SILENCE_MAX, self.line.as_mut()?.next()).await.ok()??.ok()?;
        let Message::Text(text) = message else { return matches!(message, Message::Ping(_)).then_some(()) };
        let frame: Value = serde_json::from_str(&text).unwrap();
        match frame["is"].as_str().unwrap() {
            "updates" => {
                for update in frame["updates"].as_array().unwrap() {
                    assert_eq!(update["n"], self.updates.len() + 1, "updates come once, in their order");
                    self.updates.push(update.clone());
                }
            }
            "done" => {
                self.asked.take_if(|asked| asked["id"] == frame["id"]);
            }
            // Clocks are stopped for a moment, or nothing can be stored: the frame is sent again.
            "refused" => {
                self.refused = frame["why"].as_str().unwrap_or_default().to_owned();
                return None;
            }
            "reload" => panic!("{}: the record is another one", self.guest.page),
            _ => {}
        }
        Some(())
    }

    /// Checks that all typed text came back in updates, once and in order.
    pub(super) async fn has_lost_nothing(&mut self) {
        self.presses('\n').await;
        while self.told() != self.typed {
            assert!(
                self.typed.starts_with(&self.told()),
                "{}: {:?} is not {:?}",
                self.guest.page,
                self.told(),
                self.typed
            );
            if self.listen().await.is_none() {
                self.connect().await;
            }
        }
    }

    fn told(&self) -> String {
        let own = self.updates.iter().filter(|update| {
            update["kind"] == "key"
                && update["side"] == self.side
                && self.seat.is_none_or(|seat| update["seat"] == seat)
        });
        let keys = own.map(|update| match update["key"].as_str().unwrap() {
            "Return" => "\n".to_owned(),
            key => key.to_owned(),
        });
        keys.collect()
    }
}
