//! Connects a server that is asked over HTTP to any of its protocols.

use std::{error::Error, future::Future, pin::Pin, sync::Arc, time::Duration};

use reqwest::{Client, ClientBuilder, Response, header::HeaderValue, redirect::Policy};
use tokio::{
    sync::mpsc::{self, Permit},
    time::{Instant, sleep_until, timeout},
};

use super::cookies::Cookies;
use crate::{
    FromEntry, ToEntry,
    clock::{PacedClock, until},
    ear::Ear,
    http::{Asking, Hidden, Method, Request, ResponseHead, ResponsePart},
    tap,
};

/// The timeout of connecting.
const CONNECTING: Duration = Duration::from_secs(5);

/// The time, and the number of bytes, spent on reading the rest of a response after its answer is known, so that the
/// connection can be used again.
const REST: Duration = Duration::from_secs(1);
const REST_MAX: usize = 64 << 10;

/// A protocol's use of HTTP.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conduct {
    /// True if cookies are kept for the conversation.
    pub(super) cookies: bool,
    /// The number of redirects followed, only within the same origin.
    pub(super) redirects: usize,
}

/// A client for one conversation. It trusts the system's certificates; on a system without any, it allows plain HTTP
/// and refuses every HTTPS server.
pub(super) fn client(conduct: Conduct) -> reqwest::Result<Client> {
    crate::tls::install();
    builder(conduct).build().or_else(|error| {
        tracing::warn!(%error, "no server is trusted over TLS, for the system has no certificates: {error}");
        builder(conduct).tls_certs_only([]).build()
    })
}

fn builder(conduct: Conduct) -> ClientBuilder {
    let redirects = Policy::custom(move |attempt| {
        let same = attempt.previous().first().is_some_and(|first| first.origin() == attempt.url().origin());
        if !same {
            attempt.error("it redirects to another host")
        } else if attempt.previous().len() > conduct.redirects {
            attempt.error("it redirects too often")
        } else {
            attempt.follow()
        }
    });
    let agent = concat!("viva/", env!("CARGO_PKG_VERSION"));
    let builder = Client::builder();
    let builder = if conduct.cookies { builder.cookie_provider(Arc::new(Cookies::default())) } else { builder };
    builder
        .user_agent(agent)
        .connect_timeout(CONNECTING)
        .redirect(if conduct.redirects == 0 { Policy::none() } else { redirects })
        .no_proxy()
}

/// The request that is out.
struct Exchange {
    state: State,
    deadline: Instant,
    left: usize,
    /// The filter that hides the secret in the traced response.
    hidden: Hidden,
}

enum State {
    Asks(Pin<Box<dyn Future<Output = reqwest::Result<Response>> + Send>>),
    Reads(Response),
}

/// An owned part of a response.
enum Came {
    Head(ResponseHead),
    Body(Vec<u8>),
    End,
    Failed(String),
}

/// An event that wakes the loop.
enum ExchangeEvent<'a> {
    Contest(Option<ToEntry>),
    Room(Option<Permit<'a, FromEntry>>),
    Came(Came),
    Due,
}

pub(super) async fn drive(
    mut machine: impl Asking,
    client: Client,
    clock: PacedClock,
    mut contest: Ear,
    reports: mpsc::Sender<FromEntry>,
) {
    let mut exchange: Option<Exchange> = None;
    loop {
        if exchange.is_none() {
            let request = machine.take_request(clock.now());
            exchange = request.map(|request| Exchange::begin(&client, request, machine.secret()));
        }
        // While reports wait for room, the server is not read, so that it waits too.
        let waits = machine.has_reports();
        let due = machine.next_wake().map(|due| clock.instant(due));
        let wake = tokio::select! {
            biased;
            said = contest.recv() => ExchangeEvent::Contest(said),
            room = reports.reserve(), if waits => ExchangeEvent::Room(room.ok()),
            () = until(due), if !waits => ExchangeEvent::Due,
            came = next(&mut exchange), if !waits => ExchangeEvent::Came(came),
        };
        let now = clock.now();
        match wake {
            ExchangeEvent::Contest(None | Some(ToEntry::Ended)) | ExchangeEvent::Room(None) => return,
            ExchangeEvent::Contest(Some(ToEntry::Began)) => machine.began(now),
            ExchangeEvent::Contest(Some(ToEntry::Key(key))) => machine.key(key, now),
            ExchangeEvent::Contest(Some(ToEntry::Shown(shown))) => machine.shown(shown, now),
            ExchangeEvent::Room(Some(room)) => {
                if let Some(report) = machine.take_report() {
                    room.send(report);
                }
            }
            ExchangeEvent::Came(came) => {
                if matches!(came, Came::End | Came::Failed(_)) {
                    exchange = None;
                }
                machine.answered(came.part(), now);
                if machine.is_satisfied()
                    && let Some(exchange) = exchange.take()
                {
                    exchange.leave();
                }
            }
            ExchangeEvent::Due => machine.wake(now),
        }
    }
}

/// The next part of the current response; never resolves without one.
async fn next(exchange: &mut Option<Exchange>) -> Came {
    match exchange {
        Some(exchange) => exchange.next().await,
        None => std::future::pending().await,
    }
}

impl Exchange {
    fn begin(client: &Client, request: Request, secret: Option<&str>) -> Self {
        if !request.body.is_empty() {
            tap::to_program(&request.body);
        }
        let asked = match request.method {
            Method::Get => client.get(&request.url),
            Method::Post => client.post(&request.url).body(request.body),
        };
        let asked = request.headers.into_iter().fold(asked, |asked, (name, value)| {
            let Ok(mut header) = HeaderValue::from_str(&value) else {
                // The client reports the error when the request is sent.
                return asked.header(name, value);
            };
            header.set_sensitive(name.eq_ignore_ascii_case("authorization"));
            asked.header(name, header)
        });
        let deadline = Instant::now() + request.patience;
        let hidden = Hidden::new(secret);
        Self { state: State::Asks(Box::pin(asked.send())), deadline, left: request.body_max, hidden }
    }

    /// Cancel-safe.
    async fn next(&mut self) -> Came {
        let deadline = self.deadline;
        tokio::select! {
            biased;
            came = self.came() => came,
            () = sleep_until(deadline) => Came::Failed("it took too long to answer".to_owned()),
        }
    }

    async fn came(&mut self) -> Came {
        match &mut self.state {
            State::Asks(asking) => match asking.await {
                Ok(response) => {
                    let head = head(&response);
                    self.state = State::Reads(response);
                    Came::Head(head)
                }
                Err(error) => Came::Failed(words(&error)),
            },
            State::Reads(response) => match response.chunk().await {
                Ok(Some(bytes)) if bytes.len() > self.left => Came::Failed("its answer is too long".to_owned()),
                Ok(Some(bytes)) => {
                    self.left -= bytes.len();
                    tell(self.hidden.shown(&bytes));
                    Came::Body(bytes.to_vec())
                }
                Ok(None) => {
                    tell(self.hidden.rest());
                    Came::End
                }
                Err(error) => Came::Failed(words(&error)),
            },
        }
    }
}

impl Exchange {
    /// Drops the response after its answer is known. Its last bytes are read in the background, which frees the
    /// connection.
    fn leave(mut self) {
        tell(self.hidden.rest());
        if let State::Reads(mut response) = self.state {
            tokio::spawn(timeout(REST, async move {
                let mut read = 0;
                while let Ok(Some(bytes)) = response.chunk().await {
                    read += bytes.len();
                    if read > REST_MAX {
                        break;
                    }
                }
            }));
        }
    }
}

/// Passes response bytes to the checker's tap.
fn tell(shown: Vec<u8>) {
    if !shown.is_empty() {
        tap::from_program(&shown);
    }
}

impl Came {
    fn part(&self) -> ResponsePart<'_> {
        match self {
            Self::Head(head) => ResponsePart::Head(head),
            Self::Body(bytes) => ResponsePart::Body(bytes),
            Self::End => ResponsePart::End,
            Self::Failed(why) => ResponsePart::Failed(why),
        }
    }
}

fn head(response: &Response) -> ResponseHead {
    let text = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    ResponseHead {
        status: response.status().as_u16(),
        url: response.url().to_string(),
        content_type: text("content-type").unwrap_or_default().to_owned(),
        content_encoding: text("content-encoding")
            .map(str::trim)
            .filter(|encoding| is_compressed(encoding))
            .map(str::to_owned),
        retry_after: text("retry-after").and_then(|wait| seconds(wait.trim(), text("date"))),
    }
}

/// True if a `Content-Encoding` changes the body.
fn is_compressed(encoding: &str) -> bool {
    !encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity")
}

/// The delay in `Retry-After`: a number, or a moment by the server's clock, which `Date` shows (RFC 9110, 10.2.3).
fn seconds(wait: &str, date: Option<&str>) -> Option<u64> {
    let until = || {
        let (until, now) = (httpdate::parse_http_date(wait).ok()?, httpdate::parse_http_date(date?).ok()?);
        Some(until.duration_since(now).unwrap_or_default().as_secs())
    };
    // Fractions, which some servers send, are rounded up.
    let (whole, fraction) = wait.split_once('.').map_or((wait, ""), |(whole, fraction)| (whole, fraction));
    let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
    let more = u64::from(fraction.bytes().any(|digit| digit != b'0'));
    whole.parse::<u64>().ok().filter(|_| is_number).map(|seconds| seconds.saturating_add(more)).or_else(until)
}

/// The error without the address, which may hold a secret.
fn words(error: &reqwest::Error) -> String {
    let mut deepest: &dyn Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    let what = match () {
        () if error.is_connect() => "no connection",
        () if error.is_redirect() => "a redirect that is not followed",
        () if error.is_builder() => "an address that cannot be asked",
        () => "the answer broke off",
    };
    if std::ptr::addr_eq(deepest, error) { what.to_owned() } else { format!("{what}: {deepest}") }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_wait_is_a_number_or_a_moment_by_the_clock_of_the_server() {
        let date = Some("Fri, 31 Dec 1999 23:59:29 GMT");
        for (wait, date, expected) in [
            ("120", None, Some(120)),
            ("1.25", None, Some(2)),
            ("20.0", None, Some(20)),
            ("1.x", None, None),
            ("Fri, 31 Dec 1999 23:59:59 GMT", date, Some(30)),
            ("Fri, 31 Dec 1999 23:59:00 GMT", date, Some(0)),
            ("Fri, 31 Dec 1999 23:59:59 GMT", None, None),
            ("Fri, 31 Dec 1999 23:59:59 GMT", Some("today"), None),
            ("-1", date, None),
            ("soon", date, None),
        ] {
            assert_eq!(seconds(wait, date), expected, "{wait}");
        }
    }
}
