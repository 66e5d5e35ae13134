//! Admission of connections while there are fewer descriptors than people who want one.
//!
//! Every connection begins as a stranger's: its purpose is known only at its first request. With the request of a
//! participant who has a session it becomes that participant's. Strangers are bounded, in all and for each address, so
//! that most descriptors are kept for participants. When there are too many strangers, the oldest of the most crowded
//! address is closed, not the newest: a returning participant shows a session at once, and a silent connection grows
//! old. See `docs/decisions/0017-limits.md`.

use std::{
    collections::BTreeMap,
    future::poll_fn,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Extension, Router,
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::StatusCode,
    middleware::{Next, from_fn, map_request},
    response::Response,
};
use hyper::{
    body::{Frame, SizeHint},
    server::conn::http1,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    time::{Sleep, timeout},
};
use tracing::{debug, warn};

use crate::{
    legacy_stream::{LegacyAdaptations, LegacyStream},
    proxies::Proxies,
    tls::Certificate,
};

/// Descriptors reserved for other uses: the store, the programs of entries, logs.
const KEPT_FOR_WORK: usize = 96;

/// The most strangers, however many descriptors there are.
const STRANGERS_MAX: usize = 1024;

/// The most connections of one participant that count as theirs; more count as strangers'.
const PER_PARTICIPANT_MAX: usize = 32;

/// The most time for the head of a request, from the connection's beginning or the end of the previous answer.
const HEAD_MAX: Duration = Duration::from_secs(20);

/// The most time for the body of a request. Pages send forms of a few kilobytes.
const BODY_MAX: Duration = Duration::from_secs(30);

/// The number of bytes that earns a body of known length one more second, up to 32 MiB: files are sent too, by mobile
/// telephones.
const BODY_PER_SECOND: u64 = 128 << 10;
const BODY_BYTES_MAX: u64 = 32 << 20;

/// The pause when the system gives the server no more descriptors.
const NO_DESCRIPTOR: Duration = Duration::from_millis(50);

/// The limits on connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The most in all.
    pub all: usize,
    /// The most without a session.
    pub strangers: usize,
    /// The most without a session from one address. A whole audience may share an address.
    pub strangers_per_address: usize,
    /// The most time for the head of a request.
    pub head: Duration,
    /// The most time for its body, from the first byte to the last.
    pub body: Duration,
}

impl ConnectionLimits {
    /// The limits for this process: most descriptors for participants, at most a quarter for strangers.
    #[must_use]
    pub fn of_this_process() -> Self {
        let descriptors = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let descriptors = descriptors.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
        Self::within(descriptors)
    }

    /// The limits for this number of descriptors.
    #[must_use]
    pub fn within(descriptors: usize) -> Self {
        let all = descriptors.saturating_sub(KEPT_FOR_WORK).max(16);
        let strangers = (all / 4).clamp(8, STRANGERS_MAX);
        Self { all, strangers, strangers_per_address: (strangers / 2).max(4), head: HEAD_MAX, body: BODY_MAX }
    }
}

/// The connections of a server.
#[derive(Debug)]
pub struct Connections {
    limits: ConnectionLimits,
    proxies: Proxies,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    /// From the oldest to the newest.
    connections: BTreeMap<u64, Connection>,
}

#[derive(Debug)]
struct Connection {
    address: IpAddr,
    /// The participant; absent while it is a stranger's.
    participant: Option<String>,
    /// Closes the connection of a stranger.
    end: Option<oneshot::Sender<()>>,
}

impl Connection {
    fn is_stranger(&self) -> bool {
        self.end.is_some()
    }
}

/// A request's view of its connection.
#[derive(Debug, Clone)]
pub struct Visitor {
    connections: Arc<Connections>,
    number: u64,
    adaptations: LegacyAdaptations,
    /// The client address that a trusted proxy names for this request.
    client: Option<IpAddr>,
}

impl Visitor {
    /// The address behind the request: from a trusted proxy, or else the other end of the connection.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.client.unwrap_or_else(|| self.peer())
    }

    /// The other end of the connection.
    fn peer(&self) -> IpAddr {
        let open = self.connections.open();
        open.connections.get(&self.number).map_or(IpAddr::from([0, 0, 0, 0]), |connection| connection.address)
    }

    /// The byte-level options of the connection.
    pub(crate) fn adaptations(&self) -> &LegacyAdaptations {
        &self.adaptations
    }

    /// Assigns the connection to this participant (a contest's id and a seat), who has shown a session.
    pub fn is(&self, participant: &str) {
        let mut open = self.connections.open();
        let theirs = |connection: &&Connection| connection.participant.as_deref() == Some(participant);
        if open.connections.values().filter(theirs).count() < PER_PARTICIPANT_MAX
            && let Some(connection) = open.connections.get_mut(&self.number)
        {
            connection.participant.get_or_insert_with(|| participant.to_owned());
            connection.end = None;
        }
    }
}

impl Connections {
    /// No connections yet.
    #[must_use]
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Self::behind(Proxies::default(), limits)
    }

    /// No connections yet, of a server that trusts these proxies.
    #[must_use]
    pub fn behind(proxies: Proxies, limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self { limits, proxies, open: Mutex::default() })
    }

    /// The number of connections, and of strangers among them.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        let open = self.open();
        (open.connections.len(), open.connections.values().filter(|connection| connection.is_stranger()).count())
    }

    /// Admits a connection; a stranger's may be closed for it. `None` when only participants have room.
    fn admit(self: &Arc<Self>, stream: TcpStream, address: IpAddr) -> Option<Counted> {
        let mut open = self.open();
        let limits = self.limits;
        let strangers = |open: &Open| open.connections.values().filter(|connection| connection.is_stranger()).count();
        // A trusted proxy brings everybody's connections: no limit per address.
        if !self.proxies.contain(address) && open.strangers_of(address) >= limits.strangers_per_address {
            open.end_oldest(Some(address));
        }
        if strangers(&open) >= limits.strangers {
            open.end_oldest(None);
        }
        // A connection that was closed just now may hold its descriptor for another moment.
        if open.connections.len() >= limits.all && !open.end_oldest(None) {
            return None;
        }
        let (end, ended) = oneshot::channel();
        open.last += 1;
        let number = open.last;
        open.connections.insert(number, Connection { address, participant: None, end: Some(end) });
        let visitor =
            Visitor { connections: Arc::clone(self), number, adaptations: LegacyAdaptations::default(), client: None };
        Some(Counted { stream, ended: Some(ended), is_over: false, visitor })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn strangers_of(&self, address: IpAddr) -> usize {
        let of = |connection: &&Connection| connection.is_stranger() && connection.address == address;
        self.connections.values().filter(of).count()
    }

    /// Closes the oldest stranger's connection from this address, or from the one with most strangers; false when there
    /// is none.
    fn end_oldest(&mut self, address: Option<IpAddr>) -> bool {
        let crowded = || {
            let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
            let strangers = self.connections.values().filter(|connection| connection.is_stranger());
            strangers.for_each(|connection| *counts.entry(connection.address).or_default() += 1);
            counts.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address)
        };
        let Some(address) = address.or_else(crowded) else { return false };
        let mut all = self.connections.values_mut();
        let oldest = all.find(|connection| connection.is_stranger() && connection.address == address);
        let Some(end) = oldest.and_then(|connection| connection.end.take()) else { return false };
        // It may have ended by itself just now.
        let _ = end.send(());
        true
    }
}

/// A stream that counts as a connection until it is dropped, upgraded or not, and that ends on request.
struct Counted {
    stream: TcpStream,
    /// Ready when the connection has to close; absent for a participant's.
    ended: Option<oneshot::Receiver<()>>,
    is_over: bool,
    visitor: Visitor,
}

impl Counted {
    fn check(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        if let Some(ended) = &mut self.ended
            && let Poll::Ready(told) = Pin::new(ended).poll(cx)
        {
            self.ended = None;
            self.is_over = told.is_ok();
        }
        if self.is_over { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.visitor.connections.open().connections.remove(&self.visitor.number);
    }
}

impl Counted {
    /// True when the first byte is that of a greeting over TLS (RFC 8446, section 5.1: a record of type 22).
    async fn speaks_tls(&mut self) -> io::Result<bool> {
        let mut first = [0];
        let mut buffer = ReadBuf::new(&mut first);
        poll_fn(|cx| {
            self.check(cx)?;
            self.stream.poll_peek(cx, &mut buffer)
        })
        .await?;
        Ok(buffer.filled() == [22])
    }
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.check(cx)?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.check(cx)?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check(cx)?;
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// The body of a request, which fails when it takes too long.
struct Timed {
    body: Body,
    over: Pin<Box<Sleep>>,
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        if self.over.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Some(Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut)))));
        }
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Limits the time for the request's body.
fn timed(request: Request, most: Duration) -> Request {
    request.map(|body| {
        if body.is_end_stream() {
            return body;
        }
        let bytes = body.size_hint().exact().unwrap_or(0).min(BODY_BYTES_MAX);
        let most = most + Duration::from_secs(bytes / BODY_PER_SECOND);
        Body::new(Timed { body, over: Box::pin(tokio::time::sleep(most)) })
    })
}

/// Adds the client address that a trusted proxy names.
async fn located(mut request: Request) -> Request {
    if let Some(mut visitor) = request.extensions().get::<Visitor>().cloned() {
        visitor.client = Some(visitor.connections.proxies.client(visitor.peer(), request.headers()));
        request.extensions_mut().insert(visitor);
    }
    request
}

/// Spells the answer that opens a WebSocket as programs of the old contests read it.
async fn spelled(Extension(visitor): Extension<Visitor>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        visitor.adaptations.spells();
    }
    response
}

/// Serves this router within the limits, over TLS where there is a certificate, for as long as it is polled. The router
/// beside the certificate serves clients that speak no TLS.
pub async fn serve(
    listener: TcpListener,
    certificate: Option<(Arc<Certificate>, Router)>,
    router: Router,
    connections: Arc<Connections>,
) {
    let mut http = http1::Builder::new();
    // Programs of the old contests compare the names of headers letter by letter.
    http.timer(TokioTimer::new()).header_read_timeout(connections.limits.head).title_case_headers(true);
    let (greeting, most) = (connections.limits.head, connections.limits.body);
    let router = router.layer(map_request(move |request: Request| async move { timed(request, most) }));
    let router = router.layer(from_fn(spelled)).layer(map_request(located));
    loop {
        let (stream, address) = match listener.accept().await {
            Ok((stream, peer)) => (stream, SocketAddr::ip(&peer)),
            Err(why) => {
                // A client that gave up concerns only itself; a lack of descriptors concerns everybody.
                if !matches!(why.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
                    warn!(%why, "no connection can be taken: {why}");
                    connections.open().end_oldest(None);
                    tokio::time::sleep(NO_DESCRIPTOR).await;
                }
                continue;
            }
        };
        // Without it a keystroke waits for the acknowledgement of the one before.
        let _ = stream.set_nodelay(true);
        let Some(mut counted) = connections.admit(stream, address) else {
            warn!(%address, "a connection was refused: all {} are in use by participants", connections.limits.all);
            continue;
        };
        let service = TowerToHyperService::new(router.clone().layer(Extension(counted.visitor.clone())));
        let (http, adaptations) = (http.clone(), counted.visitor.adaptations.clone());
        let secured = certificate.as_ref().map(|(certificate, plain)| (certificate.acceptor(), plain.clone()));
        tokio::spawn(async move {
            let served = match secured {
                None => {
                    let stream = TokioIo::new(LegacyStream::new(counted, adaptations));
                    http.serve_connection(stream, service).with_upgrades().await
                }
                // A connection in its greeting is a stranger's: it gets the time of a request's head.
                Some((acceptor, plain)) => match timeout(greeting, async {
                    if counted.speaks_tls().await? {
                        return acceptor.accept(counted).await.map(Ok);
                    }
                    Ok(Err(counted))
                })
                .await
                {
                    Ok(Ok(Err(counted))) => {
                        let plain = TowerToHyperService::new(plain);
                        http.serve_connection(TokioIo::new(counted), plain).await
                    }
                    Ok(Ok(Ok(stream))) => {
                        let stream = TokioIo::new(LegacyStream::new(stream, adaptations));
                        http.serve_connection(stream, service).with_upgrades().await
                    }
                    Ok(Err(why)) => return debug!(%address, %why, "a connection speaks no TLS: {why}"),
                    Err(_) => return debug!(%address, "a connection took too long to speak TLS"),
                },
            };
            if let Err(why) = served {
                debug!(%address, %why, "a connection ended: {why}");
            }
        });
    }
}
