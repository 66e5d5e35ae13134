//! From a join link to a seat, and from a seat to a socket, as a browser does it.

use std::time::Duration;

use contest::wire::{FromClient, ToClient};
use futures_util::{SinkExt, StreamExt};
use reqwest::{
    header::{COOKIE, LOCATION, ORIGIN, SET_COOKIE},
    redirect::Policy,
};
use serde::de::DeserializeOwned;
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest, http::HeaderValue},
};

use super::LiveError;

/// How long a server may stay away before its clients go home, in real time.
const AWAY_MAX: Duration = Duration::from_secs(60);

/// The first and the longest wait between two attempts to connect.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// A seat that was joined.
pub(super) struct Seat {
    base: String,
    page: String,
    cookie: String,
}

/// A live connection.
pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Seat {
    /// Exchanges a join link for the cookie of its seat.
    pub(super) async fn join(base: &str, join_link: &str) -> Result<Self, LiveError> {
        let base = base.trim_end_matches('/').to_owned();
        let failed = |source| LiveError::Join { base: base.clone(), source };
        let client = reqwest::Client::builder().redirect(Policy::none()).no_proxy().build().map_err(failed)?;
        let link = if join_link.starts_with('/') { format!("{base}{join_link}") } else { join_link.to_owned() };
        let answer = client.post(link).header(ORIGIN, &base).send().await.map_err(failed)?;
        let text = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
        let cookie = text(SET_COOKIE).and_then(|cookie| cookie.split(';').next());
        let page = text(LOCATION).map(|page| page.strip_prefix(&base).unwrap_or(page));
        match (answer.status().is_redirection(), page, cookie) {
            (true, Some(page), Some(cookie)) if page.starts_with('/') => {
                let (page, cookie) = (page.to_owned(), cookie.trim().to_owned());
                Ok(Self { base, page, cookie })
            }
            _ => Err(LiveError::NoSeat { status: answer.status().as_u16() }),
        }
    }

    /// Connects, to be sent what followed the update of this number; tries again while the server is away.
    pub(super) async fn connect(&self, after: u64) -> Result<Socket, LiveError> {
        let begin = Instant::now();
        let (mut wait, longest) = RETRY;
        loop {
            let source = match connect_async(self.request(after)?).await {
                Ok((stream, _)) => return Ok(Socket(stream)),
                Err(Error::Http(answer)) if answer.status().is_client_error() => {
                    return Err(LiveError::Refused { status: answer.status().as_u16() });
                }
                Err(source) => Box::new(source),
            };
            if begin.elapsed() > AWAY_MAX {
                return Err(LiveError::Away { away: begin.elapsed(), source });
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(longest);
        }
    }

    fn request(&self, after: u64) -> Result<tokio_tungstenite::tungstenite::handshake::client::Request, LiveError> {
        let bad = || LiveError::Address { address: self.base.clone() };
        let host = self.base.strip_prefix("http://").ok_or_else(bad)?;
        let address = format!("ws://{host}{}/live?after={after}", self.page);
        let mut request = address.into_client_request().map_err(|_| bad())?;
        let headers = request.headers_mut();
        headers.insert(ORIGIN, HeaderValue::from_str(&self.base).map_err(|_| bad())?);
        headers.insert(COOKIE, HeaderValue::from_str(&self.cookie).map_err(|_| bad())?);
        Ok(request)
    }
}

impl Socket {
    /// Sends a frame; false when the connection is lost.
    pub(super) async fn send(&mut self, frame: &FromClient) -> bool {
        let text = serde_json::to_string(frame).expect("frames have string keys");
        self.0.send(Message::text(text)).await.is_ok()
    }

    /// The next frame; `None` when the connection is lost.
    pub(super) async fn receive<U: DeserializeOwned>(&mut self) -> Result<Option<ToClient<U>>, LiveError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map(Some).map_err(LiveError::Frame);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }
}
