//! The address `/socket.io/`: its engine, its limits, and the path from its callbacks to the one loop of each socket.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak, atomic::AtomicU8},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{FromRequestParts, Request, WebSocketUpgrade, ws::Message},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use socketioxide::{
    SocketIo,
    extract::{Extension, SocketRef, TryData},
    handler::ConnectHandler,
};
use tokio::sync::{Notify, mpsc};

use super::{
    admission::Admission,
    client_messages::{self, Event, Misunderstood, ReceivedMessage},
    line::ClientSocket,
    payload,
};
use crate::connections::Visitor;

/// The largest frame or body a client may send, in bytes.
const FRAME_MAX: usize = 16 * 1024;

/// The largest body once its characters beyond ASCII are escapes, in bytes: two bytes become six at most.
const ESCAPED_MAX: usize = 3 * FRAME_MAX;

/// The largest answer to a poll, in bytes.
const ANSWER_MAX: usize = 16 * 1024 * 1024;

/// The most events of a client that wait to be looked at; one that sends more is sent away.
const WAITING_MAX: usize = 256;

/// The largest answer that is searched for a session's id, in bytes.
const OPENING_MAX: usize = 4096;

/// The time between a server's pings of Engine.IO 4, and the time for the answer to one. The opening packet announces
/// both; a silent session lasts as long as both together.
const PING_INTERVAL: Duration = Duration::from_secs(25);
const PING_TIMEOUT: Duration = Duration::from_secs(20);

/// The most time for a client of Engine.IO 4 to connect: no less than a silent session lasts.
const CONNECT_MAX: Duration = PING_INTERVAL.saturating_add(PING_TIMEOUT);

/// A ping of Engine.IO 4 in an answer to a poll, and the client's answer.
const PING: &[u8] = b"2";
const PONG: &[u8] = b"3";

/// The destination of a socket's callbacks.
#[derive(Clone)]
struct Inbox {
    heard: mpsc::Sender<ReceivedMessage>,
    gone: Arc<Notify>,
    /// Taken by the loop, once.
    read: Arc<Mutex<Option<mpsc::Receiver<ReceivedMessage>>>>,
}

/// The endpoint.
pub(super) fn router(admission: Admission) -> Router {
    let admission = Arc::new(admission);
    let (service, io) = SocketIo::builder()
        .max_payload(ESCAPED_MAX as u64)
        .ws_max_message_size(FRAME_MAX)
        .ws_max_frame_size(FRAME_MAX)
        .connect_timeout(CONNECT_MAX)
        .ping_interval(PING_INTERVAL)
        .ping_timeout(PING_TIMEOUT)
        .build_svc();
    let serve = async move |socket: SocketRef, Extension(inbox): Extension<Inbox>| {
        let read = inbox.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Dropping a socket beyond the limit closes it.
        let (Some(read), Ok(_counted)) = (read, Arc::clone(&admission.sockets).try_acquire_owned()) else {
            let _ = socket.disconnect();
            return;
        };
        let contest = contest_of(&socket);
        ClientSocket::of(admission, socket.clone(), contest).run(read, &inbox.gone).await;
        // A client that took its leave gets no packet of disconnection back.
        if socket.connected() {
            let _ = socket.disconnect();
        }
    };
    // Callbacks are set before the client learns that it is connected, so that its first events are not lost.
    io.ns("/", serve.with(listen));
    let service = Router::new().route_service("/socket.io/", service.clone()).route_service("/socket.io", service);
    let service = service.layer(middleware::from_fn(session_cookie)).layer(middleware::from_fn(in_ascii));
    let upgrades = Upgrades::default();
    let one_websocket = move |request, next| one_websocket(upgrades.clone(), request, next);
    let service = service.layer(middleware::from_fn(old_manner)).layer(middleware::from_fn(first_ping));
    service.layer(middleware::from_fn(one_websocket))
}

/// Puts everything that a socket sends into its inbox, in order.
async fn listen(socket: SocketRef) -> Result<(), std::convert::Infallible> {
    let (heard, read) = mpsc::channel(WAITING_MAX);
    let inbox = Inbox { heard, gone: Arc::new(Notify::new()), read: Arc::new(Mutex::new(Some(read))) };
    for (name, event) in Event::ALL {
        let inbox = inbox.clone();
        // The work is done when the callback is called, not by the future it returns: those have no order.
        socket.on(name, move |socket: SocketRef, TryData::<String>(text)| {
            let heard = text.map_err(|_| Misunderstood::NotText).and_then(|text| client_messages::read(event, &text));
            if inbox.heard.try_send(heard).is_err() {
                inbox.gone.notify_one();
                let _ = socket.disconnect();
            }
            std::future::ready(())
        });
    }
    let gone = Arc::clone(&inbox.gone);
    socket.on_disconnect(async move || gone.notify_one());
    socket.extensions.insert(inbox);
    Ok(())
}

/// The contest that the client's address names: `/socket.io/?contest=ID`.
fn contest_of(socket: &SocketRef) -> Option<String> {
    parameter(socket.req_parts().uri.query()?, "contest").map(ToOwned::to_owned)
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// Adapts a WebSocket of this protocol to old clients: one frame at a time, and without the library's early ping. A
/// session that began by polling has already had that ping there.
async fn old_manner(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let holds_ping = parameter(query, "EIO") == Some("4") && parameter(query, "sid").is_none();
    let visitor = request.extensions().get::<Visitor>().cloned();
    let response = next.run(request).await;
    if let (Some(visitor), StatusCode::SWITCHING_PROTOCOLS) = (visitor, response.status()) {
        visitor.adaptations().writes_one_by_one(holds_ping);
    }
    response
}

/// The sessions that a WebSocket took over, or is taking over, each with the connection of that WebSocket.
type Upgrades = Arc<Mutex<HashMap<String, Weak<AtomicU8>>>>;

/// Closes a second WebSocket of a session at once. The library would let it wait for the first one's end, and close
/// the whole session after ten seconds.
async fn one_websocket(upgrades: Upgrades, request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let upgrades_to = parameter(query, "transport") == Some("websocket");
    let (Some(sid), true) = (parameter(query, "sid").map(ToOwned::to_owned), upgrades_to) else {
        return next.run(request).await;
    };
    let Some(connection) = request.extensions().get::<Visitor>().map(|visitor| visitor.adaptations().lifetime()) else {
        return next.run(request).await;
    };
    let is_first = {
        let mut upgrades = upgrades.lock().unwrap_or_else(PoisonError::into_inner);
        upgrades.retain(|_, connection| connection.strong_count() > 0);
        let is_first = !upgrades.contains_key(&sid);
        if is_first {
            upgrades.insert(sid.clone(), connection);
        }
        is_first
    };
    if !is_first {
        let (mut parts, _) = request.into_parts();
        return match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
            Ok(upgrade) => upgrade.on_upgrade(async |mut second| {
                // The client may be gone already.
                let _ = second.send(Message::Close(None)).await;
            }),
            Err(refused) => refused.into_response(),
        };
    }
    let response = next.run(request).await;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        upgrades.lock().unwrap_or_else(PoisonError::into_inner).remove(&sid);
    }
    response
}

/// Takes the library's early ping out of a session of Engine.IO 4 that begins by polling, and answers it in the
/// client's place. The first ping that reaches the client comes after `pingInterval`.
async fn first_ping(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let opens = request.method() == Method::GET
        && parameter(query, "EIO") == Some("4")
        && parameter(query, "transport") == Some("polling")
        && parameter(query, "sid").is_none();
    if !opens {
        return next.run(request).await;
    }
    let path = request.uri().path().to_owned();
    let (parts, body) = next.clone().run(request).await.into_parts();
    let bytes = to_bytes(body, OPENING_MAX).await.unwrap_or_default();
    if let Some(sid) = session_in(&bytes) {
        let address = format!("{path}?EIO=4&transport=polling&sid={sid}");
        let asks = |method: Method, body: Body| Request::builder().method(method).uri(&address).body(body);
        if let (Ok(poll), Ok(answer)) = (asks(Method::GET, Body::empty()), asks(Method::POST, Body::from(PONG))) {
            let polled = to_bytes(next.clone().run(poll).await.into_body(), OPENING_MAX).await;
            if polled.is_ok_and(|packets| packets == PING) {
                let _ = next.run(answer).await;
            }
        }
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// Payloads of polling clients are ASCII on their way in and out, so that both dialects of Engine.IO 3 are understood.
async fn in_ascii(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let polls = parameter(query, "EIO") == Some("3") && parameter(query, "transport") == Some("polling");
    let request = if request.method() == Method::POST {
        let (mut parts, body) = request.into_parts();
        let Ok(bytes) = to_bytes(body, FRAME_MAX).await else {
            let mut refused = Response::new(Body::empty());
            *refused.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
            return refused;
        };
        let read = std::str::from_utf8(&bytes).ok().filter(|_| polls).and_then(payload::from_client);
        if read.is_some() {
            parts.headers.remove(header::CONTENT_LENGTH);
        }
        Request::from_parts(parts, read.map_or_else(|| Body::from(bytes.clone()), Body::from))
    } else {
        request
    };
    let response = next.run(request).await;
    if !polls {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, ANSWER_MAX).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        return Response::from_parts(parts, Body::empty());
    };
    let written = std::str::from_utf8(&bytes).ok().and_then(payload::for_client);
    if written.is_some() {
        parts.headers.remove(header::CONTENT_LENGTH);
    }
    Response::from_parts(parts, written.map_or_else(|| Body::from(bytes.clone()), Body::from))
}

/// Clients of 2018 read the id of their session from the cookie `io` of the answer that opens it.
async fn session_cookie(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let opens = request.method() == Method::GET
        && parameter(query, "EIO") == Some("3")
        && parameter(query, "transport") == Some("polling")
        && parameter(query, "sid").is_none();
    let response = next.run(request).await;
    if !opens {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, OPENING_MAX).await.unwrap_or_default();
    if let Some(cookie) = session_in(&bytes)
        .and_then(|sid| HeaderValue::from_str(&format!("io={sid}; Path=/; HttpOnly; SameSite=Lax")).ok())
    {
        parts.headers.insert(header::SET_COOKIE, cookie);
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// The session's id in an answer such as `97:0{"sid":"…",…}`.
fn session_in(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (_, rest) = text.split_once("\"sid\":\"")?;
    let (sid, _) = rest.split_once('"')?;
    Some(sid)
}

#[cfg(test)]
mod tests;
