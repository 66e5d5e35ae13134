//! From a join link to a seat, and from a seat to a socket, as a browser does it.

use std::{fmt, io, time::Duration};

use contest::{
    attachment::AttachmentFile,
    command::To,
    event::ClientId,
    wire::{FromClient, JudgeRules, ToClient},
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

/// How often and how long a server is asked again that says that it knows in a moment who keeps the contest.
const ASK_AGAIN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// What stands between the fields of a form, and in none of them.
const BOUNDARY: &str = "4b1c7e0d52a94f6f8e3d-viva";

/// The longest time to write the answer to a Close frame.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// What a connection reads and writes at a time, in bytes: frames are short, and one process may hold thousands.
const BUFFER: usize = 4 * 1024;

/// What follows join links and posts forms, for many seats.
pub type Http = reqwest::Client;

/// An open WebSocket.
pub type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

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
pub(crate) struct Socket(Stream);

impl Seat {
    /// Exchanges a join link for the cookie of its seat. `base` is the server's address, such as `http://127.0.0.1:8080`;
    /// the link is absolute or a path on it.
    ///
    /// # Errors
    /// When the server cannot be reached, or the link leads to no seat. Neither tells the link.
    pub async fn join(base: &str, join_link: &str) -> Result<Self, LiveError> {
        let failed = |source: reqwest::Error| LiveError::Join { base: base.to_owned(), source: source.without_url() };
        Self::join_with(&http().map_err(failed)?, base, join_link).await
    }

    /// The same for one of many, with what all of them share.
    ///
    /// # Errors
    /// As above.
    pub async fn join_with(http: &Http, base: &str, join_link: &str) -> Result<Self, LiveError> {
        let base = base.trim_end_matches('/').to_owned();
        // The address of the request is the secret.
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

    /// The same seat, reached at another address of the same contest.
    #[must_use]
    pub fn at(self, base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), ..self }
    }

    /// Posts a form under the seat's page: the page that came back, empty where it was a redirection.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not do it.
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

    /// Shows something to a witness. The same id again shows it once.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not do it.
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

    /// What a judge's client needs to know of the rules.
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

    /// Connects, to be sent what followed the update of this number; tries again while the server is away, for so long.
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

    /// What opens a live connection on which is sent what followed the update of this number.
    ///
    /// # Errors
    /// When the server's address is none.
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

/// The answer to a request. While one server takes the contest over from another, none can do what is asked, and says so.
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
/// When the server is not there, or does not let it in.
pub async fn open(request: Request) -> Result<Stream, Error> {
    entry::tls::install();
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    // A key is smaller than a packet: it must not wait for the answer to the one before it.
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

/// What follows join links.
///
/// # Errors
/// When the system's certificates cannot be read.
pub fn http() -> reqwest::Result<Http> {
    entry::tls::install();
    reqwest::Client::builder().redirect(Policy::none()).no_proxy().build()
}

/// The same, with a bound on how long an answer may take.
pub(crate) fn http_within(most: Duration) -> reqwest::Result<Http> {
    entry::tls::install();
    reqwest::Client::builder().redirect(Policy::none()).no_proxy().timeout(most).build()
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

    /// Writes the answer to a Close frame, which the library has ready.
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
