//! Joining a seat by its link, and connecting to it, as a browser does.

use std::{fmt, io, time::Duration};

use contest::{
    attachment::AttachmentFile,
    command::To,
    event::ClientId,
    wire::{JudgeRules, ToClient},
};
use futures_util::{SinkExt, StreamExt};
use reqwest::{
    RequestBuilder, Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, COOKIE, LOCATION, ORIGIN, RETRY_AFTER, SET_COOKIE},
    redirect::Policy,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use simulate::people::Exhibit;
use tokio::{
    net::TcpStream,
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest,
        handshake::client::Request,
        http::HeaderValue,
        protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode},
    },
};

use crate::error::LiveError;

/// The first and the longest wait between two attempts to connect.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// The interval and the longest time of retries while the server does not yet know the contest's owner.
const ASK_AGAIN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// The boundary between the fields of a form; it must not occur in a field.
const BOUNDARY: &str = "4b1c7e0d52a94f6f8e3d-viva";

/// The longest time to write the answer to a Close frame.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// The size of a connection's read and write buffers, in bytes: frames are short, and one process may hold thousands.
const BUFFER: usize = 4 * 1024;

/// The HTTP client that follows join links and posts forms, for many seats.
pub type Http = reqwest::Client;

/// An open WebSocket.
pub type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A joined seat. Its serialised text is a secret that gives access to the seat; `Debug` prints only the page.
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
pub(crate) struct Socket(Stream);

impl Seat {
    /// Exchanges a join link for the cookie of its seat. `base` is the server's address, such as `http://127.0.0.1:8080`;
    /// the link is absolute or a path on it.
    ///
    /// # Errors
    /// When the server cannot be reached, or the link leads to no seat. Neither error contains the link.
    pub async fn join(base: &str, join_link: &str) -> Result<Self, LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: base.to_owned(), source: source.without_url() };
        Self::join_with(&http().map_err(failed)?, base, join_link).await
    }

    /// Joins with an HTTP client that many seats share.
    ///
    /// # Errors
    /// As for [`Seat::join`].
    pub async fn join_with(http: &Http, base: &str, join_link: &str) -> Result<Self, LiveError> {
        let base = base.trim_end_matches('/').to_owned();
        // The request's address is the secret: it stays out of errors.
        let failed = |source: reqwest::Error| LiveError::Join { base: base.clone(), source: source.without_url() };
        let link = if join_link.starts_with('/') { format!("{base}{join_link}") } else { join_link.to_owned() };
        let answer = sent(http.post(link).header(ORIGIN, &base)).await.map_err(failed)?;
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

    /// The same seat, at another address of the same contest.
    #[must_use]
    pub fn at(self, base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), ..self }
    }

    /// Posts a form under the seat's page, and returns the answer's text, empty for a redirection.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not carry it out.
    pub async fn post(&self, http: &Http, action: &str, form: &str) -> Result<String, LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: self.base.clone(), source: source.without_url() };
        let request = http
            .post(format!("{}{}/{action}", self.base, self.page))
            .header(COOKIE, &self.cookie)
            .header(ORIGIN, &self.base)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form.to_owned());
        let answer = sent(request).await.map_err(failed)?;
        let status = answer.status();
        if status.is_success() || status.is_redirection() {
            return answer.text().await.map_err(failed);
        }
        Err(LiveError::NotDone { action: action.to_owned(), status: status.as_u16() })
    }

    /// Shows a file to a witness. Repeating the same id shows it only once.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not carry it out.
    pub async fn show(&self, http: &Http, to: To, id: &ClientId, exhibit: Exhibit) -> Result<(), LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: self.base.clone(), source: source.without_url() };
        let request = http
            .post(format!("{}{}/show", self.base, self.page))
            .header(COOKIE, &self.cookie)
            .header(ORIGIN, &self.base)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
            .body(form_with(to, id, exhibit));
        let status = sent(request).await.map_err(failed)?.status();
        if status.is_success() {
            return Ok(());
        }
        Err(LiveError::NotDone { action: "show".to_owned(), status: status.as_u16() })
    }

    /// The rules that a judge's client needs.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not know the seat.
    pub async fn rules(&self) -> Result<JudgeRules, LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: self.base.clone(), source: source.without_url() };
        let address = format!("{}{}/rules.json", self.base, self.page);
        let request = http().map_err(failed)?.get(address).header(COOKIE, &self.cookie);
        let answer = sent(request).await.map_err(failed)?;
        match answer.status() {
            StatusCode::OK => serde_json::from_slice(&answer.bytes().await.map_err(failed)?).map_err(LiveError::Frame),
            StatusCode::FORBIDDEN => Err(LiveError::Refused { status: StatusCode::FORBIDDEN.as_u16() }),
            status => Err(LiveError::NoRules { status: status.as_u16() }),
        }
    }

    /// Connects to receive the updates after this number; retries for `patience` while the server is away.
    pub(crate) async fn connect(&self, after: u64, patience: Duration) -> Result<Socket, LiveError> {
        let begin = Instant::now();
        let (mut wait, longest) = RETRY;
        loop {
            let source = match open(self.request(after)?).await {
                Ok(stream) => return Ok(Socket(stream)),
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

    /// The request that opens a live connection for the updates after this number.
    ///
    /// # Errors
    /// When the server's address is not valid.
    pub fn request(&self, after: u64) -> Result<Request, LiveError> {
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

/// A form with a file (RFC 7578).
fn form_with(To { round, seat, .. }: To, id: &ClientId, exhibit: Exhibit) -> Vec<u8> {
    let fields = [
        ("id", String::from(id.clone())),
        ("round", round.to_string()),
        ("seat", seat.map(|seat| seat.to_string()).unwrap_or_default()),
        ("description", exhibit.description().to_owned()),
    ];
    let AttachmentFile { format, kind, .. } = exhibit.file();
    let mut form = String::new();
    for (name, value) in fields {
        form += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    form += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n");
    form += &format!("Content-Type: {}\r\n\r\n", format.media_type(kind));
    [form.into_bytes(), exhibit.bytes().to_vec(), format!("\r\n--{BOUNDARY}--\r\n").into_bytes()].concat()
}

/// Sends a request. During a takeover by another server the answer is 503 with `Retry-After`: then it retries, for 30 seconds.
async fn sent(request: RequestBuilder) -> reqwest::Result<Response> {
    let begin = Instant::now();
    let (wait, longest) = ASK_AGAIN;
    loop {
        let Some(again) = request.try_clone() else { return request.send().await };
        let answer = again.send().await?;
        let is_taken_over =
            answer.status() == StatusCode::SERVICE_UNAVAILABLE && answer.headers().contains_key(RETRY_AFTER);
        if !is_taken_over || begin.elapsed() > longest {
            return Ok(answer);
        }
        tokio::time::sleep(wait).await;
    }
}

/// Opens a WebSocket that holds little memory and sends at once.
///
/// # Errors
/// When the server cannot be reached or refuses, or answers with an extension that was not requested.
pub async fn open(request: Request) -> Result<Stream, Error> {
    entry::tls::install();
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    // A key is smaller than a packet: it must not wait for the acknowledgement of the one before it.
    let at_once = true;
    let (stream, answer) = connect_async_with_config(request, Some(config), at_once).await?;
    match entry::upgrade::unasked_extension(answer.headers()) {
        None => Ok(stream),
        Some(extension) => {
            let why = format!("the server uses an extension that was not asked for (`{extension}`)");
            Err(Error::Io(io::Error::new(io::ErrorKind::InvalidData, why)))
        }
    }
}

/// The HTTP client for join links and forms.
///
/// # Errors
/// When the system's certificates cannot be read.
pub fn http() -> reqwest::Result<Http> {
    entry::tls::install();
    reqwest::Client::builder().redirect(Policy::none()).no_proxy().build()
}

/// An HTTP client with a limit on the time of an answer.
pub(crate) fn http_within(most: Duration) -> reqwest::Result<Http> {
    entry::tls::install();
    reqwest::Client::builder().redirect(Policy::none()).no_proxy().timeout(most).build()
}

impl Socket {
    /// Sends a frame; false when the connection is lost.
    pub(crate) async fn send(&mut self, frame: &impl Serialize) -> bool {
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
                    self.answer_close().await;
                    return Err(LiveError::Dismissed { reason: reason.to_string() });
                }
                Some(Ok(Message::Close(_))) => {
                    self.answer_close().await;
                    return Ok(None);
                }
                Some(Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Writes the answer to a Close frame, which the library has queued.
    async fn answer_close(&mut self) {
        let _ = timeout(CLOSE_MAX, self.0.flush()).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    /// A server that gives these answers, one to each connection.
    async fn server(answers: &'static [&'static str]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            for answer in answers {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut asked = Vec::new();
                while !asked.ends_with(b"\r\n\r\n") {
                    asked.push(stream.read_u8().await.unwrap());
                }
                let answer = format!("HTTP/1.1 {answer}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        base
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_while_a_server_takes_the_contest_over_from_another_is_seated_a_moment_later() {
        let base = server(&[
            "503 Service Unavailable\r\nretry-after: 1",
            "303 See Other\r\nlocation: /medal/judge/1\r\nset-cookie: seat=1; HttpOnly",
        ])
        .await;
        assert_eq!(Seat::join(&base, "/join/5a2c").await.unwrap().page(), "/medal/judge/1");
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_has_no_place_is_not_asked_again() {
        let base = server(&["503 Service Unavailable"]).await;
        let refused = Seat::join(&base, "/join/5a2c").await.unwrap_err();
        assert!(matches!(refused, LiveError::NoSeat { status: 503 }), "{refused}");
    }
}
