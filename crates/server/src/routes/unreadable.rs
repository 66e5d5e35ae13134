//! Forms that are too long or cannot be parsed: the sender gets a page with the remedy, in place of the library's line
//! for programmers.
//!
//! The unread rest of a body is read and dropped before the answer. A browser that is still sending would show an error
//! of its own instead of the answer.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use language::Message;

use crate::{
    pages::{self, MessagePage},
    reader,
};

/// The most bytes of a body that are dropped. Longer ones are cut off.
const THROWN_AWAY_MAX: usize = 64 * 1024 * 1024;

/// The most time for that.
const THROWN_AWAY_WITHIN: Duration = Duration::from_secs(20);

/// Lets a request be answered; where its form was not understood, replaces the answer by words for people.
pub(super) async fn told(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let wants_page = accepts_pages(&parts.headers);
    let body = Shared(Arc::new(Mutex::new(body)));
    let response = next.run(Request::from_parts(parts, Body::new(body.clone()))).await;
    if !body.is_end_stream() {
        let _ = tokio::time::timeout(THROWN_AWAY_WITHIN, body.throw_away()).await;
    }
    match message(&response) {
        Some(page) if wants_page => (response.status(), Html(pages::html(&page))).into_response(),
        // A page's script shows this text instead.
        Some(MessagePage { text, mend, .. }) => {
            (response.status(), reader::said(&Message::sentences([text, mend]))).into_response()
        }
        None => response,
    }
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .any(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html")))
}

/// The page in place of the library's line.
fn message(response: &Response) -> Option<MessagePage<'static>> {
    let kind = response.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    let (title, text, mend) = match response.status() {
        _ if !kind.starts_with("text/plain") => return None,
        StatusCode::PAYLOAD_TOO_LARGE => (say!("way-too-long"), say!("way-too-long-why"), say!("way-too-long-mend")),
        StatusCode::BAD_REQUEST | StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => {
            (say!("way-not-understood"), say!("way-not-understood-why"), say!("way-not-understood-mend"))
        }
        _ => return None,
    };
    Some(MessagePage { title, text, mend, login: None })
}

/// A body that can be read on after its first reader has stopped.
#[derive(Clone)]
struct Shared(Arc<Mutex<Body>>);

impl Shared {
    fn with<T>(&self, does: impl FnOnce(&mut Body) -> T) -> T {
        does(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn throw_away(&self) {
        let mut thrown_away = 0;
        while thrown_away < THROWN_AWAY_MAX {
            match poll_fn(|cx| self.with(|body| Pin::new(body).poll_frame(cx))).await {
                Some(Ok(frame)) => thrown_away += frame.data_ref().map_or(0, Bytes::len),
                Some(Err(_)) | None => return,
            }
        }
    }
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        self.with(|body| Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.with(|body| body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.with(|body| body.size_hint())
    }
}
