//! Loads a relay as `viva load` loads our server: the same participants, moments and counts, in the relay's words.

#![expect(clippy::print_stdout, reason = "the benchmark reads the outcome")]

use std::{borrow::Cow, error::Error, time::Duration};

use clap::{Parser, ValueEnum};
use load::{Dialect, LoadError, Medium, Pace, Plan, ServerStatement, dialect::Socket, process};
use serde::Deserialize;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[derive(Parser)]
struct Options {
    /// Its address.
    url: String,
    #[arg(long)]
    dialect: FrameFormat,
    #[arg(long)]
    conversations: usize,
    #[arg(long, value_parser = time)]
    keys_every: Option<Duration>,
    #[arg(long, value_parser = time)]
    messages_every: Option<Duration>,
    #[arg(long = "for", value_parser = time)]
    length: Duration,
    #[arg(long)]
    pid: u32,
}

/// The form of frames.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum FrameFormat {
    /// As on our live connection.
    Plain,
    /// Events of socket.io 2 over WebSocket.
    Socketio,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    process::allow_sockets(2 * options.conversations)?;
    let (medium, pace) = match (options.keys_every, options.messages_every) {
        (Some(every), _) => (Medium::Keys, Pace::Every(every)),
        (None, Some(every)) => (Medium::Messages, Pace::Every(every)),
        (None, None) => (Medium::Messages, Pace::PingPong),
    };
    let plan = Plan {
        medium,
        pace,
        length: options.length,
        reconnect_every: None,
        burst_every: None,
        seed: "load".to_owned(),
        pids: vec![options.pid],
    };
    let side = |pair, side| (side == 0, Side { url: options.url.clone(), words: options.dialect, pair, side });
    let groups = (0..options.conversations).map(|pair| vec![side(pair, 0), side(pair, 1)]).collect();
    let outcome = load::run(plan, groups, || async { Ok(()) }).await?;
    println!("{}", serde_json::to_string(&outcome)?);
    Ok(())
}

fn time(text: &str) -> Result<Duration, String> {
    rulebook::time::friendly::deserialize(serde_json::Value::from(text)).map_err(|why| why.to_string())
}

/// One side of a pair.
struct Side {
    url: String,
    words: FrameFormat,
    pair: usize,
    side: u8,
}

/// The members of a message that this client reads.
#[derive(Deserialize)]
struct ClientMessage<'f> {
    #[serde(default, borrow)]
    is: Option<Cow<'f, str>>,
    #[serde(default, borrow)]
    key: Option<Cow<'f, str>>,
    #[serde(default, borrow)]
    text: Option<Cow<'f, str>>,
}

impl Dialect for Side {
    async fn connect(&mut self) -> Result<Socket, LoadError> {
        let address = self.url.replacen("http", "ws", 1);
        let address = match self.words {
            FrameFormat::Plain => format!("{address}/{}/{}", self.pair, self.side),
            FrameFormat::Socketio => {
                format!("{address}/socket.io/?EIO=3&transport=websocket&pair={}&side={}", self.pair, self.side)
            }
        };
        let request = address.into_client_request().map_err(Box::new)?;
        Ok(live::open(request).await.map_err(Box::new)?)
    }

    fn frame(&self, number: u64, medium: Medium, said: &str) -> String {
        let (what, field) = match medium {
            Medium::Keys => ("press", "key"),
            Medium::Messages => ("say", "text"),
        };
        let message = format!(r#"{{"do":"{what}","id":"{:x}-{number}","round":"R1","{field}":"{said}"}}"#, self.pair);
        match self.words {
            FrameFormat::Plain => message,
            FrameFormat::Socketio => format!(r#"42["message",{message}]"#),
        }
    }

    fn read<'f>(&mut self, frame: &'f str, heard: &mut Vec<ServerStatement<'f>>) -> Result<(), LoadError> {
        let message = match self.words {
            FrameFormat::Plain => frame,
            FrameFormat::Socketio if frame.starts_with(r#"42["open""#) => {
                heard.push(ServerStatement::Open);
                return Ok(());
            }
            FrameFormat::Socketio => {
                match frame.strip_prefix(r#"42["message","#).and_then(|rest| rest.strip_suffix(']')) {
                    Some(message) => message,
                    // Its greeting, and answers to heartbeats.
                    None => return Ok(()),
                }
            }
        };
        let said: ClientMessage<'f> = serde_json::from_str(message).map_err(|why| LoadError::Frame(why.to_string()))?;
        if said.is.is_some() {
            heard.push(ServerStatement::Open);
        }
        heard.extend(said.key.or(said.text).map(ServerStatement::Partner));
        Ok(())
    }

    fn heartbeat(&self) -> (Duration, String) {
        match self.words {
            FrameFormat::Plain => (Duration::from_secs(3600), String::new()),
            FrameFormat::Socketio => (Duration::from_secs(20), "2".to_owned()),
        }
    }

    fn is_answered(&self) -> bool {
        false
    }
}
