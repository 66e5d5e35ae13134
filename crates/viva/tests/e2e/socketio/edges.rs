//! The edges of Engine.IO 4: the first ping, a second WebSocket of a session, and a client that takes its leave.

use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::{KEYS, Stage, raw::Raw};
use crate::support::{PATIENCE, http};

/// A session that begins by polling.
struct Polling {
    address: String,
    opening: serde_json::Value,
}

impl Polling {
    async fn open(url: &str) -> Self {
        let address = format!("{url}/socket.io/?EIO=4&transport=polling");
        let opening = http().get(&address).send().await.unwrap().text().await.unwrap();
        let opening: serde_json::Value = serde_json::from_str(opening.strip_prefix('0').unwrap()).unwrap();
        let address = format!("{address}&sid={}", opening["sid"].as_str().unwrap());
        Self { address, opening }
    }

    async fn post(&self, packet: &'static str) {
        let answer = http().post(&self.address).body(packet).send().await.unwrap();
        assert_eq!(answer.text().await.unwrap(), "ok");
    }

    async fn poll(&self) -> String {
        http().get(&self.address).send().await.unwrap().text().await.unwrap()
    }

    /// A WebSocket of the same session.
    async fn websocket(&self) -> impl SinkExt<Message, Error: std::fmt::Debug> + Next + Unpin + use<> {
        let address = self.address.replace("http://", "ws://").replace("polling", "websocket");
        tokio_tungstenite::connect_async(address).await.unwrap().0
    }
}

/// The next frame of a WebSocket; `None` at its end.
trait Next {
    async fn text(&mut self) -> Option<String>;
}

impl<S> Next for S
where
    S: StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>> + Unpin,
{
    async fn text(&mut self) -> Option<String> {
        match timeout(PATIENCE, self.next()).await.expect("a frame or the end")? {
            Ok(Message::Text(text)) => Some(text.to_string()),
            _ => None,
        }
    }
}

#[tokio::test]
async fn a_session_that_polls_gets_no_ping_before_its_interval() {
    let stage = Stage::set(KEYS, "").await;
    let session = Polling::open(&stage.server.url).await;
    assert_eq!((&session.opening["pingInterval"], &session.opening["pingTimeout"]), (&25_000.into(), &20_000.into()));
    session.post("40").await;
    let first = session.poll().await;
    assert!(first.starts_with("40{"), "the time for an answer to a ping runs from `pingInterval` on: {first:?}");
    assert!(!first.contains('\u{1e}'), "{first:?}");
}

#[tokio::test]
async fn a_second_websocket_of_a_session_is_closed_and_the_first_stays() {
    let stage = Stage::set(KEYS, "").await;
    let session = Polling::open(&stage.server.url).await;
    let mut first = session.websocket().await;
    first.send(Message::text("2probe")).await.unwrap();
    assert_eq!(first.text().await.unwrap(), "3probe");
    let mut during = session.websocket().await;
    assert_eq!(during.text().await, None, "closed while the first one is taking over");
    first.send(Message::text("5")).await.unwrap();
    first.send(Message::text("40")).await.unwrap();
    let connected = first.text().await;
    assert!(connected.as_ref().is_some_and(|frame| frame.starts_with("40{")), "{connected:?}");
    let mut after = session.websocket().await;
    assert_eq!(after.text().await, None, "closed once the first one has taken over");
    first.send(Message::text("41")).await.unwrap();
    first.send(Message::text("40")).await.unwrap();
    let again = first.text().await;
    assert!(again.as_ref().is_some_and(|frame| frame.starts_with("40{")), "{again:?}");
}

#[tokio::test]
async fn a_client_that_takes_its_leave_gets_no_answer() {
    let stage = Stage::set(KEYS, "").await;
    for engine in [3, 4] {
        let mut client = Raw::connect(&stage.server.url, engine).await;
        client.send("41").await;
        // An answer would come before the end of the session that the next packet asks for.
        client.send("1").await;
        assert_eq!(client.frame().await, None, "Engine.IO {engine}");
    }
}
