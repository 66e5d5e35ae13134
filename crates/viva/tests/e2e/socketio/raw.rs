//! A client that sends anything: Engine.IO frames over a WebSocket, as small programs of the time sent them.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

use crate::support::PATIENCE;

/// A client that sends anything.
pub(super) struct Raw {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) frames: Vec<String>,
}

impl Raw {
    /// Opens a connection with this version of Engine.IO, directly over a WebSocket.
    pub(super) async fn open(url: &str, engine: u8) -> Self {
        let address = format!("{}/socket.io/?EIO={engine}&transport=websocket", url.replace("http://", "ws://"));
        let (stream, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        Self { stream, frames: Vec::new() }
    }

    /// Opens a connection and waits until it is connected.
    pub(super) async fn connect(url: &str, engine: u8) -> Self {
        let mut raw = Self::open(url, engine).await;
        let opening = raw.frame().await.unwrap();
        assert!(opening.starts_with("0{\"sid\":"), "{opening}");
        if engine == 4 {
            raw.send("40").await;
        }
        assert!(raw.frame().await.unwrap().starts_with("40"));
        raw
    }

    pub(super) async fn send(&mut self, frame: &str) {
        // The server may have hung up already.
        let _ = self.stream.send(Message::text(frame)).await;
    }

    pub(super) async fn send_binary(&mut self, bytes: Vec<u8>) {
        let _ = self.stream.send(Message::binary(bytes)).await;
    }

    /// Emits an event with this text as its payload.
    pub(super) async fn emit(&mut self, event: &str, text: &str) {
        self.send(&format!("42{}", json!([event, text]))).await;
    }

    /// Emits an event up to `most` times without reading, until the server hangs up; returns the number emitted.
    pub(super) async fn floods(&mut self, event: &str, text: &str, most: usize) -> usize {
        let frame = format!("42{}", json!([event, text]));
        for n in 0..most {
            let sent = timeout(PATIENCE, self.stream.send(Message::text(frame.as_str()))).await;
            if sent.expect("the server reads, or hangs up").is_err() {
                return n;
            }
        }
        most
    }

    /// The next frame; `None` after the server has hung up.
    pub(super) async fn frame(&mut self) -> Option<String> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("a frame")? {
                Ok(Message::Text(text)) if text.as_str() == "2" => self.send("3").await,
                Ok(Message::Text(text)) => {
                    self.frames.push(text.to_string());
                    return Some(text.to_string());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next event of this name; `None` after the server has hung up.
    pub(super) async fn event(&mut self, name: &str) -> Option<Value> {
        loop {
            let frame = self.frame().await?;
            let Some(event) = frame.strip_prefix("42") else { continue };
            let (found, payload): (String, Value) = serde_json::from_str(event).unwrap();
            if found == name {
                return Some(payload);
            }
        }
    }
}
