//! HTTP for protocols without I/O: one request at a time, and its response in pieces.

use std::{fmt, sync::Arc, time::Duration};

use rulebook::Key;

use crate::{FromEntry, JudgeFile};

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Fetches a resource.
    Get,
    /// Sends a body.
    Post,
}

/// A request to send. Its `Debug` form omits the values of headers and the body.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The full address.
    pub url: String,
    /// Headers, beside those that every client sends.
    pub headers: Vec<(String, String)>,
    /// Its body; empty with [`Method::Get`].
    pub body: Vec<u8>,
    /// The timeout of the whole response, in real time.
    pub patience: Duration,
    /// The maximum size of the response's body, in bytes; a longer one fails.
    pub body_max: usize,
}

/// A piece of the response, in this order: a head, any number of pieces of the body, the end; or at any point a
/// failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponsePart<'a> {
    /// The response began.
    Head(&'a ResponseHead),
    /// Bytes of its body, as they came.
    Body(&'a [u8]),
    /// It is complete.
    End,
    /// The response failed or broke off, for this reason.
    Failed(&'a str),
}

/// The beginning of a response.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResponseHead {
    /// Its status code.
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: String,
    /// The value of `Content-Type`; empty without one.
    pub content_type: String,
    /// The compression of its body; `None` without one.
    pub content_encoding: Option<String>,
    /// The delay in `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
}

/// A protocol's side of one conversation with an HTTP server: a state machine without I/O.
///
/// At most one request is out at a time. Times are contest time since the link began.
pub trait Asking {
    /// The conversation may begin.
    fn began(&mut self, now: Duration);
    /// The judge pressed a key.
    fn key(&mut self, key: Key, now: Duration);
    /// The judge showed a file of an accepted kind. Protocols that accept none keep the empty default.
    fn shown(&mut self, _shown: Arc<JudgeFile>, _now: Duration) {}
    /// The next request; called only while none is out.
    fn take_request(&mut self, now: Duration) -> Option<Request>;
    /// Takes a part of the response to the last request. Nothing follows [`ResponsePart::End`] or [`ResponsePart::Failed`], nor a part
    /// after which the machine [`is_satisfied`](Asking::is_satisfied).
    fn answered(&mut self, part: ResponsePart<'_>, now: Duration);
    /// Advances the time to `now`.
    fn wake(&mut self, now: Duration);
    /// The next time at which `wake` or `take_request` has work.
    fn next_wake(&self) -> Option<Duration>;
    /// The next report for the contest.
    fn take_report(&mut self) -> Option<FromEntry>;
    /// True if `take_report` has a report.
    fn has_reports(&self) -> bool;
    /// True if the rest of the response is not needed, asked after each part: then the next request may be taken.
    fn is_satisfied(&self) -> bool {
        false
    }
    /// A text that must never appear in a trace.
    fn secret(&self) -> Option<&str> {
        None
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// The replacement for a secret in a trace.
const HIDDEN: &[u8] = b"[key]";

/// A prefix of the secret from this length on, in bytes, is hidden too.
const TELLING: usize = 8;

/// Removes a secret from bytes that arrive in pieces, even if it is split between them.
#[derive(Clone, Default)]
pub(crate) struct Hidden {
    secret: Vec<u8>,
    /// Bytes that may be the beginning of the secret.
    held: Vec<u8>,
}

impl Hidden {
    pub(crate) fn new(secret: Option<&str>) -> Self {
        Self { secret: secret.unwrap_or_default().as_bytes().to_vec(), held: Vec::new() }
    }

    /// Takes bytes; returns those that are certain to be safe.
    pub(crate) fn shown(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.secret.is_empty() {
            return bytes.to_vec();
        }
        self.held.extend_from_slice(bytes);
        let (mut shown, mut from) = (Vec::with_capacity(self.held.len()), 0);
        while from < self.held.len() {
            let rest = &self.held[from..];
            if rest.starts_with(&self.secret) {
                shown.extend_from_slice(HIDDEN);
                from += self.secret.len();
            } else if self.secret.starts_with(rest) {
                break;
            } else {
                shown.push(rest[0]);
                from += 1;
            }
        }
        self.held.drain(..from);
        shown
    }

    /// The bytes held back at the end. A long prefix of the secret is hidden like the whole.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        if held.len() < TELLING { held } else { HIDDEN.to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_request_does_not_show_its_headers() {
        let headers = vec![("authorization".to_owned(), "Bearer sk-0123456789".to_owned())];
        let request = Request {
            method: Method::Post,
            url: "http://127.0.0.1/v1".to_owned(),
            headers,
            body: b"sk-0123456789".to_vec(),
            patience: Duration::from_secs(1),
            body_max: 9,
        };
        let shown = format!("{request:?}");
        assert!(shown.contains("authorization") && !shown.contains("0123456789"), "{shown}");
    }

    proptest! {
        /// For every split of the bytes, the secret is hidden and nothing else is lost.
        #[test]
        fn a_secret_is_taken_out_wherever_it_is_parted(
            pieces in prop::collection::vec("(aab|a|b|-|aa|ab){0,4}", 0..8)
        ) {
            let mut hidden = Hidden::new(Some("aab-aab"));
            let mut shown: Vec<u8> = pieces.iter().flat_map(|piece| hidden.shown(piece.as_bytes())).collect();
            shown.extend(hidden.rest());
            prop_assert_eq!(String::from_utf8(shown).unwrap(), pieces.concat().replace("aab-aab", "[key]"));
        }
    }
}
