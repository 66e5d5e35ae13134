//! An entry that is a server and speaks `viva.entry.v1`.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use attachment::FileKind;
use futures_util::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    accept_hdr_async_with_config,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
        http::HeaderValue,
        protocol::WebSocketConfig,
    },
};

use super::what_is;
use crate::websocket::frame::{FromContest, FromProgram, OpenerWord, PROTOCOL, SHOWN_FRAME_MAX, Version, Wants};

/// The maximum number of remembered interviews; the oldest is forgotten.
const SESSIONS_MAX: usize = 256;

/// The timeout of the handshake.
const OPENING: Duration = Duration::from_secs(10);

/// A program that answers one judge.
pub type Answers = Box<dyn FnMut(&str) -> Vec<String> + Send>;

/// The remembered interviews, by the name of their session.
#[derive(Default)]
struct Sessions {
    held: BTreeMap<String, ProgramSession>,
    /// Numbers the sessions, to find the oldest.
    begun: u64,
}

struct ProgramSession {
    begun: u64,
    /// The number of the judge's last message received.
    had: u64,
    program: Answers,
}

/// Answers every contest that connects, for as long as it is polled: a complete entry over `viva.entry.v1`. `begins`
/// makes the program that answers one judge. A connection that breaks the protocol is closed.
///
/// # Errors
/// If no connection can be accepted any more.
pub async fn serve_websocket(
    listener: TcpListener,
    begins: impl Fn() -> Answers + Send + Sync + 'static,
) -> io::Result<()> {
    serve(listener, BTreeSet::new(), None, begins).await
}

/// As `serve_websocket`, for a program that opens with these words if the rulebook permits it.
///
/// # Errors
/// If no connection can be accepted any more.
pub async fn serve_websocket_opening(
    listener: TcpListener,
    opening: String,
    begins: impl Fn() -> Answers + Send + Sync + 'static,
) -> io::Result<()> {
    serve(listener, BTreeSet::new(), Some(opening), begins).await
}

/// As `serve_websocket`, for a program that takes files of these kinds: it receives the judge's description of each,
/// followed by a line with its format.
///
/// # Errors
/// If no connection can be accepted any more.
pub async fn serve_websocket_taking(
    listener: TcpListener,
    takes: BTreeSet<FileKind>,
    begins: impl Fn() -> Answers + Send + Sync + 'static,
) -> io::Result<()> {
    serve(listener, takes, None, begins).await
}

async fn serve(
    listener: TcpListener,
    takes: BTreeSet<FileKind>,
    opening: Option<String>,
    begins: impl Fn() -> Answers + Send + Sync + 'static,
) -> io::Result<()> {
    let sessions = Arc::new(Mutex::new(Sessions::default()));
    let begins = Arc::new(begins);
    loop {
        let (stream, _) = listener.accept().await?;
        let (sessions, begins, takes) = (Arc::clone(&sessions), Arc::clone(&begins), takes.clone());
        let opening = opening.clone();
        tokio::spawn(async move {
            // Reporting a bad connection is the contest's task.
            let _ = interview(stream, &takes, opening, &sessions, &*begins).await;
        });
    }
}

async fn interview(
    stream: TcpStream,
    takes: &BTreeSet<FileKind>,
    mut opening: Option<String>,
    sessions: &Mutex<Sessions>,
    begins: &(impl Fn() -> Answers + Send + Sync),
) -> Option<()> {
    let config =
        WebSocketConfig::default().max_message_size(Some(SHOWN_FRAME_MAX)).max_frame_size(Some(SHOWN_FRAME_MAX));
    let handshake = accept_hdr_async_with_config(stream, with_protocol, Some(config));
    let mut socket = timeout(OPENING, handshake).await.ok()?.ok()?;
    let mut session = None;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(frame) = message else { continue };
        let frame = match serde_json::from_str::<FromContest>(&frame).ok()? {
            FromContest::Hello { session: name, rules, .. } => {
                opening.take_if(|_| rules.opens == OpenerWord::Judge);
                let after = lock(sessions).open(&name, begins);
                session = Some(name);
                if after.is_some() {
                    opening = None;
                }
                Some(FromProgram::Hello { protocol: Version::V1, wants: Wants::Messages, takes: takes.clone(), after })
            }
            FromContest::Said { n, text } => {
                let lines = lock(sessions).hear(session.as_deref()?, n, &text);
                (!lines.is_empty()).then(|| FromProgram::Say { text: lines.join("\n"), typed: false, n: None })
            }
            FromContest::Shown { n, description, bytes, .. } => {
                let said = format!("{description}\n{}", what_is(bytes.as_deref())).trim_start().to_owned();
                let lines = lock(sessions).hear(session.as_deref()?, n, &said);
                (!lines.is_empty()).then(|| FromProgram::Say { text: lines.join("\n"), typed: false, n: None })
            }
            FromContest::Ended {} => break,
            FromContest::Began {} | FromContest::Resumed { .. } | FromContest::Key { .. } => None,
        };
        if let Some(frame) = frame {
            socket.send(Message::text(serde_json::to_string(&frame).ok()?)).await.ok()?;
        }
        if let Some(text) = opening.take_if(|_| session.is_some()) {
            let frame = FromProgram::Say { text, typed: false, n: None };
            socket.send(Message::text(serde_json::to_string(&frame).ok()?)).await.ok()?;
        }
    }
    Some(())
}

#[expect(clippy::result_large_err, clippy::unnecessary_wraps, reason = "the library's own type")]
fn with_protocol(
    _request: &Request,
    mut response: Response,
) -> Result<Response, tokio_tungstenite::tungstenite::handshake::server::ErrorResponse> {
    response.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_static(PROTOCOL));
    Ok(response)
}

fn lock(sessions: &Mutex<Sessions>) -> std::sync::MutexGuard<'_, Sessions> {
    sessions.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    /// Begins this session, or resumes it: then returns the number of the judge's last message received.
    fn open(&mut self, name: &str, begins: &impl Fn() -> Answers) -> Option<u64> {
        if let Some(session) = self.held.get(name) {
            return Some(session.had);
        }
        if self.held.len() >= SESSIONS_MAX {
            let oldest = self.held.iter().min_by_key(|(_, session)| session.begun).map(|(name, _)| name.clone());
            oldest.into_iter().for_each(|name| drop(self.held.remove(&name)));
        }
        self.begun += 1;
        self.held.insert(name.to_owned(), ProgramSession { begun: self.begun, had: 0, program: begins() });
        None
    }

    fn hear(&mut self, name: &str, n: u64, text: &str) -> Vec<String> {
        let Some(session) = self.held.get_mut(name) else { return Vec::new() };
        session.had = n;
        (session.program)(text)
    }
}
