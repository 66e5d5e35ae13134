//! From a join link to a seat, and from a seat to a socket, as a browser does it.

use std::{fmt, time::Duration};

use contest::wire::{FromClient, JudgeRules, ToClient};
use futures_util::{SinkExt, StreamExt};
use reqwest::{
    StatusCode,
    header::{COOKIE, LOCATION, ORIGIN, SET_COOKIE},
    redirect::Policy,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest,
        http::HeaderValue,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

use crate::error::LiveError;

/// The first and the longest wait between two attempts to connect.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// A seat that was joined. Whoever holds it sits there: its text is a secret, and it prints as no more than its page.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    base: String,
    page: String,
    cookie: String,
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("page", &self.page).finish_non_exhaustive()
    }
}

/// A live connection.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Seat {
    /// Exchanges a join link for the cookie of its seat. `base` is the server's address, such as `http://127.0.0.1:8080`;
    /// the link is absolute or a path on it.
    ///
    /// # Errors
    /// When the server cannot be reached, or the link leads to no seat. Neither tells the link.
    pub async fn join(base: &str, join_link: &str) -> Result<Self, LiveError> {
        let base = base.trim_end_matches('/').to_owned();
        // The address of the request is the secret.
        let failed = |source: reqwest::Error| LiveError::Join { base: base.clone(), source: source.without_url() };
        let client = http().map_err(failed)?;
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

    /// The path of the seat's page, such as `/story/judge/1`.
    #[must_use]
    pub fn page(&self) -> &str {
        &self.page
    }

    /// The server's address.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// What a judge's client needs to know of the rules.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not know the seat.
    pub async fn rules(&self) -> Result<JudgeRules, LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: self.base.clone(), source: source.without_url() };
        let address = format!("{}{}/rules.json", self.base, self.page);
        let answer = http().map_err(failed)?.get(address).header(COOKIE, &self.cookie).send().await.map_err(failed)?;
        match answer.status() {
            StatusCode::OK => serde_json::from_slice(&answer.bytes().await.map_err(failed)?).map_err(LiveError::Frame),
            StatusCode::FORBIDDEN => Err(LiveError::Refused { status: StatusCode::FORBIDDEN.as_u16() }),
            status => Err(LiveError::NoRules { status: status.as_u16() }),
        }
    }

    /// Connects, to be sent what followed the update of this number; tries again while the server is away, for so long.
    pub(crate) async fn connect(&self, after: u64, patience: Duration) -> Result<Socket, LiveError> {
        entry::tls::install();
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
            if begin.elapsed() > patience {
                return Err(LiveError::Away { away: begin.elapsed(), source });
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(longest);
        }
    }

    fn request(&self, after: u64) -> Result<tokio_tungstenite::tungstenite::handshake::client::Request, LiveError> {
        let bad = || LiveError::Address { address: self.base.clone() };
        // `http` becomes `ws`, `https` becomes `wss`.
        let rest = self.base.strip_prefix("http").ok_or_else(bad)?;
        let address = format!("ws{rest}{}/live?after={after}", self.page);
        let mut request = address.into_client_request().map_err(|_| bad())?;
        let headers = request.headers_mut();
        headers.insert(ORIGIN, HeaderValue::from_str(&self.base).map_err(|_| bad())?);
        headers.insert(COOKIE, HeaderValue::from_str(&self.cookie).map_err(|_| bad())?);
        Ok(request)
    }
}

fn http() -> reqwest::Result<reqwest::Client> {
    entry::tls::install();
    reqwest::Client::builder().redirect(Policy::none()).no_proxy().build()
}

impl Socket {
    /// Sends a frame; false when the connection is lost.
    pub(crate) async fn send(&mut self, frame: &FromClient) -> bool {
        let text = serde_json::to_string(frame).expect("frames have string keys");
        self.0.send(Message::text(text)).await.is_ok()
    }

    /// The next frame; `None` when the connection is lost.
    pub(crate) async fn receive<U: DeserializeOwned>(&mut self) -> Result<Option<ToClient<U>>, LiveError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map(Some).map_err(LiveError::Frame);
                }
                Some(Ok(Message::Close(Some(CloseFrame { code: CloseCode::Policy, reason })))) => {
                    return Err(LiveError::Dismissed { reason: reason.to_string() });
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }
}
